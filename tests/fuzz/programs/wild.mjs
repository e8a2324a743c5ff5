// What wild programs have more: reads at any index, many of them computed as the proofs of `--bounds clamp` look at them.

import { node, nothing, operation } from './nodes.mjs';
import { fixed_array, i32, structure, u32, unit } from './types.mjs';

/** An index of a read among `count`, or beyond. */
export function wild_index(expressions, context, count) {
  const inner = expressions.deeper(context);
  const index = expressions.random.weighted([
    [3, () => expressions.expression(inner, u32)],
    [3, () => converted_index(expressions, inner, count)],
    [2, () => expressions.leaf(context, u32)],
  ])();
  return index.fixed ? expressions.index(context, count) : index;
}

const operations = ['除以', '取余', '最小', '最大', '位与', '右移', '夹紧', '加', '乘', '取负', '绝对值'];

/** A signed number, near the range, as an index. */
function converted_index(expressions, context, count) {
  const { random } = expressions;
  const name = random.pick(operations);
  if ([name, '转无三二', '位与'].some((needed) => expressions.hidden(context, needed))) return expressions.leaf(context, u32);
  const number = (value) => expressions.number(context, i32, value);
  const masked = () => operation('位与', i32, [expressions.leaf(context, i32), number(random.pick([count, 2 * count]) - 1)]);
  const some = () => (random.chance(0.6) ? masked() : expressions.leaf(context, i32));
  const divides = name === '除以' || name === '取余';
  const second = () => {
    const made = random.chance(0.5) ? number(random.pick([count, 1, 2, 3, count + 1, -1, -3])) : some();
    return divides && made.fixed ? number(random.pick([count, 2, -3])) : made;
  };
  const parts = {
    夹紧: () => [some(), number(random.pick([0, 0, -1])), number(random.pick([count - 1, count]))],
    右移: () => [some(), expressions.number(context, u32, random.pick([1, 28, 30]))],
    取负: () => [some()],
    绝对值: () => [some()],
  }[name] ?? (() => [some(), second()]);
  return operation('转无三二', u32, [operation(name, i32, parts())]);
}

/** A buffer of arrays of known length: of others hardly an index can be proven to be inside. */
export function add_table(program) {
  const type = structure([
    { name: '表', type: fixed_array(u32, 8) },
    { name: '表二', type: fixed_array(u32, 3) },
  ]);
  type.definition = program.add('struct', { type });
  program.storage('whole', type, program.data(type, true), 'read');
}

/** An element of an array, wherever, into an own slot. */
export function wild_copy(expressions, context) {
  const to = expressions.definitions(context, ({ role, element }) => role === 'state' && element.kind === 'u32')[0];
  const arrays = expressions.arrays_of(context, u32);
  if (!to || arrays.length === 0 || !expressions.can_own(context) || expressions.hidden(context, '写数组')) return nothing();
  const array = expressions.random.pick(arrays);
  const index = converted_index(expressions, context, array.count);
  const read = node('element', u32, [array(), index.fixed ? expressions.index(context, array.count) : index]);
  return node('write', unit, [expressions.own_index(context), read], { resource: to });
}
