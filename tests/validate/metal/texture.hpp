#pragma once
#pragma GCC system_header

#include "vector.hpp"

namespace metal {

class sampler {};

template <typename T>
class texture2d {
 public:
  vec<T, 4> sample(sampler with, float2 coordinates) const;
  vec<T, 4> read(uint2 coordinates, uint level = 0u) const;
  uint get_width(uint level = 0u) const;
  uint get_height(uint level = 0u) const;
};

template <typename T>
class texture1d {
 public:
  vec<T, 4> sample(sampler with, float coordinate) const;
  vec<T, 4> read(uint coordinate, uint level = 0u) const;
  uint get_width(uint level = 0u) const;
};

template <typename T>
class texture3d {
 public:
  vec<T, 4> sample(sampler with, float3 coordinates) const;
  vec<T, 4> read(uint3 coordinates, uint level = 0u) const;
  uint get_width(uint level = 0u) const;
  uint get_height(uint level = 0u) const;
  uint get_depth(uint level = 0u) const;
};

template <typename T>
class texturecube {
 public:
  vec<T, 4> sample(sampler with, float3 coordinates) const;
  uint get_width(uint level = 0u) const;
  uint get_height(uint level = 0u) const;
};

template <typename T>
class texture2d_ms {
 public:
  vec<T, 4> read(uint2 coordinates, uint sample) const;
  uint get_width() const;
  uint get_height() const;
};

void discard_fragment();

}  // namespace metal
