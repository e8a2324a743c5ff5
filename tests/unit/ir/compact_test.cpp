#include "ir/compact.hpp"

#include "ir/builder.hpp"
#include "text_support.hpp"

namespace yyshader::ir {
namespace {

TEST(Compact, PutsOperandsFirstAndDropsTheRest) {
  Module module = read_module(R"(function f(x: u32) -> u32 {
  let a = add($x, 1u)
  if less(%a, 2u) {
    return multiply(%a, 3u)
  } else {
    return bit_not(%a)
  }
}
)");
  Function& function = module.functions[0];
  Builder builder(module, &function);
  // An old value with a new operand, and one that nothing uses.
  const ValueId changed = function.blocks[0].statements[0].value;
  const ValueId literal = builder.literal(module.types.u32(), "7", {});
  function.values.operand_list[function.values[changed].first_operand + 1] = literal;
  EXPECT_THAT(verify(module), testing::ElementsAre(testing::HasSubstr("its operand is no earlier value")));
  const std::size_t count = function.values.values.size();
  compact(function);
  EXPECT_EQ(function.values.values.size(), count - 1);
  EXPECT_THAT(verify(module), testing::IsEmpty());
  EXPECT_THAT(dump(module), testing::HasSubstr("let a = add($x, 7u)"));
  EXPECT_THAT(dump(module), testing::HasSubstr("return multiply(%a, 3u)"));
}

}  // namespace
}  // namespace yyshader::ir
