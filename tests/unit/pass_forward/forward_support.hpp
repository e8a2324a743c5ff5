#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/forward.hpp"

namespace yyshader::pass {

/// What the functions of these tests may use: two buffers that change, one that does not, workgroup memory, atomics, a
/// texture, and functions with each kind of effect.
inline constexpr std::string_view surroundings = R"(features subgroups
global a: array<u32> storage(read_write) group(0) binding(0)
global b: array<u32> storage(read_write) group(0) binding(1)
global r: array<u32> storage(read) group(0) binding(2)
global n: array<atomic<u32>> storage(read_write) group(0) binding(3)
global w: u32 workgroup(read_write)
global t: texture_2d<f32> handle(read) group(0) binding(4)
global s: sampler handle(read) group(0) binding(5)
function pure(x: u32) -> u32 { return add($x, 1u) }
function reads_a(x: u32) -> u32 { let v = load(index_ref(@a, $x)) return %v }
function reads_r(x: u32) -> u32 { let v = load(index_ref(@r, $x)) return %v }
function writes_a(x: u32) -> u32 { store index_ref(@a, $x) = 7u return $x }
function writes_a_deep(x: u32) -> u32 { let v = call writes_a($x) return %v }
function writes_b(x: u32) -> u32 { store index_ref(@b, $x) = 7u return $x }
function waits() -> u32 { pending workgroup_barrier() return 1u }
function two(x: u32, y: u32) -> u32 { return add($x, $y) }
)";

/// Forwards `function f(i: u32, c: bool) -> u32 { body }`; gives the lines of its body as the dump writes them, or what
/// the verifier says before or after.
inline std::string forwarded(const std::string& body) {
  std::string error;
  auto module = ir::read(std::string(surroundings) + "function f(i: u32, c: bool) -> u32 {" + body + "}", error);
  if (!module) return error;
  const auto lines = [](const std::vector<std::string>& faults) {
    std::string text;
    for (const std::string& fault : faults) text += fault + "\n";
    return text;
  };
  if (const auto faults = ir::verify(*module); !faults.empty()) return "before: " + lines(faults);
  const ir::Module result = forward_effects(std::move(*module));
  if (const auto faults = ir::verify(result, true); !faults.empty()) return "after: " + lines(faults);
  const std::string text = ir::dump(result);
  const std::size_t head = text.find("function f(");
  const std::size_t begin = text.find('\n', head);
  return text.substr(begin, text.rfind("}\n") - begin);
}

}  // namespace yyshader::pass
