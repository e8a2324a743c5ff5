#include "translate.hpp"

namespace yyshader::test {
namespace {

/// A loop over %k, from 0, that adds %x up, which `body` gives; `before` stands before it.
std::string sum(std::string_view body, std::string_view before = "") {
  return to_ptx(
      "global a: array<f32> storage(read) group(0) binding(0)\n"
      "global w: array<u32> storage(read) group(0) binding(1)\n"
      "global o: array<f32> storage(read_write) group(0) binding(2)\n"
      "function f(i: u32 builtin(local_invocation_index)) {\n  let n = load(index_ref(@w, 0u))\n" +
      std::string(before) +
      "  variable c: u32 = 0u\n  variable s: f32 = 0.0f\n  loop {\n    let k = load(&c)\n"
      "    if greater_equal(%k, %n) {\n      break\n    } else {\n" +
      std::string(body) +
      "      pending %90 = load(&s)\n      store &s = add(%90, %x)\n      store &c = add(%k, 1u)\n      continue\n"
      "    }\n  }\n  pending %91 = load(&s)\n  store index_ref(@o, $i) = %91\n}\nentry e compute(64, 1, 1) = f\n");
}

/// From the loop's label to the branch back.
std::string loop_of(const std::string& ptx) {
  const std::size_t branch = ptx.rfind("bra $L", ptx.find("st.global"));
  const std::size_t end = ptx.find(';', branch);
  const std::string label = ptx.substr(branch + 4, end - branch - 4);
  const std::size_t start = ptx.find(label + ":");
  EXPECT_NE(start, std::string::npos) << ptx;
  return start < end ? ptx.substr(start, end - start) : ptx;
}

TEST(PtxLoops, AnIndexBesideTheCountIsCountedUp) {
  const std::string ptx = sum("      let x = load(index_ref(@a, add(multiply($i, %n), %k)))\n");
  const std::string loop = loop_of(ptx);
  EXPECT_EQ(count(loop, "mul.lo") + count(loop, "mad.lo"), 0U) << ptx;
  EXPECT_EQ(count(loop, "add.u32"), 2U) << ptx;  // the count and the index
  expect_assembles(ptx);
}

TEST(PtxLoops, ACountTimesAConstantIsCountedUpToo) {
  const std::string ptx = sum("      let x = load(index_ref(@a, add(%n, multiply(%k, 12u))))\n");
  const std::string loop = loop_of(ptx);
  EXPECT_EQ(count(loop, "mul.lo") + count(loop, "mad.lo"), 0U) << ptx;
  EXPECT_EQ(count(loop, ", 12;"), 1U) << ptx;
  expect_assembles(ptx);
}

TEST(PtxLoops, NotMoreIndicesAreCountedThanThereAreRegistersFor) {
  // Forty rows; what stands before the loop is forty products.
  std::string before;
  std::string body = "      let x0 = load(index_ref(@a, %k))\n";
  for (int i = 1; i < 40; ++i) {
    const std::string number = std::to_string(i);
    before += "  let r" + number + " = multiply(%n, " + std::to_string(2 * i + 1) + "u)\n";
    body += "      let y" + number + " = load(index_ref(@a, add(%r" + number + ", %k)))\n      let x" + number +
            " = add(%x" + std::to_string(i - 1) + ", %y" + number + ")\n";
  }
  body += "      let x = copy(%x39)\n";
  const std::string ptx = sum(body, before);
  const std::string loop = loop_of(ptx);
  EXPECT_EQ(count(loop, "ld.global.nc"), 40U);
  // The count, and for each row either its own count or a sum.
  EXPECT_EQ(count(loop, "add.u32"), 40U) << ptx;
  expect_assembles(ptx);
}

TEST(PtxLoops, WhatDoesNotCountStays) {
  // The index depends on what was read.
  const std::string ptx =
      sum("      let y = load(index_ref(@w, %k))\n      let x = load(index_ref(@a, add(%n, %y)))\n");
  const std::string loop = loop_of(ptx);
  EXPECT_EQ(count(loop, "ld.global.nc"), 2U) << ptx;
  EXPECT_EQ(count(loop, "add.u32"), 2U) << ptx;
  expect_assembles(ptx);
}

TEST(PtxLoops, VariablesOfALoopKeepOneRegister) {
  const std::string loop = loop_of(sum("      let x = load(index_ref(@a, %k))\n"));
  EXPECT_EQ(count(loop, "mov."), 0U) << loop;
}

TEST(PtxLoops, AVariableThatIsAskedForLaterKeepsItsOwn) {
  // The turn before's value is added after the next one is made.
  const std::string ptx = to_ptx(R"(
global a: array<f32> storage(read) group(0) binding(0)
global o: array<f32> storage(read_write) group(0) binding(1)
function f(n: u32 builtin(local_invocation_index)) {
  variable c: u32 = 0u
  variable before: f32 = 0.0f
  variable s: f32 = 0.0f
  loop {
    let k = load(&c)
    if greater_equal(%k, $n) {
      break
    } else {
      let x = load(index_ref(@a, %k))
      let old = load(&before)
      store &before = multiply(%x, 0.5f)
      let new = load(&before)
      pending %0 = load(&s)
      store &s = add(%0, multiply(%old, %new))
      store &c = add(%k, 1u)
      continue
    }
  }
  pending %1 = load(&s)
  store index_ref(@o, $n) = %1
}
entry e compute(64, 1, 1) = f
)");
  EXPECT_EQ(count(loop_of(ptx), "mov.b32"), 1U) << ptx;
  expect_assembles(ptx);
}

TEST(PtxLoops, AProductOutsideIsNotDrawnIn) {
  const std::string ptx =
      sum("      let y = load(index_ref(@a, %k))\n      let x = multiply(%y, add(%m, convert<f32>(%k)))\n",
          "  let m = multiply(convert<f32>(%n), 3.0f)\n");
  EXPECT_EQ(count(loop_of(ptx), "0f40400000"), 0U) << ptx;
  expect_assembles(ptx);
}

std::string word_kernel(std::string_view value) {
  return to_ptx(
      "global a: array<u32> storage(read) group(0) binding(0)\n"
      "global o: array<f32> storage(read_write) group(0) binding(1)\n"
      "function f(i: u32 builtin(local_invocation_index)) {\n  let x = load(index_ref(@a, $i))\n"
      "  store index_ref(@o, $i) = " +
      std::string(value) + "\n}\nentry e compute(64, 1, 1) = f\n");
}

TEST(PtxBitFields, BytesOfWordsAreCutOut) {
  const std::string second = "convert<f32>(shift_right(shift_left(bitcast<i32>(%x), 16u), 24u))";
  EXPECT_EQ(count(word_kernel(second), "bfe.s32 %r3, %r2, 8, 8;"), 1U) << word_kernel(second);
  const std::string low = word_kernel("convert<f32>(bit_and(%x, 255u))");
  EXPECT_EQ(count(low, ", 0, 8;"), 1U) << low;
  const std::string high_half = word_kernel("convert<f32>(shift_right(%x, 16u))");
  EXPECT_EQ(count(high_half, "bfe.u32 %r3, %r2, 16, 16;"), 1U) << high_half;
  // Five bits are no byte; nor is what something else asks for, too.
  EXPECT_EQ(count(word_kernel("convert<f32>(shift_right(shift_left(bitcast<i32>(%x), 3u), 27u))"), "bfe"), 0U);
  EXPECT_EQ(count(word_kernel("add(convert<f32>(bit_and(%x, 255u)), bitcast<f32>(bit_and(%x, 255u)))"), "bfe"), 0U);
  expect_assembles(word_kernel(second));
  expect_assembles(low);
}

}  // namespace
}  // namespace yyshader::test
