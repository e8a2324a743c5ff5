// Validates WGSL texts with Dawn's null backend, all in one process, and builds a pipeline for each entry point.
//
//   node validate-wgsl.mjs [--expect-failures] FILE-OR-FOLDER...
//
// Folders are searched for *.wgsl. Prints every compilation message as FILE:LINE:COL and ends with `N passed, N failed`.
// With --expect-failures a file passes when it is refused: it shows that this check can fail.

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { load_dawn, open_device } from '../tools/dawn.mjs';
import { entry_points, shape } from './wgsl_interface.mjs';

function find_texts(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.wgsl')).sort().map((name) => join(path, name));
}

/** Runs `work` and returns its validation error's message, or null. */
async function validation_error(device, work) {
  device.pushErrorScope('validation');
  let thrown = null;
  try {
    await work();
  } catch (error) {
    thrown = error.message;
  }
  const scoped = await device.popErrorScope();
  return scoped?.message ?? thrown;
}

const vertex_formats = { f32: 'float32', f16: 'float16', i32: 'sint32', u32: 'uint32' };
const colour_channels = { 1: 'r', 2: 'rg', 3: 'rg', 4: 'rgba' };

/** One vertex buffer for each located input of a vertex entry. A float16x3 does not exist; the next larger one serves. */
function vertex_buffers(entry) {
  return entry.inputs.filter((slot) => slot.attributes.location !== undefined).map((slot) => {
    const { scalar, count } = shape(slot.type);
    const suffix = scalar === 'f16' && count > 1 ? (count === 2 ? 'x2' : 'x4') : count > 1 ? `x${count}` : '';
    const attribute = { format: vertex_formats[scalar] + suffix, offset: 0, shaderLocation: Number(slot.attributes.location) };
    return { arrayStride: 16, attributes: [attribute] };
  });
}

/** A colour target that each located output of a fragment entry may write to. */
function colour_targets(entry) {
  const targets = [];
  for (const slot of entry.outputs) {
    if (slot.attributes.location === undefined) continue;
    const { scalar, count } = shape(slot.type);
    const kind = { i32: '32sint', u32: '32uint' }[scalar] ?? '16float';
    targets[Number(slot.attributes.location)] = { format: colour_channels[count] + kind };
  }
  return Array.from(targets, (target) => target ?? null);
}

/** A vertex shader that feeds a fragment entry whatever it reads. */
function feeding_vertex_module(device, entry) {
  const located = entry.inputs.filter((slot) => slot.attributes.location !== undefined);
  const fields = located.map((slot, index) => {
    const interpolate = slot.attributes.interpolate ? `@interpolate(${slot.attributes.interpolate}) ` : '';
    return `@location(${slot.attributes.location}) ${interpolate}field_${index}: ${slot.type},`;
  });
  const needs_f16 = located.some((slot) => shape(slot.type).scalar === 'f16');
  const code = `${needs_f16 ? 'enable f16;\n' : ''}struct Fed { @builtin(position) position: vec4<f32>, ${fields.join(' ')} }
    @vertex fn feed() -> Fed { var fed: Fed; return fed; }`;
  return device.createShaderModule({ code });
}

function create_pipeline(device, module, entry) {
  const stage = { module, entryPoint: entry.name };
  const depthStencil = { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'always' };
  switch (entry.stage) {
    case 'compute':
      return device.createComputePipelineAsync({ layout: 'auto', compute: stage });
    case 'vertex':
      return device.createRenderPipelineAsync({ layout: 'auto', vertex: { ...stage, buffers: vertex_buffers(entry) }, depthStencil });
    default: {
      const vertex = { module: feeding_vertex_module(device, entry), entryPoint: 'feed' };
      const fragment = { ...stage, targets: colour_targets(entry) };
      return device.createRenderPipelineAsync({ layout: 'auto', vertex, fragment, depthStencil });
    }
  }
}

/** The faults of one text; warnings are printed but are none. */
async function faults_of(device, file) {
  const code = readFileSync(file, 'utf8');
  const faults = [];
  let module;
  const refused = await validation_error(device, async () => {
    module = device.createShaderModule({ code });
    for (const { type, lineNum, linePos, message } of (await module.getCompilationInfo()).messages) {
      const line = `${file}:${lineNum}:${linePos}: ${type}: ${message}`;
      if (type === 'error') faults.push(line);
      else console.log(line);
    }
  });
  if (refused) return faults.length > 0 ? faults : [`${file}: error: ${refused}`];
  for (const entry of entry_points(code)) {
    const invocations = entry.workgroup_size.reduce((product, size) => product * size, 1);
    if (invocations > device.limits.maxComputeInvocationsPerWorkgroup) continue; // legal WGSL, beyond the null device
    const fault = await validation_error(device, () => create_pipeline(device, module, entry));
    if (fault) faults.push(`${file}: error: ${entry.stage} entry ${entry.name}: ${fault}`);
  }
  return faults;
}

async function main() {
  const expect_failures = process.argv.includes('--expect-failures');
  const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--')).flatMap(find_texts);
  const { create } = await load_dawn();
  const gpu = create(['backend=null']);
  const { device } = await open_device(gpu);
  let passed = 0;
  for (const file of files) {
    const faults = await faults_of(device, file);
    if (faults.length > 0 !== expect_failures) {
      faults.forEach((fault) => console.log(fault));
      if (expect_failures) console.log(`${file}: accepted, though it must be refused`);
    } else {
      passed += 1;
    }
  }
  console.log(`${passed} passed, ${files.length - passed} failed`);
  process.exit(passed === files.length && gpu ? 0 : 1);
}

await main();
