#include "pass/names.hpp"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pass/walk.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::pass {

namespace {

constexpr std::string_view temporary_name = "临时";
constexpr std::string_view result_suffix = "结果";

/// The names of one scope. A name that is taken gives the later one `_2`, `_3` … (spec 2.1).
class Scope {
 public:
  /// `outer`, when given, holds names that must be avoided too.
  explicit Scope(const std::unordered_set<std::string>* outer = nullptr) : outer_(outer) {}

  std::string claim(std::string base) {
    if (take(base)) return base;
    // Remembering where the search ended keeps many equal names linear.
    std::size_t& number = next_number_.try_emplace(base, 2).first->second;
    while (true) {
      std::string candidate = base + "_" + support::to_decimal(number++);
      if (take(candidate)) return candidate;
    }
  }

 private:
  bool take(const std::string& name) {
    if (outer_ != nullptr && outer_->contains(name)) return false;
    return taken_.insert(name).second;
  }

  const std::unordered_set<std::string>* outer_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> next_number_;
};

class Namer {
 public:
  explicit Namer(const ir::Module& module) : module_(module) {
    names_.structs.resize(module.structs.size());
    names_.members.resize(module.structs.size());
    names_.globals.resize(module.globals.size());
    names_.constants.resize(module.constants.size());
    names_.functions.resize(module.functions.size());
    names_.function_names.resize(module.functions.size());
  }

  Names run() && {
    for (const ir::Entry& entry : module_.entries) {
      std::string& name = names_.functions[entry.function.index()];
      if (name.empty()) name = claim_item(module_.functions[entry.function.index()].name);
    }
    for (const ir::Item& item : module_.items) name_item(item);
    return std::move(names_);
  }

 private:
  /// A name without text is one that a pass made up.
  std::string spelling(ir::Symbol name) const {
    return name ? legal_name(module_.text(name)) : std::string(temporary_name);
  }
  std::string claim_item(ir::Symbol name) { return items_.claim(spelling(name)); }

  void name_item(const ir::Item& item) {
    switch (item.kind) {
      case ir::Item::Kind::structure: {
        const ir::Struct& structure = module_.structs[item.index];
        emit(names_.structs[item.index] = claim_item(structure.name));
        const std::unordered_set<std::string> used = structs_within(structure);
        Scope members(&used);
        for (const ir::Member& member : structure.members) {
          names_.members[item.index].push_back(members.claim(spelling(member.name)));
        }
        break;
      }
      case ir::Item::Kind::global:
        emit(names_.globals[item.index] = claim_item(module_.globals[item.index].name));
        break;
      case ir::Item::Kind::constant:
        emit(names_.constants[item.index] = claim_item(module_.constants[item.index].name));
        break;
      case ir::Item::Kind::function: {
        const ir::Function& function = module_.functions[item.index];
        std::string& name = names_.functions[item.index];
        if (name.empty()) name = claim_item(function.name);
        emit(name);
        name_locals(function, names_.function_names[item.index]);
        break;
      }
    }
  }

  /// The names of the structs that members are made of. In C++ a member of such a name would hide the struct from the
  /// members beside it.
  std::unordered_set<std::string> structs_within(const ir::Struct& structure) const {
    std::unordered_set<std::string> result;
    for (const ir::Member& member : structure.members) {
      ir::Type type = module_.types[member.type];
      while (type.kind == ir::TypeKind::array || type.kind == ir::TypeKind::runtime_array) {
        type = module_.types[type.element];
      }
      if (type.kind == ir::TypeKind::structure) result.insert(names_.structs[type.structure.index()]);
    }
    return result;
  }

  void emit(const std::string& name) { emitted_.insert(name); }

  void name_locals(const ir::Function& function, FunctionNames& names) const {
    Scope scope(&emitted_);
    for (const ir::Parameter& parameter : function.parameters) {
      names.parameters.push_back(scope.claim(spelling(parameter.name)));
    }
    names.locals.resize(function.locals.size());
    for_each_statement(function, [&](const ir::Statement& statement) {
      if (statement.kind == ir::StatementKind::let) {
        names.lets.emplace(statement.value, scope.claim(spelling(statement.name)));
      } else if (statement.kind == ir::StatementKind::variable) {
        names.locals[statement.local.index()] = scope.claim(local_spelling(function.locals[statement.local.index()]));
      }
    });
  }

  std::string local_spelling(const ir::Local& local) const {
    if (!local.is_result || !local.name) return spelling(local.name);
    return legal_name(std::string(module_.text(local.name)).append(result_suffix));
  }

  const ir::Module& module_;
  Names names_;
  Scope items_;
  std::unordered_set<std::string> emitted_;  ///< items that stand before what is being named
};

}  // namespace

Names assign_names(const ir::Module& module) { return Namer(module).run(); }

}  // namespace yyshader::pass
