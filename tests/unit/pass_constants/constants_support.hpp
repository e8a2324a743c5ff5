#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/constant_evaluation.hpp"
#include "pass/forward.hpp"

namespace yyshader::pass {

/// What the functions of these tests may use; `$f $i $u $h $b` are values that are known at run time only.
inline constexpr std::string_view surroundings = R"(features f16 subgroups
global w: array<u32, 4> workgroup(read_write)
global o: array<u32> storage(read_write) group(0) binding(0)
constant zero: i32 = 0i
constant no: bool = false
constant table: array<u32, 3> = construct<array<u32, 3>>(5u, 6u, 7u)
)";

inline ir::Module read_forwarded(const std::string& text) {
  std::string error;
  auto module = ir::read(std::string(surroundings) + text, error);
  EXPECT_TRUE(module.has_value()) << error << " in " << text;
  if (!module) return {};
  EXPECT_THAT(ir::verify(*module), testing::IsEmpty()) << text;
  return forward_effects(std::move(*module));
}

/// A module with one function of the given body.
inline ir::Module module_of_body(const std::string& body) {
  return read_forwarded("function 函(f: f32, i: i32, u: u32, h: f16, b: bool) {" + body + "}");
}

}  // namespace yyshader::pass
