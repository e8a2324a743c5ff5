#include <gmock/gmock.h>

#include "syntax_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Declarations, ASignatureIsFollowedAtOnceByItsDefinition) {
  const Parsed good = parse("「甲」乃「T」也。「甲」者「一」也。");
  EXPECT_THAT(good.faults(), IsEmpty());
  EXPECT_EQ(good.file.tree.declarations()[0].partner, DeclarationId(1));
  EXPECT_EQ(good.file.tree.declarations()[1].partner, DeclarationId(0));
  EXPECT_THAT(parse("「甲」乃「T」也。").faults(), ElementsAre("1:1 signature_without_definition"));
  EXPECT_THAT(parse("「甲」乃「T」也。「乙」者「一」也。").faults(), ElementsAre("1:1 signature_without_definition"));
}

TEST(Declarations, ADefinitionFurtherOnIsShown) {
  const Parsed parsed = parse("「甲」乃「T」也。\n「乙」者「一」也。\n「甲」者 会「x」而「x」也。");
  EXPECT_THAT(parsed.faults(), ElementsAre("1:1 signature_without_definition"));
  EXPECT_EQ(parsed.file.diagnostics[0].labels.size(), 1U);
}

TEST(Declarations, FunctionsNeedSignatures) {
  EXPECT_THAT(parse("「甲」者 会「x」而「x」也。").faults(), ElementsAre("1:1 function_without_signature"));
  EXPECT_THAT(parse("「甲」者（会「x」而「x」）也。").faults(), ElementsAre("1:1 function_without_signature"));
  EXPECT_THAT(parse("「甲」者「一」也。").faults(), IsEmpty());
}

TEST(Declarations, NamesAreDefinedOnce) {
  EXPECT_THAT(parse("「甲」者「一」也。「甲」者「二」也。").faults(), ElementsAre("1:10 second_definition"));
  EXPECT_THAT(parse("「甲」即「T」也。「甲」乃「T」也。「甲」者「二」也。").faults(),
              ElementsAre("1:10 second_definition"));
  EXPECT_THAT(parse("「甲」者「一」也。\n「甲」者「二」也。\n「甲」即「T」也。").faults(),
              ElementsAre("2:1 second_definition", "3:1 second_definition"));
  EXPECT_EQ(parse("「甲」者「一」也。「甲」者「二」也。").file.diagnostics[0].labels.size(), 1U);
  EXPECT_THAT(parse("「甲」乃「T」也。「甲」乃「T」也。", FileRole::declarations).faults(),
              ElementsAre("1:10 second_definition"));
}

TEST(Declarations, WhatMayStandInASource) {
  EXPECT_THAT(parse("「甲」立「元类型」也。").faults(), ElementsAre("1:1 nominal_in_source"));
  EXPECT_THAT(parse("「甲」于「乙」。").faults(), ElementsAre("1:1 bare_expression"));
  EXPECT_THAT(parse("「甲」于「乙」也。").faults(), ElementsAre("1:1 bare_expression"));
}

TEST(Declarations, WhatMayStandInADeclarationFile) {
  EXPECT_THAT(parse("「甲」立「元类型」也。「乙」即「甲」也。「丙」乃「乙」也。寻观「包」之「名」之书。",
                    FileRole::declarations)
                  .faults(),
              IsEmpty());
  EXPECT_THAT(parse("「整数」即「《《内建类型：整数》》」也。", FileRole::declarations).faults(), IsEmpty());
  EXPECT_THAT(parse("「甲」者「一」也。", FileRole::declarations).faults(),
              ElementsAre("1:1 definition_in_declarations"));
  EXPECT_THAT(parse("「甲」于「乙」。", FileRole::declarations).faults(),
              ElementsAre("1:1 bare_expression_in_declarations"));
}

TEST(Declarations, BrokenSentencesDoNotCascade) {
  EXPECT_THAT(parse("「甲」乃「T」也。「甲」「一」也。").faults(), ElementsAre("1:13 missing_declaration_word"));
  EXPECT_THAT(parse("「甲」乃「T」于 也。「甲」者 会「x」而「x」也。").faults(),
              ElementsAre("1:10 expected_expression"));
  EXPECT_THAT(parse("「甲」「T」也。「甲」者 会「x」而「x」也。").faults(),
              ElementsAre("1:4 missing_declaration_word"));
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
