#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "backend/msl/msl.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/interface_plan.hpp"

namespace yyshader::test {

/// A module from IR text whose effects are forwarded; a fault of the text fails the test.
inline ir::Module module_of(std::string_view text) {
  std::string error;
  auto module = ir::read(text, error);
  EXPECT_TRUE(module.has_value()) << error;
  if (!module) return {};
  for (const std::string& broken : ir::verify(*module, true)) ADD_FAILURE() << broken;
  return std::move(*module);
}

inline backend::msl::Result msl_of(const ir::Module& module, const backend::msl::Options& options = {}) {
  return backend::msl::print(module, pass::plan_interface(module), options);
}

/// IR text in, MSL out, without the first three lines, which are always the same; the CPU form has none of them.
inline std::string to_msl(std::string_view text, const backend::msl::Options& options = {}) {
  backend::msl::Result result = msl_of(module_of(text), options);
  EXPECT_FALSE(result.refusal.has_value());
  const std::string start = options.cpu_form ? "" : "#include <metal_stdlib>\nusing namespace metal;\n\n";
  EXPECT_TRUE(result.text.text.starts_with(start)) << result.text.text;
  return result.text.text.substr(std::min(start.size(), result.text.text.size()));
}

}  // namespace yyshader::test
