// Makes accepted programs ill-typed: one change each, of which it is certain that the language forbids it (spec 1.4 to 1.8).

import { local, node, operation } from './nodes.mjs';
import { bool, element_of, f32, is_integer, is_scalar, same_type, u32, unit, vector } from './types.mjs';

/** Every node with the place that holds it: [parent, index in parts, node, the function or constant it is in]. */
function places(program) {
  const found = [];
  const visit = (parent, index, definition, looped) => {
    const child = parent.parts[index];
    found.push({ parent, index, child, definition, looped });
    child.parts?.forEach((_, i) => visit(child, i, definition, looped || (child.kind === 'recursion' && i === 0)));
  };
  for (const definition of program.definitions) definition.parts?.forEach((_, i) => visit(definition, i, definition, false));
  return found;
}

const other_type = (type) => (type.kind === 'bool' ? u32 : bool);
const plain_value = (type) => (type.kind === 'bool' ? node('both', bool, [truth(), truth()]) : number(1));
const truth = () => operation('等于', bool, [number(1), number(1)]);
const number = (value) => node('literal', u32, [], { value, spelling: `0000${value}`, fixed: true }); // no local has such a name
const invented = '无此名也';

/** Where a value's type is fixed by what stands around it, whatever the value is. */
function expects_type({ parent, index, child }) {
  if (child.type.kind === 'unit' || child.type.kind === 'whole') return false;
  if (parent.kind === 'call' || parent.kind === 'loop' || parent.kind === 'self_call') return true;
  if (parent.kind === 'write' || parent.kind === 'write_whole' || parent.kind === 'annotated' || parent.kind === 'assign') return true;
  if (parent.kind === 'both' || parent.kind === 'either') return true;
  return parent.kind === 'choose' && index === 0;
}

const replace = ({ parent, index }, made) => {
  parent.parts[index] = made;
};

/** name: [which places it can be done at, what it does there]. */
const mutations = {
  other_type: [(place) => expects_type(place), (place) => replace(place, plain_value(other_type(place.child.type)))],
  unknown_name: [({ child }) => child.kind === 'local', (place) => replace(place, local({ ...place.child.binder, name: invented }))],
  unknown_function: [({ child }) => child.kind === 'operation', ({ child }) => Object.assign(child, { name: invented })],
  too_few_arguments: [({ child }) => child.kind === 'call' && child.parts.length > 1, ({ child }) => child.parts.pop()],
  too_many_arguments: [({ child }) => child.kind === 'call', ({ child }) => child.parts.push(number(1))],
  loop_arguments: [({ child }) => child.kind === 'loop' || child.kind === 'self_call', ({ child }) => child.parts.push(number(1))],
  not_in_tail: [
    ({ child }) => child.kind === 'self_call' && is_integer(child.type),
    (place) => {
      const { child } = place;
      replace(place, operation('加', child.type, [child, { ...child, kind: 'self_call' }]));
    },
  ],
  dropped_self_call: [
    ({ child }) => child.kind === 'self_call',
    (place) => {
      const { child } = place;
      replace(place, node('sequence', child.type, [child, { ...child }]));
    },
  ],
  condition: [({ parent, index }) => parent.kind === 'choose' && index === 0, (place) => replace(place, number(1))],
  branch: [
    ({ parent, index, child }) => parent.kind === 'choose' && index > 0 && child.type.kind !== 'unit',
    (place) => replace(place, plain_value(other_type(place.child.type))),
  ],
  component_out_of_range: [
    ({ child }) => child.kind === 'project' && child.parts[0].type.kind === 'vector',
    ({ child }) => Object.assign(child, { index: 4, spelling: '4' }),
  ],
  mixed_operands: [
    ({ child }) => child.kind === 'operation' && ['加', '减', '乘', '最大'].includes(child.name) && is_scalar(child.type),
    ({ child }) => {
      child.parts[1] = truth();
    },
  ],
  bits_of_floats: [
    ({ child }) => child.kind === 'operation' && ['位与', '位或'].includes(child.name) && is_scalar(child.type),
    ({ child }) => {
      const half = () => node('literal', f32, [], { value: 0.5, spelling: '0.5' });
      child.parts = [half(), half()];
    },
  ],
  field_twice: [
    ({ child }) => child.kind === 'record',
    ({ child }) => {
      child.parts.push(child.parts[0]);
      child.order = [...child.order, child.order[0]];
    },
  ],
  field_missing: [
    ({ child }) => child.kind === 'record' && child.parts.length > 1,
    ({ child }) => {
      child.parts.pop();
      child.order = child.order.slice(0, -1);
    },
  ],
  write_read_only: [
    ({ child }) => child.kind === 'write' && child.resource.space === 'storage',
    ({ child }) => Object.assign(child.resource, { access: 'read' }),
  ],
  function_as_value: [
    (place) => expects_type(place) && place.child.kind === 'call' && place.child.parts.length > 0,
    ({ child }) => Object.assign(child, { parts: [] }),
  ],
  literal_too_large: [
    ({ child }) => child.kind === 'literal' && child.type.kind === 'u32' && !child.annotated,
    ({ child }) => Object.assign(child, { spelling: '4294967296' }),
  ],
  literal_of_other_kind: [
    ({ child }) => child.kind === 'literal' && is_integer(child.type) && !child.negative,
    ({ child }) => Object.assign(child, { spelling: '0.5' }),
  ],
  bare_literal: [
    (place) =>
      expects_type(place) && place.parent.kind !== 'annotated' && is_integer(element_of(place.child.type)) && is_scalar(place.child.type),
    (place) => replace(place, node('bare', u32, [], { value: 1, spelling: '00001' })),
  ],
  // Where it surely is in the text: a recursion that nothing calls is not, and WGSL skips what stands behind a constant 且.
  divided_by_zero: [
    ({ parent, index, child, looped }) => !looped && parent.kind === 'write' && index === 1 && is_integer(child.type),
    (place) => replace(place, operation('除以', place.child.type, [place.child, { ...number(0), type: place.child.type }])),
  ],
  own_call: [
    ({ child, definition }) =>
      definition.kind === 'function' &&
      !definition.entry_only &&
      same_type(child.type, definition.result) &&
      definition.parameters.length > 0 &&
      definition.parameters.every(({ type }) => type.kind === 'u32'),
    (place) =>
      replace(
        place,
        node(
          'call',
          place.child.type,
          place.definition.parameters.map(() => number(1)),
          { definition: place.definition },
        ),
      ),
  ],
  vector_sizes: [
    ({ child }) => child.kind === 'operation' && ['加', '减'].includes(child.name) && child.type.kind === 'vector' && child.type.count < 4,
    ({ child }) => {
      const type = vector(child.type.element, 4);
      child.parts[1] = node('annotated', type, [
        node(
          'tuple',
          type,
          [0, 1, 2, 3].map(() => ({ ...number(1), type: child.type.element })),
        ),
      ]);
    },
  ],
  barrier_as_value: [
    (place) => expects_type(place) && place.parent.kind !== 'write_whole',
    (place) => replace(place, node('barrier', unit, [], { name: '工作组屏障' })),
  ],
};

/**
 * Changes `program` (which has its modules already) into one that must be refused, and tells how; null when it has no place for
 * the change that `random` chose.
 */
export function mutate(program, random) {
  const kind = random.pick(Object.keys(mutations));
  const [fits, change] = mutations[kind];
  const candidates = places(program).filter((place) => fits(place));
  if (candidates.length === 0) return null;
  const place = random.pick(candidates);
  change(place);
  return kind;
}
