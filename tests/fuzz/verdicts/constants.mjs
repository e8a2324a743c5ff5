// Random expressions that are constant, or nearly: every operation that can be one, with operands at the edges of what
// its rules allow (docs/constant-evaluation.md).

const scalars = ['f32', 'f16', 'i32', 'u32'];
const floats = ['f32', 'f16'];
const integers = ['i32', 'u32'];
const names = { f32: '浮三二', f16: '浮十六', i32: '整三二', u32: '无三二', bool: '爻' };
const vector_suffixes = { f32: '浮', f16: '半', i32: '整', u32: '无', bool: '爻' };
const dimensions = { 2: '二维', 3: '三维', 4: '四维' };

/** A type is `{scalar, size}`; size 1 is the scalar itself. */
const make_type = (scalar, size = 1) => ({ scalar, size });
const is_float = (type) => floats.includes(type.scalar);
const is_integer = (type) => integers.includes(type.scalar);
export const type_name = ({ scalar, size }) => (size === 1 ? names[scalar] : dimensions[size] + vector_suffixes[scalar]);

const f32_largest = '340282346638528859811704183484516925440.0';
const numbers = {
  f32: ['0.0', '0.0', '1.0', '1.0', '2.0', '0.5', '3.0', '4.0', '100.0', '65504.0', '65505.0', '65520.0', '2147483648.0', '4294967296.0',
    '100000000000000000000.0', '10000000000000000000.0', f32_largest, '170141183460469231731687303715884105728.0',
    '0.000000000000000000000000000000000000001', '0.0000000000000000000000001', '88.0', '89.0', '127.0', '128.0'],
  f16: ['0.0', '0.0', '1.0', '1.0', '2.0', '0.5', '3.0', '100.0', '255.0', '256.0', '300.0', '65504.0', '65000.0', '32768.0', '0.00006',
    '0.00000006', '11.0', '12.0', '15.0', '16.0'],
  i32: ['0', '0', '1', '1', '2', '3', '7', '31', '32', '33', '100', '65536', '2147483647', '1073741824', '46341'],
  u32: ['0', '0', '1', '1', '2', '3', '7', '31', '32', '33', '127', '128', '65536', '2147483648', '4294967295', '31743', '31744', '2139095040',
    '2139095039'],
};

const call = (name, ...operands) => `「${name}」` + operands.map((operand) => `于${operand}`).join('');
const grouped = (text) => (text.startsWith('「') && text.indexOf('」') === text.length - 1 ? text : `（${text}）`);

export class Expressions {
  /** `free`: names of parameters by their type's name, for operands that are not constant. */
  constructor(random, free) {
    this.random = random;
    this.free = free;
  }

  literal(scalar) {
    if (scalar === 'bool') return this.random.pick(['「阳」', '「阴」']);
    const number = `「${this.random.pick(numbers[scalar])}」`;
    const negative = scalar !== 'u32' && this.random.chance(0.3);
    return grouped(call(`新${names[scalar]}`, negative ? `（${call('取负', number)}）` : number));
  }

  leaf(type) {
    if (this.random.chance(0.12) && this.free[type_name(type)]) return `「${this.free[type_name(type)]}」`;
    if (type.size === 1) return this.literal(type.scalar);
    const same = this.random.chance(0.3) && this.literal(type.scalar);
    return `（${Array.from({ length: type.size }, () => same || this.literal(type.scalar)).join('与')}）`;
  }

  /** An operand or value of the type; not always constant. */
  make(type, depth) {
    if (depth <= 0 || this.random.chance(0.1)) return this.leaf(type);
    const form = this.random.pick(this.forms(type));
    return grouped(form(depth - 1));
  }

  /** Builds `name` of operands of these types. */
  operation(name, ...types) {
    return (depth) => call(name, ...types.map((type) => this.make(type, depth)));
  }

  converted(name, from, to) {
    return (depth) => `「${name}」授以「${type_name(from)}」授以「${type_name(to)}」于${this.make(from, depth)}`;
  }

  forms(type) {
    const forms = [...this.common_forms(type)];
    if (type.scalar === 'bool') forms.push(...this.boolean_forms(type));
    else forms.push(...this.number_forms(type));
    if (is_float(type)) forms.push(...this.float_forms(type));
    if (is_integer(type)) forms.push(...this.integer_forms(type));
    return forms;
  }

  common_forms(type) {
    const forms = [];
    if (type.size === 1) {
      const size = this.random.between(2, 4);
      const whole = make_type(type.scalar, size);
      forms.push((depth) => `${this.make(whole, depth)}中「${this.random.below(size)}」`);
    } else {
      forms.push((depth) => Array.from({ length: type.size }, () => this.make(make_type(type.scalar), depth)).join('与'));
    }
    forms.push((depth) => `若${this.make(make_type('bool'), depth)}则${this.make(type, depth)}否则${this.make(type, depth)}`);
    return forms;
  }

  number_forms(type) {
    const one = this.random.pick(scalars.filter((scalar) => scalar !== type.scalar));
    const forms = ['加', '减', '乘', '除以', '除以', '取余', '取余', '最大', '最小'].map((name) => this.operation(name, type, type));
    forms.push(this.operation('夹紧', type, type, type), this.operation('绝对值', type));
    if (type.scalar !== 'u32') forms.push(this.operation('取负', type), this.operation('符号', type));
    forms.push(this.operation(`转${names[type.scalar]}`, make_type(one, type.size)), this.converted('转换', make_type(one, type.size), type));
    if (type.size > 1) forms.push(this.operation('数乘', type, make_type(type.scalar)));
    if (type.size === 1) {
      const vector = make_type(type.scalar, this.random.between(2, 4));
      forms.push(this.operation('点积', vector, vector));
    }
    if (type.scalar !== 'f16') {
      const other = this.random.pick(['f32', 'i32', 'u32'].filter((scalar) => scalar !== type.scalar));
      forms.push(this.converted('位转换', make_type(other, type.size), type));
    }
    return forms;
  }

  float_forms(type) {
    const forms = ['平方根', '逆平方根', '指数', '二指数', '对数', '二对数', '正弦', '余弦', '正切', '反正弦', '反余弦', '反正切', '双曲正弦',
      '双曲余弦', '双曲正切', '向下取整', '向上取整', '四舍五入', '截尾取整', '小数部分', '饱和'].map((name) => this.operation(name, type));
    forms.push(...['幂', '反正切二', '阶跃'].map((name) => this.operation(name, type, type)));
    forms.push(...['混合', '平滑阶跃', '融合乘加'].map((name) => this.operation(name, type, type, type)));
    if (type.size === 1) {
      const vector = make_type(type.scalar, this.random.between(2, 4));
      forms.push(this.operation('长度', vector), this.operation('距离', vector, vector));
    } else {
      forms.push(this.operation('归一化', type), this.operation('反射', type, type), this.matrix_product(type));
      if (type.size === 3) forms.push(this.operation('叉积', type, type));
    }
    if (type.scalar === 'f32' && type.size === 2) forms.push(this.operation('解包半精度', make_type('u32')));
    return forms;
  }

  /** A matrix by a vector, or a sum of matrices' column. The last column is no literal, which would be flattened (1.4). */
  matrix_product(type) {
    const columns = this.random.between(2, 4);
    const column = (depth) => (_, i) => (i + 1 < columns ? this.make(type, depth) : grouped(call('最大', this.leaf(type), this.leaf(type))));
    const matrix = (depth) => `（${Array.from({ length: columns }, column(depth)).join('与')}）`;
    const sum = (depth) => `（${call(this.random.pick(['加', '减']), matrix(depth), matrix(depth))}）`;
    if (this.random.chance(0.5)) return (depth) => call('矩阵乘', matrix(depth), this.make(make_type(type.scalar, columns), depth));
    return (depth) => `${sum(depth)}中「${this.random.below(columns)}」`;
  }

  integer_forms(type) {
    const amount = make_type('u32', type.size);
    const forms = ['位与', '位或', '位异或'].map((name) => this.operation(name, type, type));
    forms.push(this.operation('位反', type));
    for (const name of ['左移', '左移', '右移']) forms.push(this.operation(name, type, amount));
    if (type.scalar === 'u32' && type.size === 1) forms.push(this.operation('打包半精度', make_type('f32', 2)));
    return forms;
  }

  boolean_forms(type) {
    const compared = make_type(this.random.pick(scalars), type.size);
    const forms = ['小于', '大于', '小于等于', '大于等于', '等于', '不等于'].map((name) => this.operation(name, compared, compared));
    if (type.size > 1) return forms;
    const vector = make_type('bool', this.random.between(2, 4));
    forms.push(...['且', '或者'].map((name) => this.operation(name, type, type)), this.operation('非', type));
    forms.push(this.operation('皆真', vector), this.operation('有真', vector));
    return forms;
  }
}

const all_types = scalars.flatMap((scalar) => [1, 2, 3, 4].map((size) => make_type(scalar, size))).concat(make_type('bool'));

/** A module constant's value may not hold such an 若 (1.7); one that it may is left to functions. */
const fits_constant = (text) => !text.includes('若');

/** A source with one expression: a module constant, a function's result, or what a 虑 binds. */
export function make_source(random) {
  const type = random.pick(all_types);
  const parameters = all_types.map((each, index) => ({ type: type_name(each), name: `参${index}` }));
  const free = Object.fromEntries(parameters.map(({ type: name, name: parameter }) => [name, parameter]));
  const place = random.weighted([[2, 'constant'], [4, 'result'], [1, 'let'], [1, 'named']]);
  const text = new Expressions(random, place === 'constant' ? {} : free).make(type, random.weighted([[4, 1], [3, 2], [1, 3]]));
  const head = '寻观「着色库」之「着色内建」之书。\n';
  if (place === 'constant' && fits_constant(text)) return `${head}「常」者 ${text}也。\n`;
  const used = parameters.filter(({ name }) => text.includes(`「${name}」`));
  const constant = place === 'named' && used.length === 0 && fits_constant(text);
  const signature = [...used.map(({ type: name }) => `化「${name}」而`), used.length === 0 ? '化「无三二」而' : ''].join('');
  const lambda = used.length === 0 ? '会「无用」而' : used.map(({ name }) => `会「${name}」而`).join('');
  const body = constant ? call('加', '「常」', '「常」') : place === 'let' ? `虑「果」者${text}而「果」` : text;
  if (constant && type.scalar === 'bool') return make_source(random);
  return `${head}${constant ? `「常」者 ${text}也。\n` : ''}「试」乃${signature}「${type_name(type)}」也。\n「试」者${lambda}\n  ${body}\n也。\n`;
}
