// Tests of the run harness's own parts that need no device.

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check_agreement, check_buffers, read_case } from './cases.mjs';
import { make_executor } from './executors/process.mjs';
import { decode, encode, half_bits, half_value, is_close, to_numbers } from './values.mjs';

function in_folder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'yyshader-test-'));
  return Promise.resolve(work(folder)).finally(() => rmSync(folder, { recursive: true }));
}

test('every half survives the way to a number and back', () => {
  for (let bits = 0; bits < 65536; bits += 1) {
    const value = half_value(bits);
    if (!Number.isNaN(value)) assert.equal(half_bits(value), bits);
  }
  assert.ok(Number.isNaN(half_value(half_bits(NaN))));
});

test('numbers become the nearest half, ties to even', () => {
  for (const [value, expected] of [
    [2049, 2048], [2051, 2052], [65519, 65504], [65520, Infinity], [-1e9, -Infinity], [2 ** -25, 0], [3 * 2 ** -25, 2 ** -23],
    [1 / 3, 0.333251953125], [1 - 2 ** -12, 1],
  ]) assert.equal(half_value(half_bits(value)), expected, String(value));
});

test('tolerances allow what they say and no more', () => {
  const next = (value, steps) => decode(new Uint8Array(Int32Array.of(new Int32Array(Float32Array.of(value).buffer)[0] + steps).buffer), 'f32')[0];
  assert.ok(is_close(next(1, 2), 1, 'f32', { ulp: 2 }));
  assert.ok(!is_close(next(1, 3), 1, 'f32', { ulp: 2 }));
  assert.ok(is_close(-1e-45, 1e-45, 'f32', { ulp: 2 }));
  assert.ok(is_close(0.1, 0.1, 'f32', { abs: 1e-6 }));
  assert.ok(!is_close(-0, 0, 'f32'));
  assert.ok(is_close(-0, 0, 'f32', { ulp: 0 }));
  assert.ok(is_close(NaN, NaN, 'f32'));
  assert.ok(!is_close(NaN, 1, 'f32', { abs: 1, ulp: 1, rel: 1 }));
  assert.ok(!is_close(Infinity, 1, 'f32', { abs: 1e9, rel: 1e9 }));
  assert.ok(!is_close(3, 4, 'u32', { ulp: 1 }));
});

test('data is a list, special values, exact bits or a generator', () => {
  assert.deepEqual(to_numbers([1, [2, '-inf']], 'f32'), [1, 2, -Infinity]);
  assert.deepEqual(to_numbers(['0x3f800000', '-0'], 'f32'), [1, -0]);
  assert.deepEqual(to_numbers(['0x3c00'], 'f16'), [1]);
  assert.deepEqual(to_numbers({ ramp: { start: 1, step: 2, count: 3 } }, 'u32'), [1, 3, 5]);
  assert.deepEqual(to_numbers({ repeat: { values: [1, 2], times: 2 } }, 'u32'), [1, 2, 1, 2]);
  const random = to_numbers({ random: { seed: 1, min: -3, max: 3, count: 500 } }, 'i32');
  assert.deepEqual(new Set(random), new Set([-3, -2, -1, 0, 1, 2, 3]));
  assert.deepEqual(random, to_numbers({ random: { seed: 1, min: -3, max: 3, count: 500 } }, 'i32'));
  assert.throws(() => to_numbers({ rampp: 3 }, 'u32'), /not data/);
});

const sample = {
  shader: 'a.msl',
  entry: '甲',
  buffers: [{ name: '数', at: [0, 1], type: 'u32', data: [1, 2, 3], expect: { formula: '数[i] * 2' }, agree: true }],
};

function read_sample(folder) {
  writeFileSync(join(folder, 'sample.run.json'), JSON.stringify(sample));
  return read_case(join(folder, 'sample.run.json'));
}

test('outputs are compared with a formula over the inputs, and with each other', () => in_folder((folder) => {
  const run_case = read_sample(folder);
  const outputs = (...numbers) => new Map([['数', encode(numbers, 'u32')]]);
  assert.deepEqual(check_buffers(run_case, outputs(2, 4, 6), {}), []);
  assert.equal(check_buffers(run_case, outputs(2, 5, 6), {}).length, 1);
  assert.deepEqual(check_agreement(run_case, outputs(1, 1, 1), outputs(1, 1, 1)), []);
  assert.equal(check_agreement(run_case, outputs(1, 1, 1), outputs(1, 2, 1)).length, 1);
}));

test('a program runs jobs through files', () => in_folder(async (folder) => {
  const program = join(folder, 'double.mjs');
  writeFileSync(program, `#!${process.execPath}
    import { readFileSync, writeFileSync } from 'node:fs';
    for (const job of JSON.parse(readFileSync(process.argv[2])).jobs) {
      const words = new Uint32Array(new Uint8Array(readFileSync(job.buffers[0].file)).buffer);
      writeFileSync(job.buffers[0].file, new Uint8Array(words.map((word) => 2 * word).buffer));
      console.log(JSON.stringify({ name: job.name, error: job.dispatches[0].entry === '甲' ? null : 'no entry' }));
    }`);
  chmodSync(program, 0o755);
  const run_case = read_sample(folder);
  const executor = make_executor('msl', program, 'no-generator');
  const run = async (entry) => (await executor.run_all([[run_case, { text: '', entry }]])).get('sample');
  assert.deepEqual(decode((await run((name) => name)).outputs.get('数'), 'u32'), [2, 4, 6]);
  assert.equal((await run(() => '乙')).error, 'no entry');
}));

test('a program that dies is an error of every job', () => in_folder(async (folder) => {
  const executor = make_executor('msl', '/bin/false', 'no-generator');
  const results = await executor.run_all([[read_sample(folder), { text: '', entry: (name) => name }]]);
  assert.match(results.get('sample').error, /reported nothing \(exit code 1\)/);
}));
