#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backend/ptx/inline_plan.hpp"
#include "backend/ptx/machine.hpp"
#include "backend/ptx/shapes.hpp"
#include "ir/module.hpp"
#include "ir/uses.hpp"
#include "pass/constant_integers.hpp"
#include "pass/effects.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"
#include "pass/resource_use.hpp"

namespace yyshader::backend::ptx {

/// What lowering asks of a function again and again, found once.
struct FunctionFacts {
  std::vector<bool> is_named;    ///< by ValueId: evaluated by a `let` or `evaluate`, so that it has a value of its own
  std::vector<bool> is_inlined;  ///< by ValueId: as good evaluated at its use as at its statement
  /// By ValueId, and by LocalId: what is indexed by a computed number; of locals, only what has to lie in memory
  /// therefore.
  std::vector<bool> is_indexed_value;
  std::vector<bool> is_indexed_local;
  std::vector<std::vector<ir::LocalId>> stored;  ///< by BlockId of loop bodies: variables of outside written in there
};

/// The whole translation: the module with all that is known of it, and what has been made so far.
class Program {
 public:
  Program(const ir::Module& module, const pass::Names& names, const pass::InterfacePlan& plan, bool strict_floats);

  const ir::Module& module;
  const pass::Names& names;
  const pass::InterfacePlan& plan;
  const bool strict_floats;
  Shapes shapes;
  InlinePlan inlining;
  std::vector<pass::FunctionUse> uses;  ///< by FunctionId

  const FunctionFacts& facts(ir::FunctionId function);
  /// Whether the values of module constants are evaluated by themselves: none is.
  const std::vector<bool>& constants_named() const { return constants_named_; }
  /// The module-wide symbol that holds an array constant's bytes.
  std::uint32_t constant_symbol(ir::ConstantId constant, const std::vector<std::uint8_t>& bytes, std::uint32_t align);
  const std::vector<Symbol>& constants() const { return constant_symbols_; }
  /// Asks for a function's `.func`; gives its name.
  const std::string& outline(ir::FunctionId function);
  /// Functions asked for and not yet taken, callees of taken ones included.
  std::optional<ir::FunctionId> take_outlined();

  /// Those of an entry's workgroup variables that might be read before they are written (spec 2.5).
  std::vector<ir::GlobalId> unproven(ir::EntryId entry, const std::vector<ir::GlobalId>& used);

  /// Regions of memory: each global, then local arrays, then the constants.
  std::uint32_t region_of(ir::GlobalId global) const { return static_cast<std::uint32_t>(global.index()); }
  std::uint32_t constants_region() const { return static_cast<std::uint32_t>(module.globals.size()); }
  std::uint32_t sizes_region() const { return constants_region() + 1; }
  std::uint32_t first_local_region() const { return constants_region() + 2; }

 private:
  FunctionFacts find_facts(const ir::Function& function) const;
  void find_stored(const ir::Function& function, FunctionFacts& facts) const;

  std::optional<pass::EffectAnalysis> effects_;  ///< made when first asked for, once for all entries
  std::optional<pass::ConstantIntegers> constant_integers_;
  std::vector<std::optional<FunctionFacts>> facts_;
  std::vector<bool> constants_named_;
  std::vector<Symbol> constant_symbols_;
  std::size_t constant_bytes_ = 0;  ///< in space `constant`
  std::vector<std::uint32_t> symbol_of_constant_;
  std::vector<std::string> outlined_names_;
  std::vector<ir::FunctionId> outlined_;
  std::size_t taken_ = 0;
};

}  // namespace yyshader::backend::ptx
