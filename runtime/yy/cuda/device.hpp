#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "driver.hpp"

namespace yy::cuda {

namespace detail {

/// A device with its primary context, kept for as long as anything of it is.
class Context {
 public:
  Context(std::shared_ptr<const Driver> driver, int ordinal) : driver_(std::move(driver)) {
    const int count = driver_->device_count();
    if (ordinal < 0 || ordinal >= count) {
      throw Error(ErrorKind::driver,
                  "no CUDA device " + std::to_string(ordinal) + ": there are " + std::to_string(count));
    }
    driver_->check(driver_->get_device(&device_, ordinal), ErrorKind::driver, "cuDeviceGet");
    driver_->check(driver_->retain_primary_context(&context_, device_), ErrorKind::driver, "cuDevicePrimaryCtxRetain");
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { driver_->release_primary_context(device_); }

  const Driver& driver() const { return *driver_; }
  int device() const { return device_; }
  void* handle() const { return context_; }

  int attribute(int which) const {
    int value = 0;
    driver_->check(driver_->get_device_attribute(&value, which, device_), ErrorKind::driver, "cuDeviceGetAttribute");
    return value;
  }

 private:
  std::shared_ptr<const Driver> driver_;
  int device_ = 0;
  void* context_ = nullptr;
};

/// Makes a context the calling thread's for as long as it lives; what was current before is so again afterwards.
class Current {
 public:
  explicit Current(const Context& context) : driver_(context.driver()) {
    driver_.check(driver_.push_context(context.handle()), ErrorKind::device, "cuCtxPushCurrent");
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  ~Current() {
    void* popped = nullptr;
    driver_.pop_context(&popped);
  }

 private:
  const Driver& driver_;
};

}  // namespace detail

/// Memory of a device, released with the object. Copies wait for what the device was asked for before.
class Buffer {
 public:
  Buffer(std::shared_ptr<const detail::Context> context, std::size_t bytes)
      : context_(std::move(context)), bytes_(bytes) {
    if (bytes == 0) throw Error(ErrorKind::memory, "a buffer of 0 bytes");
    const detail::Current current(*context_);
    driver().check(driver().allocate(&address_, bytes), ErrorKind::device,
                   "cuMemAlloc of " + std::to_string(bytes) + " bytes");
  }
  Buffer(Buffer&& other) noexcept
      : context_(std::move(other.context_)),
        address_(std::exchange(other.address_, 0)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Buffer() {
    if (address_ == 0) return;
    void* popped = nullptr;
    driver().push_context(context_->handle());
    driver().release(address_);
    driver().pop_context(&popped);
  }

  Address address() const { return address_; }
  std::size_t size() const { return bytes_; }

  /// `offset` and the bytes that follow must lie in the buffer.
  void write(const void* data, std::size_t bytes, std::size_t offset = 0) {
    check_range(bytes, offset);
    const detail::Current current(*context_);
    driver().check(driver().copy_to_device(address_ + offset, data, bytes), ErrorKind::device, "cuMemcpyHtoD");
  }
  void read(void* data, std::size_t bytes, std::size_t offset = 0) const {
    check_range(bytes, offset);
    const detail::Current current(*context_);
    driver().check(driver().copy_from_device(data, address_ + offset, bytes), ErrorKind::device, "cuMemcpyDtoH");
  }
  void fill(unsigned char value) {
    const detail::Current current(*context_);
    driver().check(driver().fill(address_, value, bytes_), ErrorKind::device, "cuMemsetD8");
  }

  template <typename Element>
  void write(const std::vector<Element>& elements) {
    static_assert(std::is_trivially_copyable_v<Element>, "a buffer holds trivially copyable elements");
    write(elements.data(), elements.size() * sizeof(Element));
  }
  /// As many whole elements as the buffer has room for.
  template <typename Element>
  std::vector<Element> read() const {
    static_assert(std::is_trivially_copyable_v<Element>, "a buffer holds trivially copyable elements");
    std::vector<Element> elements(bytes_ / sizeof(Element));
    read(elements.data(), elements.size() * sizeof(Element));
    return elements;
  }

 private:
  const Driver& driver() const { return context_->driver(); }
  void check_range(std::size_t bytes, std::size_t offset) const {
    if (offset <= bytes_ && bytes <= bytes_ - offset) return;
    throw Error(ErrorKind::memory, std::to_string(bytes) + " bytes from " + std::to_string(offset) +
                                       " on do not lie in a buffer of " + std::to_string(bytes_));
  }

  std::shared_ptr<const detail::Context> context_;
  Address address_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace yy::cuda
