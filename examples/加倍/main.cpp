// Shows what the build made of the shader: constants to hand to a GPU's driver, and tables that tell how to call it.

#include <cstdio>
#include <string_view>

#include "应用/加倍。着色生成.hpp"

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

}  // namespace

int main() {
  print_text("WGSL", 着色::着色模块.wgsl);
  print_text("MSL", 着色::着色模块.msl);
  print_text("PTX", 着色::着色模块.ptx);
  std::printf("== entries\n");
  for (const yy::Entry& entry : 着色::着色模块.entries) print_entry(entry);
  return 0;
}
