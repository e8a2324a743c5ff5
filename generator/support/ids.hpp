#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace yyshader::support {

/// A typed 32-bit index into a table; tables of the compiler refer to each other by id, never by pointer
/// (spec 4.2). `Tag` only tells ids of different tables apart. A default-made id is `none`.
template <typename Tag>
struct Id {
  static constexpr std::uint32_t none_value = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = none_value;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  /// True when the id names an element.
  constexpr explicit operator bool() const { return value != none_value; }
  /// The position in the table; only meaningful when the id is not `none`.
  constexpr std::size_t index() const { return value; }

  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace yyshader::support

template <typename Tag>
struct std::hash<yyshader::support::Id<Tag>> {
  std::size_t operator()(yyshader::support::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
