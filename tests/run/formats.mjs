// Texture formats that run cases use.

import { half_value } from './values.mjs';

/** Texture and target formats: channels, bytes of a texel, how to read one channel, what sampling it means. */
const formats = {
  rgba8unorm: { channels: 4, bytes: 4, sample: 'float', read: (view, at, i) => view.getUint8(at + i) / 255 },
  r32float: { channels: 1, bytes: 4, sample: 'unfilterable-float', read: (view, at) => view.getFloat32(at, true) },
  rgba16float: { channels: 4, bytes: 8, sample: 'float', read: (view, at, i) => half_value(view.getUint16(at + 2 * i, true)) },
  rgba32float: { channels: 4, bytes: 16, sample: 'unfilterable-float', read: (view, at, i) => view.getFloat32(at + 4 * i, true) },
  rgba32uint: { channels: 4, bytes: 16, sample: 'uint', read: (view, at, i) => view.getUint32(at + 4 * i, true) },
  rgba32sint: { channels: 4, bytes: 16, sample: 'sint', read: (view, at, i) => view.getInt32(at + 4 * i, true) },
};

export function format_of(name) {
  if (!formats[name]) throw new Error(`unknown format ${name} (${Object.keys(formats).join(', ')})`);
  return formats[name];
}

/** The texels of a case's texture as a shader reads them: four floats each. */
export function to_floats({ format, bytes }) {
  const { channels, bytes: size, read } = format_of(format);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const missing = [0, 0, 0, 1]; // what stands for a channel that the format has not
  const texel = (at) => missing.map((value, i) => (i < channels ? read(view, at, i) : value));
  return Float32Array.from(Array.from({ length: bytes.byteLength / size }, (_, i) => texel(i * size)).flat());
}
