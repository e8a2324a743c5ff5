#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace yyshader::diagnostics {

/// What a piece of rendered text is, which decides its colour.
enum class Style : std::uint8_t { plain, path, error, warning, note, gutter, label, insertion, removal };

/// Appends text, with ANSI colours when they are wanted.
class Paint {
 public:
  explicit Paint(bool color) : color_(color) {}

  void add(std::string& out, Style style, std::string_view text) const {
    const std::string_view sequence = color_ && !text.empty() ? start(style) : std::string_view();
    out += sequence;
    out += text;
    if (!sequence.empty()) out += "\x1b[0m";
  }

 private:
  static constexpr std::string_view start(Style style) {
    switch (style) {
      case Style::plain:
        return {};
      case Style::path:
        return "\x1b[1m";
      case Style::error:
        return "\x1b[1;31m";
      case Style::warning:
        return "\x1b[1;35m";
      case Style::note:
        return "\x1b[1;36m";
      case Style::gutter:
        return "\x1b[34m";
      case Style::label:
        return "\x1b[1;34m";
      case Style::insertion:
        return "\x1b[32m";
      case Style::removal:
        return "\x1b[31m";
    }
    return {};
  }

  bool color_;
};

}  // namespace yyshader::diagnostics
