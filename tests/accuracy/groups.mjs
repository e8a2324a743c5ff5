// Which functions are tried together: one source, one set of argument tuples, an entry for each width of vectors.

import { float_functions, geometry } from './functions.mjs';
import * as whole from './integers.mjs';
import { matrix_functions, numbers_each } from './matrices.mjs';
import { strict_functions } from './strict.mjs';
import { make_moderate, make_tuples } from './inputs.mjs';

/** Tuples come in multiples of this: every width then fills its workgroups of 64. */
const multiple = 64 * 12;

const widths_of = { map: [1, 2, 3, 4], reduce: [2, 3, 4], vector: [2, 3, 4] };

function make_group(id, kinds, rows, tuples = make_tuples(kinds, multiple)) {
  const complete = rows.map((row) => ({
    shape: 'map',
    id: row.name,
    kind: kinds[0],
    ...row,
    widths: row.widths ?? widths_of[row.shape ?? 'map'],
    result: row.result ?? kinds[0],
  }));
  return { id, kinds, tuples, rows: complete };
}

/** Columns and rows of the matrices: halves differ only in their arithmetic. */
const shapes = { f32: [[2, 2], [2, 3], [3, 3], [3, 4], [4, 2], [4, 4]], f16: [[2, 2], [3, 4]] };

function float_groups(kind) {
  const [one, two, three] = [1, 2, 3].map((arity) => Array(arity).fill(kind));
  const moderate = make_moderate([kind, kind], multiple);
  return [
    make_group(`${kind} 一`, one, float_functions[1]),
    make_group(`${kind} 二`, two, float_functions[2]),
    make_group(`${kind} 三`, three, float_functions[3]),
    { ...make_group(`${kind} 严格`, three, strict_functions), options: ['--fp', 'strict'], executors: ['cpu', 'ptx', 'cuda'] },
    make_group(`${kind} 几何`, two, geometry, moderate),
    make_group(`${kind} 矩阵`, two, matrix_functions(shapes[kind]), make_moderate(two, numbers_each * 64)),
    make_group(`${kind} 转换`, one, [...whole.conversions(kind), ...(kind === 'f32' ? whole.bit_conversions(kind) : [])]),
  ];
}

function integer_groups(kind) {
  const [one, two, three] = [1, 2, 3].map((arity) => Array(arity).fill(kind));
  return [
    make_group(`${kind} 一`, one, whole.integer_functions[kind][1]),
    make_group(`${kind} 二`, two, whole.integer_functions[kind][2]),
    make_group(`${kind} 三`, three, whole.integer_functions[kind][3]),
    make_group(`${kind} 移位`, [kind, 'u32'], whole.shifts),
    make_group(`${kind} 点积`, two, whole.integer_vectors, make_moderate(two, multiple)),
    make_group(`${kind} 转换`, one, [...whole.conversions(kind), ...whole.bit_conversions(kind)]),
  ];
}

/**
 * The same with fewer vectors: each function on scalars and on one width of vectors, in turn. Compiling pipelines takes most of
 * the time that Dawn needs, and its text has the same call for every width.
 */
export function thin_out(groups) {
  let turn = 0;
  const fewer = (widths) => (widths.length < 3 ? widths : [...widths.slice(0, -3), widths.slice(-3)[(turn += 1) % 3]]);
  return groups.map((group) => ({ ...group, rows: group.rows.map((row) => ({ ...row, widths: fewer(row.widths) })) }));
}

const known_each = 24;

/** The group's functions on scalars, of finite numbers that stand in the text. */
function known(group) {
  const rows = group.rows.filter(({ shape, widths, truth }) => shape === 'map' && widths.includes(1) && !truth);
  const finite = group.tuples.filter((tuple) => tuple.every(Number.isFinite));
  const step = Math.max(1, Math.floor(finite.length / known_each));
  const tuples = finite.filter((_, i) => i % step === 0).slice(0, known_each);
  // WGSL may drop the sign of a zero that it knows, which bits show.
  const executors = group.shows_bits ? ['cpu', 'ptx', 'cuda'] : group.executors;
  return { ...group, id: `${group.id} 已知`, known: true, executors, tuples, rows: rows.map((row) => ({ ...row, expected: undefined, widths: [1] })) };
}

function with_known(groups) {
  return groups.flatMap((group) => {
    const named = known(group);
    return named.rows.length > 0 ? [group, named] : [group];
  });
}

export function make_groups() {
  return with_known([
    ...float_groups('f32'),
    ...float_groups('f16'),
    ...integer_groups('i32'),
    ...integer_groups('u32'),
    make_group('爻', ['u32', 'u32', 'u32'], whole.truth_functions),
    make_group('解包', ['u32'], [...whole.unpacking, ...whole.half_of_bits_rows]),
    make_group('打包', ['f32', 'f32'], whole.packing),
    { ...make_group('半之位', ['f16', 'f16'], whole.half_bits_rows), shows_bits: true },
  ]);
}
