// What builtins compute (spec 1.9 and 2.5), written from the specification and apart from the generator under test.
// Values: numbers (i32 and u32 as whole numbers, f32 and f16 exactly), booleans, arrays for vectors, matrices, arrays and structs.

import { half_bits, half_value } from '../../run/values.mjs';
import { element_of } from './types.mjs';

const bits = new DataView(new ArrayBuffer(8));
const to_i32 = (x) => x | 0;
const to_u32 = (x) => x >>> 0;
const wrap = { i32: to_i32, u32: to_u32 };

/** Rounds to the type; programs are made so that nothing is lost (which keeps fused and split operations the same). */
function exact(kind, x) {
  const rounded = kind === 'f16' ? half_value(half_bits(x)) : Math.fround(x);
  if (rounded !== x) throw new Error(`the generated program is not exact: ${x} as ${kind}`);
  return x;
}

/** An arithmetic operation by what each kind of element does. */
const arithmetic =
  (whole, real) =>
  (kind, ...x) =>
    kind in wrap ? wrap[kind](whole(...x, kind)) : exact(kind, real(...x));

function divide(a, b, kind) {
  if (b === 0) return a;
  if (kind === 'i32' && a === -(2 ** 31) && b === -1) return a;
  return Math.trunc(a / b);
}

function remainder(a, b, kind) {
  if (b === 0) return 0;
  if (kind === 'i32' && a === -(2 ** 31) && b === -1) return 0;
  return a - Math.trunc(a / b) * b;
}

const compare = (test) => (kind, a, b) => test(a, b);

function round_even(x) {
  const low = Math.floor(x);
  if (x - low !== 0.5) return Math.floor(x + 0.5);
  return low % 2 === 0 ? low : low + 1;
}

/** Operations on each component. */
const componentwise = {
  加: arithmetic(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  减: arithmetic(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  乘: arithmetic(
    (a, b) => Math.imul(a, b),
    (a, b) => a * b,
  ),
  除以: arithmetic(divide, (a, b) => a / b),
  取余: arithmetic(remainder, (a, b) => a - Math.trunc(a / b) * b),
  取负: arithmetic(
    (a) => -a,
    (a) => -a,
  ),
  绝对值: arithmetic(Math.abs, Math.abs),
  符号: arithmetic(Math.sign, Math.sign),
  最大: arithmetic((a, b) => Math.max(a, b), Math.max),
  最小: arithmetic((a, b) => Math.min(a, b), Math.min),
  夹紧: arithmetic(
    (x, low, high) => Math.min(Math.max(x, low), high),
    (x, low, high) => Math.min(Math.max(x, low), high),
  ),
  位与: arithmetic((a, b) => a & b),
  位或: arithmetic((a, b) => a | b),
  位异或: arithmetic((a, b) => a ^ b),
  位反: arithmetic((a) => ~a),
  左移: arithmetic((a, b) => a << (b & 31)),
  右移: arithmetic((a, b, kind) => (kind === 'i32' ? a >> (b & 31) : a >>> (b & 31))),
  小于: compare((a, b) => a < b),
  大于: compare((a, b) => a > b),
  小于等于: compare((a, b) => a <= b),
  大于等于: compare((a, b) => a >= b),
  等于: compare((a, b) => a === b || (a === 0 && b === 0)),
  不等于: compare((a, b) => a !== b),
  非: (kind, a) => !a,
  向下取整: arithmetic(null, Math.floor),
  向上取整: arithmetic(null, Math.ceil),
  截尾取整: arithmetic(null, Math.trunc),
  四舍五入: arithmetic(null, round_even),
  小数部分: arithmetic(null, (x) => x - Math.floor(x)),
  饱和: arithmetic(null, (x) => Math.min(Math.max(x, 0), 1)),
  阶跃: arithmetic(null, (edge, x) => (x < edge ? 0 : 1)),
  混合: arithmetic(null, (a, b, t) => a * (1 - t) + b * t),
  融合乘加: arithmetic(null, (a, b, c) => a * b + c),
};

function map(type, operation, values) {
  if (type.kind === 'vector') return values[0].map((_, i) => operation(type.element.kind, ...values.map((value) => value[i])));
  if (type.kind === 'matrix')
    return values[0].map((_, i) =>
      map(
        type.column,
        operation,
        values.map((value) => value[i]),
      ),
    );
  return operation(type.kind, ...values);
}

const sum = (kind, terms) => terms.reduce((total, term) => componentwise.加(kind, total, term));
const dot = (kind, a, b) =>
  sum(
    kind,
    a.map((x, i) => componentwise.乘(kind, x, b[i])),
  );
const scale = (type, x, by) => map(type, (kind, y) => componentwise.乘(kind, y, by), [x]);

function matrix_product(a_type, b_type, a, b) {
  if (a_type.kind === 'vector') return b.map((column) => dot('f32', a, column));
  if (b_type.kind === 'matrix') return b.map((column) => matrix_product(a_type, b_type.column, a, column));
  return a[0].map((_, row) =>
    sum(
      'f32',
      a.map((column, i) => componentwise.乘('f32', column[row], b[i])),
    ),
  );
}

/** f32 and f16 to integers: clamped first to what the float type holds inside the range (2.5). */
const float_ranges = {
  f32: { i32: [-2147483648, 2147483520], u32: [0, 4294967040] },
  f16: { i32: [-65504, 65504], u32: [0, 65504] },
};

function convert(from, to, x) {
  if (from === 'whole') return x;
  if (to === 'bool') return x !== 0;
  if (from === 'bool') return x ? 1 : 0;
  if (to in wrap && from in wrap) return wrap[to](x);
  if (to in wrap) {
    const [low, high] = float_ranges[from][to];
    return Math.trunc(Math.min(Math.max(x, low), high)) + 0;
  }
  return exact(to, x);
}

function reinterpret(from, to, x) {
  const setters = { f32: 'setFloat32', i32: 'setInt32', u32: 'setUint32' };
  const getters = { f32: 'getFloat32', i32: 'getInt32', u32: 'getUint32' };
  bits[setters[from]](0, x);
  return bits[getters[to]](0);
}

function bit_convert(from, to, x) {
  if (from.element?.kind === 'f16') return (half_bits(x[0]) | (half_bits(x[1]) << 16)) >>> 0;
  if (to.element?.kind === 'f16') return [half_value(x & 0xffff), half_value(x >>> 16)];
  if (from.kind === 'vector') return x.map((part) => reinterpret(from.element.kind, to.element.kind, part));
  return reinterpret(from.kind, to.kind, x);
}

const special = {
  // Of a value that all lanes have alike.
  子组最大: (types, [x]) => x,
  子组最小: (types, [x]) => x,
  子组广播: (types, [x]) => x,
  子组洗牌: (types, [x]) => x,
  皆真: ([type], [x]) => x.every(Boolean),
  有真: ([type], [x]) => x.some(Boolean),
  点积: ([type], [a, b]) => dot(type.element.kind, a, b),
  叉积: ([type], [a, b]) =>
    [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return exact(type.element.kind, a[j] * b[k] - a[k] * b[j]);
    }),
  数乘: ([type], [x, by]) => scale(type, x, by),
  矩阵乘: ([a_type, b_type], [a, b]) => matrix_product(a_type, b_type, a, b),
  打包半精度: (types, [x]) => (half_bits(x[0]) | (half_bits(x[1]) << 16)) >>> 0,
  解包半精度: (types, [x]) => [half_value(x & 0xffff), half_value(x >>> 16)],
};

const conversions = ['转浮三二', '转浮十六', '转无三二', '转整三二', '转换', '新浮三二', '新浮十六', '新整三二', '新无三二'];

/** The value of builtin `name` on `values` of `types`, its result being of type `result`. */
export function evaluate_operation(name, types, values, result) {
  if (special[name]) return special[name](types, values);
  if (name === '位转换') return bit_convert(types[0], result, values[0]);
  if (conversions.includes(name)) {
    const [from, to] = [element_of(types[0]).kind, element_of(result).kind];
    return types[0].kind === 'vector' ? values[0].map((x) => convert(from, to, x)) : convert(from, to, values[0]);
  }
  if (name === '左移' || name === '右移') return map(types[0], componentwise[name], values);
  return map(types[0], componentwise[name], values);
}
