// Runs a shader with barriers and workgroup memory on this machine's CPU: no GPU, no driver. A unit test of a kernel
// looks like this.

#include <cstdint>
#include <cstdio>
#include <exception>
#include <numeric>
#include <vector>

#include "统计/求和。着色程序.hpp"

namespace 着色 = 统计::求和;

namespace {

int run() {
  constexpr std::uint32_t workgroup = 着色::着色模块.find_entry("求和入口")->workgroup_size[0];
  constexpr std::uint32_t groups = 16;
  std::vector<float> numbers(groups * workgroup);
  std::iota(numbers.begin(), numbers.end(), 1.0F);
  std::vector<float> sums(groups);

  // Each workgroup adds up its own numbers; what is bound is checked against what the shader declares.
  yy::cpu::run(着色::着色程序, 着色::求和入口, {groups, 1, 1}, {{"数据", numbers}, {"和", sums}});

  const float sum = std::accumulate(sums.begin(), sums.end(), 0.0F);
  std::printf("sum of 1 to %zu in %u workgroups: %.0f\n", numbers.size(), groups, sum);
  return sum == 524800.0F ? 0 : 1;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
