// Makes nodes of generated programs. A node: {kind, type, parts, ...}; `bound` for floats, `fixed` when WGSL sees a constant.

import { element_of, is_float, u32, unit } from './types.mjs';
import { standard } from './bounds.mjs';
import { decimal_spellings, spellings } from './names.mjs';

const constant_kinds = ['operation', 'tuple', 'record', 'annotated', 'project', 'choose', 'both', 'either'];

export function node(kind, type, parts, more = {}) {
  const made = { kind, type, parts, ...more };
  if (constant_kinds.includes(kind)) made.fixed ??= parts.every((part) => part.fixed);
  if (['bind', 'sequence', 'recursion'].includes(kind)) made.fixed ??= parts[1].fixed;
  const element = element_of(type);
  if (is_float(element)) made.bound ??= standard[element.kind];
  return made;
}

export const local = (binder) => node('local', binder.type, [], { binder, bound: binder.bound, fixed: binder.fixed });
export const sequence = (first, second) => node('sequence', second.type, [first, second], { bound: second.bound });
export const bind = (binder, value, body) => node('bind', body.type, [value, body], { binder, bound: body.bound });
export const nothing = () => node('unit', unit, []);
export const operation = (name, type, parts, more) => node('operation', type, parts, { name, ...more });

/** A literal of a scalar type; `taken` says which names are bound to something else. */
export function literal(type, value, random, taken = () => false) {
  if (type.kind === 'bool') return node('literal', type, [], { value, fixed: true });
  const candidates = (is_float(type) ? decimal_spellings : spellings)(Math.abs(value)).filter((name) => !taken(name));
  if (candidates.length === 0) throw new Error('no spelling is left');
  const spelling = random.chance(0.7) ? candidates[0] : random.pick(candidates);
  const annotated = value >= 0 && random.chance(0.04);
  const made = node('literal', type, [], { value, spelling, negative: value < 0, annotated, fixed: true });
  if (is_float(type)) made.bound = literal_bound(Math.abs(value));
  return made;
}

function literal_bound(value) {
  let grain = 1;
  while (value % grain !== 0) grain /= 2;
  let most = 1;
  while (most < value) most *= 2;
  return { most, grain };
}

/** u32 operations on small whole numbers, for indices. */
export const u32_literal = (value, random, taken) => literal(u32, value, random, taken);
