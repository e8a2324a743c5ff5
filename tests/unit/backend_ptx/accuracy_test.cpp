// Functions of f32 as the PTX machine runs them with every approximate instruction as far off as it may be: within the
// accuracy that WGSL asks for, the inverse trigonometric ones within 4 ulp (spec 2.4), and right at special operands.

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "ptx_machine/machine.hpp"
#include "translate.hpp"

namespace yyshader::test {
namespace {

constexpr std::size_t threads = 256;
constexpr double pi = std::numbers::pi;

double last_place(double value) {
  return value == 0 ? 0x1p-149 : std::ldexp(1.0, std::max(std::ilogb(value), -126) - 23);
}

std::vector<std::uint8_t> bytes_of(const std::vector<float>& values) {
  std::vector<std::uint8_t> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// What the operation gives for every pair of operands; unary ones take the first.
std::vector<float> run(std::string_view expression, std::vector<float> x, std::vector<float> y) {
  const std::size_t count = x.size();
  const std::size_t padded = (count + threads - 1) / threads * threads;
  x.resize(padded, 1);
  y.resize(padded, 1);
  const bool is_of_two = expression.find("%1") != std::string_view::npos;
  const std::string text =
      to_ptx(std::string(R"(
global a: array<f32> storage(read) group(0) binding(0)
global b: array<f32> storage(read) group(0) binding(1)
global o: array<f32> storage(read_write) group(0) binding(2)
function f(i: vec3<u32> builtin(global_invocation_id)) {
  let at = extract.0($i)
  pending %0 = load(index_ref(@a, %at))
)") + (is_of_two ? "  pending %1 = load(index_ref(@b, %at))\n" : "") +
             "  store index_ref(@o, %at) = " + std::string(expression) + "\n}\nentry e compute(256, 1, 1) = f\n");
  ptx_machine::Options options;
  options.approximation = ptx_machine::Approximation::worst;
  ptx_machine::Machine machine(options);
  EXPECT_TRUE(machine.load(text).empty()) << text;
  ptx_machine::Buffer first{"a", bytes_of(x), true};
  ptx_machine::Buffer second{"b", bytes_of(y), true};
  ptx_machine::Buffer out{"o", std::vector<std::uint8_t>(padded * 4), false};
  std::vector<ptx_machine::Argument> arguments{{&first, {}}};
  if (is_of_two) arguments.push_back({&second, {}});
  arguments.push_back({&out, {}});
  const auto result = machine.launch(machine.entries()[0].name, {static_cast<std::uint32_t>(padded / threads), 1, 1},
                                     {threads, 1, 1}, arguments);
  if (result.fault) ADD_FAILURE() << result.fault->message;
  std::vector<float> values(padded);
  std::memcpy(values.data(), out.bytes.data(), out.bytes.size());
  values.resize(count);
  return values;
}

/// Numbers of every size that a function is asked for, on both sides of zero.
std::vector<float> spread(double least, double greatest, bool with_negative) {
  std::vector<float> values;
  std::uint32_t state = 12345;
  const auto unit = [&] {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) * 0x1p-24;
  };
  for (int i = 0; i < 6000; ++i) {
    const double even = least + (greatest - least) * unit();
    const double by_size =
        std::exp2(std::log2(std::max(least, 1e-30)) + std::log2(greatest / std::max(least, 1e-30)) * unit());
    const double value = i % 2 == 0 ? even : by_size;
    values.push_back(static_cast<float>(with_negative && i % 4 < 2 ? -value : value));
  }
  return values;
}

struct Function {
  const char* expression;
  double (*exact)(double x);
  double (*bound)(double x, double exact);  ///< absolute
  double least;
  double greatest;
  bool with_negative;
};

double exponential_bound(double x, double exact) { return (3 + 2 * std::abs(x)) * last_place(exact); }
double logarithm_bound(double x, double exact) { return x >= 0.5 && x <= 2 ? 0x1p-21 : 3 * last_place(exact); }
double four_places(double /*x*/, double exact) { return 4 * last_place(exact); }

const Function functions[] = {
    {"exp(%0)", [](double x) { return std::exp(x); }, exponential_bound, 0, 87, true},
    {"exp2(%0)", [](double x) { return std::exp2(x); }, exponential_bound, 0, 126, true},
    {"log(%0)", [](double x) { return std::log(x); }, logarithm_bound, 0, 1e30, false},
    {"log2(%0)", [](double x) { return std::log2(x); }, logarithm_bound, 0, 4, false},
    {"inverse_sqrt(%0)", [](double x) { return 1 / std::sqrt(x); }, [](double, double r) { return 2 * last_place(r); },
     0, 1e6, false},
    {"sqrt(%0)", [](double x) { return std::sqrt(x); }, [](double, double r) { return 0.5 * last_place(r); }, 0, 1e9,
     false},
    {"sin(%0)", [](double x) { return std::sin(x); }, [](double, double) { return 0x1p-11; }, 0, pi, true},
    {"cos(%0)", [](double x) { return std::cos(x); }, [](double, double) { return 0x1p-11; }, 0, pi, true},
    {"asin(%0)", [](double x) { return std::asin(x); }, four_places, 0, 1, true},
    {"acos(%0)", [](double x) { return std::acos(x); }, four_places, 0, 1, true},
    {"atan(%0)", [](double x) { return std::atan(x); }, four_places, 0, 1e6, true},
    {"sinh(%0)", [](double x) { return std::sinh(x); }, exponential_bound, 0, 87, true},
    {"cosh(%0)", [](double x) { return std::cosh(x); }, exponential_bound, 0, 87, true},
    {"tanh(%0)", [](double x) { return std::tanh(x); }, four_places, 0, 20, true},
};

TEST(PtxAccuracy, FunctionsOfOneOperand) {
  for (const Function& function : functions) {
    const std::vector<float> x = spread(function.least, function.greatest, function.with_negative);
    const std::vector<float> results = run(function.expression, x, std::vector<float>(x.size(), 1));
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = function.exact(x[i]);
      const double bound = std::max(function.bound(x[i], exact), last_place(exact) / 2);
      const double error = std::abs(results[i] - exact);
      worst = std::max(worst, error / bound);
      ASSERT_LE(error, bound) << function.expression << " of " << x[i] << ": " << results[i] << ", not " << exact;
    }
    RecordProperty(function.expression, std::to_string(worst));
  }
}

/// pow inherits its accuracy from exp2(y log2 x).
TEST(PtxAccuracy, Powers) {
  const std::vector<float> x = spread(0, 64, false);
  std::vector<float> y = spread(0, 12, true);
  for (std::size_t i = 0; i < y.size(); i += 5) y[i] = std::round(y[i]);
  const std::vector<float> results = run("pow(%0, %1)", x, y);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exponent = y[i] * std::log2(static_cast<double>(x[i]));
    if (std::abs(exponent) > 125) continue;
    const double exact = std::exp2(exponent);
    const double of_exponent =
        std::abs(y[i]) * logarithm_bound(x[i], std::log2(static_cast<double>(x[i]))) + last_place(exponent) / 2;
    const double bound = exact * (std::exp2(of_exponent) - 1) + (3 + 2 * std::abs(exponent)) * last_place(exact);
    ASSERT_LE(std::abs(results[i] - exact), bound) << x[i] << " to the power " << y[i];
  }
}

TEST(PtxAccuracy, ArcTangentOfTwoOperands) {
  const std::vector<float> y = spread(0, 1000, true);
  std::vector<float> x = spread(0, 3, true);
  for (std::size_t i = 0; i < x.size(); i += 3) x[i] = -x[i];
  const std::vector<float> results = run("atan2(%0, %1)", y, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = std::atan2(static_cast<double>(y[i]), static_cast<double>(x[i]));
    ASSERT_LE(std::abs(results[i] - exact), 4 * last_place(exact)) << y[i] << ' ' << x[i];
  }
}

TEST(PtxAccuracy, SpecialOperands) {
  const float infinity = std::numeric_limits<float>::infinity();
  struct Row {
    const char* expression;
    float x;
    float y;
    float result;
  };
  const Row rows[] = {
      {"exp(%0)", -infinity, 1, 0},
      {"exp(%0)", infinity, 1, infinity},
      {"exp(%0)", 0, 1, 1},
      {"exp(%0)", -200, 1, 0},
      {"log(%0)", 0, 1, -infinity},
      {"log(%0)", infinity, 1, infinity},
      {"pow(%0, %1)", 0, 2, 0},
      {"pow(%0, %1)", infinity, 2, infinity},
      {"pow(%0, %1)", infinity, -1, 0},
      {"asin(%0)", 0, 1, 0},
      {"asin(%0)", -0.0F, 1, -0.0F},
      {"acos(%0)", 1, 1, 0},
      {"atan(%0)", -0.0F, 1, -0.0F},
      {"atan(%0)", infinity, 1, static_cast<float>(pi / 2)},
      {"atan2(%0, %1)", 0, 1, 0},
      {"atan2(%0, %1)", -0.0F, 1, -0.0F},
      {"atan2(%0, %1)", 0, -0.0F, static_cast<float>(pi)},
      {"atan2(%0, %1)", -1, 0, static_cast<float>(-pi / 2)},
      {"sinh(%0)", -0.0F, 1, -0.0F},
      {"sinh(%0)", -infinity, 1, -infinity},
      {"cosh(%0)", -infinity, 1, infinity},
      {"tanh(%0)", infinity, 1, 1},
      {"tanh(%0)", -infinity, 1, -1},
      {"tanh(%0)", -0.0F, 1, -0.0F},
      {"sqrt(%0)", -0.0F, 1, -0.0F},
      {"inverse_sqrt(%0)", 0, 1, infinity},
  };
  for (const Row& row : rows) {
    const float result = run(row.expression, {row.x}, {row.y})[0];
    EXPECT_EQ(std::bit_cast<std::uint32_t>(result), std::bit_cast<std::uint32_t>(row.result))
        << row.expression << ' ' << row.x << ' ' << row.y << ": " << result;
  }
}

}  // namespace
}  // namespace yyshader::test
