#pragma once

// Binds arguments to the resources of an entry, and says clearly what does not fit.

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "kernel.hpp"

namespace yy::cpu::detail {

/// The entry, when it is one that can run.
inline const Entry& find_compute_entry(const Module& module, std::string_view reason, std::string_view name) {
  const Entry* const entry = module.find_entry(name);
  const std::string where = std::string(module.name) + ": ";
  if (entry == nullptr) throw Error(ErrorKind::entry, where + "no entry is named " + std::string(name));
  if (!reason.empty()) throw Error(ErrorKind::entry, where + std::string(reason));
  if (entry->stage != Stage::compute) {
    throw Error(ErrorKind::entry, where + std::string(name) + " is no compute entry");
  }
  return *entry;
}

inline const Kernel& find_kernel(List<Kernel> kernels, const Entry& entry) {
  for (const Kernel& kernel : kernels) {
    if (kernel.function == entry.function) return kernel;
  }
  throw Error(ErrorKind::entry, "the program has no kernel for the entry " + std::string(entry.name));
}

inline void check_subgroup_size(const Entry& entry, std::uint32_t size) {
  if (size != 0 && size <= 128 && (size & (size - 1)) == 0) return;
  throw Error(ErrorKind::options, "the entry " + std::string(entry.name) + " cannot run with subgroups of " +
                                      std::to_string(size) + " lanes: a power of two up to 128");
}

/// The scalar that a buffer's type is made of in the end, or `other` for structs and 16-bit floats.
inline ElementKind scalar_of(const Binding& binding) {
  if (!binding.structure.empty()) return ElementKind::other;
  if (binding.type.find("f32") != std::string_view::npos) return ElementKind::f32;
  if (binding.type.find("i32") != std::string_view::npos) return ElementKind::i32;
  if (binding.type.find("u32") != std::string_view::npos) return ElementKind::u32;
  return ElementKind::other;
}

inline std::string_view text_of(ElementKind kind) {
  switch (kind) {
    case ElementKind::f32:
      return "float";
    case ElementKind::i32:
      return "32-bit signed";
    case ElementKind::u32:
      return "32-bit unsigned";
    case ElementKind::other:
      break;
  }
  return "other";
}

/// The resources of one run. Buffers that are not aligned as vectors must be are copied, and copied back at the end.
class BoundResources {
 public:
  BoundResources(const Entry& entry, const std::vector<Argument>& arguments)
      : entry_(entry), taken_(entry.bindings.size(), false) {
    for (const Argument& argument : arguments) bind(argument);
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i]) fail(ErrorKind::binding, entry.bindings[i], "is not bound");
    }
  }

  const Resources& resources() const { return resources_; }

  void copy_back() const {
    for (const Copy& copy : copies_) {
      if (copy.is_written) std::memcpy(copy.original, copy.blocks.get(), copy.bytes);
    }
  }

 private:
  struct alignas(16) Block {
    unsigned char bytes[16];
  };
  struct Copy {
    std::unique_ptr<Block[]> blocks;
    void* original;
    std::size_t bytes;
    bool is_written;
  };

  static std::string describe(const Binding& binding) {
    return std::string(binding.name) + " (group " + std::to_string(binding.group) + ", binding " +
           std::to_string(binding.binding) + ", " + std::string(binding.type) + ")";
  }

  [[noreturn]] void fail(ErrorKind kind, const Binding& binding, const std::string& what) const {
    throw Error(kind, "the entry " + std::string(entry_.name) + ": " + describe(binding) + " " + what);
  }

  std::size_t find(const Argument& argument) const {
    for (std::size_t i = 0; i < entry_.bindings.size(); ++i) {
      const Binding& binding = entry_.bindings[i];
      const bool is_it = argument.name().empty()
                             ? binding.group == argument.group() && binding.binding == argument.binding()
                             : binding.name == argument.name();
      if (is_it) return i;
    }
    const std::string wanted = argument.name().empty() ? "at group " + std::to_string(argument.group()) + ", binding " +
                                                             std::to_string(argument.binding())
                                                       : "named " + std::string(argument.name());
    throw Error(ErrorKind::binding, "the entry " + std::string(entry_.name) + " uses no resource " + wanted);
  }

  void bind(const Argument& argument) {
    const std::size_t place = find(argument);
    const Binding& binding = entry_.bindings[place];
    if (taken_[place]) fail(ErrorKind::binding, binding, "is bound twice");
    taken_[place] = true;
    switch (binding.kind) {
      case BindingKind::storage_buffer:
      case BindingKind::uniform_buffer:
        return bind_buffer(binding, argument);
      case BindingKind::texture:
        return bind_texture(binding, argument);
      case BindingKind::sampler:
        if (argument.kind() != Argument::Kind::sampler) fail(ErrorKind::kind, binding, "is a sampler");
        resources_.samplers[binding.msl_index] = argument.sampler();
        return;
    }
  }

  void bind_buffer(const Binding& binding, const Argument& argument) {
    if (argument.kind() != Argument::Kind::buffer) fail(ErrorKind::kind, binding, "is a buffer");
    const bool is_written = binding.access != Access::read && binding.kind == BindingKind::storage_buffer;
    if (is_written && !argument.is_writable()) fail(ErrorKind::kind, binding, "is written; what is bound is const");
    const ElementKind scalar = scalar_of(binding);
    if (argument.elements() != ElementKind::other && scalar != ElementKind::other && argument.elements() != scalar) {
      fail(ErrorKind::kind, binding,
           "holds " + std::string(text_of(scalar)) + " numbers; what is bound holds " +
               std::string(text_of(argument.elements())) + " ones");
    }
    check_size(binding, argument.bytes());
    const std::uint32_t index = binding.msl_index;
    resources_.sizes[index] = static_cast<std::uint32_t>(argument.bytes());
    resources_.buffers[index] = argument.data();
    // The most that any type wants.
    constexpr std::uintptr_t alignment = 16;
    if (reinterpret_cast<std::uintptr_t>(argument.data()) % alignment == 0) return;
    const std::size_t blocks = argument.bytes() / sizeof(Block) + 1;
    copies_.push_back({std::unique_ptr<Block[]>(new Block[blocks]), argument.data(), argument.bytes(), is_written});
    std::memcpy(copies_.back().blocks.get(), argument.data(), argument.bytes());
    resources_.buffers[index] = copies_.back().blocks.get();
  }

  void check_size(const Binding& binding, std::size_t bytes) const {
    if (bytes > 0xffffffffU) fail(ErrorKind::size, binding, "is larger than 4 GiB");
    if (!binding.runtime_sized) {
      if (bytes >= binding.size) return;
      fail(ErrorKind::size, binding,
           "takes " + std::to_string(binding.size) + " bytes; what is bound has " + std::to_string(bytes));
    }
    if (bytes > 0 && bytes % binding.stride == 0) return;
    fail(ErrorKind::size, binding,
         "has elements of " + std::to_string(binding.stride) + " bytes; what is bound has " + std::to_string(bytes));
  }

  void bind_texture(const Binding& binding, const Argument& argument) {
    const bool is_float = binding.type.find("f32") != std::string_view::npos;
    const bool is_int = binding.type.find("i32") != std::string_view::npos;
    const Argument::Kind wanted = is_float ? Argument::Kind::float_texture
                                  : is_int ? Argument::Kind::int_texture
                                           : Argument::Kind::uint_texture;
    if (argument.kind() != wanted) fail(ErrorKind::kind, binding, "is a texture of that type");
    resources_.textures[binding.msl_index] = argument.data();
  }

  const Entry& entry_;
  std::vector<bool> taken_;
  Resources resources_;
  std::vector<Copy> copies_;
};

}  // namespace yy::cpu::detail
