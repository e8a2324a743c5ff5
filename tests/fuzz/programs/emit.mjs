// A program as files: its sources and a run case (docs/testing.md) with the buffers that the reference evaluation expects.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { evaluate } from './evaluate.mjs';
import { split_into_modules } from './modules.mjs';
import { print_module } from './print.mjs';
import { Random } from './random.mjs';
import { flatten, is_float, layout } from './types.mjs';

export const main_file = '主。着色器。豫';
const description = '「名称」者『随』也。\n「依赖」者「列」【】也。\n';
const bytes_of = { u32: 4, i32: 4, f32: 4, f16: 2 };
const round_up = (value, multiple) => Math.ceil(value / multiple) * multiple;

/** The parts of a run case's buffer, and its size. */
function to_parts(type, content, with_tolerance) {
  const scalars = [];
  let size;
  if (type.kind === 'runtime_array') {
    const element = layout(type.element);
    const stride = round_up(element.size, element.align);
    content.forEach((value, i) => flatten(type.element, value, i * stride, scalars));
    size = stride * content.length;
  } else {
    flatten(type, content, 0, scalars);
    size = layout(type).size;
  }
  const parts = [];
  let end = 0;
  for (const { at, type: kind, value } of scalars) {
    if (at > end) parts.push({ skip: at - end });
    const last = parts.at(-1);
    if (last?.type === kind && at === end) last.data.push(value);
    else parts.push({ type: kind, data: [value], ...(with_tolerance && is_float({ kind }) && { tolerance: { abs: 0 } }) });
    end = at + bytes_of[kind];
  }
  return { parts, size: round_up(size, 4) };
}

function buffer(resource, after) {
  const { name, at, access, type, content } = resource;
  const before = to_parts(type, content, false);
  return { name, at, access, ...before, expect: { parts: to_parts(type, after, true).parts } };
}

/** {path: text} of the sources, relative to the program's folder. */
export function to_sources(program) {
  const random = new Random(program.seed ^ 0x5bd1e995);
  const noise = random.pick([0, 0.02, 0.1, 0.3]);
  program.modules ??= split_into_modules(program, random);
  const files = {};
  for (const module of program.modules)
    files[`${module.path.join('/')}。着色器。豫`] = print_module(module, new Random(program.seed + 77), noise);
  if (program.modules.length > 1) files['随。包。豫'] = description;
  return files;
}

const option_sets = [[], [], ['--bounds', 'clamp'], ['--fp', 'strict']];

/** The options of a program, which change no result: every index is in range unless it is wild, and every float exact. */
export const options_of = (program) => program.wild ? ['--bounds', 'clamp'] : option_sets[program.seed % option_sets.length];

/** The sources and the run case, with what the reference evaluation says of every buffer. */
export function to_files(program, name) {
  const memory = [...evaluate(program)].filter(([resource]) => resource.space !== 'shared' && program.definitions.includes(resource));
  const run_case = {
    about: `generated program ${program.seed}`,
    shader: main_file,
    options: options_of(program),
    requires: [...(program.needs_half ? ['shader-f16'] : []), ...(program.uses_subgroups ? ['subgroups'] : [])],
    dispatches: program.dispatches.map(({ entry, workgroups }) => ({ entry: entry.name, workgroups })),
    buffers: [],
  };
  const files = to_sources(program);
  run_case.buffers = memory.map(([resource, after]) => buffer(resource, after));
  return { ...files, [`${name}.run.json`]: `${JSON.stringify(run_case)}\n` };
}

export function write_files(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}
