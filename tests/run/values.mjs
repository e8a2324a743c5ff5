// Values of run cases: element types, generators of data, bytes to numbers and back, comparison within a tolerance.

const float_view = new DataView(new ArrayBuffer(8));

/** The IEEE half whose value is nearest to `value`, ties to even, as 16 bits. */
export function half_bits(value) {
  float_view.setFloat64(0, value);
  const sign = float_view.getUint8(0) >> 7 << 15;
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  // Below 2^-14 the spacing is 2^-24; above, 2^-10 of the leading power of two.
  const exponent = Math.max(-14, magnitude === 0 ? -14 : Math.floor(Math.log2(magnitude)));
  const scaled = magnitude / 2 ** (exponent - 10);
  let whole = Math.floor(scaled);
  const rest = scaled - whole;
  if (rest > 0.5 || (rest === 0.5 && whole % 2 === 1)) whole += 1;
  return sign | (whole + (exponent + 14) * 1024); // a carry into the exponent adds up by itself
}

export function half_value(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** Element types: how many bytes, reading and writing one, and whether tolerances other than exact make sense. */
export const element_types = {
  u32: { bytes: 4, float: false, get: (view, at) => view.getUint32(at, true), set: (view, at, value) => view.setUint32(at, value, true) },
  i32: { bytes: 4, float: false, get: (view, at) => view.getInt32(at, true), set: (view, at, value) => view.setInt32(at, value, true) },
  u8: { bytes: 1, float: false, get: (view, at) => view.getUint8(at), set: (view, at, value) => view.setUint8(at, value) },
  f32: { bytes: 4, float: true, get: (view, at) => view.getFloat32(at, true), set: (view, at, value) => view.setFloat32(at, value, true) },
  f16: {
    bytes: 2,
    float: true,
    get: (view, at) => half_value(view.getUint16(at, true)),
    set: (view, at, value) => view.setUint16(at, half_bits(value), true),
  },
};

function element_type(name) {
  const type = element_types[name];
  if (!type) throw new Error(`unknown element type ${name} (${Object.keys(element_types).join(', ')})`);
  return type;
}

const named_values = { nan: NaN, inf: Infinity, '-inf': -Infinity, '-0': -0 };

/** A JSON value as a number: also "nan", "inf", "-inf", "-0" and, for exact bits, "0x…" (of the element type). */
function to_number(value, type) {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value in named_values) return named_values[value];
  if (typeof value === 'string' && value.startsWith('0x')) {
    const view = new DataView(new ArrayBuffer(4));
    view.setUint32(0, Number(value), true);
    return element_type(type).get(view, 0);
  }
  throw new Error(`not a value: ${JSON.stringify(value)}`);
}

/** A repeatable sequence of 32-bit words (xorshift), so that "random" data is the same everywhere. */
function random_words(seed) {
  let state = (seed * 2654435761 + 88172645) >>> 0 || 1;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state;
  };
}

const generators = {
  zeros: (count) => Array(count).fill(0),
  fill: ({ value, count }) => Array(count).fill(value),
  ramp: ({ start = 0, step = 1, count }) => Array.from({ length: count }, (_, i) => start + step * i),
  repeat: ({ values, times }) => Array(times).fill(values).flat(),
  random: ({ seed = 1, min, max, count }, type) => {
    const next = random_words(seed);
    const whole = !element_type(type).float;
    return Array.from({ length: count }, () => {
      const unit = next() / 2 ** 32;
      return whole ? Math.floor(min + unit * (max - min + 1)) : min + unit * (max - min);
    });
  },
};

const formula_helpers = { f32: Math.fround, f16: (value) => half_value(half_bits(value)), i32: (value) => value | 0, u32: (value) => value >>> 0 };

/**
 * `formula`: a JavaScript expression of `i`, evaluated for each element. It sees the initial content of every buffer by the
 * buffer's name, `before['group.binding']`, `count`, `subgroup_size`, `Math` and the conversions f32 f16 i32 u32.
 */
function evaluate_formula(formula, count, scope) {
  const names = { ...formula_helpers, ...scope };
  const evaluate = new Function('i', 'count', ...Object.keys(names), `"use strict"; return (${formula});`);
  return Array.from({ length: count }, (_, i) => evaluate(i, count, ...Object.values(names)));
}

/** Data or an expectation of one type as numbers: a list, a generator `{name: arguments}`, or `{formula, count}`. */
export function to_numbers(data, type, scope = {}, count = 0) {
  if (Array.isArray(data)) return data.flat(Infinity).map((value) => to_number(value, type));
  if (data.formula !== undefined) return evaluate_formula(data.formula, data.count ?? count, scope);
  const [name, ...others] = Object.keys(data).filter((key) => key in generators);
  if (!name || others.length > 0) throw new Error(`not data: ${JSON.stringify(data)}`);
  return generators[name](data[name], type).map((value) => to_number(value, type));
}

export function encode(numbers, type_name) {
  const type = element_type(type_name);
  const bytes = new Uint8Array(numbers.length * type.bytes);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, i) => type.set(view, i * type.bytes, number));
  return bytes;
}

export function decode(bytes, type_name) {
  const type = element_type(type_name);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.byteLength / type.bytes) }, (_, i) => type.get(view, i * type.bytes));
}

/** A float's place in the order of all floats of its type, so that neighbours differ by one and both zeros are equal. */
function ordinal(value, type_name) {
  const bits = type_name === 'f16' ? half_bits(value) : new Uint32Array(Float32Array.of(value).buffer)[0];
  const sign_bit = type_name === 'f16' ? 0x8000 : 0x80000000;
  return bits >= sign_bit ? sign_bit - bits : bits;
}

/**
 * Whether `actual` is `expected` within `tolerance`: "exact" (the same bits; any NaN is NaN), or an object whose members
 * ulp, abs, rel each allow a difference; one that holds is enough. `expected` is rounded to the type first.
 */
export function is_close(actual, expected, type_name, tolerance = 'exact') {
  const type = element_type(type_name);
  const [rounded] = decode(encode([expected], type_name), type_name);
  if (Object.is(actual, rounded)) return true;
  if (tolerance === 'exact' || !type.float && tolerance.abs === undefined) return false;
  if (Number.isNaN(actual) || Number.isNaN(rounded)) return false;
  const distance = Math.abs(actual - expected);
  if (tolerance.ulp !== undefined && Math.abs(ordinal(actual, type_name) - ordinal(rounded, type_name)) <= tolerance.ulp) return true;
  if (!Number.isFinite(rounded) || !Number.isFinite(actual)) return false;
  return distance <= (tolerance.abs ?? -1) || distance <= (tolerance.rel ?? -1) * Math.abs(expected);
}
