#pragma once

#include <cstdint>

#include "support/ids.hpp"

namespace yyshader::source {

using FileId = support::Id<struct FileTag>;

/// A half-open range of bytes of one file. Everything that can be named in a message carries one.
/// A default-made span points nowhere (text made by the compiler itself).
struct Span {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  /// True when the span points into a file.
  constexpr explicit operator bool() const { return static_cast<bool>(file); }
  /// The smallest span that covers both; both must lie in one file, or one may point nowhere.
  static constexpr Span cover(Span a, Span b) {
    if (!a) return b;
    if (!b) return a;
    return {a.file, a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
  }

  friend constexpr bool operator==(Span, Span) = default;
};

}  // namespace yyshader::source
