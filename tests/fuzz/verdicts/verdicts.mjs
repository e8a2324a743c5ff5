// Random small programs about constants or uniformity: the generator and Tint must agree on each, whether it is refused.
//
//   node verdicts.mjs --judge PROGRAM --kind constants|uniformity [--first 0] [--count 4000] [--keep FOLDER] [--contrary]
//
// The judge (judge.cpp) gives the generator's verdict, and the WGSL text for Tint even where that is a refusal. A program is
// named by its seed. Ends with how many were accepted and refused by both, and fails when there is a disagreement, when a
// program is wrong in itself, or when nearly all get one verdict, which would show nothing. With --contrary the generator's
// verdicts count as the opposite, and every program must be found to disagree: it shows that this check can fail.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load_dawn, open_device } from '../../tools/dawn.mjs';
import { Random } from '../programs/random.mjs';
import { make_source as make_constants } from './constants.mjs';
import { make_source as make_uniformity } from './uniformity.mjs';

const makers = { constants: make_constants, uniformity: make_uniformity };
const batch = 1000;
const shown = 10;

function parse_arguments(words) {
  const options = { judge: null, kind: null, first: 0, count: 4000, keep: null, contrary: false };
  for (let i = 0; i < words.length; i += 1) {
    const name = words[i].slice(2);
    if (!words[i].startsWith('--') || !(name in options)) throw new Error(`unknown option ${words[i]}`);
    if (name === 'contrary') options.contrary = true;
    else options[name] = typeof options[name] === 'number' ? Number(words[(i += 1)]) : words[(i += 1)];
  }
  if (!options.judge || !(options.kind in makers)) throw new Error('--judge and --kind constants|uniformity are needed');
  return options;
}

function judge(program, sources) {
  const done = spawnSync(program, { input: JSON.stringify(sources), encoding: 'utf8', maxBuffer: 1 << 30 });
  if (done.status !== 0) throw new Error(`${program} ended with ${done.status ?? done.signal}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

/** What Tint finds wrong with the text; empty when it takes it. */
async function tint(device, code) {
  device.pushErrorScope('validation');
  const info = await device.createShaderModule({ code }).getCompilationInfo();
  const scoped = await device.popErrorScope();
  const errors = info.messages.filter(({ type }) => type === 'error').map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
  return errors.length > 0 ? errors : scoped ? [scoped.message] : [];
}

function describe(fault) {
  const { seed, source, verdict, errors } = fault;
  if (verdict.faults) return `seed ${seed} is wrong in itself:\n${source}\n${verdict.faults}`;
  const ours = verdict.refused.length > 0 ? `refused (${verdict.refused.join(', ')})` : 'accepted';
  const theirs = errors.length > 0 ? `refused (${errors.join('; ')})` : 'accepted';
  return `seed ${seed}: YYShader: ${ours}; Tint: ${theirs}\n${source}\n${verdict.text}`;
}

async function main() {
  const options = parse_arguments(process.argv.slice(2));
  const { create } = await load_dawn();
  const gpu = create(['backend=null']);
  const { device } = await open_device(gpu);
  const faults = [];
  const counts = { accepted: 0, refused: 0, split: 0 };
  for (let begin = options.first; begin < options.first + options.count; begin += batch) {
    const seeds = Array.from({ length: Math.min(batch, options.first + options.count - begin) }, (_, i) => begin + i);
    const sources = seeds.map((seed) => makers[options.kind](new Random(seed)));
    const verdicts = judge(options.judge, sources);
    for (let i = 0; i < seeds.length; i += 1) {
      const verdict = verdicts[i];
      const errors = verdict.faults ? [] : await tint(device, verdict.text);
      const refused = (verdict.refused.length > 0) !== options.contrary;
      counts[refused ? 'refused' : 'accepted'] += 1;
      counts.split += verdict.split ? 1 : 0;
      if (!verdict.faults && refused === errors.length > 0) continue;
      faults.push({ seed: seeds[i], source: sources[i], verdict, errors });
    }
  }
  if (options.contrary) {
    console.log(`${options.kind}: ${faults.length} of ${options.count} contrary verdicts noticed`);
    process.exit(faults.length === options.count && gpu ? 0 : 1);
  }
  faults.slice(0, shown).forEach((fault) => console.log(`${describe(fault)}\n`));
  if (options.keep) {
    mkdirSync(options.keep, { recursive: true });
    faults.forEach((fault) => writeFileSync(join(options.keep, `${options.kind}-${fault.seed}.txt`), describe(fault)));
  }
  const one_sided = Math.min(counts.accepted, counts.refused) * 20 < options.count;
  if (one_sided) console.log('nearly all get one verdict, which shows nothing');
  const split = options.kind === 'uniformity' ? ` (${counts.split} with inputs field by field)` : '';
  console.log(`${options.kind}: ${options.count} programs, ${counts.accepted} accepted${split}, ${counts.refused} refused, ${faults.length} disagreements`);
  process.exit(faults.length > 0 || one_sided || !gpu ? 1 : 0);
}

await main();
