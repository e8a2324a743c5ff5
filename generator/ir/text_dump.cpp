// The module as text. Functions may be nested as deep as the user likes: blocks and trees are written by one stack of
// tasks, never by recursion.

#include <cstdint>
#include <vector>

#include "ir/signature.hpp"
#include "ir/text.hpp"
#include "ir/text_names.hpp"
#include "ir/text_words.hpp"
#include "ir/uses.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir {

namespace {

using support::to_decimal;

std::string binding_text(const InterfaceBinding& binding) {
  switch (binding.kind) {
    case InterfaceBinding::Kind::none:
      return {};
    case InterfaceBinding::Kind::builtin:
      return " builtin(" + std::string(to_text(binding.builtin)) + ")";
    case InterfaceBinding::Kind::location:
      break;
  }
  std::string text = " location(" + to_decimal(binding.location) + ")";
  if (binding.interpolation != Interpolation::smooth) {
    text += " ";
    text += text::interpolations[binding.interpolation];
  }
  return text;
}

/// What all parts of a dump share.
struct DumpContext {
  const Module& module;
  const text::ItemLabels& labels;
  std::vector<std::string> parameters;  ///< the labels of the function's parameters
  std::string& out;

  void type(TypeId id) { text::append_type(out, module, labels.structs, id); }
  static std::string_view label(const std::vector<std::string>& table, std::uint64_t index) {
    return index < table.size() ? std::string_view(table[static_cast<std::size_t>(index)]) : "?";
  }
};

/// Writes the trees and blocks of one function, or the trees of the module's constants.
class TreeDump {
 public:
  TreeDump(DumpContext& context, const Function* function, const ValuePool& pool, const Uses& uses);

  void body();
  void constant(ValueId value);

 private:
  enum class Kind : std::uint8_t {
    text,          ///< `text`
    value,         ///< the value `id` where it is used
    block,         ///< statements from number `next` of the block `id`
    inline_block,  ///< the same within a line
    open,          ///< the brace before a nested block's lines
    close,         ///< and the one after them
    line_end,
  };
  struct Task {
    Kind kind;
    std::uint32_t id = 0;
    std::uint32_t next = 0;
    std::string_view text;
  };

  std::string& out() { return context_.out; }
  void plan(Kind kind, std::uint32_t id = 0) { planned_.push_back({kind, id, 0, {}}); }
  void plan(ValueId id) { plan(Kind::value, id.value); }
  void plan(std::string_view text) { planned_.push_back({Kind::text, 0, 0, text}); }
  void run();
  void run(const Task& task);
  void start_line() { out().append(std::size_t{2} * level_, ' '); }

  void block(const Task& task);
  void statement(const Statement& statement, bool is_inline);
  void let(const Statement& statement);
  void evaluate(const Statement& statement);
  void variable(const Statement& statement);
  void nested(BlockId block, bool is_inline);
  void undeclared_locals();

  void use(ValueId id);
  void tree(ValueId id);
  void operation(ValueId id, const Value& value);
  void literal(const Value& value);
  bool type_follows(ValueId id, const Value& value) const;
  bool in_range(ValueId id) const { return id.index() < pool_.values.size(); }
  bool is_first_time(ValueId id, Role role) const {
    return in_range(id) && !is_defined_[id.index()] && uses_.roles[id.index()] == role;
  }
  const std::string& value_label(ValueId id);
  std::string_view local_label(LocalId id);
  void local_declaration(LocalId id);

  DumpContext& context_;
  const Function* function_;
  const ValuePool& pool_;
  const Uses& uses_;
  std::vector<Task> tasks_;
  std::vector<Task> planned_;  ///< what the task at hand leaves to do, in order
  std::vector<bool> is_defined_;
  std::vector<std::string> value_labels_;  ///< with their sigil
  std::vector<std::string> local_labels_;
  text::Labels let_names_;
  text::Labels local_names_;
  unsigned next_value_ = 0;
  unsigned next_local_ = 0;
  unsigned level_ = 1;
};

TreeDump::TreeDump(DumpContext& context, const Function* function, const ValuePool& pool, const Uses& uses)
    : context_(context),
      function_(function),
      pool_(pool),
      uses_(uses),
      is_defined_(pool.values.size()),
      value_labels_(pool.values.size()),
      local_labels_(function != nullptr ? function->locals.size() : 0) {}

void TreeDump::body() {
  undeclared_locals();
  plan(Kind::block, function_->body.value);
  run();
}

void TreeDump::constant(ValueId value) {
  plan(value);
  run();
}

void TreeDump::run() {
  const auto take_planned = [this] {
    tasks_.insert(tasks_.end(), planned_.rbegin(), planned_.rend());
    planned_.clear();
  };
  for (take_planned(); !tasks_.empty(); take_planned()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    run(task);
  }
}

void TreeDump::run(const Task& task) {
  switch (task.kind) {
    case Kind::text:
      out() += task.text;
      break;
    case Kind::value:
      use(ValueId(task.id));
      break;
    case Kind::block:
    case Kind::inline_block:
      block(task);
      break;
    case Kind::open:
      out() += " {\n";
      ++level_;
      break;
    case Kind::close:
      --level_;
      start_line();
      out() += "}";
      break;
    case Kind::line_end:
      out() += '\n';
      break;
  }
}

void TreeDump::block(const Task& task) {
  if (task.id >= function_->blocks.size()) return;
  const std::vector<Statement>& statements = function_->blocks[task.id].statements;
  if (task.next >= statements.size()) return;
  const bool is_inline = task.kind == Kind::inline_block;
  if (!is_inline) {
    start_line();
  } else if (task.next > 0) {
    out() += "; ";
  }
  statement(statements[task.next], is_inline);
  if (!is_inline) plan(Kind::line_end);
  planned_.push_back({task.kind, task.id, task.next + 1, {}});
}

void TreeDump::nested(BlockId block, bool is_inline) {
  if (is_inline) {
    plan(" {");
    plan(Kind::inline_block, block.value);
    plan("}");
  } else {
    plan(Kind::open);
    plan(Kind::block, block.value);
    plan(Kind::close);
  }
}

void TreeDump::statement(const Statement& statement, bool is_inline) {
  switch (statement.kind) {
    case StatementKind::let:
      let(statement);
      break;
    case StatementKind::evaluate:
      evaluate(statement);
      break;
    case StatementKind::variable:
      variable(statement);
      break;
    case StatementKind::store:
      out() += "store ";
      plan(statement.target);
      plan(" = ");
      plan(statement.value);
      break;
    case StatementKind::if_:
      out() += "if ";
      plan(statement.value);
      nested(statement.first, is_inline);
      plan(" else");
      nested(statement.second, is_inline);
      break;
    case StatementKind::loop:
      out() += "loop";
      nested(statement.first, is_inline);
      break;
    case StatementKind::continue_:
      out() += "continue";
      break;
    case StatementKind::break_:
      out() += "break";
      break;
    case StatementKind::return_:
      out() += statement.value ? "return " : "return";
      if (statement.value) plan(statement.value);
      break;
  }
}

void TreeDump::let(const Statement& statement) {
  const ValueId id = statement.value;
  out() += "let ";
  if (is_first_time(id, Role::let)) {
    out() += std::string_view(value_label(id)).substr(uses_.names[id.index()] ? 1 : 0);
    out() += " = ";
    tree(id);
  } else {
    // Unsound, a value that a statement has named or evaluated before: shown all the same.
    out() += let_names_.next(context_.module.text(statement.name));
    out() += " = ";
    plan(id);
  }
}

void TreeDump::evaluate(const Statement& statement) {
  const ValueId id = statement.value;
  out() += text::evaluate_forms[statement.form];
  out() += " ";
  if (!is_first_time(id, Role::evaluate)) {
    plan(id);
    return;
  }
  if (uses_.counts[id.index()] > 0) {
    out() += value_label(id);
    out() += " = ";
  }
  tree(id);
}

void TreeDump::local_declaration(LocalId id) {
  std::string_view label = local_label(id);
  const bool is_known = id.index() < function_->locals.size();
  out() += label.substr(is_known && function_->locals[id.index()].name ? 1 : 0);
  if (!is_known) return;
  const Local& local = function_->locals[id.index()];
  out() += ": ";
  context_.type(local.type);
  if (local.is_result) out() += " result";
}

void TreeDump::variable(const Statement& statement) {
  out() += "variable ";
  local_declaration(statement.local);
  if (!statement.value) return;
  plan(" = ");
  plan(statement.value);
}

void TreeDump::undeclared_locals() {
  std::vector<bool> is_declared(function_->locals.size());
  for (const BlockId block : uses_.blocks) {
    for (const Statement& statement : function_->blocks[block.index()].statements) {
      if (statement.local.index() < is_declared.size()) is_declared[statement.local.index()] = true;
    }
  }
  for (std::size_t index = 0; index < is_declared.size(); ++index) {
    if (is_declared[index]) continue;
    start_line();
    out() += "undeclared ";
    local_declaration(LocalId(index));
    out() += "\n";
  }
}

const std::string& TreeDump::value_label(ValueId id) {
  std::string& label = value_labels_[id.index()];
  if (label.empty()) {
    const Symbol name = uses_.names[id.index()];
    label = "%" + (name ? let_names_.next(context_.module.text(name)) : to_decimal(next_value_++));
  }
  return label;
}

std::string_view TreeDump::local_label(LocalId id) {
  if (function_ == nullptr || id.index() >= local_labels_.size()) return "&?";
  std::string& label = local_labels_[id.index()];
  if (label.empty()) {
    const Symbol name = function_->locals[id.index()].name;
    label = "&" + (name ? local_names_.next(context_.module.text(name)) : to_decimal(next_local_++));
  }
  return label;
}

void TreeDump::use(ValueId id) {
  if (!in_range(id)) {
    out() += "%?";
    return;
  }
  const bool is_shared = uses_.counts[id.index()] > 1 && !is_leaf(pool_[id].op);
  if (!uses_.is_named_part(id) && !is_shared) {
    tree(id);
    return;
  }
  out() += value_label(id);
  if (uses_.is_named_part(id) || is_defined_[id.index()]) return;
  // Unsound, a part used twice: named where it is used first, so that the text stays as short as the module.
  out() += " := ";
  tree(id);
}

void TreeDump::tree(ValueId id) {
  is_defined_[id.index()] = true;
  const Value& value = pool_[id];
  switch (value.op) {
    case Op::literal:
      literal(value);
      break;
    case Op::constant:
      out() += "^";
      out() += DumpContext::label(context_.labels.constants, value.payload);
      break;
    case Op::parameter:
      out() += "$";
      // A parameter's label is its position's, given in the head of the function.
      out() += DumpContext::label(context_.parameters, value.payload);
      break;
    case Op::global_reference:
      out() += "@";
      out() += DumpContext::label(context_.labels.globals, value.payload);
      break;
    case Op::local_reference:
      out() += local_label(LocalId(static_cast<std::size_t>(value.payload)));
      break;
    default:
      operation(id, value);
  }
}

void TreeDump::literal(const Value& value) {
  const TypeTable& types = context_.module.types;
  const std::string_view spelling = context_.module.text(value.spelling);
  out() += spelling;
  const Type& type = types[value.type];
  switch (type.kind) {
    case TypeKind::integer:
      out() += type.is_signed ? "i" : "u";
      if (type.width != 32) out() += to_decimal(unsigned{type.width});
      break;
    case TypeKind::floating:
      out() += type.width == 16 ? "h" : "f";
      if (type.width != 16 && type.width != 32) out() += to_decimal(unsigned{type.width});
      break;
    case TypeKind::abstract_float:
      if (spelling.find('.') == std::string_view::npos) out() += "a";
      break;
    default:
      break;
  }
}

bool TreeDump::type_follows(ValueId id, const Value& value) const {
  const int wanted = row(value.op).operands;
  if (wanted >= 0 && static_cast<std::uint32_t>(wanted) != value.operand_count) return false;
  std::vector<TypeId> operands;
  operands.reserve(value.operand_count);
  for (const ValueId operand : pool_.operands(id)) {
    if (!in_range(operand)) return false;
    operands.push_back(pool_[operand].type);
  }
  const auto type = result_type({context_.module, function_, value.op, operands, value.payload});
  return type && *type == context_.module.types[value.type];
}

void TreeDump::operation(ValueId id, const Value& value) {
  if (value.op == Op::call) {
    out() += "call ";
    out() += DumpContext::label(context_.labels.functions, value.payload);
  } else {
    out() += row(value.op).text;
  }
  if (value.op == Op::extract || value.op == Op::member_reference) out() += "." + to_decimal(value.payload);
  if (!type_follows(id, value)) {
    out() += "<";
    context_.type(value.type);
    out() += ">";
  }
  out() += "(";
  bool is_first = true;
  for (const ValueId operand : pool_.operands(id)) {
    if (!is_first) plan(", ");
    if (!is_first && right_side_block(value)) {
      plan("{");
      plan(Kind::inline_block, right_side_block(value).value);
      plan("} ");
    }
    plan(operand);
    is_first = false;
  }
  plan(")");
}

/// Writes the items of a module.
class ModuleDump {
 public:
  ModuleDump(const Module& module, std::string& out)
      : module_(module),
        labels_(module),
        out_(out),
        constant_context_{module, labels_, {}, out},
        constant_uses_(uses_of_constants(module)),
        constants_(constant_context_, nullptr, module.constant_values, constant_uses_) {}

  void dump();

 private:
  void item(const Item& item);
  void structure(StructId id);
  void global(GlobalId id);
  void constant(ConstantId id);
  void function(FunctionId id);
  void entry(const Entry& entry);
  void between_items() {
    if (!out_.empty()) out_ += '\n';
  }
  void type(TypeId id) { text::append_type(out_, module_, labels_.structs, id); }

  const Module& module_;
  text::ItemLabels labels_;
  std::string& out_;
  DumpContext constant_context_;
  Uses constant_uses_;
  TreeDump constants_;
};

void ModuleDump::dump() {
  if (module_.features.f16 || module_.features.subgroups) {
    out_ += "features";
    if (module_.features.f16) out_ += " f16";
    if (module_.features.subgroups) out_ += " subgroups";
    out_ += '\n';
  }
  for (const Item& each : module_.items) item(each);
  for (const Entry& each : module_.entries) entry(each);
}

void ModuleDump::item(const Item& item) {
  between_items();
  switch (item.kind) {
    case Item::Kind::structure:
      if (item.index < module_.structs.size()) structure(StructId(item.index));
      break;
    case Item::Kind::global:
      if (item.index < module_.globals.size()) global(GlobalId(item.index));
      break;
    case Item::Kind::constant:
      if (item.index < module_.constants.size()) constant(ConstantId(item.index));
      break;
    case Item::Kind::function:
      if (item.index < module_.functions.size()) function(FunctionId(item.index));
      break;
  }
}

void ModuleDump::structure(StructId id) {
  out_ += "struct " + labels_.structs[id.index()] + " {\n";
  for (const Member& member : module_.structs[id.index()].members) {
    out_ += "  ";
    text::append_name(out_, module_.text(member.name));
    out_ += ": ";
    type(member.type);
    out_ += binding_text(member.interface) + ",\n";
  }
  out_ += "}\n";
}

void ModuleDump::global(GlobalId id) {
  const Global& global = module_.globals[id.index()];
  out_ += "global " + labels_.globals[id.index()] + ": ";
  type(global.type);
  out_ += " ";
  out_ += text::address_spaces[global.space];
  out_ += "(";
  out_ += text::accesses[global.access];
  out_ += ")";
  if (global.space != AddressSpace::workgroup) {
    out_ += " group(" + to_decimal(global.group) + ") binding(" + to_decimal(global.binding) + ")";
  }
  out_ += '\n';
}

void ModuleDump::constant(ConstantId id) {
  const Constant& constant = module_.constants[id.index()];
  out_ += "constant " + labels_.constants[id.index()] + ": ";
  type(constant.type);
  out_ += " = ";
  constants_.constant(constant.value);
  out_ += '\n';
}

void ModuleDump::function(FunctionId id) {
  const Function& function = module_.functions[id.index()];
  DumpContext context{module_, labels_, {}, out_};
  text::Labels names;
  out_ += "function " + labels_.functions[id.index()] + "(";
  for (const Parameter& parameter : function.parameters) {
    if (!context.parameters.empty()) out_ += ", ";
    out_ += context.parameters.emplace_back(names.next(module_.text(parameter.name))) + ": ";
    type(parameter.type);
    out_ += binding_text(parameter.interface);
  }
  out_ += ")";
  if (function.result != module_.types.void_type()) {
    out_ += " -> ";
    type(function.result);
    out_ += binding_text(function.result_interface);
  }
  out_ += " {\n";
  const Uses uses = uses_of(function);
  TreeDump(context, &function, function.values, uses).body();
  out_ += "}\n";
}

void ModuleDump::entry(const Entry& entry) {
  between_items();
  out_ += "entry ";
  text::append_name(out_, module_.text(entry.item));
  out_ += " ";
  out_ += text::stages[entry.stage];
  if (entry.stage == Stage::compute) {
    const auto& size = entry.workgroup_size;
    out_ += "(" + to_decimal(size[0]) + ", " + to_decimal(size[1]) + ", " + to_decimal(size[2]) + ")";
  }
  out_ += " = ";
  out_ += DumpContext::label(labels_.functions, entry.function.value);
  if (!entry.from_main_file) out_ += " imported";
  out_ += '\n';
}

}  // namespace

std::string dump(const Module& module) {
  std::string out;
  ModuleDump(module, out).dump();
  return out;
}

}  // namespace yyshader::ir
