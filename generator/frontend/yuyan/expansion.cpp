#include "frontend/yuyan/expansion.hpp"

#include <algorithm>
#include <optional>

#include "frontend/yuyan/core_walk.hpp"

namespace yyshader::frontend::yuyan {
namespace {

/// What expanding a body gives. Sizes stop growing at the limit, so that they never overflow.
struct Cost {
  std::uint64_t expressions = 0;
  std::uint32_t depth = 0;
  std::uint32_t nesting = 0;
};

/// Measures bodies, those of the recursions that they call first. Bodies call only recursions defined before or inside
/// them, never in a circle.
class Measure {
 public:
  Measure(const core::Program& program, ExpansionLimits limits)
      : program_(program),
        limits_(limits),
        called_(core::find_called_recursions(program)),
        costs_(program.recursions.size()) {}

  /// The cost of a function's body; `fault` is set when a limit is exceeded.
  void function(core::DefinitionId id, const core::FunctionDefinition& definition,
                std::optional<ExpansionFault>& fault) {
    const Body body = read(definition.body);
    if (body.calls.empty()) return;  // long by itself, which is no fault
    measure_recursions(body.calls);
    check(sum(body), id, {}, fault);
    for (const core::RecursionId recursion : visited_) {
      check(*costs_[recursion.index()], id, recursion, fault);
    }
    visited_.clear();
  }

 private:
  struct Part {
    core::ExpressionId id;
    std::uint32_t nesting;
  };
  struct Call {
    core::RecursionId recursion;
    std::uint32_t nesting = 0;  ///< of the call within the body
  };
  struct Body {
    std::uint64_t own = 0;  ///< expressions without the recursions' bodies
    std::uint32_t nesting = 0;
    std::vector<Call> calls;  ///< from outside, one for each
  };

  Body read(core::ExpressionId root) {
    Body body;
    std::vector<Part>& pending = parts_;
    pending.push_back({root, 1});
    while (!pending.empty()) {
      const Part part = pending.back();
      pending.pop_back();
      ++body.own;
      body.nesting = std::max(body.nesting, part.nesting);
      const core::Expression& expression = core::at(program_, part.id);
      if (const auto* call = std::get_if<core::RecursionCall>(&expression.node)) {
        if (!call->from_inside) body.calls.push_back({call->recursion, part.nesting});
        for (const core::ExpressionId id : core::list(program_, call->arguments)) {
          pending.push_back({id, part.nesting + 1});
        }
        continue;
      }
      note_uncalled(expression, part.nesting, body);
      core::for_each_part(program_, expression, [&](core::ExpressionId id) {
        pending.push_back({id, is_tail(expression, id) ? part.nesting : part.nesting + 1});
      });
    }
    return body;
  }

  /// What nothing calls is written out once where it is defined, to be checked (lower_with_uncalled).
  void note_uncalled(const core::Expression& expression, std::uint32_t nesting, Body& body) const {
    const auto* block = std::get_if<core::Block>(&expression.node);
    if (block == nullptr) return;
    for (const core::Step& step : core::steps(program_, block->steps)) {
      const auto* defined = std::get_if<core::LetRecursion>(&step);
      if (defined != nullptr && !called_[defined->recursion.index()])
        body.calls.push_back({defined->recursion, nesting});
    }
  }

  /// Tails are lowered one after another, without a stack.
  static bool is_tail(const core::Expression& expression, core::ExpressionId part) {
    if (const auto* block = std::get_if<core::Block>(&expression.node)) return block->result == part;
    if (const auto* conditional = std::get_if<core::If>(&expression.node)) return conditional->otherwise == part;
    return false;
  }

  /// Depth first with a stack of its own: chains of recursions may be as long as the source.
  void measure_recursions(const std::vector<Call>& roots) {
    struct Open {
      core::RecursionId recursion;
      Body body;
      std::size_t next = 0;
    };
    std::vector<Open> open;
    const auto enter = [&](core::RecursionId recursion) {
      if (costs_[recursion.index()]) return;
      open.push_back({recursion, read(program_.recursions[recursion.index()].body)});
    };
    for (const Call& root : roots) {
      enter(root.recursion);
      while (!open.empty()) {
        Open& top = open.back();
        if (top.next < top.body.calls.size()) {
          enter(top.body.calls[top.next++].recursion);
          continue;
        }
        Cost cost = sum(top.body);
        ++cost.depth;
        costs_[top.recursion.index()] = cost;
        visited_.push_back(top.recursion);
        open.pop_back();
      }
    }
  }

  Cost sum(const Body& body) const {
    Cost total{body.own, 0, body.nesting};
    for (const Call& call : body.calls) {
      const Cost& cost = *costs_[call.recursion.index()];
      total.expressions = std::min(total.expressions + cost.expressions, limits_.expressions + 1);
      total.depth = std::max(total.depth, cost.depth);
      total.nesting = std::max(total.nesting, std::min(call.nesting + cost.nesting, limits_.nesting + 1));
    }
    return total;
  }

  void check(const Cost& cost, core::DefinitionId function, core::RecursionId recursion,
             std::optional<ExpansionFault>& fault) const {
    const bool too_deep = cost.depth > limits_.depth || cost.nesting > limits_.nesting;
    if (!too_deep && cost.expressions <= limits_.expressions) return;
    // Later in the order of measuring is further out: the first found is the innermost.
    if (!fault || !fault->recursion) fault = ExpansionFault{function, recursion, too_deep};
  }

  const core::Program& program_;
  ExpansionLimits limits_;
  std::vector<bool> called_;                ///< by core::RecursionId
  std::vector<Part> parts_;                 ///< empty between bodies; kept for its memory
  std::vector<std::optional<Cost>> costs_;  ///< by core::RecursionId
  std::vector<core::RecursionId> visited_;  ///< measured for the function at hand, inner ones first
};

}  // namespace

std::vector<ExpansionFault> find_excessive_expansions(const core::Program& program, ExpansionLimits limits) {
  std::vector<ExpansionFault> faults;
  if (program.recursions.empty()) return faults;
  Measure measure(program, limits);
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const core::Definition& definition = program.definitions[i];
    const auto* function = std::get_if<core::FunctionDefinition>(&definition.node);
    if (function == nullptr || !definition.sound) continue;
    std::optional<ExpansionFault> fault;
    measure.function(core::DefinitionId(i), *function, fault);
    if (fault) faults.push_back(*fault);
  }
  return faults;
}

}  // namespace yyshader::frontend::yuyan
