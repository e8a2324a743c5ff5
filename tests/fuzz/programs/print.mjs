// Writes a generated program as Yuyan source: one text per module, with comments, white space and parentheses at random.

import { is_scalar } from './types.mjs';

const binder_names = { read: '读数组', write: '写数组', shared_read: '读共享数组', shared_write: '写共享数组' };
const constructors = { u32: '新无三二', i32: '新整三二', f32: '新浮三二', f16: '新浮十六' };
const scalar_names = { u32: '无三二', i32: '整三二', f32: '浮三二', f16: '浮十六', bool: '爻', unit: '有', whole: '整数' };
const scalar_calls = { u32: '定长无符号', i32: '定长整数', f32: '定长小数', f16: '定长小数' };
const vector_letters = { u32: '无', i32: '整', f32: '浮', f16: '半', bool: '爻' };
const counts = ['零', '一', '二', '三', '四'];
const prefix_kinds = ['choose', 'bind', 'recursion'];

/** Writes the definitions of one module. `random` decides about looks only. */
export class Printer {
  constructor(module, random, noise) {
    this.module = module;
    this.random = random;
    this.noise = noise;
    this.tokens = [];
  }

  put(...tokens) {
    this.tokens.push(...tokens);
  }

  name(text) {
    this.tokens.push(`「${text}」`);
  }

  // Types.

  type(type) {
    if (is_scalar(type) || type.kind === 'unit' || type.kind === 'whole') return this.scalar(type);
    if (type.kind === 'struct') return this.reference(type.definition);
    if (type.kind === 'array') {
      this.name('定长数组');
      this.put('于');
      this.type_operand(type.element);
      this.put('于');
      return this.length(type.count);
    }
    if (type.alias && this.random.chance(0.5)) return this.reference(type.alias);
    if (type.kind === 'vector') return this.vector(type);
    if (type.count === type.column.count && this.random.chance(0.7)) return this.name(`${counts[type.count]}阶浮`);
    return this.joined(type.column, type.count);
  }

  scalar({ kind }) {
    if (!scalar_calls[kind] || this.random.chance(0.95)) return this.name(scalar_names[kind]);
    this.put('（');
    this.name(scalar_calls[kind]);
    this.put('于');
    this.name(kind === 'f16' ? '定长十六' : '定长三十二');
    return this.put('）');
  }

  length(count) {
    const names = { 1: '定长一', 2: '定长二', 3: '定长三', 4: '定长四', 8: '定长八', 16: '定长十六' };
    this.name(names[count] && this.random.chance(0.5) ? names[count] : String(count));
  }

  vector(type) {
    if (this.random.chance(0.8)) return this.name(`${counts[type.count]}维${vector_letters[type.element.kind]}`);
    return this.joined(type.element, type.count);
  }

  joined(element, count) {
    this.put('（');
    for (let i = 0; i < count; i += 1) {
      if (i > 0) this.put('合');
      // The last one must not be a tuple literal of its own: it would be flattened (1.4).
      if (element.kind === 'vector') this.name(`${counts[element.count]}维${vector_letters[element.element.kind]}`);
      else this.scalar(element);
    }
    this.put('）');
  }

  type_operand(type) {
    this.put('（');
    this.type(type);
    this.put('）');
  }

  function_type(parameters, result) {
    for (const parameter of parameters) {
      this.put('化');
      if (parameter.builtin) this.name(parameter.builtin);
      else if (parameter.structure) this.reference(parameter.structure);
      else this.type(parameter.type);
      this.put('而');
    }
    this.type(result);
  }

  // References.

  reference(definition) {
    const namespace = this.module.namespaces?.get(definition.module);
    if (definition.module !== this.module && namespace) {
      this.name(namespace);
      this.put('之');
    }
    this.name(definition.name);
  }

  // Expressions.

  /** As an argument or operand: a name, or in parentheses. */
  operand(node) {
    if ((node.kind === 'local' && node.type.kind !== 'whole') || (node.kind === 'constant' && node.definition.module === this.module)) {
      if (this.random.chance(0.95)) return this.expression(node);
    }
    if (node.kind === 'literal' && typeof node.value === 'boolean') return this.expression(node);
    if (node.kind === 'unit' || node.kind === 'bare') return this.expression(node);
    return this.parenthesised(node);
  }

  parenthesised(node) {
    const twice = this.random.chance(this.noise * 0.1);
    this.put(...(twice ? ['（', '（'] : ['（']));
    this.expression(node);
    this.put(...(twice ? ['）', '）'] : ['）']));
  }

  apply(name, parts) {
    this.name(name);
    for (const part of parts) {
      this.put('于');
      this.operand(part);
    }
  }

  /** Where a whole expression may stand, up to a keyword of the form around it. */
  slot(node, closed = false) {
    // Where the end of the form is open, 也 would annotate the whole form (1.4).
    if (!closed && (node.kind === 'annotated' || node.annotated)) return this.parenthesised(node);
    if (node.kind === 'sequence' || !prefix_kinds.includes(node.kind) || this.random.chance(0.5)) return this.expression(node);
    return this.parenthesised(node);
  }

  expression(node) {
    this[node.kind](node);
  }

  literal(node) {
    if (typeof node.value === 'boolean') return this.name(node.value ? '阳' : '阴');
    if (node.annotated) {
      this.type(node.type);
      this.put('也');
      return this.name(node.spelling);
    }
    this.name(constructors[node.type.kind]);
    this.put('于');
    if (!node.negative) return this.name(node.spelling);
    this.put('（');
    this.name('取负');
    this.put('于');
    this.name(node.spelling);
    return this.put('）');
  }

  bare(node) {
    this.name(node.spelling);
  }

  unit() {
    this.name('元');
  }

  local(node) {
    this.name(node.binder.name);
  }

  constant(node) {
    this.reference(node.definition);
  }

  annotated(node) {
    this.type(node.type);
    this.put('也');
    const [part] = node.parts;
    // The right side ends at ；, and a form in it would take in what follows.
    if ([...prefix_kinds, 'sequence', 'annotated'].includes(part.kind) || part.annotated) this.parenthesised(part);
    else this.expression(part);
  }

  operation(node) {
    this.name(node.name);
    for (const type of node.type_arguments ?? []) {
      this.put('授以');
      this.type_operand(type);
    }
    for (const part of node.parts) {
      this.put('于');
      this.operand(part);
    }
  }

  both(node) {
    this.apply('且', node.parts);
  }

  either(node) {
    this.apply('或者', node.parts);
  }

  tuple(node) {
    node.parts.forEach((part, i) => {
      if (i > 0) this.put('与');
      const is_bare = ['operation', 'literal', 'call', 'local', 'read'].includes(part.kind) && !part.annotated;
      if (is_bare && this.random.chance(0.6)) this.expression(part);
      else this.parenthesised(part);
    });
  }

  record(node) {
    this.name('组值');
    this.put('【');
    if (this.random.chance(0.2)) this.put('，');
    node.parts.forEach((part, i) => {
      if (i > 0) this.put('，');
      this.name(node.type.fields[node.order[i]].name);
      this.put('者');
      this.slot(part);
      this.put('也');
    });
    if (this.random.chance(0.3)) this.put('，');
    this.put('】');
  }

  project(node) {
    const [operand] = node.parts;
    this.operand(operand);
    this.put('中');
    const { kind, fields } = operand.type;
    this.name(kind === 'struct' ? fields[node.index].name : (node.spelling ?? String(node.index)));
  }

  element(node) {
    this.apply('取元素', node.parts);
  }

  choose(node) {
    this.put('若');
    this.slot(node.parts[0], true);
    this.put('则');
    this.slot(node.parts[1], true);
    this.put('否则');
    this.slot(node.parts[2]);
  }

  bind(node) {
    this.put('虑');
    this.name(node.binder.name);
    this.put('者');
    if (node.binder.cell) {
      this.name('新格');
      if (this.random.chance(0.3)) {
        this.put('授以');
        this.type_operand(node.binder.type);
      }
      this.put('于');
      this.operand(node.parts[0]);
    } else {
      this.slot(node.parts[0], true);
    }
    this.put('而');
    this.slot(node.parts[1]);
  }

  read_cell(node) {
    this.name('读格');
    this.put('于');
    this.name(node.binder.name);
  }

  assign(node) {
    this.name('写格');
    this.put('于');
    this.name(node.binder.name);
    this.put('于');
    this.operand(node.parts[0]);
  }

  sequence(node) {
    const [first, second] = node.parts;
    if ([...prefix_kinds, 'sequence', 'annotated'].includes(first.kind) || first.annotated || this.random.chance(0.1))
      this.parenthesised(first);
    else this.expression(first);
    this.put('；');
    this.slot(second);
  }

  recursion(node) {
    const { recursion } = node;
    this.put('递归虑');
    this.name(recursion.name);
    this.put('其');
    this.function_type(recursion.parameters, recursion.result);
    this.put('者');
    this.function_value(recursion.parameters, node.parts[0], true);
    this.put('而');
    this.slot(node.parts[1]);
  }

  function_value(parameters, body, closed = false) {
    for (const parameter of parameters) {
      this.put('会');
      this.name(parameter.name);
      this.put('而');
    }
    this.slot(body, closed && parameters.length === 0);
  }

  self_call(node) {
    this.apply(node.recursion.name, node.parts);
  }

  loop(node) {
    this.apply(node.recursion.name, node.parts);
  }

  call(node) {
    this.reference(node.definition);
    for (const part of node.parts) {
      this.put('于');
      this.operand(part);
    }
  }

  /** A builtin on a resource. */
  access(name, node) {
    this.name(name);
    this.put('于');
    this.reference(node.resource);
    for (const part of node.parts ?? []) {
      this.put('于');
      this.operand(part);
    }
  }

  read(node) {
    this.access(binder_names[node.resource.space === 'shared' ? 'shared_read' : 'read'], node);
  }

  write(node) {
    this.access(binder_names[node.resource.space === 'shared' ? 'shared_write' : 'write'], node);
  }

  read_four(node) {
    this.access(node.resource.element.kind === 'f32' ? '读四浮' : '读四无', node);
  }

  read_whole(node) {
    this.access({ shared: '读共享', uniform: '读均匀', storage: '读缓冲' }[node.resource.space], node);
  }

  write_whole(node) {
    this.access(node.resource.space === 'shared' ? '写共享' : '写缓冲', node);
  }

  uniform_read(node) {
    this.access('一致读共享', node);
  }

  array_length(node) {
    this.access('数组长度', node);
  }

  atomic(node) {
    this.access(node.name, node);
  }

  barrier(node) {
    this.name(node.name);
    this.put('于');
    this.name('元');
  }

  // Definitions.

  definition(definition) {
    this[`define_${definition.kind}`](definition);
  }

  sentence(name, keyword, write) {
    this.name(name);
    this.put(keyword);
    write();
    this.put('也', '。', '\n');
  }

  define_struct({ name, type }) {
    this.sentence(name, '即', () => {
      this.name('组类');
      this.put('【');
      type.fields.forEach((field, i) => {
        if (i > 0) this.put('，');
        this.name(field.name);
        this.put('乃');
        if (field.builtin) this.name(field.builtin);
        else this.type(field.type);
        this.put('也');
      });
      this.put('】');
    });
  }

  define_alias({ name, type }) {
    this.sentence(name, '即', () => this.type({ ...type, alias: undefined }));
  }

  define_constant({ name, type, parts, bare_type }) {
    if (!bare_type) this.sentence(name, '乃', () => this.type(type));
    this.sentence(name, '者', () => this.slot(parts[0]));
  }

  define_function({ name, parameters, result, parts }) {
    this.sentence(name, '乃', () => this.function_type(parameters, result));
    this.sentence(name, '者', () => this.function_value(parameters, parts[0]));
  }

  define_entry({ name, function: callee, size, triple }) {
    this.sentence(name, '乃', () => this.name('计算入口'));
    this.sentence(name, '者', () => {
      this.name('计算入口项');
      this.put('于');
      this.reference(callee);
      this.put('于', '（');
      this.name('组值');
      this.put('【');
      this.name('工作组大小');
      this.put('者');
      (triple ? size : size.slice(0, 1)).forEach((count, i) => {
        if (i > 0) this.put('与');
        this.name(String(count));
      });
      this.put('也', '】', '）');
    });
  }

  define_resource({ name, space, type, at, access }) {
    const kinds = { storage: '存储缓冲', uniform: '均匀缓冲', shared: '工作组变量' };
    this.sentence(name, '乃', () => {
      this.name(kinds[space]);
      this.put('于', '（');
      this.resource_type(type);
      this.put('）');
    });
    this.sentence(name, '者', () => {
      this.name({ storage: '绑定', uniform: '均匀绑定', shared: '工作组共享' }[space]);
      this.put('于');
      if (space === 'shared') return this.name('元');
      this.put('（');
      this.name('组值');
      this.put('【');
      this.name('组');
      this.put('者');
      this.name(String(at[0]));
      this.put('也', '，');
      this.name('号');
      this.put('者');
      this.name(String(at[1]));
      this.put('也');
      if (space === 'storage') {
        this.put('，');
        this.name('访问');
        this.put('者');
        this.name(access === 'read' ? '只读' : '读写');
        this.put('也');
      }
      return this.put('】', '）');
    });
  }

  resource_type(type) {
    if (type.kind !== 'runtime_array') return this.type(type);
    this.name('数组');
    this.put('于', '（');
    if (type.atomic) {
      this.name('原子');
      this.put('于');
    }
    this.type(type.element);
    return this.put('）');
  }

  // Looks.

  text() {
    const { random, noise } = this;
    let result = '';
    for (const token of this.tokens) {
      result += token;
      if (token === '\n' || !random.chance(noise)) continue;
      result += random.pick([
        ' ',
        '\n',
        '\n  ',
        '\t',
        '　',
        '\r\n',
        '「：注：」',
        '「：「：套：」：」',
        '「：「名」『串』 x + 1 ；\n：」',
        ' ',
        ' ',
      ]);
    }
    return result;
  }
}

/** The text of one module: its imports, then its definitions. */
export function print_module(module, random, noise) {
  const printer = new Printer(module, random, noise);
  for (const { words, path } of module.imports) {
    printer.put(words);
    path.forEach((segment) => {
      printer.name(segment);
      printer.put('之');
    });
    printer.put('书', '。', '\n');
  }
  for (const definition of module.definitions) printer.definition(definition);
  return printer.text();
}
