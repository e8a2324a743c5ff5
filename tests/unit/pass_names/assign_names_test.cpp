#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/names.hpp"

namespace yyshader::pass {
namespace {

using ::testing::ElementsAre;

ir::Module module_of(std::string_view text) {
  std::string error;
  auto module = ir::read(text, error);
  EXPECT_TRUE(module.has_value()) << error;
  if (!module) return {};
  for (const std::string& broken : ir::verify(*module, true)) ADD_FAILURE() << broken;
  return std::move(*module);
}

/// The names of a function's lets, in the order of its text.
std::vector<std::string> lets_of(const ir::Module& module, const Names& names, std::size_t function) {
  std::vector<std::string> result;
  const ir::Function& body = module.functions[function];
  for (const ir::Statement& statement : body.blocks[body.body.index()].statements) {
    if (statement.kind == ir::StatementKind::let)
      result.push_back(names.function_names[function].lets.at(statement.value));
  }
  return result;
}

TEST(AssignNames, KeepsPlainNames) {
  const ir::Module module = module_of(R"(
struct 组 { 甲: u32, 乙: f32, }
global 数据: array<u32> storage(read_write) group(0) binding(0)
constant 常: u32 = 1u
function 函(参: u32) -> u32 {
  let 局 = add($参, ^常)
  return %局
}
)");
  const Names names = assign_names(module);
  EXPECT_THAT(names.structs, ElementsAre("组"));
  EXPECT_THAT(names.members[0], ElementsAre("甲", "乙"));
  EXPECT_THAT(names.globals, ElementsAre("数据"));
  EXPECT_THAT(names.constants, ElementsAre("常"));
  EXPECT_THAT(names.functions, ElementsAre("函"));
  EXPECT_THAT(names.function_names[0].parameters, ElementsAre("参"));
  EXPECT_THAT(lets_of(module, names, 0), ElementsAre("局"));
}

// Two modules of a program may define one name (spec 1.1).
TEST(AssignNames, NumbersItemsOfOneName) {
  const Names names = assign_names(module_of(R"(
constant 甲: u32 = 1u
struct 甲 { 乙: u32, }
constant 甲_2: u32 = 3u
constant 甲#2: u32 = 4u
)"));
  EXPECT_THAT(names.constants, ElementsAre("甲", "甲_2_2", "甲_3"));
  EXPECT_THAT(names.structs, ElementsAre("甲_2"));
}

// Different names whose legal forms are one stay different.
TEST(AssignNames, NeverMakesOneOfTwo) {
  const Names names = assign_names(module_of(R"(
constant 「a b」: u32 = 1u
constant 「豫_a_20_b」: u32 = 2u
constant max: u32 = 3u
constant 豫_max: u32 = 4u
)"));
  EXPECT_THAT(names.constants, ElementsAre("豫_a_20_b", "豫_a_20_b_2", "豫_max", "豫_max_2"));
}

TEST(AssignNames, NamesEntryFunctionsFirst) {
  const Names names = assign_names(module_of(R"(
function 甲() {
}
function 甲#2() {
}
function 甲#3() {
}
entry 一 compute(1, 1, 1) = 甲#3
entry 二 compute(2, 1, 1) = 甲#2
)"));
  EXPECT_THAT(names.functions, ElementsAre("甲_3", "甲_2", "甲"));
}

TEST(AssignNames, MakesMembersUniqueWithinTheirStruct) {
  const Names names = assign_names(module_of(R"(
struct 组 { 「a b」: u32, 「豫_a_20_b」: u32, 组: u32, float: u32, }
struct 丁 { 「a b」: u32, }
)"));
  EXPECT_THAT(names.members[0], ElementsAre("豫_a_20_b", "豫_a_20_b_2", "组", "豫_float"));
  EXPECT_THAT(names.members[1], ElementsAre("豫_a_20_b"));
}

// In C++ such a member would hide the struct: `struct 丙 { float 甲; 甲 乙; };`
TEST(AssignNames, MembersDoNotHideTheStructsBesideThem) {
  const Names names = assign_names(module_of(R"(
struct 甲 { 乙: u32, 丙: u32, }
struct 乙 { 丙: u32, }
struct 丙 { 甲: u32, 二: 甲, 乙: array<array<乙, 2>, 3>, 丙: u32, }
struct 丁 { 甲: u32, 丙: 丙, }
)"));
  EXPECT_THAT(names.structs, ElementsAre("甲", "乙", "丙", "丁"));
  EXPECT_THAT(names.members[0], ElementsAre("乙", "丙"));
  EXPECT_THAT(names.members[2], ElementsAre("甲_2", "二", "乙_2", "丙"));
  EXPECT_THAT(names.members[3], ElementsAre("甲", "丙_2"));
}

// A local avoids items that stand before it, its own function among them, and what is declared before it in there.
TEST(AssignNames, NumbersLocalsInOrderOfDeclaration) {
  const ir::Module module = module_of(R"(
constant 常: u32 = 1u
function 函(常: u32, 函: u32, 后: u32) {
  let 常 = 1u
  let 数 = 2u
  if less(%数, 3u) {
    variable 数: u32 = 1u
  } else {
    variable 数: u32 = 2u
  }
  let 数#2 = 3u
}
constant 后: u32 = 1u
)");
  const Names names = assign_names(module);
  EXPECT_THAT(names.function_names[0].parameters, ElementsAre("常_2", "函_2", "后"));
  EXPECT_THAT(lets_of(module, names, 0), ElementsAre("常_3", "数", "数_4"));
  EXPECT_THAT(names.function_names[0].locals, ElementsAre("数_2", "数_3"));
  EXPECT_THAT(names.constants, ElementsAre("常", "后"));
}

TEST(AssignNames, NumbersTemporariesInTheOrderOfTheText) {
  const ir::Module module = module_of(R"(
function 函(参: u32) {
  variable &0: u32
  let %1 = add($参, 1u)
  if less($参, 1u) {
    let %2 = add($参, 2u)
  } else {
    let %3 = add($参, 3u)
  }
  let %4 = add($参, 4u)
  let 临时 = 1u
}
function 二(参: u32) {
  let %1 = add($参, 1u)
}
)");
  const Names names = assign_names(module);
  EXPECT_THAT(names.function_names[0].locals, ElementsAre("临时"));
  EXPECT_THAT(lets_of(module, names, 0), ElementsAre("临时_2", "临时_5", "临时_6"));
  EXPECT_THAT(lets_of(module, names, 1), ElementsAre("临时"));
}

TEST(AssignNames, GivesARecursionsResultItsSuffix) {
  const Names names = assign_names(module_of(R"(
function 函() {
  variable 环: u32 result = 1u
  variable 环#2: u32 result = 1u
  variable 环结果: u32 = 1u
  variable 「2」: u32 result = 1u
}
)"));
  EXPECT_THAT(names.function_names[0].locals, ElementsAre("环结果", "环结果_2", "环结果_3", "豫_2结果"));
}

TEST(AssignNames, TakesLinearTimeForManyEqualNames) {
  std::string text = "constant 甲: u32 = 1u\n";
  for (int i = 2; i <= 5000; ++i) text += "constant 甲#" + std::to_string(i) + ": u32 = 1u\n";
  const Names names = assign_names(module_of(text));
  EXPECT_EQ(names.constants.back(), "甲_5000");
}

}  // namespace
}  // namespace yyshader::pass
