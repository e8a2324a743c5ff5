#pragma once

// Scalars of Metal's library on the host.

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../shader.hpp"

// Products and sums in one function: whether they may be fused is the text's affair. GCC goes by the function that they
// end up in, Clang by where they are written (there is no fusing in these headers).
#if defined(__GNUC__) && !defined(__clang__)
#define YY_CPU_INLINE __attribute__((always_inline)) inline
#else
#define YY_CPU_INLINE inline
#endif

/// What texts of the CPU form see in place of Metal's own library: the same names with the same meaning, as far as
/// generated texts use them. No conversion happens that is not written.
namespace yy::cpu::metal {

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = std::uint64_t;

/// A 16-bit float. Results are those of float, rounded once: for + − × ÷ and √ the nearest half.
class half {
 public:
  half() = default;
  explicit half(float value) : bits_(Half::from_float(value).bits) {}
  explicit half(int value) : half(static_cast<float>(value)) {}
  explicit half(uint value) : half(static_cast<float>(value)) {}
  explicit half(bool value) : half(value ? 1.0F : 0.0F) {}

  explicit operator float() const { return as_float(); }
  explicit operator int() const { return static_cast<int>(as_float()); }
  explicit operator uint() const { return static_cast<uint>(as_float()); }
  explicit operator bool() const { return (bits_ & 0x7fffU) != 0; }

  half& operator+=(half other) { return *this = half(as_float() + other.as_float()); }

  friend half operator-(half a) {
    a.bits_ = static_cast<std::uint16_t>(a.bits_ ^ 0x8000U);
    return a;
  }
  friend half operator+(half a, half b) { return half(a.as_float() + b.as_float()); }
  friend half operator-(half a, half b) { return half(a.as_float() - b.as_float()); }
  friend half operator*(half a, half b) { return half(a.as_float() * b.as_float()); }
  friend half operator/(half a, half b) { return half(a.as_float() / b.as_float()); }
  friend bool operator==(half a, half b) { return a.as_float() == b.as_float(); }
  friend bool operator!=(half a, half b) { return a.as_float() != b.as_float(); }
  friend bool operator<(half a, half b) { return a.as_float() < b.as_float(); }
  friend bool operator>(half a, half b) { return a.as_float() > b.as_float(); }
  friend bool operator<=(half a, half b) { return a.as_float() <= b.as_float(); }
  friend bool operator>=(half a, half b) { return a.as_float() >= b.as_float(); }

 private:
  float as_float() const {
    Half value;
    value.bits = bits_;
    return value.to_float();
  }

  std::uint16_t bits_;
};

namespace literals {
#if defined(__GNUC__)
#pragma GCC diagnostic push
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wuser-defined-literals"
#else
#pragma GCC diagnostic ignored "-Wliteral-suffix"
#endif
#endif
/// Metal's own spelling of 16-bit floats: `1.5h`.
inline half operator""h(long double value) { return half(static_cast<float>(value)); }
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
}  // namespace literals

template <typename T>
inline constexpr bool is_float = std::is_same_v<T, float> || std::is_same_v<T, half>;
template <typename T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T>
inline constexpr bool is_number = is_float<T> || is_integer<T>;

/// The same bits as another type of the same size.
template <typename To, typename From>
To as_type(From from) {
  static_assert(sizeof(To) == sizeof(From), "as_type keeps the size");
  To to;
  std::memcpy(static_cast<void*>(&to), &from, sizeof to);
  return to;
}

}  // namespace yy::cpu::metal
