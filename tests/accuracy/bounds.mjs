// How far a result may lie from the true one: by WGSL, and what this project promises for its own texts.

import { ulp, unit } from './floats.mjs';

/**
 * A bound: `of(args, result, kind)` is the largest distance from the true result, `text` says it, and `by` says what is
 * measured: `ulp`, `absolute`, or the `share` of a bound that has several parts. Without `of` the result is the true one, rounded.
 */
export const exact = { text: 'correctly rounded', by: 'ulp' };

export const within = (count) => ({ text: `${count} ulp`, by: 'ulp', of: (args, result, kind) => count * ulp(result, kind) });

/** Within 2^-bits, for each kind of float. */
export const absolute = (bits) => ({
  text: Object.entries(bits).map(([kind, power]) => `2^-${power} (${kind})`).join(', '),
  by: 'absolute',
  of: (args, result, kind) => 2 ** -bits[kind],
});

export const computed = (text, of, by = 'share') => ({ text, by, of });

const exp_ulps = (x) => 3 + 2 * Math.abs(x);
export const of_exp = computed('3 + 2·│x│ ulp', ([x], result, kind) => exp_ulps(x) * ulp(result, kind));

const log_bits = { f32: 21, f16: 7 };
const log_error = (x, result, kind) => (x >= 0.5 && x <= 2 ? 2 ** -log_bits[kind] : 3 * ulp(result, kind));
export const of_log = computed('2^-21 (f32), 2^-7 (f16) for x in [0.5, 2], else 3 ulp', ([x], result, kind) => log_error(x, result, kind));

/** As exp2(y · log2(x)), each as far off as it may be. */
export const of_pow = computed('as exp2(y · log2 x)', ([x, y], result, kind) => {
  const log = Math.log2(x);
  const product = Math.abs(y * log);
  const shift = Math.abs(y) * log_error(x, log, kind) + product * unit(kind);
  return Math.abs(result) * (2 ** shift - 1) + exp_ulps(product + shift) * ulp(result, kind);
});

/** As (exp(x) ± exp(-x)) / 2. */
export const of_hyperbolic = computed('as (exp x ± exp -x) / 2', ([x], result, kind) =>
  (exp_ulps(x) * (ulp(Math.exp(x), kind) + ulp(Math.exp(-x), kind))) / 2 + 2 * ulp(result, kind));

export const of_tanh = computed('10^-5 (f32), or as sinh x / cosh x', ([x], result, kind) =>
  Math.max(kind === 'f32' ? 1e-5 : 0, exp_ulps(x) * 2 * ulp(1, kind) + 3.5 * ulp(result, kind)));

/** As sin x / cos x. */
export const of_tan = (bits) =>
  computed('as sin x / cos x', ([x], result, kind) => {
    const error = 2 ** -bits[kind];
    const cos = Math.abs(Math.cos(x));
    return cos <= error ? Infinity : (error + Math.abs(result) * error) / (cos - error) + 2.5 * ulp(result, kind);
  });

/** As atan2 of roots, or absolutely. */
const arc_floor = { f32: 6.77e-5, f16: 3.91e-3 };
const atan_error = (result, kind) => (kind === 'f32' ? 4096 : 5) * ulp(result, kind);
export const of_arc = computed('6.77·10^-5 (f32), 3.91·10^-3 (f16), or as atan2', (args, result, kind) =>
  Math.max(arc_floor[kind], atan_error(result, kind)));

export const of_atan = computed('4096 ulp (f32), 5 ulp (f16)', (args, result, kind) => atan_error(result, kind), 'ulp');

/** As x − y · trunc(x / y), the product rounded. */
export const of_remainder = computed('as x − y · trunc(x / y)', ([x], result, kind) => Math.abs(x) * 2 * unit(kind) + ulp(result, kind));

/** Sums of products in any order, fused or not: each rounding at the size that the terms allow. */
export const of_sum = (terms, roundings) =>
  computed(`as the formula, ${roundings} roundings`, (args, result, kind) => roundings * unit(kind) * terms(...args) + ulp(result, kind) / 2);
