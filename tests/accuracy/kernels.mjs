// The Yuyan source of a group and the case that runs it. Arguments are read from buffers, so that nothing is known before;
// or they are named numbers (`known`), which a target may compute with, though to WGSL a name is no constant expression.

import { fixed_decimal, formats } from './floats.mjs';
import { numbers_each } from './matrices.mjs';

const buffers = { f32: '出浮', f16: '出半', i32: '出整', u32: '出无' };
const elements = { f32: '浮三二', f16: '浮十六', i32: '整三二', u32: '无三二' };
const names = ['甲', '乙', '丙'];
const digits = ['零', '一', '二', '三'];
const group_size = 64;

const word = (value) => `「新无三二」于「${value}」`;
const call = (name, ...parts) => `「${name}」${parts.map((part) => `于（${part}）`).join('')}`;

function binding(name, kind, number, access) {
  return `「${name}」乃「存储缓冲」于（「数组」于「${elements[kind]}」）也。
「${name}」者「绑定」于（「组值」【「组」者「零」也，「号」者「${number}」也，「访问」者「${access}」也】）也。
`;
}

const size_of = (row, group) => (row.shape === 'matrix' ? (group.tuples.length / numbers_each) * row.length : group.tuples.length);

/** Every (row, width) of a group in order, each with its place in the output buffer of its result's kind. */
export function slots_of(group) {
  const used = {};
  return group.rows.flatMap((row) =>
    row.widths.map((width) => {
      const first = used[row.result] ?? 0;
      used[row.result] = first + size_of(row, group);
      return { row, width, first };
    }));
}

/** `elements` of an argument from element 位 on, as a vector of `width`. */
function argument(name, kind, width, row_truth) {
  const read = (i) => call('读数组', `「入${name}」`, i === 0 ? '「位」' : call('加', '「位」', word(i)));
  const part = (i) => (row_truth ? call('等于', call('位与', read(i), word(1)), word(1)) : read(i));
  return Array.from({ length: width }, (_, i) => (width === 1 ? part(i) : `（${part(i)}）`)).join('与');
}

/** The numbers of an argument, each under its name. */
function number_bindings(name) {
  const at = (i) => (i === 0 ? '「位」' : call('加', '「位」', word(i)));
  return Array.from({ length: numbers_each }, (_, i) => `  虑「${name}${i}」者${call('读数组', `「入${name}」`, at(i))}而\n`).join('');
}

/** The value `name` of `columns` of `rows` as bindings: a matrix, a vector (no columns) or a scalar. */
function matrix_binding(name, { columns, rows }) {
  const vector = (c) => Array.from({ length: rows }, (_, r) => `「${name}${c * rows + r}」`).join('与');
  if (!columns) return `虑「${name}」者${vector(0)}而\n    `;
  const list = Array.from({ length: columns }, (_, c) => c);
  const lets = list.map((c) => `虑「${name}列${c}」者${vector(c)}而\n    `).join('');
  return `${lets}虑「${name}」者${list.map((c) => `「${name}列${c}」`).join('与')}而\n    `;
}

function matrix_statement({ row, first }) {
  const bindings = matrix_binding('甲', row.left) + matrix_binding('乙', row.right);
  const rows = row.result_columns ? row.length / row.result_columns : row.length;
  const part = (i) => (row.result_columns ? `（「果」中「${digits[Math.floor(i / rows)]}」）中「${digits[i % rows]}」` : `「果」中「${digits[i]}」`);
  const at = (i) => call('加', call('乘', '「序」', word(row.length)), word(first + i));
  const writes = Array.from({ length: row.length }, (_, i) => call('写数组', `「${buffers[row.result]}」`, at(i), part(i)));
  return `（${bindings}虑「果」者${call(row.name, '「甲」', '「乙」')}而\n    ${writes.join('；\n    ')}）`;
}

function statement({ row, width, first }) {
  const parts = names.slice(0, row.arity).map((name) => `「${row.truth ? `${name}真` : name}」`);
  if (row.scalar_last && width > 1) parts.push(`${parts.pop()}中「零」`);
  const expression = row.call ? row.call(parts, width) : call(row.name, ...parts);
  const value = row.wrap ? call(row.wrap, expression) : expression;
  const write = (index, result) => call('写数组', `「${buffers[row.result]}」`, index, result);
  const scalar = row.shape === 'reduce' || width === 1;
  const place = scalar && width > 1 ? '「序」' : '「位」';
  const at = (i) => (first + i === 0 ? place : call('加', place, word(first + i)));
  const writes = scalar ? [write(at(0), '「果」')] : digits.slice(0, width).map((digit, i) => write(at(i), `「果」中「${digit}」`));
  return `（虑「果」者${value}而\n    ${writes.join('；\n    ')}）`;
}

/** A number of a scalar type; the type's least has no literal of its own. */
function number(kind, value) {
  const magnitude = kind in formats ? fixed_decimal(Math.abs(value)) : String(Math.abs(value));
  const make = { f32: '新浮三二', f16: '新浮十六', i32: '新整三二', u32: '新无三二' }[kind];
  const negative = value < 0 || Object.is(value, -0);
  return negative ? call(make, call('取负', `「${magnitude}」`)) : call(make, `「${magnitude}」`);
}

/** Each function of each tuple, written out; a name for every argument. */
function known_entry(group, slots) {
  const statements = slots.flatMap(({ row, first }) =>
    group.tuples.map((tuple, i) => {
      const lets = group.kinds.map((kind, k) => `虑「${names[k]}」者${number(kind, tuple[k])}而`);
      const parts = names.slice(0, row.arity).map((name) => `「${name}」`);
      const expression = row.call ? row.call(parts, 1) : call(row.name, ...parts);
      const value = row.wrap ? call(row.wrap, expression) : expression;
      return `（${lets.join('')}${call('写数组', `「${buffers[row.result]}」`, word(first + i), value)}）`;
    }));
  return `
「算1」乃化「全局调用号」而「有」也。
「算1」者会「号」而
  ${statements.join('；\n  ')}
也。
「口1」乃「计算入口」也。
「口1」者「计算入口项」于「算1」于（「组值」【「工作组大小」者「一」也】）也。
`;
}

function entry(group, slots, width) {
  if (group.known) return known_entry(group, slots);
  const mine = slots.filter((slot) => slot.width === width);
  if (mine.length === 0) return '';
  const truth = group.rows.some((row) => row.truth);
  const matrix = group.rows[0].shape === 'matrix';
  const lets = group.kinds.map((kind, i) =>
    truth
      ? `  虑「${names[i]}真」者${argument(names[i], kind, width, true)}而\n`
      : `  虑「${names[i]}」者${argument(names[i], kind, width, false)}而\n`);
  return `
「算${width}」乃化「全局调用号」而「有」也。
「算${width}」者会「号」而
  虑「序」者「号」中「零」而
  虑「位」者${call('乘', '「序」', word(matrix ? numbers_each : width))}而
${matrix ? number_bindings('甲') + number_bindings('乙') : lets.join('')}  ${mine.map(matrix ? matrix_statement : statement).join('；\n  ')}
也。
「口${width}」乃「计算入口」也。
「口${width}」者「计算入口项」于「算${width}」于（「组值」【「工作组大小」者「${group_size}」也】）也。
`;
}

const widths_of = (slots) => [...new Set(slots.map(({ width }) => width))].sort((a, b) => a - b);

export function make_source(group) {
  const slots = slots_of(group);
  const results = [...new Set(group.rows.map((row) => row.result))];
  const inputs = group.kinds.map((kind, i) => binding(`入${names[i]}`, kind, i, '只读'));
  const outputs = results.map((kind, i) => binding(buffers[kind], kind, i + 4, '读写'));
  const entries = widths_of(slots).map((width) => entry(group, slots, width));
  return `寻观「着色库」之「着色内建」之书。\n\n${[...inputs, ...outputs, ...entries].join('')}`;
}

/** The case for the executors of tests/run: `shader` is where the source of the group lies. */
export function make_case(group, shader, encode) {
  const slots = slots_of(group);
  const count = group.tuples.length;
  const inputs = group.kinds.map((kind, i) => ({
    name: `入${names[i]}`,
    group: 0,
    binding: i,
    access: 'read',
    bytes: encode(group.tuples.map((tuple) => tuple[i]), kind),
  }));
  const outputs = [...new Set(group.rows.map((row) => row.result))].map((kind, i) => {
    const used = slots.filter((slot) => slot.row.result === kind).reduce((sum, { row }) => sum + size_of(row, group), 0);
    return { name: kind, group: 0, binding: i + 4, access: 'read_write', bytes: encode(Array(used).fill(0), kind) };
  });
  const invocations = (width) => count / (group.rows[0].shape === 'matrix' ? numbers_each : width);
  const workgroups = (width) => (group.known ? 1 : invocations(width) / group_size);
  return {
    name: group.id,
    shader,
    options: group.options ?? [],
    requires: group.kinds.includes('f16') || outputs.some(({ name }) => name === 'f16') ? ['shader-f16'] : [],
    dispatches: widths_of(slots).map((width) => ({ entry: `口${width}`, workgroups: [workgroups(width), 1, 1] })),
    buffers: [...inputs, ...outputs],
    textures: [],
    samplers: [],
    render: null,
  };
}
