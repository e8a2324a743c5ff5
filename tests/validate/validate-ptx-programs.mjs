// Assembles the PTX of random programs (tests/fuzz/programs) with ptxas, as validate-ptx.py does.
//
//   node validate-ptx-programs.mjs --yyshader PROGRAM --python PYTHON [--first 0] [--count 60]
//
// Ends with validate-ptx.py's exit code, 77 without ptxas.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main_file, to_sources, write_files } from '../fuzz/programs/emit.mjs';
import { make_program } from '../fuzz/programs/program.mjs';

const here = dirname(fileURLToPath(import.meta.url));

function parse_arguments(words) {
  const options = { '--first': '0', '--count': '60' };
  for (let i = 0; i + 1 < words.length; i += 2) options[words[i]] = words[i + 1];
  const [first, count] = [Number(options['--first']), Number(options['--count'])];
  if (!options['--yyshader'] || !options['--python'] || !Number.isInteger(first) || !(count > 0)) throw new Error('see the head of this file');
  return { yyshader: options['--yyshader'], python: options['--python'], first, count };
}

/** Each program's PTX in `folder`, named by its seed. */
function translate_all({ yyshader, first, count }, folder) {
  for (let seed = first; seed < first + count; seed += 1) {
    const place = join(folder, `sources-${seed}`);
    write_files(place, to_sources(make_program(seed)));
    const done = spawnSync(yyshader, ['ptx', join(place, main_file)], { encoding: 'utf8', timeout: 60000, maxBuffer: 1 << 28 });
    if (done.status !== 0) throw new Error(`seed ${seed}: the generator ended with ${done.status ?? done.signal}\n${done.stderr}`);
    writeFileSync(join(folder, `${seed}.ptx`), done.stdout);
  }
}

const options = parse_arguments(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), 'yyshader-ptx-programs-'));
translate_all(options, folder);
const texts = readdirSync(folder).filter((name) => name.endsWith('.ptx')).map((name) => join(folder, name));
const done = spawnSync(options.python, [join(here, 'validate-ptx.py'), ...texts], { stdio: 'inherit' });
if (done.status === 1) console.log(`programs: ${folder}`);
else rmSync(folder, { recursive: true, force: true });
process.exit(done.status ?? 1);
