#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "backend/wgsl/wgsl.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/interface_plan.hpp"
#include "pass/names.hpp"

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

inline backend::structured::TargetText wgsl_of(const ir::Module& module) {
  return backend::wgsl::print(module, pass::assign_names(module), pass::plan_interface(module));
}

/// IR text in, WGSL out.
inline std::string to_wgsl(std::string_view text) { return wgsl_of(module_of(text)).text; }

}  // namespace yyshader::test
