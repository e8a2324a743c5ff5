// Vertex and fragment functions of the CPU form, called for single pixels of the run cases that draw. What a pixel must
// be stands in the case, and Dawn's rendered picture is held to the same (tests/run).

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "全屏三角。着色程序.hpp"
#include "彩三角。着色程序.hpp"
#include "画三角。着色程序.hpp"
#include "贴图。着色程序.hpp"

namespace yyshader::cpu_machine {
namespace {

using nlohmann::json;
using yy::cpu::metal::float2;
using yy::cpu::metal::float3;
using yy::cpu::metal::float4;

using Colour = std::array<float, 4>;
using Weights = std::array<float, 3>;

Colour colour_of(float4 value) { return {value.x, value.y, value.z, value.w}; }

/// The `render` of a case, with its vertices' numbers in one list.
struct Drawing {
  explicit Drawing(const std::string& name) {
    std::ifstream file(YYSHADER_RUN_CASES "/" + name + ".run.json");
    whole = json::parse(file);
    const json& render = whole.at("render");
    width = render.at("target").at("size").at(0).get<float>();
    height = render.at("target").at("size").at(1).get<float>();
    pixels = render.at("pixels");
    if (!render.contains("vertex_buffers")) return;
    numbers = flat(render.at("vertex_buffers").at(0).at("data"));
  }

  static std::vector<float> flat(const json& list) {
    std::vector<float> result;
    for (const json& each : list) {
      if (!each.is_array()) {
        result.push_back(each.get<float>());
        continue;
      }
      for (const float number : flat(each)) result.push_back(number);
    }
    return result;
  }

  float2 two(std::size_t at) const { return float2(numbers.at(at), numbers.at(at + 1)); }
  float3 three(std::size_t at) const { return float3(numbers.at(at), numbers.at(at + 1), numbers.at(at + 2)); }
  float4 four(std::size_t at) const {
    return float4(numbers.at(at), numbers.at(at + 1), numbers.at(at + 2), numbers.at(at + 3));
  }

  json whole;
  json pixels;
  float width = 0;
  float height = 0;
  std::vector<float> numbers;
};

/// The middle of a pixel, from the left and the top.
float2 middle(const json& pixel) {
  return float2(pixel.at("at").at(0).get<float>() + 0.5F, pixel.at("at").at(1).get<float>() + 0.5F);
}

/// How much each corner of a triangle counts at a place of the picture; none outside. All corners have w = 1.
std::optional<Weights> weights(const Drawing& drawing, const std::array<float4, 3>& corners, float2 place) {
  const float2 at(place.x / drawing.width * 2.0F - 1.0F, 1.0F - place.y / drawing.height * 2.0F);
  const auto area = [](float2 a, float2 b, float2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); };
  const auto flat = [](float4 corner) { return float2(corner.x, corner.y); };
  const float2 a = flat(corners[0]);
  const float2 b = flat(corners[1]);
  const float2 c = flat(corners[2]);
  const float whole = area(a, b, c);
  const Weights result{area(at, b, c) / whole, area(a, at, c) / whole, area(a, b, at) / whole};
  for (const float weight : result) {
    if (weight < 0) return std::nullopt;
  }
  return result;
}

template <typename T>
T mixed(const Weights& weights, const T& a, const T& b, const T& c) {
  return a * weights[0] + b * weights[1] + c * weights[2];
}

/// Holds `shade(place)`, the colour of the fragment there or none, to every pixel of the case.
template <typename Shade>
void check_pixels(const Drawing& drawing, const Shade& shade) {
  ASSERT_FALSE(drawing.pixels.empty());
  for (const json& pixel : drawing.pixels) {
    const std::optional<Colour> found = shade(middle(pixel));
    const auto expected = pixel.at("value").get<Colour>();
    const json clear = drawing.whole.at("render").value("clear", json{0, 0, 0, 0});
    const Colour actual = found ? *found : clear.get<Colour>();
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(actual[i], expected[i], pixel.value("tolerance", 1.0F / 255.0F)) << pixel.dump() << " channel " << i;
    }
  }
}

TEST(CpuGraphics, AFragmentKnowsItsPlace) {
  namespace shader = 匿名包::全屏三角::金属;
  const Drawing drawing("全屏三角");
  check_pixels(drawing, [&](float2 place) -> std::optional<Colour> {
    if (!weights(drawing, {shader::全屏(0), shader::全屏(1), shader::全屏(2)}, place)) return std::nullopt;
    return colour_of(shader::上色(float4(place.x, place.y, 0.0F, 1.0F)));
  });
}

TEST(CpuGraphics, DiscardFacingAndDepth) {
  namespace shader = 匿名包::彩三角::金属;
  const Drawing drawing("彩三角");
  check_pixels(drawing, [&](float2 place) -> std::optional<Colour> {
    std::vector<shader::传> corners;
    for (const std::size_t first : {0U, 5U, 10U}) {
      corners.push_back(shader::顶({drawing.two(first), drawing.three(first + 2)}));
    }
    const auto share = weights(drawing, {corners[0].处, corners[1].处, corners[2].处}, place);
    if (!share) return std::nullopt;
    const float3 colour = mixed(*share, corners[0].彩, corners[1].彩, corners[2].彩);
    const auto shade = [&](bool is_front) {
      return shader::片({float4(place.x, place.y, 0.5F, 1.0F), colour}, is_front);
    };
    EXPECT_EQ(shade(false).色.w, 0.5F);
    EXPECT_EQ(shade(true).深, 0.25F);
    static_cast<void>(yy::cpu::take_discarded());
    const shader::出 result = shade(true);
    if (yy::cpu::take_discarded()) return std::nullopt;
    return colour_of(result.色);
  });
}

TEST(CpuGraphics, ATexturedQuad) {
  namespace shader = 匿名包::贴图::金属;
  const Drawing drawing("贴图");
  yy::cpu::Texels<float> texels(2, 2);
  const auto bytes = drawing.whole.at("textures").at(0).at("data").get<std::vector<float>>();
  for (std::uint32_t i = 0; i < 16; ++i) texels.at(i / 4 % 2, i / 8)[i % 4] = bytes[i] / 255.0F;
  const yy::cpu::metal::texture2d<float> picture(texels);
  const yy::cpu::metal::sampler sampler(yy::cpu::Sampler{});
  check_pixels(drawing, [&](float2 place) -> std::optional<Colour> {
    for (const std::size_t triangle : {0U, 1U}) {
      std::vector<shader::顶点出> corners;
      for (std::size_t corner = 3 * triangle; corner < 3 * triangle + 3; ++corner) {
        corners.push_back(shader::贴({drawing.two(4 * corner), drawing.two(4 * corner + 2)}, 0));
      }
      const auto share = weights(drawing, {corners[0].处, corners[1].处, corners[2].处}, place);
      if (!share) continue;
      const float2 at = mixed(*share, corners[0].纹坐标, corners[1].纹坐标, corners[2].纹坐标);
      // Another instance takes the texel in the corner.
      EXPECT_EQ(shader::涂({corners[0].处, at, 1}, picture, sampler).x, texels.at(0, 0)[0]);
      return colour_of(shader::涂({corners[0].处, at, corners[0].编号}, picture, sampler));
    }
    return std::nullopt;
  });
}

TEST(CpuGraphics, ColoursBetweenVertices) {
  namespace shader = 匿名包::画三角::金属;
  const Drawing drawing("画三角");
  check_pixels(drawing, [&](float2 place) -> std::optional<Colour> {
    std::vector<shader::顶点出> corners;
    for (const std::size_t first : {0U, 6U, 12U}) {
      corners.push_back(shader::顶(0, {drawing.two(first), drawing.four(first + 2)}));
    }
    const auto share = weights(drawing, {corners[0].处, corners[1].处, corners[2].处}, place);
    if (!share) return std::nullopt;
    const float4 colour = mixed(*share, corners[0].彩, corners[1].彩, corners[2].彩);
    return colour_of(shader::片({corners[0].处, colour, corners[0].编号}));
  });
}

}  // namespace
}  // namespace yyshader::cpu_machine
