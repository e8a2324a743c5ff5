#pragma once

// Runs compute entries on an NVIDIA GPU: loads a generated module's PTX with the driver API, which is found while the
// program runs, and launches kernels with buffers checked against the module's tables. C++17, header-only; on Linux
// link with ${CMAKE_DL_LIBS}, as YYShader::runtime does.
//
//   yy::cuda::Device device;
//   auto program = device.load(应用::加倍::着色模块);
//   auto kernel = program.kernel("加倍入口");
//   auto numbers = device.allocate(std::vector<float>{1, 2, 3, 4});
//   kernel.launch({1, 1, 1}, {{0, 0, numbers}});
//   std::vector<float> doubled = numbers.read<float>();

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda/device.hpp"
#include "cuda/driver.hpp"
#include "shader.hpp"

namespace yy::cuda {

/// How many workgroups a launch has in each direction; with a zero among them nothing runs.
struct Grid {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

/// What is bound to one resource: a buffer, or `bytes` of device memory from `address` on. The memory must be the
/// device's, and stay until the kernel has ended.
struct Argument {
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  Address address = 0;
  std::uint64_t bytes = 0;

  Argument(std::uint32_t the_group, std::uint32_t the_binding, const Buffer& buffer)
      : group(the_group), binding(the_binding), address(buffer.address()), bytes(buffer.size()) {}
  Argument(std::uint32_t the_group, std::uint32_t the_binding, Address the_address, std::uint64_t the_bytes)
      : group(the_group), binding(the_binding), address(the_address), bytes(the_bytes) {}
};

namespace detail {

/// A loaded module.
class LoadedText {
 public:
  LoadedText(std::shared_ptr<const Context> context, std::string_view text, const std::string& where)
      : context_(std::move(context)) {
    constexpr int error_log_buffer = 5;  // CU_JIT_ERROR_LOG_BUFFER
    constexpr int error_log_bytes = 6;   // CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
    std::array<char, 8192> log{};
    std::array<int, 2> options{error_log_buffer, error_log_bytes};
    std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(static_cast<std::uintptr_t>(log.size() - 1))};
    const std::string terminated(text);
    const Current current(*context_);
    const Driver& driver = context_->driver();
    const int result = driver.load_module(&module_, terminated.c_str(), 2, options.data(), values.data());
    driver.check(result, ErrorKind::text, where + ": cuModuleLoadDataEx " + std::string(log.data()));
  }
  LoadedText(const LoadedText&) = delete;
  LoadedText& operator=(const LoadedText&) = delete;
  ~LoadedText() {
    void* popped = nullptr;
    context_->driver().push_context(context_->handle());
    context_->driver().unload_module(module_);
    context_->driver().pop_context(&popped);
  }

  void* find(std::string_view kernel) const {
    const Current current(*context_);
    void* function = nullptr;
    context_->driver().check(context_->driver().get_function(&function, module_, std::string(kernel).c_str()),
                             ErrorKind::entry, "the PTX text has no kernel " + std::string(kernel));
    return function;
  }
  const std::shared_ptr<const Context>& context() const { return context_; }

 private:
  std::shared_ptr<const Context> context_;
  void* module_ = nullptr;
};

/// The kernel's parameters for these arguments, in order: addresses, 0 where the sizes are to come, and the sizes.
/// Checks each argument against the entry.
class BoundBuffers {
 public:
  BoundBuffers(const Entry& entry, const std::vector<Argument>& arguments)
      : entry_(entry), bound_(entry.bindings.size(), nullptr) {
    for (const Argument& argument : arguments) bind(argument);
    std::size_t count = entry.bindings.size();
    if (entry.ptx_sizes_parameter != no_index) count = std::max<std::size_t>(count, entry.ptx_sizes_parameter + 1);
    parameters_.assign(count, 0);
    sizes_.assign(entry.bindings.size(), 0);
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      const Binding& binding = entry.bindings[i];
      if (bound_[i] == nullptr) fail(ErrorKind::binding, binding, "is not bound");
      check_size(binding, *bound_[i]);
      parameters_[binding.ptx_parameter] = bound_[i]->address;
      sizes_[binding.ptx_parameter] = static_cast<std::uint32_t>(bound_[i]->bytes);
    }
    check_overlaps();
  }

  std::vector<Address>& parameters() { return parameters_; }
  const std::vector<std::uint32_t>& sizes() const { return sizes_; }

 private:
  [[noreturn]] void fail(ErrorKind kind, const Binding& binding, const std::string& what) const {
    throw Error(kind, "the entry " + std::string(entry_.name) + ": " + std::string(binding.name) + " (group " +
                          std::to_string(binding.group) + ", binding " + std::to_string(binding.binding) + ", " +
                          std::string(binding.type) + ") " + what);
  }

  void bind(const Argument& argument) {
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      const Binding& binding = entry_.bindings[i];
      if (binding.group != argument.group || binding.binding != argument.binding) continue;
      if (bound_[i] != nullptr) fail(ErrorKind::binding, binding, "is bound twice");
      bound_[i] = &argument;
      return;
    }
    throw Error(ErrorKind::binding, "the entry " + std::string(entry_.name) + " uses no resource at group " +
                                        std::to_string(argument.group) + ", binding " +
                                        std::to_string(argument.binding));
  }

  void check_size(const Binding& binding, const Argument& argument) const {
    const std::string has = "has a buffer of " + std::to_string(argument.bytes) + " bytes";
    if (argument.address == 0) fail(ErrorKind::memory, binding, "has no memory: its buffer was moved from");
    if (argument.address % 16 != 0) fail(ErrorKind::memory, binding, "does not begin at a multiple of 16 bytes");
    if (argument.bytes < binding.size) {
      fail(ErrorKind::memory, binding, has + ", and needs at least " + std::to_string(binding.size));
    }
    if (argument.bytes > 0xffffffffU) fail(ErrorKind::memory, binding, has + "; a kernel takes up to 4294967295");
  }

  /// Memory that is written is bound once.
  void check_overlaps() const {
    std::vector<std::size_t> order(bound_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return bound_[a]->address < bound_[b]->address; });
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t k = i + 1; k < order.size(); ++k) {
        const Argument& first = *bound_[order[i]];
        if (first.address + first.bytes <= bound_[order[k]]->address) break;
        const Binding& a = entry_.bindings[order[i]];
        const Binding& b = entry_.bindings[order[k]];
        if (a.access == Access::read && b.access == Access::read) continue;
        fail(ErrorKind::memory, b, "shares memory with " + std::string(a.name) + ", and one of them is written");
      }
    }
  }

  const Entry& entry_;
  std::vector<const Argument*> bound_;  ///< by position among the entry's bindings
  std::vector<Address> parameters_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace detail

/// One entry's kernel. Copies are the same kernel; several threads may launch it.
class Kernel {
 public:
  Kernel(std::shared_ptr<const detail::LoadedText> text, const Entry& entry)
      : text_(std::move(text)), entry_(&entry), state_(std::make_shared<State>()) {
    state_->function = text_->find(entry.ptx_name);
  }

  const Entry& entry() const { return *entry_; }

  /// Starts the kernel on a stream (a CUstream; null: the default one) and does not wait for it. `arguments`: every
  /// buffer that the entry uses and no other. Throws when one does not fit; then nothing has been started.
  ///
  /// An entry that asks for buffers' lengths keeps their sizes in memory of its own: where they differ from the launch
  /// before, that is waited for.
  void launch(Grid grid, const std::vector<Argument>& arguments, void* stream = nullptr) const {
    detail::BoundBuffers bound(*entry_, arguments);
    check_grid(grid);
    if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
    const Driver& driver = text_->context()->driver();
    const std::lock_guard<std::mutex> lock(state_->mutex);
    const detail::Current current(*text_->context());
    if (entry_->ptx_sizes_parameter != no_index)
      bound.parameters()[entry_->ptx_sizes_parameter] = address_of_sizes(bound.sizes());
    std::vector<void*> pointers;
    for (Address& parameter : bound.parameters()) pointers.push_back(&parameter);
    const auto& size = entry_->workgroup_size;
    driver.check(driver.launch(state_->function, grid.x, grid.y, grid.z, size[0], size[1], size[2], 0, stream,
                               pointers.data(), nullptr),
                 ErrorKind::device, "the entry " + std::string(entry_->name) + ": cuLaunchKernel");
  }

 private:
  struct State {
    std::mutex mutex;
    void* function = nullptr;
    std::unique_ptr<Buffer> sizes;
    std::vector<std::uint32_t> known_sizes;
  };

  void check_grid(Grid grid) const {
    constexpr std::uint32_t most_x = 0x7fffffffU;
    constexpr std::uint32_t most_yz = 65535;
    if (grid.x <= most_x && grid.y <= most_yz && grid.z <= most_yz) return;
    throw Error(ErrorKind::grid, "the entry " + std::string(entry_->name) + ": a grid of " + std::to_string(grid.x) +
                                     " x " + std::to_string(grid.y) + " x " + std::to_string(grid.z) +
                                     " workgroups is more than 2147483647 x 65535 x 65535");
  }

  Address address_of_sizes(const std::vector<std::uint32_t>& sizes) const {
    const Driver& driver = text_->context()->driver();
    if (state_->sizes == nullptr) {
      state_->sizes = std::make_unique<Buffer>(text_->context(), std::max<std::size_t>(16, sizes.size() * 4));
    } else if (state_->known_sizes != sizes) {
      driver.check(driver.synchronize_context(), ErrorKind::device, "cuCtxSynchronize");
    }
    if (state_->known_sizes != sizes) {
      state_->sizes->write(sizes);
      state_->known_sizes = sizes;
    }
    return state_->sizes->address();
  }

  std::shared_ptr<const detail::LoadedText> text_;
  const Entry* entry_;
  std::shared_ptr<State> state_;
};

/// A generated module on a device. The module's tables must outlive it and its kernels.
class Program {
 public:
  Program(std::shared_ptr<const detail::Context> context, const Module& module) : module_(&module) {
    const std::string where(module.name);
    if (module.ptx.text.empty()) throw Error(ErrorKind::text, where + ": no PTX text was generated");
    if (!module.ptx.available) throw Error(ErrorKind::text, where + ": " + std::string(module.ptx.text));
    text_ = std::make_shared<const detail::LoadedText>(std::move(context), module.ptx.text, where);
  }

  /// By the name of the entry item, or of its function.
  Kernel kernel(std::string_view name) const {
    const Entry* const entry = module_->find_entry(name);
    const std::string where = std::string(module_->name) + ": ";
    if (entry == nullptr) throw Error(ErrorKind::entry, where + "no entry is named " + std::string(name));
    if (entry->stage != Stage::compute) {
      throw Error(ErrorKind::entry, where + std::string(name) + " is no compute entry");
    }
    for (const Binding& binding : entry->bindings) {
      if (binding.ptx_parameter != no_index) continue;
      throw Error(ErrorKind::entry, where + std::string(name) + " uses " + std::string(binding.name) +
                                        ", and PTX has no textures and samplers");
    }
    return Kernel(text_, *entry);
  }

 private:
  const Module* module_;
  std::shared_ptr<const detail::LoadedText> text_;
};

/// One GPU. Copies are the same device. Uses its primary context, as CUDA's run-time library does, and leaves the
/// calling thread's current context as it is.
class Device {
 public:
  /// The device of this number. Throws when there is none, or no driver.
  explicit Device(int ordinal = 0, const std::shared_ptr<const Driver>& driver = Driver::system())
      : context_(std::make_shared<const detail::Context>(driver, ordinal)) {}

  std::string name() const {
    std::array<char, 256> text{};
    const Driver& driver = context_->driver();
    driver.check(driver.get_device_name(text.data(), static_cast<int>(text.size()) - 1, context_->device()),
                 ErrorKind::driver, "cuDeviceGetName");
    return text.data();
  }

  /// 80 for compute capability 8.0, and so on; the generated PTX needs 80.
  int compute_capability() const {
    constexpr int major = 75;
    constexpr int minor = 76;
    return context_->attribute(major) * 10 + context_->attribute(minor);
  }

  Buffer allocate(std::size_t bytes) const { return {context_, bytes}; }
  template <typename Element>
  Buffer allocate(const std::vector<Element>& elements) const {
    Buffer buffer(context_, elements.size() * sizeof(Element));
    buffer.write(elements);
    return buffer;
  }

  Program load(const Module& module) const { return {context_, module}; }

  /// Waits for all that was started.
  void synchronize() const {
    const detail::Current current(*context_);
    context_->driver().check(context_->driver().synchronize_context(), ErrorKind::device, "cuCtxSynchronize");
  }
  void synchronize(void* stream) const {
    const detail::Current current(*context_);
    context_->driver().check(context_->driver().synchronize_stream(stream), ErrorKind::device, "cuStreamSynchronize");
  }

 private:
  std::shared_ptr<const detail::Context> context_;
};

}  // namespace yy::cuda
