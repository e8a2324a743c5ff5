// With --fp strict nothing is fused: products and sums of MSL and PTX repeat bit for bit. Each step is rounded by itself.

import { exact } from './bounds.mjs';
import { formats, fused } from './floats.mjs';

const call = (name, ...parts) => `「${name}」${parts.map((part) => `于（${part}）`).join('')}`;

/** `reference(round)` gives the function of the arguments; WGSL allows fusing, so that no other's text is held to it. */
const row = (id, arity, text, reference) => ({
  name: '严格',
  id,
  label: id,
  arity,
  call: text,
  reference: (...args) => {
    const kind = args.pop();
    return reference(formats[kind].round)(...args);
  },
  wgsl: exact,
  ptx: exact,
  cpu: exact,
  zero: 'strict',
});

export const strict_functions = [
  row('甲乘乙加丙', 3, ([a, b, c]) => call('加', call('乘', a, b), c), (r) => (a, b, c) => r(a * b) + c),
  row('丙加甲乘乙', 3, ([a, b, c]) => call('加', c, call('乘', a, b)), (r) => (a, b, c) => c + r(a * b)),
  row('甲乘乙减丙', 3, ([a, b, c]) => call('减', call('乘', a, b), c), (r) => (a, b, c) => r(a * b) - c),
  row('丙减甲乘乙', 3, ([a, b, c]) => call('减', c, call('乘', a, b)), (r) => (a, b, c) => c - r(a * b)),
  row('平方之差', 3, ([a, b]) => call('减', call('乘', a, a), call('乘', b, b)), (r) => (a, b) => r(a * a) - r(b * b)),
  row('甲加乙加丙', 3, ([a, b, c]) => call('加', call('加', a, b), c), (r) => (a, b, c) => r(a + b) + c),
  row('甲除乙乘丙', 3, ([a, b, c]) => call('乘', call('除以', a, b), c), (r) => (a, b, c) => r(a / b) * c),
  row('方根之积', 3, ([a, b]) => call('乘', call('平方根', a), call('平方根', b)), (r) => (a, b) => r(Math.sqrt(a)) * r(Math.sqrt(b))),
  row('融合', 3, ([a, b, c]) => call('加', call('融合乘加', a, b, c), a), (r) => (a, b, c) => r(fused(a, b, c)) + a),
];
