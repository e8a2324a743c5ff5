// Names that are hard on a translator: numbers, builtins, words of the targets, what no identifier may hold.

export const plain = [
  '甲',
  '乙',
  '丙',
  '丁',
  '戊',
  '己',
  '庚',
  '辛',
  '壬',
  '癸',
  '子',
  '丑',
  '寅',
  '卯',
  '辰',
  '巳',
  '午',
  '未',
  '申',
  '酉',
  '戌',
  '亥',
];

/** Builtins that generated programs never call: also good as names of functions and constants. */
export const unused_builtins = ['双曲正切', '距离', '归一化', '子组求和', '平滑阶跃', '反正切二', '读纹素', '采样纹理', '舍弃'];

/** Builtins that they call: as a local such a name hides the builtin. */
export const used_builtins = ['加', '乘', '最小', '点积', '位与', '等于', '读数组', '夹紧', '转浮三二', '左移', '且'];

export const numbers = ['一', '二', '三', '零', '七', '一二', '0', '1', '0.5', '零点五', '三点', '007'];

export const odd = [
  'array',
  'let',
  'fn',
  'var',
  'float',
  'int',
  'half',
  'main',
  'select',
  'max',
  'vec3',
  'kernel',
  'device',
  'threadgroup',
  'f32',
  'u32',
  'atomicAdd',
  'loop',
  'true',
  'bool',
  'using',
  'namespace',
  'metal',
  'std',
  'sizeof',
  'constant',
  'as_type',
  'uint',
  'template',
  'class',
  '_',
  '__x',
  '_x',
  '3d',
  'a b',
  'a-b',
  'a_b',
  'x.y',
  '甲 乙',
  '甲，乙',
  'é',
  'e\u0301',
  'A\u030a',
  '\u212b',
  'ﬁ',
  '😀',
  '临时',
  '临时_2',
  '临时_3',
  '环结果',
  '豫_加',
  '豫_let',
  'x_2',
  'x',
  '甲_2',
  '甲结果',
  '若',
  '则',
  '虑',
  '会',
  '也',
  '。',
  '（',
  '阳',
  '阴',
  'ß',
  'ſ',
  'İ',
  '甲　',
  'a\tb',
  '가',
  '％',
  '＿',
  '１',
  '·',
];

export const modules = ['工具', '数学', '几何', 'let', '一', '库·甲', 'a b', 'utils'];

const digits = '零一二三四五六七八九';

/** The ways to write a whole number as a name. */
export function spellings(value) {
  const ascii = String(value);
  const chinese = [...ascii].map((digit) => digits[Number(digit)]).join('');
  const mixed = [...ascii].map((digit, i) => (i % 2 ? digit : digits[Number(digit)])).join('');
  return [chinese, ascii, mixed, `0${ascii}`, `零零${chinese}`];
}

/** The ways to write a decimal (given as a non-negative exact number). */
export function decimal_spellings(value) {
  const ascii = Number.isInteger(value) ? `${value}.0` : String(value);
  const chinese = [...ascii].map((digit) => (digit === '.' ? '点' : digits[Number(digit)])).join('');
  return [ascii, chinese, ascii.replace('.', '点'), `${ascii}0`];
}
