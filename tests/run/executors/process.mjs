// Runs cases in another program, all of them in one process: the MSL text as C++, the PTX text in an interpreter or on a GPU.
//
// The program is called as `PROGRAM JOBS.json`, where JOBS.json is
//   {"jobs": [{"name", "text": FILE, "program": NAME, "reflection": FILE or null,
//              "dispatches": [{"entry": NAME, "workgroups": [x, y, z]}],
//              "buffers": [{"group", "binding", "access", "file": FILE, "size"}],
//              "textures": [{"group", "binding", "size": [w, h], "file": FILE of four floats a texel}]}]}
// `text` is PTX, or for the CPU what `--host cpu` writes, with the files that it includes beside it; its `program` is then
// the C++ name of the yy::cpu::Program in it. It runs each job's dispatches in order, writes every buffer's final bytes
// back to its file, and prints one line of JSON for each job on standard output: {"name", "error": null or why not, "facts": {"subgroup_size": 32}}.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { to_floats } from '../formats.mjs';
import { make_reflection } from '../texts.mjs';

class ProcessExecutor {
  facts = { subgroup_size: 32 };

  constructor(target, program, yyshader, needs_device) {
    this.target = target;
    this.needs_device = needs_device;
    this.program = program;
    this.yyshader = yyshader;
  }

  /** A GPU that is not there ends the whole run: exit code 77. */
  async open() {
    if (!this.needs_device) return this.program;
    const done = spawnSync(this.program, ['--available'], { encoding: 'utf8' });
    if (done.status === 77) {
      console.log(done.stdout.trim());
      process.exit(77);
    }
    if (done.status !== 0) throw new Error(`${this.program} --available ended with ${done.status ?? done.signal}\n${done.stderr}`);
    return done.stdout.trim();
  }

  missing_features() {
    return [];
  }

  write_job(folder, run_case, text) {
    mkdirSync(folder);
    const write = (name, content) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const reflection = this.target === 'cpu' ? null : make_reflection(run_case, this.yyshader);
    for (const [name, content] of text.files ?? []) write(name, content);
    return {
      name: run_case.name,
      text: write(`text.${this.target}`, text.text),
      program: text.program,
      reflection: reflection && write('reflection.json', reflection),
      dispatches: run_case.dispatches.map(({ entry, workgroups }) => ({ entry: text.entry(entry), workgroups })),
      buffers: run_case.buffers.map(({ group, binding, access, bytes }) => ({
        group,
        binding,
        access,
        file: write(`${group}.${binding}`, bytes),
        size: bytes.byteLength,
      })),
      textures: run_case.textures.map((texture) => ({
        group: texture.group,
        binding: texture.binding,
        size: texture.size,
        file: write(`${texture.group}.${texture.binding}.texels`, new Uint8Array(to_floats(texture).buffer)),
      })),
    };
  }

  /** Runs many cases at once: a map from a case's name to `{outputs}` or `{error}`. */
  async run_all(pairs) {
    const folder = mkdtempSync(join(tmpdir(), 'yyshader-jobs-'));
    try {
      const jobs = pairs.map(([run_case, text], index) => this.write_job(join(folder, String(index)), run_case, text));
      const list = join(folder, 'jobs.json');
      writeFileSync(list, JSON.stringify({ jobs }, null, 1));
      const done = spawnSync(this.program, [list], { encoding: 'utf8', timeout: 300000, maxBuffer: 1 << 26 });
      return this.read_results(pairs, jobs, done);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  read_results(pairs, jobs, done) {
    const reports = new Map();
    for (const line of (done.stdout ?? '').split('\n').filter((text) => text.startsWith('{'))) {
      const report = JSON.parse(line);
      reports.set(report.name, report);
    }
    const ended = done.error?.message ?? `exit code ${done.status ?? done.signal}`;
    return new Map(pairs.map(([run_case], index) => {
      const report = reports.get(run_case.name);
      if (!report) return [run_case.name, { error: `${this.program} reported nothing (${ended})\n${done.stderr ?? ''}` }];
      if (report.error) return [run_case.name, { error: report.error }];
      const read = ({ name }, place) => [name, new Uint8Array(readFileSync(jobs[index].buffers[place].file))];
      return [run_case.name, { outputs: new Map(run_case.buffers.map(read)), facts: report.facts }];
    }));
  }
}

/** `target`: the text that PROGRAM runs (cpu or ptx). One that needs a device says with `--available` whether it is there. */
export function make_executor(target, program, yyshader, needs_device = false) {
  return new ProcessExecutor(target, program, yyshader, needs_device);
}
