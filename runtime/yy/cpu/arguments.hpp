#pragma once

// What a host program binds to an entry's resources.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "texels.hpp"

namespace yy::cpu {

enum class ErrorKind : std::uint8_t {
  entry,    ///< no such entry, or not a compute entry, or the source has no MSL text
  binding,  ///< an argument is missing, given twice, or for a resource that the entry does not use
  kind,     ///< a texture for a buffer, numbers of another type, a const buffer where the entry writes
  size,     ///< a buffer is too small, or no whole number of elements
  options,  ///< a subgroup size that cannot be
  barrier,  ///< invocations of one workgroup went different ways to a barrier
};

/// What `run` throws. The message names the entry and the resource.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

/// What the elements of a host buffer are, as far as that can be compared with the shader's type.
enum class ElementKind : std::uint8_t { other, f32, i32, u32 };

namespace detail {

template <typename T>
constexpr ElementKind element_kind() {
  if constexpr (std::is_same_v<T, float>) return ElementKind::f32;
  if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
    return std::is_signed_v<T> ? ElementKind::i32 : ElementKind::u32;
  }
  return ElementKind::other;
}

template <typename T, typename = void>
inline constexpr bool is_container = false;
template <typename T>
inline constexpr bool
    is_container<T, std::void_t<decltype(std::data(std::declval<T&>())), decltype(std::size(std::declval<T&>()))>> =
        true;

}  // namespace detail

/// One resource: its place or name, and what it is. Arguments look at what they are made of and must not outlive it.
class Argument {
 public:
  enum class Kind : std::uint8_t { buffer, float_texture, int_texture, uint_texture, sampler };

  /// A buffer: any contiguous container of trivially copyable elements, or one such object (a struct's mirror). What is
  /// const can only be bound to what the entry reads.
  template <typename T>
  Argument(std::uint32_t group, std::uint32_t binding, T&& resource) : group_(group), binding_(binding) {
    take(resource);
  }
  /// By the name in the shader's source.
  template <typename T>
  Argument(std::string_view name, T&& resource) : name_(name) {
    take(resource);
  }
  /// A buffer of bytes.
  Argument(std::uint32_t group, std::uint32_t binding, void* data, std::size_t bytes)
      : group_(group), binding_(binding), data_(data), bytes_(bytes), is_writable_(true) {}

  Kind kind() const { return kind_; }
  std::string_view name() const { return name_; }
  std::uint32_t group() const { return group_; }
  std::uint32_t binding() const { return binding_; }
  bool is_writable() const { return is_writable_; }
  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  ElementKind elements() const { return elements_; }
  template <typename T>
  const Texels<T>& texels() const {
    return *static_cast<const Texels<T>*>(data_);
  }
  const Sampler& sampler() const { return sampler_; }

 private:
  template <typename T>
  void take(T& resource) {
    using Plain = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Plain, Sampler>) {
      kind_ = Kind::sampler;
      sampler_ = resource;
    } else if constexpr (std::is_same_v<Plain, Texels<float>>) {
      texture(Kind::float_texture, resource);
    } else if constexpr (std::is_same_v<Plain, Texels<std::int32_t>>) {
      texture(Kind::int_texture, resource);
    } else if constexpr (std::is_same_v<Plain, Texels<std::uint32_t>>) {
      texture(Kind::uint_texture, resource);
    } else if constexpr (detail::is_container<T>) {
      buffer(std::data(resource), std::size(resource));
    } else {
      buffer(&resource, 1);
    }
  }

  template <typename T>
  void texture(Kind kind, const T& texels) {
    kind_ = kind;
    data_ = const_cast<T*>(&texels);
  }

  template <typename T>
  void buffer(T* data, std::size_t count) {
    using Element = std::remove_const_t<T>;
    static_assert(std::is_trivially_copyable_v<Element>, "a buffer holds trivially copyable elements");
    data_ = const_cast<Element*>(data);
    bytes_ = count * sizeof(Element);
    is_writable_ = !std::is_const_v<T>;
    elements_ = detail::element_kind<Element>();
  }

  std::string_view name_;
  std::uint32_t group_ = 0;
  std::uint32_t binding_ = 0;
  Kind kind_ = Kind::buffer;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  bool is_writable_ = false;
  ElementKind elements_ = ElementKind::other;
  Sampler sampler_;
};

}  // namespace yy::cpu
