#include "pass/limits.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pass/expression_depth.hpp"
#include "pass/layout.hpp"
#include "pass/nesting.hpp"
#include "pass/walk.hpp"

namespace yyshader::pass {

namespace {

using diagnostics::Id;
using diagnostics::Name;
using diagnostics::Number;

/// Two or three rounds settle everything but programs made to need more; those are refused.
constexpr int most_rounds = 16;

std::int64_t number(std::size_t value) { return static_cast<std::int64_t>(value); }

/// What of a type the limits are about, by TypeId.
struct TypeFacts {
  std::size_t depth = 1;            ///< of composites nested in one another, the type itself included
  std::uint32_t longest_array = 0;  ///< of a fixed array in it, itself included
};

/// The facts of every type. An element is interned before its type; a struct's members nearly always are, and where not
/// a further round finds them.
std::vector<TypeFacts> facts_of(const ir::Module& module) {
  std::vector<TypeFacts> facts(module.types.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const ir::Type& type = module.types[ir::TypeId(i)];
      TypeFacts wanted = facts[i];
      const auto take = [&](ir::TypeId part) {
        wanted.depth = std::max(wanted.depth, facts[part.index()].depth + 1);
        wanted.longest_array = std::max(wanted.longest_array, facts[part.index()].longest_array);
      };
      if (type.kind == ir::TypeKind::array) wanted.longest_array = std::max(wanted.longest_array, type.length);
      if (type.element) take(type.element);
      if (type.kind == ir::TypeKind::structure) {
        for (const ir::Member& member : module.structs[type.structure.index()].members) take(member.type);
      }
      changed = changed || wanted.depth != facts[i].depth || wanted.longest_array != facts[i].longest_array;
      facts[i] = wanted;
    }
  }
  return facts;
}

class Checker {
 public:
  explicit Checker(const ir::Module& module) : module_(module), facts_(facts_of(module)) {}

  diagnostics::Diagnostics run() && {
    for (const ir::Item& item : module_.items) {
      switch (item.kind) {
        case ir::Item::Kind::structure:
          check_structure(module_.structs[item.index]);
          break;
        case ir::Item::Kind::global:
          check_global(module_.globals[item.index]);
          break;
        case ir::Item::Kind::constant:
          check_value_type(module_.constants[item.index].type, module_.constants[item.index].span);
          break;
        case ir::Item::Kind::function:
          check_function(module_.functions[item.index]);
          break;
      }
    }
    return std::move(found_);
  }

 private:
  template <Id id, typename... Args>
  void report(source::Span span, Args&&... args) {
    found_.push_back(diagnostics::diagnose<id>(span, std::forward<Args>(args)...));
    found_.back().definition = definition_;
  }

  std::string text(ir::Symbol symbol) const { return std::string(module_.text(symbol)); }

  void check_structure(const ir::Struct& structure) {
    definition_ = text(structure.name);
    if (structure.members.size() > most_members) {
      report<Id::too_many_members>(structure.span, Name{definition_}, Number{number(structure.members.size())},
                                   Number{number(most_members)});
    }
    for (const ir::Member& member : structure.members) check_depth(member.type, member.span);
  }

  void check_global(const ir::Global& global) {
    definition_ = text(global.name);
    if (global.space == ir::AddressSpace::storage) {
      check_depth(global.type, global.span);
    } else {
      check_value_type(global.type, global.span);
    }
    if (layout_of(module_, global.type).size == static_cast<std::uint32_t>(-1)) {
      report<Id::resource_too_large>(global.span, Name{definition_});
    }
  }

  bool check_depth(ir::TypeId type, source::Span span) {
    if (facts_[type.index()].depth <= deepest_type) return true;
    // What holds such a type is as deep: one message says it all.
    if (!std::exchange(found_deep_type_, true)) {
      report<Id::type_nested_too_deep>(span, Number{number(facts_[type.index()].depth)}, Number{number(deepest_type)});
    }
    return false;
  }

  /// A type of values, or of variables outside storage buffers.
  bool check_value_type(ir::TypeId type, source::Span span) {
    if (!check_depth(type, span)) return false;
    if (facts_[type.index()].longest_array <= most_elements) return true;
    report<Id::array_too_long>(span, Number{number(facts_[type.index()].longest_array)}, Number{number(most_elements)});
    return false;
  }

  void check_function(const ir::Function& function) {
    definition_ = text(function.name);
    if (function.parameters.size() > most_parameters) {
      report<Id::too_many_parameters>(function.span, Name{definition_}, Number{number(function.parameters.size())},
                                      Number{number(most_parameters)});
    }
    check_types(function);
    const Nesting nesting = nesting_of(function);
    check_nesting(function, nesting);
    check_loops(function, nesting);
  }

  /// One message a function: a type that is wrong once is met again and again.
  void check_types(const ir::Function& function) {
    for (const ir::Parameter& parameter : function.parameters) {
      if (!check_value_type(parameter.type, parameter.span)) return;
    }
    if (!check_value_type(function.result, function.span)) return;
    for (const ir::Local& local : function.locals) {
      if (!check_value_type(local.type, local.span)) return;
    }
    for (const ir::Value& value : function.values.values) {
      // A place in a storage buffer may have a type that no value can have.
      const bool is_value = module_.types[value.type].kind != ir::TypeKind::pointer;
      if (is_value && !check_value_type(value.type, value.span)) return;
    }
  }

  /// The first of the statements that stand too deep.
  void check_nesting(const ir::Function& function, const Nesting& nesting) {
    for (const ir::BlockId block : nesting.order) {
      const std::vector<ir::Statement>& statements = function.blocks[block.index()].statements;
      if (nesting.statements[block.index()] <= deepest_statements || statements.empty()) continue;
      // An `if` or `loop` counts two, which no user could know.
      report<Id::statements_nested_too_deep>(statements.front().span, Number{number(deepest_statements / 2)});
      return;
    }
  }

  void check_loops(const ir::Function& function, const Nesting& nesting) {
    const Exits exits = exits_of(function, nesting.order);
    for_each_statement(function, [&](const ir::Statement& statement) {
      if (statement.kind != ir::StatementKind::loop) return;
      const std::size_t body = statement.first.index();
      if (!exits.breaks[body] && !exits.returns[body]) report<Id::loop_never_ends>(statement.span);
    });
  }

  const ir::Module& module_;
  std::vector<TypeFacts> facts_;
  std::string definition_;
  bool found_deep_type_ = false;
  diagnostics::Diagnostics found_;
};

}  // namespace

Limited keep_within_limits(ir::Module module) {
  diagnostics::Diagnostics unsettled;
  for (ir::Function& function : module.functions) {
    // A temporary for a condition in the middle of a long chain ends the chain there, so that what follows stands
    // deeper.
    bool is_settled = false;
    for (int round = 0; round < most_rounds && !is_settled; ++round) {
      cut_chains(module, function);
      is_settled = !split_expressions(module, function);
    }
    if (is_settled) continue;
    unsettled.push_back(diagnostics::diagnose<Id::conditions_too_deep>(function.span));
    unsettled.back().definition = module.text(function.name);
  }
  split_constants(module);
  diagnostics::Diagnostics found = Checker(module).run();
  found.insert(found.end(), unsettled.begin(), unsettled.end());
  return {std::move(module), std::move(found)};
}

}  // namespace yyshader::pass
