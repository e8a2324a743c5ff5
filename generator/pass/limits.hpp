#pragma once

#include <cstddef>
#include <cstdint>

#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"

namespace yyshader::pass {

// What the targets' own compilers take (docs/limits.md has the measurements), with a margin.

/// Brackets, unary signs and blocks around an expression. Tint's parser: 126; clang, for MSL: 256 brackets.
inline constexpr std::size_t deepest_brackets = 118;
/// Statements around a statement. An `if` or `loop` counts 2, each further `else if` of a long chain 1. Tint: 125.
inline constexpr std::size_t deepest_statements = 120;
/// Chains of more conditions are written with `else if` (spec 2.2).
inline constexpr std::size_t longest_nested_chain = 32;
/// Longer chains are cut in pieces of this many conditions.
inline constexpr std::size_t longest_chain = 100;
inline constexpr std::size_t most_parameters = 255;
inline constexpr std::size_t most_members = 1023;
/// Of structs, arrays and other composites around a type. WGSL: 255; Tint's parser: 127 angle brackets.
inline constexpr std::size_t deepest_type = 100;
/// Elements of an array that is not in a storage buffer.
inline constexpr std::uint32_t most_elements = 65535;

/// A module within the limits, or with what was found.
struct Limited {
  ir::Module module;
  diagnostics::Diagnostics diagnostics;
};

/// Brings a module whose effects are forwarded below the limits of the structured targets' compilers (spec 1.6, last
/// bullet): deep expressions are split by temporaries, long `else if` chains are cut. What cannot be helped (statements
/// nested too deep, too many parameters or members, too large arrays, a loop without a way out) is an error. The
/// result's effects are forwarded still, and mean the same; a module below the limits comes back unchanged.
Limited keep_within_limits(ir::Module module);

}  // namespace yyshader::pass
