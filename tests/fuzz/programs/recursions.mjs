// Random local recursions (递归虑): in tail and value position, called from several places, from none, nested, with
// parameters that swap, with and without effects. Each counts a parameter towards its end.

import { bind, local, node, nothing, operation, sequence } from './nodes.mjs';
import { bool, u32, unit } from './types.mjs';

export class Recursions {
  constructor(program, random) {
    this.program = program;
    this.random = random;
  }

  get expressions() {
    return this.program.expressions;
  }

  /** 递归虑 … 而 an expression of `type` that uses it. */
  expression(outer, type) {
    const { random, program } = this;
    if (['等于', '减', '大于等于', '加'].some((name) => this.expressions.hidden(outer, name))) return this.leaf(outer, type);
    const context = { ...outer, loops: outer.loops - 1 };
    const result = random.chance(0.8) ? type : program.random_type(context);
    const recursion = this.declare(context, result);
    recursion.parts = [this.body(context, recursion)];
    const binder = recursion.binder;
    const inside = this.expressions.within(context, binder);
    const use = this.use(inside, recursion, type);
    return node('recursion', type, [recursion.parts[0], use], { recursion, bound: use.bound });
  }

  leaf(context, type) {
    return type.kind === 'unit' ? nothing() : this.expressions.leaf(context, type);
  }

  declare(context, result) {
    const { random, program } = this;
    const recursion = { kind: 'recursion', result, uses: 0, up: random.chance(0.4), idle: random.chance(0.1) };
    recursion.binder = program.binder(context, unit, { recursion });
    recursion.name = recursion.binder.name;
    let inner = this.expressions.within(context, recursion.binder);
    recursion.parameters = [];
    const types = [u32, ...Array.from({ length: random.below(4) }, () => (random.chance(0.5) ? result : program.random_type(context)))];
    for (const type of types.filter(({ kind }) => kind !== 'unit')) {
      const parameter = program.binder(inner, type, {});
      recursion.parameters.push(parameter);
      inner = this.expressions.within(inner, parameter);
    }
    // Two parameters of one name: the later would hide the former, and the counter with it.
    const names = recursion.parameters.map(({ name }) => name);
    recursion.parameters.forEach((parameter, i) => {
      if (names.indexOf(parameter.name) !== i) parameter.name = `${parameter.name}之${i}`;
    });
    return recursion;
  }

  body(context, recursion) {
    // The recursion's own name is bound in its body, but only `tail` may use it.
    const inner = this.expressions.within(this.expressions.deeper(context), recursion.binder, ...recursion.parameters);
    const exit = () => this.exit(inner, recursion);
    if (recursion.idle) return exit();
    const [counter] = recursion.parameters;
    if (this.expressions.hidden({ scope: inner.scope.slice(inner.scope.indexOf(counter) + 1) }, counter.name)) {
      recursion.idle = true;
      return exit();
    }
    const names = ['等于', '减', '大于等于', '加'];
    if (names.some((name) => this.expressions.hidden(inner, name))) {
      recursion.idle = true;
      return exit();
    }
    recursion.limit = this.random.below(4);
    const stop = recursion.up
      ? operation('大于等于', bool, [local(counter), this.expressions.number(inner, u32, recursion.limit)])
      : operation('等于', bool, [local(counter), this.expressions.number(inner, u32, 0)]);
    const rest = this.tail(inner, recursion, 2);
    return node('choose', recursion.result, [stop, exit(), rest]);
  }

  exit(context, recursion) {
    if (recursion.result.kind === 'unit') return this.random.chance(0.5) ? nothing() : this.expressions.statement(context);
    return this.expressions.stored(context, recursion.result);
  }

  /** What may stand in a tail of `recursion`'s body. */
  tail(context, recursion, depth) {
    const { random, expressions } = this;
    const inner = expressions.deeper(context);
    const ways = [
      [4, () => this.again(context, recursion)],
      [1, () => this.exit(inner, recursion)],
    ];
    if (depth > 0) {
      const one = () => this.tail(inner, recursion, depth - 1);
      ways.push([3, () => node('choose', recursion.result, [expressions.expression(inner, bool), one(), one()])]);
      ways.push([
        2,
        () =>
          node('choose', recursion.result, [
            expressions.expression(inner, bool),
            one(),
            node('choose', recursion.result, [expressions.expression(inner, bool), one(), one()]),
          ]),
      ]);
      ways.push([3, () => this.bound_tail(inner, recursion, depth)]);
      if (context.effects || context.scope.some((binder) => binder.cell)) ways.push([3, () => sequence(expressions.dropped(inner), one())]);
      if (context.loops > 0) ways.push([1, () => this.nested_tail(inner, recursion, depth)]);
    }
    return random.weighted(ways)();
  }

  bound_tail(context, recursion, depth) {
    const value = this.expressions.stored(context, this.program.random_type(context));
    const as_cell = this.random.chance(0.2) && !this.expressions.hidden(context, '新格');
    const binder = this.program.binder(context, value.type, as_cell ? { cell: true } : { bound: value.bound });
    return bind(binder, value, this.tail(this.expressions.within(context, binder), recursion, depth - 1));
  }

  /** An inner recursion whose rest may continue the outer one. */
  nested_tail(outer, recursion, depth) {
    const context = { ...outer, loops: outer.loops - 1 };
    const inner = this.declare(context, recursion.result);
    inner.parts = [this.body(context, inner)];
    const inside = this.expressions.within(context, inner.binder);
    const call = () => this.call(inside, inner);
    const rest = this.random.chance(0.5)
      ? call()
      : node('choose', recursion.result, [this.expressions.expression(inside, bool), call(), this.tail(inside, recursion, depth - 1)]);
    return node('recursion', recursion.result, [inner.parts[0], rest], { recursion: inner });
  }

  /** A self call. Arguments: changed, unchanged, or other parameters of the same type (so that some swap). */
  again(context, recursion) {
    const { random, expressions } = this;
    const [counter, ...others] = recursion.parameters;
    if (expressions.hidden(context, recursion.up ? '加' : '减')) return this.exit(expressions.deeper(context), recursion);
    const next = operation(recursion.up ? '加' : '减', u32, [local(counter), expressions.number(context, u32, 1)]);
    const clear = (parameter) => expressions.visible(context, (binder) => binder === parameter).length > 0;
    if (!clear(counter) || !expressions.visible(context, (binder) => binder === recursion.binder).length)
      return this.exit(expressions.deeper(context), recursion);
    const parts = others.map((parameter) => {
      const alike = others.filter((other) => other.type === parameter.type && clear(other));
      if (alike.length > 0 && random.chance(0.4)) return local(random.pick(alike));
      return expressions.stored(expressions.deeper(context), parameter.type);
    });
    return node('self_call', recursion.result, [next, ...parts], { recursion });
  }

  call(context, recursion) {
    const { expressions, random } = this;
    recursion.uses += 1;
    const inner = expressions.deeper(context);
    const parts = recursion.parameters.map((parameter, i) => {
      if (i > 0) return expressions.stored(inner, parameter.type);
      if (random.chance(0.3) && !expressions.hidden(inner, '位与')) {
        const value = expressions.leaf(inner, u32);
        if (!value.fixed) return operation('位与', u32, [value, expressions.number(inner, u32, 3)], { fixed: false });
      }
      return expressions.number(inner, u32, random.below(4));
    });
    return node('loop', recursion.result, parts, { recursion, fixed: recursion.parts[0].fixed });
  }

  /** The rest behind the recursion: its value as it is, in an expression, named, twice, in a branch, or not at all. */
  use(context, recursion, type) {
    const { random, expressions } = this;
    const call = () => this.call(context, recursion);
    const deeper = expressions.deeper(context);
    const other = () => (type.kind === 'unit' ? expressions.statement(deeper) : expressions.stored(deeper, type));
    if (recursion.result !== type) {
      if (recursion.result.kind === 'unit') return sequence(call(), other());
      const binder = this.program.binder(context, recursion.result, {});
      return bind(
        binder,
        call(),
        type.kind === 'unit'
          ? expressions.statement(expressions.within(deeper, binder))
          : expressions.stored(expressions.within(deeper, binder), type),
      );
    }
    const ways = [
      [4, call],
      [2, () => node('choose', type, [expressions.expression(deeper, bool), call(), random.chance(0.5) ? call() : other()])],
      [1, other],
      [2, () => sequence(call(), other())],
    ];
    if (type.kind !== 'unit') {
      ways.push([
        3,
        () => {
          const binder = this.program.binder(context, type, {});
          const rest = expressions.within(context, binder);
          return bind(binder, call(), random.chance(0.4) ? this.call(rest, recursion) : expressions.stored(expressions.deeper(rest), type));
        },
      ]);
    } else {
      ways.push([2, () => sequence(call(), call())]);
    }
    if (type.kind === 'u32' || type.kind === 'i32')
      ways.push([3, () => this.joined(context, type, [call(), random.chance(0.5) ? call() : other()])]);
    return random.weighted(ways)();
  }

  joined(context, type, parts) {
    const name = ['加', '减', '位异或', '最大'].find((candidate) => !this.expressions.hidden(context, candidate));
    return name ? operation(name, type, this.random.shuffled(parts)) : parts[0];
  }
}
