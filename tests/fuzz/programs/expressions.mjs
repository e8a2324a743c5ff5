// Random expressions of a wanted type, pure or with effects, within the bounds of bounds.mjs.

import * as bounds from './bounds.mjs';
import { bind, literal, local, node, nothing, operation, sequence } from './nodes.mjs';
import { wild_index } from './wild.mjs';
import { bool, element_of, f16, f32, i32, is_float, is_integer, is_scalar, same_type, u32, unit, vector, whole, with_element } from './types.mjs';

const integer_edges = [0, 1, 2, 3, 7, 31, 32, 33, 63, 255, 65535, 2147483647, 2147483648, 4294967295];
const type_words = { u32: '无三二', i32: '整三二', f32: '浮三二', f16: '浮十六', bool: '爻' };

/** The choices made so far lead nowhere: the program is made again with others. */
export class DeadEnd extends Error {}

/**
 * Where an expression stands. scope: binders, innermost last; effects: own slots of `state` buffers may change (`base` is the
 * binder of the first one's index); shared: may read workgroup memory; depth: how much deeper it may grow.
 */
export class Expressions {
  constructor(program, random, options) {
    this.program = program;
    this.random = random;
    this.options = options;
  }

  // Scope.

  hidden(context, name) {
    return context.scope.some((binder) => binder.name === name);
  }

  taken(context) {
    return (name) => this.hidden(context, name) || this.program.number_names.has(name);
  }

  deeper(context, by = 1, more = {}) {
    return { ...context, depth: context.depth - by, ...more };
  }

  within(context, ...binders) {
    return { ...context, scope: [...context.scope, ...binders] };
  }

  /** Bound names that are not hidden by a later one. */
  visible(context, test) {
    const seen = new Set();
    return [...context.scope].reverse().filter((binder) => {
      if (seen.has(binder.name)) return false;
      seen.add(binder.name);
      return test(binder);
    });
  }

  usable(context, definition) {
    return !this.hidden(context, definition.name) && (!context.limit || definition.order < context.limit);
  }

  definitions(context, test) {
    return this.program.definitions.filter((definition) => test(definition) && this.usable(context, definition));
  }

  // Leaves.

  number(context, type, value) {
    if (type.kind === 'bool' && this.hidden(context, value ? '阳' : '阴')) {
      const zero = () => this.number(context, u32, 0);
      return operation(value ? '等于' : '不等于', bool, [zero(), zero()]);
    }
    return literal(type, value, this.random, this.taken(context));
  }

  random_value(type) {
    const { random } = this;
    if (type.kind === 'bool') return random.chance(0.5);
    if (type.kind === 'u32') return random.chance(0.7) ? random.below(12) : random.pick(integer_edges);
    if (type.kind === 'i32') {
      const value = random.chance(0.7) ? random.between(-9, 9) : random.pick([...integer_edges.filter((x) => x < 2 ** 31), -(2 ** 31), -1, -2147483647]);
      return value;
    }
    const { most, grain } = bounds.standard[type.kind];
    return random.chance(0.5) ? random.between(-3, 3) : random.between(-most / grain, most / grain) * grain;
  }

  splat(context, type, make) {
    if (type.kind === 'vector') return node('tuple', type, Array.from({ length: type.count }, make));
    return make();
  }

  /** The same constant in each component. */
  constant_like(context, type, value) {
    const parts = [];
    const made = this.splat(context, type, () => {
      const part = this.number(context, element_of(type), value);
      parts.push(part);
      return part;
    });
    made.bound = parts[0].bound;
    made.fixed = true;
    return made;
  }

  leaf(context, type) {
    const { random } = this;
    if (type.kind === 'unit') return nothing();
    const binders = this.visible(context, (binder) => !binder.recursion && !binder.cell && same_type(binder.type, type));
    if (binders.length > 0 && random.chance(0.7)) return local(random.pick(binders.slice(0, 6)));
    if (context.depth > -2 && random.chance(0.2)) {
      const ways = this.reads({ ...context, depth: -3 }, type);
      if (ways.length > 0) return random.pick(ways)();
    }
    const cells = this.visible(context, (binder) => binder.cell && same_type(binder.type, type));
    if (cells.length > 0 && random.chance(0.5) && !this.hidden(context, '读格')) {
      const binder = random.pick(cells);
      return node('read_cell', type, [], { binder });
    }
    const constants = this.definitions(context, (definition) => definition.kind === 'constant' && same_type(definition.type, type));
    if (constants.length > 0 && random.chance(0.3)) {
      const definition = random.pick(constants);
      return node('constant', type, [], { definition, bound: definition.parts[0].bound, fixed: true });
    }
    const wholes = this.visible(context, (binder) => binder.type.kind === 'whole');
    if (is_integer(type) && wholes.length > 0 && random.chance(0.4)) {
      const inner = local(random.pick(wholes));
      return operation(`新${type_words[type.kind]}`, type, [inner], { fixed: true });
    }
    if (is_scalar(type)) return this.number(context, type, this.random_value(type));
    return this.build(this.deeper(context, context.depth), type);
  }

  /** A constructed value: struct, vector, matrix. Fixed arrays come from names, reads and fields only. */
  build(context, type) {
    const inner = this.deeper(context);
    if (type.kind === 'vector') {
      const parts = Array.from({ length: type.count }, () => this.stored(inner, type.element));
      const made = node('tuple', type, parts, { fixed: parts.every((part) => part.fixed) });
      if (is_float(type.element)) made.bound = parts.map((part) => part.bound).reduce(bounds.both);
      return made;
    }
    if (type.kind === 'matrix') {
      const columns = Array.from({ length: type.count }, () => this.stored(inner, type.column));
      // A tuple literal in last place would be flattened (1.4): an annotation keeps it a column.
      if (columns.at(-1).kind === 'tuple') columns.push(node('annotated', type.column, [columns.pop()]));
      return node('tuple', type, columns);
    }
    if (type.kind === 'array') return this.array_value(context, type);
    const order = this.random.chance(0.5) ? type.fields.map((_, i) => i) : this.random.shuffled(type.fields.map((_, i) => i));
    const parts = order.map((i) => this.stored(inner, type.fields[i].type));
    return node('annotated', type, [node('record', type, parts, { order })]);
  }

  array_value(context, type) {
    const read = this.reads(context, type);
    if (read.length === 0) throw new DeadEnd('no array at hand');
    return this.random.pick(read)();
  }

  can_make(context, type) {
    if (type.kind === 'array') return this.reads(context, type).length > 0;
    if (type.kind === 'struct') return type.fields.every((field) => this.can_make(context, field.type));
    return true;
  }

  // Bounds.

  /** `type` as it may be kept in a name, field, parameter: floats within the standard bounds. */
  stored(context, type) {
    return this.standard(context, this.expression(context, type));
  }

  standard(context, value) {
    const element = element_of(value.type);
    if (!is_float(element) || bounds.within(value.bound, bounds.standard[element.kind])) return value;
    const { most } = bounds.standard[element.kind];
    if (value.type.kind === 'matrix') return this.build(this.deeper(context, context.depth), value.type);
    if (['最大', '最小', '向下取整'].some((name) => this.hidden(context, name))) return this.build_zero(context, value.type);
    const high = this.constant_like(context, value.type, most);
    const low = this.constant_like(context, value.type, -most);
    const clamped = operation('最大', value.type, [operation('最小', value.type, [value, high]), low]);
    return operation('向下取整', value.type, [clamped], { bound: { most, grain: 1 } });
  }

  build_zero(context, type) {
    return this.constant_like(context, type, 1);
  }

  /** Either the result of `make` when its bound fits, or its operands are brought to the standard first. */
  bounded(context, kind, operands, bound_of, make) {
    let values = operands;
    if (!bounds.fits(kind, bound_of(values.map((value) => value.bound)))) values = values.map((value) => this.standard(context, value));
    const bound = bound_of(values.map((value) => value.bound));
    if (!bounds.fits(kind, bound)) return values[0];
    const made = make(values);
    made.bound = bound;
    return made;
  }

  // Expressions.

  expression(context, type) {
    const { random } = this;
    if (context.depth <= 0) return this.leaf(context, type);
    if (random.chance(0.002) && this.rare('deep')) return this.deep(context, type);
    const choices = this.choices(context, type).filter(([weight]) => weight > 0);
    return random.weighted(choices)();
  }

  /** Once for each program. */
  rare(what) {
    this.done ??= new Set();
    if (this.done.has(what)) return false;
    this.done.add(what);
    return true;
  }

  /** Operations far deeper than the targets' compilers take: nested to the left, to the right, or either way. */
  deep(context, type) {
    const { random } = this;
    const chosen = this.named(context, [[3, '加'], [2, '减'], [2, '位异或'], [1, '最大'], [1, '乘']]);
    if (!chosen || !is_integer(type)) return this.leaf(context, type);
    const left = random.pick([0, 0.5, 1]);
    let made = this.leaf(context, type);
    for (let i = random.between(40, 200); i > 0; i -= 1) {
      const [name] = random.chance(0.8) ? chosen : this.named(context, [[1, '加'], [1, '减'], [1, '位异或'], [1, '最大'], [1, '乘']]);
      const other = this.leaf({ ...context, depth: -3 }, type);
      made = operation(name, type, random.chance(left) ? [made, other] : [other, made]);
    }
    return made;
  }

  /** 否则若 in a long chain. */
  chain(context, type) {
    const { random } = this;
    let made = this.stored({ ...context, depth: 0 }, type);
    for (let i = random.between(12, 80); i > 0; i -= 1) {
      const condition = this.comparison({ ...context, depth: 0 }, bool);
      made = node('choose', type, [condition, this.stored({ ...context, depth: 0 }, type), made]);
    }
    return made;
  }

  choices(context, type) {
    const inner = this.deeper(context);
    const general = [
      [3, () => this.leaf(context, type)],
      [2, () => this.conditional(inner, type)],
      [context.depth > 1 ? 2 : 0, () => this.binding(inner, type)],
      [context.effects && context.depth > 1 ? 1 : 0, () => this.effect_then(inner, type)],
      [context.depth > 1 && context.loops > 0 ? 1 : 0, () => this.program.recursions.expression(inner, type)],
      [7, () => this.user_call(inner, type)],
      [5, () => this.random_read(inner, type)],
      [1, () => this.projection(inner, type)],
      [1, () => (type.kind === 'array' ? this.leaf(context, type) : node('annotated', type, [this.stored(inner, type)], {}))],
    ];
    if (type.kind === 'bool') return [...general, [14, () => this.boolean(inner)]];
    if (type.kind === 'vector' && type.element.kind === 'bool')
      return [...general, [6, () => this.comparison(inner, type)], [2, () => this.build(inner, type)]];
    if (is_integer(element_of(type)))
      return [...general, [16, () => this.integer(inner, type)], [type.kind === 'vector' ? 4 : 0, () => this.build(inner, type)]];
    if (type.kind === 'matrix') return [...general, [6, () => this.matrix(inner, type)], [3, () => this.build(inner, type)]];
    if (is_float(element_of(type))) return [...general, [14, () => this.float(inner, type)], [type.kind === 'vector' ? 4 : 0, () => this.build(inner, type)]];
    if (type.kind === 'struct') return [...general, [8, () => this.build(inner, type)]];
    return [[1, () => this.leaf(context, type)]];
  }

  conditional(context, type) {
    if (type.kind !== 'array' && this.random.chance(0.01) && this.rare('chain')) return this.chain(context, type);
    const value = (where) => this.stored(where, type);
    const condition = this.expression(context, bool);
    let otherwise = value(context);
    if (this.random.chance(0.25)) otherwise = node('choose', type, [this.expression(context, bool), value(context), otherwise]);
    return node('choose', type, [condition, value(context), otherwise]);
  }

  binding(context, type) {
    const { random } = this;
    if (random.chance(0.08)) {
      const binder = this.program.binder(context, whole, { fixed: true });
      const value = node('bare', whole, [], { value: random.below(9), fixed: true });
      value.spelling = literal(u32, value.value, random, this.taken(context)).spelling;
      return bind(binder, value, this.stored(this.within(context, binder), type));
    }
    const value = this.stored(context, this.program.random_type(context));
    const as_cell = random.chance(0.25) && value.kind !== 'bare' && !this.hidden(context, '新格');
    const binder = this.program.binder(context, value.type, as_cell ? { cell: true } : { bound: value.bound });
    const inner = this.within(context, binder);
    let body = this.stored(inner, type);
    if (as_cell && !this.hidden(inner, '写格')) {
      body = sequence(node('assign', unit, [this.stored(inner, value.type)], { binder }), body);
      if (random.chance(0.5)) body = sequence(this.dropped(this.deeper(inner)), body);
    }
    return bind(binder, value, body);
  }

  effect_then(context, type) {
    return sequence(this.dropped(context), this.stored(context, type));
  }

  user_call(context, type) {
    const fitting = this.definitions(context, (definition) =>
      definition.kind === 'function' && !definition.entry_only && same_type(definition.result, type) && this.callable(context, definition));
    if (fitting.length === 0) return this.leaf(context, type);
    return this.call(context, this.random.pick(fitting));
  }

  callable(context, definition) {
    if (definition.effects && !context.effects) return false;
    if (definition.shared && !context.shared) return false;
    return definition.parameters.every((parameter) => this.can_make(context, parameter.type));
  }

  call(context, definition) {
    const parts = definition.parameters.map((parameter) => {
      if (parameter.base) return local(context.base);
      if (parameter.type.kind === 'unit') return nothing();
      return this.stored(context, parameter.type);
    });
    const made = node('call', definition.result, parts, { definition });
    if (definition.effects && this.hidden(context, context.base.name)) return this.leaf(context, definition.result);
    return made;
  }

  /** An index that stays within `count` (a power of two, or any). */
  index(context, count) {
    const { random } = this;
    const at = random.chance(0.5) ? this.leaf(context, u32) : this.expression(this.deeper(context), u32);
    if (random.chance(0.2)) return this.number(context, u32, random.below(count));
    const power = (count & (count - 1)) === 0;
    const name = power && !this.hidden(context, '位与') ? '位与' : '取余';
    if (at.fixed || this.hidden(context, name)) return this.number(context, u32, random.below(count));
    return operation(name, u32, [at, this.number(context, u32, name === '位与' ? count - 1 : count)], { fixed: false });
  }

  /** The index of a read among `count`; of a wild program it may be any. */
  read_index(context, count) {
    return this.program.wild && this.random.chance(0.7) ? wild_index(this, context, count) : this.index(context, count);
  }

  /** The index of an own slot in a `state` buffer. */
  own_index(context) {
    return operation('加', u32, [local(context.base), this.index(context, this.program.slots)], { fixed: false });
  }

  can_own(context) {
    return context.base && !this.hidden(context, '加') && this.visible(context, (binder) => binder === context.base).length > 0;
  }

  /** Ways to read a value of `type` from memory, a struct or an array. */
  reads(context, type) {
    const ways = [];
    const resources = this.definitions(context, (definition) => definition.kind === 'resource');
    for (const resource of resources) {
      const { space, role } = resource;
      const fits = same_type(resource.element ?? resource.type, type);
      if (role === 'input' && fits && !this.hidden(context, '读数组')) {
        ways.push(() => node('read', type, [this.read_index(context, resource.count)], { resource }));
      }
      if (role === 'state' && fits && context.effects && this.can_own(context) && !this.hidden(context, '读数组')) {
        ways.push(() => node('read', type, [this.own_index(context)], { resource }));
      }
      if (role === 'state' && this.is_four_of(type, resource.element) && context.effects && this.can_own(context)) {
        ways.push(() => node('read_four', type, [local(context.base)], { resource }));
      }
      if (role === 'own_atomic' && fits && context.effects && this.can_own(context)) {
        const name = this.random.pick(['原子读', '原子读', '原子加', '原子最大', '原子最小']);
        const value = () => (name === '原子读' ? [] : [this.leaf({ ...context, depth: -3 }, type)]);
        ways.push(() => node('atomic', type, [this.own_index(context), ...value()], { resource, name }));
      }
      if (role === 'whole' && same_type(resource.type, type)) ways.push(() => node('read_whole', type, [], { resource }));
      if (space === 'shared' && context.shared && fits && resource.count && !this.hidden(context, '读共享数组')) {
        ways.push(() => node('read', type, [this.read_index(context, resource.count)], { resource }));
      }
      if (space === 'shared' && context.shared && same_type(resource.type, type)) ways.push(() => node('read_whole', type, [], { resource }));
      if (role === 'input' && this.is_four_of(type, resource.element) && !this.hidden(context, '乘')) {
        ways.push(() =>
          node('read_four', type, [operation('乘', u32, [
            this.read_index(context, resource.count / 4), this.number(context, u32, 4)], { fixed: false })], { resource }));
      }
      if (type.kind === 'u32' && resource.type.kind === 'runtime_array') ways.push(() => node('array_length', u32, [], { resource }));
    }
    if (type.kind !== 'array') {
      for (const array of this.arrays_of(context, type)) {
        ways.push(() => node('element', type, [array(), this.read_index(context, array.count)]));
      }
    }
    return ways;
  }

  /** Whether 读四 gives `type` from a buffer of `element`. */
  is_four_of(type, element) {
    return type.kind === 'vector' && type.count === 4 && same_type(type.element, element) && ['u32', 'f32'].includes(element?.kind);
  }

  /** Fixed arrays with elements of `type`: from names, whole reads, fields. */
  arrays_of(context, type) {
    const result = [];
    const add = (value_type, make) => {
      if (value_type.kind === 'array' && same_type(value_type.element, type)) result.push(Object.assign(make, { count: value_type.count }));
      if (value_type.kind === 'struct') {
        value_type.fields.forEach((field, i) => {
          if (field.type.kind === 'array' && same_type(field.type.element, type)) {
            result.push(Object.assign(() => node('project', field.type, [make()], { index: i }), { count: field.type.count }));
          }
        });
      }
    };
    for (const binder of this.visible(context, (candidate) => !candidate.recursion && !candidate.cell)) add(binder.type, () => local(binder));
    for (const resource of this.definitions(context, (definition) => definition.kind === 'resource' && definition.role === 'whole')) {
      add(resource.type, () => node('read_whole', resource.type, [], { resource }));
    }
    return result;
  }

  random_read(context, type) {
    const ways = this.reads(context, type);
    return ways.length > 0 ? this.random.pick(ways)() : this.leaf(context, type);
  }

  /** Component `index` of a vector. The number must not be bound to something else. */
  component(context, operand, index) {
    const { spelling } = literal(u32, index, this.random, this.taken(context));
    return node('project', operand.type.element, [operand], { index, spelling, bound: operand.bound, fixed: operand.fixed });
  }

  /** A component, column or field. */
  projection(context, type) {
    const { random } = this;
    if (is_scalar(type)) {
      const count = random.between(2, 4);
      const operand = this.stored(context, vector(type, count));
      return this.component(context, operand, random.below(count));
    }
    const structs = this.definitions(context, ({ kind, input }) => kind === 'struct' && !input).map((definition) => definition.type)
      .filter((candidate) => candidate.fields.some((field) => same_type(field.type, type)) && this.can_make(context, candidate));
    if (structs.length === 0) return this.leaf(context, type);
    const chosen = random.pick(structs);
    const fields = chosen.fields.map((_, i) => i).filter((i) => same_type(chosen.fields[i].type, type));
    return node('project', type, [this.stored(context, chosen)], { index: random.pick(fields) });
  }

  // By kind.

  named(context, table) {
    const usable = table.filter(([, name]) => !this.hidden(context, name));
    return usable.length > 0 ? this.random.weighted(usable.map(([weight, ...rest]) => [weight, rest])) : null;
  }

  boolean(context) {
    const { random } = this;
    const pair = () => [this.expression(context, bool), this.expression(context, bool)];
    const chosen = this.named(context, [
      [3, '且'], [3, '或者'], [2, '非'], [2, '皆真'], [2, '有真'], [8, '小于'], [1, '转换'],
    ]);
    if (!chosen) return this.leaf(context, bool);
    const [name] = chosen;
    if (name === '且') return node('both', bool, pair());
    if (name === '或者') return node('either', bool, pair());
    if (name === '非') return operation('非', bool, [this.expression(context, bool)]);
    if (name === '皆真' || name === '有真') return operation(name, bool, [this.stored(context, vector(bool, random.between(2, 4)))]);
    if (name === '转换') {
      const from = random.pick([u32, i32, f32]);
      return operation('转换', bool, [this.stored(context, from)], { type_arguments: [from, bool] });
    }
    return this.comparison(context, bool);
  }

  comparison(context, type) {
    const { random } = this;
    const elements = [u32, i32, f32, ...(this.options.half ? [f16] : [])];
    const element = random.pick(elements);
    const chosen = this.named(context, ['小于', '大于', '小于等于', '大于等于', '等于', '不等于'].map((name) => [1, name]));
    if (!chosen) return this.leaf(context, type);
    const operand = type.kind === 'vector' ? vector(element, type.count) : element;
    return operation(chosen[0], type, [this.expression(context, operand), this.expression(context, operand)]);
  }

  integer(context, type) {
    const element = element_of(type);
    const one = () => this.expression(context, type);
    const signed = element.kind === 'i32';
    const scalar_type = is_scalar(type);
    const chosen = this.named(context, [
      [5, '加'], [4, '减'], [4, '乘'], [3, '除以'], [3, '取余'], [2, '位与'], [2, '位或'], [2, '位异或'], [1, '位反'], [2, '左移'], [2, '右移'],
      [2, '最大'], [2, '最小'], [1, '夹紧'], [1, '绝对值'], [signed ? 2 : 0, '取负'], [signed ? 1 : 0, '符号'],
      [scalar_type ? 2 : 0, '点积'], [scalar_type ? 0 : 2, '数乘'], [3, '转换'], [1, '位转换'], [scalar_type ? 1 : 0, '新'],
      [scalar_type && !signed ? 1 : 0, '打包半精度'],
    ]);
    if (!chosen) return this.leaf(context, type);
    const [name] = chosen;
    if (name === '除以' || name === '取余') return this.division(context, type, name);
    if (name === '左移' || name === '右移') return this.shift(context, type, name);
    if (name === '夹紧') return this.integer_clamp(context, type);
    if (['绝对值', '取负', '符号', '位反'].includes(name)) return operation(name, type, [one()]);
    if (name === '点积') {
      const operand = vector(element, this.random.between(2, 4));
      return operation(name, type, [this.expression(context, operand), this.expression(context, operand)]);
    }
    if (name === '数乘') return operation(name, type, [one(), this.expression(context, element)]);
    if (name === '转换' || name === '新') return this.to_integer(context, type);
    if (name === '位转换') return this.bits(context, type);
    if (name === '打包半精度') {
      const half_pair = this.positive(context, vector(f32, 2));
      return half_pair ? operation(name, type, [half_pair]) : this.leaf(context, type);
    }
    return operation(name, type, [one(), one()]);
  }

  /** No constant divisor may be zero, nor may both be constants (MIN / -1). */
  division(context, type, name) {
    let divisor = this.expression(context, type);
    if (divisor.fixed) divisor = this.constant_like(context, type, this.random.pick([1, 2, 3, 5, 7, 16, 100]));
    const dividend = this.expression(context, type);
    if (dividend.fixed && divisor.fixed) return dividend;
    return operation(name, type, [dividend, divisor], { fixed: false });
  }

  shift(context, type, name) {
    const amount_type = with_element(type, u32);
    let amount = this.expression(context, amount_type);
    if (amount.fixed) amount = this.constant_like(context, amount_type, this.random.pick([0, 1, 3, 7, 31]));
    const value = this.expression(context, type);
    if (value.fixed && amount.fixed) return value;
    return operation(name, type, [value, amount], { fixed: false });
  }

  integer_clamp(context, type) {
    const value = this.expression(context, type);
    if (this.random.chance(0.5)) {
      const low = this.random.below(20);
      return operation('夹紧', type, [value, this.constant_like(context, type, low),
        this.constant_like(context, type, low + this.random.below(20))], { fixed: value.fixed });
    }
    const high = this.expression(context, type);
    const low = this.expression(context, type);
    if (low.fixed && high.fixed) return value;
    return operation('夹紧', type, [value, low, high], { fixed: false });
  }

  to_integer(context, type) {
    const { random } = this;
    const element = element_of(type);
    const from = random.pick([element.kind === 'u32' ? i32 : u32, f32, f32, bool, element, ...(this.options.half ? [f16] : [])]);
    const operand = this.stored(context, with_element(type, from));
    return this.conversion(context, operand, type);
  }

  /** Any of the builtins that convert to the type. */
  conversion(context, operand, type, more = {}) {
    const word = type_words[element_of(type).kind];
    const names = [`转${word}`, '转换', ...(is_scalar(type) && operand.kind !== 'literal' ? [`新${word}`] : [])].filter((name) => !this.hidden(context, name));
    if (names.length === 0) return this.leaf(context, type);
    const name = this.random.pick(names);
    const type_arguments = name === '转换' ? [operand.type, type].slice(0, this.random.chance(0.9) ? 2 : 2) : undefined;
    return operation(name, type, [operand], { type_arguments, ...more });
  }

  /** Floats that are surely above zero, so that no zero's sign shows. */
  positive(context, type) {
    if (['加', '绝对值'].some((name) => this.hidden(context, name))) return null;
    const magnitude = operation('绝对值', type, [this.stored(context, type)]);
    return operation('加', type, [magnitude, this.constant_like(context, type, 1)], { bound: { most: 128, grain: 1 / 4 } });
  }

  bits(context, type) {
    const element = element_of(type);
    const from = this.random.pick([element.kind === 'u32' ? i32 : u32, f32]);
    if (from === f32) {
      const operand = this.positive(context, with_element(type, f32));
      return operand ? operation('位转换', type, [operand], { type_arguments: [operand.type, type] }) : this.leaf(context, type);
    }
    const operand_type = with_element(type, from);
    return operation('位转换', type, [this.expression(context, operand_type)], { type_arguments: [operand_type, type] });
  }

  float(context, type) {
    const element = element_of(type);
    const { kind } = element;
    const scalar_type = is_scalar(type);
    const chosen = this.named(context, [
      [5, '加'], [5, '减'], [4, '乘'], [1, '除以'], [1, '取余'], [2, '取负'], [2, '绝对值'], [1, '符号'], [2, '向下取整'], [1, '向上取整'], [1, '四舍五入'],
      [1, '截尾取整'], [1, '小数部分'], [1, '饱和'], [2, '最大'], [2, '最小'], [2, '夹紧'], [1, '阶跃'], [2, '混合'], [2, '融合乘加'],
      [scalar_type ? 3 : 0, '点积'], [scalar_type ? 0 : 2, '数乘'], [!scalar_type && type.count === 3 ? 2 : 0, '叉积'], [4, '转换'],
      [scalar_type ? 0 : 3, '矩阵乘'], [!scalar_type && type.count === 2 && kind === 'f32' ? 2 : 0, '解包半精度'],
    ]);
    if (!chosen) return this.leaf(context, type);
    const [name] = chosen;
    const one = (of = type) => this.expression(context, of);
    const make = (of_name = name) => (values) => operation(of_name, type, values);
    const same = ([a]) => a;
    switch (name) {
      case '加':
      case '减':
        return this.bounded(context, kind, [one(), one()], ([a, b]) => bounds.sum(a, b), make());
      case '乘':
        return this.bounded(context, kind, [one(), one()], ([a, b]) => bounds.product(a, b), make());
      case '除以':
      case '取余': {
        // One that the bounds keep as it is: rounded down it might be zero.
        const divisor = this.random.pick([1, 2, 4, 0.5, 0.25].filter((each) => each >= bounds.standard[kind].grain));
        const operands = [one(), this.constant_like(context, type, divisor)];
        if (name === '取余') return this.bounded(context, kind, operands, ([a, b]) => ({ most: a.most, grain: Math.min(a.grain, b.grain) }), make());
        return this.bounded(context, kind, operands, ([a]) => ({ most: a.most / Math.min(divisor, 1), grain: a.grain / Math.max(divisor, 1) }), make());
      }
      case '向下取整':
      case '向上取整':
      case '四舍五入':
      case '截尾取整':
        return this.bounded(context, kind, [one()], ([a]) => bounds.whole(a), make());
      case '小数部分':
      case '饱和':
        return this.bounded(context, kind, [one()], ([a]) => ({ most: 1, grain: Math.min(a.grain, 1) }), make());
      case '符号':
        return this.bounded(context, kind, [one()], () => ({ most: 1, grain: 1 }), make());
      case '最大':
      case '最小':
        return this.bounded(context, kind, [one(), one()], ([a, b]) => bounds.both(a, b), make());
      case '夹紧': {
        const low = this.random.between(-3, 1);
        const limits = [this.constant_like(context, type, low), this.constant_like(context, type, low + this.random.below(3))];
        return this.bounded(context, kind, [one(), ...limits], (list) => list.reduce(bounds.both), make());
      }
      case '阶跃':
        return this.bounded(context, kind, [one(), one()], () => ({ most: 1, grain: 1 }), make());
      case '混合': {
        const share = this.constant_like(context, type, this.random.pick([0, 1, 0.5, 0.25]));
        return this.bounded(context, kind, [one(), one(), share],
          ([a, b]) => ({ most: Math.max(a.most, b.most) * 2, grain: Math.min(a.grain, b.grain) / 16 }), make());
      }
      case '融合乘加':
        return this.bounded(context, kind, [one(), one(), one()], ([a, b, c]) => bounds.sum(bounds.product(a, b), c), make());
      case '点积': {
        const operand = vector(type, this.random.between(2, 4));
        return this.bounded(context, kind, [one(operand), one(operand)], ([a, b]) => bounds.sum(bounds.product(a, b), bounds.product(a, b), 4), make());
      }
      case '叉积':
        return this.bounded(context, kind, [one(), one()], ([a, b]) => bounds.sum(bounds.product(a, b), bounds.product(a, b)), make());
      case '数乘':
        return this.bounded(context, kind, [one(), one(element)], ([a, b]) => bounds.product(a, b), make());
      case '转换':
        return this.to_float(context, type);
      case '矩阵乘':
        return kind === 'f32' ? this.matrix_times_vector(context, type) : this.leaf(context, type);
      case '解包半精度': {
        const pair = this.positive(context, type);
        if (!pair || this.hidden(context, '打包半精度')) return this.leaf(context, type);
        return operation(name, type, [operation('打包半精度', u32, [pair])], { bound: pair.bound });
      }
      default:
        return this.bounded(context, kind, [one()], same, make());
    }
  }

  to_float(context, type) {
    const { random } = this;
    const element = element_of(type);
    const from = random.pick([u32, i32, bool, ...(this.options.half ? [element.kind === 'f32' ? f16 : f32] : [])]);
    if (from === f32 && !bounds.within({ most: 8, grain: 1 / 2 }, bounds.standard.f16)) return this.leaf(context, type);
    let operand = this.stored(context, with_element(type, from));
    let bound = { most: 8, grain: 1 };
    if (is_integer(from)) {
      if (this.hidden(context, '取余') || operand.fixed) return this.leaf(context, type);
      operand = operation('取余', operand.type, [operand, this.constant_like(context, operand.type, 8)], { fixed: false });
    } else if (from === f16) {
      bound = operand.bound;
    } else if (from === f32) {
      if (this.hidden(context, '向下取整') || this.hidden(context, '夹紧')) return this.leaf(context, type);
      const limits = [this.constant_like(context, operand.type, -8), this.constant_like(context, operand.type, 8)];
      operand = operation('向下取整', operand.type, [operation('夹紧', operand.type, [operand, ...limits])], { bound });
    }
    return this.conversion(context, operand, type, { bound });
  }

  matrix_times_vector(context, type) {
    const { random } = this;
    const other = random.between(2, 4);
    const left = random.chance(0.5);
    const matrix_type = left ? this.program.matrix_type(type.count, other) : this.program.matrix_type(other, type.count);
    const operands = [this.stored(context, matrix_type), this.stored(context, vector(f32, other))];
    if (left) operands.reverse();
    return this.bounded(context, 'f32', operands, ([a, b]) => bounds.sum(bounds.product(a, b), bounds.product(a, b), 4),
      (values) => operation('矩阵乘', type, values));
  }

  matrix(context, type) {
    const chosen = this.named(context, [[3, '加'], [2, '减'], [2, '数乘'], [3, '矩阵乘']]);
    if (!chosen) return this.leaf(context, type);
    const [name] = chosen;
    // Kept within the standard bounds: nothing clamps a matrix.
    const small = () => this.small_matrix(context, type);
    const product_bound = { most: 64, grain: 1 / 4 };
    if (name === '数乘') return operation(name, type, [small(), this.number(context, f32, this.random.pick([0, 1, 2, -1]))], { bound: product_bound });
    if (name === '矩阵乘') {
      const common = this.random.between(2, 4);
      const [a, b] = [this.program.matrix_type(common, type.column.count), this.program.matrix_type(type.count, common)];
      return operation(name, type, [this.small_matrix(context, a), this.small_matrix(context, b)], { bound: product_bound });
    }
    return operation(name, type, [small(), small()], { bound: product_bound });
  }

  /** Components -2 … 2. */
  small_matrix(context, type) {
    const { random } = this;
    const column = () => node('tuple', type.column, Array.from({ length: type.column.count }, () => this.small(context)));
    const columns = Array.from({ length: type.count }, column);
    columns.push(node('annotated', type.column, [columns.pop()]));
    const made = node('tuple', type, columns, { bound: { most: 4, grain: 1 / 2 } });
    return random.chance(0.3) ? node('annotated', type, [made]) : made;
  }

  small(context) {
    if (this.random.chance(0.5) || this.hidden(context, '夹紧') || this.hidden(context, '向下取整')) return this.number(context, f32, this.random.between(-2, 2));
    const clamped = operation('夹紧', f32, [this.leaf(context, f32), this.number(context, f32, -2), this.number(context, f32, 2)]);
    return operation('向下取整', f32, [this.standard(context, clamped)]);
  }

  // Statements: expressions of type 有.

  /** Something done for its effect; its value, if it has one, is dropped. */
  dropped(context) {
    const { random } = this;
    const inner = this.deeper(context);
    const ways = [[1, () => this.nothing_or_branch(inner)]];
    const cells = this.visible(context, (binder) => binder.cell);
    if (cells.length > 0 && !this.hidden(context, '写格')) {
      ways.push([3, () => {
        const binder = random.pick(cells);
        return node('assign', unit, [this.stored(inner, binder.type)], { binder });
      }]);
    }
    if (context.effects && this.can_own(context)) {
      const states = this.definitions(context, ({ role }) => role === 'state');
      if (states.length > 0 && !this.hidden(context, '写数组')) ways.push([6, () => this.write_state(inner, random.pick(states))]);
      const copies = states.flatMap((to) => this.sources_of_four(context, to).map((from) => () => this.copy_four(inner, from, to)));
      if (copies.length > 0) ways.push([1, () => random.pick(copies)()]);
      const atomics = this.definitions(context, ({ role }) => role === 'own_atomic' || role === 'common_atomic');
      if (atomics.length > 0) ways.push([2, () => this.atomic_statement(inner, random.pick(atomics))]);
      const units = this.definitions(context, (definition) =>
        definition.kind === 'function' && definition.result.kind === 'unit' &&
          !definition.entry_only && !definition.barrier && this.callable(context, definition));
      if (units.length > 0) ways.push([3, () => this.unit_call(inner, random.pick(units))]);
      if (context.loops > 0 && context.depth > 1) ways.push([2, () => this.program.recursions.expression(inner, unit)]);
    }
    return random.weighted(ways)();
  }

  /** The same as a value of type 有. */
  statement(context) {
    const made = this.dropped(context);
    return made.type.kind === 'unit' ? made : sequence(made, nothing());
  }

  unit_call(context, definition) {
    const made = this.call(context, definition);
    return made.type.kind === 'unit' ? made : nothing();
  }

  nothing_or_branch(context) {
    if (context.depth <= 0) return nothing();
    const branch = () => (context.depth > 0 && this.random.chance(0.7) ? this.statement(context) : nothing());
    return node('choose', unit, [this.expression(context, bool), branch(), branch()]);
  }

  write_state(context, resource) {
    return node('write', unit, [this.own_index(context), this.stored(context, resource.element)], { resource });
  }

  /** What the own slots of `state` may be copied from, four at once. */
  sources_of_four(context, state) {
    if (!['u32', 'f32'].includes(state.element.kind)) return [];
    if (['加', '取余', '读数组', '写数组'].some((name) => this.hidden(context, name))) return [];
    return this.definitions(context, ({ role, element }) => role === 'input' && same_type(element, state.element));
  }

  /** Four neighbours, the first of which may be any, into the own slots, of which 读四 then reads all. */
  copy_four(context, from, to) {
    const number = (value) => this.number(context, u32, value);
    const sum = (a, b) => operation('加', u32, [a, b], { fixed: false });
    const first = () => operation('取余', u32, [local(context.base), number(7)], { fixed: false });
    const writes = [0, 1, 2, 3].map((i) => {
      const read = node('read', from.element, [i === 0 ? first() : sum(first(), number(i))], { resource: from });
      return node('write', unit, [i === 0 ? local(context.base) : sum(local(context.base), number(i)), read], { resource: to });
    });
    const four = node('read_four', vector(to.element, 4), [local(context.base)], { resource: to });
    const back = node('write', unit, [this.own_index(context), this.component(context, four, this.random.below(4))], { resource: to });
    return [...writes, back].reduceRight((rest, part) => sequence(part, rest));
  }

  atomic_statement(context, resource) {
    const { element } = resource;
    if (resource.role === 'common_atomic') {
      // One operation for each slot, so that the order of invocations does not matter; what it gives is dropped.
      const [name, first] = this.random.pick([['原子加', 0], ['原子最大', 4], ['原子最小', 8]]);
      const index = operation('加', u32, [this.index(context, 4), this.number(context, u32, first)], { fixed: false });
      return node('atomic', element, [index, this.stored(context, element)], { resource, name });
    }
    const name = this.random.pick(['原子加', '原子最大', '原子最小', '原子存']);
    return node('atomic', name === '原子存' ? unit : element, [this.own_index(context), this.stored(context, element)], { resource, name });
  }
}
