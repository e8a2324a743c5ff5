// The tables and the judge themselves: every builtin has its row, and wrong results are noticed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fused, ulp } from './floats.mjs';
import { make_groups } from './groups.mjs';
import { judge } from './judge.mjs';

const builtins = new URL('../../generator/frontend/yuyan/builtins.def', import.meta.url);
const rows = make_groups().flatMap((group) => group.rows);

test('every function of values is tried on every kind it takes', () => {
  const known = new Set(rows.map((row) => `${row.name} ${row.truth ? 'bool' : row.kind}`));
  const kinds = { f: ['f32', 'f16'], i: ['i32'], u: ['u32'], b: ['bool'] };
  for (const [, name, lettered] of readFileSync(builtins, 'utf8').matchAll(/^YY_BUILTIN\(\w+, "(.+?)", \w+, \w+, \w+, (.+?), pure, all\)$/gm)) {
    for (const kind of lettered.split(' | ').flatMap((letter) => kinds[letter] ?? [])) {
      const converts = /^[转新]./.test(name);
      const bits = name === '位转换' && kind === 'f16';
      if (converts || (name === '转换' && kind === 'bool')) continue;
      assert(bits || known.has(`${name} ${kind}`), `${name} of ${kind} is in no table`);
    }
  }
});

const row_of = (name, kind) => rows.find((row) => row.name === name && row.kind === kind && row.shape === 'map');
const verdict = (name, kind, executor, args, actual) => {
  const row = row_of(name, kind);
  return judge(row, executor, args, row.reference(...args, kind), actual)?.ok;
};

test('wrong results are noticed', () => {
  assert.equal(verdict('加', 'f32', 'ptx', [1, 2 ** -24], 1 + 2 ** -23), false);
  assert.equal(verdict('加', 'f32', 'dawn', [1, 2 ** -24], 1 + 2 ** -23), false);
  assert.equal(verdict('取负', 'f32', 'ptx', [0], 0), false);
  assert.equal(verdict('取负', 'f32', 'dawn', [0], 0), true);
  assert.equal(verdict('最大', 'f32', 'ptx', [NaN, 1], NaN), false);
  assert.equal(verdict('四舍五入', 'f32', 'dawn', [2.5], 3), false);
  assert.equal(verdict('乘', 'f32', 'ptx', [2 ** -100, 2 ** -40], 0), false);
  assert.equal(verdict('乘', 'f32', 'dawn', [2 ** -100, 2 ** -40], 0), true);
  assert.equal(verdict('指数', 'f32', 'ptx', [10], Math.fround(Math.exp(10)) + 40 * ulp(Math.exp(10), 'f32')), false);
  assert.equal(verdict('除以', 'i32', 'ptx', [-7, 2], -4), false);
  assert.equal(verdict('除以', 'i32', 'ptx', [-(2 ** 31), -1], -(2 ** 31)), true);
  assert.equal(verdict('左移', 'u32', 'dawn', [1, 33], 0), false);
});

test('a fused product is rounded once', () => {
  // 1 + 2^-23 squared is 1 + 2^-22 + 2^-46: the last part decides which way the sum is rounded.
  const x = 1 + 2 ** -23;
  assert.equal(Math.fround(fused(x, x, 2 ** 30)), 2 ** 30);
  assert.equal(Math.fround(fused(x, 2 ** -24, 1)), 1 + 2 ** -23);
  assert.equal(Math.fround(fused(1, 2 ** -24, 1)), 1);
  assert.equal(Math.fround(fused(2 ** -30 - 2 ** -53, 2 ** -24, 1)), 1);
});
