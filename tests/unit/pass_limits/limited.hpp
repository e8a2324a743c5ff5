#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/wgsl/wgsl.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/interface_plan.hpp"
#include "pass/limits.hpp"
#include "pass/names.hpp"

namespace yyshader::test {

inline ir::Module module_of(std::string_view text) {
  std::string error;
  auto module = ir::read(text, error);
  EXPECT_TRUE(module.has_value()) << error;
  if (!module) return {};
  for (const std::string& broken : ir::verify(*module, true)) ADD_FAILURE() << "before: " << broken;
  return std::move(*module);
}

inline pass::Limited limited(std::string_view text) {
  pass::Limited result = pass::keep_within_limits(module_of(text));
  for (const std::string& broken : ir::verify(result.module, true)) ADD_FAILURE() << "after: " << broken;
  return result;
}

/// The WGSL text of a module that has been brought within the limits.
inline std::string limited_wgsl(std::string_view text) {
  const pass::Limited result = limited(text);
  EXPECT_TRUE(result.diagnostics.empty());
  return backend::wgsl::print(result.module, pass::assign_names(result.module), pass::plan_interface(result.module))
      .text;
}

/// The numbers of what was found, in order.
inline std::vector<int> refusals(std::string_view text) {
  std::vector<int> numbers;
  for (const auto& each : limited(text).diagnostics) numbers.push_back(diagnostics::row(each.message.id).number);
  return numbers;
}

/// The most brackets, braces and prefix signs that are open at one place.
inline std::size_t deepest_brackets_of(const std::string& text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == ']' || text[i] == '}') --depth;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

inline std::string repeat(const std::string& text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

}  // namespace yyshader::test
