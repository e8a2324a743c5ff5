#include "pass/rewriter.hpp"

#include <algorithm>
#include <unordered_set>

#include "ir/uses.hpp"
#include "pass/walk.hpp"
#include "support/internal_error.hpp"

namespace yyshader::pass {

namespace {

bool is_short_circuit(ir::Op op) { return op == ir::Op::logical_and || op == ir::Op::logical_or; }

bool is_inlined(const ir::Statement& statement) {
  return statement.kind == ir::StatementKind::evaluate && statement.form == ir::EvaluateForm::inlined;
}

}  // namespace

const ir::ValuePool& Rewriter::pool() const {
  return is_among_constants() ? module_.constant_values : function_->values;
}

bool Rewriter::is_old_reusable(ir::ValueId id) const {
  return ir::is_leaf(old_value(id).op) || (id.index() < old_named_.size() && old_named_[id.index()]);
}

bool Rewriter::is_reusable(ir::ValueId id) const {
  return ir::is_leaf(pool()[id].op) || (id.index() < named_.size() && named_[id.index()]);
}

ir::ValueId Rewriter::make(ir::Op op, ir::TypeId type, source::Span span, std::initializer_list<ir::ValueId> operands,
                           std::uint64_t payload) {
  return builder().value(op, type, span, operands, payload);
}

ir::ValueId Rewriter::make(ir::Op op, ir::TypeId type, source::Span span, std::span<const ir::ValueId> operands,
                           std::uint64_t payload) {
  return builder().value(op, type, span, operands, payload);
}

ir::ValueId Rewriter::literal(ir::TypeId type, std::string_view spelling, source::Span span) {
  return builder().literal(type, spelling, span);
}

ir::ValueId Rewriter::keep(ir::ValueId id, std::span<const ir::ValueId> operands) {
  const ir::Value& value = old_value(id);
  ir::ValuePool& values = is_among_constants() ? module_.constant_values : function_->values;
  return values.add(value.op, value.type, value.span, operands, value.payload, value.spelling);
}

ir::ValueId Rewriter::named(ir::ValueId id) {
  if (is_reusable(id)) return id;
  if (ir::has_time(pool()[id])) {
    name_evaluation(id);
    return id;
  }
  ir::Statement statement;
  statement.span = pool()[id].span;
  statement.value = id;
  emit(statement);
  return id;
}

/// An effect is named where it is evaluated: what might meet it there has a name already (pass/forward.cpp).
void Rewriter::name_evaluation(ir::ValueId id) {
  Output& output = outputs_.back();
  const auto found = std::find_if(output.inlined.rbegin(), output.inlined.rend(),
                                  [&](std::size_t place) { return output.statements[place].value == id; });
  support::invariant(found != output.inlined.rend(), "an effect stands in no statement of its block");
  ir::Statement& statement = output.statements[*found];
  output.inlined.erase(std::next(found).base());
  statement.kind = ir::StatementKind::let;
  statement.form = ir::EvaluateForm::pending;
  mark_named(id);
}

void Rewriter::mark_named(ir::ValueId id) {
  named_.resize(std::max(named_.size(), id.index() + 1));
  named_[id.index()] = true;
}

void Rewriter::emit(const ir::Statement& statement) {
  support::invariant(!outputs_.empty(), "a statement among constants");
  if (statement.kind == ir::StatementKind::let) mark_named(statement.value);
  if (is_inlined(statement)) outputs_.back().inlined.push_back(outputs_.back().statements.size());
  outputs_.back().statements.push_back(statement);
}

const ir::Statement* Rewriter::last_statement() const {
  const Output& output = outputs_.back();
  return output.statements.empty() ? nullptr : &output.statements.back();
}

void Rewriter::rewrite_function(ir::Function& function) {
  function_ = &function;
  old_ = {};
  old_.values = std::exchange(function.values, {});
  old_.blocks = std::exchange(function.blocks, {});
  old_.body = function.body;
  function.blocks.resize(old_.blocks.size());
  old_named_ = let_named(old_);
  map_.assign(old_.values.values.size(), ir::ValueId());
  named_.clear();
  function.blocks[function.body.index()].statements = rewrite_block(old_.blocks[old_.body.index()].statements);
  function_ = nullptr;
}

void Rewriter::rewrite_constants() {
  function_ = nullptr;
  old_constants_ = std::exchange(module_.constant_values, {});
  old_named_.clear();
  named_.clear();
  map_.assign(old_constants_.values.size(), ir::ValueId());
  for (ir::Constant& constant : module_.constants) constant.value = rebuild(constant.value);
}

std::vector<ir::Statement> Rewriter::rewrite_block(const std::vector<ir::Statement>& statements) {
  outputs_.emplace_back();
  for (const ir::Statement& statement : statements) rewrite_statement(statement);
  std::vector<ir::Statement> result = std::move(outputs_.back().statements);
  outputs_.pop_back();
  return result;
}

void Rewriter::rewrite_statement(const ir::Statement& statement) {
  const bool has_value_of_its_own =
      statement.kind == ir::StatementKind::let || statement.kind == ir::StatementKind::evaluate;
  if (has_value_of_its_own) {
    if (rules_.rewrite_statement(*this, statement)) return;
    // The right side's effects happen here; later they might meet others.
    if (ir::right_side_block(old_value(statement.value)) && must_become_if(statement.value)) {
      write_as_if(statement.value);
    }
  }
  if (statement.kind == ir::StatementKind::let) return rewrite_let(statement);
  ir::Statement result = statement;
  if (statement.target) result.target = rebuild(statement.target);
  if (statement.value) result.value = rebuild(statement.value);
  const auto nested = [&](ir::BlockId block) {
    function_->blocks[block.index()].statements = rewrite_block(old_.blocks[block.index()].statements);
  };
  if (statement.kind == ir::StatementKind::if_) {
    std::vector<ir::Statement> first = rewrite_block(old_.blocks[statement.first.index()].statements);
    function_->blocks[statement.first.index()].statements = std::move(first);
    std::vector<ir::Statement> second = rewrite_block(old_.blocks[statement.second.index()].statements);
    function_->blocks[statement.second.index()].statements = std::move(second);
  } else if (statement.kind == ir::StatementKind::loop) {
    nested(statement.first);
  }
  emit(result);
}

void Rewriter::rewrite_let(const ir::Statement& statement) {
  ir::Statement result = statement;
  result.value = rebuild(statement.value);
  // Folding may leave what has a name already.
  const ir::Value value = pool()[result.value];
  if (is_reusable(result.value) && value.op != ir::Op::literal) {
    result.value = make(ir::Op::copy, value.type, old_value(statement.value).span, {result.value});
  }
  emit(result);
  replace(statement.value, result.value);
}

ir::ValueId Rewriter::rebuild(ir::ValueId id) {
  if (map_[id.index()]) return map_[id.index()];
  if (is_short_circuit(old_value(id).op)) return rebuild_short_circuit(id);
  std::vector<ir::ValueId> operands;
  operands.reserve(old_value(id).operand_count);
  for (const ir::ValueId operand : old_operands(id)) operands.push_back(rebuild(operand));
  const ir::ValueId result = rules_.rewrite(*this, id, operands);
  replace(id, result);
  return result;
}

ir::ValueId Rewriter::rebuild_short_circuit(ir::ValueId id) {
  if (must_become_if(id)) {
    write_as_if(id);
    return map_[id.index()];
  }
  const ir::ValueId left = rebuild(old_operands(id)[0]);
  const ir::ValueId right = rebuild(old_operands(id)[1]);
  if (const ir::BlockId block = ir::right_side_block(old_value(id))) {
    std::vector<ir::Statement> statements = old_.blocks[block.index()].statements;
    for (ir::Statement& each : statements) each.value = map_[each.value.index()];
    function_->blocks[block.index()].statements = std::move(statements);
  }
  const ir::ValueId operands[] = {left, right};
  const ir::ValueId result = keep(id, operands);
  replace(id, result);
  return result;
}

/// True when something on the right side can't stay inside an expression.
bool Rewriter::must_become_if(ir::ValueId id) const {
  if (map_[id.index()]) return false;
  bool found = false;
  for_each_in_tree(old_pool(), old_operands(id)[1], old_named_, scratch_, [&](ir::ValueId part) {
    found = found || (!is_old_reusable(part) && rules_.needs_statements(*this, part));
  });
  return found;
}

/// `var t: bool; if (left) { right's statements; t = right; } else { t = false; }`; the value becomes a read of t.
void Rewriter::write_as_if(ir::ValueId id) {
  const ir::Value value = old_value(id);
  const ir::ValueId old_right = old_operands(id)[1];
  const ir::ValueId left = rebuild(old_operands(id)[0]);
  ir::Builder build = builder();

  ir::Local local;
  local.type = module_.types.boolean();
  local.span = value.span;
  ir::Statement declaration;
  declaration.kind = ir::StatementKind::variable;
  declaration.span = value.span;
  declaration.local = ir::LocalId(function_->locals.size());
  function_->locals.push_back(local);

  const auto assignment = [&](ir::ValueId assigned) {
    ir::Statement statement;
    statement.kind = ir::StatementKind::store;
    statement.span = value.span;
    statement.target = build.local(declaration.local, value.span);
    statement.value = assigned;
    return statement;
  };
  std::vector<ir::Statement> moved = take_evaluations_of(old_right);
  outputs_.emplace_back();
  for (const ir::Statement& statement : moved) emit(statement);
  if (const ir::BlockId block = ir::right_side_block(value)) {
    for (const ir::Statement& statement : old_.blocks[block.index()].statements) rewrite_statement(statement);
  }
  const ir::ValueId right = rebuild(old_right);
  emit(assignment(right));
  std::vector<ir::Statement> asked = std::move(outputs_.back().statements);
  outputs_.pop_back();

  const bool is_and = value.op == ir::Op::logical_and;
  ir::Statement branch;
  branch.kind = ir::StatementKind::if_;
  branch.span = value.span;
  branch.value = left;
  branch.first = build.block();
  branch.second = build.block();
  const ir::BlockId side = is_and ? branch.first : branch.second;
  const ir::BlockId other = is_and ? branch.second : branch.first;
  function_->blocks[side.index()].statements = std::move(asked);
  function_->blocks[other.index()].statements = {assignment(build.boolean(!is_and, value.span))};
  emit(declaration);
  emit(branch);

  const ir::ValueId place = build.local(declaration.local, value.span);
  const ir::ValueId read = make(ir::Op::load, value.type, value.span, {place});
  replace(id, read);
  // A value without a time of its own gets one: that of the read.
  if (!ir::right_side_block(value)) {
    ir::Statement evaluation;
    evaluation.kind = ir::StatementKind::evaluate;
    evaluation.form = ir::EvaluateForm::inlined;
    evaluation.span = value.span;
    evaluation.value = read;
    emit(evaluation);
  }
}

/// Takes out of the block being written the evaluations of what stands in the old tree of `root`, but for those that
/// something else there has taken a name for.
std::vector<ir::Statement> Rewriter::take_evaluations_of(ir::ValueId root) {
  Output& output = outputs_.back();
  std::unordered_set<ir::ValueId> inside;
  for_each_in_tree(old_pool(), root, old_named_, scratch_, [&](ir::ValueId part) {
    const ir::ValueId value = map_[part.index()];
    if (value && !is_reusable(value) && ir::has_time(pool()[value])) inside.insert(value);
  });
  if (inside.empty()) return {};
  named_.resize(pool().values.size());
  for (const ir::Statement& statement : output.statements) {
    if (statement.kind != ir::StatementKind::let) continue;
    for_each_in_tree(pool(), statement.value, named_, scratch_, [&](ir::ValueId part) { inside.erase(part); });
  }
  std::vector<ir::Statement> taken;
  Output kept;
  for (const ir::Statement& statement : output.statements) {
    if (is_inlined(statement) && inside.contains(statement.value)) {
      taken.push_back(statement);
      continue;
    }
    if (is_inlined(statement)) kept.inlined.push_back(kept.statements.size());
    kept.statements.push_back(statement);
  }
  output = std::move(kept);
  return taken;
}

}  // namespace yyshader::pass
