// The entry points of a WGSL text with their inputs and outputs: just enough of the syntax to build pipelines around them.

/** Removes comments, so that nothing in them is taken for code. */
function strip_comments(text) {
  return text.replace(/\/\/[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '');
}

/** Splits at commas outside `<…>`, `(…)`. */
function split_list(text) {
  const parts = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if ('<('.includes(character)) depth += 1;
    if ('>)'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else {
      part += character;
    }
  }
  return [...parts, part].map((piece) => piece.trim()).filter(Boolean);
}

/** `@location(0) @interpolate(flat) 名: i32` → its attributes and type; for a result there is no name. */
function read_slot(text) {
  const attributes = {};
  const rest = text.replace(/@(\w+)\s*(?:\(([^)]*)\))?/g, (_, name, value) => {
    attributes[name] = value?.trim() ?? true;
    return '';
  });
  const type = rest.slice(rest.indexOf(':') + 1).trim().replace(/\s+/g, '');
  return { attributes, type };
}

/** The text between the parenthesis at `open` and its match. */
function parenthesised(text, open) {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')' && --depth === 0) return { inner: text.slice(open + 1, i), end: i + 1 };
  }
  return { inner: '', end: text.length };
}

/**
 * All entry points: `{stage, name, workgroup_size, inputs, outputs}`. Inputs and outputs are slots
 * `{attributes: {location, interpolate, builtin…}, type}` with interface structs expanded.
 */
export function entry_points(source) {
  const text = strip_comments(source);
  const structs = new Map();
  for (const [, name, body] of text.matchAll(/\bstruct\s+([^\s{]+)\s*\{([^}]*)\}/g)) {
    structs.set(name, split_list(body).map(read_slot));
  }
  const expand = (slot) => structs.get(slot.type) ?? [slot];
  const entries = [];
  for (const match of text.matchAll(/@(compute|vertex|fragment)\b((?:\s*@\w+\s*(?:\([^)]*\))?)*)\s*fn\s+([^\s(]+)\s*\(/g)) {
    const [whole, stage, before, name] = match;
    const attributes = read_slot(text.slice(0, match.index).match(/(?:@\w+\s*\([^)]*\)\s*)*$/)[0] + before).attributes;
    const { inner, end } = parenthesised(text, match.index + whole.length - 1);
    const result = text.slice(end).match(/^\s*->([^{]*)\{/);
    entries.push({
      stage,
      name,
      workgroup_size: String(attributes.workgroup_size ?? '1').split(',').map((size) => Number.parseInt(size, 10)),
      inputs: split_list(inner).map(read_slot).flatMap(expand),
      outputs: result ? expand(read_slot(result[1])) : [],
    });
  }
  return entries;
}

/** `vec3<f32>` → `{scalar: 'f32', count: 3}`. */
export function shape(type) {
  const vector = type.match(/^vec([234])<(\w+)>$/);
  return vector ? { scalar: vector[2], count: Number(vector[1]) } : { scalar: type, count: 1 };
}
