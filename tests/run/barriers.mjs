// Leaves out each barrier of the texts of some cases in turn: one of the cases on that text must notice it, by a fault of the
// executor's own (a data race, an undefined value) or by a wrong result. So tests do not pass without a barrier.
//
//   node barriers.mjs --executor ptx=PROGRAM|cpu=PROGRAM --yyshader PROGRAM CASE...
//
// Ends with `N noticed, N not noticed`.

import { basename } from 'node:path';
import { check_buffers, read_case } from './cases.mjs';
import { make_executor } from './executors/process.mjs';
import { make_text } from './texts.mjs';

const barriers = { ptx: /^\s*bar\.sync 0;$/gm, cpu: /^\s*threadgroup_barrier\(.*\);$/gm };

function parse_arguments(words) {
  const options = { paths: [] };
  for (let i = 0; i < words.length; i += 1) {
    if (words[i] === '--executor') [options.target, options.program] = words[(i += 1)].split('=');
    else if (words[i] === '--yyshader') options.yyshader = words[(i += 1)];
    else options.paths.push(words[i]);
  }
  if (!barriers[options.target] || !options.yyshader || options.paths.length === 0) throw new Error('see the head of barriers.mjs');
  return options;
}

let versions = 0;

/** The same program under another name, for versions of one program are compiled together. */
function renamed(text) {
  const [old] = text.program.split('::');
  const name = `${old}_${(versions += 1)}`;
  const rename = (content) => content.replaceAll(old, name);
  const files = new Map([...text.files].map(([path, content]) => [path, rename(content)]));
  return { ...text, text: rename(text.text), files, program: rename(text.program) };
}

/** Every version of the case's text with one barrier left out, as [case, text, barrier] triples. */
function without_barriers(path, { target, yyshader }) {
  const run_case = read_case(path);
  const text = make_text(run_case, target, yyshader);
  const content = text.text;
  const changed = (other) => (target === 'cpu' ? renamed({ ...text, text: other }) : { ...text, text: other });
  return [...content.matchAll(barriers[target])].map((barrier, i) => {
    const line = content.slice(0, barrier.index).split('\n').length;
    const rest = content.slice(barrier.index + barrier[0].length);
    const missing = `${basename(run_case.shader)}: barrier ${i + 1} (line ${line})`;
    return [{ ...run_case, name: `${run_case.name}: ${missing}` }, changed(content.slice(0, barrier.index) + rest), missing];
  });
}

async function main() {
  const options = parse_arguments(process.argv.slice(2));
  const pairs = options.paths.flatMap((path) => without_barriers(path, options));
  const results = await make_executor(options.target, options.program, options.yyshader).run_all(pairs);
  const notices = ([run_case]) => {
    const { outputs, error, facts } = results.get(run_case.name);
    return Boolean(error) || check_buffers(run_case, outputs, facts).length > 0;
  };
  const all = new Set(pairs.map(([, , missing]) => missing));
  const noticed = new Set(pairs.filter(notices).map(([, , missing]) => missing));
  for (const missing of all) if (!noticed.has(missing)) console.log(`${missing}: nothing notices that it is not there`);
  console.log(`${noticed.size} noticed, ${all.size - noticed.size} not noticed`);
  process.exit(noticed.size === all.size && all.size > 0 ? 0 : 1);
}

await main();
