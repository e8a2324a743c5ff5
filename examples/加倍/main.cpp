// Shows what the build made of the shader: constants to hand to a GPU's driver, tables that tell how to call it, and a
// program that runs it on this machine's CPU.

#include <cstdint>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "应用/加倍。着色生成.hpp"
#include "应用/加倍。着色程序.hpp"

namespace 着色 = 应用::加倍;

// All of it is known to the compiler: a wrong name or binding need not wait for a run.
static_assert(着色::加倍入口 == "加倍");
static_assert(着色::加倍入口PTX名 == "yy_e5_8a_a0_e5_80_8d");
static_assert(着色::着色模块.entries[0].workgroup_size[0] == 4);

namespace {

const char* kind_text(yy::BindingKind kind) {
  switch (kind) {
    case yy::BindingKind::storage_buffer:
      return "storage buffer";
    case yy::BindingKind::uniform_buffer:
      return "uniform buffer";
    case yy::BindingKind::texture:
      return "texture";
    case yy::BindingKind::sampler:
      return "sampler";
  }
  return "";
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_text(const char* title, const yy::Text& text) {
  std::printf("== %s%s\n", title, text.available ? "" : " (not available)");
  print(text.text);
  std::printf("\n");
}

void print_entry(const yy::Entry& entry) {
  print(entry.name);
  print(": function ");
  print(entry.function);
  print(", PTX name ");
  print(entry.ptx_name);
  std::printf(", workgroup %u x %u x %u\n", entry.workgroup_size[0], entry.workgroup_size[1], entry.workgroup_size[2]);
  for (const yy::Binding& binding : entry.bindings) {
    print("  ");
    print(binding.name);
    std::printf(": group %u, binding %u, %s, ", binding.group, binding.binding, kind_text(binding.kind));
    print(binding.type);
    std::printf("; MSL buffer %u, PTX parameter %u\n", binding.msl_index, binding.ptx_parameter);
  }
}

/// One workgroup of four invocations doubles four numbers. True when they are doubled.
bool run_on_cpu() {
  const std::vector<std::uint32_t> before{1, 2, 3, 4};
  std::vector<std::uint32_t> numbers = before;
  yy::cpu::run(着色::着色程序, 着色::加倍入口, {1, 1, 1}, {{0, 0, numbers}});
  std::printf("== on the CPU\n");
  bool is_right = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::printf("%u -> %u\n", before[i], numbers[i]);
    is_right = is_right && numbers[i] == 2 * before[i];
  }
  return is_right;
}

}  // namespace

int main() {
  print_text("WGSL", 着色::着色模块.wgsl);
  print_text("MSL", 着色::着色模块.msl);
  print_text("PTX", 着色::着色模块.ptx);
  std::printf("== entries\n");
  for (const yy::Entry& entry : 着色::着色模块.entries) print_entry(entry);
  try {
    return run_on_cpu() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
