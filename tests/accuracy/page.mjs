// docs/accuracy.md: the bounds that the tables promise, beside WGSL's allowances and what was measured.
//
//   node page.mjs [--check] MEASURED.json PAGE.md
//
// Writes the page, or ends with 1 when it is not current.

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { formats } from './floats.mjs';
import { make_groups } from './groups.mjs';

const type_of = (row) => (row.truth ? 'bool' : row.kind);

/** What a row's measurements are kept under: one for all widths and spellings of a function on a kind. */
export const key_of = (row) => `${row.name}${row.shape === 'matrix' ? '（矩阵）' : ''} ${row.label ?? type_of(row)}`;

const short = (x) => Number(x.toPrecision(3));

export function to_json(measured) {
  const lines = Object.entries(measured).map(([key, runs]) => {
    const parts = Object.entries(runs).map(([run, { ulp, absolute, share }]) => [run, { ulp: short(ulp), absolute: short(absolute), share: short(share) }]);
    return ` ${JSON.stringify(key)}: ${JSON.stringify(Object.fromEntries(parts))}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

const runs = ['cpu', 'ptx', 'ptx-worst', 'dawn'];
const bound_names = { cpu: 'cpu', ptx: 'ptx', 'ptx-worst': 'ptx', dawn: 'wgsl' };

function in_words(bound, measured) {
  if (!measured) return '–';
  if (!bound.of) return measured.ulp <= 0.5 ? '✓' : `${measured.ulp} ulp`;
  if (bound.by === 'ulp') return `${measured.ulp} ulp`;
  if (bound.by === 'absolute') return measured.absolute === 0 ? '0' : `2^${Math.log2(measured.absolute).toFixed(1)}`;
  return `${Math.ceil(measured.share * 100)} %`;
}

/** One line for each key, in the order of the tables; functions of whole numbers share one. */
function distinct_rows() {
  const seen = new Map();
  for (const group of make_groups().filter(({ options }) => !options)) for (const row of group.rows) if (!seen.has(key_of(row))) seen.set(key_of(row), row);
  return seen;
}

const is_float = (row) => row.result in formats || row.kind in formats;
const is_sure = (row) => !row.wgsl.of && !row.ptx.of && !row.cpu.of;

function table(rows, measured) {
  const head = [
    '| function | type | WGSL allows | MSL as C++ | PTX | measured: MSL as C++ | PTX | PTX at its worst | WGSL on lavapipe |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  const lines = rows.map(([key, row]) => {
    const cells = runs.map((run) => in_words(row[bound_names[run]], measured[key]?.[run]));
    const name = row.shape === 'matrix' ? `${row.name} (matrices)` : row.name;
    return `| ${name} | ${row.label ?? row.kind} | ${row.wgsl.text} | ${row.cpu.text} | ${row.ptx.text} | ${cells.join(' | ')} |`;
  });
  return [...head, ...lines].join('\n');
}

function sure_list(rows) {
  const by_type = new Map();
  for (const [, row] of rows) {
    const type = row.label ?? type_of(row);
    if (!by_type.has(type)) by_type.set(type, []);
    if (!by_type.get(type).includes(row.name)) by_type.get(type).push(row.name);
  }
  return [...by_type].map(([type, names]) => `| ${type} | ${names.join(' ')} |`).join('\n');
}

function open_list(rows) {
  const by_text = new Map();
  for (const [, row] of rows.filter(([, each]) => each.open_text)) {
    const what = `${row.name}: ${row.open_text}`;
    by_text.set(what, [...(by_text.get(what) ?? []), row.label ?? row.kind]);
  }
  return [...by_text].map(([what, types]) => `- ${what} (${types.join(', ')})`).join('\n');
}

export function make_page(measured) {
  const rows = [...distinct_rows()];
  const bounded = rows.filter(([, row]) => !is_sure(row));
  const sure = rows.filter(([, row]) => is_sure(row));
  return `# Accuracy

This page is written by \`tests/accuracy/page.mjs\` from the tables that the tests hold every target to; change those. The measured
numbers are in \`tests/accuracy/measured.json\` and are renewed by hand (below).

Every builtin function is tried on every type it takes, scalars and vectors, over edge values (zeros, ones, the largest and
smallest numbers, subnormals, infinities, NaN, halves between neighbours, the ends of the integers' ranges, shifts by 0, 31, 32, 33
and 2^31) and as many random ones. Arguments are read from buffers, so that nothing is computed beforehand; then some
of the finite ones are named in the text, so that a target may compute with them, and must come to the same. The true results come from double and
whole-number arithmetic in the tests, rounded once. The distance is taken from the true result, before rounding: 0.5 ulp is
the best there is.

- *MSL as C++*: the MSL text on the processor.
- *PTX*: the PTX text on the PTX machine, its approximate instructions giving the nearest number. *At its worst*: as far off as is
  promised of each of them (docs/ptx-machine.md).
- *WGSL on lavapipe*: what another's implementation makes of the WGSL text, held to WGSL's own allowance.

## Functions with a bound

A percentage is the largest share of the bound that was used, where the bound has several parts.

${table(bounded, measured)}

## Functions with one right result

Correctly rounded, or the same bits, on MSL as C++ and on PTX; on PTX with NaN and infinities as IEEE 754 has them.

| type | functions |
| --- | --- |
${sure_list(sure)}

## With \`--fp strict\`

MSL as C++ and PTX give the reference's bits in compositions of + − × ÷, 平方根 and 融合乘加, each step rounded by itself
(\`tests/accuracy/strict.mjs\`). Without it a product and a sum may be one step; sums of products (点积, 矩阵乘 …) may be
so at any time, and in any order on a device of Metal's.

## Tolerated differences

- Where an argument or the result is infinite or NaN, or a step overflows, WGSL lets anything come out; nothing is asked of lavapipe there. Subnormal
  arguments and results may be zeros there.
- The sign of a zero: WGSL may ignore it. It is asked of none in 符号, 取余, 最大, 最小, 夹紧, 饱和, roundings, 小数部分, 混合, 正弦, 余弦, 正切 and
  sums of products.
- Which NaN comes out is nowhere asked.
- Integer to float and f32 to f16: WGSL allows either neighbour; our own texts give the nearest.
- Nothing is asked of these:

${open_list(rows)}

## Renewing the measured numbers

\`\`\`
node tests/accuracy/accuracy.mjs --all --yyshader PROGRAM --executor dawn --executor cpu=PROGRAM --executor ptx=PROGRAM --measure tests/accuracy/measured.json
node tests/accuracy/page.mjs tests/accuracy/measured.json docs/accuracy.md
\`\`\`
`;
}

function main(words) {
  const check = words[0] === '--check';
  const [measured, page] = words.slice(check ? 1 : 0);
  const text = make_page(JSON.parse(readFileSync(measured, 'utf8')));
  if (!check) writeFileSync(page, text);
  else if (readFileSync(page, 'utf8') !== text) {
    console.log(`${page} is not what the tables say: run tests/accuracy/page.mjs`);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
