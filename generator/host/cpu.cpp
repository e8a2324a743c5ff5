#include "host/cpu.hpp"

#include "host/cpp_frame.hpp"
#include "host/cpp_names.hpp"
#include "host/cpp_text.hpp"
#include "support/internal_error.hpp"

namespace yyshader::host {

namespace {

constexpr std::string_view detail = "::yy::cpu::detail::";

/// What calls the entry for one invocation. It stands in the namespace of the text, so that it sees the text's types.
std::string kernel_struct(const reflect::CpuText& cpu, const reflect::CpuEntry& entry) {
  std::string out = "struct " + entry.kernel + " {\n";
  out.append("  static void call(const ").append(detail).append("Resources& ").append(cpu.resources);
  out.append(", const ").append(detail).append("Invocation& ").append(cpu.invocation).append(") {\n");
  out.append("    ").append(entry.function).append("(").append(entry.arguments).append(");\n  }\n};\n\n");
  return out;
}

std::string kernel_row(const CppNames& names, const reflect::CpuEntry& entry) {
  return "    {::std::string_view{" + cpp_literal(entry.function) + "}, &" + std::string(detail) +
         (entry.is_alone ? "run_alone<" : "run_together<") + names.cpu_text + "::" + entry.kernel + ">},\n";
}

}  // namespace

std::string cpu_header(const reflect::Model& model, const Options& options, std::string_view module_file) {
  const reflect::CpuText& cpu = model.cpu;
  support::invariant(cpu.requested, "the text for the CPU was not made");
  const CppNames names = cpp_names(model, options);
  std::string out(generated_notice);
  out += "#pragma once\n\n#include <yy/cpu.hpp>\n\n#include \"" + std::string(module_file) + "\"\n\n";
  // Whoever includes this compiles the kernels for itself: nothing here is shared between the parts of a program.
  out += open_namespaces(names, "") + "namespace {\n\nnamespace " + names.cpu_text +
         " {\n#include <yy/cpu/text_begin.hpp>\n\n";
  out += cpu.text + "\n";
  for (const reflect::CpuEntry& entry : cpu.entries) out += kernel_struct(cpu, entry);
  out += "#include <yy/cpu/text_end.hpp>\n}  // namespace " + names.cpu_text + "\n\n";
  std::string kernels = "{}";
  if (!cpu.entries.empty()) {
    kernels = "{" + names.internal_cpu + "}";
    out += "constexpr " + std::string(detail) + "Kernel " + names.internal_cpu + "[] = {\n";
    for (const reflect::CpuEntry& entry : cpu.entries) out += kernel_row(names, entry);
    out += "};\n";
  }
  out += "[[maybe_unused]] constexpr ::yy::cpu::Program " + names.cpu.name + "{&" + names.module.name + ", " + kernels +
         ", ::std::string_view{" + cpp_literal(cpu.reason) + "}};\n";
  if (!names.cpu.ascii.empty()) {
    out += "[[maybe_unused]] constexpr const ::yy::cpu::Program& " + names.cpu.ascii + " = " + names.cpu.name + ";\n";
  }
  out += "\n}  // namespace\n" + close_namespaces(names);
  return out;
}

}  // namespace yyshader::host
