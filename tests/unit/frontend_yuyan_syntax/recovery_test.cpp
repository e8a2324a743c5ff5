#include <gmock/gmock.h>

#include "syntax_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The faults of `「甲」即 ⟨text⟩ 也。` with a good sentence after it that must stay good. Columns count from the text.
std::vector<std::string> faults_in(std::string_view text) {
  const Parsed parsed = parse("「甲」即\n" + std::string(text) + "\n也。「乙」即「丙」也。");
  const std::string tree = parsed.tree();
  EXPECT_TRUE(tree.ends_with("\n(即 乙 丙)\n")) << tree;
  EXPECT_EQ(parsed.file.tree.declarations().size(), 2U) << tree;
  std::vector<std::string> result = parsed.faults();
  for (std::string& line : result) {
    if (line.starts_with("2:")) line = line.substr(2);
  }
  return result;
}

TEST(Recovery, TenIndependentFaultsGiveTenErrors) {
  const Parsed parsed = parse(
      "「一号」者「甲」于 也。\n"                                     // an argument is missing
      "「二号」者 虑「甲」者「乙」「丙」也。\n"                       // 而 is missing
      "「三号」者（「甲」于「乙」也。\n"                              // ） is missing
      "「四号」者「甲」于「乙」。\n"                                  // 也 is missing
      "「五号」者「甲」与 12 也。\n"                                  // quotes are missing
      "「六号」者 鉴「甲」而 有「乙」则「丙」也。\n"                  // foreign words
      "「七号」者「组值」【「组」者「零」，「号」者「一」也】也。\n"  // a field's 也 is missing
      "「八号」者 若「甲」则「乙」也。\n"                             // 否则 is missing
      "「九号」者「甲」于「乙」）也。\n"                              // a stray ）
      "「十号」者「丙」也\n"                                          // 。 is missing
      "「末」者「一」也。");
  EXPECT_THAT(parsed.faults(),
              ElementsAre("1:11 expected_expression", "2:15 missing_form_word", "3:6 unclosed_bracket",
                          "4:13 missing_declaration_end", "5:11 bare_ascii", "6:7 word_match", "7:18 missing_field_end",
                          "8:15 missing_form_word", "9:13 unmatched_bracket", "10:10 missing_full_stop"));
  EXPECT_EQ(parsed.file.tree.declarations().size(), 11U);
  EXPECT_TRUE(parsed.file.tree.declarations().back().sound);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_FALSE(parsed.file.tree.declarations()[i].sound) << i;
}

TEST(Recovery, SeveralFaultsOfOneSentenceAreAllReported) {
  EXPECT_THAT(faults_in("「组值」【「甲」者「f」于 也，「乙」者（「g」于）也，「丙」者 则 也，「丁」者「一」也】"),
              ElementsAre("15 expected_expression", "26 expected_expression", "34 expected_expression"));
  EXPECT_THAT(faults_in("虑「x」者（「f」「g」）而 虑「y」者「v」于 而（「h」，「k」）"),
              ElementsAre("10 missing_operator", "26 expected_expression", "31 comma_outside_bracket"));
}

TEST(Recovery, WordsOfTheLargerLanguage) {
  EXPECT_THAT(faults_in("遇「x」"), ElementsAre("1 word_meet"));
  EXPECT_THAT(faults_in("受「x」"), ElementsAre("1 word_receive"));
  EXPECT_THAT(faults_in("鉴「x」而 有「y」则「z」或 有「w」则「v」"), ElementsAre("1 word_match"));
  EXPECT_THAT(faults_in("有「x」"), ElementsAre("1 word_exists"));
  EXPECT_THAT(faults_in("「x」或「y」"), ElementsAre("4 word_or"));
  EXPECT_THAT(faults_in("附「x」"), ElementsAre("1 word_attach"));
  EXPECT_THAT(faults_in("传「x」"), ElementsAre("1 word_pass"));
  EXPECT_THAT(faults_in("循「x」"), ElementsAre("1 word_follow"));
  EXPECT_THAT(faults_in("《《内建类型：整数》》"), ElementsAre("1 word_builtin"));
  EXPECT_THAT(faults_in("承「整数」者「乙」而「丙」"), ElementsAre("1 value_quantifier"));
}

TEST(Recovery, MissingParts) {
  EXPECT_THAT(faults_in("会 而「x」"), ElementsAre("3 expected_form_name"));
  EXPECT_THAT(faults_in("虑「x」「v」而「y」"), ElementsAre("5 missing_form_word"));
  EXPECT_THAT(faults_in("递归虑「环」者「f」而「e」"), ElementsAre("7 missing_form_word"));
  EXPECT_THAT(faults_in("若「c」「a」否则「b」"), ElementsAre("5 missing_form_word"));
  EXPECT_THAT(faults_in("若「c」则「a」「b」"), ElementsAre("9 missing_form_word"));
  EXPECT_THAT(faults_in("若「c」则 否则「b」"), ElementsAre("7 expected_expression"));
  EXPECT_THAT(faults_in("「x」中"), ElementsAre("3:1 expected_selector"));
  EXPECT_THAT(faults_in("「x」之「y」之"), ElementsAre("3:1 expected_selector"));
  EXPECT_THAT(faults_in("（）"), ElementsAre("2 expected_expression"));
}

TEST(Recovery, JuxtapositionIsAMissingOperator) {
  EXPECT_THAT(faults_in("「f」「x」"), ElementsAre("4 missing_operator"));
  EXPECT_THAT(faults_in("（「f」「x」）"), ElementsAre("5 missing_operator"));
  EXPECT_THAT(faults_in("虑「a」者「f」「x」而「b」"), ElementsAre("9 missing_operator"));
}

TEST(Recovery, Brackets) {
  EXPECT_THAT(faults_in("（「x」"), ElementsAre("1 unclosed_bracket"));
  EXPECT_THAT(faults_in("「组值」【「x」者「一」也"), ElementsAre("5 unclosed_bracket"));
  EXPECT_THAT(faults_in("「组值」【「x」者（「f」于「一」也，「y」者「二」也】"), ElementsAre("10 unclosed_bracket"));
  EXPECT_THAT(faults_in("（「x」】"), ElementsAre("5 mismatched_bracket"));
  EXPECT_THAT(faults_in("「x」）"), ElementsAre("4 unmatched_bracket"));
  EXPECT_THAT(faults_in("【「x」者「一」也】"), ElementsAre("1 bracket_head"));
  EXPECT_THAT(faults_in("「构」【「x」者「一」也】"), ElementsAre("1 bracket_head"));
  EXPECT_THAT(faults_in("「列」【『x』】"), ElementsAre("1 description_literal"));
  EXPECT_THAT(faults_in("（「x」也）"), ElementsAre("5 stray_end"));
}

TEST(Recovery, Fields) {
  EXPECT_THAT(faults_in("「组值」【「x」者「一」也「y」者「二」也】"), ElementsAre("14 missing_comma"));
  EXPECT_THAT(faults_in("「组值」【「x」者「一」「y」者「二」也】"), ElementsAre("13 missing_field_end"));
  EXPECT_THAT(faults_in("「组值」【「x」者「一」也，，「y」者「二」也】"), ElementsAre("15 extra_comma"));
  EXPECT_THAT(faults_in("「组值」【「x」乃「一」也】"), ElementsAre("9 field_word"));
  EXPECT_THAT(faults_in("「组类」【「x」者「一」也】"), ElementsAre("9 field_word"));
  EXPECT_THAT(faults_in("「组值」【「一」，「二」】"), ElementsAre("6 expected_field", "10 expected_field"));
  EXPECT_THAT(faults_in("「组值」【「x」者「一」也，「y」者「二」也，「x」者「三」也】"),
              ElementsAre("24 duplicate_field"));
}

TEST(Recovery, DuplicateFieldsOfLongGroups) {
  std::string fields;
  for (int i = 0; i < 40; ++i) fields += "「f" + std::to_string(i) + "」者「一」也，";
  EXPECT_THAT(parse("「甲」即「组值」【" + fields + "「f7」者「一」也】也。").faults(),
              ElementsAre(testing::EndsWith("duplicate_field")));
}

TEST(Recovery, EndWordsInTheWrongPlace) {
  EXPECT_THAT(faults_in("虑「x」者「v」也 而「x」"), ElementsAre("9 stray_end"));
  EXPECT_THAT(faults_in("会「x」而「T」也「e」"), ElementsAre("9 annotation_closes_form"));
  EXPECT_THAT(faults_in("虑「x」者「v」而「T」也「e」"), ElementsAre("13 annotation_closes_form"));
  EXPECT_THAT(parse("也。「乙」即「丙」也。").faults(), ElementsAre("1:1 stray_end"));
}

TEST(Recovery, NamespacesOfValues) {
  EXPECT_THAT(faults_in("「x」中「一」之「y」"), ElementsAre("8 namespace_of_value"));
  EXPECT_THAT(faults_in("（「f」于「x」）之「y」"), ElementsAre("10 namespace_of_value"));
}

TEST(Recovery, Sentences) {
  EXPECT_THAT(parse("「甲」即「丙」「乙」即「丁」也。").faults(), ElementsAre("1:8 missing_declaration_end"));
  EXPECT_THAT(parse("「甲」即「丙」也「乙」即「丁」也。").faults(), ElementsAre("1:9 missing_full_stop"));
  EXPECT_THAT(parse("「甲」即「丙」也 寻「甲」之「乙」之书。").faults(), ElementsAre("1:9 missing_full_stop"));
  EXPECT_THAT(parse("「甲」「丙」也。").faults(), ElementsAre("1:4 missing_declaration_word"));
  EXPECT_THAT(parse("者「丙」也。").faults(), ElementsAre("1:1 declaration_without_name"));
  EXPECT_THAT(parse("「甲」于「乙」者「丙」也。").faults(), ElementsAre("1:1 declaration_target"));
  EXPECT_THAT(parse("「甲」即「丙」也）。").faults(), ElementsAre("1:9 unmatched_bracket"));
  EXPECT_THAT(parse("）。「甲」即「丙」也。").faults(), ElementsAre("1:1 unmatched_bracket"));
}

TEST(Recovery, Imports) {
  EXPECT_THAT(parse("观寻「甲」之书。").faults(), ElementsAre("1:1 import_word_order"));
  EXPECT_THAT(parse("寻寻「甲」之书。").faults(), ElementsAre("1:1 import_word_order"));
  EXPECT_THAT(parse("寻「甲」之「乙」。").faults(), ElementsAre("1:9 import_end_missing"));
  EXPECT_THAT(parse("寻之书。「甲」即「丙」也。").faults(), ElementsAre("1:2 import_path_expected"));
  EXPECT_THAT(parse("寻「甲」之。").faults(), ElementsAre("1:6 import_path_expected"));
  EXPECT_THAT(parse("寻『甲』之书。").faults(), ElementsAre("1:2 import_path_expected"));
  EXPECT_THAT(parse("寻「甲」之书「甲」即「丙」也。").faults(), ElementsAre("1:7 missing_full_stop"));
}

TEST(Recovery, UnclosedQuotesAreTheOnlyFault) {
  EXPECT_THAT(parse("「甲」即「丙").faults(), ElementsAre("1:5 unclosed_name"));
  EXPECT_THAT(parse("「甲」即（「f」于『丙」也。").faults(), ElementsAre("1:10 unclosed_string"));
  EXPECT_THAT(parse("「甲」即「丙」「：也。").faults(), ElementsAre("1:8 unclosed_comment"));
}

TEST(Recovery, FixesMakeTheSourceRight) {
  const std::pair<const char*, const char*> cases[] = {
      {"「甲」即「f」于（「x」也。", "「甲」即「f」于（「x」）也。"},
      {"「甲」即「f」于「x」。", "「甲」即「f」于「x」也。"},
      {"「甲」即「f」于 64 也。", "「甲」即「f」于 「64」 也。"},
      {"「甲」即「f」;「x」也。", "「甲」即「f」；「x」也。"},
      {"「甲」即 虑「x」者「v」「x」也。", "「甲」即 虑「x」者「v」而「x」也。"},
      {"「甲」即「丙」也「乙」即「丁」也。", "「甲」即「丙」也。「乙」即「丁」也。"},
      {"「甲」即「组类」【「x」者「T」也】也。", "「甲」即「组类」【「x」乃「T」也】也。"},
      {"「甲」即「组类」【「x」乃「T」】也。", "「甲」即「组类」【「x」乃「T」也】也。"},
      {"「甲」即「组类」【「x」乃「T」也「y」乃「T」也】也。",
       "「甲」即「组类」【「x」乃「T」也，「y」乃「T」也】也。"},
      {"「甲」即 会「x」而「T」也「e」也。", "「甲」即 会「x」而（「T」也「e」）也。"},
      {"「甲」即（「x」，「y」）也。", "「甲」即（「x」与「y」）也。"},
      {"「甲」即「x」）也。", "「甲」即「x」也。"},
      {"「甲」「丙」也。", "「甲」者「丙」也。"},
      {"诵观「甲」之书。", "观诵「甲」之书。"},
      {"寻「甲」之「乙」。", "寻「甲」之「乙」之书。"},
  };
  for (const auto& [wrong, right] : cases) {
    const Parsed parsed = parse(wrong);
    EXPECT_EQ(parsed.file.diagnostics.size(), 1U) << wrong;
    EXPECT_EQ(fixed(parsed), right);
    EXPECT_THAT(parse(right).faults(), IsEmpty()) << right;
  }
}

TEST(Recovery, FaultsNameTheirDefinition) {
  const Parsed parsed = parse("「甲」即「f」于 也。「乙」即 12 也。");
  ASSERT_EQ(parsed.file.diagnostics.size(), 2U);
  for (const auto& found : parsed.file.diagnostics) {
    const bool lexical = diagnostics::row(found.message.id).id == "bare_ascii";
    EXPECT_EQ(found.definition, lexical ? "乙" : "甲");
  }
}

TEST(Recovery, LexicalFaultsMakeTheirSentenceUnsound) {
  EXPECT_EQ(parse("「甲」即「f」(「x」)也。「乙」即 12 也。「丙」即「一」也。").tree(),
            "(!即 甲 f)\n(!即 乙 12)\n(即 丙 一)\n");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
