#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "driver/command_line.hpp"

namespace yyshader::driver {

/// Paths of one translation written so that they mean the same in a copy of the project elsewhere: the roots of
/// packages and the source's own folder become marks. Only where nothing but what lies below them is ever looked at:
/// packages must not be looked for, and all roots be plain absolute paths; otherwise every path stays as it is.
class Places {
 public:
  Places(const CommandLine& line, const std::string& file);

  /// The path with its root as a mark. No path has a NUL, so what has one is a mark.
  std::string portable(const std::string& path) const;
  /// The way back; nothing when the mark is not known here.
  std::optional<std::string> here(std::string_view portable) const;
  /// The same for a text in which paths appear; nothing when it cannot be told apart from one with marks.
  std::optional<std::string> portable_text(std::string_view text) const;
  std::optional<std::string> here_text(std::string_view text) const;

 private:
  std::vector<std::pair<std::string, std::string>> roots_;  ///< root with a slash, mark; longer roots first
};

}  // namespace yyshader::driver
