// Every builtin function on every type, over edge values and random ones, on every executor, against references in double
// and whole-number arithmetic (docs/accuracy.md).
//
//   node accuracy.mjs --yyshader PROGRAM [--executor dawn] [--executor ptx=PROGRAM] [--filter TEXT] [--all] [--measure FILE]
//
// Ends with `N passed, N failed`, a check being one function on one type with one width. --all: every width on Dawn too, as on the
// others; --measure writes what was measured into a file that may have more.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { make_text } from '../run/texts.mjs';
import { decode, encode } from '../run/values.mjs';
import { relaunch_on_lavapipe } from '../tools/dawn.mjs';
import { ulp } from './floats.mjs';
import { make_groups, thin_out } from './groups.mjs';
import { judge } from './judge.mjs';
import { key_of, to_json } from './page.mjs';
import { make_case, make_source, slots_of } from './kernels.mjs';
import { numbers_each } from './matrices.mjs';

function parse_arguments(words) {
  const options = { executors: [], yyshader: process.env.YYSHADER_EXECUTABLE ?? 'yyshader', filter: '', measure: null, all: false };
  for (let i = 0; i < words.length; i += 1) {
    const next = () => words[(i += 1)];
    if (words[i] === '--executor') options.executors.push(next());
    else if (words[i] === '--yyshader') options.yyshader = next();
    else if (words[i] === '--filter') options.filter = next();
    else if (words[i] === '--all') options.all = true;
    else if (words[i] === '--measure') options.measure = next();
    else throw new Error(`unknown option ${words[i]}`);
  }
  if (options.executors.length === 0) options.executors.push('dawn');
  return options;
}

/** The runs that an executor makes: approximate instructions of the PTX machine at their best and at their worst. */
function runs_of(word) {
  const [name, program] = word.split('=');
  if (name === 'dawn') return [{ label: 'dawn', kind: 'dawn' }];
  if (name === 'cpu') return [{ label: 'cpu', kind: 'cpu', program, target: 'cpu' }];
  if (name === 'cuda') return [{ label: 'cuda', kind: 'cuda', program, target: 'ptx' }];
  if (name !== 'ptx') throw new Error(`unknown executor ${word} (dawn, cpu=PROGRAM, ptx=PROGRAM, cuda=PROGRAM)`);
  return ['exact', 'worst'].map((approximate) => ({
    label: approximate === 'exact' ? 'ptx' : 'ptx-worst',
    kind: 'ptx',
    program,
    target: 'ptx',
    environment: `--approx ${approximate}`,
  }));
}

/** Runs all cases: a map from a group's id to `{outputs}` or `{error}`. */
async function run_cases(run, cases, options) {
  if (run.kind === 'dawn') {
    const executor = await (await import('../run/executors/dawn.mjs')).make_executor();
    await executor.open();
    const results = new Map();
    for (const run_case of cases) {
      const text = make_text(run_case, 'wgsl', options.yyshader);
      results.set(run_case.name, await executor.run(run_case, text).catch((error) => ({ error: error.message })));
    }
    return results;
  }
  const { make_executor } = await import('../run/executors/process.mjs');
  if (run.environment) process.env.PTX_MACHINE_OPTIONS = run.environment;
  const pairs = cases.map((run_case) => [run_case, make_text(run_case, run.target, options.yyshader)]);
  return make_executor(run.target, run.program, options.yyshader, run.kind === 'cuda').run_all(pairs);
}

const chunk = (list, width) => Array.from({ length: Math.floor(list.length / width) }, (_, i) => list.slice(i * width, (i + 1) * width));

/** Arguments and true results of a (row, width), one for each element of its slot; kept, for every executor asks again. */
function expectations({ row, width }, tuples) {
  if (row.shape === 'map') {
    row.expected ??= tuples.map((tuple) => {
      const args = tuple.slice(0, row.arity);
      return { args, value: row.reference(...args, row.kind) };
    });
    return row.expected;
  }
  return chunk(tuples, row.shape === 'matrix' ? numbers_each : width).flatMap((part) => {
    const args = Array.from({ length: row.arity }, (_, k) => part.map((tuple) => tuple[k]));
    const value = row.reference(...args, row.kind);
    return row.shape === 'reduce' ? [{ args, value }] : value.map((each) => ({ args, value: each }));
  });
}

/** Faults of one slot, and the largest errors. */
function check_slot(slot, tuples, executor, numbers) {
  const { row, first } = slot;
  const faults = [];
  const worst = { ulp: 0, absolute: 0, share: 0 };
  expectations(slot, tuples).forEach(({ args, value }, i) => {
    const actual = numbers[first + i];
    const judged = judge(row, executor, args, value, actual);
    if (!judged) return;
    if (!judged.ok) faults.push(`${args.join('; ')}: ${actual}, not ${value}`);
    worst.ulp = Math.max(worst.ulp, judged.distance / ulp(value, row.result in { f16: 0 } ? 'f16' : 'f32'));
    worst.absolute = Math.max(worst.absolute, judged.distance);
    worst.share = Math.max(worst.share, judged.share);
  });
  return { faults, worst };
}

class Report {
  passed = 0;
  failed = 0;
  measured = {};

  add(group, slot, label, { faults, worst }) {
    const name = `${group.id} ${slot.row.id} ×${slot.width}`;
    if (faults.length === 0) this.passed += 1;
    else this.fail(`${label}: ${name}: ${faults.length} wrong\n  ${faults.slice(0, 6).join('\n  ')}`);
    const entry = ((this.measured[key_of(slot.row)] ??= {})[label] ??= { ulp: 0, absolute: 0, share: 0 });
    for (const what in worst) entry[what] = Math.max(entry[what], worst[what]);
  }

  fail(text) {
    this.failed += 1;
    console.log(text);
  }
}

const kinds = ['f32', 'f16', 'i32', 'u32'];

function check_group(group, { outputs, error }, label, report) {
  if (error) return report.fail(`${label}: ${group.id}: ${error}`);
  const numbers = Object.fromEntries(kinds.map((kind) => [kind, outputs.has(kind) ? decode(outputs.get(kind), kind) : []]));
  for (const slot of slots_of(group)) report.add(group, slot, label, check_slot(slot, group.tuples, label, numbers[slot.row.result]));
}

/** Sources and cases of groups, in `folder`. */
function make_cases(groups, folder) {
  return groups.map((group, i) => {
    const shader = join(folder, `组${i}。着色器。豫`);
    writeFileSync(shader, make_source(group));
    return make_case(group, shader, encode);
  });
}

/** Puts what was measured beside what the file has of other executors. */
function renew(path, measured) {
  const old = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  for (const [key, runs] of Object.entries(measured)) old[key] = { ...old[key], ...runs };
  writeFileSync(path, to_json(old));
}

async function main() {
  const options = parse_arguments(process.argv.slice(2));
  if (options.executors.includes('dawn')) relaunch_on_lavapipe();
  const all = make_groups().filter(({ id }) => id.includes(options.filter));
  const folder = mkdtempSync(join(tmpdir(), 'yyshader-accuracy-'));
  const report = new Report();
  for (const run of options.executors.flatMap(runs_of)) {
    const started = Date.now();
    const mine = all.filter(({ executors }) => !executors || executors.includes(run.kind));
    const groups = run.kind === 'dawn' && !options.all ? thin_out(mine) : mine;
    const results = await run_cases(run, make_cases(groups, folder), options);
    for (const group of groups) check_group(group, results.get(group.id), run.label, report);
    console.log(`${run.label}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  if (options.measure) renew(options.measure, report.measured);
  rmSync(folder, { recursive: true, force: true });
  console.log(`${report.passed} passed, ${report.failed} failed`);
  process.exit(report.failed === 0 && report.passed > 0 ? 0 : 1);
}

await main();
