#include "cpu_machine/compiler.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <thread>

namespace yyshader::cpu_machine {

namespace {

std::string environment(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char letter : word) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + "'";
}

/// One library of several programs.
struct Unit {
  std::span<Source> sources;
  std::filesystem::path stem;  ///< of its files
};

/// What the compiler says, when it fails.
std::string compile(const Unit& unit) {
  const std::filesystem::path source = unit.stem.string() + ".cpp";
  const std::filesystem::path messages = unit.stem.string() + ".txt";
  std::ofstream file(source);
  for (const Source& each : unit.sources) file << "#include " << each.header << "\n";
  file << "extern \"C\" const yy::cpu::Program* const yy_programs[] = {\n";
  for (const Source& each : unit.sources) file << "    &" << each.name << ",\n";
  file << "};\n";
  file.close();
  // Results are to be the same wherever this runs, and what C++ leaves undefined is found out.
  const std::string command = quoted(environment("YYSHADER_CPU_COMPILER", YYSHADER_CPU_COMPILER)) +
                              " -std=c++17 -O1 -fPIC -shared -pthread -ffp-contract=off ";
  const std::string flags = environment("YYSHADER_CPU_FLAGS", "-fsanitize=undefined -fno-sanitize-recover=all");
  const std::string whole = command + flags + " -I" + quoted(YYSHADER_RUNTIME_FOLDER) + " -o " +
                            quoted(unit.stem.string() + ".so") + " " + quoted(source.string()) + " >" +
                            quoted(messages.string()) + " 2>&1";
  if (std::system(whole.c_str()) == 0) return {};
  const std::string text = read_text(messages);
  return text.empty() ? "the compiler failed: " + whole : text;
}

/// Sets the programs of a compiled unit. The library stays loaded as long as this process lives.
void load(const Unit& unit) {
  void* const library = dlopen((unit.stem.string() + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const table = library == nullptr ? nullptr : dlsym(library, "yy_programs");
  const std::string error = table == nullptr ? dlerror() : "";
  for (std::size_t i = 0; i < unit.sources.size(); ++i) {
    unit.sources[i].error = error;
    if (table != nullptr) unit.sources[i].program = static_cast<const yy::cpu::Program* const*>(table)[i];
  }
}

void compile_and_load(const Unit& unit) {
  std::string error = compile(unit);
  if (error.empty()) return load(unit);
  if (unit.sources.size() == 1) {
    unit.sources.front().error = std::move(error);
    return;
  }
  for (std::size_t i = 0; i < unit.sources.size(); ++i) {
    compile_and_load({unit.sources.subspan(i, 1), unit.stem.string() + "_" + std::to_string(i)});
  }
}

}  // namespace

void compile(std::vector<Source>& sources, const std::filesystem::path& folder) {
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t count = std::min(cores, sources.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = sources.size() * i / count;
    const std::size_t end = sources.size() * (i + 1) / count;
    const Unit unit{std::span(sources).subspan(first, end - first), folder / ("unit_" + std::to_string(i))};
    threads.emplace_back(compile_and_load, unit);
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace yyshader::cpu_machine
