#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "pass/device_limits.hpp"

namespace yyshader::pipeline {

enum class Target : std::uint8_t { wgsl, msl, ptx };

/// Everything that decides what a compilation gives, besides the bytes of its files. Command line, CMake, fingerprint
/// and tests fill this one struct (spec 4.2).
struct Options {
  std::vector<std::pair<std::string, std::string>> packages;  ///< name, root directory; wins over descriptions
  /// What each package of `packages` may import besides 着色库; one without an entry is held to its description when it
  /// has one, else may import every package of `packages`.
  std::map<std::string, std::vector<std::string>> package_dependencies;
  bool discover_packages = true;  ///< look for `名。包。豫` files
  std::vector<Target> required;   ///< targets whose failure is an error (--require)
  bool cpu_form = false;          ///< also the MSL text for the CPU (--host cpu)
  bool prune = false;             ///< leave out functions that no entry reaches
  bool clamp_bounds = false;      ///< --bounds clamp
  bool strict_floats = false;     ///< --fp strict
  pass::DeviceLimits limits;      ///< beyond which there are warnings (--limits)
};

}  // namespace yyshader::pipeline
