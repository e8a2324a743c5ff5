// Structs of buffers stand in Metal as in WGSL. The texts are read here with Metal's own sizes (Metal Shading Language
// Specification, tables 2.2 to 2.5), apart from the code that wrote them.

#include <map>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "pass/layout.hpp"
#include "translate.hpp"

namespace yyshader::test {
namespace {

struct Extent {
  unsigned size;
  unsigned align;
};

struct Place {
  std::string name;
  unsigned offset;
};

unsigned aligned(unsigned offset, unsigned align) { return (offset + align - 1) / align * align; }

/// Reads the structs of an MSL text and lays them out.
class MetalLayouts {
 public:
  explicit MetalLayouts(const std::string& text) {
    std::istringstream lines(text);
    std::string name;
    unsigned end = 0;
    unsigned align = 1;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("struct ")) {
        name = line.substr(7, line.size() - 9);
        end = 0;
        align = 1;
      } else if (line == "};") {
        extents_[name] = {aligned(end, align), align};
      } else if (line.starts_with("  ") && line.ends_with(";") && !name.empty()) {
        const std::size_t space = line.rfind(' ');
        const Extent extent = of(line.substr(2, space - 2));
        end = aligned(end, extent.align);
        members[name].push_back({line.substr(space + 1, line.size() - space - 2), end});
        end += extent.size;
        align = std::max(align, extent.align);
      }
    }
  }

  Extent of(const std::string& type) const {
    if (const auto found = extents_.find(type); found != extents_.end()) return found->second;
    if (type.starts_with("array<")) {
      const std::size_t comma = type.rfind(", ");
      const Extent element = of(type.substr(6, comma - 6));
      const auto length = static_cast<unsigned>(std::stoul(type.substr(comma + 2)));
      return {element.size * length, element.align};
    }
    const bool is_packed = type.starts_with("packed_");
    const std::string plain = is_packed ? type.substr(7) : type;
    const std::size_t digit = plain.find_first_of("234");
    const std::string scalar = plain.substr(0, digit);
    const unsigned bytes = scalar == "half" ? 2 : scalar == "uchar" ? 1 : 4;
    if (digit == std::string::npos) return {bytes, bytes};
    const auto count = static_cast<unsigned>(plain[digit] - '0');
    if (is_packed) return {bytes * count, bytes};
    if (digit + 1 == plain.size()) {
      const unsigned size = bytes * (count == 3 ? 4 : count);
      return {size, size};
    }
    const auto rows = static_cast<unsigned>(plain[digit + 2] - '0');
    const unsigned column = bytes * (rows == 3 ? 4 : rows);
    return {column * count, column};
  }

  std::map<std::string, std::vector<Place>> members;

 private:
  std::map<std::string, Extent> extents_;
};

/// Holds every struct of the text against WGSL's layout.
void expect_same_layout(const std::string& ir_text) {
  const ir::Module module = module_of(ir_text);
  const std::string text = msl_of(module).text.text;
  const MetalLayouts metal(text);
  for (std::size_t i = 0; i < module.structs.size(); ++i) {
    const std::string name(module.text(module.structs[i].name));
    const auto offsets = pass::member_offsets(module, ir::StructId(i));
    std::map<std::string, unsigned> places;
    for (const Place& place : metal.members.at(name)) places[place.name] = place.offset;
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      const std::string member(module.text(module.structs[i].members[k].name));
      ASSERT_TRUE(places.contains(member)) << text;
      EXPECT_EQ(places[member], offsets[k]) << name << '.' << member << '\n' << text;
    }
    ir::TypeTable types = module.types;
    EXPECT_EQ(metal.of(name).size, pass::layout_of(module, types.structure(ir::StructId(i))).size) << name << '\n'
                                                                                                   << text;
  }
}

// Spec 2.4's example: offsets 0, 12, 16, 32, 48, 96 and size 112.
TEST(MslLayout, TheExampleOfTheSpecification) {
  EXPECT_EQ(to_msl(R"(
struct 例 { 甲: vec3<f32>, 乙: f32, 丙: vec3<f32>, 丁: vec2<f32>, 戊: mat3x3<f32>, 己: f32, }
global 数: 例 storage(read_write) group(0) binding(0)
)"),
            R"(struct 例 {
  packed_float3 甲;
  float 乙;
  float3 丙;
  float2 丁;
  float3x3 戊;
  float 己;
};
)");
}

// C++ would take 补白 for the member.
TEST(MslLayout, PaddingDoesNotHideAStruct) {
  EXPECT_EQ(to_msl(R"(
struct 补白 { 丙: vec3<f32>, 丁: f32, }
struct 外 { 甲: f32, 乙: 补白, }
global 数: array<外> storage(read_write) group(0) binding(0)
function 主(乙: 补白) -> 外 { return construct<外>(1.0f, $乙) }
)"),
            R"(struct 补白 {
  packed_float3 丙;
  float 丁;
};

struct 外 {
  float 甲;
  array<uchar, 12> 补白_2;
  补白 乙;
};

外 主(补白 乙) {
  return 外{1.0f, {}, 乙};
}
)");
}

TEST(MslLayout, PaddingIsAMember) {
  EXPECT_EQ(to_msl(R"(
struct 内 { 补白: vec3<f32>, 乙: f32, }
struct 外 { 甲: f32, 内: 内, 乙: vec3<f32>, 丙: f32, 丁: f32, }
global 数: array<外> storage(read_write) group(0) binding(0)
function 主(内: 内, 三: vec3<f32>) -> 外 { return construct<外>(1.0f, $内, $三, 2.0f, 3.0f) }
)"),
            R"(struct 内 {
  packed_float3 补白;
  float 乙;
};

struct 外 {
  float 甲;
  array<uchar, 12> 补白;
  内 内_2;
  packed_float3 乙;
  float 丙;
  float 丁;
  array<uchar, 12> 补白_2;
};

外 主(内 内_2, float3 三) {
  return 外{1.0f, {}, 内_2, packed_float3(三), 2.0f, 3.0f, {}};
}
)");
}

TEST(MslLayout, StructsOutsideBuffersStayPlain) {
  EXPECT_EQ(to_msl(R"(
struct 例 { 甲: vec3<f32>, 乙: f32, }
global 数: 例 workgroup(read_write)
)"),
            "struct 例 {\n  float3 甲;\n  float 乙;\n};\n");
}

TEST(MslLayout, AnyStructStandsAsInWgsl) {
  std::mt19937 random(20240229);
  const auto any = [&](auto& list) { return list[random() % list.size()]; };
  std::vector<std::string> scalars = {"f32", "i32", "u32", "f16"};
  for (int round = 0; round < 60; ++round) {
    std::string text = "features f16\n";
    std::vector<std::string> structs;
    const auto type = [&] {
      const std::string scalar = any(scalars);
      const std::string count = std::to_string(2 + random() % 3);
      std::string result = scalar;
      switch (random() % 6) {
        case 0:
          break;
        case 1:
          result = "vec3<" + scalar + ">";
          break;
        case 2:
          result = "vec" + count + "<" + scalar + ">";
          break;
        case 3:
          result = "mat" + count + "x" + std::to_string(2 + random() % 3) + (random() % 2 == 0 ? "<f32>" : "<f16>");
          break;
        default:
          if (!structs.empty()) result = any(structs);
      }
      return random() % 5 == 0 ? "array<" + result + ", " + std::to_string(1 + random() % 4) + ">" : result;
    };
    for (int s = 0; s < 4; ++s) {
      const std::string name = "S" + std::to_string(s);
      text += "struct " + name + " { ";
      const std::size_t count = 1 + random() % 5;
      for (std::size_t m = 0; m < count; ++m) text += "m" + std::to_string(m) + ": " + type() + ", ";
      text += "}\n";
      structs.push_back(name);
    }
    for (std::size_t s = 0; s < structs.size(); ++s) {
      text += "global g" + std::to_string(s) + ": array<" + structs[s] + "> storage(read_write) group(0) binding(" +
              std::to_string(s) + ")\n";
    }
    expect_same_layout(text);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace yyshader::test
