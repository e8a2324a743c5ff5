// 递归虑 in every shape of the table of 1.8.

#include <gtest/gtest.h>

#include "source_maker.hpp"

namespace yyshader::frontend::yuyan::testing {
namespace {

TEST(LowerRecursion, TailOfAnEntryReturns) {
  EXPECT_EQ(function_of("扫", R"(
「扫」乃化「全局调用号」而「有」也。
「扫」者会「号」而
  递归虑「环」其化「无三二」而「有」者会「甲」而
    若「小于」于「甲」于（「新无三二」于「八」）则
      「写数组」于「数据」于「甲」于「号」中「零」；
      「环」于（「加」于「甲」于（「新无三二」于「一」））
    否则「元」
  而「环」于（「新无三二」于「零」）
也。
「扫入口」乃「计算入口」也。
「扫入口」者「计算入口项」于「扫」于（「组值」【「工作组大小」者「四」也】）也。
)"),
            R"(function 扫(号: vec3<u32> builtin(global_invocation_id)) {
  variable 甲: u32 = 0u
  loop {
    pending %0 = load(&甲)
    if less(%0, 8u) {
      pending %1 = load(&甲)
      store index_ref(@数据, %1) = extract.0($号)
      pending %2 = load(&甲)
      store &甲 = add(%2, 1u)
      continue
    } else {
      return
    }
  }
}
)");
}

TEST(LowerRecursion, ValueHasAResultVariable) {
  EXPECT_EQ(function_of("和", R"(
「和」乃化「无三二」而「无三二」也。
「和」者会「限」而
  虑「总」者（递归虑「环」其化「无三二」而化「无三二」而「无三二」者会「甲」而会「累」而
    若「小于」于「甲」于「限」则
      「环」于（「加」于「甲」于（「新无三二」于「一」））于（「加」于「累」于（「读数组」于「数据」于「甲」））
    否则「累」
  而「环」于（「新无三二」于「零」）于（「新无三二」于「零」））
  而「乘」于「总」于（「新无三二」于「二」）
也。
)"),
            R"(function 和(限: u32) -> u32 {
  variable 甲: u32 = 0u
  variable 累: u32 = 0u
  variable 环: u32 result
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      pending %2 = load(&累)
      pending %3 = load(&甲)
      pending %4 = load(index_ref(@数据, %3))
      let %5 = add(%1, 1u)
      let %6 = add(%2, %4)
      store &甲 = %5
      store &累 = %6
      continue
    } else {
      pending %7 = load(&累)
      store &环 = %7
      break
    }
  }
  let 总 = load(&环)
  return multiply(%总, 2u)
}
)");
}

TEST(LowerRecursion, OnlyChangedArgumentsAreStored) {
  EXPECT_EQ(function_of("找", R"(
「找」乃化「无三二」而化「无三二」而「无三二」也。
「找」者会「限」而会「步」而
  递归虑「环」其化「无三二」而化「无三二」而「无三二」者会「甲」而会「距」而
    若「小于」于「甲」于「限」则「环」于（「加」于「甲」于「距」）于「距」否则「甲」
  而「环」于（「新无三二」于「零」）于「步」
也。
)"),
            R"(function 找(限: u32, 步: u32) -> u32 {
  variable 甲: u32 = 0u
  variable 距: u32 = $步
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      pending %2 = load(&距)
      store &甲 = add(%1, %2)
      continue
    } else {
      pending %3 = load(&甲)
      return %3
    }
  }
}
)");
}

TEST(LowerRecursion, SwappedArgumentsAreBothReadFirst) {
  EXPECT_EQ(function_of("换", R"(
「换」乃化「无三二」而化「无三二」而「无三二」也。
「换」者会「始」而会「终」而
  递归虑「环」其化「无三二」而化「无三二」而「无三二」者会「甲」而会「乙」而
    若「等于」于「乙」于（「新无三二」于「零」）则「甲」否则「环」于「乙」于（「取余」于「甲」于「乙」）
  而「环」于「始」于「终」
也。
)"),
            R"(function 换(始: u32, 终: u32) -> u32 {
  variable 甲: u32 = $始
  variable 乙: u32 = $终
  loop {
    pending %0 = load(&乙)
    if equal(%0, 0u) {
      pending %1 = load(&甲)
      return %1
    } else {
      pending %2 = load(&乙)
      pending %3 = load(&甲)
      pending %4 = load(&乙)
      let %5 = copy(%2)
      let %6 = remainder(%3, %4)
      store &甲 = %5
      store &乙 = %6
      continue
    }
  }
}
)");
}

TEST(LowerRecursion, ExpandedAtEachCall) {
  EXPECT_EQ(function_of("倍", R"(
「倍」乃化「无三二」而「无三二」也。
「倍」者会「限」而
  递归虑「环」其化「无三二」而「无三二」者会「甲」而
    若「小于」于「甲」于「限」则「环」于（「乘」于「甲」于（「新无三二」于「二」））否则「甲」
  而「加」于（「环」于（「新无三二」于「一」））于（「环」于（「新无三二」于「三」））
也。
)"),
            R"(function 倍(限: u32) -> u32 {
  variable 甲: u32 = 1u
  variable 环: u32 result
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      store &甲 = multiply(%1, 2u)
      continue
    } else {
      pending %2 = load(&甲)
      store &环 = %2
      break
    }
  }
  pending %3 = load(&环)
  variable 甲#2: u32 = 3u
  variable 环#2: u32 result
  loop {
    pending %4 = load(&甲#2)
    if less(%4, $限) {
      pending %5 = load(&甲#2)
      store &甲#2 = multiply(%5, 2u)
      continue
    } else {
      pending %6 = load(&甲#2)
      store &环#2 = %6
      break
    }
  }
  pending %7 = load(&环#2)
  return add(%3, %7)
}
)");
}

TEST(LowerRecursion, NeverCalledIsNothing) {
  EXPECT_EQ(function_of("空", R"(
「空」乃化「无三二」而「无三二」也。
「空」者会「限」而
  递归虑「环」其化「无三二」而「无三二」者会「甲」而「环」于「甲」
  而「限」
也。
)"),
            R"(function 空(限: u32) -> u32 {
  return $限
}
)");
}

TEST(LowerRecursion, WithoutSelfCallIsPlain) {
  EXPECT_EQ(function_of("平", R"(
「平」乃化「无三二」而「无三二」也。
「平」者会「限」而
  递归虑「环」其化「无三二」而化「有」而化「无三二」而「无三二」者会「甲」而会「乙」而会「丙」而「加」于「甲」于「丙」
  而「乘」于（「环」于「限」于（「写数组」于「数据」于「限」于「限」）于（「新无三二」于「二」））于「限」
也。
)"),
            R"(function 平(限: u32) -> u32 {
  store index_ref(@数据, $限) = $限
  let 甲 = $限
  let 丙 = 2u
  return multiply(add(%甲, %丙), $限)
}
)");
}

TEST(LowerRecursion, InATailBranchOfALoopThatEndsTheFunction) {
  EXPECT_EQ(function_of("双", R"(
「双」乃化「无三二」而「无三二」也。
「双」者会「限」而
  递归虑「外」其化「无三二」而「无三二」者会「甲」而
    若「小于」于「甲」于「限」则「外」于（「加」于「甲」于（「新无三二」于「一」））
    否则
      递归虑「内」其化「无三二」而「无三二」者会「乙」而
        若「小于」于「乙」于「甲」则「内」于（「加」于「乙」于（「新无三二」于「二」））否则「乙」
      而「内」于（「新无三二」于「零」）
  而「外」于（「新无三二」于「零」）
也。
)"),
            R"(function 双(限: u32) -> u32 {
  variable 甲: u32 = 0u
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      store &甲 = add(%1, 1u)
      continue
    } else {
      variable 乙: u32 = 0u
      loop {
        pending %2 = load(&乙)
        pending %3 = load(&甲)
        if less(%2, %3) {
          pending %4 = load(&乙)
          store &乙 = add(%4, 2u)
          continue
        } else {
          pending %5 = load(&乙)
          return %5
        }
      }
    }
  }
}
)");
}

TEST(LowerRecursion, InATailBranchOfALoopWithAValue) {
  EXPECT_EQ(function_of("双", R"(
「双」乃化「无三二」而「无三二」也。
「双」者会「限」而
  虑「果」者（递归虑「外」其化「无三二」而「无三二」者会「甲」而
    若「小于」于「甲」于「限」则「外」于（「加」于「甲」于（「新无三二」于「一」））
    否则
      递归虑「内」其化「无三二」而「无三二」者会「乙」而
        若「小于」于「乙」于「甲」则「内」于（「加」于「乙」于（「新无三二」于「二」））否则「乙」
      而「内」于（「新无三二」于「零」）
  而「外」于（「新无三二」于「零」））
  而「加」于「果」于「限」
也。
)"),
            R"(function 双(限: u32) -> u32 {
  variable 甲: u32 = 0u
  variable 外: u32 result
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      store &甲 = add(%1, 1u)
      continue
    } else {
      variable 乙: u32 = 0u
      variable 内: u32 result
      loop {
        pending %2 = load(&乙)
        pending %3 = load(&甲)
        if less(%2, %3) {
          pending %4 = load(&乙)
          store &乙 = add(%4, 2u)
          continue
        } else {
          pending %5 = load(&乙)
          store &内 = %5
          break
        }
      }
      pending %6 = load(&内)
      store &外 = %6
      break
    }
  }
  let 果 = load(&外)
  return add(%果, $限)
}
)");
}

TEST(LowerRecursion, UnitInValuePositionBreaks) {
  EXPECT_EQ(function_of("填", R"(
「填」乃化「无三二」而「无三二」也。
「填」者会「限」而
  （递归虑「环」其化「无三二」而「有」者会「甲」而
    若「小于」于「甲」于「限」则「写数组」于「数据」于「甲」于「甲」；「环」于（「加」于「甲」于（「新无三二」于「一」））
    否则「元」
  而「环」于（「新无三二」于「零」））；
  「限」
也。
)"),
            R"(function 填(限: u32) -> u32 {
  variable 甲: u32 = 0u
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      pending %2 = load(&甲)
      store index_ref(@数据, %1) = %2
      pending %3 = load(&甲)
      store &甲 = add(%3, 1u)
      continue
    } else {
      break
    }
  }
  return $限
}
)");
}

TEST(LowerRecursion, ALetOfAParameterIsACopy) {
  EXPECT_EQ(function_of("抄", R"(
「抄」乃化「无三二」而「无三二」也。
「抄」者会「限」而
  递归虑「环」其化「无三二」而化「无三二」而「无三二」者会「甲」而会「前」而
    虑「旧」者「甲」而
    若「小于」于「甲」于「限」则「环」于（「加」于「旧」于（「新无三二」于「一」））于「旧」否则「前」
  而「环」于（「新无三二」于「零」）于（「新无三二」于「零」）
也。
)"),
            R"(function 抄(限: u32) -> u32 {
  variable 甲: u32 = 0u
  variable 前: u32 = 0u
  loop {
    let 旧 = load(&甲)
    pending %0 = load(&甲)
    if less(%0, $限) {
      let %1 = add(%旧, 1u)
      let %2 = copy(%旧)
      store &甲 = %1
      store &前 = %2
      continue
    } else {
      pending %3 = load(&前)
      return %3
    }
  }
}
)");
}

TEST(LowerRecursion, NoSelectInTheTailOfALoop) {
  EXPECT_EQ(function_of("选", R"(
「选」乃化「无三二」而「无三二」也。
「选」者会「限」而
  递归虑「环」其化「无三二」而「无三二」者会「甲」而
    若「小于」于「甲」于「限」则「环」于（「加」于「甲」于（「新无三二」于「一」））
    否则若「等于」于「甲」于「限」则「甲」否则「限」
  而「环」于（「新无三二」于「零」）
也。
)"),
            R"(function 选(限: u32) -> u32 {
  variable 甲: u32 = 0u
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      store &甲 = add(%1, 1u)
      continue
    } else {
      pending %2 = load(&甲)
      if equal(%2, $限) {
        pending %3 = load(&甲)
        return %3
      } else {
        return $限
      }
    }
  }
}
)");
}

TEST(LowerRecursion, InABranchOfAnIfAsValue) {
  EXPECT_EQ(function_of("支", R"(
「支」乃化「无三二」而「无三二」也。
「支」者会「限」而
  虑「果」者（若「小于」于「限」于（「新无三二」于「九」）则
      （递归虑「环」其化「无三二」而「无三二」者会「甲」而
        若「小于」于「甲」于「限」则「环」于（「加」于「甲」于（「新无三二」于「三」））否则「甲」
      而「环」于（「新无三二」于「零」））
    否则「限」）
  而「加」于「果」于「限」
也。
)"),
            R"(function 支(限: u32) -> u32 {
  variable &0: u32
  if less($限, 9u) {
    variable 甲: u32 = 0u
    variable 环: u32 result
    loop {
      pending %0 = load(&甲)
      if less(%0, $限) {
        pending %1 = load(&甲)
        store &甲 = add(%1, 3u)
        continue
      } else {
        pending %2 = load(&甲)
        store &环 = %2
        break
      }
    }
    pending %3 = load(&环)
    store &0 = %3
  } else {
    store &0 = $限
  }
  let 果 = load(&0)
  return add(%果, $限)
}
)");
}

TEST(LowerRecursion, ADroppedValueHasNoResultVariable) {
  EXPECT_EQ(function_of("弃", R"(
「弃」乃化「无三二」而「无三二」也。
「弃」者会「限」而
  （递归虑「环」其化「无三二」而「无三二」者会「甲」而
    若「小于」于「甲」于「限」则「写数组」于「数据」于「甲」于「甲」；「环」于（「加」于「甲」于（「新无三二」于「一」））
    否则「加」于「甲」于「限」
  而「环」于（「新无三二」于「零」））；
  「限」
也。
)"),
            R"(function 弃(限: u32) -> u32 {
  variable 甲: u32 = 0u
  loop {
    pending %0 = load(&甲)
    if less(%0, $限) {
      pending %1 = load(&甲)
      pending %2 = load(&甲)
      store index_ref(@数据, %1) = %2
      pending %3 = load(&甲)
      store &甲 = add(%3, 1u)
      continue
    } else {
      break
    }
  }
  return $限
}
)");
}

TEST(LowerRecursion, ArgumentsWithStatementsComeFirst) {
  EXPECT_EQ(function_of("先", R"(
「先」乃化「无三二」而「无三二」也。
「先」者会「限」而
  递归虑「环」其化「无三二」而化「无三二」而「无三二」者会「甲」而会「乙」而
    若「小于」于「甲」于「限」则
      「环」于（「加」于「甲」于（「新无三二」于「一」））于（若「等于」于「甲」于（「新无三二」于「二」）则「读数组」于「数据」于「甲」否则「乙」）
    否则「乙」
  而「环」于（「新无三二」于「零」）于（若「等于」于「限」于（「新无三二」于「二」）则「读数组」于「数据」于「限」否则「限」）
也。
)"),
            R"(function 先(限: u32) -> u32 {
  variable &0: u32
  if equal($限, 2u) {
    pending %0 = load(index_ref(@数据, $限))
    store &0 = %0
  } else {
    store &0 = $限
  }
  pending %1 = load(&0)
  variable 甲: u32 = 0u
  variable 乙: u32 = %1
  loop {
    pending %2 = load(&甲)
    if less(%2, $限) {
      pending %3 = load(&甲)
      pending %4 = load(&甲)
      variable &1: u32
      if equal(%4, 2u) {
        pending %5 = load(&甲)
        pending %6 = load(index_ref(@数据, %5))
        store &1 = %6
      } else {
        pending %7 = load(&乙)
        store &1 = %7
      }
      pending %8 = load(&1)
      let %9 = add(%3, 1u)
      let %10 = copy(%8)
      store &甲 = %9
      store &乙 = %10
      continue
    } else {
      pending %11 = load(&乙)
      return %11
    }
  }
}
)");
}

TEST(LowerRecursion, BodiesUseOuterLocalsAndOtherRecursions) {
  EXPECT_EQ(function_of("用", R"(
「用」乃化「无三二」而「无三二」也。
「用」者会「限」而
  虑「底」者「乘」于「限」于「限」而
  递归虑「升」其化「无三二」而「无三二」者会「甲」而
    若「小于」于「甲」于「底」则「升」于（「加」于「甲」于「底」）否则「甲」
  而
  递归虑「降」其化「无三二」而化「无三二」而「无三二」者会「乙」而会「丙」而
    若「等于」于「乙」于（「新无三二」于「零」）则「丙」
    否则「降」于（「减」于「乙」于（「新无三二」于「一」））于（「加」于「丙」于（「升」于「乙」））
  而「降」于「底」于（「新无三二」于「零」）
也。
)"),
            R"(function 用(限: u32) -> u32 {
  let 底 = multiply($限, $限)
  variable 乙: u32 = %底
  variable 丙: u32 = 0u
  loop {
    pending %0 = load(&乙)
    if equal(%0, 0u) {
      pending %1 = load(&丙)
      return %1
    } else {
      pending %2 = load(&乙)
      pending %3 = load(&丙)
      pending %4 = load(&乙)
      variable 甲: u32 = %4
      variable 升: u32 result
      loop {
        pending %5 = load(&甲)
        if less(%5, %底) {
          pending %6 = load(&甲)
          store &甲 = add(%6, %底)
          continue
        } else {
          pending %7 = load(&甲)
          store &升 = %7
          break
        }
      }
      pending %8 = load(&升)
      let %9 = subtract(%2, 1u)
      let %10 = add(%3, %8)
      store &乙 = %9
      store &丙 = %10
      continue
    }
  }
}
)");
}

TEST(LowerRecursion, OfUnitInATailIfReturns) {
  EXPECT_EQ(function_of("支", R"(
「支」乃化「局部调用序」而「有」也。
「支」者会「序」而
  若「等于」于「序」于（「新无三二」于「零」）则
    递归虑「环」其化「无三二」而「有」者会「甲」而
      若「小于」于「甲」于（「新无三二」于「八」）则「写共享数组」于「共享」于「甲」于「序」；「环」于（「加」于「甲」于（「新无三二」于「一」））
      否则「元」
    而「环」于（「新无三二」于「零」）
  否则「元」
也。
「支入口」乃「计算入口」也。
「支入口」者「计算入口项」于「支」于（「组值」【「工作组大小」者「四」也】）也。
)"),
            R"(function 支(序: u32 builtin(local_invocation_index)) {
  if equal($序, 0u) {
    variable 甲: u32 = 0u
    loop {
      pending %0 = load(&甲)
      if less(%0, 8u) {
        pending %1 = load(&甲)
        store index_ref(@共享, %1) = $序
        pending %2 = load(&甲)
        store &甲 = add(%2, 1u)
        continue
      } else {
        return
      }
    }
  } else {
  }
}
)");
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::testing
