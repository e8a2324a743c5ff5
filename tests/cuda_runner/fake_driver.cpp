// A stand-in for libcuda.so.1: the driver API's symbols that yy/cuda.hpp uses, over the PTX machine. So its code runs,
// with everything that it asks of a driver checked, where there is no GPU. Device memory is the host's; a launch runs
// on the PTX machine. One thread at a time.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ptx_machine/machine.hpp"

namespace {

using namespace yyshader::ptx_machine;

// CUresult
constexpr int success = 0;
constexpr int invalid_value = 1;
constexpr int out_of_memory = 2;
constexpr int not_initialized = 3;
constexpr int invalid_device = 101;
constexpr int invalid_context = 201;
constexpr int invalid_ptx = 218;
constexpr int not_found = 500;
constexpr int launch_failed = 719;

constexpr std::uint64_t memory_limit = 1U << 30U;

struct Function {
  Machine* machine = nullptr;
  std::string name;
};
struct LoadedModule {
  Machine machine;
  std::vector<std::unique_ptr<Function>> functions;
};
struct Allocation {
  std::unique_ptr<std::uint8_t[]> memory;  ///< with room for an address that is a multiple of 256
  std::size_t bytes = 0;
};

/// All that a driver keeps.
struct State {
  bool is_initialized = false;
  int contexts_retained = 0;
  std::vector<void*> current;
  std::map<std::uint64_t, Allocation> allocations;
  std::map<void*, std::unique_ptr<LoadedModule>> modules;
  int launches = 0;
};
State& state() {
  static State the_state;
  return the_state;
}

char the_context;

bool has_context() { return !state().current.empty() && state().current.back() == &the_context; }

/// The allocation that holds all of these bytes; null when none does.
std::pair<const std::uint64_t, Allocation>* find(std::uint64_t address, std::size_t bytes) {
  auto& allocations = state().allocations;
  auto place = allocations.upper_bound(address);
  if (place == allocations.begin()) return nullptr;
  --place;
  const std::uint64_t offset = address - place->first;
  return offset <= place->second.bytes && bytes <= place->second.bytes - offset ? &*place : nullptr;
}

struct Row {
  int result;
  const char* name;
  const char* text;
};
constexpr Row rows[] = {
    {success, "CUDA_SUCCESS", "no error"},
    {invalid_value, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {not_initialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {invalid_device, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {invalid_context, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {invalid_ptx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {not_found, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {launch_failed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

/// How many devices there are: $FAKE_CUDA_DEVICES, 1 without.
int device_count() {
  const char* const words = std::getenv("FAKE_CUDA_DEVICES");
  return words == nullptr ? 1 : std::atoi(words);
}

/// The kernel's buffers, one for each parameter, with what the device's memory holds from there on.
int run(Function& function, const Size& grid, const Size& block, void** parameters) {
  const Entry* const entry = function.machine->find_entry(function.name);
  std::vector<std::unique_ptr<Buffer>> buffers;
  std::vector<std::uint64_t> addresses;
  std::vector<Argument> arguments;
  for (std::size_t i = 0; i < entry->parameters.size(); ++i) {
    std::uint64_t address = 0;
    std::memcpy(&address, parameters[i], sizeof address);
    auto* const allocation = find(address, 1);
    if (allocation == nullptr) return invalid_value;
    auto buffer = std::make_unique<Buffer>();
    const auto* const first = reinterpret_cast<const std::uint8_t*>(address);
    buffer->name = entry->parameters[i].name;
    buffer->bytes.assign(first, first + (allocation->first + allocation->second.bytes - address));
    arguments.push_back({buffer.get(), {}});
    addresses.push_back(address);
    buffers.push_back(std::move(buffer));
  }
  const LaunchResult result = function.machine->launch(function.name, grid, block, arguments);
  if (result.fault) {
    std::fprintf(stderr, "%s\n", result.fault->message.c_str());
    return launch_failed;
  }
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    std::memcpy(reinterpret_cast<void*>(addresses[i]), buffers[i]->bytes.data(), buffers[i]->bytes.size());
  }
  return success;
}

}  // namespace

extern "C" {

int cuInit(unsigned flags) {
  state().is_initialized = flags == 0;
  return flags == 0 ? success : invalid_value;
}

int cuDeviceGetCount(int* count) {
  if (!state().is_initialized) return not_initialized;
  *count = device_count();
  return success;
}

int cuDeviceGet(int* device, int ordinal) {
  if (ordinal < 0 || ordinal >= device_count()) return invalid_device;
  *device = ordinal;
  return success;
}

int cuDeviceGetName(char* name, int length, int device) {
  std::snprintf(name, static_cast<std::size_t>(length), "PTX machine %d", device);
  return success;
}

int cuDeviceGetAttribute(int* value, int attribute, int /*device*/) {
  if (attribute != 75 && attribute != 76) return invalid_value;
  *value = attribute == 75 ? 8 : 0;
  return success;
}

int cuDevicePrimaryCtxRetain(void** context, int /*device*/) {
  ++state().contexts_retained;
  *context = &the_context;
  return success;
}

int cuDevicePrimaryCtxRelease_v2(int /*device*/) {
  if (state().contexts_retained == 0) return invalid_context;
  --state().contexts_retained;
  return success;
}

int cuCtxPushCurrent_v2(void* context) {
  if (context != &the_context || state().contexts_retained == 0) return invalid_context;
  state().current.push_back(context);
  return success;
}

int cuCtxPopCurrent_v2(void** context) {
  if (state().current.empty()) return invalid_context;
  *context = state().current.back();
  state().current.pop_back();
  return success;
}

int cuCtxSynchronize() { return has_context() ? success : invalid_context; }
int cuStreamSynchronize(void* /*stream*/) { return has_context() ? success : invalid_context; }

int cuModuleLoadDataEx(void** module, const void* text, unsigned count, int* options, void** values) {
  if (!has_context()) return invalid_context;
  auto loaded = std::make_unique<LoadedModule>();
  const auto problems = loaded->machine.load(static_cast<const char*>(text));
  if (!problems.empty()) {
    // The log's buffer and its size.
    if (count == 2 && options[0] == 5 && options[1] == 6) {
      std::snprintf(static_cast<char*>(values[0]), reinterpret_cast<std::size_t>(values[1]), "%s",
                    describe(problems[0], "ptx").c_str());
    }
    return invalid_ptx;
  }
  *module = loaded.get();
  state().modules[loaded.get()] = std::move(loaded);
  return success;
}

int cuModuleUnload(void* module) {
  return has_context() && state().modules.erase(module) == 1 ? success : invalid_value;
}

int cuModuleGetFunction(void** function, void* module, const char* name) {
  const auto place = state().modules.find(module);
  if (!has_context() || place == state().modules.end()) return invalid_context;
  LoadedModule& loaded = *place->second;
  if (loaded.machine.find_entry(name) == nullptr) return not_found;
  loaded.functions.push_back(std::make_unique<Function>(Function{&loaded.machine, name}));
  *function = loaded.functions.back().get();
  return success;
}

int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  if (!has_context()) return invalid_context;
  if (bytes == 0) return invalid_value;
  if (bytes > memory_limit) return out_of_memory;
  Allocation allocation{std::make_unique<std::uint8_t[]>(bytes + 256), bytes};
  *address = (reinterpret_cast<std::uint64_t>(allocation.memory.get()) + 255) / 256 * 256;
  state().allocations[*address] = std::move(allocation);
  return success;
}

int cuMemFree_v2(std::uint64_t address) {
  return has_context() && state().allocations.erase(address) == 1 ? success : invalid_value;
}

int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  if (!has_context() || find(to, bytes) == nullptr) return invalid_value;
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return success;
}

int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  if (!has_context() || find(from, bytes) == nullptr) return invalid_value;
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return success;
}

int cuMemsetD8_v2(std::uint64_t to, unsigned char value, std::size_t bytes) {
  if (!has_context() || find(to, bytes) == nullptr) return invalid_value;
  std::memset(reinterpret_cast<void*>(to), value, bytes);
  return success;
}

int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned shared_bytes, void* /*stream*/, void** parameters,
                   void** extra) {
  if (!has_context()) return invalid_context;
  if (grid_x == 0 || grid_y == 0 || grid_z == 0 || shared_bytes != 0 || extra != nullptr) return invalid_value;
  ++state().launches;
  return run(*static_cast<Function*>(function), {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, parameters);
}

int cuGetErrorName(int result, const char** name) {
  for (const Row& row : rows) {
    if (row.result == result) return *name = row.name, success;
  }
  return invalid_value;
}

int cuGetErrorString(int result, const char** text) {
  for (const Row& row : rows) {
    if (row.result == result) return *text = row.text, success;
  }
  return invalid_value;
}

/// For tests: what is still held, and how often a kernel was started.
void fake_cuda_counts(int* contexts, int* allocations, int* modules, int* pushed, int* launches) {
  *contexts = state().contexts_retained;
  *allocations = static_cast<int>(state().allocations.size());
  *modules = static_cast<int>(state().modules.size());
  *pushed = static_cast<int>(state().current.size());
  *launches = state().launches;
}
}
