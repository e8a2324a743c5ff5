#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "yy/shader.hpp"

namespace yyshader::cuda_runner {

/// A yy::Module read from what `--host json` writes, with the memory behind its tables.
class ModuleTables {
 public:
  /// `text`: the PTX to run. Throws nlohmann::json::exception where the reflection has not the form expected.
  ModuleTables(const nlohmann::json& reflection, std::string text);
  ~ModuleTables();
  ModuleTables(const ModuleTables&) = delete;
  ModuleTables& operator=(const ModuleTables&) = delete;

  const yy::Module& module() const;

 private:
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

}  // namespace yyshader::cuda_runner
