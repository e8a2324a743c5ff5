// Approximate instructions: exact mode gives the nearest number, worst mode stays within the manual's bound and comes
// near it.

#include <cmath>

#include "ptx_machine/soft_float.hpp"
#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

using std::uint64_t;

struct Function {
  const char* instruction;
  double (*exact)(double x, double y);
  double (*bound)(double x, double y, double exact);  ///< absolute
  bool (*is_in_domain)(double x, double y);
};

double last_place(double value) { return std::ldexp(1.0, std::max(std::ilogb(value), -126) - 23); }
bool everywhere(double, double) { return true; }

const Function functions[] = {
    {"rcp.approx.f32 %fr, %fa", [](double x, double) { return 1 / x; },
     [](double x, double, double) { return std::ldexp(1.0, -23 - std::ilogb(x)); }, everywhere},
    {"sqrt.approx.f32 %fr, %fa", [](double x, double) { return std::sqrt(std::abs(x)); },
     [](double, double, double r) { return r * std::exp2(-23); }, [](double x, double) { return x > 0; }},
    {"rsqrt.approx.f32 %fr, %fa", [](double x, double) { return 1 / std::sqrt(x); },
     [](double, double, double r) { return std::min(r * std::exp2(-22.9), 2 * last_place(r)); },
     [](double x, double) { return x > 0; }},
    {"sin.approx.f32 %fr, %fa", [](double x, double) { return std::sin(x); },
     [](double, double, double) { return std::exp2(-20.5); }, [](double x, double) { return std::abs(x) < 6.28; }},
    {"cos.approx.f32 %fr, %fa", [](double x, double) { return std::cos(x); },
     [](double, double, double) { return std::exp2(-14.7); }, [](double x, double) { return std::abs(x) < 314; }},
    {"lg2.approx.f32 %fr, %fa", [](double x, double) { return std::log2(x); },
     [](double x, double, double r) {
       return x > 0.5 && x < 2 ? std::exp2(-22) : std::min(std::abs(r) * std::exp2(-22), 2 * last_place(r));
     },
     [](double x, double) { return x > 0; }},
    {"ex2.approx.f32 %fr, %fa", [](double x, double) { return std::exp2(x); },
     [](double, double, double r) { return std::min(r * std::exp2(-22), 2 * last_place(r)); },
     [](double x, double) { return std::abs(x) < 126; }},
    {"tanh.approx.f32 %fr, %fa", [](double x, double) { return std::tanh(x); },
     [](double, double, double r) { return std::abs(r) * std::exp2(-11); },
     [](double x, double) { return std::abs(x) > 1e-37; }},
    {"div.approx.f32 %fr, %fa, %fb", [](double x, double y) { return x / y; },
     [](double, double, double r) { return 2 * last_place(r); },
     [](double, double y) { return std::abs(y) >= 0x1p-126 && std::abs(y) <= 0x1p126; }},
    {"div.full.f32 %fr, %fa, %fb", [](double x, double y) { return x / y; },
     [](double, double, double r) { return 2 * last_place(r); }, everywhere},
};

std::vector<Triple> ordinary_operands() {
  std::vector<Triple> operands;
  uint64_t state = 9;
  for (int i = 0; i < 2000; ++i) {
    const auto draw = [&] {
      const auto unit = static_cast<double>(next_random(state) >> 11U) * 0x1p-53;
      const double size = i % 3 == 0 ? std::exp2(40 * unit - 20) : 6 * unit;
      return bits_of(static_cast<float>(next_random(state) % 2 == 0 ? size : -size));
    };
    operands.push_back({draw(), draw(), 0});
  }
  return operands;
}

/// The results of every function on `operands`, [function][operand].
std::vector<std::vector<float>> results_of(Approximation approximation, const std::vector<Triple>& operands) {
  std::vector<std::string> instructions;
  for (const Function& function : functions) instructions.emplace_back(function.instruction);
  Options options;
  options.approximation = approximation;
  std::vector<std::vector<float>> results;
  for (const auto& row : run_instructions(instructions, operands, options)) {
    results.emplace_back();
    for (const uint64_t bits : row) results.back().push_back(as<float>(bits));
  }
  return results;
}

TEST(ApproximateInstructions, ExactModeGivesTheNearestNumber) {
  const auto operands = ordinary_operands();
  const auto results = results_of(Approximation::exact, operands);
  for (std::size_t f = 0; f < std::size(functions); ++f) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const double x = as<float>(operands[i][0]);
      const double y = as<float>(operands[i][1]);
      if (!functions[f].is_in_domain(x, y)) continue;
      EXPECT_EQ(results[f][i], static_cast<float>(functions[f].exact(x, y)))
          << functions[f].instruction << ' ' << x << ' ' << y;
    }
  }
}

TEST(ApproximateInstructions, WorstModeIsAsFarOffAsTheManualAllows) {
  const auto operands = ordinary_operands();
  const auto results = results_of(Approximation::worst, operands);
  for (std::size_t f = 0; f < std::size(functions); ++f) {
    double furthest = 0;
    int above = 0;
    int below = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const double x = as<float>(operands[i][0]);
      const double y = as<float>(operands[i][1]);
      if (!functions[f].is_in_domain(x, y)) continue;
      const double exact = functions[f].exact(x, y);
      const double bound = functions[f].bound(x, y, exact);
      const double error = results[f][i] - exact;
      EXPECT_LE(std::abs(error), std::max(bound, last_place(exact) / 2))
          << functions[f].instruction << ' ' << x << ' ' << y;
      furthest = std::max(furthest, std::abs(error) / bound);
      (error > 0 ? above : below) += 1;
    }
    EXPECT_GT(furthest, 0.9) << functions[f].instruction;
    EXPECT_GT(above, 100) << functions[f].instruction;
    EXPECT_GT(below, 100) << functions[f].instruction;
  }
  EXPECT_EQ(results[3], results_of(Approximation::worst, operands)[3]) << "not the same from run to run";
}

/// The manual's tables of special operands hold in both modes.
TEST(ApproximateInstructions, SpecialOperands) {
  const uint64_t infinity = 0x7f800000;
  const uint64_t negative = 0x80000000;
  const uint64_t nan = 0x7fffffff;
  struct Row {
    const char* instruction;
    uint64_t operand;
    uint64_t result;
  };
  const Row rows[] = {
      {"rcp.approx.f32 %fr, %fa", 0, infinity},
      {"rcp.approx.f32 %fr, %fa", negative, infinity | negative},
      {"rcp.approx.f32 %fr, %fa", infinity | negative, negative},
      {"rcp.approx.ftz.f32 %fr, %fa", 1 | negative, infinity | negative},
      {"sqrt.approx.f32 %fr, %fa", negative, negative},
      {"sqrt.approx.f32 %fr, %fa", bits_of(-1.0F), nan},
      {"sqrt.approx.f32 %fr, %fa", infinity, infinity},
      {"rsqrt.approx.f32 %fr, %fa", 0, infinity},
      {"rsqrt.approx.f32 %fr, %fa", negative, infinity | negative},
      {"rsqrt.approx.f32 %fr, %fa", infinity, 0},
      {"rsqrt.approx.f32 %fr, %fa", bits_of(-4.0F), nan},
      {"sin.approx.f32 %fr, %fa", infinity, nan},
      {"sin.approx.f32 %fr, %fa", negative, negative},
      {"cos.approx.f32 %fr, %fa", negative, bits_of(1.0F)},
      {"cos.approx.f32 %fr, %fa", infinity | negative, nan},
      {"lg2.approx.f32 %fr, %fa", 0, infinity | negative},
      {"lg2.approx.f32 %fr, %fa", bits_of(-2.0F), nan},
      {"lg2.approx.f32 %fr, %fa", infinity, infinity},
      {"lg2.approx.ftz.f32 %fr, %fa", 5, infinity | negative},
      {"ex2.approx.f32 %fr, %fa", infinity | negative, 0},
      {"ex2.approx.f32 %fr, %fa", infinity, infinity},
      {"ex2.approx.f32 %fr, %fa", 3 | negative, bits_of(1.0F)},
      {"ex2.approx.ftz.f32 %fr, %fa", bits_of(-130.0F), 0},
      {"tanh.approx.f32 %fr, %fa", infinity | negative, bits_of(-1.0F)},
      {"div.approx.f32 %fr, 0f3f800000, %fa", bits_of(0x1p127F), 0},
      {"div.approx.f32 %fr, 0f7f800000, %fa", bits_of(0x1p127F), nan},
      {"div.full.f32 %fr, 0f7f800000, %fa", bits_of(0x1p127F), infinity},
  };
  for (const Approximation mode : {Approximation::exact, Approximation::worst}) {
    Options options;
    options.approximation = mode;
    std::vector<InstructionCase> cases;
    std::vector<Triple> operands;
    for (const Row& row : rows) {
      // A kernel has one list of operands: each row is checked on its own and ignored on the others'.
      const uint64_t operand = row.operand;
      const uint64_t result = row.result;
      cases.push_back({row.instruction, [=](uint64_t a, uint64_t, uint64_t) { return a == operand ? result : ~0ULL; }});
      operands.push_back({operand, 0, 0});
    }
    check_instructions(cases, operands, options, [](uint64_t expected, uint64_t) { return expected == ~0ULL; });
  }
}

TEST(ApproximateInstructions, Halves) {
  std::vector<Triple> operands;
  for (uint64_t bits = 0x2000; bits < 0x4900; bits += 37) {
    operands.push_back({bits | (bits | 0x8000U) << 16U, 0, 0});
  }
  static Approximation mode;
  const auto near = [](uint64_t expected, uint64_t actual) {
    for (unsigned shift = 0; shift < 32; shift += 16) {
      const double exact = soft_to_double(half_format, (expected >> shift) & 0xffffU);
      const double got = soft_to_double(half_format, (actual >> shift) & 0xffffU);
      // The expected value was rounded to a half once, and so was the result.
      const double bound =
          mode == Approximation::exact ? 0 : std::abs(exact) * std::exp2(-9.9) + std::abs(exact) * std::exp2(-10);
      if (std::abs(got - exact) > bound) return false;
    }
    return true;
  };
  const auto both = [](uint64_t a, double (*function)(double)) {
    const auto one = [&](uint64_t bits) {
      return soft_from_double(half_format, Rounding::nearest_even, function(soft_to_double(half_format, bits)));
    };
    return one(a & 0xffffU) | one((a >> 16U) & 0xffffU) << 16U;
  };
  for (const Approximation chosen : {Approximation::exact, Approximation::worst}) {
    mode = chosen;
    Options options;
    options.approximation = chosen;
    check_instructions(
        {{"ex2.approx.f16x2 %rr, %ra",
          [&](uint64_t a, uint64_t, uint64_t) { return both(a, [](double x) { return std::exp2(x); }); }},
         {"ex2.approx.f16 %hr, %ha",
          [&](uint64_t a, uint64_t, uint64_t) { return both(a, [](double x) { return std::exp2(x); }) & 0xffffU; }}},
        operands, options, near);
    check_instructions(
        {{"tanh.approx.f16 %hr, %ha",
          [&](uint64_t a, uint64_t, uint64_t) { return both(a, [](double x) { return std::tanh(x); }) & 0xffffU; }}},
        operands, options, [](uint64_t expected, uint64_t actual) {
          const double difference = soft_to_double(half_format, expected) - soft_to_double(half_format, actual);
          return std::abs(difference) <= (mode == Approximation::exact ? 0 : std::exp2(-10.987) + std::exp2(-12));
        });
  }
}

}  // namespace
}  // namespace yyshader::ptx_machine
