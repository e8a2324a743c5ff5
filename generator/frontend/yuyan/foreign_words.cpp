#include "frontend/yuyan/foreign_words.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "frontend/yuyan/builtins.hpp"
#include "ir/op.hpp"

namespace yyshader::frontend::yuyan {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

/// Names that no operation bears; in lower case and without underlines.
constexpr Pair other_names[] = {
    {"f32", "浮三二"},
    {"f16", "浮十六"},
    {"i32", "整三二"},
    {"u32", "无三二"},
    {"bool", "爻"},
    {"float", "浮三二"},
    {"half", "浮十六"},
    {"int", "整三二"},
    {"uint", "无三二"},
    {"unsigned", "无三二"},
    {"void", "有"},
    {"true", "阳"},
    {"false", "阴"},
    {"vec2", "二维浮"},
    {"vec3", "三维浮"},
    {"vec4", "四维浮"},
    {"vec2f", "二维浮"},
    {"vec3f", "三维浮"},
    {"vec4f", "四维浮"},
    {"vec2u", "二维无"},
    {"vec3u", "三维无"},
    {"vec4u", "四维无"},
    {"vec2i", "二维整"},
    {"vec3i", "三维整"},
    {"vec4i", "四维整"},
    {"float2", "二维浮"},
    {"float3", "三维浮"},
    {"float4", "四维浮"},
    {"uint2", "二维无"},
    {"uint3", "三维无"},
    {"uint4", "四维无"},
    {"int2", "二维整"},
    {"int3", "三维整"},
    {"int4", "四维整"},
    {"half2", "二维半"},
    {"half3", "三维半"},
    {"half4", "四维半"},
    {"mat2", "二阶浮"},
    {"mat3", "三阶浮"},
    {"mat4", "四阶浮"},
    {"mat2x2", "二阶浮"},
    {"mat3x3", "三阶浮"},
    {"mat4x4", "四阶浮"},
    {"float2x2", "二阶浮"},
    {"float3x3", "三阶浮"},
    {"float4x4", "四阶浮"},
    {"array", "数组"},
    {"sampler", "采样器"},
    {"texture2d", "纹理二维"},
    {"mul", "乘"},
    {"sub", "减"},
    {"div", "除以"},
    {"mod", "取余"},
    {"neg", "取负"},
    {"not", "非"},
    {"and", "且"},
    {"or", "或者"},
    {"lerp", "混合"},
    {"rsqrt", "逆平方根"},
    {"frac", "小数部分"},
    {"sample", "采样纹理"},
    {"barrier", "工作组屏障"},
    {"syncthreads", "工作组屏障"},
    {"atomicstore", "原子存"},
    {"浮点", "浮三二"},
    {"浮点数", "浮三二"},
    {"单精度", "浮三二"},
    {"半精度", "浮十六"},
    {"整型", "整三二"},
    {"无符号", "无三二"},
    {"无符号整数", "无三二"},
    {"布尔", "爻"},
    {"布尔值", "爻"},
    {"真", "阳"},
    {"假", "阴"},
    {"空", "有"},
};

constexpr Pair operators[] = {
    {"+", "「加」于「甲」于「乙」"},
    {"-", "「减」于「甲」于「乙」"},
    {"*", "「乘」于「甲」于「乙」"},
    {"/", "「除以」于「甲」于「乙」"},
    {"%", "「取余」于「甲」于「乙」"},
    {"<", "「小于」于「甲」于「乙」"},
    {">", "「大于」于「甲」于「乙」"},
    {"<=", "「小于等于」于「甲」于「乙」"},
    {">=", "「大于等于」于「甲」于「乙」"},
    {"==", "「等于」于「甲」于「乙」"},
    {"!=", "「不等于」于「甲」于「乙」"},
    {"!", "「非」于「甲」"},
    {"&&", "「且」于「甲」于「乙」"},
    {"||", "「或者」于「甲」于「乙」"},
    {"&", "「位与」于「甲」于「乙」"},
    {"|", "「位或」于「甲」于「乙」"},
    {"^", "「位异或」于「甲」于「乙」"},
    {"~", "「位反」于「甲」"},
    {"<<", "「左移」于「甲」于「乙」"},
    {">>", "「右移」于「甲」于「乙」"},
    {"?", "若「甲」则「乙」否则「丙」"},
    {"+=", "「写格」于「甲」于（「加」于（「读格」于「甲」）于「乙」）"},
    {"++", "「写格」于「甲」于（「加」于（「读格」于「甲」）于「乙」）"},
};

/// In lower case, without underlines: `inverseSqrt` and `inverse_sqrt` are the same.
std::string plain(std::string_view word) {
  std::string result;
  for (const char c : word) {
    if (c == '_') continue;
    result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

constexpr Pair digits[] = {
    {"零", "0"}, {"一", "1"}, {"二", "2"}, {"两", "2"}, {"三", "3"}, {"四", "4"},
    {"五", "5"}, {"六", "6"}, {"七", "7"}, {"八", "8"}, {"九", "9"},
};
constexpr std::pair<std::string_view, std::uint64_t> units[] = {
    {"十", 10}, {"百", 100}, {"千", 1000}, {"万", 10'000}, {"亿", 100'000'000}};
constexpr std::string_view written_digits[] = {"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
constexpr std::size_t character = 3;  ///< bytes of each of these

}  // namespace

std::span<const std::pair<std::string_view, std::string_view>> foreign_names() { return other_names; }

std::string_view name_of_foreign(std::string_view word) {
  constexpr std::size_t longest = 40;
  if (word.size() > longest) return {};
  const std::string wanted = plain(word);
  for (const auto& [foreign, name] : other_names) {
    if (foreign == wanted) return name;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(Builtin::count_); ++i) {
    const BuiltinRow& builtin = row(static_cast<Builtin>(i));
    if (builtin.operation == ir::Op::count_) continue;
    if (plain(ir::row(builtin.operation).text) == wanted) return builtin.name;
  }
  return {};
}

std::string_view writing_of_operator(std::string_view op) {
  for (const auto& [written, meant] : operators) {
    if (written == op) return meant;
  }
  return {};
}

std::optional<std::string> digits_of_numeral(std::string_view word) {
  constexpr std::size_t longest = 20 * character;
  constexpr std::uint64_t most = 4'294'967'295;
  if (word.empty() || word.size() > longest || word.size() % character != 0) return std::nullopt;
  std::uint64_t total = 0;    // of what stands before 万 and 亿
  std::uint64_t section = 0;  // below them
  std::uint64_t digit = 0;
  bool has_digit = false;
  bool has_unit = false;
  for (std::size_t at = 0; at < word.size(); at += character) {
    const std::string_view each = word.substr(at, character);
    bool known = false;
    for (const auto& [written, value] : digits) {
      if (each != written) continue;
      digit = static_cast<std::uint64_t>(value[0] - '0');
      has_digit = known = true;
    }
    for (const auto& [written, value] : units) {
      if (each != written) continue;
      known = has_unit = true;
      if (value < 10'000) {
        section += (has_digit ? digit : 1) * value;  // 十 alone is 10
      } else {
        total = (total + section + digit) * value;
        section = 0;
      }
      digit = 0;
      has_digit = false;
    }
    if (!known || total > most) return std::nullopt;
  }
  const std::uint64_t value = total + section + digit;
  if (!has_unit || value > most) return std::nullopt;
  std::string result;
  for (const char c : std::to_string(value)) result += written_digits[c - '0'];
  return result;
}

}  // namespace yyshader::frontend::yuyan
