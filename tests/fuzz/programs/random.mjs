// A repeatable source of choices (xorshift128), so that a seed always gives the same program.

export class Random {
  constructor(seed) {
    this.state = [seed >>> 0, 0x9e3779b9, 0x243f6a88, Math.imul(seed, 2654435761) >>> 0];
    for (let i = 0; i < 20; i += 1) this.word();
  }

  word() {
    const [x, y, z, w] = this.state;
    let t = x ^ (x << 11);
    t ^= t >>> 8;
    const next = (w ^ (w >>> 19) ^ t) >>> 0;
    this.state = [y, z, w, next];
    return next;
  }

  /** A whole number from 0 to n - 1. */
  below(n) {
    return Math.floor((this.word() / 2 ** 32) * n);
  }

  between(low, high) {
    return low + this.below(high - low + 1);
  }

  chance(probability) {
    return this.word() / 2 ** 32 < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of `[weight, value]`. */
  weighted(list) {
    let left = this.below(list.reduce((sum, [weight]) => sum + weight, 0));
    return list.find(([weight]) => (left -= weight) < 0)[1];
  }

  shuffled(list) {
    const result = [...list];
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}
