#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"
#include "pass/constant_value.hpp"

namespace yyshader::pass {

/// What is known at compile time of the values of one pool, by WGSL's rules (docs/constant-evaluation.md).
class ConstantValues {
 public:
  /// What a `let` of a typed value is: WGSL's `let`, known at run time only, or transparent, for passes that want to
  /// know as much as possible. A `let` of a bare literal's type is a constant either way.
  enum class Lets : std::uint8_t { runtime, transparent };

  /// Tint has one zero of each float type, with the sign of the one that it met first: −0 is 0 after 0, and the other
  /// way round. What a bitcast of it breaks depends on that, so the check of the rules keeps to it. Nothing else does.
  struct FirstZeros {
    std::array<std::optional<double>, 5> by_half_words;  ///< by width / 16; 0: of bare literals
  };

  /// Of the module's constants.
  explicit ConstantValues(const ir::Module& module, FirstZeros* zeros = nullptr);
  /// Of one function. `constants` are those of the same module; all arguments must outlive the object.
  ConstantValues(const ir::Module& module, const ConstantValues& constants, const ir::Function& function,
                 Lets lets = Lets::runtime, FirstZeros* zeros = nullptr);

  /// The value, when it is a constant expression without a fault. The view ends with the next `extend`.
  std::optional<ConstantValue> value_of(ir::ValueId id) const;
  /// Takes in what was added to the pool since; the names of later `let`s are not seen.
  void extend();

  /// What is wrong with values of the pool, ascending by id, parts of parts that are never evaluated included.
  struct Fault {
    ir::ValueId value;
    ConstantFault fault;
  };
  const std::vector<Fault>& faults() const { return faults_; }
  /// True for a short circuit whose left side is constant and makes the right side needless.
  bool skips_right_side(ir::ValueId id) const;

 private:
  struct Slot {
    std::uint32_t first = 0;
    std::uint32_t count = 0;  ///< 0: not known
    bool is_of_constants = false;
  };
  class Step;

  using Scalars = std::span<const ConstantScalar>;
  const ir::Type& type_of(ir::ValueId id) const { return module_.types[pool_[id].type]; }
  Scalars scalars(const Slot& slot) const;
  /// As an operand: nothing for what a `let` hides.
  Scalars operand(ir::ValueId id) const;
  void keep_first_zero(const ir::Type& scalar, std::span<ConstantScalar> scalars);
  std::uint64_t scalar_count(ir::TypeId type, int depth = 0);
  Slot store(std::vector<ConstantScalar>&& scalars);
  Slot literal(ir::ValueId id);
  Slot part(ir::ValueId id);
  Slot element(ir::ValueId id);
  Slot evaluate(ir::ValueId id);

  const ir::Module& module_;
  const ir::ValuePool& pool_;
  const ConstantValues* constants_ = nullptr;
  FirstZeros* zeros_ = nullptr;
  std::vector<bool> hidden_;  ///< by ValueId: named by a runtime `let`
  std::vector<Slot> slots_;   ///< by ValueId
  std::vector<ConstantScalar> scalars_;
  std::vector<std::uint64_t> counts_;  ///< by TypeId; 0: not looked up
  std::vector<Fault> faults_;
};

/// Finds what breaks the rules of constant expressions in all definitions (spec 1.6): in the order of items and of the
/// text, one diagnostic for each. Takes a module whose effects are forwarded, which is what the rules speak of.
diagnostics::Diagnostics check_constants(const ir::Module& module);

/// A fault as a diagnostic.
diagnostics::Diagnostic describe(const ConstantFault& fault, source::Span span);

}  // namespace yyshader::pass
