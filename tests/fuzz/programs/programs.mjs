// Random well-typed programs against the generator and every executor at hand (docs/testing.md, "Generated programs").
//
//   node programs.mjs --yyshader PROGRAM [--executor dawn ...] [--first 0] [--count 200] [--keep FOLDER] [--shrink]
//   node programs.mjs --validate --yyshader PROGRAM [--first 0] [--count 200] [--keep FOLDER]
//   node programs.mjs --mutate --yyshader PROGRAM [--first 0] [--count 400] [--keep FOLDER]
//
// Ends with `N passed, N failed`. A failing program is named by its seed, which makes it again anywhere.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main_file, options_of, to_files, to_sources, write_files } from './emit.mjs';
import { mutate } from './mutate.mjs';
import { make_program } from './program.mjs';
import { Random } from './random.mjs';
import { edits, size_of } from './shrink.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const runner = join(here, '..', '..', 'run', 'run.mjs');

function parse_arguments(words) {
  const options = {
    executors: [],
    first: 0,
    count: 200,
    yyshader: process.env.YYSHADER_EXECUTABLE ?? 'yyshader',
    keep: null,
    shrink: false,
    mutate: false,
    validate: false,
    wild: false,
  };
  for (let i = 0; i < words.length; i += 1) {
    const next = () => words[(i += 1)];
    if (words[i] === '--executor') options.executors.push(next());
    else if (words[i] === '--yyshader') options.yyshader = next();
    else if (words[i] === '--first') options.first = Number(next());
    else if (words[i] === '--count') options.count = Number(next());
    else if (words[i] === '--keep') options.keep = next();
    else if (words[i] === '--shrink') options.shrink = true;
    else if (words[i] === '--mutate') options.mutate = true;
    else if (words[i] === '--validate') options.validate = true;
    else if (words[i] === '--wild') options.wild = true;
    else throw new Error(`unknown option ${words[i]}`);
  }
  if (options.executors.length === 0) options.executors.push('dawn');
  return options;
}

const name_of = (seed) => `程${seed}`;

/** Starts the runner: most of the time goes into the driver's compiling of pipelines, so several run side by side. */
function start_runner(folder, options) {
  const words = [runner, '--yyshader', options.yyshader, ...options.executors.flatMap((executor) => ['--executor', executor]), folder];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words);
    const done = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8');
      child[stream].on('data', (text) => {
        done[stream] += text;
      });
    }
    child.on('close', (status, signal) => resolve({ ...done, status, signal }));
  });
}

/** Runs the cases in a folder: a map from the failing ones' names to their faults, or a reason why nothing ran. */
async function run_folder(folder, options) {
  const done = await start_runner(folder, options);
  if (done.status === 77) return { skipped: done.stdout.trim() };
  const failures = new Map();
  let current = null;
  for (const line of done.stdout.split('\n')) {
    const head = /^(程\d+):$/.exec(line);
    if (head) failures.set((current = head[1]), []);
    else if (current && line.startsWith('  ')) failures.get(current).push(line.trim());
    else if (!/^\S.*: (error|warning|note): /.test(line)) current = /^\d+ passed/.test(line) ? null : current;
  }
  if (!/^\d+ passed, \d+ failed$/m.test(done.stdout))
    return { broken: `the runner ended with ${done.status ?? done.signal}\n${done.stdout}${done.stderr}` };
  return { failures };
}

/** What kind of fault it is: shrinking keeps to it. */
function kind_of(faults) {
  const text = faults.join('\n');
  if (/exited with 70/.test(text)) return 'internal error';
  if (/exited with|yyshader/.test(text)) return 'refused by the generator';
  if (/expected/.test(text)) return 'wrong result';
  return 'refused by the target';
}

/** Makes the program of `seed` smaller as long as it fails in the same way; gives the folder of the smallest. */
async function shrink(seed, faults, folder, options) {
  const program = make_program(seed, options.wild);
  to_files(program, name_of(seed));
  const wanted = kind_of(faults);
  let changed = true;
  while (changed) {
    changed = false;
    for (const batch of batches([...edits(program)], 24)) {
      const trial = join(folder, 'trial');
      rmSync(trial, { recursive: true, force: true });
      const before = size_of(program);
      const tried = batch.map((edit, i) => {
        const undo = edit();
        try {
          if (size_of(program) < before) write_files(join(trial, String(i)), to_files(program, name_of(i)));
          return edit;
        } catch {
          return null; // not exact any more, or it runs too long: no step
        } finally {
          undo();
        }
      });
      const { failures } = await run_folder(trial, options);
      const good = tried.findIndex((edit, i) => edit && failures?.has(name_of(i)) && kind_of(failures.get(name_of(i))) === wanted);
      if (good >= 0) {
        tried[good]();
        changed = true;
        break;
      }
    }
  }
  const place = join(folder, `small-${seed}`);
  write_files(place, to_files(program, name_of(seed)));
  return place;
}

function* batches(list, size) {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}

async function run_programs(options, folder) {
  const faults = new Map();
  const parts = Array.from({ length: Math.min(2, options.count) }, (_, i) => join(folder, 'programs', String(i)));
  for (let seed = options.first; seed < options.first + options.count; seed += 1) {
    write_files(join(parts[seed % parts.length], String(seed)), to_files(make_program(seed, options.wild), name_of(seed)));
  }
  for (const result of await Promise.all(parts.map((part) => run_folder(part, options)))) {
    if (result.skipped) {
      console.log(result.skipped);
      process.exit(77);
    }
    if (result.broken) throw new Error(result.broken);
    for (const [name, lines] of result.failures) faults.set(Number(name.slice(1)), [kind_of(lines), ...lines]);
  }
  if (options.shrink) {
    for (const [seed, lines] of faults) lines.push(`smallest: ${await shrink(seed, lines.slice(1), folder, options)}`);
  }
  return { faults, total: options.count };
}

const validators = { ptx: 'validate-ptx.py', msl: 'validate-msl.py' };

/** The texts of PTX and MSL that the programs of all seeds become, in a folder; faults of the generator by seed. */
function write_texts(options, folder) {
  const faults = new Map();
  const texts = join(folder, 'texts');
  mkdirSync(texts, { recursive: true });
  for (let seed = options.first; seed < options.first + options.count; seed += 1) {
    const program = make_program(seed, options.wild);
    const place = join(folder, 'programs', String(seed));
    write_files(place, to_sources(program));
    for (const target of Object.keys(validators)) {
      const words = [target, join(place, main_file), ...options_of(program)];
      const { status, stdout, stderr } = spawnSync(options.yyshader, words, { encoding: 'utf8', timeout: 20000, maxBuffer: 1 << 28 });
      if (status !== 0) faults.set(seed, [target, `exit code ${status}`, stderr.slice(0, 2000)]);
      else writeFileSync(join(texts, `${name_of(seed)}.${target}`), stdout);
    }
  }
  return { faults, texts };
}

/** Well-typed programs: ptxas takes the PTX, GCC and Clang the MSL (Dawn takes the WGSL where the programs are run). */
function run_validators(options, folder) {
  const { faults, texts } = write_texts(options, folder);
  for (const script of Object.values(validators)) {
    const done = spawnSync('python3', [join(here, '..', '..', 'validate', script), texts], { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (done.status === 77) {
      console.log(`${script}: ${done.stdout.trim()}`);
      continue;
    }
    if (!/^\d+ passed, \d+ failed$/m.test(done.stdout)) throw new Error(`${script} ended with ${done.status}\n${done.stdout}${done.stderr}`);
    if (done.status === 0) continue;
    const seeds = [...new Set([...done.stdout.matchAll(/程(\d+)\./g)].map(([, seed]) => Number(seed)))];
    if (seeds.length === 0) throw new Error(done.stdout);
    for (const seed of seeds) faults.set(seed, [...(faults.get(seed) ?? []), script, done.stdout.slice(0, 4000)]);
  }
  return { faults, total: options.count };
}

/** Ill-typed programs: the generator refuses each with an error of its own, exit code 1. */
function run_mutants(options, folder) {
  const faults = new Map();
  let total = 0;
  for (let seed = options.first; seed < options.first + options.count; seed += 1) {
    const program = make_program(seed, options.wild);
    to_sources(program);
    const kind = mutate(program, new Random(seed + 4242));
    if (!kind) continue;
    total += 1;
    const place = join(folder, 'mutants', String(seed));
    write_files(place, to_sources(program));
    const { status, stderr, signal } = spawnSync(options.yyshader, ['check', join(place, main_file)], { encoding: 'utf8', timeout: 20000 });
    if (status !== 1 || !/: error: .*\[YY\d+\]/.test(stderr))
      faults.set(seed, [kind, `exit code ${status ?? signal}`, stderr.slice(0, 2000)]);
  }
  return { faults, total };
}

async function main() {
  const options = parse_arguments(process.argv.slice(2));
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'yyshader-programs-'));
  mkdirSync(folder, { recursive: true });
  const run = options.mutate ? run_mutants : options.validate ? run_validators : run_programs;
  const { faults, total } = await run(options, folder);
  for (const [seed, lines] of faults) console.log(`seed ${seed}:\n  ${lines.join('\n  ')}`);
  if (!options.keep && faults.size === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`programs: ${folder}`);
  console.log(`${total - faults.size} passed, ${faults.size} failed`);
  process.exit(faults.size === 0 && total > 0 ? 0 : 1);
}

await main();
