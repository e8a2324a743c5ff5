// An interpreter of PTX for tests: runs kernels of a text on the host, by the PTX ISA manual, version 8.0, for sm_80.
//
// It shares nothing with the generator, and refuses what it does not know. docs/ptx-machine.md says what it knows, what
// it checks while it runs, and where it is stricter than a device.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx_machine/program.hpp"
#include "ptx_machine/syntax.hpp"

namespace yyshader::ptx_machine {

enum class Approximation : std::uint8_t {
  exact,  ///< approximate instructions give the correctly rounded result
  worst,  ///< … a result as far off as the manual allows, always the same for the same operands
};

enum class Schedule : std::uint8_t {
  lockstep,  ///< lanes of a warp run together and meet again as early as they can
  warps,     ///< warps, and the parts of a diverged warp, run in a random order for random times
  threads,   ///< every thread runs by itself in a random order; lanes meet only where an instruction makes them
};

struct Options {
  Approximation approximation = Approximation::exact;
  Schedule schedule = Schedule::lockstep;
  std::uint64_t seed = 1;
  bool find_races = true;
  bool find_undefined = true;  ///< reads of shared and local memory that nothing has written, registers likewise
  std::uint64_t instruction_limit = 20'000'000'000ULL;  ///< instructions of single threads in one launch
};

using Size = std::array<std::uint32_t, 3>;

/// Global memory that a launch binds to a .u64 parameter; the launch changes `bytes`.
struct Buffer {
  std::string name;  ///< for messages
  std::vector<std::uint8_t> bytes;
  bool is_read_only = false;
};

/// A buffer, whose address is passed, or the bytes of a parameter passed by value.
struct Argument {
  Buffer* buffer = nullptr;
  std::vector<std::uint8_t> value;
};

struct Statistics {
  std::uint64_t instructions = 0;         ///< as a warp issues them
  std::uint64_t thread_instructions = 0;  ///< one for each lane that takes part
  std::uint32_t most_parts = 1;           ///< the most parts that a warp had diverged into
  std::uint64_t barriers = 0;             ///< completed
};

/// Why a launch ended before its kernel did.
struct Fault {
  std::string message;  ///< all of it, with places
  unsigned line = 0;    ///< of the instruction; 0: none
};

struct LaunchResult {
  std::optional<Fault> fault;
  Statistics statistics;
};

class Machine {
 public:
  explicit Machine(const Options& options = {});
  ~Machine();
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;

  /// Decodes `text`. Returns what it refuses; nothing can be launched unless that is empty.
  std::vector<Problem> load(std::string_view text);

  const std::vector<Entry>& entries() const;
  /// Null: no entry has this name.
  const Entry* find_entry(std::string_view name) const;

  /// Runs `entry` over `grid` blocks of `block` threads. One argument for each parameter, in order; one buffer may be
  /// bound twice. .global variables keep their values from launch to launch.
  LaunchResult launch(std::string_view entry, const Size& grid, const Size& block, std::span<const Argument> arguments);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// `file:line: message: text`, one problem.
std::string describe(const Problem& problem, std::string_view file);

}  // namespace yyshader::ptx_machine
