#include "host/cpp_names.hpp"

#include "host/names.hpp"
#include "pass/names.hpp"
#include "support/numbers.hpp"

namespace yyshader::host {

namespace {

/// Claims the names of one scope. Aliases are only wished for at first and claimed when every name proper has its own,
/// so that `--ascii` changes no name.
class Claims {
 public:
  explicit Claims(bool ascii) : ascii_(ascii) {}

  /// A fixed name with a readable alias of its own.
  CppName fixed(std::string_view name, std::string_view ascii) { return {scope_.claim(name), std::string(ascii)}; }
  /// A name of the program; its alias is its bytes (spec 3.1).
  CppName of(std::string_view name) {
    CppName result{scope_.claim(cpp_identifier(name)), {}};
    result.ascii = pass::ascii_name("yy", result.name);
    return result;
  }
  std::string internal(std::string_view name) { return scope_.claim(name); }
  void claim_alias(CppName& name) { name.ascii = ascii_ ? scope_.claim(name.ascii) : std::string(); }

 private:
  Scope scope_;
  bool ascii_;
};

CppStructNames struct_names(const reflect::Struct& structure, CppName name, bool ascii) {
  CppStructNames result;
  result.name = std::move(name);
  Claims claims(ascii);
  for (const reflect::Member& member : structure.members) result.members.push_back(claims.of(member.identifier));
  for (std::size_t i = 0; i <= structure.members.size(); ++i) {
    const std::string number = support::to_decimal(i + 1);
    result.paddings.push_back(claims.fixed("填充_" + number, "padding_" + number));
  }
  for (CppName& member : result.members) claims.claim_alias(member);
  for (CppName& padding : result.paddings) claims.claim_alias(padding);
  return result;
}

}  // namespace

CppNames cpp_names(const reflect::Model& model, const Options& options) {
  CppNames result;
  for (const std::string& part : cpp_namespace(model, options)) {
    result.name_space.push_back({part, options.ascii_aliases ? pass::ascii_name("yy", part) : std::string()});
  }
  Claims claims(options.ascii_aliases);
  result.wgsl = claims.fixed("着色源", "wgsl_source");
  result.msl = claims.fixed("金属源", "msl_source");
  result.ptx = claims.fixed("PTX源", "ptx_source");
  for (const reflect::Entry& entry : model.entries) {
    CppEntryNames names;
    names.function = claims.of(entry.item);
    names.ptx = claims.of(entry.item + "PTX名");
    result.entries.push_back(std::move(names));
  }
  for (const reflect::Struct& structure : model.structs) {
    result.structs.push_back(struct_names(structure, claims.of(structure.identifier), options.ascii_aliases));
  }
  result.module = claims.fixed("着色模块", "shader_module");
  result.wgsl_lines = claims.fixed("着色源行表", "wgsl_lines");
  result.msl_lines = claims.fixed("金属源行表", "msl_lines");
  result.ptx_lines = claims.fixed("PTX源行表", "ptx_lines");
  result.internal = claims.internal("着色内部");
  result.internal_lines = claims.internal("着色行内部");
  result.cpu = claims.fixed("着色程序", "shader_program");
  result.cpu_text = claims.internal("金属");
  result.internal_cpu = claims.internal("着色核表");

  for (CppName* name : {&result.wgsl, &result.msl, &result.ptx}) claims.claim_alias(*name);
  for (CppEntryNames& entry : result.entries) {
    claims.claim_alias(entry.function);
    claims.claim_alias(entry.ptx);
  }
  for (CppStructNames& structure : result.structs) claims.claim_alias(structure.name);
  for (CppName* name : {&result.module, &result.wgsl_lines, &result.msl_lines, &result.ptx_lines, &result.cpu}) {
    claims.claim_alias(*name);
  }
  return result;
}

}  // namespace yyshader::host
