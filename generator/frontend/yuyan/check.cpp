#include "frontend/yuyan/check.hpp"

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/yuyan/checking/context.hpp"
#include "frontend/yuyan/checking/definitions.hpp"
#include "frontend/yuyan/expansion.hpp"

namespace yyshader::frontend::yuyan {
namespace {

/// Recursions are written out at each of their calls (1.8): those that call each other may grow without bound.
void report_expansions(checking::Context& context) {
  for (const ExpansionFault& fault : find_excessive_expansions(context.core)) {
    core::Definition& function = context.core.definitions[fault.function.index()];
    const bool named = static_cast<bool>(fault.recursion);
    const core::Recursion* recursion = named ? &context.core.recursions[fault.recursion.index()] : nullptr;
    const source::Span span = named ? recursion->span : function.span;
    const diagnostics::Name name = context.name(named ? recursion->name : function.name);
    diagnostics::Diagnostic finding =
        fault.too_deep ? diagnostics::diagnose<diagnostics::Id::recursion_expands_too_deep>(span, name)
                       : diagnostics::diagnose<diagnostics::Id::recursion_expands_too_long>(span, name);
    finding.definition = context.text(function.name);
    function.sound = false;
    context.diagnostics.push_back(std::move(finding));
  }
}

/// What uses an unsound function is unsound too. A use stands after what it uses, an entry item after its function.
void spread_unsoundness(checking::Context& context) {
  std::vector<core::Definition>& definitions = context.core.definitions;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    for (const checking::Use& use : context.infos[i].uses) {
      if (use.kind == checking::Use::Kind::function && use.number != i && !definitions[use.number].sound) {
        definitions[i].sound = false;
      }
    }
    const auto* entry = std::get_if<core::EntryDefinition>(&definitions[i].node);
    if (entry != nullptr && entry->function && !definitions[entry->function.index()].sound)
      definitions[i].sound = false;
  }
}

}  // namespace

CheckResult check(Program& program) {
  checking::Context context(program);
  checking::DefinitionChecker(context).run();
  report_expansions(context);
  spread_unsoundness(context);
  return {std::move(context.core), std::move(context.diagnostics)};
}

}  // namespace yyshader::frontend::yuyan
