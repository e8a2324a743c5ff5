// Decides which effects are written inside the expression that uses them and which are named before it.
//
// Statements are taken in order. An `evaluate` whose value has a use is *open to inlining* until the statement that
// uses it comes; it is then written there, and all that it holds with it. Every effect that comes in between is held
// against those that are open: one that could change what an open value gives, or whose order against it could be
// seen, makes the open value a `let`, at its own place, where it is right. What an effect uses itself comes before it
// on every target and is not held against it; its siblings are, so that no order of arguments matters any more.
//
// Asking only by resource keeps this linear: for each global and local the last open writer and the open readers since
// then are known, and an effect looks at those only. A value that is inlined into another open one lives and dies with
// it (`parent`). Three resources of no memory stand for the other ways in which order matters:
//   memory   every access reads it, a barrier writes it;
//   control  group operations read it, barriers and statements with nested blocks write it;
//   exit     writes and group operations read it, continue, break and return write it.
//
// Not inlined at all: into another block (a loop would repeat it), and anything but a read into a part of an
// expression that some target evaluates only on demand (`select` is `?:` in C++).

#include "pass/forward.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "ir/builder.hpp"
#include "ir/compact.hpp"
#include "ir/uses.hpp"
#include "pass/effects.hpp"

namespace yyshader::pass {

namespace {

using NodeId = support::Id<struct NodeTag>;
using ResourceId = support::Id<struct ResourceTag>;

/// An evaluated value that is, or was, open to inlining.
struct Node {
  enum class State : std::uint8_t {
    starting,  ///< its own operands are being taken in
    open,
    absorbed,  ///< inlined into `parent`
    done,      ///< named, or written in a statement that runs at its place
  };
  State state = State::starting;
  bool only_reads = true;
  NodeId parent;
  std::size_t frame = 0;      ///< of its statement
  std::size_t statement = 0;  ///< in the frame's output
};

/// Who among the open values has used a resource.
struct Resource {
  NodeId writer;
  std::vector<NodeId> readers;  ///< since the last write
};

/// A block being rewritten.
struct Frame {
  ir::BlockId block;
  std::vector<ir::Statement> input;
  std::vector<ir::Statement> output;
  std::size_t next = 0;
  bool is_right_side = false;  ///< of a short circuit, whose statement is `owner`
  ir::Statement owner;
  NodeId owner_node;
};

class Forwarding {
 public:
  Forwarding(ir::Module& module, const EffectAnalysis& effects)
      : module_(module), effects_(effects), resources_(module.globals.size() + resource_kinds) {
    for (const ir::Global& global : module.globals) can_change_.push_back(can_change(global));
  }

  void run(ir::Function& function);

 private:
  // The first resources are those of no memory, then come the globals, then the function's locals.
  static constexpr ResourceId memory{0};
  static constexpr ResourceId control{1};
  static constexpr ResourceId exit{2};
  static constexpr std::size_t resource_kinds = 3;
  ResourceId resource(ir::GlobalId id) const { return ResourceId(resource_kinds + id.index()); }
  ResourceId resource(ir::LocalId id) const { return ResourceId(resource_kinds + module_.globals.size() + id.index()); }

  const ir::ValuePool& pool() const { return function_->values; }
  Frame& frame() { return frames_.back(); }
  void open(ir::BlockId block);
  void close();
  void close_right_side();
  void rewrite_as_if(Frame right_side);

  void statement(const ir::Statement& statement);
  void start_value(const ir::Statement& statement);
  void finish_value(ir::Statement statement, NodeId node);
  void store(const ir::Statement& statement);

  struct Part {
    ir::ValueId id;
    bool on_demand;
  };
  void take(ir::ValueId root, NodeId into);
  void take_operands(ir::ValueId id, std::size_t count, NodeId into);
  void push_operands(ir::ValueId id, std::size_t count, bool on_demand);
  void take_parts(NodeId into);
  void take_evaluated(const Part& part, NodeId into);

  void run_effect(ir::ValueId id, NodeId node);
  void run_access(ir::ValueId pointer, NodeId node, bool writes);
  void run_call(const Effects& effects, NodeId node);
  void run_barrier(NodeId node);
  void run_group(NodeId node);
  void read(ResourceId id, NodeId node);
  void write(ResourceId id, NodeId node);
  void must_not_pass(NodeId node);
  NodeId root(NodeId node);
  void name(NodeId node);
  NodeId new_node();

  ir::Module& module_;
  const EffectAnalysis& effects_;
  std::vector<bool> can_change_;  ///< by GlobalId
  ir::Function* function_ = nullptr;
  ir::Uses uses_;
  std::vector<Resource> resources_;
  std::vector<ResourceId> touched_;
  std::vector<Node> nodes_;
  std::vector<NodeId> node_of_;  ///< by ValueId
  std::vector<Frame> frames_;
  std::vector<Part> parts_;
  bool has_rewritten_ = false;
};

void Forwarding::run(ir::Function& function) {
  function_ = &function;
  uses_ = ir::uses_of(function);
  nodes_.clear();
  node_of_.assign(function.values.values.size(), NodeId());
  has_rewritten_ = false;
  for (const ResourceId id : touched_) resources_[id.index()] = {};
  touched_.clear();
  resources_.resize(resource_kinds + module_.globals.size() + function.locals.size());
  open(function.body);
  while (!frames_.empty()) {
    Frame& top = frame();
    if (top.next < top.input.size()) {
      const ir::Statement next = top.input[top.next++];
      statement(next);
    } else if (top.is_right_side) {
      close_right_side();
    } else {
      close();
    }
  }
  if (has_rewritten_) ir::compact(function);
}

void Forwarding::open(ir::BlockId block) {
  Frame next;
  next.block = block;
  next.input = std::move(function_->blocks[block.index()].statements);
  next.output.reserve(next.input.size());
  frames_.push_back(std::move(next));
}

void Forwarding::close() {
  // Nothing of a block is used behind it.
  for (const ir::Statement& each : frame().output) {
    if (each.kind != ir::StatementKind::evaluate) continue;
    const NodeId node = node_of_[each.value.index()];
    if (node && nodes_[node.index()].state == Node::State::open) name(node);
  }
  function_->blocks[frame().block.index()].statements = std::move(frame().output);
  frames_.pop_back();
}

void Forwarding::statement(const ir::Statement& statement) {
  switch (statement.kind) {
    case ir::StatementKind::let:
    case ir::StatementKind::evaluate:
      return start_value(statement);
    case ir::StatementKind::variable:
      take(statement.value, {});
      break;
    case ir::StatementKind::store:
      store(statement);
      break;
    case ir::StatementKind::if_:
      take(statement.value, {});
      write(control, {});
      break;
    case ir::StatementKind::loop:
      write(control, {});
      break;
    case ir::StatementKind::return_:
      take(statement.value, {});
      write(exit, {});
      break;
    case ir::StatementKind::continue_:
    case ir::StatementKind::break_:
      write(exit, {});
      break;
  }
  frame().output.push_back(statement);
  if (statement.kind == ir::StatementKind::if_) open(statement.second);
  if (statement.kind == ir::StatementKind::if_ || statement.kind == ir::StatementKind::loop) open(statement.first);
}

void Forwarding::store(const ir::Statement& statement) {
  take(statement.target, {});
  take(statement.value, {});
  run_access(statement.target, {}, true);
}

void Forwarding::start_value(const ir::Statement& statement) {
  const ir::ValueId id = statement.value;
  const bool is_open = statement.kind == ir::StatementKind::evaluate && uses_.counts[id.index()] > 0 &&
                       uses_.roles[id.index()] == ir::Role::evaluate;
  const NodeId node = is_open ? new_node() : NodeId();
  node_of_[id.index()] = node;
  const ir::BlockId right_side = ir::right_side_block(pool()[id]);
  take_operands(id, right_side ? 1 : pool()[id].operand_count, node);
  if (!right_side) return finish_value(statement, node);
  open(right_side);
  frame().is_right_side = true;
  frame().owner = statement;
  frame().owner_node = node;
}

void Forwarding::finish_value(ir::Statement statement, NodeId node) {
  run_effect(statement.value, node);
  if (statement.kind == ir::StatementKind::evaluate) {
    const bool is_void = pool()[statement.value].type == module_.types.void_type();
    if (node) {
      statement.form = ir::EvaluateForm::inlined;
      nodes_[node.index()].state = Node::State::open;
      nodes_[node.index()].statement = frame().output.size();
    } else {
      statement.form = is_void ? ir::EvaluateForm::statement : ir::EvaluateForm::dropped;
    }
  }
  frame().output.push_back(statement);
}

/// A right side stays one expression when all that runs in it is written inside it.
void Forwarding::close_right_side() {
  const ir::Statement owner = frame().owner;
  const NodeId owner_node = frame().owner_node;
  take(pool().operands(owner.value)[1], owner_node);
  bool is_expression = true;
  for (const ir::Statement& each : frame().output) {
    const NodeId node = each.kind == ir::StatementKind::evaluate ? node_of_[each.value.index()] : NodeId();
    if (node && nodes_[node.index()].state == Node::State::open) name(node);
  }
  for (const ir::Statement& each : frame().output) {
    is_expression = is_expression && each.kind == ir::StatementKind::evaluate && each.form == ir::EvaluateForm::inlined;
  }
  Frame closed = std::move(frame());
  frames_.pop_back();
  if (!is_expression) return rewrite_as_if(std::move(closed));
  function_->blocks[closed.block.index()].statements = std::move(closed.output);
  finish_value(owner, owner_node);
}

/// `var t: bool; if (left) { right's statements; t = right; } else { t = false; }`, and the value reads t (spec 1.8).
void Forwarding::rewrite_as_if(Frame right_side) {
  has_rewritten_ = true;
  const ir::Statement& owner = right_side.owner;
  const ir::ValueId id = owner.value;
  const ir::Value value = pool()[id];
  const ir::ValueId left = pool().operands(id)[0];
  const ir::ValueId right = pool().operands(id)[1];
  const bool is_and = value.op == ir::Op::logical_and;
  ir::Builder builder(module_, function_);

  ir::Local local;
  local.type = module_.types.boolean();
  local.span = value.span;
  ir::Statement declaration;
  declaration.kind = ir::StatementKind::variable;
  declaration.span = owner.span;
  declaration.local = ir::LocalId(function_->locals.size());
  function_->locals.push_back(local);
  resources_.emplace_back();

  const auto assign = [&](std::vector<ir::Statement>& statements, ir::ValueId assigned) {
    ir::Statement assignment;
    assignment.kind = ir::StatementKind::store;
    assignment.span = value.span;
    assignment.target = builder.local(declaration.local, value.span);
    assignment.value = assigned;
    statements.push_back(assignment);
  };
  assign(right_side.output, right);
  function_->blocks[right_side.block.index()].statements = std::move(right_side.output);
  const ir::BlockId other = builder.block();
  assign(function_->blocks[other.index()].statements, builder.boolean(!is_and, value.span));

  ir::Statement branch;
  branch.kind = ir::StatementKind::if_;
  branch.span = owner.span;
  branch.value = left;
  branch.first = is_and ? right_side.block : other;
  branch.second = is_and ? other : right_side.block;

  // All that the two sides hold runs here; what is open from now on is a read of the variable.
  NodeId node = right_side.owner_node;
  if (node) {
    nodes_[node.index()].state = Node::State::done;
    node = new_node();
    node_of_[id.index()] = node;
  }
  write(control, {});
  const ir::ValueId place = builder.local(declaration.local, value.span);
  ir::ValuePool& values = function_->values;
  values[id].op = ir::Op::load;
  values[id].payload = 0;
  values[id].first_operand = static_cast<std::uint32_t>(values.operand_list.size());
  values[id].operand_count = 1;
  values.operand_list.push_back(place);

  frame().output.push_back(declaration);
  frame().output.push_back(branch);
  finish_value(owner, node);
}

void Forwarding::take(ir::ValueId root, NodeId into) {
  if (!root) return;
  parts_.push_back({root, false});
  take_parts(into);
}

void Forwarding::take_operands(ir::ValueId id, std::size_t count, NodeId into) {
  push_operands(id, count, false);
  take_parts(into);
}

void Forwarding::push_operands(ir::ValueId id, std::size_t count, bool on_demand) {
  const ir::Op op = pool()[id].op;
  const bool is_on_demand = op == ir::Op::select || op == ir::Op::logical_and || op == ir::Op::logical_or;
  for (std::size_t index = 0; index < count; ++index) {
    parts_.push_back({pool().operands(id)[index], on_demand || (is_on_demand && index > 0)});
  }
}

void Forwarding::take_parts(NodeId into) {
  while (!parts_.empty()) {
    const Part part = parts_.back();
    parts_.pop_back();
    // Values made by the pass stand behind those whose roles are known; they hold nothing to take.
    const ir::Role role = part.id.index() < uses_.roles.size() ? uses_.roles[part.id.index()] : ir::Role::let;
    if (role == ir::Role::evaluate) take_evaluated(part, into);
    if (role == ir::Role::part) push_operands(part.id, pool()[part.id].operand_count, part.on_demand);
  }
}

void Forwarding::take_evaluated(const Part& part, NodeId into) {
  const NodeId id = node_of_[part.id.index()];
  if (!id || nodes_[id.index()].state != Node::State::open) return;
  Node& node = nodes_[id.index()];
  const bool is_elsewhere = node.frame + 1 != frames_.size();
  if (is_elsewhere || (part.on_demand && !node.only_reads)) return name(id);
  node.parent = into;
  node.state = into ? Node::State::absorbed : Node::State::done;
  if (into) nodes_[into.index()].only_reads = nodes_[into.index()].only_reads && node.only_reads;
}

void Forwarding::run_effect(ir::ValueId id, NodeId node) {
  const ir::Value& value = pool()[id];
  switch (ir::row(value.op).effect) {
    case ir::Effect::pure:
      break;
    case ir::Effect::read:
      run_access(pool().operands(id).front(), node, false);
      break;
    case ir::Effect::write:
      run_access(pool().operands(id).front(), node, true);
      break;
    case ir::Effect::barrier:
      run_barrier(node);
      break;
    case ir::Effect::group:
      run_group(node);
      break;
    case ir::Effect::call:
      run_call(effects_.of_function(ir::FunctionId(static_cast<std::size_t>(value.payload))), node);
      break;
  }
}

void Forwarding::run_access(ir::ValueId pointer, NodeId node, bool writes) {
  const Place place = place_of(*function_, pointer);
  if (place.local) {
    writes ? write(resource(place.local), node) : read(resource(place.local), node);
  }
  if (!place.global || !can_change_[place.global.index()]) return;
  writes ? write(resource(place.global), node) : read(resource(place.global), node);
  read(memory, node);
  if (!writes) return;
  read(exit, node);
  if (node) nodes_[node.index()].only_reads = false;
}

void Forwarding::run_call(const Effects& effects, NodeId node) {
  bool has_access = false;
  for (const ir::GlobalId id : effects.reads) {
    if (!can_change_[id.index()]) continue;
    read(resource(id), node);
    has_access = true;
  }
  for (const ir::GlobalId id : effects.writes) write(resource(id), node);
  if (has_access || !effects.writes.empty()) read(memory, node);
  if (!effects.writes.empty()) {
    read(exit, node);
    if (node) nodes_[node.index()].only_reads = false;
  }
  if (effects.has_group) run_group(node);
  if (effects.has_barrier) run_barrier(node);
}

void Forwarding::run_barrier(NodeId node) {
  write(memory, node);
  write(control, node);
  read(exit, node);
  if (node) nodes_[node.index()].only_reads = false;
}

void Forwarding::run_group(NodeId node) {
  read(control, node);
  read(exit, node);
  if (node) nodes_[node.index()].only_reads = false;
}

void Forwarding::read(ResourceId id, NodeId node) {
  Resource& used = resources_[id.index()];
  must_not_pass(used.writer);
  if (!node) return;
  used.readers.push_back(node);
  touched_.push_back(id);
}

void Forwarding::write(ResourceId id, NodeId node) {
  Resource& used = resources_[id.index()];
  for (const NodeId reader : used.readers) must_not_pass(reader);
  used.readers.clear();
  must_not_pass(used.writer);
  used.writer = node;
  if (node) touched_.push_back(id);
}

/// An effect has come that must stay behind `node`.
void Forwarding::must_not_pass(NodeId node) {
  if (!node) return;
  const NodeId outer = root(node);
  if (nodes_[outer.index()].state == Node::State::open) name(outer);
}

/// The outermost value that `node` is written in.
NodeId Forwarding::root(NodeId node) {
  NodeId outer = node;
  while (nodes_[outer.index()].state == Node::State::absorbed) outer = nodes_[outer.index()].parent;
  while (nodes_[node.index()].state == Node::State::absorbed) {
    node = std::exchange(nodes_[node.index()].parent, outer);
  }
  return outer;
}

void Forwarding::name(NodeId id) {
  Node& node = nodes_[id.index()];
  node.state = Node::State::done;
  ir::Statement& statement = frames_[node.frame].output[node.statement];
  statement.kind = ir::StatementKind::let;
  statement.form = ir::EvaluateForm::pending;
}

NodeId Forwarding::new_node() {
  Node node;
  node.frame = frames_.size() - 1;
  nodes_.push_back(node);
  return NodeId(nodes_.size() - 1);
}

}  // namespace

ir::Module forward_effects(ir::Module module) {
  const EffectAnalysis effects(module);
  Forwarding forwarding(module, effects);
  for (ir::Function& function : module.functions) forwarding.run(function);
  return module;
}

}  // namespace yyshader::pass
