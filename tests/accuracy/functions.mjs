// The functions of floats (spec 1.9), what they compute in double arithmetic, and how exact the result has to be.
//
// A row: `name`; `arity`; `shape`: `map` (componentwise), `reduce` (vectors → scalar), `vector` (vectors → vector);
// `reference`: numbers, or arrays of them, → the true result; `wgsl`, `ptx`, `cpu`: bounds (bounds.mjs); `open`: arguments
// for which the result is open, with the reason in `open_text`; `wild`: arguments for which WGSL promises no accuracy;
// `reach`: how large an argument a bound holds for; `others`: results as good as the true one; `zero`: 'open' where either
// zero will do.

import * as bound from './bounds.mjs';
import { formats, fused, is_subnormal, round_even } from './floats.mjs';

const { absolute, exact, within } = bound;

const is_wild = (x) => !Number.isFinite(x);

/** A function with one correct result everywhere. */
const sure = (name, arity, reference, more = {}) => ({ name, arity, reference, wgsl: exact, ptx: exact, cpu: exact, ...more });

const exp_overflows = (x, kind) => Math.exp(Math.abs(x)) > formats[kind].max;

const one = [
  sure('取负', 1, (x) => -x),
  sure('绝对值', 1, Math.abs),
  sure('符号', 1, (x) => (x > 0 ? 1 : x < 0 ? -1 : 0), { zero: 'open' }),
  sure('向下取整', 1, Math.floor, { zero: 'open' }),
  sure('向上取整', 1, Math.ceil, { zero: 'open' }),
  sure('截尾取整', 1, Math.trunc, { zero: 'open' }),
  sure('四舍五入', 1, round_even, { zero: 'open' }),
  // Metal's fract stays below 1, also of what has no fraction.
  sure('小数部分', 1, (x) => x - Math.floor(x), { cpu: within(1), zero: 'open', open: is_wild, open_text: 'infinities and NaN' }),
  sure('饱和', 1, (x) => (x > 0 ? Math.min(x, 1) : 0), { zero: 'open' }),
  sure('平方根', 1, Math.sqrt, { wgsl: within(4.5) }),
  { name: '逆平方根', arity: 1, reference: (x) => 1 / Math.sqrt(x), wgsl: within(2), ptx: within(2), cpu: within(2) },
  { name: '指数', arity: 1, reference: Math.exp, wgsl: bound.of_exp, ptx: bound.of_exp, cpu: within(1) },
  { name: '二指数', arity: 1, reference: (x) => 2 ** x, wgsl: bound.of_exp, ptx: bound.of_exp, cpu: within(1) },
  { name: '对数', arity: 1, reference: Math.log, wgsl: bound.of_log, ptx: bound.of_log, cpu: within(1), wild: is_subnormal },
  { name: '二对数', arity: 1, reference: Math.log2, wgsl: bound.of_log, ptx: bound.of_log, cpu: within(1), wild: is_subnormal },
  {
    name: '正弦',
    arity: 1,
    reference: Math.sin,
    zero: 'open',
    wgsl: absolute({ f32: 11, f16: 7 }),
    ptx: absolute({ f32: 20, f16: 10 }),
    cpu: within(1),
    reach: { wgsl: Math.PI, ptx: 2 * Math.PI },
  },
  {
    name: '余弦',
    arity: 1,
    reference: Math.cos,
    zero: 'open',
    wgsl: absolute({ f32: 11, f16: 7 }),
    ptx: absolute({ f32: 20, f16: 10 }),
    cpu: within(1),
    reach: { wgsl: Math.PI, ptx: 2 * Math.PI },
  },
  {
    name: '正切',
    arity: 1,
    reference: Math.tan,
    zero: 'open',
    wgsl: bound.of_tan({ f32: 11, f16: 7 }),
    ptx: bound.of_tan({ f32: 20, f16: 10 }),
    cpu: within(2),
    reach: { wgsl: Math.PI, ptx: 2 * Math.PI },
  },
  { name: '反正弦', arity: 1, reference: Math.asin, wgsl: bound.of_arc, ptx: within(4), cpu: within(2) },
  { name: '反余弦', arity: 1, reference: Math.acos, wgsl: bound.of_arc, ptx: within(4), cpu: within(2) },
  { name: '反正切', arity: 1, reference: Math.atan, wgsl: bound.of_atan, ptx: within(4), cpu: within(2) },
  { name: '双曲正弦', arity: 1, reference: Math.sinh, wgsl: bound.of_hyperbolic, ptx: bound.of_hyperbolic, cpu: within(2), wild: exp_overflows },
  { name: '双曲余弦', arity: 1, reference: Math.cosh, wgsl: bound.of_hyperbolic, ptx: bound.of_hyperbolic, cpu: within(2), wild: exp_overflows },
  { name: '双曲正切', arity: 1, reference: Math.tanh, wgsl: bound.of_tanh, ptx: within(4), cpu: within(2) },
];

const is_nan = Number.isNaN;

const two = [
  sure('加', 2, (a, b) => a + b),
  sure('减', 2, (a, b) => a - b),
  sure('乘', 2, (a, b) => a * b),
  sure('除以', 2, (a, b) => a / b, {
    wgsl: within(2.5),
    wild: (a, b, kind) => !(Math.abs(b) >= 2 ** formats[kind].min_exponent && Math.abs(b) <= 2 ** -formats[kind].min_exponent),
  }),
  {
    name: '取余',
    arity: 2,
    reference: (a, b) => a % b,
    // The quotient is rounded before it is cut off: one divisor more or less, where it lies so close to a whole number.
    others: (a, b) => [(a % b) + b, (a % b) - b],
    wgsl: bound.of_remainder,
    ptx: within(1),
    cpu: exact,
    zero: 'open',
    open: (a, b, kind) => is_wild(b) || Math.abs(a / b) >= 2 ** (formats[kind].bits - 2),
    open_text: 'quotients beyond 2^22 (f32) or 2^9 (f16), and infinite divisors',
  },
  sure('最大', 2, (a, b) => (is_nan(a) ? b : is_nan(b) ? a : Math.max(a, b)), { zero: 'open' }),
  sure('最小', 2, (a, b) => (is_nan(a) ? b : is_nan(b) ? a : Math.min(a, b)), { zero: 'open' }),
  sure('阶跃', 2, (edge, x) => (edge <= x ? 1 : 0), {
    open: is_nan_any,
    open_text: 'NaN',
  }),
  {
    name: '幂',
    arity: 2,
    reference: (x, y) => x ** y,
    wgsl: bound.of_pow,
    ptx: bound.of_pow,
    wild: (x, y, kind) => is_subnormal(x, kind),
    cpu: within(1),
    open: (x, y) => !(x > 0) || is_wild(x) || is_wild(y),
    open_text: 'x ≤ 0',
  },
  {
    name: '反正切二',
    arity: 2,
    reference: Math.atan2,
    wgsl: bound.of_atan,
    ptx: within(4),
    cpu: within(2),
    open: (y, x) => (x === 0 && y === 0) || is_wild(x) || is_wild(y),
    open_text: 'both 0; infinite',
    wild: (y, x, kind) => !(Math.abs(x) >= 2 ** formats[kind].min_exponent && Math.abs(x) <= 2 ** -formats[kind].min_exponent),
  },
];

function is_nan_any(...args) {
  return args.some((x) => typeof x === 'number' && is_nan(x));
}

/** Truth values, which come out as 1 and 0. */
const compared = (name, reference) => ({ ...sure(name, 2, (a, b) => Number(reference(a, b))), result: 'u32', wrap: '转无三二' });

export const comparisons = [
  compared('小于', (a, b) => a < b),
  compared('大于', (a, b) => a > b),
  compared('小于等于', (a, b) => a <= b),
  compared('大于等于', (a, b) => a >= b),
  compared('等于', (a, b) => a === b),
  compared('不等于', (a, b) => a !== b),
];

const mix = (a, b, t) => a * (1 - t) + b * t;
const mix_terms = (a, b, t) => Math.abs(a) * (1 + Math.abs(t)) + 2 * Math.abs(b * t) + Math.abs(a * t);

function smooth(low, high, x) {
  const t = Math.min(Math.max((x - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}

const overflows = (...numbers) => numbers.some((x) => !(Math.abs(x) <= formats.f16.max)); // for f32 a narrower range than needed

const three = [
  sure('夹紧', 3, (x, low, high) => Math.min(Math.max(x, low), high), {
    zero: 'open',
    open: (x, low, high) => !(low <= high) || is_nan(x),
    open_text: 'limits the wrong way round; NaN',
  }),
  {
    name: '混合',
    arity: 3,
    reference: mix,
    wgsl: bound.of_sum(mix_terms, 3),
    ptx: bound.of_sum(mix_terms, 3),
    cpu: bound.of_sum(mix_terms, 3),
    zero: 'open',
    open: (a, b, t) => overflows(a, b, t, a * t, b * t, a * (1 - t), b - a, (b - a) * t),
    open_text: 'steps that overflow',
  },
  {
    name: '平滑阶跃',
    arity: 3,
    reference: smooth,
    wgsl: bound.of_sum((low, high, x) => 2 * smooth(low, high, x), 8),
    ptx: bound.of_sum((low, high, x) => 2 * smooth(low, high, x), 6),
    cpu: bound.of_sum((low, high, x) => 2 * smooth(low, high, x), 6),
    zero: 'open',
    open: (low, high, x) => !(low < high) || overflows(low, high, x, x - low, high - low) || (x - low) / (high - low) < 2 ** -6,
    open_text: 'low ≥ high; steps that overflow or underflow',
  },
  {
    ...sure('融合乘加', 3, fused),
    wgsl: bound.of_sum((a, b, c) => Math.abs(a * b) + Math.abs(fused(a, b, c)), 1),
  },
];

const sum = (list) => list.reduce((total, x) => total + x, 0);
const dot = (a, b) => sum(a.map((x, i) => x * b[i]));
const size_of_dot = (a, b) => sum(a.map((x, i) => Math.abs(x * b[i])));
const length = (a) => Math.sqrt(dot(a, a));
const minus = (a, b) => a.map((x, i) => x - b[i]);

const summed = (terms, roundings) => {
  const made = bound.of_sum(terms, roundings);
  return { wgsl: made, ptx: made, cpu: made };
};

/** Of vectors of moderate size: nothing overflows or underflows on the way. */
export const geometry = [
  { name: '点积', arity: 2, shape: 'reduce', reference: dot, ...summed(size_of_dot, 5), zero: 'open' },
  { name: '长度', arity: 1, shape: 'reduce', reference: length, ...summed(length, 5), zero: 'open' },
  { name: '距离', arity: 2, shape: 'reduce', reference: (a, b) => length(minus(a, b)), ...summed((a, b) => length(minus(a, b)), 6), zero: 'open' },
  {
    name: '归一化',
    arity: 1,
    shape: 'vector',
    reference: (a) => a.map((x) => x / length(a)),
    ...summed((a) => 2, 6),
    zero: 'open',
    open: (a) => length(a) === 0,
    open_text: 'length 0',
  },
  {
    name: '反射',
    arity: 2,
    shape: 'vector',
    reference: (a, b) => a.map((x, i) => x - 2 * dot(b, a) * b[i]),
    ...summed((a, b) => length(a) + 2 * size_of_dot(a, b) * length(b), 6),
    zero: 'open',
  },
  {
    name: '叉积',
    arity: 2,
    shape: 'vector',
    widths: [3],
    reference: (a, b) => [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]),
    ...summed((a, b) => length(a) * length(b), 3),
    zero: 'open',
  },
  {
    name: '数乘',
    arity: 2,
    shape: 'vector',
    scalar_last: true,
    reference: (a, [by]) => a.map((x) => x * by),
    wgsl: exact,
    ptx: exact,
    cpu: exact,
  },
];

export const float_functions = { 1: one, 2: [...two, ...comparisons], 3: three };
