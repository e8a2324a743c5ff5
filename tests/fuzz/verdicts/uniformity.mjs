// Random programs whose barriers, samplings and subgroup operations stand under all kinds of control flow, decided by all
// kinds of values (docs/uniformity.md).

const head = `寻观「着色库」之「着色内建」之书。
「写」乃「存储缓冲」于（「数组」于「无三二」）也。
「写」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。
「读」乃「存储缓冲」于（「数组」于「无三二」）也。
「读」者「绑定」于（「组值」【「组」者「零」也，「号」者「一」也，「访问」者「只读」也】）也。
「均」乃「均匀缓冲」于「无三二」也。
「均」者「均匀绑定」于（「组值」【「组」者「零」也，「号」者「二」也】）也。
「原」乃「存储缓冲」于（「数组」于（「原子」于「无三二」））也。
「原」者「绑定」于（「组值」【「组」者「零」也，「号」者「三」也，「访问」者「读写」也】）也。
「参数」即「组类」【「甲」乃「无三二」也，「列」乃「定长数组」于「四维无」于「四」也】也。
「均组」乃「均匀缓冲」于「参数」也。
「均组」者「均匀绑定」于（「组值」【「组」者「零」也，「号」者「六」也】）也。
「读组」乃「存储缓冲」于「参数」也。
「读组」者「绑定」于（「组值」【「组」者「零」也，「号」者「七」也，「访问」者「只读」也】）也。
「写组」乃「存储缓冲」于「参数」也。
「写组」者「绑定」于（「组值」【「组」者「零」也，「号」者「八」也，「访问」者「读写」也】）也。
「图」乃「纹理二维」于「浮三二」也。
「图」者「纹理绑定」于（「组值」【「组」者「零」也，「号」者「四」也】）也。
「采」乃「采样器」也。
「采」者「采样器绑定」于（「组值」【「组」者「零」也，「号」者「五」也】）也。
`;
const stage_heads = {
  compute: `「共」乃「工作组变量」于「无三二」也。
「共」者「工作组共享」于「元」也。
「列」乃「工作组变量」于（「定长数组」于「无三二」于「八」）也。
「列」者「工作组共享」于「元」也。
「入」即「组类」【「序」乃「局部调用序」也，「组」乃「工作组号」也，「数」乃「工作组数」也】也。
`,
  fragment: '「入」即「组类」【「序」乃「无三二」也，「处」乃「片元坐标」也】也。\n',
};

const call = (name, ...operands) => `「${name}」` + operands.map((operand) => `于${operand}`).join('');
const grouped = (text) => (/^「[^」]*」$/.test(text) ? text : `（${text}）`);
const digits = (number) => `「${number}」`;

class Maker {
  constructor(random) {
    this.random = random;
    this.stage = random.chance(0.75) ? 'compute' : 'fragment';
    this.count = 0;
    this.helpers = [];
    this.structures = ['「读均匀」于「均组」', '「读缓冲」于「读组」', '「读缓冲」于「写组」'];
  }

  fresh(stem) {
    this.count += 1;
    return `${stem}${this.count}`;
  }

  // Values of type 无三二, ready to be an operand.

  value(scope, depth) {
    return grouped(this.random.pick(depth > 0 && this.random.chance(0.75) ? this.values(scope, depth - 1) : this.leaves(scope))());
  }

  leaves(scope) {
    const { random } = this;
    const forms = [
      () => call('新无三二', digits(random.below(9))),
      () => call('读均匀', '「均」'),
      () => call('数组长度', '「读」'),
      () => `（${call('纹理尺寸', '「图」')}）中「零」`,
      () => `（${random.pick(this.structures)}）中「甲」`,
      ...scope.names.flatMap((name) => [() => `「${name}」`, () => `「${name}」`]),
      ...scope.cells.map((name) => () => call('读格', `「${name}」`)),
      ...scope.pairs.map((name) => () => `「${name}」中${digits(random.below(2))}`),
      ...scope.structs.flatMap((name) => this.fields(name)),
    ];
    if (this.stage === 'compute') forms.push(() => call('读共享', '「共」'));
    return forms;
  }

  fields(name) {
    if (this.stage === 'fragment') return [() => `「${name}」中「序」`, () => call('转无三二', `（「${name}」中「处」中「零」）`)];
    return [() => `「${name}」中「序」`, () => `「${name}」中「组」中「零」`, () => `「${name}」中「组」中「一」`, () => `「${name}」中「数」中「零」`];
  }

  values(scope, depth) {
    const { random } = this;
    const value = () => this.value(scope, depth);
    const forms = [
      () => call(random.pick(['加', '乘', '位与', '最小']), value(), value()),
      () => call('读数组', '「读」', value()),
      () => call('读数组', '「写」', value()),
      () => call('原子加', '「原」', value(), value()),
      () => call('原子读', '「原」', value()),
      () => `（${call('取元素', `（（${random.pick(this.structures)}）中「列」）`, value())}）中「一」`,
      () => `（${call('读四无', '「读」', value())}）中「三」`,
      () => `若${this.condition(scope, depth)}则${value()}否则${value()}`,
      () => call(random.pick(['子组求和', '子组最大']), value()),
      () => call(random.pick(['子组广播', '子组洗牌']), value(), value()),
      () => call('子组异或洗牌', value(), value()),
      () => call('转无三二', `（（${call('读纹素', '「图」', `（（${call('转整三二', value())}）与（${call('转整三二', value())}））`, '「零」')}）中「零」）`),
      () => this.let_value(scope, depth),
      () => this.value_loop(scope, depth),
    ];
    const helpers = this.callable(scope, true);
    if (helpers.length > 0) forms.push(...[1, 2].map(() => () => this.call_helper(random.pick(helpers), scope, depth)));
    if (this.stage === 'compute') {
      forms.push(() => call('一致读共享', '「共」'), () => call('读共享数组', '「列」', value()));
    } else {
      const sample = (depth_left) => call('采样纹理', '「图」', '「采」', `（${[0, 1].map(() => grouped(call('转浮三二', this.value(scope, depth_left)))).join('与')}）`);
      forms.push(...[1, 2].map(() => () => call('转无三二', `（（${sample(depth)}）中「零」）`)));
    }
    return forms;
  }

  let_value(scope, depth) {
    const name = this.fresh('甲');
    return `虑「${name}」者${this.value(scope, depth)}而${this.rest(scope, 'names', name, (inner) => this.value(inner, depth))}`;
  }

  /** What `make` gives where `name` is known too. */
  rest(scope, kind, name, make) {
    return make({ ...scope, [kind]: [...scope[kind], name] });
  }

  condition(scope, depth) {
    const { random } = this;
    const compare = () => call(random.pick(['小于', '等于', '大于']), this.value(scope, depth), this.value(scope, depth));
    if (random.chance(0.15)) return grouped(call(random.pick(['且', '或者']), grouped(compare()), grouped(compare())));
    return grouped(compare());
  }

  /** Helpers with a result, or without, whose parameters can be given. */
  callable(scope, with_result) {
    return this.helpers.filter(({ result, parameters }) => result === with_result && (scope.structs.length > 0 || !parameters.includes('struct')));
  }

  call_helper(helper, scope, depth) {
    const operands = helper.parameters.map((kind) => {
      if (kind === 'value') return this.value(scope, depth);
      return `「${this.random.pick(scope.structs)}」`;
    });
    return call(helper.name, ...operands);
  }

  value_loop(scope, depth) {
    const loop = this.fresh('环');
    const index = this.fresh('次');
    const inner = this.rest(scope, 'names', index, (wider) => wider);
    const again = () => call(loop, grouped(call('加', `「${index}」`, this.value(inner, Math.min(depth, 1)))));
    const [first, second] = this.random.chance(0.5) ? [again(), this.value(inner, depth)] : [this.value(inner, depth), again()];
    return `递归虑「${loop}」其 化「无三二」而「无三二」者会「${index}」而若${this.condition(inner, depth)}则${first}否则${second} 而${call(loop, this.value(scope, depth))}`;
  }

  // Statements: expressions of type 有, ready to be an operand of ；.

  statement(scope, depth) {
    return grouped(this.random.pick(depth > 0 ? this.statements(scope, depth - 1) : this.simple_statements(scope))());
  }

  /** What needs uniformity, and what changes memory. */
  simple_statements(scope) {
    const { random } = this;
    const value = () => this.value(scope, random.below(2));
    const forms = [() => call('写数组', '「写」', value(), value()), ...scope.cells.map((name) => () => call('写格', `「${name}」`, value()))];
    if (this.stage === 'fragment') return [...forms, () => call('舍弃', '「元」'), () => call('写数组', '「写」', value(), this.value(scope, 2))];
    const barrier = () => call(random.pick(['工作组屏障', '存储屏障']), '「元」');
    return [...forms, barrier, barrier, () => call('写共享', '「共」', value()), () => call('写共享数组', '「列」', value(), value())];
  }

  statements(scope, depth) {
    const statement = () => this.statement(scope, depth);
    const nothing_or = () => (this.random.chance(0.5) ? '「元」' : statement());
    const forms = [
      ...this.simple_statements(scope),
      () => `若${this.condition(scope, depth)}则${statement()}否则${nothing_or()}`,
      () => `若${this.condition(scope, depth)}则${statement()}否则${nothing_or()}`,
      () => `${statement()}；${statement()}`,
      () => `${statement()}；${statement()}`,
      ...this.bindings(scope, depth, (inner) => this.statement(inner, depth)),
      () => this.statement_loop(scope, depth),
      () => this.statement_loop(scope, depth),
    ];
    const helpers = this.callable(scope, false);
    if (helpers.length > 0) forms.push(...[1, 2].map(() => () => this.call_helper(this.random.pick(helpers), scope, depth)));
    return forms;
  }

  /** A 虑 of each kind before what `make` gives. */
  bindings(scope, depth, make) {
    const bind = (stem, kind, value) => () => {
      const name = this.fresh(stem);
      return `虑「${name}」者${value()}而${this.rest(scope, kind, name, make)}`;
    };
    const value = () => this.value(scope, depth);
    const forms = [bind('甲', 'names', value), bind('格', 'cells', () => call('新格', value())), bind('双', 'pairs', () => `（${value()}与${value()}）`)];
    if (scope.structs.length > 0) forms.push(bind('结', 'structs', () => `「${this.random.pick(scope.structs)}」`));
    return forms;
  }

  statement_loop(scope, depth) {
    const loop = this.fresh('环');
    const index = this.fresh('次');
    const inner = this.rest(scope, 'names', index, (wider) => wider);
    const again = () => call(loop, grouped(call('加', `「${index}」`, this.value(inner, 1))));
    const body = `若${this.condition(inner, depth)}则${this.tail(inner, depth, again)}否则${grouped(`${this.statement(inner, depth)}；「元」`)}`;
    return `递归虑「${loop}」其 化「无三二」而「有」者会「${index}」而${grouped(body)} 而${call(loop, this.value(scope, depth))}`;
  }

  /** The end of a loop's round: goes on by `again`, or leaves. */
  tail(scope, depth, again) {
    const { random } = this;
    if (depth <= 0 || random.chance(0.3)) return grouped(again());
    const next = () => this.tail(scope, depth - 1, again);
    const forms = [
      () => `${this.statement(scope, depth - 1)}；${next()}`,
      () => `${this.statement(scope, depth - 1)}；${next()}`,
      () => `若${this.condition(scope, depth - 1)}则${next()}否则${random.chance(0.5) ? '「元」' : next()}`,
      ...this.bindings(scope, depth - 1, (inner) => this.tail(inner, depth - 1, again)),
    ];
    return grouped(random.pick(forms)());
  }

  // Definitions.

  helper() {
    const { random } = this;
    const name = this.fresh('函');
    const parameters = Array.from({ length: random.between(1, 2) }, () => (random.chance(0.7) ? 'value' : 'struct'));
    const scope = { names: [], cells: [], pairs: [], structs: [] };
    const lambda = parameters.map((kind) => {
      const parameter = this.fresh('参');
      scope[kind === 'value' ? 'names' : 'structs'].push(parameter);
      return `会「${parameter}」而`;
    });
    const result = random.chance(0.5);
    const body = result
      ? random.chance(0.5) ? this.value(scope, 2) : `${this.statement(scope, 1)}；${this.value(scope, 1)}`
      : this.statement(scope, 2);
    const signature = parameters.map((kind) => `化「${kind === 'value' ? '无三二' : '入'}」而`).join('');
    this.helpers.push({ name, parameters, result });
    return `「${name}」乃${signature}「${result ? '无三二' : '有'}」也。\n「${name}」者${lambda.join('')}\n  ${body}\n也。\n`;
  }

  entry() {
    const { random } = this;
    const scope = { names: [], cells: [], pairs: [], structs: ['总'] };
    const parameters = [['入', '总']];
    if (this.stage === 'fragment') {
      if (random.chance(0.5)) parameters.push(['正面朝向', '正']);
      const body = this.statement(scope, random.between(1, 3));
      const colour = Array.from({ length: 4 }, () => grouped(call('转浮三二', this.value(scope, 2)))).join('与');
      return this.write_entry(parameters, '片元颜色', `${body}；（${colour}）`, '「片元入口项」于「主」', '片元入口');
    }
    if (random.chance(0.3)) {
      // The same inputs one by one.
      parameters.splice(0, 1, ['局部调用序', '序'], ['工作组号', '组']);
      scope.structs = [];
      scope.names.push('序', '组零');
    }
    for (const [type, name] of [['子组大小', '大'], ['子组内序号', '内']]) {
      if (!random.chance(0.4)) continue;
      parameters.push([type, name]);
      scope.names.push(name);
    }
    const without_structs = scope.structs.length === 0;
    const depth = random.between(1, 4);
    const body = without_structs ? `虑「组零」者（「组」中「零」）而${this.statement(scope, depth)}` : this.statement(scope, depth);
    const item = '「计算入口项」于「主」于（「组值」【「工作组大小」者「八」也】）';
    return this.write_entry(parameters, '有', body, item, '计算入口');
  }

  write_entry(parameters, result, body, item, kind) {
    const signature = parameters.map(([type]) => `化「${type}」而`).join('');
    const lambda = parameters.map(([, name]) => `会「${name}」而`).join('');
    return `「主」乃${signature}「${result}」也。\n「主」者${lambda}\n  ${body}\n也。\n「主入口」乃「${kind}」也。\n「主入口」者${item}也。\n`;
  }

  source() {
    const helpers = Array.from({ length: this.random.below(4) }, () => this.helper()).join('');
    return head + stage_heads[this.stage] + helpers + this.entry();
  }
}

export const make_source = (random) => new Maker(random).source();
