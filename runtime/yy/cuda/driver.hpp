#pragma once

// NVIDIA's driver, found while the program runs: nothing of CUDA is needed to compile or to link.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#ifdef _WIN32
// windows.h is not included for three functions.
extern "C" {
__declspec(dllimport) void* __stdcall LoadLibraryA(const char* name);
__declspec(dllimport) void* __stdcall GetProcAddress(void* library, const char* name);
__declspec(dllimport) int __stdcall FreeLibrary(void* library);
}
#else
#include <dlfcn.h>
#endif

namespace yy::cuda {

enum class ErrorKind : std::uint8_t {
  driver,   ///< no driver, too old a driver, or no device of that number
  device,   ///< the driver refused what it was asked for; `code` tells with what CUresult
  text,     ///< the source has no PTX text, or the driver does not take it
  entry,    ///< no such entry, or one that the PTX text has no kernel for
  binding,  ///< an argument is missing, given twice, or for a resource that the entry does not use
  memory,   ///< a buffer is too small, not aligned, or written while it is bound twice
  grid,     ///< more workgroups than a device takes
};

/// What everything here throws. The message names the entry and the resource.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, int code = 0)
      : std::runtime_error(message), kind_(kind), code_(code) {}
  ErrorKind kind() const { return kind_; }
  /// The driver's CUresult, or 0.
  int code() const { return code_; }

 private:
  ErrorKind kind_;
  int code_;
};

namespace detail {

#ifdef _WIN32
#define YY_CUDA_CALL __stdcall
#else
#define YY_CUDA_CALL
#endif

/// A shared library; none when it cannot be loaded.
class Library {
 public:
  explicit Library(const char* name) {
#ifdef _WIN32
    handle_ = LoadLibraryA(name);
#else
    handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
#endif
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (handle_ == nullptr) return;
#ifdef _WIN32
    FreeLibrary(handle_);
#else
    dlclose(handle_);
#endif
  }

  bool is_loaded() const { return handle_ != nullptr; }
  void* find(const char* name) const {
#ifdef _WIN32
    return GetProcAddress(handle_, name);
#else
    return dlsym(handle_, name);
#endif
  }

 private:
  void* handle_ = nullptr;
};

}  // namespace detail

/// A device's memory, as the driver counts it.
using Address = std::uint64_t;

/// The functions of the driver API that are used here, with the types of its binary interface: CUresult is an int, a
/// CUdevice an int, a CUdeviceptr 64 bits, contexts, modules, functions and streams are pointers.
class Driver {
 public:
  /// The system's driver, loaded when first asked for and kept. Throws when there is none.
  static std::shared_ptr<const Driver> system() {
#ifdef _WIN32
    static const auto found = std::make_shared<const Driver>("nvcuda.dll");
#else
    static const auto found = std::make_shared<const Driver>("libcuda.so.1");
#endif
    return found;
  }

  /// Whether `system` would find a driver with at least one device.
  static bool is_available() {
    try {
      return system()->device_count() > 0;
    } catch (const Error&) {
      return false;
    }
  }

  /// A driver in a library of this name or path.
  explicit Driver(const char* library_name) : library_(library_name) {
    if (!library_.is_loaded()) {
      throw Error(ErrorKind::driver, "no CUDA driver: " + std::string(library_name) + " cannot be loaded");
    }
    load(init, "cuInit");
    load(get_device_count, "cuDeviceGetCount");
    load(get_device, "cuDeviceGet");
    load(get_device_name, "cuDeviceGetName");
    load(get_device_attribute, "cuDeviceGetAttribute");
    load(retain_primary_context, "cuDevicePrimaryCtxRetain");
    load(release_primary_context, "cuDevicePrimaryCtxRelease_v2");
    load(push_context, "cuCtxPushCurrent_v2");
    load(pop_context, "cuCtxPopCurrent_v2");
    load(synchronize_context, "cuCtxSynchronize");
    load(synchronize_stream, "cuStreamSynchronize");
    load(load_module, "cuModuleLoadDataEx");
    load(unload_module, "cuModuleUnload");
    load(get_function, "cuModuleGetFunction");
    load(allocate, "cuMemAlloc_v2");
    load(release, "cuMemFree_v2");
    load(copy_to_device, "cuMemcpyHtoD_v2");
    load(copy_from_device, "cuMemcpyDtoH_v2");
    load(fill, "cuMemsetD8_v2");
    load(launch, "cuLaunchKernel");
    load(get_error_name, "cuGetErrorName");
    load(get_error_text, "cuGetErrorString");
    check(init(0), ErrorKind::driver, "cuInit");
  }

  int device_count() const {
    int count = 0;
    check(get_device_count(&count), ErrorKind::driver, "cuDeviceGetCount");
    return count;
  }

  /// Throws unless `result` is CUDA_SUCCESS.
  void check(int result, ErrorKind kind, const std::string& what) const {
    if (result == 0) return;
    const char* name = nullptr;
    const char* text = nullptr;
    std::string message = what + ": ";
    const bool has_name = get_error_name(result, &name) == 0 && name != nullptr;
    message += has_name ? name : "CUresult " + std::to_string(result);
    if (get_error_text(result, &text) == 0 && text != nullptr) message += ", " + std::string(text);
    throw Error(kind, message, result);
  }

  // By the names of the driver API without `cu`.
  int(YY_CUDA_CALL* init)(unsigned flags) = nullptr;
  int(YY_CUDA_CALL* get_device_count)(int* count) = nullptr;
  int(YY_CUDA_CALL* get_device)(int* device, int ordinal) = nullptr;
  int(YY_CUDA_CALL* get_device_name)(char* name, int length, int device) = nullptr;
  int(YY_CUDA_CALL* get_device_attribute)(int* value, int attribute, int device) = nullptr;
  int(YY_CUDA_CALL* retain_primary_context)(void** context, int device) = nullptr;
  int(YY_CUDA_CALL* release_primary_context)(int device) = nullptr;
  int(YY_CUDA_CALL* push_context)(void* context) = nullptr;
  int(YY_CUDA_CALL* pop_context)(void** context) = nullptr;
  int(YY_CUDA_CALL* synchronize_context)() = nullptr;
  int(YY_CUDA_CALL* synchronize_stream)(void* stream) = nullptr;
  int(YY_CUDA_CALL* load_module)(void** module, const void* text, unsigned count, int* options,
                                 void** values) = nullptr;
  int(YY_CUDA_CALL* unload_module)(void* module) = nullptr;
  int(YY_CUDA_CALL* get_function)(void** function, void* module, const char* name) = nullptr;
  int(YY_CUDA_CALL* allocate)(Address* address, std::size_t bytes) = nullptr;
  int(YY_CUDA_CALL* release)(Address address) = nullptr;
  int(YY_CUDA_CALL* copy_to_device)(Address to, const void* from, std::size_t bytes) = nullptr;
  int(YY_CUDA_CALL* copy_from_device)(void* to, Address from, std::size_t bytes) = nullptr;
  int(YY_CUDA_CALL* fill)(Address to, unsigned char value, std::size_t bytes) = nullptr;
  int(YY_CUDA_CALL* launch)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                            unsigned block_y, unsigned block_z, unsigned shared_bytes, void* stream, void** parameters,
                            void** extra) = nullptr;
  int(YY_CUDA_CALL* get_error_name)(int result, const char** name) = nullptr;
  int(YY_CUDA_CALL* get_error_text)(int result, const char** text) = nullptr;

 private:
  template <typename Function>
  void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(library_.find(name));
    if (function == nullptr)
      throw Error(ErrorKind::driver, "the CUDA driver is too old: it has no " + std::string(name));
  }

  detail::Library library_;
};

}  // namespace yy::cuda
