// Runs a generated program: the meaning of its tree, invocation by invocation, with barriers. Knows nothing of the texts.

import { evaluate_operation } from './operations.mjs';
import { layout } from './types.mjs';

/** What a self call gives to the loop that it continues. */
class SelfCall {
  constructor(recursion, values) {
    this.recursion = recursion;
    this.values = values;
  }
}

const step_limit = 400000;

class Invocation {
  constructor(memory, builtins, wild = false) {
    this.memory = memory; // by resource
    this.builtins = builtins;
    this.wild = wild; // reads beyond the end give the last element
    this.steps = 0;
  }

  /** Without barriers. */
  evaluate(node, locals) {
    if (node.has_barrier) {
      const run = this.run(node, locals);
      const { done, value } = run.next();
      if (!done) throw new Error('a barrier where none may be');
      return value;
    }
    if ((this.steps += 1) > step_limit) throw new Error('the generated program runs too long');
    return this[node.kind](node, locals);
  }

  all(nodes, locals) {
    return nodes.map((node) => this.evaluate(node, locals));
  }

  literal(node) {
    return node.value;
  }

  bare(node) {
    return node.value;
  }

  unit() {
    return null;
  }

  local(node, locals) {
    return locals.get(node.binder);
  }

  read_cell(node, locals) {
    return locals.get(node.binder);
  }

  constant(node) {
    return node.definition.value;
  }

  annotated(node, locals) {
    return this.evaluate(node.parts[0], locals);
  }

  operation(node, locals) {
    return evaluate_operation(
      node.name,
      node.parts.map((part) => part.type),
      this.all(node.parts, locals),
      node.type,
    );
  }

  both(node, locals) {
    return this.evaluate(node.parts[0], locals) && this.evaluate(node.parts[1], locals);
  }

  either(node, locals) {
    return this.evaluate(node.parts[0], locals) || this.evaluate(node.parts[1], locals);
  }

  tuple(node, locals) {
    return this.all(node.parts, locals);
  }

  /** Fields in the written order. */
  record(node, locals) {
    const result = [];
    node.parts.forEach((part, i) => {
      result[node.order[i]] = this.evaluate(part, locals);
    });
    return result;
  }

  project(node, locals) {
    return this.evaluate(node.parts[0], locals)[node.index];
  }

  element(node, locals) {
    const [array, index] = this.all(node.parts, locals);
    return array[this.held(index, array.length)];
  }

  choose(node, locals) {
    return this.evaluate(node.parts[this.evaluate(node.parts[0], locals) ? 1 : 2], locals);
  }

  bind(node, locals) {
    locals.set(node.binder, this.evaluate(node.parts[0], locals));
    return this.evaluate(node.parts[1], locals);
  }

  assign(node, locals) {
    locals.set(node.binder, this.evaluate(node.parts[0], locals));
    return null;
  }

  sequence(node, locals) {
    this.evaluate(node.parts[0], locals);
    return this.evaluate(node.parts[1], locals);
  }

  recursion(node, locals) {
    return this.evaluate(node.parts[1], locals);
  }

  self_call(node, locals) {
    return new SelfCall(node.recursion, this.all(node.parts, locals));
  }

  loop(node, locals) {
    const { recursion } = node;
    let values = this.all(node.parts, locals);
    for (;;) {
      recursion.parameters.forEach((parameter, i) => locals.set(parameter, values[i]));
      const result = this.evaluate(recursion.parts[0], locals);
      if (!(result instanceof SelfCall) || result.recursion !== recursion) return result;
      values = result.values;
    }
  }

  call(node, locals) {
    const values = this.all(node.parts, locals);
    const inner = new Map(node.definition.parameters.map((parameter, i) => [parameter, values[i]]));
    return this.evaluate(node.definition.parts[0], inner);
  }

  place(node, locals) {
    const content = this.memory.get(node.resource);
    const [index, ...others] = this.all(node.parts, locals);
    if (!(index < content.length)) throw new Error('the generated program goes out of bounds');
    return [content, index, ...others];
  }

  /** Where a read finds its element: the last one, if it goes beyond it in a wild program. */
  held(index, length) {
    if (index < length) return index;
    if (!this.wild) throw new Error('the generated program reads out of bounds');
    return length - 1;
  }

  read(node, locals) {
    const content = this.memory.get(node.resource);
    return content[this.held(this.evaluate(node.parts[0], locals), content.length)];
  }

  write(node, locals) {
    const [content, index, value] = this.place(node, locals);
    content[index] = value;
    return null;
  }

  read_four(node, locals) {
    const content = this.memory.get(node.resource);
    const index = this.evaluate(node.parts[0], locals);
    return [0, 1, 2, 3].map((i) => content[this.held(index + i, content.length)]);
  }

  read_whole(node) {
    return this.memory.get(node.resource);
  }

  write_whole(node, locals) {
    this.memory.set(node.resource, this.evaluate(node.parts[0], locals));
    return null;
  }

  /** A buffer's size is a multiple of four bytes: elements of two bytes may be one more than were written. */
  array_length(node) {
    const { size, align } = layout(node.resource.element);
    const stride = Math.ceil(size / align) * align;
    return Math.floor((Math.ceil((this.memory.get(node.resource).length * stride) / 4) * 4) / stride);
  }

  atomic(node, locals) {
    const [content, index, value] = this.place(node, locals);
    const before = content[index];
    const type = node.resource.element;
    const operations = { 原子加: '加', 原子最大: '最大', 原子最小: '最小' };
    if (node.name === '原子读') return before;
    content[index] = node.name === '原子存' ? value : evaluate_operation(operations[node.name], [type, type], [before, value], type);
    return node.name === '原子存' ? null : before;
  }

  /** Yields at every barrier. */
  *run(node, locals) {
    if (!node.has_barrier) return this.evaluate(node, locals);
    switch (node.kind) {
      case 'barrier':
        yield;
        return null;
      case 'uniform_read': {
        yield;
        const value = this.memory.get(node.resource);
        yield;
        return value;
      }
      case 'bind':
        locals.set(node.binder, yield* this.run(node.parts[0], locals));
        return yield* this.run(node.parts[1], locals);
      case 'sequence':
        yield* this.run(node.parts[0], locals);
        return yield* this.run(node.parts[1], locals);
      case 'choose':
        return yield* this.run(node.parts[this.evaluate(node.parts[0], locals) ? 1 : 2], locals);
      case 'recursion':
        return yield* this.run(node.parts[1], locals);
      case 'loop':
        return yield* this.run_loop(node, locals);
      case 'call': {
        const values = this.all(node.parts, locals);
        return yield* this.run(node.definition.parts[0], new Map(node.definition.parameters.map((parameter, i) => [parameter, values[i]])));
      }
      default:
        throw new Error(`a barrier inside ${node.kind}`);
    }
  }

  *run_loop(node, locals) {
    const { recursion } = node;
    let values = this.all(node.parts, locals);
    for (;;) {
      recursion.parameters.forEach((parameter, i) => locals.set(parameter, values[i]));
      const result = yield* this.run(recursion.parts[0], locals);
      if (!(result instanceof SelfCall) || result.recursion !== recursion) return result;
      values = result.values;
    }
  }
}

/** Marks the nodes that may pass a barrier. Bodies of functions and recursions come before their calls. */
export function mark_barriers(program) {
  const visit = (node) => {
    let found = node.kind === 'barrier' || node.kind === 'uniform_read';
    for (const part of node.parts ?? []) found = visit(part) || found;
    if (node.kind === 'loop') found ||= node.recursion.parts[0].has_barrier === true;
    if (node.kind === 'call') found ||= node.definition.parts[0].has_barrier === true;
    node.has_barrier = found;
    return found;
  };
  for (const definition of program.definitions) for (const part of definition.parts ?? []) visit(part);
}

/** The zero value of a type. */
export function zero(type) {
  if (type.kind === 'struct') return type.fields.map((field) => zero(field.type));
  if (type.kind === 'bool') return false;
  if (type.count === undefined) return 0;
  return Array.from({ length: type.count }, () => zero(type.kind === 'matrix' ? type.column : type.element));
}

function* triples([x_end, y_end, z_end]) {
  for (let z = 0; z < z_end; z += 1) for (let y = 0; y < y_end; y += 1) for (let x = 0; x < x_end; x += 1) yield [x, y, z];
}

function builtin_inputs(group, groups, local, size) {
  return {
    全局调用号: group.map((g, i) => g * size[i] + local[i]),
    局部调用号: local,
    局部调用序: local[0] + size[0] * (local[1] + size[1] * local[2]),
    工作组号: group,
    工作组数: groups,
  };
}

function run_workgroup(entry, memory, group, groups, shared, wild) {
  for (const resource of shared) memory.set(resource, zero(resource.type));
  const { function: callee, size } = entry;
  let waiting = [...triples(size)].map((local) => {
    const inputs = builtin_inputs(group, groups, local, size);
    const give = (parameter) => (parameter.fields ? parameter.fields.map((name) => inputs[name]) : inputs[parameter.builtin]);
    const values = new Map(callee.parameters.map((parameter) => [parameter, give(parameter)]));
    return new Invocation(memory, inputs, wild).run(callee.parts[0], values);
  });
  while (waiting.length > 0) {
    const still = waiting.filter((run) => !run.next().done);
    if (still.length > 0 && still.length < waiting.length) throw new Error('a barrier that not all reach');
    waiting = still;
  }
}

/** Runs all dispatches: a map from each buffer to its final content. */
export function evaluate(program) {
  mark_barriers(program);
  for (const definition of program.definitions) {
    if (definition.kind === 'constant') definition.value = new Invocation(new Map(), {}).evaluate(definition.parts[0], new Map());
  }
  const resources = program.definitions.filter(({ kind }) => kind === 'resource');
  const memory = new Map(
    resources.filter(({ space }) => space !== 'shared').map((resource) => [resource, structuredClone(resource.content)]),
  );
  const shared = resources.filter(({ space }) => space === 'shared');
  for (const { entry, workgroups } of program.dispatches) {
    for (const group of triples(workgroups)) run_workgroup(entry, memory, group, workgroups, shared, program.wild);
  }
  return memory;
}
