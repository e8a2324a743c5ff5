// Smaller versions of a program that still fails: one node replaced by a part of it or by a literal, one statement left out,
// one function or resource that nothing uses any more removed. All steps keep the program well-typed.

import { nothing } from './nodes.mjs';
import { is_float, is_scalar, same_type } from './types.mjs';

function count_nodes(node) {
  return 1 + (node.parts ?? []).reduce((sum, part) => sum + count_nodes(part), 0);
}

export const size_of = (program) =>
  program.definitions.reduce((sum, definition) => sum + 2 + (definition.parts ?? []).reduce((all, part) => all + count_nodes(part), 0), 0);

/** Every edit as a function that applies it and returns one that takes it back. */
export function* edits(program) {
  for (const definition of program.definitions) {
    if (definition.parts) for (const edit of of_parts(definition)) yield edit;
  }
  for (const definition of [...program.definitions].reverse()) {
    if (definition.kind !== 'entry' && !is_used(program, definition)) yield () => remove(program, definition);
  }
}

/** Outer nodes first: the large steps. */
function* of_parts(root) {
  const pending = [root];
  while (pending.length > 0) {
    const parent = pending.shift();
    for (let i = 0; i < (parent.parts?.length ?? 0); i += 1) {
      const child = parent.parts[i];
      // A recursion's body is shared by the form and the recursion: edit it in both.
      for (const made of smaller(child)) {
        yield () => {
          parent.parts[i] = made;
          const { recursion } = parent;
          const shared = parent.kind === 'recursion' && i === 0;
          if (shared) recursion.parts[0] = made;
          return () => {
            parent.parts[i] = child;
            if (shared) recursion.parts[0] = child;
          };
        };
      }
      if (child.parts) pending.push(child);
    }
  }
}

function smaller(node) {
  const result = [];
  if (node.kind === 'self_call' || node.kind === 'barrier') return result;
  if (node.type.kind === 'unit' && node.kind !== 'unit') result.push(nothing());
  if (is_scalar(node.type) && node.kind !== 'literal') result.push(simple(node.type));
  for (const part of node.parts ?? []) {
    if (same_type(part.type, node.type) && node.kind !== 'recursion' && !mentions(part, node.binder)) result.push(part);
  }
  if (node.kind === 'recursion' && !mentions(node.parts[1], node.recursion)) result.push(node.parts[1]);
  return result;
}

function simple(type) {
  if (type.kind === 'bool') return { kind: 'literal', type, parts: [], value: true, fixed: true };
  const bound = is_float(type) ? { most: 1, grain: 1 } : undefined;
  return { kind: 'literal', type, parts: [], value: 1, spelling: is_float(type) ? '1.0' : '1', fixed: true, bound };
}

function mentions(node, what) {
  if (!what) return false;
  if (node.binder === what || (node.recursion === what && node.kind !== 'recursion')) return true;
  return (node.parts ?? []).some((part) => mentions(part, what));
}

function is_used(program, definition) {
  const in_type = (type) => type && (type.definition === definition || in_type(type.element) || in_type(type.column));
  const in_node = (node) =>
    node.definition === definition ||
    node.resource === definition ||
    in_type(node.type) ||
    in_type(node.binder?.type) ||
    (node.type_arguments ?? []).some(in_type) ||
    (node.recursion && (node.recursion.parameters.some(({ type }) => in_type(type)) || in_type(node.recursion.result))) ||
    (node.parts ?? []).some(in_node);
  return program.definitions.some(
    (other) =>
      other !== definition &&
      ((other.parts ?? []).some(in_node) ||
        in_type(other.type) ||
        in_type(other.result) ||
        (other.parameters ?? []).some(({ type }) => in_type(type)) ||
        (other.type?.fields ?? []).some((field) => in_type(field.type)) ||
        other.function === definition),
  );
}

function remove(program, definition) {
  const lists = [program.definitions, ...(program.modules ?? []).map((module) => module.definitions)].filter((list) =>
    list.includes(definition),
  );
  const where = lists.map((list) => [list, list.indexOf(definition)]);
  for (const [list, index] of where) list.splice(index, 1);
  return () => {
    for (const [list, index] of where) list.splice(index, 0, definition);
  };
}
