#include "support.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace yyshader::ptx_machine {

std::string kernel(const std::string& body, unsigned parameters, const std::string& block, const std::string& before) {
  std::string text = header + before + "\n.visible .entry k(\n";
  const std::string names = "abcd";
  for (unsigned i = 0; i < parameters; ++i) text += std::string(i == 0 ? "" : ",\n") + "  .param .u64 " + names[i];
  text += "\n)\n.reqntid " + block + "\n{\n";
  text += "  .reg .pred %p<10>;\n  .reg .b16 %h<10>;\n  .reg .b32 %r<20>;\n  .reg .f32 %f<20>;\n  .reg .b64 %rd<20>;\n";
  text += "  .reg .f64 %fd<10>;\n  .reg .u32 %t;\n";
  for (unsigned i = 0; i < parameters; ++i) {
    const std::string name(1, names[i]);
    text += "  .reg .u64 %" + name + ";\n  ld.param.u64 %" + name + ", [" + name + "];\n";
    text += "  cvta.to.global.u64 %" + name + ", %" + name + ";\n";
  }
  return text + "  mov.u32 %t, %tid.x;\n" + body + "\n  ret;\n}\n";
}

bool ptxas_accepts(const std::string& text) {
  const std::string ptxas = PTX_MACHINE_PTXAS;
  if (ptxas.empty()) return true;
  std::string name = testing::TempDir() + "ptx_machine_XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) return false;
  close(file);
  std::ofstream(name) << text;
  const std::string command = "'" + ptxas + "' -arch=sm_80 '" + name + "' -o /dev/null 2>'" + name + ".log'";
  const int status = std::system(command.c_str());
  if (status != 0) {
    std::ifstream log(name + ".log");
    std::string line;
    while (std::getline(log, line)) std::printf("%s\n", line.c_str());
  }
  std::remove(name.c_str());
  std::remove((name + ".log").c_str());
  return status == 0;
}

Machine load(const std::string& text, const Options& options) {
  Machine machine(options);
  for (const Problem& problem : machine.load(text)) ADD_FAILURE() << describe(problem, "text") << "\n" << text;
  EXPECT_TRUE(ptxas_accepts(text)) << text;
  return machine;
}

std::string refusal(const std::string& text) {
  Machine machine;
  const auto problems = machine.load(text);
  if (problems.empty()) return "";
  return std::to_string(problems[0].line) + ": " + problems[0].message + ": " + problems[0].text;
}

std::string launch(Machine& machine, std::vector<Buffer*> buffers, const Size& block, const Size& grid,
                   Statistics* statistics) {
  std::vector<Argument> arguments;
  for (Buffer* const buffer : buffers) arguments.push_back({buffer, {}});
  const LaunchResult result = machine.launch("k", grid, block, arguments);
  if (statistics != nullptr) *statistics = result.statistics;
  return result.fault ? result.fault->message : "";
}

std::string run(const std::string& text, std::vector<Buffer*> buffers, const Size& block, const Size& grid,
                const Options& options) {
  Machine machine = load(text, options);
  return launch(machine, std::move(buffers), block, grid);
}

namespace {

/// How the result register that an instruction names is stored as 64 bits.
std::string store_result(const std::string& instruction, std::size_t place) {
  const std::size_t at = instruction.find('%');
  const std::string name = instruction.substr(at, 3);
  const std::string address = "[%out+" + std::to_string(8 * place) + "]";
  if (name == "%dr") return "st.global.b64 " + address + ", %dr;";
  if (name == "%gr") return "st.global.f64 " + address + ", %gr;";
  std::string convert;
  if (name == "%hr") convert = "cvt.u64.u16 %dr, %hr;";
  if (name == "%rr") convert = "cvt.u64.u32 %dr, %rr;";
  if (name == "%fr") convert = "mov.b32 %rr, %fr; cvt.u64.u32 %dr, %rr;";
  if (name == "%pr") convert = "selp.u64 %dr, 1, 0, %pr;";
  return convert + " st.global.b64 " + address + ", %dr;";
}

std::string instruction_text(const std::vector<std::string>& instructions) {
  std::string text = header + ".visible .entry k(.param .u64 in, .param .u64 out)\n.reqntid 32, 1, 1\n{\n";
  text += "  .reg .b64 %in, %out, %at;\n  .reg .b32 %i, %j;\n";
  for (const char* const names : {".b16 %h", ".b32 %r", ".b64 %d", ".f32 %f", ".f64 %g", ".pred %p"}) {
    const std::string type_and_prefix = names;
    text += "  .reg " + type_and_prefix + "a";
    for (const char* const last : {"b", "c", "r"})
      text += ", " + type_and_prefix.substr(type_and_prefix.find('%')) + last;
    text += ";\n";
  }
  text += "  ld.param.u64 %in, [in];\n  ld.param.u64 %out, [out];\n  cvta.to.global.u64 %in, %in;\n";
  text += "  cvta.to.global.u64 %out, %out;\n  mov.u32 %i, %tid.x;\n  mov.u32 %j, %ctaid.x;\n";
  text += "  mad.lo.u32 %i, %j, 32, %i;\n  mul.wide.u32 %at, %i, 24;\n  add.u64 %in, %in, %at;\n";
  text += "  mul.wide.u32 %at, %i, " + std::to_string(8 * instructions.size()) + ";\n  add.u64 %out, %out, %at;\n";
  for (unsigned i = 0; i < 3; ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    text += "  ld.global.b64 %d" + name + ", [%in+" + std::to_string(8 * i) + "];\n";
    text += "  mov.b64 {%r" + name + ", _}, %d" + name + ";\n  mov.b64 {%h" + name + ", _, _, _}, %d" + name + ";\n";
    text += "  mov.b32 %f" + name + ", %r" + name + ";\n  mov.b64 %g" + name + ", %d" + name + ";\n";
    text += "  and.b32 %rr, %r" + name + ", 1;\n  setp.ne.u32 %p" + name + ", %rr, 0;\n";
  }
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    text += "  " + instructions[i] + ";\n  " + store_result(instructions[i], i) + "\n";
  }
  return text + "  ret;\n}\n";
}

}  // namespace

std::vector<std::vector<std::uint64_t>> run_instructions(const std::vector<std::string>& instructions,
                                                         const std::vector<Triple>& operands, const Options& options) {
  std::vector<Triple> padded = operands;
  while (padded.size() % 32 != 0) padded.push_back(operands[0]);
  std::vector<std::uint64_t> words;
  for (const Triple& triple : padded) words.insert(words.end(), triple.begin(), triple.end());
  Buffer in = buffer_of(words);
  Buffer out;
  out.bytes.resize(8 * instructions.size() * padded.size());
  const Size grid = {static_cast<std::uint32_t>(padded.size() / 32), 1, 1};
  EXPECT_EQ(run(instruction_text(instructions), {&in, &out}, {32, 1, 1}, grid, options), "");
  const auto words_out = values_of<std::uint64_t>(out);
  std::vector<std::vector<std::uint64_t>> results(instructions.size());
  for (std::size_t which = 0; which < instructions.size(); ++which) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      results[which].push_back(words_out[i * instructions.size() + which]);
    }
  }
  return results;
}

void check_instructions(const std::vector<InstructionCase>& cases, const std::vector<Triple>& operands,
                        const Options& options, SameResult same) {
  std::vector<std::string> instructions;
  for (const InstructionCase& one : cases) instructions.push_back(one.instruction);
  const auto results = run_instructions(instructions, operands, options);
  for (std::size_t which = 0; which < cases.size(); ++which) {
    unsigned wrong = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto& [a, b, c] = operands[i];
      const std::uint64_t expected = cases[which].expected(a, b, c);
      const std::uint64_t actual = results[which][i];
      if (expected == actual || (same != nullptr && same(expected, actual))) continue;
      if (++wrong > 3) continue;
      ADD_FAILURE() << cases[which].instruction << " of " << std::hex << a << ", " << b << ", " << c << " gives "
                    << actual << ", expected " << expected;
    }
  }
}

std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t word = state;
  word = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  word = (word ^ (word >> 27U)) * 0x94d049bb133111ebULL;
  return word ^ (word >> 31U);
}

std::vector<std::uint64_t> interesting_words(unsigned bits) {
  const std::uint64_t all = bits == 64 ? ~0ULL : (1ULL << bits) - 1;
  std::vector<std::uint64_t> words = {0,
                                      1,
                                      2,
                                      3,
                                      7,
                                      31,
                                      32,
                                      33,
                                      64,
                                      255,
                                      all,
                                      all - 1,
                                      all >> 1U,
                                      (all >> 1U) + 1,
                                      (all >> 1U) + 2,
                                      0x5555555555555555ULL & all};
  std::uint64_t state = bits;
  for (unsigned i = 0; i < 16; ++i) words.push_back((next_random(state) & all) >> (i % 3 == 2 ? bits / 2 : 0));
  return words;
}

std::vector<std::uint64_t> interesting_floats(unsigned bits) {
  const unsigned fraction = bits == 16 ? 10 : bits == 32 ? 23 : 52;
  const std::uint64_t sign = 1ULL << (bits - 1);
  const std::uint64_t infinity = (((sign - 1) >> fraction) << fraction);
  const std::uint64_t one = (infinity >> 1U) & infinity;
  std::vector<std::uint64_t> words = {0,
                                      1,
                                      (1ULL << fraction) - 1,
                                      1ULL << fraction,
                                      one,
                                      one + 1,
                                      one - 1,
                                      infinity - 1,
                                      infinity,
                                      infinity + 1,
                                      one + (1ULL << fraction),
                                      one + (3ULL << (fraction - 1)),
                                      one - (1ULL << fraction)};
  for (std::size_t i = 0, count = words.size(); i < count; ++i) words.push_back(words[i] | sign);
  std::uint64_t state = bits + 1;
  for (unsigned i = 0; i < 14; ++i) {
    std::uint64_t word = next_random(state) >> (64 - bits);
    if (i % 2 == 0) word = (word & ((1ULL << fraction) - 1)) | (one + ((word >> 60U) % 8 << fraction));  // near one
    words.push_back(word & (sign | (sign - 1)));
  }
  return words;
}

std::vector<Triple> triples_of(const std::vector<std::uint64_t>& values) {
  std::vector<Triple> triples;
  std::uint64_t state = values.size();
  for (const std::uint64_t a : values) {
    for (const std::uint64_t b : values) triples.push_back({a, b, values[next_random(state) % values.size()]});
  }
  return triples;
}

namespace {
bool same(std::uint64_t expected, std::uint64_t actual, std::uint64_t infinity, std::uint64_t magnitude) {
  return expected == actual || ((expected & magnitude) > infinity && (actual & magnitude) > infinity);
}
}  // namespace

bool same_half(std::uint64_t expected, std::uint64_t actual) { return same(expected, actual, 0x7c00, 0x7fff); }
bool same_single(std::uint64_t expected, std::uint64_t actual) {
  return same(expected, actual, 0x7f800000, 0x7fffffff);
}
bool same_double(std::uint64_t expected, std::uint64_t actual) {
  return same(expected, actual, 0x7ff0000000000000ULL, 0x7fffffffffffffffULL);
}

}  // namespace yyshader::ptx_machine
