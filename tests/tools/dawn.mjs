// Finds Dawn for Node and lavapipe where scripts/install-dependencies.sh puts them, and opens a device.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The private folder of downloaded tools; the same order as scripts/tools-dir.sh. */
export function tools_dir() {
  if (process.env.YYSHADER_TOOLS_DIR) return process.env.YYSHADER_TOOLS_DIR;
  if (process.env.XDG_CACHE_HOME) return join(process.env.XDG_CACHE_HOME, 'yyshader');
  return join(homedir(), '.cache', 'yyshader');
}

/** Prints why the test cannot run and ends it. 77 is what ctest is told to read as "skipped" (SKIP_RETURN_CODE). */
export function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(77);
}

/** The module `webgpu`, its globals installed; ends the test as skipped when it is not there. */
export async function load_dawn() {
  const entry = join(tools_dir(), 'npm', 'node_modules', 'webgpu', 'index.js');
  if (!existsSync(entry)) skip(`Dawn (npm package webgpu) is not in ${tools_dir()}: run scripts/install-dependencies.sh test`);
  const dawn = await import(pathToFileURL(entry).href);
  Object.assign(globalThis, dawn.globals);
  return dawn;
}

function lavapipe_driver() {
  const private_root = join(tools_dir(), 'mesa', 'usr');
  for (const root of [private_root, '/usr']) {
    const folder = join(root, 'share', 'vulkan', 'icd.d');
    const name = existsSync(folder) && readdirSync(folder).find((file) => file.startsWith('lvp_icd'));
    if (!name) continue;
    const libraries = root === private_root ? readdirSync(join(root, 'lib')).map((triple) => join(root, 'lib', triple)) : [];
    return { driver: join(folder, name), libraries };
  }
  return null;
}

/**
 * Starts this script again with Vulkan pointed at lavapipe, and ends with its exit code. The loader reads its environment
 * when the process starts, so it cannot be set from within. Does nothing in the second process, nor where the caller has
 * chosen a Vulkan driver (VK_DRIVER_FILES, VK_ICD_FILENAMES) already, to run on real hardware for instance.
 */
export function relaunch_on_lavapipe() {
  if (process.env.VK_DRIVER_FILES || process.env.VK_ICD_FILENAMES) return;
  const found = lavapipe_driver();
  if (!found) skip(`lavapipe is neither in ${tools_dir()} nor installed: run scripts/install-dependencies.sh test`);
  const runtime = mkdtempSync(join(tmpdir(), 'yyshader-run-'));
  const libraries = [...found.libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const again = spawnSync(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    env: {
      ...process.env,
      XDG_RUNTIME_DIR: runtime,
      VK_DRIVER_FILES: found.driver,
      VK_ICD_FILENAMES: found.driver,
      ...(libraries && { LD_LIBRARY_PATH: libraries }),
    },
  });
  rmSync(runtime, { recursive: true, force: true });
  if (again.signal) console.log(`ended by ${again.signal}`);
  process.exit(again.status ?? 1);
}

/**
 * A device with everything its adapter has: all features, all limits. `gpu` must stay referenced as long as the device is
 * used: Dawn's instance dies with it.
 */
export async function open_device(gpu) {
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error('Dawn offers no adapter');
  const requiredLimits = {};
  for (const name in adapter.limits) {
    if (typeof adapter.limits[name] === 'number') requiredLimits[name] = adapter.limits[name];
  }
  const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features], requiredLimits });
  return { adapter, device };
}
