#include "pass/uniform_inputs.hpp"

#include "uniformity_support.hpp"

namespace yyshader::pass {
namespace {

/// The functions of the split program as the dump writes them; "as it is" when nothing is split.
std::string split(const std::string& text) {
  const ir::Module module = read_forwarded(text);
  const std::optional<ir::Module> result = split_inputs_for_uniformity(module);
  if (!result) return "as it is";
  EXPECT_THAT(ir::verify(*result, true), testing::IsEmpty());
  const std::string dump = ir::dump(*result);
  const std::size_t begin = dump.find("function ");
  return dump.substr(begin, dump.find("entry ") - begin);
}

const std::string entry = " entry e compute(64, 1, 1) = f";

TEST(UniformInputs, AreSplitAtTheEntry) {
  EXPECT_EQ(
      split("function f(in: Mixed) { store index_ref(@rw, extract.0($in)) = 1u if equal(extract.0(extract.1($in)), "
            "0u) { pending workgroup_barrier() } else { } }" +
            entry),
      R"(function f(in_li: u32 builtin(local_invocation_index), in_wg: vec3<u32> builtin(workgroup_id)) {
  store index_ref(@rw, $in_li) = 1u
  if equal(extract.0($in_wg), 0u) {
    statement workgroup_barrier()
  } else {
  }
}

)");
}

TEST(UniformInputs, AreSplitInFunctionsThatNeedIt) {
  const std::string helpers =
      "function bound(in: Mixed) -> u32 { return extract.0(extract.1($in)) }"
      "function place(in: Mixed) -> u32 { return extract.0($in) }";
  EXPECT_EQ(split(helpers +
                  "function f(in: Mixed) { let b = call bound($in) let p = call place($in) if equal(%b, 0u) { pending "
                  "workgroup_barrier() } else { } }" +
                  entry),
            R"(function bound(in_li: u32, in_wg: vec3<u32>) -> u32 {
  return extract.0($in_wg)
}

function place(in: Mixed) -> u32 {
  return extract.0($in)
}

function f(in_li: u32 builtin(local_invocation_index), in_wg: vec3<u32> builtin(workgroup_id)) {
  let b = call bound($in_li, $in_wg)
  let p = call place(construct<Mixed>($in_li, $in_wg))
  if equal(%b, 0u) {
    statement workgroup_barrier()
  } else {
  }
}

)");
}

TEST(UniformInputs, FollowSecondNames) {
  EXPECT_EQ(split("function f(in: Mixed) { let a = copy($in) let b = copy(%a) let x = extract.1(%b) if "
                  "equal(extract.0(%x), 0u) { pending workgroup_barrier() } else { } }" +
                  entry),
            R"(function f(in_li: u32 builtin(local_invocation_index), in_wg: vec3<u32> builtin(workgroup_id)) {
  let x = copy($in_wg)
  if equal(extract.0(%x), 0u) {
    statement workgroup_barrier()
  } else {
  }
}

)");
}

TEST(UniformInputs, StayWholeWhereThatHelpsNot) {
  EXPECT_EQ(
      split("function f(in: Mixed) { if equal(extract.0($in), 0u) { pending workgroup_barrier() } else { } }" + entry),
      "as it is");
  EXPECT_EQ(split(compute("if equal($li, 0u) { pending workgroup_barrier() } else { }")), "as it is");
}

TEST(UniformInputs, OfOtherEntriesStayWhole) {
  const std::string text = split(
      "function g(in: Mixed) { store index_ref(@rw, extract.0($in)) = 1u }"
      "function f(in: Mixed) { if equal(extract.0(extract.1($in)), 0u) { pending workgroup_barrier() } else { } }"
      "entry d compute(64, 1, 1) = g" +
      entry);
  EXPECT_THAT(text, testing::HasSubstr("function g(in: Mixed)"));
  EXPECT_THAT(text, testing::HasSubstr("function f(in_li"));
}

TEST(UniformInputs, GoFromEveryKindOfArgument) {
  const std::string helper =
      "function h(in: Mixed) { if equal(extract.0(extract.1($in)), 0u) { pending workgroup_barrier() } else { } }";
  const std::string text =
      split(helper +
            "function f(in: Mixed) { pending call h($in) pending call h(construct<Mixed>(1u, extract.1($in))) let n = "
            "construct<Mixed>(2u, construct<vec3<u32>>(1u, 2u, 3u)) pending call h(%n) }" +
            entry);
  EXPECT_THAT(text, testing::HasSubstr("call h($in_li, $in_wg)"));
  EXPECT_THAT(text, testing::HasSubstr("call h(1u, $in_wg)"));
  EXPECT_THAT(text, testing::HasSubstr("call h(extract.0(%n), extract.1(%n))"));
}

}  // namespace
}  // namespace yyshader::pass
