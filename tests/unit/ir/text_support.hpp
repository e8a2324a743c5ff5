#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "ir/text.hpp"
#include "ir/verify.hpp"

namespace yyshader::ir {

/// Reads a text that is expected to be readable.
inline Module read_module(std::string_view text) {
  std::string error;
  std::optional<Module> module = read(text, error);
  EXPECT_TRUE(module.has_value()) << error;
  return module ? std::move(*module) : Module();
}

/// The reader's complaint about a text.
inline std::string read_error(std::string_view text) {
  std::string error;
  EXPECT_FALSE(read(text, error).has_value());
  return error;
}

/// The verifier's lines about a text.
inline std::vector<std::string> faults_of(std::string_view text, bool forwarded = false) {
  return verify(read_module(text), forwarded);
}

}  // namespace yyshader::ir
