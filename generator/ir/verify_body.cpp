// Statements, scopes, uses and flow of one function, walked in the order of the text with a stack of frames: one for
// each block that is open, those of short circuits' right sides too.

#include <algorithm>
#include <string>

#include "ir/text.hpp"
#include "ir/uses.hpp"
#include "ir/verify_parts.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir::verifier {

namespace {

using support::to_decimal;

/// Whether the place after some statements can be reached: `leaves` by none of their paths, `endless` because of a loop
/// that nothing breaks out of.
enum class Flow : std::uint8_t { falls, leaves, endless };

class BodyVerifier {
 public:
  BodyVerifier(Context& context, const Function& function)
      : context_(context),
        module_(context.module),
        function_(function),
        pool_(function.values),
        uses_(uses_of(function)),
        where_(where_is(context.module, function)) {}

  void verify();

 private:
  /// One way of running a piece of a short circuit: 0 is the body's own; each right side has one of its own.
  using Condition = std::uint32_t;

  struct Frame {
    enum class Kind : std::uint8_t { body, then_block, else_block, loop, right_side } kind = Kind::body;
    BlockId block;
    std::size_t next = 0;
    Flow flow = Flow::falls;
    Condition condition = 0;
    std::size_t visible_mark = 0;
    std::size_t local_mark = 0;
    std::size_t assigned_mark = 0;
    const Statement* owner = nullptr;  ///< the statement that this block is part of
    Flow then_flow = Flow::falls;
    std::vector<LocalId> assigned;  ///< an else-block: by the then-block; a loop: before every `break` so far
    bool has_break = false;
  };

  bool check_structure();
  bool check_statement_ids(const Statement& statement);
  void count_block(BlockId block, std::vector<std::uint8_t>& counts);
  void check_counts();

  void open(Frame::Kind kind, BlockId block, const Statement* owner, Condition condition);
  void close();
  void close_then(Frame& frame);
  void close_else(const Frame& frame);
  void close_loop(Frame& frame);
  void close_right_side(const Frame& frame);
  void hide(const Frame& frame);

  void statement(const Statement& statement);
  void let_or_evaluate(const Statement& statement);
  void complete(const Statement& statement);
  void check_form(const Statement& statement);
  void variable(const Statement& statement);
  void store(const Statement& statement);
  void leave_loop(const Statement& statement);
  void return_statement(const Statement& statement);

  void walk(ValueId root, Condition condition);
  void drain();
  void push_operands(ValueId id, std::span<const ValueId> operands, Condition condition);
  void visit(ValueId id, Condition condition);
  void visit_named(ValueId id, Condition condition);
  void check_read(ValueId id);
  bool reads_variable(ValueId id) const;

  void assign(LocalId id);
  std::vector<LocalId> take_assigned(std::size_t mark);
  void report(const std::string& what) { context_.report(where_, what); }
  std::string name(ValueId id) const {
    std::string text = "the value " + to_decimal(id.value) + " (" + std::string(row(pool_[id].op).text);
    if (const Symbol let = uses_.names[id.index()]) text += ", " + std::string(module_.text(let));
    return text + ")";
  }
  std::string local_name(LocalId id) const {
    return "the variable " + to_decimal(id.value) + " " + std::string(module_.text(function_.locals[id.index()].name));
  }
  std::string type_name(ValueId id) const { return type_text(module_, pool_[id].type); }
  Frame& frame() { return frames_.back(); }

  struct Visit {
    ValueId id;
    Condition condition;
  };

  Context& context_;
  const Module& module_;
  const Function& function_;
  const ValuePool& pool_;
  const Uses uses_;
  const std::string where_;
  std::vector<Frame> frames_;
  std::vector<std::size_t> loops_;  ///< the frames of the open loops
  std::vector<Visit> pending_;
  Condition next_condition_ = 1;

  std::vector<bool> is_walked_;
  std::vector<bool> is_timed_;  ///< a statement has given the value its time
  std::vector<bool> is_visible_;
  std::vector<Condition> conditions_;  ///< of evaluated values
  std::vector<BlockId> value_blocks_;  ///< where values are evaluated
  std::vector<ValueId> visible_;
  std::vector<bool> is_local_visible_;
  std::vector<bool> is_declared_;
  std::vector<bool> is_assigned_;
  std::vector<LocalId> visible_locals_;
  std::vector<LocalId> assigned_;  ///< in the order of the stores, those of closed branches taken back
};

void BodyVerifier::verify() {
  if (function_.body.index() >= function_.blocks.size()) {
    report("it has no body");
    return;
  }
  if (!check_structure()) return;
  const std::size_t values = pool_.values.size();
  is_walked_.resize(values);
  is_timed_.resize(values);
  is_visible_.resize(values);
  conditions_.resize(values);
  value_blocks_.resize(values);
  is_local_visible_.resize(function_.locals.size());
  is_declared_.resize(function_.locals.size());
  is_assigned_.resize(function_.locals.size());
  check_counts();
  open(Frame::Kind::body, function_.body, nullptr, 0);
  while (!frames_.empty()) {
    const std::vector<Statement>& statements = function_.blocks[frame().block.index()].statements;
    if (frame().next == statements.size()) {
      close();
      continue;
    }
    const Statement& next = statements[frame().next++];
    if (frame().flow == Flow::leaves) report("a statement stands behind one that leaves its block");
    if (frame().flow == Flow::leaves) frame().flow = Flow::endless;  // said once
    statement(next);
  }
}

bool BodyVerifier::check_statement_ids(const Statement& statement) {
  const auto is_value = [this](ValueId id) { return id.index() < pool_.values.size(); };
  const auto is_block = [this](BlockId id) { return id.index() < function_.blocks.size(); };
  const auto is_local = [this](LocalId id) { return id.index() < function_.locals.size(); };
  switch (statement.kind) {
    case StatementKind::let:
    case StatementKind::evaluate:
      return is_value(statement.value);
    case StatementKind::variable:
      return is_local(statement.local) && (!statement.value || is_value(statement.value));
    case StatementKind::store:
      return is_value(statement.value) && is_value(statement.target);
    case StatementKind::if_:
      return is_value(statement.value) && is_block(statement.first) && is_block(statement.second);
    case StatementKind::loop:
      return is_block(statement.first);
    case StatementKind::return_:
      return !statement.value || is_value(statement.value);
    case StatementKind::continue_:
    case StatementKind::break_:
      return true;
  }
  return false;
}

void BodyVerifier::count_block(BlockId block, std::vector<std::uint8_t>& counts) {
  std::uint8_t& count = counts[block.index()];
  if (count < 2 && ++count == 2) report("the block " + to_decimal(block.value) + " stands at two places");
}

/// Ids in range and blocks that form a tree: what makes it safe to walk the rest.
bool BodyVerifier::check_structure() {
  const std::size_t lines = context_.lines.size();
  std::vector<std::uint8_t> counts(function_.blocks.size());
  counts[function_.body.index()] = 1;
  for (const BlockId block : uses_.blocks) {
    for (const Statement& statement : function_.blocks[block.index()].statements) {
      if (!check_statement_ids(statement)) {
        report("a statement of block " + to_decimal(block.value) + " names what doesn't exist");
        continue;
      }
      if (statement.kind == StatementKind::if_ || statement.kind == StatementKind::loop) {
        count_block(statement.first, counts);
      }
      if (statement.kind == StatementKind::if_) count_block(statement.second, counts);
    }
  }
  for (std::size_t index = 0; index < pool_.values.size(); ++index) {
    const bool is_reachable = uses_.counts[index] > 0 || uses_.roles[index] != Role::part;
    if (const BlockId block = right_side_block(pool_.values[index]); block && is_reachable) count_block(block, counts);
  }
  return context_.lines.size() == lines;
}

/// The rule of use: what has no name of its own is used at most once.
void BodyVerifier::check_counts() {
  for (std::size_t index = 0; index < pool_.values.size(); ++index) {
    const bool may_be_used_often = uses_.roles[index] == Role::let || is_leaf(pool_.values[index].op);
    if (uses_.counts[index] > 1 && !may_be_used_often) report(name(ValueId(index)) + " is used more than once");
  }
}

void BodyVerifier::open(Frame::Kind kind, BlockId block, const Statement* owner, Condition condition) {
  Frame next;
  next.kind = kind;
  next.block = block;
  next.owner = owner;
  next.condition = condition;
  next.visible_mark = visible_.size();
  next.local_mark = visible_locals_.size();
  next.assigned_mark = assigned_.size();
  if (kind == Frame::Kind::loop) loops_.push_back(frames_.size());
  frames_.push_back(std::move(next));
}

void BodyVerifier::hide(const Frame& frame) {
  for (; visible_.size() > frame.visible_mark; visible_.pop_back()) is_visible_[visible_.back().index()] = false;
  for (; visible_locals_.size() > frame.local_mark; visible_locals_.pop_back()) {
    is_local_visible_[visible_locals_.back().index()] = false;
  }
}

void BodyVerifier::close() {
  Frame closed = std::move(frames_.back());
  frames_.pop_back();
  if (closed.kind == Frame::Kind::right_side) return close_right_side(closed);
  hide(closed);
  switch (closed.kind) {
    case Frame::Kind::body:
      if (closed.flow == Flow::falls && function_.result != module_.types.void_type()) {
        report("a path reaches its end without returning a " + type_text(module_, function_.result));
      }
      break;
    case Frame::Kind::then_block:
      close_then(closed);
      break;
    case Frame::Kind::else_block:
      close_else(closed);
      break;
    default:
      close_loop(closed);
  }
}

void BodyVerifier::close_then(Frame& closed) {
  std::vector<LocalId> assigned = take_assigned(closed.assigned_mark);
  open(Frame::Kind::else_block, closed.owner->second, closed.owner, closed.condition);
  frame().then_flow = closed.flow;
  frame().assigned = std::move(assigned);
}

void BodyVerifier::close_else(const Frame& closed) {
  if (closed.flow != Flow::falls) {
    // What the then-block has assigned holds, whichever way that one ends.
    take_assigned(closed.assigned_mark);
    for (const LocalId id : closed.assigned) assign(id);
  } else if (closed.then_flow == Flow::falls) {
    const std::vector<LocalId> assigned = take_assigned(closed.assigned_mark);
    for (const LocalId id : closed.assigned) is_assigned_[id.index()] = true;
    std::vector<LocalId> both;
    std::copy_if(assigned.begin(), assigned.end(), std::back_inserter(both),
                 [this](LocalId id) { return is_assigned_[id.index()]; });
    for (const LocalId id : closed.assigned) is_assigned_[id.index()] = false;
    for (const LocalId id : both) assign(id);
  }
  if (closed.flow == Flow::falls || closed.then_flow == Flow::falls) return;
  const bool is_endless = closed.flow == Flow::endless || closed.then_flow == Flow::endless;
  frame().flow = is_endless ? Flow::endless : Flow::leaves;
}

void BodyVerifier::close_loop(Frame& closed) {
  loops_.pop_back();
  if (closed.flow == Flow::falls) report("a loop's body falls off its end");
  take_assigned(closed.assigned_mark);
  for (const LocalId id : closed.assigned) assign(id);
  if (!closed.has_break) frame().flow = Flow::endless;
}

void BodyVerifier::close_right_side(const Frame& closed) {
  const ValueId id = closed.owner->value;
  frames_.push_back(closed);  // the right side is written inside its block
  walk(pool_.operands(id)[1], closed.condition);
  frames_.pop_back();
  take_assigned(closed.assigned_mark);
  hide(closed);
  complete(*closed.owner);
}

void BodyVerifier::statement(const Statement& statement) {
  if (frame().kind == Frame::Kind::right_side && statement.kind != StatementKind::evaluate) {
    report("the right side of a short circuit holds a statement that is no evaluation");
  }
  const Condition condition = frame().condition;
  switch (statement.kind) {
    case StatementKind::let:
    case StatementKind::evaluate:
      let_or_evaluate(statement);
      break;
    case StatementKind::variable:
      variable(statement);
      break;
    case StatementKind::store:
      store(statement);
      break;
    case StatementKind::if_:
      walk(statement.value, condition);
      if (pool_[statement.value].type != module_.types.boolean()) {
        report("the condition of an `if` is " + type_name(statement.value) + ", not bool");
      }
      open(Frame::Kind::then_block, statement.first, &statement, condition);
      break;
    case StatementKind::loop:
      open(Frame::Kind::loop, statement.first, &statement, condition);
      break;
    case StatementKind::continue_:
    case StatementKind::break_:
      leave_loop(statement);
      break;
    case StatementKind::return_:
      return_statement(statement);
      break;
  }
}

void BodyVerifier::let_or_evaluate(const Statement& statement) {
  const ValueId id = statement.value;
  const bool is_let = statement.kind == StatementKind::let;
  if (is_timed_[id.index()]) {
    report(name(id) + " is named or evaluated by two statements");
    return;
  }
  is_timed_[id.index()] = true;
  const TypeFacts& facts = context_.types[pool_[id].type];
  const bool is_void = pool_[id].type == module_.types.void_type();
  if (is_let && !facts.is_value && !facts.has_abstract) report("a let names " + name(id) + ", a " + type_name(id));
  if (!is_let && !facts.is_value && !is_void) report(name(id) + " is evaluated, but is a " + type_name(id));
  if (!is_let && !has_time(pool_[id])) report(name(id) + " is evaluated, but is pure");
  is_walked_[id.index()] = true;
  // The right side of a short circuit with effects is walked once its block is.
  const auto operands = pool_.operands(id);
  push_operands(id, right_side_block(pool_[id]) ? operands.first(1) : operands, frame().condition);
  drain();
  const BlockId block = right_side_block(pool_[id]);
  if (block) {
    open(Frame::Kind::right_side, block, &statement, next_condition_++);
  } else {
    complete(statement);
  }
}

/// The value of a `let` or `evaluate` is there for what follows.
void BodyVerifier::complete(const Statement& statement) {
  const ValueId id = statement.value;
  is_visible_[id.index()] = true;
  visible_.push_back(id);
  conditions_[id.index()] = frame().condition;
  value_blocks_[id.index()] = frame().block;
  check_read(id);
  if (statement.kind == StatementKind::evaluate && context_.forwarded) check_form(statement);
}

void BodyVerifier::check_form(const Statement& statement) {
  const ValueId id = statement.value;
  const bool is_void = pool_[id].type == module_.types.void_type();
  const bool is_used = uses_.counts[id.index()] > 0;
  switch (statement.form) {
    case EvaluateForm::pending:
      report(name(id) + " is still pending");
      break;
    case EvaluateForm::inlined:
      if (!is_used) report(name(id) + " is inlined, but nothing uses it");
      break;
    case EvaluateForm::dropped:
      if (is_used || is_void) report(name(id) + " is dropped, but " + (is_void ? "gives nothing" : "is used"));
      break;
    case EvaluateForm::statement:
      if (!is_void) report(name(id) + " is a statement, but gives a value");
      break;
  }
}

void BodyVerifier::variable(const Statement& statement) {
  const LocalId id = statement.local;
  if (is_declared_[id.index()]) report(local_name(id) + " is declared twice");
  is_declared_[id.index()] = true;
  if (statement.value) {
    walk(statement.value, frame().condition);
    if (pool_[statement.value].type != function_.locals[id.index()].type) {
      report(local_name(id) + " is a " + type_text(module_, function_.locals[id.index()].type) + ", but starts as a " +
             type_name(statement.value));
    }
    assign(id);
  }
  is_local_visible_[id.index()] = true;
  visible_locals_.push_back(id);
}

void BodyVerifier::store(const Statement& statement) {
  walk(statement.target, frame().condition);
  walk(statement.value, frame().condition);
  const Type& target = module_.types[pool_[statement.target].type];
  if (target.kind != TypeKind::pointer || target.access == Access::read) {
    report("a store goes to " + type_name(statement.target) + ", no place that can be written");
    return;
  }
  if (pool_[statement.value].type != target.element || !context_.types[target.element].is_value) {
    report("a store writes a " + type_name(statement.value) + " to a " + type_name(statement.target));
  }
  if (pool_[statement.target].op == Op::local_reference) {
    assign(LocalId(static_cast<std::size_t>(pool_[statement.target].payload)));
  }
}

void BodyVerifier::leave_loop(const Statement& statement) {
  const bool is_break = statement.kind == StatementKind::break_;
  if (loops_.empty()) {
    report(std::string(is_break ? "a break" : "a continue") + " stands outside of a loop");
  } else if (is_break) {
    Frame* const loop = &frames_[loops_.back()];
    const auto since = assigned_.begin() + static_cast<std::ptrdiff_t>(loop->assigned_mark);
    if (!loop->has_break) {
      loop->assigned.assign(since, assigned_.end());
    } else {
      std::erase_if(loop->assigned, [this](LocalId id) { return !is_assigned_[id.index()]; });
    }
    loop->has_break = true;
  }
  frame().flow = Flow::leaves;
}

void BodyVerifier::return_statement(const Statement& statement) {
  const bool is_void = function_.result == module_.types.void_type();
  if (statement.value) walk(statement.value, frame().condition);
  if (is_void == static_cast<bool>(statement.value)) {
    report(is_void ? "it returns a value, but has no result" : "it returns without a value");
  } else if (statement.value && pool_[statement.value].type != function_.result) {
    report("it returns a " + type_name(statement.value) + ", not a " + type_text(module_, function_.result));
  }
  frame().flow = Flow::leaves;
}

void BodyVerifier::walk(ValueId root, Condition condition) {
  pending_.push_back({root, condition});
  drain();
}

void BodyVerifier::drain() {
  while (!pending_.empty()) {
    const Visit next = pending_.back();
    pending_.pop_back();
    visit(next.id, next.condition);
  }
}

void BodyVerifier::push_operands(ValueId id, std::span<const ValueId> operands, Condition condition) {
  const bool is_logic = pool_[id].op == Op::logical_and || pool_[id].op == Op::logical_or;
  for (std::size_t index = 0; index < operands.size(); ++index) {
    pending_.push_back({operands[index], is_logic && index == 1 ? next_condition_++ : condition});
  }
}

void BodyVerifier::visit(ValueId id, Condition condition) {
  if (uses_.roles[id.index()] != Role::part) return visit_named(id, condition);
  const Value& value = pool_[id];
  if (value.op == Op::local_reference) {
    const LocalId local(static_cast<std::size_t>(value.payload));
    if (!is_local_visible_[local.index()]) report(local_name(local) + " is used where it can't be seen");
  }
  if (is_walked_[id.index()]) return;
  is_walked_[id.index()] = true;
  if (has_time(value)) report(name(id) + " has effects, but no statement evaluates it");
  push_operands(id, pool_.operands(id), condition);
}

void BodyVerifier::visit_named(ValueId id, Condition condition) {
  if (!is_visible_[id.index()]) {
    report(name(id) + " is used where it can't be seen");
    return;
  }
  if (uses_.roles[id.index()] != Role::evaluate) return;
  if (conditions_[id.index()] != condition && !reads_variable(id)) {
    report(name(id) + " is evaluated outside of the right side of a short circuit that uses it");
  }
  if (context_.forwarded && value_blocks_[id.index()] != frame().block) {
    report(name(id) + " is inlined into a statement of another block");
  }
}

/// Reading a variable does no harm where the value is not asked for, so that a short circuit may stay pure around it.
bool BodyVerifier::reads_variable(ValueId id) const {
  if (pool_[id].op != Op::load) return false;
  return pool_[root_of(pool_, pool_.operands(id).front())].op == Op::local_reference;
}

/// A variable that starts without a value is stored to before it is read.
void BodyVerifier::check_read(ValueId id) {
  if (pool_[id].op != Op::load) return;
  const ValueId root = root_of(pool_, pool_.operands(id).front());
  if (pool_[root].op != Op::local_reference) return;
  const LocalId local(static_cast<std::size_t>(pool_[root].payload));
  if (is_assigned_[local.index()]) return;
  const bool is_reachable =
      std::none_of(frames_.begin(), frames_.end(), [](const Frame& f) { return f.flow == Flow::endless; });
  if (is_reachable) report(local_name(local) + " is read before it is stored to");
}

void BodyVerifier::assign(LocalId id) {
  if (is_assigned_[id.index()]) return;
  is_assigned_[id.index()] = true;
  assigned_.push_back(id);
}

std::vector<LocalId> BodyVerifier::take_assigned(std::size_t mark) {
  std::vector<LocalId> taken(assigned_.begin() + static_cast<std::ptrdiff_t>(mark), assigned_.end());
  assigned_.resize(mark);
  for (const LocalId id : taken) is_assigned_[id.index()] = false;
  return taken;
}

}  // namespace

void verify_body(Context& context, const Function& function) { BodyVerifier(context, function).verify(); }

}  // namespace yyshader::ir::verifier
