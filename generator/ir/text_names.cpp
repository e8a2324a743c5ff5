#include "ir/text_names.hpp"

#include "ir/text.hpp"
#include "ir/text_words.hpp"
#include "support/numbers.hpp"

namespace yyshader::ir {

namespace text {

namespace {

/// Labels of one table: those that stand in `items` first, in that order, then the others.
template <typename Element>
std::vector<std::string> label_table(const Module& module, const std::vector<Element>& table, Item::Kind kind) {
  Labels labels;
  std::vector<std::string> result(table.size());
  const auto label = [&](std::size_t index) {
    if (index < table.size() && result[index].empty()) result[index] = labels.next(module.text(table[index].name));
  };
  for (const Item& item : module.items) {
    if (item.kind == kind) label(item.index);
  }
  for (std::size_t index = 0; index < table.size(); ++index) label(index);
  return result;
}

/// Appends what stands before the element of a type that has one, `after` collecting (last first) what stands behind
/// it. Returns the element, `none` for the innermost type.
TypeId append_outer(std::string& out, std::vector<std::string>& after, const Type& type) {
  switch (type.kind) {
    case TypeKind::vector:
      out += "vec" + support::to_decimal(type.length) + "<";
      after.emplace_back(">");
      return type.element;
    case TypeKind::array:
      out += "array<";
      after.push_back(", " + support::to_decimal(type.length) + ">");
      return type.element;
    case TypeKind::runtime_array:
    case TypeKind::atomic:
      out += type.kind == TypeKind::atomic ? "atomic<" : "array<";
      after.emplace_back(">");
      return type.element;
    case TypeKind::texture:
      out += text::texture_shapes[type.shape];
      out += "<";
      after.emplace_back(">");
      return type.element;
    case TypeKind::pointer:
      out += "ptr<";
      after.push_back(", " + std::string(address_spaces[type.space]) + ", " + std::string(accesses[type.access]) + ">");
      return type.element;
    default:
      return {};
  }
}

void append_inner(std::string& out, const Module& module, const std::vector<std::string>& structs, const Type& type) {
  switch (type.kind) {
    case TypeKind::void_:
      out += "void";
      break;
    case TypeKind::boolean:
      out += "bool";
      break;
    case TypeKind::abstract_integer:
      out += "abstract_int";
      break;
    case TypeKind::abstract_float:
      out += "abstract_float";
      break;
    case TypeKind::integer:
      out += (type.is_signed ? "i" : "u") + support::to_decimal(unsigned{type.width});
      break;
    case TypeKind::floating:
      out += "f" + support::to_decimal(unsigned{type.width});
      break;
    case TypeKind::matrix: {
      const Type& column = module.types[type.element];
      out += "mat" + support::to_decimal(type.length) + "x" + support::to_decimal(column.length) + "<";
      if (column.element) append_inner(out, module, structs, module.types[column.element]);
      out += ">";
      break;
    }
    case TypeKind::structure:
      out += type.structure.index() < structs.size() ? structs[type.structure.index()] : "?";
      break;
    default:
      out += "sampler";
  }
}

}  // namespace

std::string Labels::next(std::string_view name) {
  std::string label;
  append_name(label, name);
  const unsigned count = ++counts_[label];
  if (count > 1) label += "#" + support::to_decimal(count);
  return label;
}

ItemLabels::ItemLabels(const Module& module)
    : structs(label_table(module, module.structs, Item::Kind::structure)),
      globals(label_table(module, module.globals, Item::Kind::global)),
      constants(label_table(module, module.constants, Item::Kind::constant)),
      functions(label_table(module, module.functions, Item::Kind::function)) {}

void append_type(std::string& out, const Module& module, const std::vector<std::string>& structs, TypeId type) {
  std::vector<std::string> after;
  while (type.index() < module.types.size()) {
    const TypeId element = append_outer(out, after, module.types[type]);
    if (!element) break;
    type = element;
  }
  if (type.index() < module.types.size()) {
    append_inner(out, module, structs, module.types[type]);
  } else {
    out += "?";
  }
  for (; !after.empty(); after.pop_back()) out += after.back();
}

}  // namespace text

std::string type_text(const Module& module, TypeId type) {
  std::vector<std::string> structs;
  structs.reserve(module.structs.size());
  for (const Struct& structure : module.structs) {
    text::append_name(structs.emplace_back(), module.text(structure.name));
  }
  std::string out;
  text::append_type(out, module, structs, type);
  return out;
}

}  // namespace yyshader::ir
