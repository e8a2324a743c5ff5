// A random program: types, resources, constants, functions, entries. `make_program(seed)` always gives the same one.

import * as bounds from './bounds.mjs';
import { DeadEnd, Expressions } from './expressions.mjs';
import { plain, odd, numbers, unused_builtins, used_builtins } from './names.mjs';
import { bind, literal, local, node, nothing, operation, sequence } from './nodes.mjs';
import { Random } from './random.mjs';
import { Recursions } from './recursions.mjs';
import { add_table, wild_copy } from './wild.mjs';
import { half_value } from '../../run/values.mjs';
import {
  bool,
  element_of,
  f16,
  f32,
  fixed_array,
  holds_half,
  i32,
  is_float,
  is_integer,
  is_scalar,
  matrix,
  structure,
  u32,
  unit,
  vector,
} from './types.mjs';

const slots = 4;
const global_characters = ['山', '水', '风', '云', '雷', '火', '林', '石', '日', '月', '星', '河'];

export class Program {
  /** `wild`: reads may go beyond the end; the program is for `--bounds clamp`. */
  constructor(seed, wild) {
    this.random = new Random(seed);
    this.seed = seed;
    this.wild = wild;
    this.slots = slots;
    this.definitions = [];
    this.global_names = new Set();
    const { random } = this;
    // One name of a definition may be a number: then no literal is written that way, before or behind it.
    this.number_names = new Set(random.chance(0.2) ? [random.pick(['七', '一二', '0.5', '007'])] : []);
    this.options = {
      half: random.chance(0.3),
      shared: random.chance(0.35),
      struct: random.chance(0.6),
      size: random.weighted([
        [6, 0],
        [5, 1],
        [2, 2],
      ]),
    };
    this.expressions = new Expressions(this, random, this.options);
    this.recursions = new Recursions(this, random);
    this.binders = 0;
  }

  // Names.

  /** A local. Its name may hide anything that the program does not need there. */
  binder(context, type, more = {}) {
    const name = this.local_name(context);
    return { id: (this.binders += 1), name, type, ...more };
  }

  local_name(context) {
    const { random } = this;
    for (;;) {
      const functions = this.definitions.filter(({ kind }) => kind === 'function' || kind === 'constant');
      const name = random.weighted([
        [70, () => random.pick(plain)],
        [12, () => random.pick(odd)],
        [6, () => random.pick(numbers)],
        [5, () => random.pick(used_builtins)],
        [3, () => (functions.length ? random.pick(functions).name : '甲')],
      ])();
      const needed = context.scope.some((binder) => binder.name === name && (binder.recursion || binder === context.base));
      // A definition in the making must not be hidden from a later name of its own: names of types and resources stay free.
      if (!needed && !this.reserved_names.has(name)) return name;
    }
  }

  get reserved_names() {
    return new Set(this.definitions.filter(({ kind }) => kind !== 'function' && kind !== 'constant').map(({ name }) => name));
  }

  global_name() {
    const { random } = this;
    for (;;) {
      let name = random.pick(global_characters) + random.pick(global_characters);
      if (random.chance(0.15)) name = random.pick([...odd, ...unused_builtins]);
      else if (random.chance(0.1) && this.number_names.size > 0) [name] = this.number_names;
      if (this.global_names.has(name) || ['阳', '阴'].includes(name)) continue;
      this.global_names.add(name);
      return name;
    }
  }

  add(kind, more) {
    const definition = { kind, order: this.definitions.length, name: this.global_name(), ...more };
    this.definitions.push(definition);
    return definition;
  }

  // Types.

  random_scalar() {
    return this.random.pick([u32, u32, u32, i32, i32, f32, f32, bool, ...(this.options.half ? [f16] : [])]);
  }

  matrix_type(columns, rows) {
    return matrix(columns, rows);
  }

  /** Anything that a local, parameter or result may be, and that can be made in `context`. */
  random_type(context) {
    const { random } = this;
    const type = random.weighted([
      [10, () => this.random_scalar()],
      [5, () => vector(this.random_scalar(), random.between(2, 4))],
      [3, () => this.matrix_type(random.between(2, 4), random.between(2, 4))],
      [2, () => this.random_struct() ?? u32],
      [2, () => fixed_array(random.pick([u32, f32, i32]), random.pick([2, 3, 4]))],
    ])();
    return !context || this.expressions.can_make(context, type) ? type : u32;
  }

  random_struct() {
    const structs = this.definitions.filter(({ kind, input }) => kind === 'struct' && !input);
    return structs.length > 0 ? this.random.pick(structs).type : null;
  }

  buffer_field() {
    const { random } = this;
    const number = () => random.pick([u32, i32, f32, f32, ...(this.options.half ? [f16] : [])]);
    return random.weighted([
      [5, () => number()],
      [5, () => vector(number(), random.between(2, 4))],
      [2, () => this.matrix_type(random.between(2, 4), random.between(2, 4))],
      [2, () => this.random_struct() ?? u32],
      [3, () => fixed_array(random.pick([u32, f32, vector(f32, 3), vector(i32, 2)]), random.pick([2, 3, 4]))],
    ])();
  }

  make_structs() {
    const count = this.options.struct ? this.random.between(1, 3) : 0;
    for (let i = 0; i < count; i += 1) {
      const names = this.random
        .shuffled([...plain.slice(0, 8), ...this.random.shuffled(odd).slice(0, 3), '一', '0'])
        .slice(0, this.random.between(1, 5));
      const type = structure(names.map((name) => ({ name, type: this.buffer_field() })));
      type.definition = this.add('struct', { type });
    }
  }

  // Resources.

  resource(more) {
    return this.add('resource', more);
  }

  next_place() {
    this.places = (this.places ?? -1) + 1;
    return this.random.chance(0.9) ? [0, this.places] : [1, this.places];
  }

  storage(role, type, content, access) {
    return this.resource({
      space: 'storage',
      role,
      type,
      at: this.next_place(),
      access,
      content,
      element: type.element,
      count: Array.isArray(content) ? content.length : undefined,
    });
  }

  data(type, wild) {
    const { random } = this;
    if (is_integer(type)) return wild ? this.expressions.random_value(type) : random.below(16);
    if (is_float(type)) {
      const { most, grain } = bounds.standard[type.kind];
      const value = random.between(-most / grain, most / grain) * grain;
      return type.kind === 'f16' ? half_value(new Uint16Array([0])[0]) + value : value;
    }
    if (type.kind === 'struct') return type.fields.map((field) => this.data(field.type, wild));
    return Array.from({ length: type.count }, () => this.data(type.kind === 'matrix' ? type.column : type.element, wild));
  }

  make_resources() {
    const { random, options } = this;
    const array = (element, atomic) => ({ kind: 'runtime_array', element, atomic });
    const list = (element, count) => Array.from({ length: count }, () => this.data(element, true));
    const elements = random.shuffled([
      u32,
      i32,
      f32,
      vector(f32, 3),
      vector(u32, 2),
      vector(i32, 4),
      ...(options.half ? [f16, vector(f16, 3)] : []),
    ]);
    for (const element of [u32, ...elements.slice(0, random.between(0, 2))])
      this.storage('input', array(element), list(element, 16), random.pick(['read', 'read_write']));
    for (const element of [
      u32,
      ...random.shuffled([i32, f32, vector(f32, 2), vector(i32, 3), ...(options.half ? [f16] : [])]).slice(0, random.between(0, 2)),
    ]) {
      this.storage('state', array(element), list(element, this.invocations * slots), 'read_write');
    }
    const struct = this.random_struct();
    if (struct && random.chance(0.8)) {
      this.storage('input', array(struct), list(struct, random.pick([4, 8])), 'read');
      this.storage('result', array(struct), list(struct, this.invocations), 'read_write');
    }
    if (this.wild) add_table(this);
    if (random.chance(0.4)) {
      const type = this.buffer_field();
      this.storage('whole', type, this.data(type, true), 'read');
    }
    if (random.chance(0.3)) {
      const type = this.buffer_field();
      this.storage('whole_result', type, this.data(type, true), 'read_write');
    }
    if (random.chance(0.4)) {
      const type = structure(
        [
          ['长', u32],
          ['宽', vector(f32, 4)],
          ['高', this.matrix_type(random.between(2, 4), random.pick([2, 4]))],
          ['x', i32],
        ].map(([name, of]) => ({ name, type: of })),
      );
      type.definition = this.add('struct', { type });
      this.resource({ space: 'uniform', role: 'whole', type, at: this.next_place(), access: 'uniform', content: this.data(type, false) });
    }
    if (random.chance(0.4)) {
      const type = random.pick([u32, i32]);
      this.storage('common_atomic', array(type, true), list(type, 12), 'read_write');
    }
    if (random.chance(0.3)) {
      const type = random.pick([u32, i32]);
      this.storage('own_atomic', array(type, true), list(type, this.invocations * slots), 'read_write');
    }
  }

  make_shared() {
    if (!this.options.shared) return;
    const { random } = this;
    const element = random.pick([u32, i32, f32, vector(f32, 3), this.random_struct() ?? u32]);
    const type = fixed_array(element, this.group_count);
    this.resource({ space: 'shared', role: 'shared', type, element, count: this.group_count });
    if (random.chance(0.5)) this.resource({ space: 'shared', role: 'bound', type: u32, element: u32 });
  }

  // Constants and functions.

  make_constants() {
    const { random, expressions } = this;
    for (let i = 0; i < random.below(4); i += 1) {
      const type = random.pick([u32, i32, f32, bool, vector(f32, 3), vector(u32, 2)]);
      const context = { scope: [], depth: -5, effects: false, loops: 0 };
      const value = is_scalar(type)
        ? expressions.leaf(context, type)
        : node(
            'tuple',
            type,
            Array.from({ length: type.count }, () => expressions.number(context, type.element, random.below(9))),
          );
      if (!is_scalar(type) && is_float(type.element)) value.bound = bounds.standard[type.element.kind];
      this.add('constant', { type, parts: [value], bare_type: random.chance(0.2) });
    }
  }

  context(more) {
    return { scope: [], depth: 2 + this.random.below(this.options.size + 1), effects: false, loops: 2, ...more };
  }

  make_function() {
    const { random } = this;
    const effects = random.chance(0.5);
    const parameters = [];
    let context = this.context({ effects });
    const give = (type, more) => {
      const parameter = this.binder(context, type, more);
      if (parameters.some(({ name }) => name === parameter.name)) parameter.name = `${parameter.name}之${parameters.length}`;
      parameters.push(parameter);
      context = this.expressions.within(context, parameter);
    };
    if (effects) {
      give(u32, { base: true });
      context.base = parameters[0];
    }
    for (let i = random.below(4); i > 0; i -= 1) give(this.random_type(), {});
    if (parameters.length === 0) give(random.chance(0.5) ? unit : u32, {});
    const result = random.weighted([
      [effects ? 4 : 0, () => unit],
      [4, () => random.pick([u32, u32, i32, f32, bool])],
      [4, () => this.random_type(context)],
    ])();
    const body = result.kind === 'unit' ? this.statements(context, 1 + random.below(3)) : this.expressions.stored(context, result);
    this.add('function', { parameters, result, parts: [body], effects });
  }

  statements(context, count) {
    let rest = this.expressions.statement(context);
    for (let i = 1; i < count; i += 1) rest = sequence(this.expressions.dropped(context), rest);
    return rest;
  }

  // Entries.

  make_entry() {
    const { random } = this;
    this.entry_number = (this.entry_number ?? 0) + 1;
    const forms = this.flat ? ['号', '序', '构'] : ['序', '构'];
    const form = random.pick(forms);
    const parameters = [];
    let context = this.context({ effects: true, depth: 2 + this.options.size });
    const give = (builtin, type) => {
      const parameter = this.binder(context, type, { builtin });
      while (parameters.some(({ name }) => name === parameter.name)) parameter.name = `${parameter.name}之`;
      parameters.push(parameter);
      context = this.expressions.within(context, parameter);
      return parameter;
    };
    const triple = vector(u32, 3);
    const inputs = {};
    let of;
    if (form === '号') {
      const number = give('全局调用号', triple);
      of = { linear: () => this.expressions.component(context, local(number), 0) };
    } else {
      const wanted = random.shuffled([
        ['局部调用序', u32],
        ['工作组号', triple],
        ['工作组数', triple],
      ]);
      if (form === '构') {
        const names = random.shuffled(plain).slice(0, 3);
        const type = structure(wanted.map(([builtin, field], i) => ({ name: names[i], type: field, builtin })));
        type.definition = this.add('struct', { type, input: true });
        const parameter = this.binder(context, type, { structure: type.definition, fields: wanted.map(([builtin]) => builtin) });
        parameters.push(parameter);
        context = this.expressions.within(context, parameter);
        wanted.forEach(([builtin, field], i) => {
          inputs[builtin] = () => node('project', field, [local(parameter)], { index: i });
        });
      } else {
        for (const [builtin, field] of wanted) {
          const parameter = give(builtin, field);
          inputs[builtin] = () => local(parameter);
        }
      }
      of = { inputs };
    }
    const body = this.entry_body(context, of);
    const callee = this.add('function', { parameters, result: unit, parts: [body], entry_only: true });
    const size = this.size;
    const is_triple = size[1] > 1 || size[2] > 1 || random.chance(0.2);
    return this.add('entry', { function: callee, size, triple: is_triple });
  }

  /** 序 of the invocation among all, then its first own slot, then statements or phases. */
  entry_body(outer, { linear, inputs }) {
    const { random, expressions } = this;
    const own = (name, of) => ({ id: (this.binders += 1), name, type: u32, ...of });
    const number = own('线');
    const base = own('基', { base: true });
    const place = inputs && own('序');
    const at = (index, of) => expressions.component(outer, of(), index);
    const number_of = (value) => literal(u32, value, random, (name) => expressions.hidden(outer, name) || this.number_names.has(name));
    const plus = (a, b) => operation('加', u32, [a, b], { fixed: false });
    const times = (a, b) => operation('乘', u32, [a, b], { fixed: false });
    let value;
    if (inputs) {
      const groups = (i) => at(i, inputs.工作组数);
      const group = (i) => at(i, inputs.工作组号);
      value = plus(
        local(place),
        times(number_of(this.group_count), plus(group(0), times(groups(0), plus(group(1), times(groups(1), group(2)))))),
      );
    } else {
      value = linear();
    }
    for (const binder of outer.scope) if (used_builtins.includes(binder.name)) binder.name = `${binder.name}数`;
    const context = { ...expressions.within(outer, ...(place ? [place] : []), number, base), base };
    let phases = this.options.shared && place ? this.phases(context, place) : this.plain_body(context, number);
    if (place && random.chance(0.3)) phases = this.exchange(context, place, number, phases);
    if (place && random.chance(0.15)) phases = this.subgroup_agreement(context, inputs, phases);
    let body = bind(base, times(local(number), number_of(slots)), phases);
    body = bind(number, value, body);
    return place ? bind(place, inputs.局部调用序(), body) : body;
  }

  /** Own slots written, a storage barrier, a neighbour's slot of a buffer read, a storage barrier, then the rest. */
  exchange(context, place, number, rest) {
    const { random, expressions } = this;
    const names = ['加', '减', '乘', '取余', '读数组', '写数组', '存储屏障'];
    const resource = this.definitions.find(({ role }) => role === 'state');
    if (names.some((name) => expressions.hidden(context, name)) || !resource || !expressions.can_make(context, resource.element)) return rest;
    const sum = (a, b) => operation('加', u32, [a, b], { fixed: false });
    const constant = (value) => expressions.number(context, u32, value);
    const shifted = sum(local(place), constant(random.below(this.group_count + 2)));
    const neighbour = operation('取余', u32, [shifted, constant(this.group_count)], { fixed: false });
    const first = operation('减', u32, [local(number), local(place)], { fixed: false });
    const scaled = operation('乘', u32, [sum(first, neighbour), constant(slots)], { fixed: false });
    const index = sum(scaled, constant(random.below(slots)));
    const seen = { id: (this.binders += 1), name: '邻值', type: resource.element, bound: bounds.standard[element_of(resource.element).kind] };
    const barrier = () => node('barrier', unit, [], { name: '存储屏障' });
    const back = node('write', unit, [expressions.own_index(context), local(seen)], { resource });
    const read = node('read', resource.element, [index], { resource });
    const before = expressions.write_state(context, resource);
    return sequence(before, sequence(barrier(), bind(seen, read, sequence(barrier(), sequence(back, rest)))));
  }

  /** What all lanes of a subgroup have alike comes out of its operations as it went in, whatever their number. */
  subgroup_agreement(context, inputs, rest) {
    const { random, expressions } = this;
    const name = random.pick(['子组最大', '子组最小', '子组广播', '子组洗牌']);
    if ([name, '写数组', '加'].some((needed) => expressions.hidden(context, needed))) return rest;
    const resource = this.definitions.find(({ role, element }) => role === 'state' && element.kind === 'u32');
    const alike = expressions.component(context, inputs.工作组号(), random.below(3));
    const lane = name.startsWith('子组最') ? [] : [expressions.number(context, u32, 0)];
    const seen = { id: (this.binders += 1), name: '同值', type: u32 };
    const back = node('write', unit, [expressions.own_index(context), local(seen)], { resource });
    this.uses_subgroups = true;
    return bind(seen, operation(name, u32, [alike, ...lane], { fixed: false }), sequence(back, rest));
  }

  plain_body(context, number) {
    const { random, expressions } = this;
    const parts = [];
    for (let i = 1 + random.below(3); i > 0; i -= 1) parts.push(expressions.statement(context));
    for (const resource of expressions.definitions(context, ({ role }) => role === 'state'))
      parts.push(expressions.write_state(context, resource));
    if (this.wild) for (let i = 0; i < 6; i += 1) parts.push(wild_copy(expressions, context));
    for (const resource of expressions.definitions(context, ({ role }) => role === 'result')) {
      if (expressions.can_make(context, resource.element))
        parts.push(node('write', unit, [local(number), expressions.stored(context, resource.element)], { resource }));
    }
    for (const resource of expressions.definitions(context, ({ role }) => role === 'whole_result')) {
      if (!expressions.can_make(context, resource.type) || this.written?.has(resource)) continue;
      (this.written ??= new Set()).add(resource);
      const write = node('write_whole', unit, [expressions.stored(context, resource.type)], { resource });
      const zero = expressions.number(context, u32, 0);
      parts.push(node('choose', unit, [operation('等于', bool, [local(number), zero]), write, nothing()]));
    }
    if (random.chance(0.4)) {
      const binder = this.binder(context, u32, {});
      const inner = expressions.within(context, binder);
      if (expressions.can_own(inner) && !expressions.hidden(inner, '写数组')) {
        const last = expressions
          .definitions(inner, ({ role }) => role === 'state')
          .map((resource) => expressions.write_state(inner, resource))[0];
        if (last) parts.push(bind(binder, expressions.stored(context, u32), last));
      }
    }
    return parts.reduceRight((rest, part) => sequence(part, rest));
  }

  barrier() {
    return node('barrier', unit, [], { name: this.random.chance(0.8) ? '工作组屏障' : '存储屏障' });
  }

  /** Workgroup memory: own element, barrier, anyone's, barrier, and so on; all control flow round barriers is uniform. */
  phases(context, place) {
    const { random, expressions } = this;
    const shared = this.definitions.find(({ role }) => role === 'shared');
    const bound = this.definitions.find(({ role }) => role === 'bound');
    const barrier = () => node('barrier', unit, [], { name: '工作组屏障' });
    const write_own = (where) =>
      node(
        'write',
        unit,
        [
          local(place),
          expressions.can_make(where, shared.element) ? expressions.stored(where, shared.element) : expressions.leaf(where, shared.element),
        ],
        { resource: shared },
      );
    const reading = { ...context, shared: true };
    const number = context.scope.find(({ name }) => name === '线');
    let rest = this.plain_body(reading, number);
    if (random.chance(0.5)) rest = sequence(this.uniform_loop(context, write_own, barrier, null), rest);
    if (bound && random.chance(0.8)) {
      const limit = this.binder(context, u32, {});
      const inner = expressions.within(context, limit);
      const again = this.uniform_loop(inner, write_own, barrier, limit);
      const write = node(
        'write_whole',
        unit,
        [
          node('choose', u32, [
            expressions.number(context, bool, random.chance(0.5)),
            expressions.number(context, u32, random.below(4)),
            expressions.number(context, u32, 2),
          ]),
        ],
        { resource: bound },
      );
      const only_first = node('choose', unit, [
        operation('等于', bool, [local(place), expressions.number(context, u32, random.below(this.group_count))]),
        write,
        nothing(),
      ]);
      rest = sequence(
        barrier(),
        sequence(only_first, bind(limit, node('uniform_read', u32, [], { resource: bound }), sequence(again, rest))),
      );
      // The loop may hide what the rest needs: the rest was made without the name.
      limit.name = '限';
    }
    if (random.chance(0.7)) rest = sequence(write_own(context), sequence(barrier(), rest));
    else rest = sequence(barrier(), rest);
    return random.chance(0.3) ? sequence(expressions.dropped(context), rest) : rest;
  }

  uniform_loop(context, write_own, barrier, limit) {
    const { random, expressions } = this;
    const binder = { id: (this.binders += 1), name: '步', type: unit };
    const counter = { id: (this.binders += 1), name: '次', type: u32 };
    const recursion = { kind: 'recursion', result: unit, parameters: [counter], name: '步', binder };
    binder.recursion = recursion;
    const inner = expressions.within(context, binder, counter);
    const zero = expressions.number(inner, u32, 0);
    const stop = operation('等于', bool, [local(counter), zero]);
    const again = node('self_call', unit, [operation('减', u32, [local(counter), expressions.number(inner, u32, 1)])], { recursion });
    const seen = { id: (this.binders += 1), name: '见', type: u32 };
    const after = expressions.within(inner, seen);
    const read = expressions.stored({ ...inner, shared: true, depth: 2 }, u32);
    const rest = bind(seen, read, sequence(barrier(), sequence(write_own(after), sequence(barrier(), again))));
    recursion.parts = [node('choose', unit, [stop, nothing(), rest])];
    const start = limit
      ? operation('位与', u32, [local(limit), expressions.number(inner, u32, 3)], { fixed: false })
      : expressions.number(inner, u32, random.below(4));
    return node('recursion', unit, [recursion.parts[0], node('loop', unit, [start], { recursion })], { recursion });
  }

  make() {
    const { random } = this;
    this.size = random.pick([
      [4, 1, 1],
      [8, 1, 1],
      [1, 1, 1],
      [2, 2, 1],
      [2, 1, 2],
      [3, 1, 1],
      [2, 2, 2],
    ]);
    this.group_count = this.size.reduce((a, b) => a * b);
    const groups = random.pick([
      [1, 1, 1],
      [2, 1, 1],
      [1, 1, 1],
      [2, 2, 1],
      [1, 2, 2],
    ]);
    this.flat = this.size[1] * this.size[2] * groups[1] * groups[2] === 1;
    this.invocations = this.group_count * groups.reduce((a, b) => a * b);
    this.make_structs();
    this.make_resources();
    this.make_constants();
    this.make_shared();
    for (let i = random.below(3 + 2 * this.options.size); i > 0; i -= 1) this.make_function();
    this.dispatches = [{ entry: this.make_entry(), workgroups: groups }];
    if (random.chance(0.15)) this.dispatches.push({ entry: this.make_entry(), workgroups: groups });
    if (random.chance(0.1))
      this.dispatches.push({
        entry: this.add('entry', { function: this.dispatches[0].entry.function, size: this.size, triple: true }),
        workgroups: groups,
      });
    return this;
  }

  get needs_half() {
    return (
      this.options.half ||
      this.definitions.some(
        (definition) => definition.type && definition.kind === 'resource' && holds_half(definition.type.element ?? definition.type),
      )
    );
  }
}

export function make_program(seed, wild = false) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return Object.assign(new Program(seed + attempt * 1000003, wild).make(), { seed });
    } catch (error) {
      if (!(error instanceof DeadEnd) || attempt === 20) throw error;
    }
  }
}
