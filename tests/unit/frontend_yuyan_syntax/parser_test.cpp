#include "frontend/yuyan/parser.hpp"

#include <gmock/gmock.h>

#include "syntax_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// ---- Levels ----

TEST(Parser, ProjectionIsTighterThanApplication) {
  EXPECT_EQ(expression("「f」于「x」中「零」"), "(于 f (中 x 零))");
  EXPECT_EQ(expression("「f」于「x」中「零」于「y」"), "(于 f (中 x 零) y)");
  EXPECT_EQ(expression("「f」中「零」于「x」"), "(于 (中 f 零) x)");
}

TEST(Parser, ProjectionsMakeOneNode) {
  EXPECT_EQ(expression("「x」中「a」中「零」中「b」"), "(中 x a 零 b)");
  EXPECT_EQ(expression("（「x」中「a」）中「b」"), "(中 x a b)");
}

TEST(Parser, NamespacesGoBeforeProjections) {
  EXPECT_EQ(expression("「公用」之「无零」"), "(之 公用 无零)");
  EXPECT_EQ(expression("「甲」之「乙」之「丙」中「零」"), "(中 (之 甲 乙 丙) 零)");
  EXPECT_EQ(expression("「公用」之「f」于「公用」之「x」"), "(于 (之 公用 f) (之 公用 x))");
}

TEST(Parser, TypeArgumentsBelongToTheSpine) {
  EXPECT_EQ(expression("「f」授以「T」于「x」于「y」"), "(于 f 类:T x y)");
  EXPECT_EQ(expression("「转换」授以「甲」授以「乙」于「x」"), "(于 转换 类:甲 类:乙 x)");
  EXPECT_EQ(expression("「f」于「g」授以「T」"), "(于 f (于 g 类:T))");
}

TEST(Parser, ParenthesesDoNotSplitASpine) {
  EXPECT_EQ(expression("（「f」于「x」）于「y」"), "(于 f x y)");
  EXPECT_EQ(expression("「f」于（「g」于「x」）"), "(于 f (于 g x))");
  EXPECT_EQ(expression("（「f」于「x」）中「零」于「y」"), "(于 (中 (于 f x) 零) y)");
}

TEST(Parser, TuplesAreLooserThanApplications) {
  EXPECT_EQ(expression("「f」于「x」与「y」"), "(与 (于 f x) y)");
  EXPECT_EQ(expression("「A」合「f」于「B」合「C」"), "(合 A (于 f B) C)");
}

TEST(Parser, TuplesFlattenOnTheRightOnly) {
  EXPECT_EQ(expression("「a」与「b」与「c」"), "(与 a b c)");
  EXPECT_EQ(expression("「a」与（「b」与「c」）"), "(与 a b c)");
  EXPECT_EQ(expression("「a」与（（「b」与「c」））"), "(与 a b c)");
  EXPECT_EQ(expression("（「a」与「b」）与「c」"), "(与 (与 a b) c)");
  EXPECT_EQ(expression("「a」与（「b」与「c」）与「d」"), "(与 a (与 b c) d)");
  EXPECT_EQ(expression("（「a」与「b」）与（「c」与「d」）"), "(与 (与 a b) c d)");
  EXPECT_EQ(expression("「A」合（「B」合「C」）"), "(合 A B C)");
}

TEST(Parser, TheTwoTuplesDoNotMix) {
  EXPECT_EQ(expression("「a」与（「b」合「c」）"), "(与 a (合 b c))");
  EXPECT_EQ(expression("「a」与「b」合「c」与「d」"), "(与 a (合 b (与 c d)))");
}

TEST(Parser, AnnotationTakesTheWholeTypeBeforeIt) {
  EXPECT_EQ(expression("「f」于「T」也「e」"), "(也 (于 f T) e)");
  EXPECT_EQ(expression("「A」合「B」也「x」与「y」"), "(也 (合 A B) (与 x y))");
  EXPECT_EQ(expression("「A」也「B」也「e」"), "(也 A (也 B e))");
}

TEST(Parser, AnnotationEndsBeforeASequence) {
  EXPECT_EQ(expression("「a」；「T」也「b」；「c」"), "(； a (； (也 T b) c))");
}

TEST(Parser, AnnotationClosesFunctionTypes) {
  EXPECT_EQ(expression("化「A」而「B」也「e」"), "(也 (化 A → B) e)");
  EXPECT_EQ(expression("承「甲」而化「甲」而「甲」也「e」"), "(也 (承 甲 (化 甲 → 甲)) e)");
  EXPECT_EQ(expression("（化「A」而「B」也「e」）于「x」"), "(于 (也 (化 A → B) e) x)");
}

TEST(Parser, EndWordsThatEnd) {
  EXPECT_EQ(expression("「组值」【「甲」者「T」也「e」也，「乙」者「f」也】"), "(组值 (甲 (也 T e)) (乙 f))");
  EXPECT_THAT(parse("「甲」者「T」也「e」也").faults(), IsEmpty());
  EXPECT_THAT(parse("「甲」者「T」也「：尾：」").faults(), IsEmpty());
}

TEST(Parser, AnnotatesInsideSlots) {
  EXPECT_EQ(expression("虑「甲」者「T」也「e」而「甲」"), "(虑 甲 (也 T e) 甲)");
  EXPECT_EQ(expression("若「T」也「c」则「T」也「a」否则「b」"), "(若 (也 T c) (也 T a) b)");
}

// ---- Prefix forms ----

TEST(Parser, ChainsMakeOneNode) {
  EXPECT_EQ(expression("化「A」而化「B」而「C」"), "(化 A B → C)");
  EXPECT_EQ(expression("化「A」而（化「B」而「C」）"), "(化 A B → C)");
  EXPECT_EQ(expression("化（化「A」而「B」）而「C」"), "(化 (化 A → B) → C)");
  EXPECT_EQ(expression("会「a」而会「b」而「e」"), "(会 a b e)");
  EXPECT_EQ(expression("会「a」而（会「b」而「e」）"), "(会 a b e)");
  EXPECT_EQ(expression("承「甲」而承「乙」而「T」"), "(承 甲 乙 T)");
  EXPECT_EQ(expression("承「甲」而化（化「甲」而「有」）而化「计算选项」而「计算入口」"),
            "(承 甲 (化 (化 甲 → 有) 计算选项 → 计算入口))");
}

TEST(Parser, PrefixFormsExtendToTheRight) {
  EXPECT_EQ(expression("会「a」而「b」；「c」与「d」"), "(会 a (； b (与 c d)))");
  EXPECT_EQ(expression("虑「a」者「v」而「b」；虑「c」者「w」而「d」；「e」"), "(虑 a v (； b (虑 c w (； d e))))");
  EXPECT_EQ(expression("「f」于 会「a」而「b」于「c」"), "(于 f (会 a (于 b c)))");
  EXPECT_EQ(expression("「x」与 若「c」则「a」否则「b」；「d」"), "(与 x (若 c a (； b d)))");
}

TEST(Parser, RecursionUnparenthesisedInTheValueOfALet) {
  EXPECT_EQ(expression("虑「和」者 递归虑「环」其 化「A」而「B」者 会「i」而「环」于「i」而「环」于「零」而「和」"),
            "(虑 和 (递归虑 环 (化 A → B) (会 i (于 环 i)) (于 环 零)) 和)");
}

TEST(Parser, ElseBranchThatIsAnApplicationOverSeveralLines) {
  EXPECT_EQ(expression("若「c」则「a」\n否则「环」\n  于「x」\n  于（「加」于「y」\n    于「一」）"),
            "(若 c a (于 环 x (于 加 y 一)))");
}

TEST(Parser, ConditionalAsArgumentAndBeforeASequence) {
  EXPECT_EQ(expression("「f」于（若「c」则「a」否则「b」）于「y」"), "(于 f (若 c a b) y)");
  EXPECT_EQ(expression("（若「c」则「a」否则「b」）；「d」"), "(； (若 c a b) d)");
}

TEST(Parser, LetInsideAParenthesisedBranch) {
  EXPECT_EQ(expression("若「c」则（虑「x」者「v」而「x」）否则「b」"), "(若 c (虑 x v x) b)");
  EXPECT_EQ(expression("若「c」则 虑「x」者「v」而「x」否则「b」"), "(若 c (虑 x v x) b)");
}

TEST(Parser, ElseIfChains) {
  EXPECT_EQ(expression("若「c」则「a」否则若「d」则「b」否则若「e」则「x」否则「y」"), "(若 c a (若 d b (若 e x y)))");
}

TEST(Parser, DoubleParenthesesAndLinesThatStartWithAComma) {
  EXPECT_EQ(expression("（（「f」））于（（「x」））"), "(于 f x)");
  EXPECT_EQ(expression("「组值」【\n  「组」者「零」也\n  ，「号」者「一」也\n】"), "(组值 (组 零) (号 一))");
  EXPECT_EQ(expression("「组值」【\n  ，「组」者「零」也\n  ，「号」者「一」也，\n】"), "(组值 (组 零) (号 一))");
}

TEST(Parser, CommentsEverywhere) {
  EXPECT_EQ(expression("「：一：」若「：二：」「c」「：三：」则「：四：」「组值」「：五：」【「：六：」「甲」「：七：」"
                       "者「：八：」「乙」"
                       "「：九：」也「：十：」】否「：中：」则「丙」「：末：」"),
            "(若 c (组值 (甲 乙)) 丙)");
}

TEST(Parser, GroupsAndStrings) {
  EXPECT_EQ(expression("「组类」【「甲」乃「T」也，「乙」乃 化「A」而「B」也】"), "(组类 (甲 T) (乙 (化 A → B)))");
  EXPECT_EQ(expression("「组值」【】"), "(组值)");
  EXPECT_EQ(expression("「f」于「组值」【「甲」者「一」也】"), "(于 f (组值 (甲 一)))");
  EXPECT_EQ(expression("『甲「：换行：」』"), "『甲\n』");
}

// ---- Sentences ----

TEST(Parser, ReadsImports) {
  EXPECT_EQ(
      parse(
          "寻观「着色库」之「着色内建」之书。寻「公用」之书。诵「包」之「夹」之「名」之书。寻观诵「甲」之「乙」之书。")
          .tree(),
      "(导入 寻 观 着色库 着色内建)\n(导入 寻 公用)\n(导入 诵 包 夹 名)\n(导入 寻 观 诵 甲 乙)\n");
  EXPECT_EQ(parse("寻 观\n「甲」 之\t「乙」 之 书 。").tree(), "(导入 寻 观 甲 乙)\n");
}

TEST(Parser, ReadsDeclarationsAndSkipsEmptySentences) {
  const Parsed parsed = parse("。。「甲」乃「T」也。「甲」者「一」也。。「乙」即「T」也。");
  EXPECT_EQ(parsed.tree(), "(乃 甲 T)\n(者 甲 一)\n(即 乙 T)\n");
  EXPECT_THAT(parsed.faults(), IsEmpty());
}

TEST(Parser, TheLastSentenceMayLackItsStop) {
  const Parsed parsed = parse("「甲」者「一」也");
  EXPECT_EQ(parsed.tree(), "(者 甲 一)\n");
  EXPECT_THAT(parsed.faults(), IsEmpty());
}

TEST(Parser, EmptyFilesAreFine) {
  for (const auto* text : {"", "\xEF\xBB\xBF", " \n", "「：注：」", "。。"}) {
    EXPECT_THAT(parse(text).faults(), IsEmpty());
    EXPECT_EQ(parse(text).tree(), "");
  }
}

TEST(Parser, SpansCoverTheirText) {
  const Parsed parsed = parse("「甲」即（「f」于「x」）与「y」也。");
  const SyntaxTree& tree = parsed.file.tree;
  const ExprId root = tree.declarations()[0].value;
  EXPECT_EQ(parsed.sources.text(tree.span(root)), "（「f」于「x」）与「y」");
  const auto elements = tree.items(tree.as<TupleValue>(root).elements);
  EXPECT_EQ(parsed.sources.text(tree.span(elements[0])), "「f」于「x」");
  EXPECT_EQ(parsed.sources.text(tree.declarations()[0].name.span), "「甲」");
  EXPECT_EQ(parsed.sources.text(tree.declarations()[0].span), "「甲」即（「f」于「x」）与「y」也");
}

TEST(Parser, TailsLeadAlongASpine) {
  const Parsed parsed = parse("「甲」即 虑「a」者「v」而「b」；若「c」则「d」否则「e」也。");
  const SyntaxTree& tree = parsed.file.tree;
  std::vector<ExprKind> kinds;
  for (ExprId at = tree.declarations()[0].value; at; at = tree.tail(at)) kinds.push_back(tree.kind(at));
  EXPECT_THAT(kinds, ElementsAre(ExprKind::let, ExprKind::sequence, ExprKind::conditional, ExprKind::name));
}

TEST(Parser, RefusesWhatIsNoText) {
  EXPECT_THAT(parse("「甲」\xFF者").faults(), ElementsAre("1:4 invalid_utf8"));
  EXPECT_EQ(std::get<diagnostics::Number>(parse("「甲」\xFF者").file.diagnostics[0].message.arguments[0]).value, 9);
  EXPECT_THAT(parse(std::string_view("「甲」\0者", 13)).faults(), ElementsAre("1:4 nul_byte"));
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
