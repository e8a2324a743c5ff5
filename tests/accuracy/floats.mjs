// Floats of both widths as numbers (every f32 and f16 is a double): rounding once, spacing, and sums without loss.

import { half_bits, half_value } from '../run/values.mjs';

const view = new DataView(new ArrayBuffer(8));

export const formats = {
  f32: { bits: 24, min_exponent: -126, max: (2 - 2 ** -23) * 2 ** 127, round: Math.fround },
  f16: { bits: 11, min_exponent: -14, max: 65504, round: (x) => half_value(half_bits(x)) },
};

/** The exponent e of a finite x ≠ 0: 2^e ≤ |x| < 2^(e+1). */
function exponent_of(x) {
  view.setFloat64(0, x);
  const field = (view.getUint16(0) >> 4) & 0x7ff;
  return field === 0 ? exponent_of(x * 2 ** 64) - 64 : field - 1023;
}

/** The distance between neighbours of format `kind` at x. */
export function ulp(x, kind) {
  const { bits, min_exponent, max } = formats[kind];
  const size = Math.min(Math.abs(x), max);
  return 2 ** ((size === 0 ? min_exponent : Math.max(min_exponent, exponent_of(size))) - bits + 1);
}

export const min_normal = (kind) => 2 ** formats[kind].min_exponent;

export const is_subnormal = (x, kind) => x !== 0 && Math.abs(x) < min_normal(kind);

/** Half a unit in the last place, relative: the error of one rounding. */
export const unit = (kind) => 2 ** -formats[kind].bits;

function next_double(x, up) {
  view.setFloat64(0, x);
  const away = (x > 0) === up;
  view.setBigInt64(0, view.getBigInt64(0) + (away ? 1n : -1n));
  return view.getFloat64(0);
}

/** a·b + c rounded to odd in double, so that rounding it again to f32 or f16 is rounding once. */
export function fused(a, b, c) {
  const product = a * b; // exact: both have at most 24 bits
  const total = product + c;
  if (!Number.isFinite(total) || total === 0) return total;
  const part = total - product;
  const lost = product - (total - part) + (c - part);
  if (lost === 0) return total;
  view.setFloat64(0, total);
  return view.getUint8(7) & 1 ? total : next_double(total, lost > 0);
}

export function from_bits(word, kind) {
  if (kind === 'f16') return half_value(word & 0xffff);
  view.setUint32(0, word);
  return view.getFloat32(0);
}

export function to_bits(x, kind) {
  if (kind === 'f16') return half_bits(x);
  view.setFloat32(0, x);
  return view.getUint32(0);
}

export function round_even(x) {
  const low = Math.floor(x);
  const up = x - low;
  if (up !== 0.5) return Math.abs(x) < 0.5 ? x * 0 : up < 0.5 ? low : low + 1;
  return low % 2 === 0 ? low || x * 0 : low + 1 || x * 0;
}

/** A finite x ≥ 0 as it is, all its digits written out. */
export function fixed_decimal(x) {
  let places = 0;
  let whole = x;
  for (; !Number.isInteger(whole); whole *= 2) places += 1;
  const digits = (BigInt(whole) * 5n ** BigInt(places)).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return `${digits.slice(0, point)}.${digits.slice(point) || '0'}`;
}
