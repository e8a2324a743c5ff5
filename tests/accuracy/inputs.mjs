// What functions are tried on: the edges of each type, boundaries of others, and numbers at random (the same everywhere).

import { formats, from_bits, min_normal } from './floats.mjs';

/** A repeatable sequence of 32-bit words. */
export function random_words(seed) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x7f4a7c15) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

const both_signs = (list) => list.flatMap((x) => [x, -x]);

function float_edges(kind) {
  const { max, bits } = formats[kind];
  const step = 2 ** (1 - bits);
  const smallest = min_normal(kind) * step;
  const halves = [0.5, 1.5, 2.5, 3.5, 0.5 - step / 4, 0.5 + step / 2, 1 - step / 2, 1 + step, 2 ** (bits - 2) + 0.5];
  const boundaries = [32, 33, 65504, 65519, 2 ** 24, 2 ** 31, 2 ** 31 - 128, 2 ** 32, 2 ** 32 - 256, 2 ** 33, 16777217];
  const plain = [0, 1, 2, 3, 10, 0.1, Math.PI, Math.PI / 2, Math.E, 88, 89, 104, 126, 127, 128, 149, 11, 16, 17, 24, 100, 1000];
  const ends = [max, max / 2, smallest, 3 * smallest, min_normal(kind) - smallest, min_normal(kind), 2 * min_normal(kind), Infinity];
  const rounded = [...plain, ...halves, ...boundaries, ...ends].map(formats[kind].round);
  return [...both_signs([...new Set(rounded)]), NaN];
}

const word_edges = [
  0, 1, 2, 3, 7, 10, 15, 16, 30, 31, 32, 33, 63, 64, 255, 1000, 65535, 65536, 0x3f800000, 0x7f800000, 0x7ffffffe, 0x7fffffff, 0x80000000,
  0x80000001, 0x80000080, 0xfffffff9, 0xfffffffd, 0xffffffff, 0xfffffffe, 0xffffff80, 16777217, 33554435,
];

const in_type = { u32: (word) => word >>> 0, i32: (word) => word | 0 };

export function edges(kind) {
  return kind in formats ? float_edges(kind) : word_edges.map(in_type[kind]);
}

/** The edges that meet each other in pairs and triples. */
const core = {
  f32: (kind) => {
    const { max, round } = formats[kind];
    const tiny = min_normal(kind);
    return [...both_signs([0, 1, 1.5, 3, 0.1, max, tiny, tiny / 4, 2 ** 12 + 1, Infinity, 0.5, 7].map(round)), NaN];
  },
  i32: () => [0, 1, -1, 2, 3, -3, 7, -7, 10, 31, 32, 33, 65536, 2147483647, -2147483648, -2147483647, 2147483646, 12345, -65537].map(in_type.i32),
  u32: () => [0, 1, 2, 3, 7, 10, 31, 32, 33, 63, 65535, 65536, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 12345].map(in_type.u32),
};
core.f16 = core.f32;

/** One number at random: any bits, or one of an ordinary size. */
function random_value(kind, next) {
  if (!(kind in formats)) return in_type[kind](next() & 1 ? next() : next() % 200);
  const way = next() % 4;
  if (way === 0) return from_bits(next(), kind);
  const [low, high] = [[-2, 2], [-90, 90], [-4, 4]][way - 1];
  return formats[kind].round(low + (high - low) * (next() / 2 ** 32));
}

function* tuples(lists) {
  if (lists.length === 0) yield [];
  else for (const rest of tuples(lists.slice(1))) for (const first of lists[0]) yield [first, ...rest];
}

/**
 * Tuples of `kinds`, their number a multiple of `multiple`: all edges of one, all meetings of the core edges of several
 * (of three: fewer), then at least as many at random again.
 */
export function make_tuples(kinds, multiple) {
  const next = random_words(kinds.join().length * 7 + kinds.length);
  const of = (kind) => core[kind](kind).filter((_, i) => kinds.length < 3 || i % 2 === 0 || i < 4);
  const list = [...tuples(kinds.length === 1 ? [edges(kinds[0])] : kinds.map(of))];
  const count = Math.ceil((list.length + multiple / 2) / multiple) * multiple;
  while (list.length < count) list.push(kinds.map((kind) => random_value(kind, next)));
  return list;
}

/** Floats of moderate size, for functions that sum products: no overflow and no underflow between. */
export function make_moderate(kinds, multiple) {
  const next = random_words(77);
  const range = { f32: 2 ** 20, f16: 8, i32: 2 ** 31, u32: 2 ** 32 };
  const list = [];
  while (list.length < multiple) {
    list.push(kinds.map((kind) => {
      const unit = (0.25 + (0.75 * next()) / 2 ** 32) * (next() & 1 ? -1 : 1);
      if (!(kind in formats)) return random_value(kind, next);
      if (next() % 8 === 0) return [0, 1, -1, 2][next() % 4];
      return formats[kind].round(unit * range[kind] ** (next() / 2 ** 32));
    }));
  }
  return list;
}
