#include <string>
#include <string_view>

#include "host/emit.hpp"

namespace yyshader::host {

namespace {

/// The text between 『 and 』 (spec 1.2, 3.1). Reading it back gives `text`.
std::string escaped(std::string_view text) {
  constexpr std::string_view close = "』";
  constexpr std::string_view comment = "「：";
  std::string result;
  result.reserve(text.size() + text.size() / 4);
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.front() == '\n') {
      result += "「：换行：」";
      i += 1;
    } else if (rest.front() == '\t') {
      result += "「：制表：」";
      i += 1;
    } else if (rest.substr(0, close.size()) == close) {
      result += "「：』：」";
      i += close.size();
    } else if (rest.substr(0, comment.size()) == comment) {
      result += "「：「：：」";
      i += comment.size();
    } else {
      result += rest.front();
      i += 1;
    }
  }
  return result;
}

void append_constant(std::string& out, std::string_view name, std::string_view text) {
  const std::string quoted = "「" + std::string(name) + "」";
  out += quoted + "乃「《《内建类型：字符串》》」也。\n";
  out += quoted + "者『" + escaped(text) + "』也。\n";
}

}  // namespace

std::string yuyan_module(const reflect::Model& model) {
  std::string out;
  if (model.wgsl.requested) append_constant(out, "着色源", model.wgsl.text);
  if (model.msl.requested) append_constant(out, "金属源", model.msl.text);
  if (model.ptx.requested) append_constant(out, "PTX源", model.ptx.text);
  for (const reflect::Entry& entry : model.entries) {
    append_constant(out, entry.item, entry.function);
    append_constant(out, entry.item + "PTX名", entry.ptx_name);
  }
  return out;
}

}  // namespace yyshader::host
