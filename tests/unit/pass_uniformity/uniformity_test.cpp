#include "uniformity_support.hpp"

// Verdicts, each of which was put to Tint (docs/uniformity.md), which agrees.

namespace yyshader::pass {
namespace {

const std::string barrier = "pending workgroup_barrier() ";
constexpr std::string_view no_barrier = "barrier_not_uniform";

std::string when(const std::string& condition, const std::string& before = {}) {
  return before + " if " + condition + " {" + barrier + "} else { }";
}

TEST(Uniformity, OfInputs) {
  EXPECT_EQ(violations(compute(when("equal(extract.0($wg), 0u)"))), "");
  EXPECT_EQ(violations(compute(when("equal($ss, 32u)"))), "");
  EXPECT_EQ(violations(compute(when("equal($li, 0u)"))), no_barrier);
  EXPECT_EQ(violations(compute(when("equal($si, 0u)"))), no_barrier);
  EXPECT_EQ(violations(compute(when("equal(multiply($li, 0u), 1u)"))), no_barrier);
}

TEST(Uniformity, OfMemory) {
  const auto read = [](const std::string& load) {
    return violations(compute(when("equal(%0, 0u)", "pending %0 = " + load)));
  };
  EXPECT_EQ(read("load(index_ref(@ro, 0u))"), "");
  EXPECT_EQ(read("load(index_ref(@ro, $li))"), no_barrier);
  EXPECT_EQ(read("load(index_ref(@rw, 0u))"), no_barrier);
  EXPECT_EQ(read("load(@w)"), no_barrier);
  EXPECT_EQ(read("workgroup_uniform_load(@w)"), "");
  EXPECT_EQ(read("atomic_load(index_ref(@at, 0u))"), no_barrier);
  EXPECT_EQ(violations(compute(when("equal(array_length(@rw), 0u)"))), "");
  EXPECT_EQ(violations(compute(when("equal(extract.0(%0), 0u)", "pending %0 = load(@un)"))), "");
  EXPECT_EQ(violations(compute(when("equal(extract.0(texture_dimensions(@t)), 0u)"))), "");
}

TEST(Uniformity, EachOperationThatNeedsIt) {
  const auto under = [](const std::string& operation) {
    return violations(compute("if equal($li, 0u) { pending " + operation + "} else { }"));
  };
  EXPECT_EQ(under("storage_barrier()"), no_barrier);
  EXPECT_EQ(under("workgroup_uniform_load(@w)"), "uniform_load_not_uniform");
  EXPECT_EQ(under("subgroup_add(1u)"), "subgroup_not_uniform");
  EXPECT_EQ(under("subgroup_broadcast(1u, 0u)"), "subgroup_not_uniform");
  EXPECT_EQ(under("atomic_add(index_ref(@at, 0u), 1u)"), "");
  EXPECT_EQ(violations(compute("pending subgroup_shuffle_xor(1u, $li)")), "subgroup_mask_not_uniform");
  EXPECT_EQ(violations(compute("pending subgroup_shuffle($li, $li)")), "");
  EXPECT_EQ(violations(compute("pending workgroup_uniform_load(index_ref(@wa, $li))")),
            "uniform_load_place_not_uniform");
  EXPECT_EQ(violations(compute("pending workgroup_uniform_load(index_ref(@wa, extract.0($wg)))")), "");
}

TEST(Uniformity, WithinSubgroupsIsLess) {
  const std::string sum = "pending %0 = subgroup_add(extract.0($wg)) ";
  const std::string exchange = "pending subgroup_add(1u)";
  EXPECT_EQ(violations(compute(sum + "if equal(%0, 1u) {" + exchange + "} else { }")), "");
  EXPECT_EQ(violations(compute(sum + "if equal(%0, 1u) {" + barrier + "} else { }")), no_barrier);
  EXPECT_EQ(violations(compute("pending %0 = subgroup_add($li) if equal(%0, 1u) {" + exchange + "} else { }")),
            "subgroup_not_uniform");
  EXPECT_EQ(violations(compute("pending %0 = subgroup_shuffle(1u, 0u) if equal(%0, 1u) {" + exchange + "} else { }")),
            "subgroup_not_uniform");
  // The same by way of a function's result.
  const std::string helper = "function h(a: u32) -> u32 { pending %0 = subgroup_add($a) return %0 }";
  EXPECT_EQ(violations(compute("pending %0 = call h(1u) if equal(%0, 1u) {" + exchange + "} else { }", helper)), "");
  EXPECT_EQ(violations(compute("pending %0 = call h(1u) if equal(%0, 1u) {" + barrier + "} else { }", helper)),
            no_barrier);
}

TEST(Uniformity, OfFragments) {
  const auto fragment = [](const std::string& body) {
    return violations(
        "function f(p: vec4<f32> builtin(position), ss: u32 builtin(subgroup_size)) -> vec4<f32> location(0) {" + body +
        "return construct<vec4<f32>>(0.0f, 0.0f, 0.0f, 0.0f)} entry e fragment = f");
  };
  const std::string sample = "pending texture_sample(@t, @s, construct<vec2<f32>>(0.5f, 0.5f)) ";
  EXPECT_EQ(fragment(sample), "");
  EXPECT_EQ(fragment("if less(extract.0($p), 1.0f) {" + sample + "} else { }"), "sample_not_uniform");
  EXPECT_EQ(fragment("if equal($ss, 1u) {" + sample + "} else { }"), "sample_not_uniform");
  EXPECT_EQ(fragment("if less(extract.0($p), 1.0f) { pending discard() } else { }" + sample), "");
  EXPECT_EQ(fragment("if less(extract.0($p), 1.0f) { return construct<vec4<f32>>(1.0f, 0.0f, 0.0f, 0.0f) } else { }" +
                     sample),
            "sample_not_uniform");
}

TEST(Uniformity, ControlFlowComesTogetherAfterAnIf) {
  EXPECT_EQ(violations(compute("if equal($li, 0u) { } else { }" + barrier)), "");
  EXPECT_EQ(violations(compute("if equal($li, 0u) { return } else { }" + barrier)), no_barrier);
  EXPECT_EQ(violations(compute("if equal(extract.0($wg), 0u) { return } else { }" + barrier)), "");
}

TEST(Uniformity, OfVariables) {
  const std::string test = "pending %v = load(&x) if equal(%v, 1u) {" + barrier + "} else { }";
  EXPECT_EQ(violations(compute("variable x: u32 = 0u if equal($li, 0u) { store &x = 0u } else { }" + test)),
            no_barrier);
  EXPECT_EQ(violations(compute("variable x: u32 = $li store &x = 2u " + test)), "");
  EXPECT_EQ(violations(compute("variable x: u32 = 0u if equal(extract.0($wg), 0u) { store &x = 1u } else { }" + test)),
            "");
  const std::string part = "pending %v = load(index_ref(&x, 1u)) if equal(%v, 1u) {" + barrier + "} else { }";
  const std::string array = "construct<array<u32, 2>>(1u, 2u)";
  EXPECT_EQ(violations(compute("variable x: array<u32, 2> = " + array + " store index_ref(&x, 0u) = $li " + part)),
            no_barrier);
  EXPECT_EQ(violations(compute("variable x: array<u32, 2> = " + array + " store index_ref(&x, $li) = 1u " + part)),
            no_barrier);
  EXPECT_EQ(violations(compute("variable x: array<u32, 2> = " + array +
                               " store index_ref(&x, 0u) = $li store &x = " + array + part)),
            "");
}

TEST(Uniformity, OfLoops) {
  const auto loop = [](const std::string& condition, const std::string& body, const std::string& after) {
    return violations(compute("variable i: u32 = 0u loop { let i = load(&i) if " + condition + " { break } else { " +
                              body + " store &i = add(%i, 1u) continue } } " + after));
  };
  EXPECT_EQ(loop("greater(%i, extract.0($wg))", barrier, ""), "");
  EXPECT_EQ(loop("greater(%i, $li)", barrier, ""), no_barrier);
  EXPECT_EQ(loop("greater(%i, $li)", "", barrier), "");
  EXPECT_EQ(loop("greater(%i, $li)", "", "pending %j = load(&i) if equal(%j, 1u) {" + barrier + "} else { }"),
            no_barrier);
  // A difference made in one round meets the next.
  EXPECT_EQ(violations(compute("variable x: u32 = 0u variable i: u32 = 0u loop { let x = load(&x) if equal(%x, 1u) {" +
                               barrier +
                               "} else { } store &x = $li let i = load(&i) if greater(%i, extract.0($wg)) "
                               "{ break } else { store &i = add(%i, 1u) continue } }")),
            no_barrier);
}

TEST(Uniformity, LoopsThatMakeOneRound) {
  EXPECT_EQ(violations(compute("loop {" + barrier + "if equal($li, 0u) { return } else { break } }")), "");
  EXPECT_EQ(violations(compute("loop { if equal($li, 0u) { return } else { break } }" + barrier)), no_barrier);
  EXPECT_EQ(violations(compute("loop {" + barrier + "if equal($li, 0u) { continue } else { break } }")), no_barrier);
}

TEST(Uniformity, OfShortCircuits) {
  EXPECT_EQ(violations(compute("pending %x = logical_and(equal($li, 0u), {pending %0 = workgroup_uniform_load(@w)} "
                               "equal(%0, 0u))")),
            "uniform_load_not_uniform");
  EXPECT_EQ(violations(compute("pending %x = logical_and(equal(extract.0($wg), 0u), {pending %0 = "
                               "workgroup_uniform_load(@w)} equal(%0, 0u))")),
            "");
  EXPECT_EQ(violations(compute(when("logical_and(false, equal($li, 0u))"))), no_barrier);
}

TEST(Uniformity, ThroughCalls) {
  const std::string waits = "function waits() {" + barrier + "}";
  EXPECT_EQ(violations(compute("pending call waits()", waits)), "");
  EXPECT_EQ(violations(compute("if equal($li, 0u) { pending call waits() } else { }", waits)), no_barrier);
  const std::string tests = "function tests(a: u32) { if equal($a, 1u) {" + barrier + "} else { } }";
  EXPECT_EQ(violations(compute("pending call tests(extract.0($wg))", tests)), "");
  EXPECT_EQ(violations(compute("pending call tests($li)", tests)), no_barrier);
  const std::string early = "function early(a: u32) -> u32 { if equal($a, 1u) { return 1u } else { return 1u } }";
  EXPECT_EQ(violations(compute(when("equal(%0, 1u)", "pending %0 = call early($li)"), early)), no_barrier);
  EXPECT_EQ(violations(compute("pending call early($li)" + barrier, early)), "");
  const std::string ignores = "function ignores(a: u32) -> u32 { return 1u }";
  EXPECT_EQ(violations(compute(when("equal(%0, 1u)", "pending %0 = call ignores($li)"), ignores)), "");
}

TEST(Uniformity, AStructIsOneValue) {
  EXPECT_EQ(violations(compute(when("equal(extract.0(construct<Two>(extract.0($wg), $li)), 1u)"))), no_barrier);
  const auto with = [](const std::string& type, const std::string& value) {
    return violations("function f(in: " + type + ") { if equal(" + value + ", 0u) {" + barrier +
                      "} else { } } entry e compute(64, 1, 1) = f");
  };
  EXPECT_EQ(with("Uniform", "extract.0(extract.1($in))"), "");
  EXPECT_EQ(with("Mixed", "extract.0(extract.1($in))"), no_barrier);
}

TEST(Uniformity, WhatIsNotReachedDoesNotCount) {
  EXPECT_EQ(violations(compute("loop { if equal(extract.0($wg), 0u) { return } else { return } } if equal($li, 0u) {" +
                               barrier + "} else { }")),
            "");
}

TEST(Uniformity, OfLongProgramsIsFast) {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    const std::string number = std::to_string(i);
    const std::string read = "let a" + number + " = load(&x" + number + ") if greater(%a" + number + ", 3u)";
    text += "variable x" + number + ": u32 = 0u loop { " + read + " { break } else { store &x" + number + " = add(%a" +
            number + ", 1u) continue } } ";
  }
  EXPECT_EQ(violations(compute(text + barrier)), "");
}

}  // namespace
}  // namespace yyshader::pass
