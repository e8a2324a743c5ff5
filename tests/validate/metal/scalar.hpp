#pragma once
#pragma GCC system_header

#include "language.hpp"

namespace metal {

#ifndef __OPENCL_CPP_VERSION__
/// 16-bit floats of the compilers at hand are missing or convert silently; this one does neither.
class half {
 public:
  half() = default;
  explicit half(float value);
  explicit half(int value);
  explicit half(uint value);
  explicit half(bool value);
  explicit operator float() const;
  explicit operator int() const;
  explicit operator uint() const;
  explicit operator bool() const;
  half& operator+=(half other);

 private:
  unsigned short bits_;
};

half operator-(half a);
half operator+(half a, half b);
half operator-(half a, half b);
half operator*(half a, half b);
half operator/(half a, half b);
bool operator==(half a, half b);
bool operator!=(half a, half b);
bool operator<(half a, half b);
bool operator>(half a, half b);
bool operator<=(half a, half b);
bool operator>=(half a, half b);
half operator""h(long double value);
#endif

template <typename T>
inline constexpr bool is_float_shim = same_shim<T, float> || same_shim<T, half>;
template <typename T>
inline constexpr bool is_integer_shim =
    same_shim<T, int> || same_shim<T, uint> || same_shim<T, uchar> || same_shim<T, ushort> || same_shim<T, short> ||
    same_shim<T, long> || same_shim<T, ulong>;

}  // namespace metal
