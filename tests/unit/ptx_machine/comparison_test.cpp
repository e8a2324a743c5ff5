// setp, set, selp, slct, testp: every comparison, ordered and unordered, with every way to combine its result.

#include <cmath>

#include "ptx_machine/soft_float.hpp"
#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using std::uint64_t;

#define OPERANDS [[maybe_unused]] uint64_t a, [[maybe_unused]] uint64_t b, [[maybe_unused]] uint64_t c
#define GIVES(value) [](OPERANDS) { return static_cast<uint64_t>(value); }

/// The comparison's name, whether it holds for less, equal, greater, and for NaN.
struct Row {
  const char* name;
  bool less, equal, greater, unordered;
};

constexpr Row all_comparisons[] = {
    {"eq", false, true, false, false}, {"ne", true, false, true, false},   {"lt", true, false, false, false},
    {"le", true, true, false, false},  {"gt", false, false, true, false},  {"ge", false, true, true, false},
    {"equ", false, true, false, true}, {"neu", true, false, true, true},   {"ltu", true, false, false, true},
    {"leu", true, true, false, true},  {"gtu", false, false, true, true},  {"geu", false, true, true, true},
    {"num", true, true, true, false},  {"nan", false, false, false, true},
};

template <class T>
uint64_t holds(const Row& row, T x, T y) {
  return x < y ? row.less : x == y ? row.equal : x > y ? row.greater : row.unordered;
}

template <class T>
void check_type(const std::string& type, const std::string& letter, std::size_t comparisons,
                const std::vector<uint64_t>& values) {
  std::vector<InstructionCase> cases;
  for (std::size_t i = 0; i < comparisons; ++i) {
    const Row row = all_comparisons[i];
    const std::string operands = type + " %pr, %" + letter + "a, %" + letter + "b";
    const auto test = [row](uint64_t a, uint64_t b) { return holds(row, as<T>(a), as<T>(b)); };
    cases.push_back({"setp." + std::string(row.name) + operands, [=](OPERANDS) { return test(a, b); }});
    cases.push_back(
        {"setp." + std::string(row.name) + ".and" + operands + ", %pc", [=](OPERANDS) { return test(a, b) & c & 1U; }});
    cases.push_back({"setp." + std::string(row.name) + ".or" + operands + ", !%pc",
                     [=](OPERANDS) { return test(a, b) | ((c & 1U) ^ 1U); }});
    cases.push_back({"setp." + std::string(row.name) + ".xor" + operands + ", %pc",
                     [=](OPERANDS) { return test(a, b) ^ (c & 1U); }});
  }
  check_instructions(cases, triples_of(values));
}

TEST(Comparisons, Integers) {
  check_type<std::uint32_t>(".u32", "r", 6, interesting_words(32));
  check_type<std::int32_t>(".s32", "r", 6, interesting_words(32));
  check_type<std::uint64_t>(".u64", "d", 6, interesting_words(64));
  check_type<std::int64_t>(".s64", "d", 6, interesting_words(64));
  check_type<std::uint16_t>(".u16", "h", 6, interesting_words(16));
  check_type<std::int16_t>(".s16", "h", 6, interesting_words(16));
  check_type<std::uint32_t>(".b32", "r", 2, interesting_words(32));
}

TEST(Comparisons, Floats) {
  check_type<float>(".f32", "f", 14, interesting_floats(32));
  check_type<double>(".f64", "g", 14, interesting_floats(64));
}

TEST(Comparisons, Halves) {
  std::vector<InstructionCase> cases;
  for (const Row& row : all_comparisons) {
    cases.push_back({"setp." + std::string(row.name) + ".f16 %pr, %ha, %hb", [row](OPERANDS) {
                       return holds(row, soft_to_double(half_format, a), soft_to_double(half_format, b));
                     }});
  }
  check_instructions(cases, triples_of(interesting_floats(16)));
}

TEST(Comparisons, OtherNamesFlushingAndSecondResults) {
  check_instructions(
      {
          {"setp.lo.u32 %pr, %ra, %rb", GIVES(as<std::uint32_t>(a) < as<std::uint32_t>(b))},
          {"setp.ls.u32 %pr, %ra, %rb", GIVES(as<std::uint32_t>(a) <= as<std::uint32_t>(b))},
          {"setp.hi.u32 %pr, %ra, %rb", GIVES(as<std::uint32_t>(a) > as<std::uint32_t>(b))},
          {"setp.hs.u32 %pr, %ra, %rb", GIVES(as<std::uint32_t>(a) >= as<std::uint32_t>(b))},
          {"setp.lt.and.u32 _|%pr, %ra, %rb, %pc",
           GIVES((as<std::uint32_t>(a) >= as<std::uint32_t>(b) ? 1U : 0U) & c & 1U)},
          {"setp.eq.ftz.f32 %pr, %fa, 0f00000000", GIVES((a & 0x7f800000U) == 0)},
          {"setp.lt.f16x2 %pr|_, %ra, %rb",
           GIVES(soft_to_double(half_format, a & 0xffffU) < soft_to_double(half_format, b & 0xffffU))},
          {"setp.lt.f16x2 _|%pr, %ra, %rb",
           GIVES(soft_to_double(half_format, a >> 16U) < soft_to_double(half_format, b >> 16U))},
          {"set.lt.u32.s32 %rr, %ra, %rb", GIVES(as<std::int32_t>(a) < as<std::int32_t>(b) ? 0xffffffffU : 0)},
          {"set.gt.f32.f32 %fr, %fa, %fb", GIVES(as<float>(a) > as<float>(b) ? 0x3f800000U : 0)},
          {"set.gt.and.s32.f32 %rr, %fa, %fb, %pc",
           GIVES(as<float>(a) > as<float>(b) && (c & 1U) != 0 ? 0xffffffffU : 0)},
          {"set.lt.f16x2.f16x2 %rr, %ra, %rb",
           GIVES((soft_to_double(half_format, a & 0xffffU) < soft_to_double(half_format, b & 0xffffU) ? 0x3c00U : 0U) |
                 (soft_to_double(half_format, a >> 16U) < soft_to_double(half_format, b >> 16U) ? 0x3c000000U : 0U))},
      },
      triples_of(interesting_floats(32)));
}

TEST(Selections, ByPredicateAndBySign) {
  check_instructions(
      {
          {"selp.b32 %rr, %ra, %rb, %pc", GIVES((c & 1U) != 0 ? a : b)},
          {"selp.f32 %fr, %fa, 0f3f800000, %pc", GIVES((c & 1U) != 0 ? a : 0x3f800000U)},
          {"selp.u16 %hr, %ha, %hb, %pc", GIVES(((c & 1U) != 0 ? a : b) & 0xffffU)},
          {"selp.b64 %dr, %da, %db, %pc", GIVES((c & 1U) != 0 ? a : b)},
          {"slct.u32.s32 %rr, %ra, %rb, %rc", GIVES(as<std::int32_t>(c) >= 0 ? a : b)},
          {"slct.f32.f32 %fr, %fa, %fb, %fc", GIVES(as<float>(c) >= 0 ? a : b)},
          {"slct.ftz.b32.f32 %rr, %ra, %rb, %fc", GIVES(as<float>(c) >= 0 || (c & 0x7f800000U) == 0 ? a : b)},
      },
      triples_of(interesting_floats(32)));
}

TEST(Comparisons, Properties) {
  check_instructions(
      {
          {"testp.finite.f32 %pr, %fa", GIVES(std::isfinite(as<float>(a)))},
          {"testp.infinite.f32 %pr, %fa", GIVES(std::isinf(as<float>(a)))},
          {"testp.number.f32 %pr, %fa", GIVES(!std::isnan(as<float>(a)))},
          {"testp.notanumber.f32 %pr, %fa", GIVES(std::isnan(as<float>(a)))},
          {"testp.normal.f32 %pr, %fa", GIVES(std::fpclassify(as<float>(a)) == FP_NORMAL)},
          {"testp.subnormal.f32 %pr, %fa", GIVES(std::fpclassify(as<float>(a)) == FP_SUBNORMAL)},
      },
      triples_of(interesting_floats(32)));
  check_instructions({{"testp.normal.f64 %pr, %ga", GIVES(std::fpclassify(as<double>(a)) == FP_NORMAL)},
                      {"testp.subnormal.f64 %pr, %ga", GIVES(std::fpclassify(as<double>(a)) == FP_SUBNORMAL)}},
                     triples_of(interesting_floats(64)));
}

}  // namespace
}  // namespace yyshader::ptx_machine
