// Builds the graph of WGSL's uniformity analysis from a function. `control_` is the node of the control flow at the
// place that is being looked at; whatever is read there depends on it, since a value that only some invocations compute
// is not the same in all.

#include "pass/uniformity_function.hpp"

#include <algorithm>

#include "ir/uses.hpp"
#include "pass/effects.hpp"

namespace yyshader::pass {

namespace {

using ir::Op;
using ir::ValueId;
using Graph = UniformityGraph;
using Node = Graph::Node;
using Scope = UniformityScope;

/// How a statement or block may be left.
enum Behaviour : unsigned { next = 1, leaves_loop = 2, starts_again = 4, returns = 8 };

unsigned loop_behaviour(unsigned body) {
  const unsigned rest = body & ~static_cast<unsigned>(next | leaves_loop | starts_again);
  return (body & leaves_loop) != 0 ? rest | next : rest;
}

class Builder {
 public:
  Builder(const ir::Module& module, ir::FunctionId id, UniformityFacts& facts)
      : module_(module),
        id_(id),
        function_(module.functions[id.index()]),
        facts_(facts),
        result_{Graph(function_.parameters.size()), {}},
        graph_(result_.graph),
        nodes_(function_.values.values.size(), Graph::none),
        variables_(function_.locals.size(), Graph::none),
        behaviours_(function_.blocks.size(), 0),
        stored_(function_.blocks.size()) {}

  FunctionUniformity build() {
    note_inputs();
    survey(function_.body);
    block(function_.body);
    return std::move(result_);
  }

 private:
  struct Loop {
    std::vector<ir::LocalId> changed;  ///< variables from outside that the body stores to
    std::vector<Node> at_start;        ///< their values there; parallel
    std::vector<Node> at_exit;
  };
  struct Change {
    ir::LocalId local;
    Node before = Graph::none;
  };

  void note_inputs() {
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      const Node node = Graph::first_parameter + static_cast<Node>(i);
      if (!function_.entry || !parameter_varies(i)) continue;
      UniformitySource source;
      source.kind = UniformitySource::Kind::input;
      source.parameter = i;
      graph_.connect(node, source_node(source, function_.parameters[i].span, Graph::varies));
    }
  }

  bool parameter_varies(std::size_t index) const {
    const ir::Stage stage = module_.entries[function_.entry.index()].stage;
    const ir::Parameter& parameter = function_.parameters[index];
    const ir::Type& type = module_.types[parameter.type];
    if (type.kind != ir::TypeKind::structure) return input_varies(stage, parameter.interface);
    const std::vector<ir::Member>& members = module_.structs[type.structure.index()].members;
    return std::any_of(members.begin(), members.end(),
                       [&](const ir::Member& member) { return input_varies(stage, member.interface); });
  }

  /// Finds how each block may be left and which variables it stores to. Blocks nest within the limits.
  void survey(ir::BlockId id) {
    unsigned behaviour = next;
    std::vector<ir::LocalId>& stored = stored_[id.index()];
    const auto take = [&](ir::BlockId inner) {
      survey(inner);
      const std::vector<ir::LocalId>& more = stored_[inner.index()];
      stored.insert(stored.end(), more.begin(), more.end());
    };
    for (const ir::Statement& statement : function_.blocks[id.index()].statements) {
      if (statement.kind == ir::StatementKind::if_) take(statement.second);
      if (statement.first) take(statement.first);
      if (statement.kind == ir::StatementKind::store) {
        if (const ir::LocalId local = place_of(function_, statement.target).local) stored.push_back(local);
      }
      // What cannot be reached does not count.
      if ((behaviour & next) != 0) behaviour = (behaviour & ~static_cast<unsigned>(next)) | behaviour_of(statement);
    }
    std::sort(stored.begin(), stored.end());
    stored.erase(std::unique(stored.begin(), stored.end()), stored.end());
    behaviours_[id.index()] = behaviour;
  }

  unsigned behaviour_of(const ir::Statement& statement) const {
    switch (statement.kind) {
      case ir::StatementKind::if_:
        return behaviours_[statement.first.index()] | behaviours_[statement.second.index()];
      case ir::StatementKind::loop:
        return loop_behaviour(behaviours_[statement.first.index()]);
      case ir::StatementKind::continue_:
        return starts_again;
      case ir::StatementKind::break_:
        return leaves_loop;
      case ir::StatementKind::return_:
        return returns;
      default:
        return next;
    }
  }

  // Nodes.

  Node join(std::initializer_list<Node> causes) {
    const Node node = graph_.add();
    for (const Node cause : causes) graph_.connect(node, cause);
    return node;
  }

  Node source_node(UniformitySource source, source::Span span, Node varies) {
    source.function = id_;
    source.span = span;
    facts_.sources.push_back(source);
    const Node node = graph_.add({Graph::Role::source, span, static_cast<std::uint32_t>(facts_.sources.size() - 1)});
    graph_.connect(node, varies);
    return node;
  }

  void need(Node node, UniformityNeed need) {
    need.function = id_;
    facts_.needs.push_back(need);
    // A node of its own, so that a path from it begins with this need.
    result_.needs.emplace_back(join({node}), static_cast<std::uint32_t>(facts_.needs.size() - 1));
  }

  void need_control(Op operation, source::Span span, Scope scope) {
    UniformityNeed wanted;
    wanted.scope = scope;
    wanted.operation = operation;
    wanted.span = span;
    need(control_, wanted);
  }

  void need_value(Node node, ValueId value, Op operation, source::Span span, Scope scope) {
    UniformityNeed wanted;
    wanted.subject = UniformityNeed::Subject::value;
    wanted.scope = scope;
    wanted.operation = operation;
    wanted.span = span;
    wanted.value_span = function_.values[value].span;
    need(node, wanted);
  }

  // Values. Their trees are as deep as the limits let them be.

  /// The value as it is where control is now.
  Node use(ValueId id) {
    const ir::Value& value = function_.values[id];
    if (value.op == Op::literal || value.op == Op::constant) return control_;
    if (value.op == Op::parameter) {
      return join({control_, Graph::first_parameter + static_cast<Node>(value.payload)});
    }
    if (nodes_[id.index()] != Graph::none) return join({control_, nodes_[id.index()]});
    return define(id);
  }

  /// What the places of indices on the way of a pointer depend on, besides the memory behind it.
  Node place(ValueId pointer) {
    const Node node = join({control_});
    for (ValueId id = pointer;;) {
      const ir::Value& value = function_.values[id];
      const auto operands = function_.values.operands(id);
      if (value.op == Op::index_reference) graph_.connect(node, use(operands[1]));
      if (value.op != Op::index_reference && value.op != Op::member_reference) return node;
      id = operands[0];
    }
  }

  Node with_operands(ValueId id, std::size_t first = 0) {
    const Node node = join({control_});
    const auto operands = function_.values.operands(id);
    for (std::size_t i = first; i < operands.size(); ++i) graph_.connect(node, use(operands[i]));
    return node;
  }

  Node define(ValueId id) {
    const ir::Value& value = function_.values[id];
    const auto operands = function_.values.operands(id);
    switch (value.op) {
      case Op::literal:
      case Op::constant:
      case Op::parameter:
        return use(id);
      case Op::logical_and:
      case Op::logical_or:
        return short_circuit(id);
      case Op::array_length:
      case Op::texture_dimensions:
        return control_;
      case Op::texture_load:
        return with_operands(id, 1);
      case Op::load:
      case Op::load4:
        return read(id);
      case Op::atomic_load:
      case Op::atomic_store:
      case Op::atomic_add:
      case Op::atomic_max:
      case Op::atomic_min: {
        const Node node = place(operands[0]);
        for (std::size_t i = 1; i < operands.size(); ++i) graph_.connect(node, use(operands[i]));
        graph_.connect(node, memory_source(operands[0], value.span));
        return node;
      }
      case Op::workgroup_uniform_load: {
        const Node node = place(operands[0]);
        need_control(value.op, value.span, Scope::workgroup);
        // Without an index the place is nobody's choice.
        if (function_.values[operands[0]].op != Op::global_reference) {
          need_value(node, operands[0], value.op, value.span, Scope::workgroup);
        }
        return node;
      }
      case Op::workgroup_barrier:
      case Op::storage_barrier:
        need_control(value.op, value.span, Scope::workgroup);
        return control_;
      case Op::discard:
        return control_;
      case Op::texture_sample:
      case Op::subgroup_add:
      case Op::subgroup_max:
      case Op::subgroup_min:
      case Op::subgroup_broadcast:
      case Op::subgroup_shuffle:
      case Op::subgroup_shuffle_xor:
        return exchange(id);
      case Op::call:
        return call(id);
      default:
        return with_operands(id);
    }
  }

  Node short_circuit(ValueId id) {
    const auto operands = function_.values.operands(id);
    const Node before = control_;
    const Node left = use(operands[0]);
    const Node condition = graph_.add({Graph::Role::condition, function_.values[operands[0]].span, 0});
    graph_.connect(condition, left);
    control_ = condition;
    if (const ir::BlockId right = ir::right_side_block(function_.values[id])) block(right);
    const Node node = join({condition, use(operands[1])});
    control_ = before;
    return node;
  }

  Node memory_source(ValueId pointer, source::Span span) {
    UniformitySource source;
    source.kind = UniformitySource::Kind::memory;
    source.global = place_of(function_, pointer).global;
    return source_node(source, span, Graph::varies);
  }

  Node read(ValueId id) {
    const auto operands = function_.values.operands(id);
    const Node node = place(operands[0]);
    for (std::size_t i = 1; i < operands.size(); ++i) graph_.connect(node, use(operands[i]));
    const Place memory = place_of(function_, operands[0]);
    if (memory.local && variables_[memory.local.index()] != Graph::none) {
      graph_.connect(node, variables_[memory.local.index()]);
    }
    if (memory.global && can_change(module_.globals[memory.global.index()])) {
      graph_.connect(node, memory_source(operands[0], function_.values[id].span));
    }
    return node;
  }

  /// Operations that look at other invocations.
  Node exchange(ValueId id) {
    const ir::Value& value = function_.values[id];
    const auto operands = function_.values.operands(id);
    const bool is_sample = value.op == Op::texture_sample;
    const bool is_reduction =
        value.op == Op::subgroup_add || value.op == Op::subgroup_max || value.op == Op::subgroup_min;
    need_control(value.op, value.span, is_sample ? Scope::workgroup : Scope::subgroup);
    const Node node = join({control_});
    for (std::size_t i = is_sample ? 2 : 0; i < operands.size(); ++i) {
      const Node operand = use(operands[i]);
      graph_.connect(node, operand);
      if (value.op == Op::subgroup_shuffle_xor && i == 1) {
        need_value(operand, operands[i], value.op, value.span, Scope::subgroup);
      }
    }
    UniformitySource source;
    source.kind = UniformitySource::Kind::exchange;
    graph_.connect(node, source_node(source, value.span, is_reduction ? Graph::varies_in_workgroup : Graph::varies));
    return node;
  }

  void need_of_call(Node node, const UniformitySummary::Required& required, ValueId call, ValueId argument) {
    for (const Scope scope : {Scope::workgroup, Scope::subgroup}) {
      const std::uint32_t inner = required.needs[static_cast<std::size_t>(scope)];
      if (inner == UniformityNeed::none) continue;
      UniformityNeed wanted;
      wanted.scope = scope;
      wanted.operation = Op::call;
      wanted.span = function_.values[call].span;
      wanted.inner = inner;
      wanted.condition = required.conditions[static_cast<std::size_t>(scope)];
      wanted.callee = ir::FunctionId(static_cast<std::size_t>(function_.values[call].payload));
      if (argument) {
        wanted.subject = UniformityNeed::Subject::value;
        wanted.value_span = function_.values[argument].span;
      }
      need(node, wanted);
    }
  }

  Node call(ValueId id) {
    const ir::Value& value = function_.values[id];
    const ir::FunctionId callee(static_cast<std::size_t>(value.payload));
    const auto operands = function_.values.operands(id);
    const Node node = join({control_});
    std::vector<Node> arguments;
    for (const ValueId operand : operands) arguments.push_back(use(operand));
    const UniformitySummary& summary = facts_.functions[callee.index()];
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (summary.result_depends[i]) graph_.connect(node, arguments[i]);
      need_of_call(arguments[i], summary.parameters[i], id, operands[i]);
    }
    need_of_call(control_, summary.control, id, {});
    if (summary.varying_result != UniformitySource::none) {
      UniformitySource source;
      source.kind = UniformitySource::Kind::result;
      source.callee = callee;
      source.inner = summary.varying_result;
      const Node varies = summary.varies_within_subgroups ? Graph::varies : Graph::varies_in_workgroup;
      graph_.connect(node, source_node(source, value.span, varies));
    }
    return node;
  }

  // Variables.

  void set(ir::LocalId local, Node node) {
    changes_.push_back({local, variables_[local.index()]});
    variables_[local.index()] = node;
  }

  /// Takes back the changes since `mark`; gives the variables' last values.
  std::vector<std::pair<ir::LocalId, Node>> take_back(std::size_t mark) {
    std::vector<std::pair<ir::LocalId, Node>> last;
    for (std::size_t i = mark; i < changes_.size(); ++i) {
      last.emplace_back(changes_[i].local, variables_[changes_[i].local.index()]);
    }
    while (changes_.size() > mark) {
      variables_[changes_.back().local.index()] = changes_.back().before;
      changes_.pop_back();
    }
    std::sort(last.begin(), last.end());
    last.erase(std::unique(last.begin(), last.end()), last.end());
    return last;
  }

  // Statements.

  void block(ir::BlockId id) {
    for (const ir::Statement& each : function_.blocks[id.index()].statements) {
      statement(each);
      // What cannot be reached is not looked at.
      if ((behaviour_of(each) & next) == 0) return;
    }
  }

  void statement(const ir::Statement& statement) {
    switch (statement.kind) {
      case ir::StatementKind::let:
      case ir::StatementKind::evaluate:
        nodes_[statement.value.index()] = define(statement.value);
        return;
      case ir::StatementKind::variable:
        return set(statement.local, statement.value ? use(statement.value) : control_);
      case ir::StatementKind::store:
        return store(statement);
      case ir::StatementKind::if_:
        return branch(statement);
      case ir::StatementKind::loop:
        return loop(statement);
      case ir::StatementKind::continue_:
        return add_values(loops_.back(), loops_.back().at_start);
      case ir::StatementKind::break_:
        return add_values(loops_.back(), loops_.back().at_exit);
      case ir::StatementKind::return_:
        if (statement.value) graph_.connect(Graph::result, use(statement.value));
        return;
    }
  }

  void store(const ir::Statement& statement) {
    const Node where = place(statement.target);
    const Node value = use(statement.value);
    const ir::LocalId local = place_of(function_, statement.target).local;
    if (!local) return;
    if (function_.values[statement.target].op == Op::local_reference) return set(local, value);
    const Node before = variables_[local.index()];
    const Node node = join({where, value});
    if (before != Graph::none) graph_.connect(node, before);
    set(local, node);
  }

  void branch(const ir::Statement& statement) {
    const Node before = control_;
    const Node condition = graph_.add({Graph::Role::condition, function_.values[statement.value].span, 0});
    graph_.connect(condition, use(statement.value));
    const std::size_t mark = changes_.size();
    control_ = condition;
    block(statement.first);
    const Node first_end = control_;
    const auto first_values = take_back(mark);
    control_ = condition;
    block(statement.second);
    const Node second_end = control_;
    const auto second_values = take_back(mark);
    merge(statement, first_values, second_values);
    control_ = behaviour_of(statement) == next ? before : join({first_end, second_end});
  }

  using Values = std::vector<std::pair<ir::LocalId, Node>>;

  void merge(const ir::Statement& statement, const Values& first, const Values& second) {
    const bool first_goes_on = (behaviours_[statement.first.index()] & next) != 0;
    const bool second_goes_on = (behaviours_[statement.second.index()] & next) != 0;
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < first.size() || k < second.size()) {
      const bool take_first = i < first.size() && (k == second.size() || first[i].first <= second[k].first);
      const bool take_second = k < second.size() && (i == first.size() || second[k].first <= first[i].first);
      const ir::LocalId local = take_first ? first[i].first : second[k].first;
      const Node before = variables_[local.index()];
      if (before != Graph::none) {  // else it is declared within
        const Node node = graph_.add();
        if (first_goes_on) graph_.connect(node, take_first ? first[i].second : before);
        if (second_goes_on) graph_.connect(node, take_second ? second[k].second : before);
        set(local, node);
      }
      i += take_first ? 1 : 0;
      k += take_second ? 1 : 0;
    }
  }

  void loop(const ir::Statement& statement) {
    const Node before = control_;
    const Node start = join({before});
    Loop loop;
    for (const ir::LocalId local : stored_[statement.first.index()]) {
      const Node value = variables_[local.index()];
      if (value == Graph::none) continue;
      loop.changed.push_back(local);
      loop.at_start.push_back(join({value}));
      loop.at_exit.push_back(graph_.add());
      set(local, loop.at_start.back());
    }
    loops_.push_back(std::move(loop));
    control_ = start;
    block(statement.first);
    const Node end = control_;
    // Which invocations begin another round depends on where control went in the one before.
    if ((behaviours_[statement.first.index()] & (next | starts_again)) != 0) graph_.connect(start, end);
    loop = std::move(loops_.back());
    loops_.pop_back();
    for (std::size_t i = 0; i < loop.changed.size(); ++i) set(loop.changed[i], loop.at_exit[i]);
    control_ = behaviour_of(statement) == next ? before : join({start, end});
  }

  void add_values(const Loop& loop, const std::vector<Node>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) graph_.connect(nodes[i], variables_[loop.changed[i].index()]);
  }

  const ir::Module& module_;
  ir::FunctionId id_;
  const ir::Function& function_;
  UniformityFacts& facts_;
  FunctionUniformity result_;
  Graph& graph_;
  std::vector<Node> nodes_;  ///< by ValueId, of values that a statement has evaluated or named
  std::vector<Node> variables_;
  std::vector<Change> changes_;
  std::vector<unsigned> behaviours_;              ///< by BlockId
  std::vector<std::vector<ir::LocalId>> stored_;  ///< by BlockId
  std::vector<Loop> loops_;
  Node control_ = Graph::start;
};

}  // namespace

bool input_varies(ir::Stage stage, const ir::InterfaceBinding& interface) {
  if (interface.kind != ir::InterfaceBinding::Kind::builtin) return true;
  switch (interface.builtin) {
    case ir::Builtin::workgroup_id:
    case ir::Builtin::num_workgroups:
      return false;
    case ir::Builtin::subgroup_size:
      return stage != ir::Stage::compute;
    default:
      return true;
  }
}

FunctionUniformity build_uniformity(const ir::Module& module, ir::FunctionId function, UniformityFacts& facts) {
  return Builder(module, function, facts).build();
}

}  // namespace yyshader::pass
