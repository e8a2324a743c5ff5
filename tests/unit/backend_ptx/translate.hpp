#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "backend/ptx/ptx.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "pass/forward.hpp"

namespace yyshader::test {

/// IR text in, PTX out; a fault of the text fails the test.
inline std::string to_ptx(std::string_view text, bool strict_floats = false) {
  std::string error;
  auto module = ir::read(text, error);
  EXPECT_TRUE(module.has_value()) << error;
  if (!module) return {};
  for (const std::string& broken : ir::verify(*module)) ADD_FAILURE() << broken;
  const ir::Module forwarded = pass::forward_effects(std::move(*module));
  auto result = backend::ptx::translate(forwarded, pass::assign_names(forwarded), pass::plan_interface(forwarded),
                                        {strict_floats});
  EXPECT_FALSE(result.failure.has_value());
  std::size_t lines = 0;
  for (const char c : result.text) {
    lines += c == '\n' ? 1 : 0;
    EXPECT_LT(static_cast<unsigned char>(c), 0x80U);
  }
  EXPECT_EQ(result.line_origins.size(), lines);
  return std::move(result.text);
}

/// How often `part` stands in `text`.
inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

/// ptxas takes the text for every architecture we name, without warnings, spills or local memory (unless
/// `may_be_local`).
inline void expect_assembles([[maybe_unused]] const std::string& text, [[maybe_unused]] bool may_be_local = false) {
#ifdef YYSHADER_PTXAS
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("yyshader_backend_ptx_" + std::to_string(std::random_device{}()));
  std::filesystem::create_directories(folder);
  const std::string base = (folder / (std::string(test->test_suite_name()) + "_" + test->name())).string();
  std::ofstream(base + ".ptx", std::ios::binary) << text;
  for (const std::string architecture : {"sm_80", "sm_90", "sm_120"}) {
    const std::string command = std::string(YYSHADER_PTXAS) + " -v -arch=" + architecture + " -o " + base + ".cubin " +
                                base + ".ptx > " + base + ".log 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream log(base + ".log");
    const std::string said{std::istreambuf_iterator<char>(log), {}};
    EXPECT_EQ(status, 0) << architecture << "\n" << said << text;
    EXPECT_EQ(count(said, "warning"), 0U) << architecture << "\n" << said;
    if (may_be_local) continue;
    EXPECT_EQ(count(said, "bytes stack frame"), count(said, "    0 bytes stack frame")) << said << text;
    EXPECT_EQ(count(said, "bytes spill stores"), count(said, " 0 bytes spill stores")) << said;
  }
  std::filesystem::remove_all(folder);
#endif
}

}  // namespace yyshader::test
