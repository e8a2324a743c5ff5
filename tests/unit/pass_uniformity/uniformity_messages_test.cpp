#include "ir/uses.hpp"
#include "uniformity_support.hpp"

namespace yyshader::pass {
namespace {

/// Gives every value, statement and parameter a place of its own, for the text form has none.
void mark(ir::Module& module) {
  std::uint32_t next = 1;
  const auto place = [&] {
    const std::uint32_t begin = next++;
    return source::Span{source::FileId(0), begin, begin + 1};
  };
  for (ir::Function& function : module.functions) {
    function.span = place();
    for (ir::Parameter& parameter : function.parameters) parameter.span = place();
    for (ir::Value& value : function.values.values) value.span = place();
  }
}

/// The labels' ids in order, with their arguments that are names.
std::string labels(const diagnostics::Diagnostic& finding) {
  std::string text;
  for (const diagnostics::Label& label : finding.labels) {
    if (!text.empty()) text += ", ";
    text += diagnostics::row(label.message.id).id;
    for (const diagnostics::Argument& argument : label.message.arguments) {
      text += " " + std::get<diagnostics::Name>(argument).text;
    }
  }
  return text;
}

diagnostics::Diagnostic only(const std::string& text) {
  ir::Module module = read_forwarded(text);
  mark(module);
  const diagnostics::Diagnostics findings = check_uniformity(module);
  EXPECT_EQ(findings.size(), 1U) << text;
  return findings.empty() ? diagnostics::Diagnostic() : findings[0];
}

TEST(UniformityMessages, ShowConditionAndOrigin) {
  const auto finding = only(compute("if equal($li, 0u) { pending workgroup_barrier() } else { }"));
  EXPECT_EQ(finding.severity, diagnostics::Severity::warning);
  EXPECT_EQ(finding.definition, "f");
  EXPECT_EQ(labels(finding), "label_diverging_condition, label_differing_input li");
}

TEST(UniformityMessages, TellTheFieldOfAStruct) {
  const auto finding = only(
      "function f(in: Mixed) { if equal(extract.0(extract.1($in)), 0u) { pending workgroup_barrier() } else { } } "
      "entry e compute(64, 1, 1) = f");
  EXPECT_EQ(labels(finding), "label_diverging_condition, label_differing_struct in li");
}

TEST(UniformityMessages, TellTheMemory) {
  EXPECT_EQ(labels(only(compute(
                "pending %0 = load(index_ref(@rw, 0u)) if equal(%0, 0u) { pending workgroup_barrier() } else { }"))),
            "label_diverging_condition, label_differing_read rw");
}

TEST(UniformityMessages, FollowCallsToTheOperation) {
  const auto finding = only(compute("if equal($li, 0u) { pending call outer() } else { }",
                                    "function inner() { pending workgroup_barrier() }"
                                    "function outer() { pending call inner() }"));
  EXPECT_EQ(finding.definition, "inner");
  EXPECT_EQ(labels(finding),
            "label_reached_by_call inner, label_reached_by_call outer, label_diverging_condition, "
            "label_differing_input li");
}

TEST(UniformityMessages, FollowArgumentsToTheCondition) {
  const auto finding =
      only(compute("pending call tests($li)",
                   "function tests(a: u32) { if equal($a, 1u) { pending workgroup_barrier() } else { } }"));
  EXPECT_EQ(finding.definition, "tests");
  EXPECT_EQ(labels(finding), "label_diverging_condition, label_differing_argument, label_differing_input li");
}

TEST(UniformityMessages, FollowResultsToTheirOrigin) {
  const auto finding =
      only(compute("pending %0 = call reads() if equal(%0, 0u) { pending workgroup_barrier() } else { }",
                   "function reads() -> u32 { pending %0 = load(@w) return %0 }"));
  EXPECT_EQ(labels(finding), "label_diverging_condition, label_differing_result reads, label_differing_read w");
}

}  // namespace
}  // namespace yyshader::pass
