#include "ptx_machine/machine.hpp"

#include <cstring>
#include <utility>

#include "ptx_machine/decoder.hpp"
#include "ptx_machine/parser.hpp"
#include "ptx_machine/schedule.hpp"
#include "ptx_machine/warp.hpp"

namespace yyshader::ptx_machine {
namespace {

// cudaMalloc's alignment, and the least that WebGPU lets a binding have.
constexpr std::uint64_t buffer_alignment = 256;

LaunchResult refuse(std::string message) { return {Fault{std::move(message), 0}, {}}; }

std::string describe_size(const Size& size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " + std::to_string(size[2]);
}

std::optional<std::string> fault_of_sizes(const Entry& entry, const Size& grid, const Size& block) {
  const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
  if (threads == 0 || threads > 1024 || block[0] > 1024 || block[1] > 1024 || block[2] > 64) {
    return "a block of " + describe_size(block) + " threads cannot be launched";
  }
  if (blocks == 0 || blocks > 0x7fffffffU || grid[1] > 65535 || grid[2] > 65535) {
    return "a grid of " + describe_size(grid) + " blocks cannot be launched";
  }
  if (entry.required_block && *entry.required_block != block) {
    return entry.name + " requires a block of " + describe_size(*entry.required_block) + " threads";
  }
  if (entry.largest_block) {
    const Size& largest = *entry.largest_block;
    if (threads > std::uint64_t{largest[0]} * largest[1] * largest[2]) {
      return entry.name + " takes blocks of at most " + describe_size(largest) + " threads";
    }
  }
  return std::nullopt;
}

}  // namespace

struct Machine::State {
  Options options;
  std::string text;
  Program program;
  std::vector<std::vector<std::uint8_t>> variables;  ///< bytes of .global and .const variables, in the program's order
  bool is_loaded = false;

  /// The program's variables at their addresses; `scratch` owns the bytes of those that live for one launch.
  void place_variables(AddressMap& memory, std::uint32_t entry, std::uint32_t threads,
                       std::vector<std::vector<std::uint8_t>>& scratch) {
    for (std::size_t i = 0; i < program.variables.size(); ++i) {
      const StaticVariable& variable = program.variables[i];
      auto allocation = std::make_unique<Allocation>();
      allocation->name = variable.name;
      allocation->space = variable.space;
      allocation->size = variable.size;
      if (variable.space == Space::global || variable.space == Space::constant) {
        allocation->data = variables[i].data();
        memory.add_global(std::move(allocation), variable.address & ((1ULL << global_gap_bits) - 1));
        continue;
      }
      const bool is_shared = variable.space == Space::shared;
      if (variable.entry != no_slot && variable.entry != entry) continue;
      const std::uint64_t total = is_shared ? variable.size : variable.size * threads;
      scratch.emplace_back(total);
      allocation->base = variable.address;
      allocation->thread_stride = is_shared ? 0 : variable.size;
      allocation->data = scratch.back().data();
      if (options.find_undefined) allocation->known.resize(total);
      memory.add_window(std::move(allocation));
    }
  }

  /// Writes the arguments into the parameters' bytes; buffers get addresses.
  static std::optional<std::string> bind(const Entry& entry, std::span<const Argument> arguments, AddressMap& memory,
                                         std::vector<std::uint8_t>& parameters) {
    if (arguments.size() != entry.parameters.size()) {
      return entry.name + " has " + std::to_string(entry.parameters.size()) + " parameters, not " +
             std::to_string(arguments.size());
    }
    std::vector<std::pair<const Buffer*, std::uint64_t>> placed;
    parameters.assign(entry.parameter_bytes, 0);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const EntryParameter& parameter = entry.parameters[i];
      if (arguments[i].buffer == nullptr) {
        if (arguments[i].value.size() != parameter.size) return parameter.name + " has another size";
        std::memcpy(parameters.data() + parameter.offset, arguments[i].value.data(), parameter.size);
        continue;
      }
      if (parameter.size != 8 || parameter.is_array) return parameter.name + " is no .u64, which a buffer needs";
      Buffer& buffer = *arguments[i].buffer;
      std::uint64_t address = 0;
      for (const auto& [known, its_address] : placed) {
        if (known == &buffer) address = its_address;
      }
      if (address == 0) {
        auto allocation = std::make_unique<Allocation>();
        allocation->name = buffer.name.empty() ? parameter.name : buffer.name;
        allocation->size = buffer.bytes.size();
        allocation->data = buffer.bytes.data();
        allocation->is_read_only = buffer.is_read_only;
        address = memory.add_global(std::move(allocation), buffer_alignment);
        placed.emplace_back(&buffer, address);
      }
      std::memcpy(parameters.data() + parameter.offset, &address, sizeof address);
    }
    return std::nullopt;
  }
};

Machine::Machine(const Options& options) : state_(std::make_unique<State>()) { state_->options = options; }
Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

std::vector<Problem> Machine::load(std::string_view text) {
  std::vector<Problem> problems;
  state_->text = text;
  state_->program = {};
  state_->variables.clear();
  state_->is_loaded = false;
  const syntax::Module module = parse(state_->text, problems);
  if (problems.empty()) state_->program = decode(module, state_->options, problems);
  for (const StaticVariable& variable : state_->program.variables) state_->variables.push_back(variable.initial);
  state_->is_loaded = problems.empty();
  return problems;
}

const std::vector<Entry>& Machine::entries() const { return state_->program.entries; }

const Entry* Machine::find_entry(std::string_view name) const {
  for (const Entry& entry : entries()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

LaunchResult Machine::launch(std::string_view entry_name, const Size& grid, const Size& block,
                             std::span<const Argument> arguments) {
  if (!state_->is_loaded) return refuse("no text is loaded");
  const Entry* const entry = find_entry(entry_name);
  if (entry == nullptr) return refuse("the text has no entry " + std::string(entry_name));
  if (const auto fault = fault_of_sizes(*entry, grid, block)) return refuse(*fault);
  Launch launch;
  AddressMap memory;
  std::vector<std::vector<std::uint8_t>> scratch;
  launch.program = &state_->program;
  launch.options = &state_->options;
  launch.memory = &memory;
  launch.grid = grid;
  launch.block = block;
  launch.threads = block[0] * block[1] * block[2];
  // Any seed but zero starts a sequence; neighbouring seeds must not start alike.
  launch.random_state = state_->options.seed * 0x9e3779b97f4a7c15ULL | 1U;
  const auto index = static_cast<std::uint32_t>(entry - state_->program.entries.data());
  state_->place_variables(memory, index, launch.threads, scratch);
  if (const auto fault = State::bind(*entry, arguments, memory, launch.parameters)) return refuse(*fault);
  run_blocks(launch, entry->start);
  return {std::move(launch.fault), launch.statistics};
}

std::string describe(const Problem& problem, std::string_view file) {
  std::string result(file);
  if (problem.line != 0) result += ":" + std::to_string(problem.line);
  result += ": " + problem.message;
  if (!problem.text.empty()) result += ": " + problem.text;
  return result;
}

}  // namespace yyshader::ptx_machine
