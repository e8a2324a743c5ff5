// Runs kernels and draws on one or more executors and compares what comes out with what each case expects, and the
// executors with each other.
//
//   node run.mjs --executor dawn [--executor cpu=PROGRAM] [--executor ptx=PROGRAM] [--executor cuda=PROGRAM]
//                [--yyshader PROGRAM] [--filter TEXT] [--expect-failures] CASE-OR-FOLDER...
//
// Folders are searched for *.run.json (docs/testing.md has the format). Ends with `N passed, N failed`.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { relaunch_on_lavapipe } from '../tools/dawn.mjs';
import { check_agreement, check_buffers, check_pixels, read_case } from './cases.mjs';
import { make_text } from './texts.mjs';

const process_targets = { cpu: 'cpu', ptx: 'ptx', cuda: 'ptx' };

function parse_arguments(words) {
  const options = { executors: [], paths: [], yyshader: process.env.YYSHADER_EXECUTABLE ?? 'yyshader', filter: '', expect_failures: false };
  for (let i = 0; i < words.length; i += 1) {
    if (words[i] === '--executor') options.executors.push(words[(i += 1)]);
    else if (words[i] === '--yyshader') options.yyshader = words[(i += 1)];
    else if (words[i] === '--filter') options.filter = words[(i += 1)];
    else if (words[i] === '--expect-failures') options.expect_failures = true;
    else if (words[i].startsWith('--')) throw new Error(`unknown option ${words[i]}`);
    else options.paths.push(words[i]);
  }
  if (options.executors.length === 0) options.executors.push('dawn');
  if (options.paths.length === 0) throw new Error('no case or folder given');
  return options;
}

function find_cases(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.run.json')).sort().map((name) => join(path, name));
}

async function make_executor(word, options) {
  const [name, program] = word.split('=');
  if (name === 'dawn') return { name, ...(await wrap(await (await import('./executors/dawn.mjs')).make_executor())) };
  const target = process_targets[name];
  if (!target || !program) throw new Error(`unknown executor ${word} (dawn, cpu=PROGRAM, ptx=PROGRAM, cuda=PROGRAM)`);
  const { make_executor: make } = await import('./executors/process.mjs');
  return { name, ...(await wrap(make(target, program, options.yyshader, name === 'cuda'))) };
}

/** Opens an executor and gives each kind the same face: `run_all` over [case, text] pairs. */
async function wrap(executor) {
  const description = await executor.open();
  const one_by_one = async (pairs) => {
    const results = new Map();
    for (const [run_case, text] of pairs) {
      results.set(run_case.name, await executor.run(run_case, text).catch((error) => ({ error: error.message })));
    }
    return results;
  };
  return {
    description,
    target: executor.target,
    missing_features: (required) => executor.missing_features(required),
    facts: executor.facts,
    run_all: executor.run_all ? (pairs) => executor.run_all(pairs) : one_by_one,
  };
}

/** Whether a case is for this executor: one without rasteriser cannot draw, PTX has no textures, a hand-written text has one target. */
function is_for(run_case, executor) {
  if (run_case.executors && !run_case.executors.includes(executor.name)) return false;
  if (executor.name !== 'dawn' && run_case.render) return false;
  if (executor.target === 'ptx' && run_case.textures.length > 0) return false;
  return true;
}

/** Runs all cases on one executor: a map from a case's name to `{outputs, faults}`. */
async function run_on(executor, cases, yyshader) {
  const outcomes = new Map();
  const pairs = [];
  for (const run_case of cases.filter((candidate) => is_for(candidate, executor))) {
    try {
      const missing = executor.missing_features(run_case.requires);
      if (missing.length > 0) throw new Error(`the device lacks ${missing.join(', ')}`);
      const text = make_text(run_case, executor.target, yyshader);
      if (text) pairs.push([run_case, text]);
    } catch (error) {
      outcomes.set(run_case.name, { faults: [error.message] });
    }
  }
  const results = pairs.length > 0 ? await executor.run_all(pairs) : new Map();
  for (const [run_case] of pairs) {
    const { outputs, pixel, error, facts } = results.get(run_case.name);
    outcomes.set(run_case.name, { outputs, faults: error ? [error] : judge(run_case, outputs, pixel, facts ?? executor.facts) });
  }
  return outcomes;
}

function judge(run_case, outputs, pixel, facts) {
  try {
    return [...check_buffers(run_case, outputs, facts), ...(run_case.render ? check_pixels(run_case, pixel) : [])];
  } catch (error) {
    return [`the expectation is wrong: ${error.message}`];
  }
}

/** All faults of one case over all executors, each with the executor's name before it. */
function collect(run_case, runs) {
  const mine = runs.filter(({ outcomes }) => outcomes.has(run_case.name));
  const faults = mine.flatMap(({ executor, outcomes }) => outcomes.get(run_case.name).faults.map((fault) => `${executor.name}: ${fault}`));
  if (mine.length === 0) return ['no executor ran it'];
  const [first, ...others] = mine.filter(({ outcomes }) => outcomes.get(run_case.name).outputs);
  for (const other of others) {
    const disagreements = check_agreement(run_case, first.outcomes.get(run_case.name).outputs, other.outcomes.get(run_case.name).outputs);
    faults.push(...disagreements.map((fault) => `${first.executor.name} and ${other.executor.name}: ${fault}`));
  }
  return faults;
}

async function main() {
  const options = parse_arguments(process.argv.slice(2));
  if (options.executors.includes('dawn')) relaunch_on_lavapipe();
  const paths = options.paths.flatMap(find_cases).filter((path) => path.includes(options.filter));
  const cases = [];
  const unreadable = new Map();
  for (const path of paths) {
    try {
      cases.push(read_case(path));
    } catch (error) {
      unreadable.set(path, error.message);
    }
  }
  const runs = [];
  for (const word of options.executors) {
    const executor = await make_executor(word, options);
    console.log(`${executor.name}: ${executor.description}`);
    runs.push({ executor, outcomes: await run_on(executor, cases, options.yyshader) });
  }
  let passed = 0;
  const report = (name, faults) => {
    if (faults.length > 0 === options.expect_failures) passed += 1;
    else console.log(options.expect_failures ? `${name}: passed, though it must fail` : `${name}:\n  ${faults.join('\n  ')}`);
  };
  for (const [path, fault] of unreadable) report(path, [fault]);
  // With executors that each take only some cases, a case that is for none of the chosen ones is left out.
  const chosen = cases.filter((run_case) => runs.some(({ executor }) => is_for(run_case, executor)));
  for (const run_case of chosen) report(run_case.name, collect(run_case, runs));
  const total = unreadable.size + chosen.length;
  if (total === 0) console.log(`no case found in ${options.paths.join(' ')}`);
  console.log(`${passed} passed, ${total - passed} failed`);
  process.exit(passed === total ? 0 : 1);
}

await main();
