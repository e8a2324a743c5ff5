#pragma once

// Textures and samplers that a host program hands to a kernel on the CPU.

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace yy::cpu {

enum class Filter : std::uint8_t { nearest, linear };
enum class AddressMode : std::uint8_t { clamp_to_edge, repeat, mirror_repeat };

struct Sampler {
  Filter filter = Filter::nearest;
  AddressMode address_u = AddressMode::clamp_to_edge;
  AddressMode address_v = AddressMode::clamp_to_edge;
};

/// The texels of a two-dimensional texture, rows from the top: four channels each, of the type that the shader reads
/// (float, std::int32_t, std::uint32_t), whatever format it had on a GPU.
template <typename T>
class Texels {
 public:
  using Texel = std::array<T, 4>;

  /// A texture of zeros. Throws std::invalid_argument when it has no texel.
  Texels(std::uint32_t width, std::uint32_t height)
      : Texels(width, height, std::vector<Texel>(std::size_t{width} * height)) {}
  /// Throws std::invalid_argument when `texels` are not width × height, or none.
  Texels(std::uint32_t width, std::uint32_t height, std::vector<Texel> texels)
      : width_(width), height_(height), texels_(std::move(texels)) {
    if (texels_.empty() || texels_.size() != std::size_t{width} * height) {
      throw std::invalid_argument("a texture of " + std::to_string(width) + " x " + std::to_string(height) +
                                  " texels cannot be made of " + std::to_string(texels_.size()));
    }
  }

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  Texel& at(std::uint32_t x, std::uint32_t y) { return texels_[std::size_t{y} * width_ + x]; }
  const Texel& at(std::uint32_t x, std::uint32_t y) const { return texels_[std::size_t{y} * width_ + x]; }

 private:
  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<Texel> texels_;
};

}  // namespace yy::cpu
