// Reads *.run.json and turns it into what executors run: bytes in, and what must come out (docs/testing.md, "Run cases").

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decode, element_types, encode, is_close, to_numbers } from './values.mjs';

/** Each key that a case, a buffer … may have: a misspelt one must not pass in silence. */
const known_keys = {
  case: 'about shader options requires executors entry workgroups dispatches buffers textures samplers render',
  buffer: 'name at type access data parts size expect agree',
  part: 'type data skip tolerance',
  expect: 'data formula count parts tolerance',
  dispatch: 'entry workgroups uses',
  texture: 'name at format size type data',
  sampler: 'name at filter address',
  render: 'vertex fragment vertices instances topology vertex_buffers target clear depth pixels uses',
  vertex_buffer: 'stride step attributes type data parts',
  pixel: 'at value tolerance',
};

function check_keys(object, kind, where) {
  const known = known_keys[kind].split(' ');
  for (const key of Object.keys(object)) {
    if (!known.includes(key)) throw new Error(`${where}: unknown key "${key}" (${known.join(', ')})`);
  }
}

/** Bytes of a buffer given as one list of a type, or as parts of several types one after the other. */
function to_bytes(source, where) {
  let bytes;
  if (source.parts) {
    bytes = Buffer.concat(source.parts.map((part) => {
      check_keys(part, 'part', where);
      return part.skip === undefined ? encode(to_numbers(part.data, part.type), part.type) : new Uint8Array(part.skip);
    }));
  } else if (source.data !== undefined) {
    bytes = encode(to_numbers(source.data, source.type), source.type);
  } else {
    bytes = new Uint8Array(source.size ?? 0);
  }
  const size = source.size ?? bytes.byteLength;
  if (size === 0 || bytes.byteLength > size) throw new Error(`${where}: size ${size}, data ${bytes.byteLength} bytes`);
  const padded = new Uint8Array(size);
  padded.set(bytes);
  return padded;
}

function read_buffer(buffer, where) {
  check_keys(buffer, 'buffer', where);
  const { name, at, type, access = 'read_write' } = buffer;
  if (!['read', 'read_write', 'uniform'].includes(access)) throw new Error(`${where}: access is read, read_write or uniform`);
  return { ...buffer, name: name ?? at.join('.'), type, access, group: at[0], binding: at[1], bytes: to_bytes(buffer, where) };
}

function read_texture(texture, where) {
  check_keys(texture, 'texture', where);
  return { ...texture, group: texture.at[0], binding: texture.at[1], bytes: to_bytes({ ...texture, size: undefined }, where) };
}

function read_sampler(sampler, where) {
  check_keys(sampler, 'sampler', where);
  return { filter: 'nearest', address: 'clamp-to-edge', ...sampler, group: sampler.at[0], binding: sampler.at[1] };
}

function read_render(render, where) {
  check_keys(render, 'render', where);
  for (const pixel of render.pixels) check_keys(pixel, 'pixel', where);
  const vertex_buffers = (render.vertex_buffers ?? []).map((buffer) => {
    check_keys(buffer, 'vertex_buffer', where);
    return { step: 'vertex', ...buffer, bytes: to_bytes(buffer, where) };
  });
  return { instances: 1, topology: 'triangle-list', clear: [0, 0, 0, 0], depth: false, ...render, vertex_buffers };
}

/** Reads one case. Throws an Error whose message names the file when the case itself is wrong. */
export function read_case(path) {
  const where = basename(path);
  const json = JSON.parse(readFileSync(path, 'utf8'));
  check_keys(json, 'case', where);
  if (Boolean(json.render) === Boolean(json.dispatches ?? json.entry)) throw new Error(`${where}: either a render or dispatches`);
  const dispatches = json.dispatches ?? (json.entry ? [{ entry: json.entry, workgroups: json.workgroups ?? [1, 1, 1] }] : []);
  for (const dispatch of dispatches) check_keys(dispatch, 'dispatch', where);
  const buffers = (json.buffers ?? []).map((buffer) => read_buffer(buffer, where));
  for (const buffer of buffers) if (buffer.expect) check_keys(buffer.expect, 'expect', where);
  if (!json.render && !buffers.some((buffer) => buffer.expect || buffer.agree)) {
    throw new Error(`${where}: nothing is expected of any buffer`);
  }
  return {
    name: where.replace(/\.run\.json$/, ''),
    path,
    shader: join(dirname(path), json.shader),
    options: json.options ?? [],
    requires: json.requires ?? [],
    executors: json.executors ?? null,
    dispatches,
    buffers,
    textures: (json.textures ?? []).map((texture) => read_texture(texture, where)),
    samplers: (json.samplers ?? []).map((sampler) => read_sampler(sampler, where)),
    render: json.render ? read_render(json.render, where) : null,
  };
}

/** The first few places where `actual` is not what is expected, as lines. */
function differences(label, actual, expected, type, tolerance) {
  if (actual.length < expected.length) return [`${label}: ${actual.length} elements, expected ${expected.length}`];
  const wrong = expected.map((_, i) => i).filter((i) => !is_close(actual[i], expected[i], type, tolerance));
  const lines = wrong.slice(0, 5).map((i) => `${label}[${i}]: ${actual[i]}, expected ${expected[i]} (${JSON.stringify(tolerance ?? 'exact')})`);
  return wrong.length > 5 ? [...lines, `${label}: ${wrong.length} of ${expected.length} elements are wrong`] : lines;
}

/** What formulas of a case see: every buffer's initial content, by name and by place. */
function formula_scope(run_case, facts) {
  const scope = { before: {}, subgroup_size: facts.subgroup_size };
  for (const buffer of run_case.buffers) {
    if (!buffer.type) continue;
    const numbers = decode(buffer.bytes, buffer.type);
    scope.before[`${buffer.group}.${buffer.binding}`] = numbers;
    if (/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(buffer.name)) scope[buffer.name] = numbers;
  }
  return scope;
}

function check_parts(label, bytes, parts, scope) {
  const lines = [];
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    if (part.skip !== undefined) {
      offset += part.skip;
      continue;
    }
    const expected = to_numbers(part.data, part.type, scope);
    const end = offset + expected.length * element_types[part.type].bytes;
    lines.push(...differences(`${label} part ${index}`, decode(bytes.slice(offset, end), part.type), expected, part.type, part.tolerance));
    offset = end;
  }
  return lines;
}

/** The faults of the outputs of one run: `outputs` maps a buffer's name to its final bytes. */
export function check_buffers(run_case, outputs, facts) {
  const scope = formula_scope(run_case, facts);
  return run_case.buffers.filter((buffer) => buffer.expect).flatMap((buffer) => {
    const bytes = outputs.get(buffer.name);
    const { expect } = buffer;
    if (expect.parts) return check_parts(buffer.name, bytes, expect.parts, scope);
    const actual = decode(bytes, buffer.type);
    const expected = to_numbers(expect.formula === undefined ? expect.data : expect, buffer.type, scope, actual.length);
    return differences(buffer.name, actual, expected, buffer.type, expect.tolerance);
  });
}

/** The faults between two executors' outputs in the buffers that must agree (`agree`: a tolerance, or true for exact). */
export function check_agreement(run_case, first, second) {
  return run_case.buffers.filter((buffer) => buffer.agree).flatMap((buffer) => {
    const tolerance = buffer.agree === true ? 'exact' : buffer.agree;
    const [expected, actual] = [first, second].map((outputs) => decode(outputs.get(buffer.name), buffer.type));
    return differences(`${buffer.name} (agreement)`, actual, expected, buffer.type, tolerance);
  });
}

/** The faults of a rendered picture: `pixel(x, y)` gives its channels as numbers. */
export function check_pixels(run_case, pixel) {
  return run_case.render.pixels.flatMap(({ at, value, tolerance = 1 / 255 }) => {
    const actual = pixel(...at);
    const wrong = !value.every((channel, i) => Math.abs(actual[i] - channel) <= tolerance + 1e-7);
    return wrong ? [`pixel ${at}: ${actual}, expected ${value} (±${tolerance})`] : [];
  });
}
