#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "diagnostics/diagnostic.hpp"
#include "ir/module.hpp"
#include "pass/interface_plan.hpp"

namespace yyshader::pass {

/// What a WebGPU device is asked for beyond which a shader cannot be used (the rows of device_limits.def).
enum class DeviceLimit : std::uint8_t {
#define YY_LIMIT(enumerator, name, value) enumerator,
#include "pass/device_limits.def"
#undef YY_LIMIT
  count_
};

/// WebGPU's name of a limit: `maxBindGroups`.
std::string_view name_of(DeviceLimit limit);
std::optional<DeviceLimit> device_limit_named(std::string_view name);

/// The limits of the device that the program is for; WebGPU's defaults unless the user gives others (--limits).
class DeviceLimits {
 public:
  DeviceLimits();
  std::uint64_t operator[](DeviceLimit limit) const { return values_[static_cast<std::size_t>(limit)]; }
  void set(DeviceLimit limit, std::uint64_t value) { values_[static_cast<std::size_t>(limit)] = value; }
  const auto& all() const { return values_; }

 private:
  std::array<std::uint64_t, static_cast<std::size_t>(DeviceLimit::count_)> values_{};
};

/// Warnings for what goes beyond `limits` (spec 1.6): at the entry item, for what an entry of the main file uses in
/// all, and at a resource that it uses, for that resource's own place and size.
diagnostics::Diagnostics check_device_limits(const ir::Module& module, const InterfacePlan& plan,
                                             const DeviceLimits& limits);

}  // namespace yyshader::pass
