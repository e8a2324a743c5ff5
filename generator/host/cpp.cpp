#include "host/cpp.hpp"

#include <string_view>
#include <vector>

#include "host/cpp_frame.hpp"
#include "host/cpp_names.hpp"
#include "host/cpp_text.hpp"
#include "support/internal_error.hpp"
#include "support/numbers.hpp"

namespace yyshader::host {

namespace {

using support::to_decimal;

std::string quoted(std::string_view text) { return "::std::string_view{" + cpp_literal(text) + "}"; }

std::string unsigned_text(std::uint64_t value) { return to_decimal(value) + "U"; }

std::string index_text(const std::optional<std::uint32_t>& index) {
  return index ? unsigned_text(*index) : "::yy::no_index";
}

std::string boolean(bool value) { return value ? "true" : "false"; }

/// Writes the declarations of one generated module; header and C++20 module put different frames around them.
class CppWriter {
 public:
  CppWriter(const reflect::Model& model, const Options& options)
      : model_(model), options_(options), names_(cpp_names(model, options)), qualified_(qualified_namespace(names_)) {}

  std::string header() {
    out_ += generated_notice;
    out_ += "#pragma once\n\n";
    includes();
    out_ += open_namespaces(names_, "");
    module_body();
    out_ += close_namespaces(names_);
    checks();
    out_ += namespace_aliases(names_, "");
    return std::move(out_);
  }

  std::string module() {
    out_ += generated_notice;
    out_ += "module;\n\n";
    includes();
    out_ += "export module yy";
    // The name says which source this is, whatever namespace was asked for.
    for (const CppName& part : cpp_names(model_, {}).name_space) out_ += "." + part.name;
    out_ += ";\n\n";
    out_ += open_namespaces(names_, "export ");
    module_body();
    out_ += close_namespaces(names_);
    checks();
    out_ += namespace_aliases(names_, "export ");
    return std::move(out_);
  }

  std::string line_header() {
    out_ += generated_notice;
    out_ += "#pragma once\n\n#include <string_view>\n\n#include <yy/shader.hpp>\n\n";
    out_ += open_namespaces(names_, "");
    line_tables();
    out_ += close_namespaces(names_);
    out_ += namespace_aliases(names_, "");
    return std::move(out_);
  }

 private:
  void includes() {
    out_ += "#include <cstddef>\n#include <cstdint>\n#include <string_view>\n\n#include <yy/shader.hpp>\n\n";
  }

  void module_body() {
    texts();
    entries();
    for (std::size_t i = 0; i < model_.structs.size(); ++i) {
      mirror(i, false);
      if (options_.ascii_aliases) mirror(i, true);
    }
    tables();
  }

  void string_constant(const CppName& name, std::string_view value) {
    out_ += "inline constexpr ::std::string_view " + name.name + "{" + std::string(value) + "};\n";
    alias(name);
  }

  void alias(const CppName& name, std::string_view type = "::std::string_view") {
    if (name.ascii.empty()) return;
    out_ += "inline constexpr const " + std::string(type) + "& " + name.ascii + " = " + name.name + ";\n";
  }

  void texts() {
    const auto each = [](const reflect::Text& text, std::string_view array, auto&& write) {
      if (text.requested) write(array, text.text);
    };
    out_ += "namespace " + names_.internal + " {\n";
    const auto write_array = [this](std::string_view array, std::string_view text) {
      append_char_array(out_, array, text);
    };
    each(model_.wgsl, "wgsl", write_array);
    each(model_.msl, "msl", write_array);
    each(model_.ptx, "ptx", write_array);
    out_ += "}  // namespace " + names_.internal + "\n\n";
    const auto write_view = [this](const CppName& name) {
      return [this, &name](std::string_view array, std::string_view) {
        const std::string whole = names_.internal + "::" + std::string(array);
        string_constant(name, whole + ", sizeof(" + whole + ") - 1");
      };
    };
    each(model_.wgsl, "wgsl", write_view(names_.wgsl));
    each(model_.msl, "msl", write_view(names_.msl));
    each(model_.ptx, "ptx", write_view(names_.ptx));
    out_ += '\n';
  }

  void entries() {
    for (std::size_t i = 0; i < model_.entries.size(); ++i) {
      string_constant(names_.entries[i].function, cpp_literal(model_.entries[i].function));
      string_constant(names_.entries[i].ptx, cpp_literal(model_.entries[i].ptx_name));
    }
    if (!model_.entries.empty()) out_ += '\n';
  }

  static std::string_view scalar_text(reflect::Type::Scalar scalar) {
    switch (scalar) {
      case reflect::Type::Scalar::i32:
        return "::std::int32_t";
      case reflect::Type::Scalar::u32:
        return "::std::uint32_t";
      case reflect::Type::Scalar::f32:
        return "float";
      case reflect::Type::Scalar::f16:
        return "::yy::Half";
    }
    support::internal_error("a scalar of no kind");
  }

  std::string struct_name(std::size_t index, bool ascii) const {
    const CppName& name = names_.structs[index].name;
    return qualified_ + "::" + (ascii ? name.ascii : name.name);
  }

  std::string mirror_type(const reflect::Type& type, bool ascii) const {
    std::string scalar(scalar_text(type.scalar));
    switch (type.kind) {
      case reflect::Type::Kind::scalar:
        return scalar;
      case reflect::Type::Kind::vector:
        return "::yy::Vector<" + scalar + ", " + to_decimal(type.rows) + ">";
      case reflect::Type::Kind::matrix:
        return "::yy::Matrix<" + scalar + ", " + to_decimal(type.count) + ", " + to_decimal(type.rows) + ">";
      case reflect::Type::Kind::array:
        return "::yy::Array<" + mirror_type(type.element.front(), ascii) + ", " + to_decimal(type.count) + ", " +
               to_decimal(type.stride) + ">";
      case reflect::Type::Kind::structure:
        return struct_name(type.structure, ascii);
    }
    support::internal_error("a type of no kind");
  }

  static const std::string& pick(const CppName& name, bool ascii) { return ascii ? name.ascii : name.name; }

  /// One struct with explicit padding. The ASCII form is a second struct of the same layout: fields have no aliases.
  void mirror(std::size_t index, bool ascii) {
    const reflect::Struct& structure = model_.structs[index];
    const CppStructNames& names = names_.structs[index];
    out_ += "struct " + pick(names.name, ascii) + " {\n";
    std::uint32_t end = 0;
    for (std::size_t i = 0; i < structure.members.size(); ++i) {
      const reflect::Member& member = structure.members[i];
      padding(pick(names.paddings[i], ascii), member.offset - end);
      out_ += "  " + mirror_type(member.type, ascii) + " " + pick(names.members[i], ascii) + "{};\n";
      end = member.offset + member.type.size;
    }
    padding(pick(names.paddings.back(), ascii), structure.size - end);
    out_ += "};\n\n";
  }

  void padding(const std::string& name, std::uint32_t bytes) {
    if (bytes > 0) out_ += "  unsigned char " + name + "[" + to_decimal(bytes) + "] = {};\n";
  }

  /// That the compiler lays the mirrors out as the shaders see them.
  void checks() {
    for (std::size_t i = 0; i < model_.structs.size(); ++i) {
      check(i, false);
      if (options_.ascii_aliases) check(i, true);
    }
  }

  void check(std::size_t index, bool ascii) {
    const reflect::Struct& structure = model_.structs[index];
    const std::string name = struct_name(index, ascii);
    const std::string reason = ", " + cpp_literal("the layout of " + structure.name + " is not the shader's") + ");\n";
    out_ += "static_assert(sizeof(" + name + ") == " + to_decimal(structure.size) + reason;
    for (std::size_t i = 0; i < structure.members.size(); ++i) {
      out_ += "static_assert(offsetof(" + name + ", " + pick(names_.structs[index].members[i], ascii) +
              ") == " + to_decimal(structure.members[i].offset) + reason;
    }
  }

  void binding_row(const reflect::Binding& binding) {
    const std::string structure = binding.structure ? model_.structs[*binding.structure].name : std::string();
    out_ += "    {" + quoted(binding.name) + ", " + quoted(binding.identifier) +
            ", ::yy::BindingKind::" + std::string(reflect::to_text(binding.kind)) +
            ", ::yy::Access::" + std::string(reflect::to_text(binding.access)) + ", " + unsigned_text(binding.group) +
            ", " + unsigned_text(binding.binding) + ", " + unsigned_text(binding.msl_index) + ", " +
            index_text(binding.ptx_parameter) + ", " + quoted(binding.type) + ", " + quoted(structure) + ", " +
            unsigned_text(binding.size) + ", " + unsigned_text(binding.stride) + ", " + boolean(binding.runtime_sized) +
            ", " + boolean(binding.asks_size) + "},\n";
  }

  void location_table(const std::string& name, const std::vector<reflect::Location>& locations) {
    if (locations.empty()) return;
    out_ += "inline constexpr ::yy::Location " + name + "[] = {\n";
    for (const reflect::Location& location : locations) {
      out_ += "    {" + quoted(location.name) + ", " + quoted(location.type) + ", " + unsigned_text(location.location) +
              ", ::yy::Interpolation::" + std::string(reflect::to_text(location.interpolation)) + "},\n";
    }
    out_ += "};\n";
  }

  template <typename Rows>
  static std::string list(std::string_view type, const std::string& name, const Rows& rows) {
    return "::yy::List<::yy::" + std::string(type) + ">" + (rows.empty() ? "{}" : "{" + name + "}");
  }

  void entry_row(std::size_t index) {
    const reflect::Entry& entry = model_.entries[index];
    const std::string number = to_decimal(index);
    const auto& size = entry.workgroup_size;
    out_ += "    {" + quoted(entry.item) + ", " + quoted(entry.function) + ", " + quoted(entry.ptx_name) +
            ", ::yy::Stage::" + std::string(reflect::to_text(entry.stage)) + ", {" + unsigned_text(size[0]) + ", " +
            unsigned_text(size[1]) + ", " + unsigned_text(size[2]) + "}, " + unsigned_text(entry.workgroup_bytes) +
            ", " + boolean(entry.features.f16) + ", " + boolean(entry.features.subgroups) + ", " +
            index_text(entry.msl_sizes_index) + ", " + index_text(entry.ptx_sizes_parameter) + ",\n     " +
            list("Binding", "bindings_" + number, entry.bindings) + ", " +
            list("Location", "inputs_" + number, entry.inputs) + ", " +
            list("Location", "outputs_" + number, entry.outputs) + "},\n";
  }

  void entry_tables() {
    for (std::size_t i = 0; i < model_.entries.size(); ++i) {
      const reflect::Entry& entry = model_.entries[i];
      const std::string number = to_decimal(i);
      if (!entry.bindings.empty()) {
        out_ += "inline constexpr ::yy::Binding bindings_" + number + "[] = {\n";
        for (const reflect::Binding& binding : entry.bindings) binding_row(binding);
        out_ += "};\n";
      }
      location_table("inputs_" + number, entry.inputs);
      location_table("outputs_" + number, entry.outputs);
    }
    if (model_.entries.empty()) return;
    out_ += "inline constexpr ::yy::Entry entries[] = {\n";
    for (std::size_t i = 0; i < model_.entries.size(); ++i) entry_row(i);
    out_ += "};\n";
  }

  void struct_tables() {
    for (std::size_t i = 0; i < model_.structs.size(); ++i) {
      if (model_.structs[i].members.empty()) continue;
      out_ += "inline constexpr ::yy::Member members_" + to_decimal(i) + "[] = {\n";
      for (const reflect::Member& member : model_.structs[i].members) {
        out_ += "    {" + quoted(member.name) + ", " + quoted(member.type_text) + ", " + unsigned_text(member.offset) +
                ", " + unsigned_text(member.type.size) + "},\n";
      }
      out_ += "};\n";
    }
    if (model_.structs.empty()) return;
    out_ += "inline constexpr ::yy::Struct structs[] = {\n";
    for (std::size_t i = 0; i < model_.structs.size(); ++i) {
      const reflect::Struct& structure = model_.structs[i];
      out_ += "    {" + quoted(structure.name) + ", " + unsigned_text(structure.size) + ", " +
              unsigned_text(structure.alignment) + ", " +
              list("Member", "members_" + to_decimal(i), structure.members) + "},\n";
    }
    out_ += "};\n";
  }

  static std::string text_value(const reflect::Text& text, const CppName& name) {
    return text.requested ? "{" + name.name + ", " + boolean(text.available) + "}" : "{{}, false}";
  }

  std::string module_path() const {
    std::string result;
    for (const std::string& part : model_.path) result += (result.empty() ? "" : "/") + part;
    return result;
  }

  void tables() {
    out_ += "namespace " + names_.internal + " {\n";
    entry_tables();
    struct_tables();
    out_ += "}  // namespace " + names_.internal + "\n\n";
    out_ += "inline constexpr ::yy::Module " + names_.module.name + "{\n    " + quoted(model_.package) + ", " +
            quoted(module_path()) + ",\n    " + text_value(model_.wgsl, names_.wgsl) + ", " +
            text_value(model_.msl, names_.msl) + ", " + text_value(model_.ptx, names_.ptx) + ",\n    " +
            list("Entry", names_.internal + "::entries", model_.entries) + ",\n    " +
            list("Struct", names_.internal + "::structs", model_.structs) + "};\n";
    alias(names_.module, "::yy::Module");
    out_ += '\n';
  }

  void line_rows(const reflect::Text& text, std::string_view name) {
    if (text.lines.empty()) return;
    out_ += "inline constexpr ::yy::LineOrigin " + std::string(name) + "[] = {";
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
      const reflect::LineOrigin& row = text.lines[i];
      out_ += i % 8 == 0 ? "\n    {" : " {";
      out_ += to_decimal(row.line);
      if (row.file) {
        out_ += "," + to_decimal(*row.file) + "," + to_decimal(row.source_line) + "," + to_decimal(row.source_column) +
                "},";
      } else {
        out_ += ",::yy::no_index,0,0},";
      }
    }
    out_ += "\n};\n";
  }

  void line_map(const reflect::Text& text, std::string_view rows, const CppName& name) {
    if (!text.requested) return;
    const std::string prefix = names_.internal_lines + "::";
    out_ += "inline constexpr ::yy::LineMap " + name.name + "{" + list_of_files(prefix) + ", " +
            list("LineOrigin", prefix + std::string(rows), text.lines) + "};\n";
    alias(name, "::yy::LineMap");
  }

  std::string list_of_files(const std::string& prefix) const {
    return std::string("::yy::List<::std::string_view>") + (model_.files.empty() ? "{}" : "{" + prefix + "files}");
  }

  void line_tables() {
    out_ += "namespace " + names_.internal_lines + " {\n";
    if (!model_.files.empty()) {
      out_ += "inline constexpr ::std::string_view files[] = {\n";
      for (const std::string& file : model_.files) out_ += "    " + quoted(file) + ",\n";
      out_ += "};\n";
    }
    line_rows(model_.wgsl, "wgsl");
    line_rows(model_.msl, "msl");
    line_rows(model_.ptx, "ptx");
    out_ += "}  // namespace " + names_.internal_lines + "\n\n";
    line_map(model_.wgsl, "wgsl", names_.wgsl_lines);
    line_map(model_.msl, "msl", names_.msl_lines);
    line_map(model_.ptx, "ptx", names_.ptx_lines);
    out_ += '\n';
  }

  const reflect::Model& model_;
  const Options& options_;
  CppNames names_;
  std::string qualified_;
  std::string out_;
};

}  // namespace

std::string cpp_header(const reflect::Model& model, const Options& options) {
  return CppWriter(model, options).header();
}
std::string cpp_module(const reflect::Model& model, const Options& options) {
  return CppWriter(model, options).module();
}
std::string cpp_line_header(const reflect::Model& model, const Options& options) {
  return CppWriter(model, options).line_header();
}

}  // namespace yyshader::host
