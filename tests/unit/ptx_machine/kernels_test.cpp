// Kernels as a real compiler makes them (kernels/*.cu, their PTX lowered to version 8.0), against the same in C++.

#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>

#include "ptx_machine/soft_float.hpp"
#include "support.hpp"

namespace yyshader::ptx_machine {
namespace {

Machine load_kernel(const std::string& name, const Options& options = {}) {
  std::ifstream file(std::string(PTX_MACHINE_KERNELS) + "/" + name + ".ptx");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_FALSE(text.empty()) << name;
  return load(text, options);
}

template <class T>
Argument value(T number) {
  return {nullptr, bytes_of(std::vector<T>{number})};
}

std::vector<float> floats(std::size_t count, std::uint64_t seed) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<float>(next_random(seed) % 2001) / 256 - 4);
  return values;
}

TEST(Kernels, Saxpy) {
  Machine machine = load_kernel("saxpy");
  Buffer x = buffer_of(floats(1000, 1));
  Buffer y = buffer_of(floats(1000, 2));
  const auto expected_x = floats(1000, 1);
  const auto expected_y = floats(1000, 2);
  const std::vector<Argument> arguments = {{&x, {}}, {&y, {}}, value(2.5F), value(1000U)};
  const auto result = machine.launch("saxpy", {16, 1, 1}, {64, 1, 1}, arguments);
  ASSERT_FALSE(result.fault) << result.fault->message;
  const auto actual = values_of<float>(y);
  for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(actual[i], std::fma(2.5F, expected_x[i], expected_y[i]));
  EXPECT_EQ(machine.launch("saxpy", {16, 1, 1}, {128, 1, 1}, arguments).fault->message,
            "saxpy takes blocks of at most 64 x 1 x 1 threads");
}

TEST(Kernels, ReductionWithShufflesUnderEverySchedule) {
  for (const Schedule schedule : {Schedule::lockstep, Schedule::warps, Schedule::threads}) {
    Options options;
    options.schedule = schedule;
    Machine machine = load_kernel("reduce", options);
    // Whole numbers, so that the order of the additions does not matter.
    std::vector<float> numbers(5000);
    float sum = 3;
    for (std::size_t i = 0; i < numbers.size(); ++i) sum += numbers[i] = static_cast<float>(i % 97);
    Buffer x = buffer_of(numbers);
    Buffer sums = buffer_of(std::vector<float>{3});
    const std::vector<Argument> arguments = {{&x, {}}, {&sums, {}}, value(5000U)};
    const auto result = machine.launch("reduce", {3, 1, 1}, {128, 1, 1}, arguments);
    ASSERT_FALSE(result.fault) << result.fault->message;
    EXPECT_EQ(values_of<float>(sums)[0], sum);
  }
}

TEST(Kernels, TiledMatrixProduct) {
  constexpr std::size_t n = 64;
  Machine machine = load_kernel("matmul");
  const auto a = floats(n * n, 3);
  const auto b = floats(n * n, 4);
  Buffer buffer_a = buffer_of(a);
  Buffer buffer_b = buffer_of(b);
  Buffer buffer_c = buffer_of(std::vector<float>(n * n));
  const std::vector<Argument> arguments = {{&buffer_a, {}}, {&buffer_b, {}}, {&buffer_c, {}}, value(std::int32_t{n})};
  const auto result = machine.launch("matmul", {n / 16, n / 16, 1}, {16, 16, 1}, arguments);
  ASSERT_FALSE(result.fault) << result.fault->message;
  const auto c = values_of<float>(buffer_c);
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) {
      float sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum = std::fma(a[y * n + k], b[k * n + x], sum);
      EXPECT_EQ(c[y * n + x], sum);
    }
  }
}

/// Halves, calls, local arrays, tables, a switch, atomics, and the compiler's own sin, pow and log.
TEST(Kernels, MixedFeatures) {
  constexpr std::uint32_t n = 64;
  Machine machine = load_kernel("mixed");
  std::vector<std::uint16_t> halves;
  std::vector<std::int32_t> k;
  for (std::uint32_t i = 0; i < n; ++i) {
    halves.push_back(static_cast<std::uint16_t>(soft_from_double(half_format, Rounding::nearest_even, i * 0.125)));
    k.push_back(static_cast<std::int32_t>(i * 5 + 1));
  }
  Buffer h = buffer_of(halves);
  Buffer numbers = buffer_of(k);
  Buffer out = buffer_of(std::vector<float>(4 * n));
  Buffer histogram = buffer_of(std::vector<std::uint64_t>(4));
  Buffer counters = buffer_of(std::vector<std::uint32_t>(5));
  const std::vector<Argument> arguments = {{&h, {}}, {&numbers, {}}, {&out, {}}, {&histogram, {}}, {&counters, {}}};
  const auto result = machine.launch("mixed", {2, 1, 1}, {32, 1, 1}, arguments);
  ASSERT_FALSE(result.fault) << result.fault->message;
  const auto results = values_of<float>(out);
  std::vector<std::uint64_t> sums(4);
  std::vector<std::uint32_t> expected_counters = {0xffffffffU, 0, 0, 0, 0};
  for (std::uint32_t i = 0; i < n; ++i) {
    const double v =
        soft_to_double(half_format, soft_from_double(half_format, Rounding::nearest_even, i * 0.125 + 1.5));
    const int count = std::array{3, 1, 4, 2}[i % 4];
    double chain = 1;
    for (int j = 0; j < count; ++j) chain = chain * v + 0.5;
    const int pick = k[i] * (k[(i * 7) % 32] & 7);
    EXPECT_EQ(results[4 * i], static_cast<float>(v));
    const double sum = v * count + std::sin(v) + std::exp(v) + std::sqrt(v) + std::pow(v, 1.25) + std::log(v);
    EXPECT_NEAR(results[4 * i + 1], sum, 1e-5 * sum);
    EXPECT_NEAR(results[4 * i + 2], chain / (pick + 1), 1e-5 * chain / (pick + 1));
    EXPECT_EQ(results[4 * i + 3], static_cast<float>(count + k[i] / 3 + k[i] % 5));
    sums[i % 4] += static_cast<std::uint64_t>(k[i]);
    if (k[i] % 7 == 0) ++expected_counters[1];
    if (k[i] % 7 == 1) expected_counters[2] ^= i;
    if (k[i] % 7 == 2 && expected_counters[3] == 0) expected_counters[3] = i + 1;
    if (k[i] % 7 > 2) expected_counters[4] = 7;
  }
  EXPECT_EQ(values_of<std::uint64_t>(histogram), sums);
  EXPECT_EQ(values_of<std::uint32_t>(counters), expected_counters);
}

}  // namespace
}  // namespace yyshader::ptx_machine
