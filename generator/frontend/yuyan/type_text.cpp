#include <array>
#include <string>
#include <string_view>

#include "frontend/yuyan/types.hpp"
#include "support/numbers.hpp"

namespace yyshader::frontend::yuyan {
namespace {

/// How deep a type is written out; deeper parts are shown as `…`, so that no message grows without bound.
constexpr unsigned maximum_depth = 12;
constexpr std::size_t maximum_length = 400;

/// The word of a kind that is written by its name alone, or applied to arguments.
std::string_view word(TypeKind kind) {
  switch (kind) {
    case TypeKind::integer_literal:
      return "整数";
    case TypeKind::decimal_literal:
      return "小数";
    case TypeKind::boolean:
      return "爻";
    case TypeKind::unit:
      return "有";
    case TypeKind::meta_type:
      return "元类型";
    case TypeKind::length_kind:
      return "定长长度";
    case TypeKind::fixed_float:
      return "定长小数";
    case TypeKind::fixed_signed:
      return "定长整数";
    case TypeKind::fixed_unsigned:
      return "定长无符号";
    case TypeKind::runtime_array:
      return "数组";
    case TypeKind::fixed_array:
      return "定长数组";
    case TypeKind::atomic:
      return "原子";
    case TypeKind::texture_2d:
      return "纹理二维";
    case TypeKind::sampler:
      return "采样器";
    case TypeKind::storage_buffer:
      return "存储缓冲";
    case TypeKind::uniform_buffer:
      return "均匀缓冲";
    case TypeKind::workgroup_variable:
      return "工作组变量";
    case TypeKind::cell:
      return "格";
    case TypeKind::access_mode:
      return "访问方式";
    case TypeKind::compute_entry:
      return "计算入口";
    case TypeKind::vertex_entry:
      return "顶点入口";
    case TypeKind::fragment_entry:
      return "片元入口";
    default:
      return {};
  }
}

/// The letter after 二维 … for a component type.
std::string_view component_letter(const TypeTable& types, TypeId scalar) {
  switch (types[scalar].kind) {
    case TypeKind::fixed_float:
      return types[types.arguments(scalar)[0]].number == 32 ? "浮" : "半";
    case TypeKind::fixed_signed:
      return "整";
    case TypeKind::fixed_unsigned:
      return "无";
    default:
      return "爻";
  }
}

class Writer {
 public:
  Writer(const TypeTable& types, const TypeNames& names) : types_(types), names_(names) {}

  void write(TypeId id, unsigned depth) {
    if (depth > maximum_depth || text_.size() > maximum_length) {
      text_ += "…";
      return;
    }
    const Type& type = types_[id];
    switch (type.kind) {
      case TypeKind::error:
      case TypeKind::hole:
        text_ += "？";
        return;
      case TypeKind::length:
        text_ += support::to_decimal(type.number);
        return;
      case TypeKind::structure:
        text_ += names_.structure(type.number);
        return;
      case TypeKind::opaque:
        text_ += names_.opaque(type.number);
        return;
      case TypeKind::constructor:
        text_ += word(static_cast<TypeKind>(type.number));
        write_arguments(id, depth);
        return;
      case TypeKind::parameter:
        text_ += "…";  // whatever fits
        return;
      case TypeKind::tuple:
        write_tuple(id, depth);
        return;
      case TypeKind::function:
        write_function(id, depth);
        return;
      default:
        if (is_scalar(types_, id) && type.kind != TypeKind::boolean) {
          text_ += component_letter(types_, id) == "半" ? "浮" : component_letter(types_, id);
          text_ += types_[types_.arguments(id)[0]].number == 32 ? "三二" : "十六";
          return;
        }
        text_ += word(type.kind);
        write_arguments(id, depth);
    }
  }

  std::string take() && { return std::move(text_); }

 private:
  /// An operand: in parentheses unless it is one word.
  void write_operand(TypeId id, unsigned depth) {
    const std::size_t start = text_.size();
    write(id, depth + 1);
    const auto holds = [&](std::string_view word) { return text_.find(word, start) != std::string::npos; };
    if (!holds("于") && !holds("合") && !holds("化")) return;
    text_.insert(start, "（");
    text_ += "）";
  }

  void write_arguments(TypeId id, unsigned depth) {
    for (const TypeId argument : types_.arguments(id)) {
      text_ += text_.ends_with("）") ? "于" : " 于";
      const std::size_t before = text_.size();
      write_operand(argument, depth);
      if (text_.compare(before, std::string_view("（").size(), "（") != 0) text_.insert(before, " ");
    }
  }

  void write_tuple(TypeId id, unsigned depth) {
    static constexpr std::array<std::string_view, 5> digits{"", "", "二", "三", "四"};
    const Shape shape = shape_of(types_, id);
    const bool square = shape.columns == shape.rows && types_[id].argument_count == shape.rows;
    if (shape.kind == ShapeKind::vector) {
      text_ += digits[shape.rows];
      text_ += "维";
      text_ += component_letter(types_, shape.scalar);
      return;
    }
    if (shape.kind == ShapeKind::matrix && square && component_letter(types_, shape.scalar) == "浮") {
      text_ += digits[shape.rows];
      text_ += "阶浮";
      return;
    }
    bool first = true;
    for (const TypeId element : types_.arguments(id)) {
      if (!first) text_ += " 合 ";
      first = false;
      write_operand(element, depth);
      if (text_.size() <= maximum_length) continue;
      text_ += " 合 …";
      break;
    }
  }

  void write_function(TypeId id, unsigned depth) {
    const auto arguments = types_.arguments(id);
    for (std::size_t i = 0; i + 1 < arguments.size() && text_.size() <= maximum_length; ++i) {
      text_ += "化 ";
      write_operand(arguments[i], depth);
      text_ += " 而 ";
    }
    write_operand(arguments.back(), depth);
  }

  const TypeTable& types_;
  const TypeNames& names_;
  std::string text_;
};

}  // namespace

std::string to_text(const TypeTable& types, TypeId id, const TypeNames& names) {
  Writer writer(types, names);
  writer.write(id, 0);
  return std::move(writer).take();
}

}  // namespace yyshader::frontend::yuyan
