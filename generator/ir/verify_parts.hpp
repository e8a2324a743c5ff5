#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.hpp"
#include "ir/type_facts.hpp"

namespace yyshader::ir::verifier {

/// What the parts of the verifier share: the module, what its types are made of, and the lines about broken rules.
struct Context {
  explicit Context(const Module& verified) : module(verified), types(verified) {}

  const Module& module;
  TypeFactsTable types;
  std::vector<std::string> lines;
  bool forwarded = false;
  /// Where each thing stands in `items`; past the end of `items` when it stands nowhere.
  std::vector<std::size_t> struct_places;
  std::vector<std::size_t> global_places;
  std::vector<std::size_t> constant_places;
  std::vector<std::size_t> function_places;

  void report(const std::string& where, std::string_view what) {
    std::string& line = lines.emplace_back(where);
    line += ": ";
    line += what;
  }
  /// Reports a type that is out of range or no type; false then.
  bool check_type(const std::string& where, std::string_view what, TypeId type);
  /// Reports a struct that the type is made of and that stands later than `place`.
  void check_order(const std::string& where, TypeId type, std::size_t place);
  /// Reports a directive that the type needs and the module does not ask for.
  void check_features(const std::string& where, TypeId type);
};

/// `function 加倍`, for the start of a line.
std::string where_is(const Module& module, const Function& function);

/// Ids, operand counts and types of all values of a pool; false when it can't be walked. `function` is null for the
/// module's constants; `place` is the owner's place among the items.
bool verify_values(Context& context, const std::string& where, const ValuePool& pool, const Function* function,
                   std::size_t place);
/// Statements, scopes, uses and flow of a function's body, whose values are sound.
void verify_body(Context& context, const Function& function);
/// Entries and their functions' interfaces.
void verify_entries(Context& context);

}  // namespace yyshader::ir::verifier
