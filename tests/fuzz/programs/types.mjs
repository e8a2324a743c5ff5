// Types of generated programs, how they are written, and how their values lie in buffers (WGSL's storage layout).

export const scalar = (kind) => ({ kind });
export const u32 = scalar('u32');
export const i32 = scalar('i32');
export const f32 = scalar('f32');
export const f16 = scalar('f16');
export const bool = scalar('bool');
export const unit = scalar('unit');
export const whole = scalar('whole'); // 整数: a bare literal
export const vector = (element, count) => ({ kind: 'vector', element, count });
export const matrix = (columns, rows) => ({ kind: 'matrix', column: vector(f32, rows), count: columns });
export const fixed_array = (element, count) => ({ kind: 'array', element, count });

/** `fields`: [{name, type}]; `definition` is set by the program that declares it. */
export const structure = (fields) => ({ kind: 'struct', fields });

export function same_type(a, b) {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if (a.kind === 'vector' || a.kind === 'array') return a.count === b.count && same_type(a.element, b.element);
  if (a.kind === 'matrix') return a.count === b.count && same_type(a.column, b.column);
  return a.kind !== 'struct';
}

export const is_integer = ({ kind }) => kind === 'u32' || kind === 'i32';
export const is_float = ({ kind }) => kind === 'f32' || kind === 'f16';
export const is_scalar = ({ kind }) => ['u32', 'i32', 'f32', 'f16', 'bool'].includes(kind);

/** The scalar at the bottom of a scalar, vector or matrix. */
export function element_of(type) {
  if (type.kind === 'vector') return type.element;
  if (type.kind === 'matrix') return type.column.element;
  return type;
}

/** The same shape with another scalar. */
export const with_element = (type, element) => (type.kind === 'vector' ? vector(element, type.count) : element);

export function holds_half(type) {
  if (type.kind === 'f16') return true;
  if (type.kind === 'vector' || type.kind === 'array') return holds_half(type.element);
  return type.kind === 'struct' && type.fields.some((field) => holds_half(field.type));
}

const round_up = (value, multiple) => Math.ceil(value / multiple) * multiple;

/** {size, align} in a storage buffer. */
export function layout(type) {
  if (type.kind === 'f16') return { size: 2, align: 2 };
  if (is_scalar(type)) return { size: 4, align: 4 };
  if (type.kind === 'vector') {
    const { size } = layout(type.element);
    return { size: size * type.count, align: size * (type.count === 2 ? 2 : 4) };
  }
  if (type.kind === 'matrix') {
    const column = layout(type.column);
    return { size: round_up(column.size, column.align) * type.count, align: column.align };
  }
  if (type.kind === 'array') {
    const element = layout(type.element);
    return { size: round_up(element.size, element.align) * type.count, align: element.align };
  }
  let end = 0;
  let align = 1;
  for (const field of type.fields) {
    const part = layout(field.type);
    end = round_up(end, part.align) + part.size;
    align = Math.max(align, part.align);
  }
  return { size: round_up(end, align), align };
}

/** Appends the scalars of `value` to `parts` ([{at, type, value}]), from byte `at` on. */
export function flatten(type, value, at, parts) {
  if (is_scalar(type)) {
    parts.push({ at, type: type.kind, value });
  } else if (type.kind === 'struct') {
    let end = at;
    type.fields.forEach((field, i) => {
      const part = layout(field.type);
      end = round_up(end - at, part.align) + at;
      flatten(field.type, value[i], end, parts);
      end += part.size;
    });
  } else {
    const element = type.kind === 'matrix' ? type.column : type.element;
    const part = layout(element);
    const stride = type.kind === 'vector' ? part.size : round_up(part.size, part.align);
    for (let i = 0; i < type.count; i += 1) flatten(element, value[i], at + i * stride, parts);
  }
}
