#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/forward.hpp"
#include "pass/uniformity.hpp"

namespace yyshader::pass {

/// What the functions of these tests may use.
inline constexpr std::string_view surroundings = R"(features subgroups
global rw: array<u32> storage(read_write) group(0) binding(0)
global ro: array<u32> storage(read) group(0) binding(1)
global un: vec4<u32> uniform(read) group(0) binding(2)
global at: array<atomic<u32>> storage(read_write) group(0) binding(3)
global t: texture_2d<f32> handle(read) group(0) binding(4)
global s: sampler handle(read) group(0) binding(5)
global w: u32 workgroup(read_write)
global wa: array<u32, 4> workgroup(read_write)
struct Two { a: u32, b: u32 }
struct Mixed { li: u32 builtin(local_invocation_index), wg: vec3<u32> builtin(workgroup_id) }
struct Uniform { wg: vec3<u32> builtin(workgroup_id), nw: vec3<u32> builtin(num_workgroups) }
)";

inline ir::Module read_forwarded(const std::string& text) {
  std::string error;
  auto module = ir::read(std::string(surroundings) + text, error);
  EXPECT_TRUE(module.has_value()) << error << " in " << text;
  if (!module) return {};
  EXPECT_THAT(ir::verify(*module), testing::IsEmpty()) << text;
  return forward_effects(std::move(*module));
}

/// A compute entry with the given body; `$li` differs, `$wg` does not, `$si` and `$ss` are the subgroup's. `before`:
/// other functions.
inline std::string compute(const std::string& body, const std::string& before = {}) {
  return before +
         "function f(li: u32 builtin(local_invocation_index), wg: vec3<u32> builtin(workgroup_id), ss: u32 "
         "builtin(subgroup_size), si: u32 builtin(subgroup_invocation_id)) {" +
         body + "} entry e compute(64, 1, 1) = f";
}

/// The ids of the messages, one word each; empty when the program is uniform.
inline std::string ids(const diagnostics::Diagnostics& findings) {
  std::string text;
  for (const diagnostics::Diagnostic& finding : findings) {
    if (!text.empty()) text += ' ';
    text += diagnostics::row(finding.message.id).id;
  }
  return text;
}

inline std::string violations(const std::string& text) { return ids(check_uniformity(read_forwarded(text))); }

}  // namespace yyshader::pass
