// Integer arithmetic and bits against the same written in C++.

#include <bit>
#include <limits>

#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using std::uint64_t;
__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

std::int32_t s(uint64_t a) { return static_cast<std::int32_t>(a); }
std::uint32_t u(uint64_t a) { return static_cast<std::uint32_t>(a); }
template <class T>
std::int64_t l(T a) {
  return static_cast<std::int64_t>(a);
}
std::int16_t h(uint64_t a) { return static_cast<std::int16_t>(a); }
std::uint16_t w(uint64_t a) { return static_cast<std::uint16_t>(a); }
template <class T>
uint64_t low(T a) {
  return static_cast<uint64_t>(a) & 0xffffffffU;
}
template <class T>
uint64_t half(T a) {
  return static_cast<uint64_t>(a) & 0xffffU;
}
std::int64_t clamp32(std::int64_t value) {
  return std::min<std::int64_t>(std::max<std::int64_t>(value, INT32_MIN), INT32_MAX);
}

#define OPERANDS [[maybe_unused]] uint64_t a, [[maybe_unused]] uint64_t b, [[maybe_unused]] uint64_t c
#define GIVES(value) [](OPERANDS) { return static_cast<uint64_t>(value); }

TEST(IntegerInstructions, ThirtyTwoBits) {
  check_instructions(
      {
          {"add.u32 %rr, %ra, %rb", GIVES(low(a + b))},
          {"add.s32 %rr, %ra, -5", GIVES(low(a - 5))},
          {"add.sat.s32 %rr, %ra, %rb", GIVES(low(l(clamp32(l(s(a)) + s(b)))))},
          {"sub.s32 %rr, %ra, %rb", GIVES(low(a - b))},
          {"sub.sat.s32 %rr, %ra, %rb", GIVES(low(clamp32(l(s(a)) - s(b))))},
          {"mul.lo.s32 %rr, %ra, %rb", GIVES(low(a * b))},
          {"mul.hi.s32 %rr, %ra, %rb", GIVES(low((l(s(a)) * s(b)) >> 32))},
          {"mul.hi.u32 %rr, %ra, %rb", GIVES((uint64_t{u(a)} * u(b)) >> 32U)},
          {"mul.wide.s32 %dr, %ra, %rb", GIVES(l(s(a)) * s(b))},
          {"mul.wide.u32 %dr, %ra, %rb", GIVES(uint64_t{u(a)} * u(b))},
          {"mad.lo.u32 %rr, %ra, %rb, %rc", GIVES(low(a * b + c))},
          {"mad.hi.s32 %rr, %ra, %rb, %rc", GIVES(low(((l(s(a)) * s(b)) >> 32) + s(c)))},
          {"mad.hi.sat.s32 %rr, %ra, %rb, %rc", GIVES(low(clamp32(((l(s(a)) * s(b)) >> 32) + s(c))))},
          {"mad.wide.u32 %dr, %ra, %rb, %dc", GIVES(uint64_t{u(a)} * u(b) + c)},
          {"mad.wide.s32 %dr, %ra, %rb, %dc", GIVES(static_cast<uint64_t>(l(s(a)) * s(b)) + c)},
          {"neg.s32 %rr, %ra", GIVES(low(0 - a))},
          {"abs.s32 %rr, %ra", GIVES(s(a) < 0 ? low(0 - a) : low(a))},
          {"min.s32 %rr, %ra, %rb", GIVES(low(std::min(s(a), s(b))))},
          {"max.s32 %rr, %ra, %rb", GIVES(low(std::max(s(a), s(b))))},
          {"min.u32 %rr, %ra, %rb", GIVES(std::min(u(a), u(b)))},
          {"max.u32 %rr, %ra, %rb", GIVES(std::max(u(a), u(b)))},
      },
      triples_of(interesting_words(32)));
}

TEST(IntegerInstructions, SixtyFourBits) {
  check_instructions(
      {
          {"add.u64 %dr, %da, %db", GIVES(a + b)},
          {"sub.s64 %dr, %da, %db", GIVES(a - b)},
          {"mul.lo.u64 %dr, %da, %db", GIVES(a * b)},
          {"mul.hi.u64 %dr, %da, %db", GIVES(static_cast<uint64_t>((Uint128{a} * b) >> 64U))},
          {"mul.hi.s64 %dr, %da, %db", GIVES(static_cast<uint64_t>((Int128{l(a)} * l(b)) >> 64U))},
          {"mad.lo.s64 %dr, %da, %db, %dc", GIVES(a * b + c)},
          {"neg.s64 %dr, %da", GIVES(0 - a)},
          {"abs.s64 %dr, %da", GIVES(l(a) < 0 ? 0 - a : a)},
          {"min.s64 %dr, %da, %db", GIVES(static_cast<uint64_t>(std::min(l(a), l(b))))},
          {"max.u64 %dr, %da, %db", GIVES(std::max(a, b))},
      },
      triples_of(interesting_words(64)));
}

TEST(IntegerInstructions, SixteenBits) {
  check_instructions(
      {
          {"add.u16 %hr, %ha, %hb", GIVES(half(a + b))},
          {"sub.s16 %hr, %ha, %hb", GIVES(half(a - b))},
          {"mul.lo.s16 %hr, %ha, %hb", GIVES(half(a * b))},
          {"mul.hi.s16 %hr, %ha, %hb", GIVES(half(static_cast<uint64_t>((h(a) * h(b)) >> 16)))},
          {"mul.hi.u16 %hr, %ha, %hb", GIVES(half((uint64_t{w(a)} * w(b)) >> 16U))},
          {"mul.wide.s16 %rr, %ha, %hb", GIVES(low(static_cast<uint64_t>(h(a) * h(b))))},
          {"mul.wide.u16 %rr, %ha, %hb", GIVES(uint64_t{w(a)} * w(b))},
          {"mad.wide.u16 %rr, %ha, %hb, %rc", GIVES(low(uint64_t{w(a)} * w(b) + c))},
          {"neg.s16 %hr, %ha", GIVES(half(0 - a))},
          {"abs.s16 %hr, %ha", GIVES(h(a) < 0 ? half(0 - a) : half(a))},
          {"min.s16 %hr, %ha, %hb", GIVES(half(static_cast<uint64_t>(std::min(h(a), h(b)))))},
          {"max.u16 %hr, %ha, %hb", GIVES(std::max(w(a), w(b)))},
      },
      triples_of(interesting_words(16)));
}

TEST(IntegerInstructions, DivisionOfWhatTheManualSpecifies) {
  std::vector<Triple> operands;
  for (const Triple& triple : triples_of(interesting_words(64))) {
    if (u(triple[1]) != 0 && half(triple[1]) != 0) operands.push_back(triple);
  }
  const auto divide = [](std::int64_t x, std::int64_t y) {
    return y == -1 ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x / y);
  };
  check_instructions(
      {
          {"div.u32 %rr, %ra, %rb", GIVES(u(a) / u(b))},
          {"div.s32 %rr, %ra, %rb", [&](OPERANDS) { return low(divide(s(a), s(b))); }},
          {"div.u64 %dr, %da, %db", GIVES(a / b)},
          {"div.s64 %dr, %da, %db", [&](OPERANDS) { return divide(l(a), l(b)); }},
          {"div.u16 %hr, %ha, %hb", GIVES(static_cast<uint64_t>(w(a) / w(b)))},
          {"div.s16 %hr, %ha, %hb", [&](OPERANDS) { return half(divide(h(a), h(b))); }},
          {"rem.u32 %rr, %ra, %rb", GIVES(u(a) % u(b))},
          {"rem.u64 %dr, %da, %db", GIVES(a % b)},
          {"rem.u16 %hr, %ha, %hb", GIVES(static_cast<uint64_t>(w(a) % w(b)))},
      },
      operands);
  std::vector<Triple> positive;
  for (const auto& [a, b, c] : operands) {
    const Triple triple = {a & 0x7fffffff7fff7fffULL, b & 0x7fffffff7fff7fffULL, c};
    if (low(triple[1]) != 0) positive.push_back(triple);
  }
  check_instructions({{"rem.s32 %rr, %ra, %rb", GIVES(low(static_cast<uint64_t>(s(a) % s(b))))},
                      {"rem.s64 %dr, %da, %db", GIVES(static_cast<uint64_t>(l(a) % l(b)))}},
                     positive);
}

TEST(IntegerInstructions, UnspecifiedQuotientsAreUndefined) {
  for (const char* const instruction : {"div.u32 %r2, %r1, 0;", "div.s32 %r2, %r1, %r0;", "rem.u32 %r2, %r1, %r0;",
                                        "rem.s32 %r2, -7, 3;", "rem.s32 %r2, 7, -3;"}) {
    const std::string text =
        kernel("  mov.u32 %r0, 0; mov.u32 %r1, 9; " + std::string(instruction) + "\n  st.global.u32 [%a], %r2;");
    Buffer out = buffer_of(std::vector<std::uint32_t>(1));
    EXPECT_NE(run(text, {&out}).find("its value is undefined since line"), std::string::npos) << instruction;
  }
}

TEST(BitInstructions, ThirtyTwoBits) {
  const auto field = [](uint64_t a, unsigned position, unsigned length, bool is_signed) -> uint64_t {
    // As a 64-bit shift of the value extended by its own sign, which is what lies beyond the top.
    if (length == 0) return 0;
    const std::int64_t extended = is_signed ? l(s(a)) : l(u(a));
    const std::int64_t shifted = position > 31 ? (is_signed ? extended >> 31 : 0) : extended >> position;
    const unsigned kept = std::min(length, 64U);
    if (kept >= 32) return low(static_cast<uint64_t>(shifted));
    return low(static_cast<uint64_t>(is_signed ? l(static_cast<uint64_t>(shifted) << (64U - kept)) >> (64U - kept)
                                               : shifted & ((1LL << kept) - 1)));
  };
  check_instructions(
      {
          {"and.b32 %rr, %ra, %rb", GIVES(low(a & b))},
          {"or.b32 %rr, %ra, %rb", GIVES(low(a | b))},
          {"xor.b32 %rr, %ra, 0xff00ff00", GIVES(low(a ^ 0xff00ff00U))},
          {"not.b32 %rr, %ra", GIVES(low(~a))},
          {"cnot.b32 %rr, %ra", GIVES(u(a) == 0)},
          {"shl.b32 %rr, %ra, %rb", GIVES(u(b) > 31 ? 0 : low(a << u(b)))},
          {"shr.u32 %rr, %ra, %rb", GIVES(u(b) > 31 ? 0 : u(a) >> u(b))},
          {"shr.b32 %rr, %ra, 3", GIVES(u(a) >> 3U)},
          {"shr.s32 %rr, %ra, %rb", GIVES(low(static_cast<uint64_t>(s(a) >> std::min(u(b), 31U))))},
          {"popc.b32 %rr, %ra", GIVES(static_cast<uint64_t>(__builtin_popcount(u(a))))},
          {"clz.b32 %rr, %ra", GIVES(u(a) == 0 ? 32U : static_cast<uint64_t>(__builtin_clz(u(a))))},
          {"bfind.u32 %rr, %ra", GIVES(u(a) == 0 ? 0xffffffffU : static_cast<uint64_t>(31 - __builtin_clz(u(a))))},
          {"bfind.shiftamt.u32 %rr, %ra", GIVES(u(a) == 0 ? 0xffffffffU : static_cast<uint64_t>(__builtin_clz(u(a))))},
          {"bfind.s32 %rr, %ra",
           GIVES(s(a) == 0 || s(a) == -1 ? 0xffffffffU : static_cast<uint64_t>(30 - __builtin_clrsb(s(a))))},
          {"bfe.u32 %rr, %ra, %rb, %rc", [&](OPERANDS) { return field(a, b & 255U, c & 255U, false); }},
          {"bfe.s32 %rr, %ra, %rb, %rc", [&](OPERANDS) { return field(a, b & 255U, c & 255U, true); }},
          {"bfe.s32 %rr, %ra, 4, 9", [&](OPERANDS) { return field(a, 4, 9, true); }},
          {"bfi.b32 %rr, %ra, %rb, 8, 12", GIVES(low((b & ~0xfff00ULL) | ((a & 0xfffU) << 8U)))},
          {"bfi.b32 %rr, %ra, %rb, 40, 12", GIVES(low(b))},
          {"bfi.b32 %rr, %ra, %rb, 24, 99", GIVES(low((b & 0xffffffU) | (a << 24U)))},
          {"lop3.b32 %rr, %ra, %rb, %rc, 0x96", GIVES(low(a ^ b ^ c))},
          {"lop3.b32 %rr, %ra, %rb, %rc, 0xe8", GIVES(low((a & b) | (a & c) | (b & c)))},
          {"lop3.b32 %rr, %ra, %rb, %rc, 0xca", GIVES(low((a & b) | (~a & c)))},
          {"shf.l.wrap.b32 %rr, %ra, %rb, %rc", GIVES(low((((b << 32U) | low(a)) << (c & 31U)) >> 32U))},
          {"shf.r.wrap.b32 %rr, %ra, %rb, %rc", GIVES(low(((b << 32U) | low(a)) >> (c & 31U)))},
          {"shf.l.clamp.b32 %rr, %ra, %rb, %rc",
           GIVES(u(c) > 31 ? low(a) : low((((b << 32U) | low(a)) << u(c)) >> 32U))},
          {"shf.r.clamp.b32 %rr, %ra, %rb, %rc", GIVES(u(c) > 31 ? low(b) : low(((b << 32U) | low(a)) >> u(c)))},
          {"brev.b32 %rr, %ra",
           [](OPERANDS) {
             uint64_t result = 0;
             for (unsigned i = 0; i < 32; ++i) result |= ((a >> i) & 1U) << (31U - i);
             return result;
           }},
      },
      triples_of(interesting_words(32)));
}

TEST(BitInstructions, OtherWidths) {
  check_instructions(
      {
          {"and.b64 %dr, %da, %db", GIVES(a & b)},
          {"xor.b16 %hr, %ha, %hb", GIVES(half(a ^ b))},
          {"not.b16 %hr, %ha", GIVES(half(~a))},
          {"cnot.b64 %dr, %da", GIVES(a == 0)},
          {"shl.b64 %dr, %da, %rb", GIVES(u(b) > 63 ? 0 : a << u(b))},
          {"shl.b16 %hr, %ha, %rb", GIVES(u(b) > 15 ? 0 : half(a << u(b)))},
          {"shr.s64 %dr, %da, %rb", GIVES(static_cast<uint64_t>(l(a) >> std::min(u(b), 63U)))},
          {"shr.u16 %hr, %ha, %rb", GIVES(u(b) > 15 ? 0 : half(a) >> u(b))},
          {"shr.s16 %hr, %ha, %rb", GIVES(half(static_cast<uint64_t>(h(a) >> std::min(u(b), 15U))))},
          {"popc.b64 %rr, %da", GIVES(static_cast<uint64_t>(__builtin_popcountll(a)))},
          {"clz.b64 %rr, %da", GIVES(a == 0 ? 64U : static_cast<uint64_t>(__builtin_clzll(a)))},
          {"bfe.u64 %dr, %da, 20, 30", GIVES((a >> 20U) & 0x3fffffffU)},
          {"bfe.s64 %dr, %da, 20, 30", GIVES(static_cast<uint64_t>(l(a << 14U) >> 34U))},
          {"bfi.b64 %dr, %da, %db, 20, 30", GIVES((b & ~(0x3fffffffULL << 20U)) | ((a & 0x3fffffffU) << 20U))},
          {"mov.b64 %dr, {%rb, %ra}", GIVES((a << 32U) | low(b))},
          {"mov.b32 %rr, {%ha, %hb}", GIVES(half(a) | half(b) << 16U)},
          {"mov.b64 %dr, {%ha, %hb, %hc, %ha}", GIVES(half(a) | half(b) << 16U | half(c) << 32U | half(a) << 48U)},
          {"mov.b64 {_, %rr}, %da", GIVES(a >> 32U)},
          {"mov.b64 {_, _, %hr, _}, %da", GIVES(half(a >> 32U))},
          {"mov.b32 {_, %hr}, %ra", GIVES(half(a >> 16U))},
          {"and.pred %pr, %pa, !%pb", GIVES((a & 1U) & ~(b & 1U))},
          {"or.pred %pr, !%pa, %pb", GIVES(((a & 1U) ^ 1U) | (b & 1U))},
          {"xor.pred %pr, %pa, %pb", GIVES((a ^ b) & 1U)},
          {"not.pred %pr, %pa", GIVES(~a & 1U)},
          {"mov.pred %pr, %pa", GIVES(a & 1U)},
      },
      triples_of(interesting_words(64)));
}

TEST(BitInstructions, Permutation) {
  const auto bytes = [](uint64_t a, uint64_t b, std::initializer_list<unsigned> from_top) {
    const uint64_t both = (b << 32U) | low(a);
    uint64_t result = 0;
    for (const unsigned i : from_top) result = (result << 8U) | ((both >> (8 * i)) & 255U);
    return result;
  };
  std::vector<Triple> operands;
  for (const uint64_t selector : {0x3210U, 0x7654U, 0x0123U, 0x8f9aU, 0x4444U, 0x0U, 0x1U, 0x2U, 0x3U}) {
    operands.push_back({0x80112233U, 0x44f56677U, selector});
  }
  check_instructions(
      {
          {"prmt.b32 %rr, %ra, %rb, 0x5140",
           [&](OPERANDS) {
             return bytes(a, b, {5, 1, 4, 0});
           }},
          {"prmt.b32 %rr, %ra, %rb, 0xb0e7",
           [&](OPERANDS) { return 0xff000000U | (bytes(a, b, {0}) << 16U) | 0xff00U | bytes(a, b, {7}); }},
          {"prmt.b32 %rr, %ra, %rb, %rc",
           [&](OPERANDS) {
             uint64_t result = 0;
             for (unsigned i = 0; i < 4; ++i) {
               const unsigned nibble = (c >> (4 * i)) & 15U;
               const uint64_t byte = bytes(a, b, {nibble & 7U});
               result |= ((nibble & 8U) != 0 ? ((byte & 128U) != 0 ? 255U : 0U) : byte) << (8 * i);
             }
             return result;
           }},
          {"prmt.b32.f4e %rr, %ra, %rb, 2",
           [&](OPERANDS) {
             return bytes(a, b, {5, 4, 3, 2});
           }},
          {"prmt.b32.b4e %rr, %ra, %rb, 1",
           [&](OPERANDS) {
             return bytes(a, b, {6, 7, 0, 1});
           }},
          {"prmt.b32.rc8 %rr, %ra, %rb, 3",
           [&](OPERANDS) {
             return bytes(a, b, {3, 3, 3, 3});
           }},
          {"prmt.b32.ecl %rr, %ra, %rb, 1",
           [&](OPERANDS) {
             return bytes(a, b, {3, 2, 1, 1});
           }},
          {"prmt.b32.ecr %rr, %ra, %rb, 2",
           [&](OPERANDS) {
             return bytes(a, b, {2, 2, 1, 0});
           }},
          {"prmt.b32.rc16 %rr, %ra, %rb, 1",
           [&](OPERANDS) {
             return bytes(a, b, {3, 2, 3, 2});
           }},
      },
      operands);
}

}  // namespace
}  // namespace yyshader::ptx_machine
