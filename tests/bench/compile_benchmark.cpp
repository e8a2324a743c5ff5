// Throughput of the library: bytes of source a second, for the front end alone and for each target.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "pipeline/compile.hpp"
#include "program.hpp"
#include "source/file_system.hpp"

namespace yyshader::bench {
namespace {

using pipeline::Target;

void compile_program(benchmark::State& state, const std::vector<Target>& targets) {
  const std::string path = "基准。着色器。豫";
  const std::string text = make_program(static_cast<int>(state.range(0)));
  const source::VirtualFileSystem files({{path, text}});
  for (auto unused : state) {
    auto compilation = pipeline::compile({}, files, path, targets);
    if (!compilation.module) state.SkipWithError("the program does not compile");
    benchmark::DoNotOptimize(compilation);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
  state.SetComplexityN(state.range(0));
}

void check_only(benchmark::State& state) { compile_program(state, {}); }
void to_wgsl(benchmark::State& state) { compile_program(state, {Target::wgsl}); }
void to_msl(benchmark::State& state) { compile_program(state, {Target::msl}); }
void to_ptx(benchmark::State& state) { compile_program(state, {Target::ptx}); }
void to_all(benchmark::State& state) { compile_program(state, {Target::wgsl, Target::msl, Target::ptx}); }

BENCHMARK(check_only)->Unit(benchmark::kMillisecond)->RangeMultiplier(8)->Range(1, 512)->Complexity();
BENCHMARK(to_wgsl)->Unit(benchmark::kMillisecond)->RangeMultiplier(8)->Range(1, 512)->Complexity();
BENCHMARK(to_msl)->Unit(benchmark::kMillisecond)->RangeMultiplier(8)->Range(1, 512)->Complexity();
BENCHMARK(to_ptx)->Unit(benchmark::kMillisecond)->RangeMultiplier(8)->Range(1, 512)->Complexity();
BENCHMARK(to_all)->Unit(benchmark::kMillisecond)->RangeMultiplier(8)->Range(1, 512)->Complexity();

}  // namespace
}  // namespace yyshader::bench
