// Bounds of float values, so that every result is exact: |x| <= most, and x is a multiple of `grain` (both powers of two).

export const standard = { f32: { most: 64, grain: 1 / 4 }, f16: { most: 8, grain: 1 / 2 } };
const precision = { f32: 2 ** 23, f16: 2 ** 10 };

export const fits = (kind, { most, grain }) => most / grain <= precision[kind] && most <= 2 ** 15 && grain >= 2 ** -12;
export const within = (a, b) => a.most <= b.most && a.grain >= b.grain;
export const both = (a, b) => ({ most: Math.max(a.most, b.most), grain: Math.min(a.grain, b.grain) });
export const sum = (a, b, terms = 2) => ({ most: Math.max(a.most, b.most) * (terms > 2 ? 4 : 2), grain: Math.min(a.grain, b.grain) });
export const product = (a, b) => ({ most: a.most * b.most, grain: a.grain * b.grain });
export const whole = (a) => ({ most: Math.max(a.most, 1) * 2, grain: 1 });
