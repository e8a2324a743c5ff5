// The functions of whole numbers and truth values, conversions and bits: one right result each, in the form of functions.mjs.

import { exact, within } from './bounds.mjs';
import { formats, from_bits, to_bits } from './floats.mjs';
import { comparisons } from './functions.mjs';

const wrap = { i32: (x) => Number(BigInt.asIntN(32, x)), u32: (x) => Number(BigInt.asUintN(32, x)) };
const least = -(2n ** 31n);

const sure = (name, arity, reference, more = {}) => ({ name, arity, reference, wgsl: exact, ptx: exact, cpu: exact, ...more });

/** An operation on whole numbers without limits, brought into the type afterwards. */
const whole = (name, arity, operation) =>
  sure(name, arity, (...words) => {
    const kind = words.pop();
    return wrap[kind](operation(...words.map(BigInt), kind));
  });

const overflows = (a, b, kind) => kind === 'i32' && a === least && b === -1n;
const larger = (a, b) => (a > b ? a : b);
const smaller = (a, b) => (a < b ? a : b);

const of_both = {
  1: [whole('绝对值', 1, (a) => (a < 0n ? -a : a)), whole('位反', 1, (a) => ~a)],
  2: [
    whole('加', 2, (a, b) => a + b),
    whole('减', 2, (a, b) => a - b),
    whole('乘', 2, (a, b) => a * b),
    whole('除以', 2, (a, b, kind) => (b === 0n || overflows(a, b, kind) ? a : a / b)),
    whole('取余', 2, (a, b, kind) => (b === 0n || overflows(a, b, kind) ? 0n : a % b)),
    whole('最大', 2, larger),
    whole('最小', 2, smaller),
    whole('位与', 2, (a, b) => a & b),
    whole('位或', 2, (a, b) => a | b),
    whole('位异或', 2, (a, b) => a ^ b),
    ...comparisons,
  ],
  3: [whole('夹紧', 3, (x, low, high) => smaller(larger(x, low), high))],
};

export const integer_functions = {
  i32: { ...of_both, 1: [...of_both[1], whole('取负', 1, (a) => -a), whole('符号', 1, (a) => (a > 0n ? 1n : a < 0n ? -1n : 0n))] },
  u32: of_both,
};

export const shifts = [
  whole('左移', 2, (a, by) => a << by % 32n),
  whole('右移', 2, (a, by) => a >> by % 32n),
];

export const integer_vectors = [
  {
    ...sure('点积', 2, (a, b, kind) => wrap[kind](a.reduce((total, x, i) => total + BigInt(x) * BigInt(b[i]), 0n))),
    shape: 'reduce',
  },
  { ...sure('数乘', 2, (a, [by], kind) => a.map((x) => wrap[kind](BigInt(x) * BigInt(by)))), shape: 'vector', scalar_last: true },
];

// Conversions: from the kind of the only argument.

const float_ranges = {
  f32: { i32: [-2147483648, 2147483520], u32: [0, 4294967040] },
  f16: { i32: [-65504, 65504], u32: [0, 65504] },
};

function converted(from, to, x) {
  if (to in formats) return x; // rounded by the type it is stored in
  if (!(from in formats)) return wrap[to](BigInt(x));
  const [low, high] = float_ranges[from][to];
  return Number.isNaN(x) ? 0 : Math.trunc(Math.min(Math.max(x, low), high)) + 0;
}

const names = { f32: '浮三二', f16: '浮十六', i32: '整三二', u32: '无三二' };
const vectors = { f32: '浮', f16: '半', i32: '整', u32: '无' };
const sizes = ['', '', '二维', '三维', '四维'];

/** The Yuyan type of a scalar or vector. */
export const type_name = (kind, width) => (width === 1 ? names[kind] : sizes[width] + vectors[kind]);

/** NaN is 0 where the target says so; WGSL leaves it open. Metal's clamp brings it to the range's lower end. */
const from_nan = { open: (x) => Number.isNaN(x), open_text: 'NaN' };

function conversion(from, to, more) {
  const to_integer = from in formats && !(to in formats);
  // Between integers and narrower floats WGSL lets either neighbour come out.
  const narrows = to in formats && !(from === 'f16' && to === 'f32');
  return {
    ...sure('转换', 1, (x) => converted(from, to, x), { result: to, wgsl: narrows ? within(1) : exact }),
    ...(to_integer && from_nan),
    label: `${from} → ${to}`,
    ...more,
  };
}

export function conversions(from) {
  return Object.keys(names).flatMap((to) => [
    conversion(from, to, { id: `转${names[to]}`, call: ([x]) => `「转${names[to]}」于（${x}）` }),
    conversion(from, to, { id: `新${names[to]}`, widths: [1], call: ([x]) => `「新${names[to]}」于（${x}）` }),
    conversion(from, to, {
      id: `转换${names[to]}`,
      call: ([x], width) => `「转换」授以「${type_name(from, width)}」授以「${type_name(to, width)}」于（${x}）`,
    }),
  ]);
}

/** Bits stay as they are. */
export function bit_conversions(from) {
  const others = ['f32', 'i32', 'u32'].filter((to) => to !== from);
  const words = { f32: (word) => from_bits(word, 'f32'), i32: (word) => word | 0, u32: (word) => word >>> 0 };
  return others.map((to) => ({
    ...sure('位转换', 1, (x) => words[to](from === 'f32' ? to_bits(x, 'f32') : x >>> 0), { result: to }),
    // Which NaN it was is lost where the reference holds it as a number.
    ...(from === 'f32' && from_nan),
    id: `位转换${names[to]}`,
    label: `${from} → ${to}`,
    call: ([x], width) => `「位转换」授以「${type_name(from, width)}」授以「${type_name(to, width)}」于（${x}）`,
  }));
}

const half_of = (word, index) => from_bits(word >>> (16 * index), 'f16');

export const unpacking = ['零', '一'].map((part, index) => ({
  ...sure('解包半精度', 1, (word) => half_of(word, index), { result: 'f32', widths: [1] }),
  id: `解包半精度${part}`,
  call: ([x]) => `（「解包半精度」于（${x}））中「${part}」`,
}));

export const packing = [
  {
    ...sure('打包半精度', 2, (low, high) => (to_bits(low, 'f16') | (to_bits(high, 'f16') << 16)) >>> 0, { result: 'u32', widths: [1] }),
    open: (...pair) => pair.some((x) => Number.isNaN(x)),
    open_text: 'which NaN comes out',
    wild: (...pair) => pair.some((x) => !(Math.abs(x) <= 65504)),
    neighbours: true,
    call: ([low, high]) => `「打包半精度」于（（${low}）与（${high}））`,
  },
];

export const half_bits_rows = [
  {
    ...sure('位转换', 2, (low, high) => (to_bits(low, 'f16') | (to_bits(high, 'f16') << 16)) >>> 0, { result: 'u32', widths: [1] }),
    id: '位转换半',
    label: '二维半 → u32',
    open: (...pair) => pair.some((x) => Number.isNaN(x)),
    open_text: 'which NaN it was',
    call: ([low, high]) => `「位转换」授以「二维半」授以「无三二」于（（${low}）与（${high}））`,
  },
];

export const half_of_bits_rows = ['零', '一'].map((part, index) => ({
  ...sure('位转换', 1, (word) => half_of(word, index), { result: 'f16', widths: [1] }),
  id: `位转换半${part}`,
  label: 'u32 → 二维半',
  call: ([x]) => `（「位转换」授以「无三二」授以「二维半」于（${x}））中「${part}」`,
}));

// Truth values: words of a buffer, true where they are odd.

const odd = (x) => (x & 1) === 1;
const truth = (reference, arity, call, more = {}) => ({
  ...sure(call, arity, (...words) => Number(reference(...words.slice(0, arity).map(odd))), { result: 'u32' }),
  wrap: '转无三二',
  truth: true,
  ...more,
});

const call_of = (name) => (parts) => `「${name}」${parts.map((part) => `于（${part}）`).join('')}`;
const named = (name, arity, reference, more) => ({ ...truth(reference, arity, name, more), call: call_of(name) });

export const truth_functions = [
  named('非', 1, (a) => !a, { widths: [1] }),
  named('且', 2, (a, b) => a && b, { widths: [1] }),
  named('或者', 2, (a, b) => a || b, { widths: [1] }),
  named('等于', 2, (a, b) => a === b),
  named('不等于', 2, (a, b) => a !== b),
  ...Object.keys(names).map((to) => ({
    ...truth((a) => a, 1, `转${names[to]}`, { result: to, wrap: null, label: `bool → ${to}` }),
    call: call_of(`转${names[to]}`),
  })),
  { ...truth((a, b, c) => (a ? b : c), 3, '若', { widths: [1] }), call: ([a, b, c]) => `若${a}则${b}否则${c}` },
  { ...named('皆真', 1, null), shape: 'reduce', reference: (list) => Number(list.every(odd)) },
  { ...named('有真', 1, null), shape: 'reduce', reference: (list) => Number(list.some(odd)) },
];
