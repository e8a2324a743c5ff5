#include "pass/uniformity.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pass/uniformity_function.hpp"
#include "support/internal_error.hpp"

namespace yyshader::pass {

namespace {

using diagnostics::diagnose;
using diagnostics::Diagnostic;
using diagnostics::Diagnostics;
using diagnostics::Id;
using diagnostics::message;
using diagnostics::Name;
using Graph = UniformityGraph;
using Node = Graph::Node;
using Scope = UniformityScope;

constexpr Scope scopes[] = {Scope::workgroup, Scope::subgroup};

class Analysis {
 public:
  explicit Analysis(const ir::Module& module) : module_(module) { facts_.functions.resize(module.functions.size()); }

  Diagnostics run() {
    for (const ir::Item& item : module_.items) {
      if (item.kind == ir::Item::Kind::function) analyse(ir::FunctionId(item.index));
    }
    drop_consequences();
    return std::move(findings_);
  }

 private:
  using Needs = std::vector<std::pair<Node, std::uint32_t>>;

  void analyse(ir::FunctionId id) {
    const FunctionUniformity built = build_uniformity(module_, id, facts_);
    for (const Scope scope : scopes) find_violations(built, scope);
    summarise(id, built);
  }

  void find_violations(const FunctionUniformity& built, Scope scope) {
    std::vector<Node> ways;
    for (const auto& [node, index] : built.needs) {
      if (facts_.needs[index].scope != scope) continue;
      if (ways.empty()) ways = built.graph.ways_to_varying(scope);
      if (ways[node] != Graph::none) findings_.push_back(describe(built.graph, ways, node, index));
    }
  }

  // What callers are told.

  void summarise(ir::FunctionId id, const FunctionUniformity& built) {
    const std::size_t count = module_.functions[id.index()].parameters.size();
    UniformitySummary& summary = facts_.functions[id.index()];
    summary.parameters.resize(count);
    summary.result_depends.resize(count);
    if (module_.functions[id.index()].entry) return;
    for (const Scope scope : scopes) pass_on_needs(summary, built, scope);
    const Node result = Graph::result;
    const std::vector<Node> before = built.graph.reached_from(std::span(&result, 1));
    for (std::size_t i = 0; i < count; ++i) {
      summary.result_depends[i] = before[Graph::first_parameter + i] != Graph::none;
    }
    summary.varies_within_subgroups = before[Graph::varies] != Graph::none;
    const Node varying = summary.varies_within_subgroups ? Graph::varies : Graph::varies_in_workgroup;
    if (before[varying] != Graph::none) summary.varying_result = built.graph.info(before[varying]).detail;
  }

  void pass_on_needs(UniformitySummary& summary, const FunctionUniformity& built, Scope scope) {
    std::vector<Node> nodes;
    std::vector<std::uint32_t> needs(built.graph.size(), UniformityNeed::none);
    for (const auto& [node, index] : built.needs) {
      if (facts_.needs[index].scope != scope) continue;
      nodes.push_back(node);
      needs[node] = index;
    }
    if (nodes.empty()) return;
    const std::vector<Node> before = built.graph.reached_from(nodes);
    const auto take = [&](UniformitySummary::Required& required, Node node) {
      if (before[node] == Graph::none) return;
      source::Span condition;
      for (; before[node] != node; node = before[node]) {
        if (built.graph.info(node).role == Graph::Role::condition) condition = built.graph.info(node).span;
      }
      required.needs[static_cast<std::size_t>(scope)] = needs[node];
      required.conditions[static_cast<std::size_t>(scope)] = condition;
    };
    take(summary.control, Graph::start);
    for (std::size_t i = 0; i < summary.parameters.size(); ++i) {
      take(summary.parameters[i], Graph::first_parameter + static_cast<Node>(i));
    }
  }

  // Messages.

  /// An operation that not all reach together is told so, and not again that what it takes may differ there.
  void drop_consequences() {
    std::vector<source::Span> unreached;
    for (const Diagnostic& finding : findings_) {
      if (!concerns_value(finding)) unreached.push_back(finding.primary);
    }
    std::erase_if(findings_, [&](const Diagnostic& finding) {
      return concerns_value(finding) &&
             std::find(unreached.begin(), unreached.end(), finding.primary) != unreached.end();
    });
  }

  static bool concerns_value(const Diagnostic& finding) {
    return finding.message.id == Id::uniform_load_place_not_uniform ||
           finding.message.id == Id::subgroup_mask_not_uniform;
  }

  std::string text(support::Symbol symbol) const { return std::string(module_.text(symbol)); }
  const ir::Function& function(ir::FunctionId id) const { return module_.functions[id.index()]; }

  Diagnostic start_of(const UniformityNeed& need) const {
    const bool is_value = need.subject == UniformityNeed::Subject::value;
    switch (need.operation) {
      case ir::Op::workgroup_barrier:
      case ir::Op::storage_barrier:
        return diagnose<Id::barrier_not_uniform>(need.span);
      case ir::Op::workgroup_uniform_load:
        return is_value ? diagnose<Id::uniform_load_place_not_uniform>(need.span)
                        : diagnose<Id::uniform_load_not_uniform>(need.span);
      case ir::Op::texture_sample:
        return diagnose<Id::sample_not_uniform>(need.span);
      case ir::Op::subgroup_shuffle_xor:
        if (is_value) return diagnose<Id::subgroup_mask_not_uniform>(need.span);
        return diagnose<Id::subgroup_not_uniform>(need.span);
      case ir::Op::subgroup_add:
      case ir::Op::subgroup_max:
      case ir::Op::subgroup_min:
      case ir::Op::subgroup_broadcast:
      case ir::Op::subgroup_shuffle:
        return diagnose<Id::subgroup_not_uniform>(need.span);
      default:
        support::internal_error("an operation that needs no uniformity");
    }
  }

  Diagnostic describe(const Graph& graph, const std::vector<Node>& ways, Node node, std::uint32_t index) const {
    const UniformityNeed* innermost = &facts_.needs[index];
    std::vector<const UniformityNeed*> calls;
    while (innermost->inner != UniformityNeed::none) {
      calls.push_back(innermost);
      innermost = &facts_.needs[innermost->inner];
    }
    Diagnostic finding = start_of(*innermost);
    finding.definition = text(function(innermost->function).name);
    // From the operation outwards.
    for (std::size_t i = calls.size(); i > 0; --i) {
      const UniformityNeed& call = *calls[i - 1];
      if (call.subject == UniformityNeed::Subject::value) {
        if (call.condition.file) finding.label(call.condition, message<Id::label_diverging_condition>());
        finding.label(call.value_span, message<Id::label_differing_argument>());
      } else {
        finding.label(call.span, message<Id::label_reached_by_call>(Name{text(function(call.callee).name)}));
      }
    }
    bool has_condition = false;
    for (; ways[node] != node; node = ways[node]) {
      const Graph::Info& info = graph.info(node);
      if (info.role == Graph::Role::condition && !std::exchange(has_condition, true)) {
        finding.label(info.span, message<Id::label_diverging_condition>());
      }
      if (info.role == Graph::Role::source) label_source(finding, facts_.sources[info.detail]);
    }
    return finding;
  }

  void label_source(Diagnostic& finding, const UniformitySource& source) const {
    switch (source.kind) {
      case UniformitySource::Kind::input:
        finding.label(source.span, input_message(source));
        return;
      case UniformitySource::Kind::memory:
        finding.label(source.span,
                      message<Id::label_differing_read>(Name{text(module_.globals[source.global.index()].name)}));
        return;
      case UniformitySource::Kind::exchange:
        finding.label(source.span, message<Id::label_differing_group>());
        return;
      case UniformitySource::Kind::result:
        finding.label(source.span, message<Id::label_differing_result>(Name{text(function(source.callee).name)}));
        label_source(finding, facts_.sources[source.inner]);
        return;
    }
  }

  diagnostics::Message input_message(const UniformitySource& source) const {
    const ir::Function& entry = function(source.function);
    const ir::Parameter& parameter = entry.parameters[source.parameter];
    const ir::Type& type = module_.types[parameter.type];
    if (type.kind == ir::TypeKind::structure) {
      const ir::Stage stage = module_.entries[entry.entry.index()].stage;
      for (const ir::Member& member : module_.structs[type.structure.index()].members) {
        if (!input_varies(stage, member.interface)) continue;
        return message<Id::label_differing_struct>(Name{text(parameter.name)}, Name{text(member.name)});
      }
    }
    return message<Id::label_differing_input>(Name{text(parameter.name)});
  }

  const ir::Module& module_;
  UniformityFacts facts_;
  Diagnostics findings_;
};

}  // namespace

Diagnostics check_uniformity(const ir::Module& module) { return Analysis(module).run(); }

}  // namespace yyshader::pass
