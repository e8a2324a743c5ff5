#include "frontend/yuyan/modules.hpp"

#include <gmock/gmock.h>

#include "diagnostics/render.hpp"
#include "syntax_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LoadOptions package_options() {
  LoadOptions options;
  options.packages["应用"] = "应用";
  options.builtin_declarations = "「整数」即「《《内建类型：整数》》」也。";
  return options;
}

/// Loads 应用/主。着色器。豫 of package 应用, given with the other files of the package by the paths below it.
Program load(const std::map<std::string, std::string>& files, const std::string& entry = "主。着色器。豫") {
  source::VirtualFileSystem system;
  for (const auto& [path, text] : files) system.add("应用/" + path, text);
  return load_program(system, "应用/" + entry, package_options());
}

std::vector<std::string> displays(const Program& program) {
  std::vector<std::string> result;
  for (const Module& module : program.modules) result.push_back(module.display);
  return result;
}

std::vector<std::string> faults_of(const Program& program) { return faults(program.diagnostics, program.sources); }

std::vector<std::string> notes_of(const diagnostics::Diagnostic& found) {
  std::vector<std::string> result;
  for (const auto& note : found.notes) result.emplace_back(diagnostics::row(note.message.id).id);
  return result;
}

constexpr auto builtin = "「着色库」之「着色内建」";

TEST(Modules, ALoneFile) {
  const Program program = load({{"主。着色器。豫", "「甲」者「一」也。"}});
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_THAT(displays(program), ElementsAre(builtin, "「应用」之「主」"));
  EXPECT_EQ(program.builtin, ModuleId(0));
  EXPECT_EQ(program.entry, ModuleId(1));
  EXPECT_EQ(program.modules[1].package, "应用");
  EXPECT_TRUE(program.modules[0].builtin);
  EXPECT_EQ(program.modules[0].kind, ModuleKind::declarations);
  EXPECT_THAT(program.files_read, ElementsAre("应用/主。着色器。豫"));
}

TEST(Modules, DependenciesComeFirstAndOnce) {
  const Program program = load({{"主。着色器。豫", "寻「应用」之「左」之书。观「应用」之「夹」之「右」之书。"},
                                {"左。着色器。豫", "寻「应用」之「底」之书。"},
                                {"夹/右。着色器。豫", "寻观诵「应用」之「底」之书。"},
                                {"底。着色器。豫", "寻观「着色库」之「着色内建」之书。"}});
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_THAT(displays(program), ElementsAre(builtin, "「应用」之「底」", "「应用」之「左」",
                                             "「应用」之「夹」之「右」", "「应用」之「主」"));
  EXPECT_EQ(program.entry, ModuleId(4));
  const auto& imports = program.modules[4].imports;
  ASSERT_EQ(imports.size(), 2U);
  EXPECT_EQ(imports[0].module, ModuleId(2));
  EXPECT_EQ(program.symbols.text(imports[0].bound), "左");
  EXPECT_TRUE(imports[0].binds);
  EXPECT_EQ(imports[1].module, ModuleId(3));
  EXPECT_FALSE(imports[1].bound);
  EXPECT_TRUE(imports[1].opens);
  EXPECT_EQ(program.sources.text(imports[1].path_span), "「应用」之「夹」之「右」");
  EXPECT_TRUE(program.modules[3].imports[0].reexports);
  EXPECT_EQ(program.modules[1].imports[0].module, program.builtin);
  EXPECT_THAT(program.modules[3].path, ElementsAre("夹", "右"));
  EXPECT_EQ(program.files_read.size(), 4U);
}

TEST(Modules, OneSegmentMeansTheCollection) {
  const Program program = load({{"主。着色器。豫", "寻「应用」之书。"}, {"总集。着色器。豫", ""}});
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_THAT(displays(program), ElementsAre(builtin, "「应用」之「总集」", "「应用」之「主」"));
  EXPECT_EQ(program.symbols.text(program.modules[2].imports[0].bound), "应用");
}

TEST(Modules, SourcesGoBeforeDeclarations) {
  const Program both =
      load({{"主。着色器。豫", "寻「应用」之「名」之书。"}, {"名。着色器。豫", ""}, {"名。着色器。接口。豫", ""}});
  EXPECT_EQ(both.modules[1].kind, ModuleKind::source);
  const Program only =
      load({{"主。着色器。豫", "寻「应用」之「名」之书。"}, {"名。着色器。接口。豫", "「甲」立「元类型」也。"}});
  EXPECT_THAT(faults_of(only), IsEmpty());
  EXPECT_EQ(only.modules[1].kind, ModuleKind::declarations);
}

TEST(Modules, NothingElseIsFound) {
  const Program program =
      load({{"主。着色器。豫", "寻「应用」之「名」之书。\n寻「应用」之「夹」之「名」之书。\n寻「应用」之「无」之书。"},
            {"名。豫", ""}});
  EXPECT_THAT(faults_of(program), ElementsAre("1:2 module_not_found", "2:2 module_not_found", "3:2 module_not_found"));
  EXPECT_THAT(notes_of(program.diagnostics[0]), ElementsAre("note_ordinary_module"));
  EXPECT_THAT(notes_of(program.diagnostics[1]), ElementsAre("note_missing_folder"));
  EXPECT_THAT(notes_of(program.diagnostics[2]), ElementsAre("note_missing_module"));
  EXPECT_EQ(diagnostics::to_text(program.diagnostics[0].message, diagnostics::Language::chinese),
            "包内模块不存在：「应用」之「名」（着色文件只能导入着色源「名。着色器。豫」与着色内建声明「名。着色器。接口"
            "。豫」）");
  EXPECT_TRUE(program.entry);
}

TEST(Modules, SegmentsCannotLeaveThePackage) {
  const Program program = load(
      {{"主。着色器。豫", "寻「应用」之「..」之「x」之书。寻「应用」之「夹/名」之书。"}, {"夹/名。着色器。豫", ""}});
  ASSERT_EQ(program.diagnostics.size(), 2U);
  for (const auto& found : program.diagnostics) EXPECT_THAT(notes_of(found), ElementsAre("note_segment_unfit"));
}

TEST(Modules, TheBuiltinPackageHasOneModule) {
  const Program program = load({{"主。着色器。豫", "寻「着色库」之「别」之书。\n寻「着色库」之书。"}});
  EXPECT_THAT(faults_of(program), ElementsAre("1:2 module_not_found", "2:2 module_not_found"));
  EXPECT_THAT(notes_of(program.diagnostics[0]), ElementsAre("note_builtin_modules"));
}

TEST(Modules, SelfImport) {
  const Program program = load({{"主。着色器。豫", "「甲」者「一」也。\n寻「应用」之「主」之书。"}});
  EXPECT_THAT(faults_of(program), ElementsAre("2:1 import_itself"));
  EXPECT_FALSE(program.modules[1].imports[0].module);
}

TEST(Modules, CyclesAreShownWhole) {
  const Program program = load({{"主。着色器。豫", "寻「应用」之「甲」之书。"},
                                {"甲。着色器。豫", "寻「应用」之「乙」之书。"},
                                {"乙。着色器。豫", "寻「应用」之「丙」之书。"},
                                {"丙。着色器。豫", "「一」者「一」也。\n寻「应用」之「甲」之书。"}});
  EXPECT_THAT(faults_of(program), ElementsAre("2:1 import_cycle"));
  EXPECT_EQ(diagnostics::to_text(program.diagnostics[0].message, diagnostics::Language::chinese),
            "循环导入：「应用」之「甲」 → 「应用」之「乙」 → 「应用」之「丙」 → 「应用」之「甲」");
  EXPECT_THAT(notes_of(program.diagnostics[0]), ElementsAre("note_imported_here", "note_imported_here"));
  EXPECT_THAT(displays(program),
              ElementsAre(builtin, "「应用」之「丙」", "「应用」之「乙」", "「应用」之「甲」", "「应用」之「主」"));
}

TEST(Modules, LongChainsOfImports) {
  std::map<std::string, std::string> files;
  constexpr int length = 3000;
  for (int i = 0; i < length; ++i) {
    files["m" + std::to_string(i) + "。着色器。豫"] = "寻「应用」之「m" + std::to_string(i + 1) + "」之书。";
  }
  files["m" + std::to_string(length) + "。着色器。豫"] = "";
  const Program program = load(files, "m0。着色器。豫");
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_EQ(program.modules.size(), length + 2U);
}

TEST(Modules, FaultsOfImportedFilesAreReported) {
  const Program program = load({{"主。着色器。豫", "寻「应用」之「甲」之书。"}, {"甲。着色器。豫", "「一」者 也。"}});
  EXPECT_THAT(faults_of(program), ElementsAre("1:6 expected_expression"));
  EXPECT_EQ(program.sources.path(program.diagnostics[0].primary.file), "应用/甲。着色器。豫");
}

TEST(Modules, BrokenImportsAreReportedOnce) {
  const Program program = load({{"主。着色器。豫", "寻「应用」之「无」。"}});
  EXPECT_THAT(faults_of(program), ElementsAre("1:10 import_end_missing"));
}

TEST(Modules, EntriesThatCannotBeRead) {
  const source::VirtualFileSystem system(
      {{"夹。着色器。豫/x", ""}, {"甲。豫", ""}, {"乙。着色生成。豫", ""}, {"丙。着色器。豫", "\xFF"}});
  const auto faults_for = [&](const std::string& path) {
    const Program program = load_program(system, path, {});
    return faults_of(program);
  };
  EXPECT_THAT(faults_for("无。着色器。豫"), ElementsAre("file_missing"));
  EXPECT_THAT(faults_for("无"), ElementsAre("file_missing"));
  EXPECT_THAT(faults_for("夹。着色器。豫"), ElementsAre("file_is_directory"));
  EXPECT_THAT(faults_for("甲。豫"), ElementsAre("file_name_unfit"));
  EXPECT_THAT(faults_for("乙。着色生成。豫"), ElementsAre("file_name_reserved"));
  EXPECT_THAT(faults_for("丙。着色器。豫"), ElementsAre("1:1 invalid_utf8"));
  EXPECT_FALSE(load_program(system, "无。着色器。豫", {}).entry);
}

/// A file system whose files cannot be read.
class Unreadable final : public source::FileSystem {
 public:
  source::EntryKind kind(const std::string&) const override { return source::EntryKind::file; }
  std::optional<std::string> read(const std::string&, std::string& error) const override {
    error = "Permission denied";
    return std::nullopt;
  }
  std::vector<std::string> list(const std::string&) const override { return {}; }
};

TEST(Modules, UnreadableFilesSayWhy) {
  const Program program = load_program(Unreadable(), "甲。着色器。豫", {});
  ASSERT_THAT(faults_of(program), ElementsAre("file_unreadable"));
  EXPECT_THAT(diagnostics::to_text(program.diagnostics[0].message, diagnostics::Language::english),
              HasSubstr("Permission denied"));
}

TEST(Modules, TextFromStandardInput) {
  source::VirtualFileSystem system;
  system.add("应用/甲。着色器。豫", "");
  const Program program = load_program(system, "应用/-", "寻「应用」之「甲」之书。", package_options());
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_EQ(program.modules.size(), 3U);
  EXPECT_THAT(program.files_read, ElementsAre("应用/甲。着色器。豫"));
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
