#include <string>

#include "support/internal_error.hpp"
#include "translate.hpp"

namespace yyshader::test {
namespace {

TEST(WgslStatements, DeclareAndAssign) {
  EXPECT_EQ(to_wgsl(R"(
global 数: array<u32> storage(read_write) group(0) binding(0)
function 甲(乙: u32) -> u32 {
  let 丙 = 0
  let 丁 = 2u
  variable 戊: u32 = $乙
  variable &0: vec2<f32>
  store &0 = construct<vec2<f32>>(1.0f, 2.0f)
  store &戊 = $乙
  store index_ref(@数, %丁) = $乙
  inlined %0 = load(&戊)
  return %0
}
)"),
            R"(@group(0) @binding(0) var<storage, read_write> 数: array<u32>;

fn 甲(乙: u32) -> u32 {
  const 丙 = 0;
  let 丁 = 2u;
  var 戊: u32 = 乙;
  var 临时: vec2<f32>;
  临时 = vec2<f32>(1.0f, 2.0f);
  戊 = 乙;
  数[丁] = 乙;
  return 戊;
}
)");
}

TEST(WgslStatements, WriteEffectsAsTheirFormsSay) {
  EXPECT_EQ(to_wgsl(R"(
global 数: array<atomic<u32>> storage(read_write) group(0) binding(0)
function 甲(乙: u32) -> u32 {
  statement atomic_store(index_ref(@数, $乙), 1u)
  dropped atomic_add(index_ref(@数, $乙), 1u)
  dropped atomic_load(index_ref(@数, $乙))
  return 1u
}
function 丙() {
  statement workgroup_barrier()
  statement storage_barrier()
  dropped call 甲(1u)
}
)"),
            R"(@group(0) @binding(0) var<storage, read_write> 数: array<atomic<u32>>;

fn 甲(乙: u32) -> u32 {
  atomicStore(&数[乙], 1u);
  _ = atomicAdd(&数[乙], 1u);
  _ = atomicLoad(&数[乙]);
  return 1u;
}

fn 丙() {
  workgroupBarrier();
  storageBarrier();
  _ = 甲(1u);
}
)");
}

TEST(WgslStatements, WriteIfWithBothBranches) {
  EXPECT_EQ(to_wgsl(R"(
function 甲(乙: u32) -> u32 {
  variable &0: u32
  if less($乙, 1u) {
    store &0 = 1u
  } else {
    if less($乙, 2u) {
      store &0 = 2u
    } else {
      store &0 = 3u
    }
  }
  if less($乙, 3u) {
  } else {
  }
  inlined %0 = load(&0)
  return %0
}
)"),
            R"(fn 甲(乙: u32) -> u32 {
  var 临时: u32;
  if (乙 < 1u) {
    临时 = 1u;
  } else {
    if (乙 < 2u) {
      临时 = 2u;
    } else {
      临时 = 3u;
    }
  }
  if (乙 < 3u) {
  } else {
  }
  return 临时;
}
)");
}

// A self call with several changed arguments, in a loop whose value goes to the recursion's result (spec 2.2).
TEST(WgslStatements, WriteALoopOfALocalRecursion) {
  EXPECT_EQ(to_wgsl(R"(
function 甲(乙: u32) -> u32 {
  variable 数: u32 = $乙
  variable 和: u32 = 0u
  variable 环: u32 result
  loop {
    inlined %0 = load(&数)
    if equal(%0, 0u) {
      inlined %1 = load(&和)
      store &环 = %1
      break
    } else {
      inlined %2 = load(&数)
      let %3 = subtract(%2, 1u)
      inlined %4 = load(&和)
      inlined %5 = load(&数)
      let %6 = add(%4, %5)
      store &数 = %3
      store &和 = %6
      continue
    }
  }
  inlined %7 = load(&环)
  return multiply(%7, 2u)
}
)"),
            R"(fn 甲(乙: u32) -> u32 {
  var 数: u32 = 乙;
  var 和: u32 = 0u;
  var 环结果: u32;
  loop {
    if (数 == 0u) {
      环结果 = 和;
      break;
    } else {
      let 临时 = 数 - 1u;
      let 临时_2 = 和 + 数;
      数 = 临时;
      和 = 临时_2;
      continue;
    }
  }
  return 环结果 * 2u;
}
)");
}

TEST(WgslStatements, SayReturnOnlyWhereTheFunctionDoesNotEndAnyway) {
  EXPECT_EQ(to_wgsl(R"(
function 甲(乙: u32) {
  if less($乙, 1u) {
    return
  } else {
  }
  loop {
    if less($乙, 2u) {
      return
    } else {
      continue
    }
  }
}
function 丙(乙: u32) {
  if less($乙, 1u) {
    statement call 甲($乙)
    return
  } else {
    return
  }
}
function 丁() {
  return
}
)"),
            R"(fn 甲(乙: u32) {
  if (乙 < 1u) {
    return;
  } else {
  }
  loop {
    if (乙 < 2u) {
      return;
    } else {
      continue;
    }
  }
}

fn 丙(乙: u32) {
  if (乙 < 1u) {
    甲(乙);
  } else {
  }
}

fn 丁() {
}
)");
}

/// A function that is a chain of `count` conditions.
std::string chain(unsigned count) {
  std::string text = "function 甲(乙: u32) -> u32 {\n";
  for (unsigned i = 0; i < count; ++i) {
    text += "if less($乙, " + std::to_string(i) + "u) {\nreturn " + std::to_string(i) + "u\n} else {\n";
  }
  text += "return 99u\n";
  for (unsigned i = 0; i < count; ++i) text += "}\n";
  return text + "}\n";
}

TEST(WgslStatements, UseElseIfOnlyInLongChains) {
  const std::string nested = to_wgsl(chain(32));
  EXPECT_EQ(nested.find("else if"), std::string::npos);
  std::string expected = "fn 甲(乙: u32) -> u32 {\n";
  for (unsigned i = 0; i < 33; ++i) {
    expected += i == 0 ? "  if (乙 < 0u) {\n" : "  } else if (乙 < " + std::to_string(i) + "u) {\n";
    expected += "    return " + std::to_string(i) + "u;\n";
  }
  expected += "  } else {\n    return 99u;\n  }\n}\n";
  EXPECT_EQ(to_wgsl(chain(33)), expected);
}

// A chain that is broken by a statement is none.
TEST(WgslStatements, CountOnlyElseBlocksThatAreNothingButAnIf) {
  std::string text = chain(40);
  const std::size_t place = text.find("if less($乙, 20u)");
  text.insert(place, "let 中 = 1u\n");
  EXPECT_EQ(to_wgsl(text).find("else if"), std::string::npos);
}

TEST(WgslStatements, RefuseWhatIsNestedBeyondAllLimits) {
  std::string text = "function 甲(乙: u32) {\n";
  for (int i = 0; i < 2000; ++i) text += "if less($乙, 1u) {\n";
  for (int i = 0; i < 2000; ++i) text += "} else {\n}\n";
  std::string error;
  const auto module = ir::read(text + "}\n", error);
  ASSERT_TRUE(module) << error;
  EXPECT_THROW(wgsl_of(*module), support::InternalError);
}

}  // namespace
}  // namespace yyshader::test
