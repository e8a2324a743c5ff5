#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/yuyan/core.hpp"
#include "ir/module.hpp"
#include "support/symbols.hpp"

namespace yyshader::frontend::yuyan {

/// What a local of the core stands for at the place that is being lowered.
struct Binding {
  enum class Kind : std::uint8_t {
    unit,       ///< of type 有: nothing
    value,      ///< a `let`: the named value
    parameter,  ///< of the function, by index
    variable,   ///< a 格, or a parameter of a recursion that became a variable
  };
  Kind kind = Kind::unit;
  std::uint32_t index = 0;  ///< ir::ValueId, parameter's index or ir::LocalId
};

/// What lowering one program has made so far: the module, and what the core's things became in it.
class LoweringContext {
 public:
  /// `written_out`, by core::RecursionId: recursions to write out where they are defined (lower_with_uncalled); empty
  /// is none.
  LoweringContext(const core::Program& program, const support::SymbolTable& symbols, std::vector<bool> written_out);

  const core::Program& program;
  ir::Module module;
  /// By core::LocalId. Locals are unique in the program, so one table serves all functions; what a recursion's body
  /// binds is overwritten at each place where it is expanded.
  std::vector<Binding> bindings;
  /// By core::DefinitionId: ir::StructId, GlobalId, ConstantId or (called bodies) FunctionId.
  std::vector<std::uint32_t> items;

  /// The module's symbol for a symbol of the core.
  ir::Symbol symbol(core::Symbol symbol);
  /// The IR type of a type of the core; 有 is void, a 格 its content. Sets Features::f16 where it is needed.
  ir::TypeId type(TypeId type);
  /// True when evaluating `id` may write memory, or order it with other invocations' writes.
  bool may_write(core::ExpressionId id);
  /// True when the body of `recursion` calls itself.
  bool calls_itself(core::RecursionId recursion) const;
  bool is_written_out(core::RecursionId recursion) const {
    return !written_out_.empty() && written_out_[recursion.index()];
  }

 private:
  ir::TypeId make_type(TypeId type);
  ir::TypeId make_tuple(TypeId type);
  std::uint32_t length(TypeId type) const;
  bool find_write(core::ExpressionId id);

  const support::SymbolTable& symbols_;
  std::vector<bool> written_out_;
  std::vector<ir::Symbol> symbol_cache_;
  std::vector<ir::TypeId> type_cache_;
  std::vector<std::optional<bool>> write_cache_;  ///< by core::ExpressionId
};

}  // namespace yyshader::frontend::yuyan
