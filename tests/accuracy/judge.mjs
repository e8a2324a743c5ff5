// Holds what an executor computed to the true results.

import { formats, is_subnormal, min_normal, ulp } from './floats.mjs';

const is_wild = (x) => typeof x === 'number' && !Number.isFinite(x);

/** What an executor may do beyond IEEE arithmetic. WGSL lets infinities and NaN come out as anything, and subnormals be zeros. */
export const customs = {
  dawn: { bound: 'wgsl', flushes: true, open_wild: true, open_zero: true },
  cpu: { bound: 'cpu', flushes: false, open_wild: false, open_zero: false },
  ptx: { bound: 'ptx', flushes: false, open_wild: false, open_zero: false },
  cuda: { bound: 'ptx', flushes: false, open_wild: false, open_zero: false },
  'ptx-worst': { bound: 'ptx', flushes: false, open_wild: false, open_zero: false },
};

const same = (a, b) => Object.is(a, b) || (Number.isNaN(a) && Number.isNaN(b));

/** Where an infinite result counts as a number: one step beyond the largest. */
const placed = (x, kind) => (Number.isFinite(x) ? x : Math.sign(x) * (formats[kind].max + ulp(formats[kind].max, kind)));

/** One result beside the true one: `{ok, distance}`, the distance where both are numbers. */
function compare(row, bound, args, expected, actual, custom) {
  const kind = row.result;
  if (!(kind in formats)) return { ok: actual === expected, distance: 0 };
  const rounded = formats[kind].round(expected);
  if (same(actual, rounded)) return { ok: true, distance: Number.isFinite(rounded) ? Math.abs(actual - expected) : 0 };
  if (actual === 0 && rounded === 0) return { ok: custom.open_zero || row.zero === 'open', distance: 0 };
  if (Number.isNaN(actual) || Number.isNaN(rounded)) return { ok: false, distance: 0 };
  const distance = Math.abs(placed(actual, kind) - (Math.abs(expected) > 2 * formats[kind].max ? placed(rounded, kind) : expected));
  // Not rounded as it should be, though close: that is a fault where the result is to be the true one.
  return { ok: bound.of !== undefined && distance <= bound.of(args, expected, kind), distance };
}

function* with_flushed(args, kind) {
  const places = args.flatMap((x, i) => (typeof x === 'number' && is_subnormal(x, kind) ? [i] : []));
  for (let set = 1; set < 1 << places.length; set += 1) {
    yield args.map((x, i) => (places.some((place, k) => place === i && (set >> k) & 1) ? x * 0 : x));
  }
}

const flat = (args) => args.flat();

function is_open(row, args, custom) {
  if (row.open?.(...args, row.kind)) return true;
  const reach = row.reach?.[custom.bound];
  if (reach !== undefined && !(Math.abs(args[0]) <= reach)) return true;
  if (!custom.open_wild) return false;
  return row.wild?.(...args, row.kind) || flat(args).some(is_wild);
}

/** Judges one result: null when it is not held to anything, else `{ok, distance, share}`. */
export function judge(row, executor, args, expected, actual) {
  const custom = customs[executor];
  if (is_open(row, args, custom)) return null;
  const kind = row.result;
  const is_float = kind in formats;
  if (custom.open_wild && is_float && !Number.isFinite(formats[kind].round(expected))) return null;
  const bound = row[custom.bound];
  const first = compare(row, bound, args, expected, actual, custom);
  if (first.ok) {
    const allowed = is_float && bound.of ? bound.of(args, expected, kind) : 0;
    return { ...first, share: allowed > 0 ? first.distance / allowed : 0 };
  }
  const accepted = () => ({ ok: true, distance: 0, share: 0 });
  for (const other of row.others?.(...args) ?? []) if (compare(row, bound, args, other, actual, custom).ok) return accepted();
  if (!custom.flushes) return { ...first, share: Infinity };
  const smallest = is_float ? min_normal(kind) : 0;
  if (is_float && Math.abs(expected) < smallest && Math.abs(actual) <= smallest) return accepted();
  if (row.kind in formats && row.shape === 'map') {
    for (const flushed of with_flushed(args, row.kind)) {
      if (compare(row, bound, flushed, row.reference(...flushed, row.kind), actual, custom).ok) return accepted();
    }
  }
  return { ...first, share: Infinity };
}
