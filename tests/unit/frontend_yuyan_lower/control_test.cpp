// 虑, 新格, ；, 若 and 且/或者 (1.8).

#include <gtest/gtest.h>

#include "source_maker.hpp"

namespace yyshader::frontend::yuyan::testing {
namespace {

TEST(LowerControl, SelectAsValueAndInTail) {
  EXPECT_EQ(function_of("选", R"(
「选」乃化「无三二」而化「无三二」而「无三二」也。
「选」者会「甲」而会「乙」而
  虑「大」者（若「小于」于「甲」于「乙」则「乙」否则「甲」）而
  若「等于」于「大」于（「新无三二」于「零」）则（「新无三二」于「一」）否则「加」于「大」于「甲」
也。
)"),
            R"(function 选(甲: u32, 乙: u32) -> u32 {
  let 大 = select(less($甲, $乙), $乙, $甲)
  return select(equal(%大, 0u), 1u, add(%大, $甲))
}
)");
}

TEST(LowerControl, IfAsValueHasATemporary) {
  EXPECT_EQ(function_of("选", R"(
「选」乃化「无三二」而「无三二」也。
「选」者会「甲」而
  虑「得」者（若「小于」于「甲」于（「新无三二」于「四」）则「读数组」于「数据」于「甲」否则「甲」）而
  「加」于「得」于「甲」
也。
)"),
            R"(function 选(甲: u32) -> u32 {
  variable &0: u32
  if less($甲, 4u) {
    pending %0 = load(index_ref(@数据, $甲))
    store &0 = %0
  } else {
    store &0 = $甲
  }
  let 得 = load(&0)
  return add(%得, $甲)
}
)");
}

TEST(LowerControl, ElseIfNestsInTheElseBlock) {
  EXPECT_EQ(function_of("选", R"(
「选」乃化「无三二」而「无三二」也。
「选」者会「甲」而
  虑「得」者（若「等于」于「甲」于（「新无三二」于「一」）则「新无三二」于「九」
    否则若「等于」于「甲」于（「新无三二」于「二」）则「新无三二」于「八」
    否则「新无三二」于「七」）而
  「加」于「得」于「甲」
也。
)"),
            R"(function 选(甲: u32) -> u32 {
  variable &0: u32
  if equal($甲, 1u) {
    store &0 = 9u
  } else {
    if equal($甲, 2u) {
      store &0 = 8u
    } else {
      store &0 = 7u
    }
  }
  let 得 = load(&0)
  return add(%得, $甲)
}
)");
}

TEST(LowerControl, TailBranchesReturn) {
  EXPECT_EQ(function_of("选", R"(
「选」乃化「无三二」而「无三二」也。
「选」者会「甲」而
  若「等于」于「甲」于（「新无三二」于「一」）则（虑「倍」者「乘」于「甲」于「甲」而「倍」）
  否则若「等于」于「甲」于（「新无三二」于「二」）则「新无三二」于「八」
  否则「新无三二」于「七」
也。
)"),
            R"(function 选(甲: u32) -> u32 {
  if equal($甲, 1u) {
    let 倍 = multiply($甲, $甲)
    return %倍
  } else {
    if equal($甲, 2u) {
      return 8u
    } else {
      return 7u
    }
  }
}
)");
}

TEST(LowerControl, UnitIfHasEmptyBranches) {
  EXPECT_EQ(function_of("写", R"(
「写」乃化「无三二」而「无三二」也。
「写」者会「甲」而
  （若「等于」于「甲」于（「新无三二」于「一」）则「写数组」于「数据」于「甲」于「甲」否则「元」）；
  「甲」
也。
)"),
            R"(function 写(甲: u32) -> u32 {
  if equal($甲, 1u) {
    store index_ref(@数据, $甲) = $甲
  } else {
  }
  return $甲
}
)");
}

TEST(LowerControl, ShortCircuitOfPureSides) {
  EXPECT_EQ(function_of("判", R"(
「判」乃化「无三二」而「爻」也。
「判」者会「甲」而「或者」于（「小于」于「甲」于（「新无三二」于「一」））于（「大于」于「甲」于（「新无三二」于「九」））也。
)"),
            R"(function 判(甲: u32) -> bool {
  return logical_or(less($甲, 1u), greater($甲, 9u))
}
)");
}

TEST(LowerControl, ShortCircuitWithAReadOnTheRight) {
  EXPECT_EQ(function_of("判", R"(
「判」乃化「无三二」而「爻」也。
「判」者会「甲」而「且」于（「小于」于「甲」于（「数组长度」于「数据」））于（「等于」于（「读数组」于「数据」于「甲」）于（「新无三二」于「九」））也。
)"),
            R"(function 判(甲: u32) -> bool {
  pending %0 = logical_and(less($甲, array_length(@数据)), {pending %1 = load(index_ref(@数据, $甲))} equal(%1, 9u))
  return %0
}
)");
}

TEST(LowerControl, ShortCircuitThatNeedsStatements) {
  EXPECT_EQ(function_of("判", R"(
「判」乃化「无三二」而「爻」也。
「判」者会「甲」而「或者」于（「小于」于「甲」于（「新无三二」于「一」））于（虑「乙」者「读数组」于「数据」于「甲」而「等于」于「乙」于「乙」）也。
)"),
            R"(function 判(甲: u32) -> bool {
  variable &0: bool
  if less($甲, 1u) {
    store &0 = true
  } else {
    let 乙 = load(index_ref(@数据, $甲))
    store &0 = equal(%乙, %乙)
  }
  pending %0 = load(&0)
  return %0
}
)");
}

TEST(LowerControl, LetsOfAllKinds) {
  EXPECT_EQ(function_of("绑", R"(
「常」者「三」也。
「绑」乃化「无三二」而「无三二」也。
「绑」者会「甲」而
  虑「乙」者「七」而
  虑「丙」者「甲」而
  虑「丁」者「丙」而
  虑「戊」者（「写数组」于「数据」于「甲」于「丁」）而
  虑「己」者「常」而
  虑「庚」者「读数组」于「数据」于（「新无三二」于「乙」）而
  「加」于「丁」于（「加」于「庚」于（「新无三二」于「己」））
也。
)"),
            R"(function 绑(甲: u32) -> u32 {
  let 乙 = 7
  let 丙 = $甲
  let 丁 = copy(%丙)
  store index_ref(@数据, $甲) = %丁
  let 己 = ^常
  let 庚 = load(index_ref(@数据, convert<u32>(%乙)))
  return add(%丁, add(%庚, convert<u32>(%己)))
}
)");
}

TEST(LowerControl, CellsAreVariables) {
  EXPECT_EQ(function_of("格用", R"(
「格用」乃化「无三二」而「无三二」也。
「格用」者会「甲」而
  虑「数」者「新格」于「甲」而
  「写格」于「数」于（「加」于（「读格」于「数」）于（「新无三二」于「一」））；
  虑「旧」者「读格」于「数」而
  「写格」于「数」于「旧」；
  「读格」于「数」
也。
)"),
            R"(function 格用(甲: u32) -> u32 {
  variable 数: u32 = $甲
  pending %0 = load(&数)
  store &数 = add(%0, 1u)
  let 旧 = load(&数)
  store &数 = %旧
  pending %1 = load(&数)
  return %1
}
)");
}

TEST(LowerControl, DroppedValuesKeepTheirEffects) {
  EXPECT_EQ(function_of("弃", R"(
「弃」乃化「无三二」而「无三二」也。
「弃」者会「甲」而
  「加」于（「读数组」于「数据」于「甲」）于（「新无三二」于「一」）；
  「读数组」于「数据」于（「新无三二」于「三」）；
  「甲」
也。
)"),
            R"(function 弃(甲: u32) -> u32 {
  pending load(index_ref(@数据, $甲))
  pending load(index_ref(@数据, 3u))
  return $甲
}
)");
}

TEST(LowerControl, ElseIfConditionsStandInElseBlocks) {
  EXPECT_EQ(function_of("选", R"(
「选」乃化「无三二」而「无三二」也。
「选」者会「甲」而
  若「等于」于（「读数组」于「数据」于「甲」）于（「新无三二」于「一」）则「甲」
  否则若（虑「乙」者「读数组」于「数据」于（「新无三二」于「零」）而「等于」于「乙」于「甲」）则「乘」于「甲」于「甲」
  否则虑「丙」者「加」于「甲」于「甲」而若「小于」于「丙」于「甲」则「丙」否则「甲」
也。
)"),
            R"(function 选(甲: u32) -> u32 {
  pending %0 = load(index_ref(@数据, $甲))
  if equal(%0, 1u) {
    return $甲
  } else {
    let 乙 = load(index_ref(@数据, 0u))
    if equal(%乙, $甲) {
      return multiply($甲, $甲)
    } else {
      let 丙 = add($甲, $甲)
      return select(less(%丙, $甲), %丙, $甲)
    }
  }
}
)");
}

TEST(LowerControl, AWholeBranchSharesTheTemporary) {
  EXPECT_EQ(function_of("选", R"(
「选」乃化「无三二」而「无三二」也。
「选」者会「甲」而
  「加」于「甲」于（若「小于」于「甲」于（「新无三二」于「五」）则（若「等于」于「甲」于（「新无三二」于「一」）则「读数组」于「数据」于「甲」否则「甲」）否则「数组长度」于「数据」）
也。
)"),
            R"(function 选(甲: u32) -> u32 {
  variable &0: u32
  if less($甲, 5u) {
    if equal($甲, 1u) {
      pending %0 = load(index_ref(@数据, $甲))
      store &0 = %0
    } else {
      store &0 = $甲
    }
  } else {
    store &0 = array_length(@数据)
  }
  pending %1 = load(&0)
  return add($甲, %1)
}
)");
}

TEST(LowerControl, SelectHasAtMostEightOperations) {
  EXPECT_EQ(function_of("八", R"(
「八」乃化「无三二」而「无三二」也。
「八」者会「甲」而
  若「小于」于「甲」于（「新无三二」于「五」）
  则「加」于「甲」于（「加」于「甲」于（「加」于「甲」于（「加」于「甲」于「甲」）））
  否则「加」于「甲」于（「加」于「甲」于（「加」于「甲」于（「加」于「甲」于「甲」）））
也。
)"),
            R"(function 八(甲: u32) -> u32 {
  return select(less($甲, 5u), add($甲, add($甲, add($甲, add($甲, $甲)))), add($甲, add($甲, add($甲, add($甲, $甲)))))
}
)");
}

TEST(LowerControl, NineOperationsAreAnIf) {
  EXPECT_EQ(function_of("九", R"(
「九」乃化「无三二」而「无三二」也。
「九」者会「甲」而
  若「小于」于「甲」于（「新无三二」于「五」）
  则「加」于「甲」于（「加」于「甲」于（「加」于「甲」于（「加」于「甲」于「甲」）））
  否则「加」于「甲」于（「加」于「甲」于（「加」于「甲」于（「加」于「甲」于（「加」于「甲」于「甲」））））
也。
)"),
            R"(function 九(甲: u32) -> u32 {
  if less($甲, 5u) {
    return add($甲, add($甲, add($甲, add($甲, $甲))))
  } else {
    return add($甲, add($甲, add($甲, add($甲, add($甲, $甲)))))
  }
}
)");
}

TEST(LowerControl, IntegerDivisionIsNoSelectButFloatDivisionIs) {
  EXPECT_EQ(function_of("除", R"(
「除」乃化「无三二」而化「浮三二」而「浮三二」也。
「除」者会「甲」而会「乙」而
  虑「丙」者（若「小于」于「甲」于（「新无三二」于「五」）则「除以」于「甲」于（「新无三二」于「三」）否则「甲」）而
  若「小于」于「甲」于「丙」则「除以」于「乙」于「乙」否则「乙」
也。
)"),
            R"(function 除(甲: u32, 乙: f32) -> f32 {
  variable &0: u32
  if less($甲, 5u) {
    store &0 = divide($甲, 3u)
  } else {
    store &0 = $甲
  }
  let 丙 = load(&0)
  return select(less($甲, %丙), divide($乙, $乙), $乙)
}
)");
}

TEST(LowerControl, CellsAndCallsAreNoSelect) {
  EXPECT_EQ(function_of("选", R"(
「助」乃化「无三二」而「无三二」也。
「助」者会「甲」而「甲」也。
「选」乃化「无三二」而「无三二」也。
「选」者会「甲」而
  虑「数」者「新格」于「甲」而
  虑「乙」者（若「小于」于「甲」于（「新无三二」于「五」）则「读格」于「数」否则「甲」）而
  若「小于」于「甲」于「乙」则「助」于「甲」否则「乙」
也。
)"),
            R"(function 选(甲: u32) -> u32 {
  variable 数: u32 = $甲
  variable &0: u32
  if less($甲, 5u) {
    pending %0 = load(&数)
    store &0 = %0
  } else {
    store &0 = $甲
  }
  let 乙 = load(&0)
  if less($甲, %乙) {
    pending %1 = call 助($甲)
    return %1
  } else {
    return %乙
  }
}
)");
}

TEST(LowerControl, StructsAreNoSelect) {
  EXPECT_EQ(function_of("选", R"(
「对」即「组类」【「先」乃「无三二」也】也。
「选」乃化「对」而化「爻」而「对」也。
「选」者会「甲」而会「乙」而虑「丙」者（若「乙」则「甲」否则「甲」）而「丙」也。
)"),
            R"(function 选(甲: 对, 乙: bool) -> 对 {
  variable &0: 对
  if $乙 {
    store &0 = $甲
  } else {
    store &0 = $甲
  }
  let 丙 = load(&0)
  return %丙
}
)");
}

TEST(LowerControl, LoopParametersOnTheRightStayPure) {
  EXPECT_EQ(function_of("判", R"(
「判」乃化「无三二」而「无三二」也。
「判」者会「限」而
  递归虑「环」其化「无三二」而化「无三二」而「无三二」者会「甲」而会「乙」而
    若「且」于（「小于」于「甲」于「限」）于（「小于」于「乙」于「甲」）则「环」于（「加」于「甲」于「乙」）于「乙」否则「甲」
  而「环」于（「新无三二」于「一」）于（「新无三二」于「零」）
也。
)"),
            R"(function 判(限: u32) -> u32 {
  variable 甲: u32 = 1u
  variable 乙: u32 = 0u
  loop {
    pending %0 = load(&甲)
    pending %1 = load(&乙)
    pending %2 = load(&甲)
    if logical_and(less(%0, $限), less(%1, %2)) {
      pending %3 = load(&甲)
      pending %4 = load(&乙)
      store &甲 = add(%3, %4)
      continue
    } else {
      pending %5 = load(&甲)
      return %5
    }
  }
}
)");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::testing
