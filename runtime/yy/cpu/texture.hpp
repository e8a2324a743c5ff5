#pragma once

// Textures and samplers of Metal's library on the host. What they look at belongs to the host program:
// yy/cpu/texels.hpp.

#include <cmath>

#include "texels.hpp"
#include "vector.hpp"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

namespace yy::cpu::metal {

class sampler {
 public:
  sampler() = default;
  explicit sampler(const Sampler& settings) : settings_(settings) {}
  const Sampler& settings() const { return settings_; }

 private:
  Sampler settings_;
};

/// Level 0 of a texture without others.
template <typename T>
class texture2d {
 public:
  texture2d() = default;
  explicit texture2d(const Texels<T>& texels) : texels_(&texels) {}

  uint get_width() const { return texels_->width(); }
  uint get_height() const { return texels_->height(); }

  /// Texels outside, and other levels, are zero.
  vec<T, 4> read(uint2 coordinates, uint level = 0U) const {
    if (level != 0 || coordinates.x >= get_width() || coordinates.y >= get_height()) return vec<T, 4>{};
    return texel(coordinates.x, coordinates.y);
  }

  vec<T, 4> sample(const sampler& with, float2 coordinates) const {
    static_assert(std::is_same_v<T, float>, "only textures of floats are sampled");
    const float x = coordinates.x * static_cast<float>(get_width());
    const float y = coordinates.y * static_cast<float>(get_height());
    const Sampler& how = with.settings();
    if (how.filter == Filter::nearest) return wrapped_texel(how, std::floor(x), std::floor(y));
    const float left = std::floor(x - 0.5F);
    const float top = std::floor(y - 0.5F);
    const float right_share = x - 0.5F - left;
    const float bottom_share = y - 0.5F - top;
    const auto row = [&](float at) {
      return wrapped_texel(how, left, at) * (1.0F - right_share) + wrapped_texel(how, left + 1.0F, at) * right_share;
    };
    return row(top) * (1.0F - bottom_share) + row(top + 1.0F) * bottom_share;
  }

 private:
  vec<T, 4> texel(uint x, uint y) const {
    const auto& found = texels_->at(x, y);
    return vec<T, 4>(found[0], found[1], found[2], found[3]);
  }

  vec<T, 4> wrapped_texel(const Sampler& how, float x, float y) const {
    return texel(wrapped(how.address_u, x, get_width()), wrapped(how.address_v, y, get_height()));
  }

  /// The texel that stands for a place outside. No number counts as 0.
  static uint wrapped(AddressMode mode, float place, uint size) {
    const float count = static_cast<float>(size);
    switch (mode) {
      case AddressMode::clamp_to_edge:
        break;
      case AddressMode::repeat:
        place -= std::floor(place / count) * count;
        break;
      case AddressMode::mirror_repeat: {
        place -= std::floor(place / (2.0F * count)) * 2.0F * count;
        if (place >= count) place = 2.0F * count - 1.0F - place;
        break;
      }
    }
    if (!(place > 0.0F)) return 0;
    return place >= count ? size - 1 : static_cast<uint>(place);
  }

  const Texels<T>* texels_ = nullptr;
};

}  // namespace yy::cpu::metal

#if defined(__clang__)
#pragma STDC FP_CONTRACT DEFAULT
#endif
