// The texts that executors run: made by the generator from a Yuyan source, or a file of the target's own language.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const entry_line = /^入口：(.*?) → (.*?)（(.*?)）$/gm;

/** Runs the generator; throws with its messages when it fails. */
function run_generator(yyshader, command_line) {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('YY')));
  const done = spawnSync(yyshader, command_line, { encoding: 'utf8', env: environment, timeout: 20000, maxBuffer: 1 << 28 });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`yyshader ${command_line.join(' ')} exited with ${done.status}\n${done.stderr}`);
  return done;
}

/** Whether a text is only the comment that says why its target cannot express the program. */
export function is_comment_only(text) {
  return text.split('\n').every((line) => line.trim() === '' || line.startsWith('//'));
}

/** What `build --host …` writes for a source: a map from each file's name to its content. */
function build_files(run_case, words, yyshader) {
  const folder = mkdtempSync(join(tmpdir(), 'yyshader-build-'));
  try {
    run_generator(yyshader, ['build', run_case.shader, '-o', folder, ...words, ...run_case.options]);
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(hpp|json)$/.test(path));
    return new Map(paths.map((path) => [basename(path), readFileSync(join(folder, path), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const cpu_texts = new Map();

/** The program for the CPU, in a namespace of its own; one for all cases of the same source and options. */
function make_cpu_text(run_case, yyshader) {
  const key = JSON.stringify([run_case.shader, run_case.options]);
  if (!cpu_texts.has(key)) {
    const name_space = `案_${cpu_texts.size + 1}`;
    const files = build_files(run_case, ['--host', 'cpu', '--target', 'msl', '--namespace', name_space], yyshader);
    const [header, text] = [...files].find(([name]) => name.endsWith('。着色程序.hpp'));
    files.delete(header);
    cpu_texts.set(key, { text, files, program: `${name_space}::着色程序`, entry: (name) => name });
  }
  return cpu_texts.get(key);
}

/**
 * The text of a case for one target (wgsl, msl, ptx, cpu: the MSL text as C++) and the names of its entries there: `{text, entry(name)}`. For a Yuyan
 * source a case names entry items; a hand-written text's functions are named directly.
 */
export function make_text(run_case, target, yyshader) {
  if (!run_case.shader.endsWith('。着色器。豫')) {
    if (!run_case.shader.endsWith(`.${target}`)) return null;
    return { text: readFileSync(run_case.shader, 'utf8'), entry: (name) => name };
  }
  if (target === 'cpu') return make_cpu_text(run_case, yyshader);
  const { stdout, stderr } = run_generator(yyshader, [target, run_case.shader, ...run_case.options]);
  if (is_comment_only(stdout)) throw new Error(`the generator made no ${target} text: ${stdout.trim()}\n${stderr}`);
  const entries = new Map(Array.from(stderr.matchAll(entry_line), ([, item, name]) => [item, name]));
  const entry = (name) => {
    if (!entries.has(name)) throw new Error(`no entry ${name} among: ${[...entries.keys()].join(' ')}`);
    return entries.get(name);
  };
  return { text: stdout, entry };
}

/** The reflection of a Yuyan source as JSON text, or null for a hand-written one. */
export function make_reflection(run_case, yyshader) {
  if (!run_case.shader.endsWith('。着色器。豫')) return null;
  const [[, text]] = build_files(run_case, ['--host', 'json'], yyshader);
  return text;
}
