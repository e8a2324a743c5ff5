// What the machine's tests share: small kernels around single instructions, and ptxas beside the machine.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx_machine/machine.hpp"

namespace yyshader::ptx_machine {

/// The directives that every text begins with.
inline const std::string header = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// A text with one entry `k` of the parameters `.u64 a, b, c, d` (as many as `parameters`), whose addresses are in %a,
/// %b, … and %tid.x in %t. Registers: %p<10>, %h<10> (b16), %r<20> (b32), %f<20> (f32), %rd<20> (b64), %fd<10> (f64).
std::string kernel(const std::string& body, unsigned parameters = 1, const std::string& block = "32, 1, 1",
                   const std::string& before = "");

/// Whether ptxas takes `text` for sm_80; true too where there is no ptxas. Prints why not.
bool ptxas_accepts(const std::string& text);

/// A machine with `text` loaded; both it and ptxas must take the text.
Machine load(const std::string& text, const Options& options = {});

/// The first fault of `text`, `line: message`; empty if the machine takes it.
std::string refusal(const std::string& text);

template <class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T>
std::vector<T> values_of(const Buffer& buffer) {
  std::vector<T> values(buffer.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), buffer.bytes.data(), values.size() * sizeof(T));
  return values;
}

template <class T>
Buffer buffer_of(const std::vector<T>& values) {
  Buffer buffer;
  buffer.bytes = bytes_of(values);
  return buffer;
}

/// Launches `k` with the buffers as its arguments; the fault's message, empty if there is none.
std::string launch(Machine& machine, std::vector<Buffer*> buffers, const Size& block = {32, 1, 1},
                   const Size& grid = {1, 1, 1}, Statistics* statistics = nullptr);

/// Loads and launches.
std::string run(const std::string& text, std::vector<Buffer*> buffers, const Size& block = {32, 1, 1},
                const Size& grid = {1, 1, 1}, const Options& options = {});

using Triple = std::array<std::uint64_t, 3>;

/// One instruction, and what it gives for operands a, b, c.
struct InstructionCase {
  /// Its operands are %ha %hb %hc (b16), %ra … (b32), %da … (b64), %fa … (f32), %ga … (f64), all of the same bits, and
  /// %pa %pb %pc (whether the lowest bit is set). Its result is %hr, %rr, %dr, %fr, %gr or %pr.
  std::string instruction;
  std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t)> expected;
};

/// Runs instructions, written as those of cases are, on every triple in one kernel: the results, [instruction][triple].
std::vector<std::vector<std::uint64_t>> run_instructions(const std::vector<std::string>& instructions,
                                                         const std::vector<Triple>& operands,
                                                         const Options& options = {});

/// Runs every case on every triple in one kernel, which ptxas must take too, and compares. `same` (given expected and
/// actual) may allow more than equal bits.
using SameResult = bool (*)(std::uint64_t, std::uint64_t);
void check_instructions(const std::vector<InstructionCase>& cases, const std::vector<Triple>& operands,
                        const Options& options = {}, SameResult same = nullptr);

/// Interesting bits of a width, and random ones.
std::vector<std::uint64_t> interesting_words(unsigned bits);
std::vector<std::uint64_t> interesting_floats(unsigned bits);
/// Triples of these: every pair, with a third one.
std::vector<Triple> triples_of(const std::vector<std::uint64_t>& values);
std::uint64_t next_random(std::uint64_t& state);

template <class T>
T as(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else {
    return static_cast<T>(bits);
  }
}
inline std::uint64_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
inline std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }
template <class T>
std::uint64_t bits_of(T value) {
  return static_cast<std::make_unsigned_t<T>>(value);
}

/// Equal bits, or both NaN.
bool same_half(std::uint64_t expected, std::uint64_t actual);
bool same_single(std::uint64_t expected, std::uint64_t actual);
bool same_double(std::uint64_t expected, std::uint64_t actual);

}  // namespace yyshader::ptx_machine
