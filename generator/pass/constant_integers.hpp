#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/module.hpp"

namespace yyshader::pass {

/// The components of an integer value that is constant: one of a scalar, 2–4 of a vector.
using IntegerComponents = std::vector<std::int64_t>;

/// What is known of integers at compile time: literals, module constants, and simple arithmetic on them. For guards
/// that a constant makes needless, so it may always answer "unknown".
class ConstantIntegers {
 public:
  /// The module must outlive the answers; its constants must not change meanwhile.
  explicit ConstantIntegers(const ir::Module& module);

  std::optional<IntegerComponents> of(const ir::ValuePool& pool, ir::ValueId id) const { return find(pool, id, 0); }

 private:
  std::optional<IntegerComponents> find(const ir::ValuePool& pool, ir::ValueId id, int depth) const;
  std::optional<IntegerComponents> combine(const ir::ValuePool& pool, ir::ValueId id, int depth) const;

  const ir::Module& module_;
  std::vector<std::optional<IntegerComponents>> constants_;  ///< by ConstantId
};

}  // namespace yyshader::pass
