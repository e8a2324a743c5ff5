#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace yyshader::frontend::yuyan {

/// What people write who come from other languages, and what it is called here. For suggestions only.

/// The name in 着色内建 of what another shading language calls `word` (sqrt, inverseSqrt, float3, vec4, 浮点); empty
/// when there is none.
std::string_view name_of_foreign(std::string_view word);
/// The pairs of foreign word and name that no operation's own name tells.
std::span<const std::pair<std::string_view, std::string_view>> foreign_names();

/// How the operation is written that other languages write as `op`: for `*` 「乘」于「甲」于「乙」; empty for what is
/// no operator anywhere.
std::string_view writing_of_operator(std::string_view op);

/// A number that is written with units, as in ordinary Chinese, by its digits: 一二八 for 一百二十八, 一零 for 十.
/// Nothing for other words.
std::optional<std::string> digits_of_numeral(std::string_view word);

}  // namespace yyshader::frontend::yuyan
