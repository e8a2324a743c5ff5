#include <gmock/gmock.h>

#include "frontend/yuyan/modules.hpp"
#include "syntax_support.hpp"

// Which package a file belongs to, and which packages it can see.
namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string description(std::string_view name, std::string_view dependencies = "") {
  return "「名称」者『" + std::string(name) + "』也。「依赖」者「列」【" + std::string(dependencies) + "】也。";
}

Program load(const std::map<std::string, std::string>& files, const std::string& entry, LoadOptions options = {}) {
  return load_program(source::VirtualFileSystem(files), entry, options);
}

std::vector<std::string> faults_of(const Program& program) { return faults(program.diagnostics, program.sources); }

std::string note_of(const Program& program) {
  if (program.diagnostics.empty() || program.diagnostics[0].notes.empty()) return "";
  return std::string(diagnostics::row(program.diagnostics[0].notes[0].message.id).id);
}

TEST(Packages, TheNearestDescriptionNamesThePackage) {
  const Program program = load({{"仓/外。包。豫", description("外")},
                                {"仓/里/内。包。豫", description("内")},
                                {"仓/里/深/主。着色器。豫", "寻「内」之「甲」之书。"},
                                {"仓/里/甲。着色器。豫", ""}},
                               "仓/里/深/主。着色器。豫");
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_EQ(program.modules.back().display, "「内」之「深」之「主」");
  EXPECT_THAT(program.files_read, ElementsAre("仓/里/内。包。豫", "仓/里/深/主。着色器。豫", "仓/里/甲。着色器。豫"));
}

TEST(Packages, SiblingsAreFoundByNameInARepository) {
  const std::map<std::string, std::string> files = {{"/仓/.git/HEAD", ""},
                                                    {"/仓/应用/一。包。豫", description("应用", "『公用』")},
                                                    {"/仓/应用/主。着色器。豫", "寻「公用」之「甲」之书。"},
                                                    {"/仓/别名之夹/二。包。豫", description("公用")},
                                                    {"/仓/别名之夹/甲。着色器。豫", ""},
                                                    {"/仓/公用/三。包。豫", description("他")}};
  const Program program = load(files, "/仓/应用/主。着色器。豫");
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_EQ(program.modules[1].display, "「公用」之「甲」");
  EXPECT_EQ(program.sources.path(program.modules[1].file), "/仓/别名之夹/甲。着色器。豫");
}

TEST(Packages, SiblingsOfAncestorsUpToTheRepository) {
  const std::map<std::string, std::string> files = {
      {"/外/仓/.git", ""},
      {"/外/仓/库/深/应用/一。包。豫", description("应用", "『公用』，『外人』")},
      {"/外/仓/库/深/应用/主。着色器。豫", "寻「公用」之「甲」之书。\n寻「外人」之「甲」之书。"},
      {"/外/仓/公用/二。包。豫", description("公用")},
      {"/外/仓/公用/甲。着色器。豫", ""},
      {"/外/外人/三。包。豫", description("外人")},
      {"/外/外人/甲。着色器。豫", ""}};
  const Program program = load(files, "/外/仓/库/深/应用/主。着色器。豫");
  EXPECT_THAT(faults_of(program), ElementsAre("2:2 module_not_found"));
  EXPECT_EQ(note_of(program), "note_unknown_package");
}

TEST(Packages, WithoutARepositoryOnlyAncestorsAreLookedAt) {
  const std::map<std::string, std::string> files = {
      {"/仓/应用/一。包。豫", description("应用", "『公用』，『上』")},
      {"/仓/应用/主。着色器。豫", "寻「公用」之「甲」之书。\n寻「上」之「甲」之书。"},
      {"/仓/公用/二。包。豫", description("公用")},
      {"/仓/公用/甲。着色器。豫", ""},
      {"/仓/上。包。豫", description("上")},
      {"/仓/甲。着色器。豫", ""}};
  const Program program = load(files, "/仓/应用/主。着色器。豫");
  EXPECT_THAT(faults_of(program), ElementsAre("1:2 module_not_found"));
  EXPECT_EQ(program.modules[1].display, "「上」之「甲」");
}

TEST(Packages, DependenciesMustBeDeclared) {
  const std::map<std::string, std::string> files = {{"/仓/.git", ""},
                                                    {"/仓/应用/一。包。豫", description("应用")},
                                                    {"/仓/应用/主。着色器。豫", "寻「公用」之「甲」之书。"},
                                                    {"/仓/公用/二。包。豫", description("公用")},
                                                    {"/仓/公用/甲。着色器。豫", ""}};
  const Program program = load(files, "/仓/应用/主。着色器。豫");
  EXPECT_THAT(faults_of(program), ElementsAre("1:2 module_not_found"));
  ASSERT_EQ(note_of(program), "note_undeclared_dependency");
  EXPECT_EQ(program.sources.text(program.diagnostics[0].notes[0].span), "「列」【】");
}

TEST(Packages, EachPackageIsHeldToItsOwnDependencies) {
  const std::map<std::string, std::string> files = {{"/仓/.git", ""},
                                                    {"/仓/应用/一。包。豫", description("应用", "『公用』，『底』")},
                                                    {"/仓/应用/主。着色器。豫", "寻「公用」之「甲」之书。"},
                                                    {"/仓/公用/二。包。豫", description("公用")},
                                                    {"/仓/公用/甲。着色器。豫", "寻「底」之「乙」之书。"},
                                                    {"/仓/底/三。包。豫", description("底")},
                                                    {"/仓/底/乙。着色器。豫", ""}};
  EXPECT_EQ(note_of(load(files, "/仓/应用/主。着色器。豫")), "note_undeclared_dependency");
}

TEST(Packages, ExplicitPackagesWin) {
  std::map<std::string, std::string> files = {{"/仓/.git", ""},
                                              {"/仓/应用/一。包。豫", description("应用", "『公用』")},
                                              {"/仓/应用/主。着色器。豫", "寻「公用」之「甲」之书。"},
                                              {"/仓/公用/二。包。豫", description("公用")},
                                              {"/仓/公用/甲。着色器。豫", ""},
                                              {"/他处/甲。着色器。豫", "「x」者「一」也。"}};
  LoadOptions options;
  options.packages["公用"] = "/他处";
  const Program program = load(files, "/仓/应用/主。着色器。豫", options);
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_EQ(program.sources.path(program.modules[1].file), "/他处/甲。着色器。豫");
  options.packages = {{"新名", "/仓/应用"}};
  EXPECT_EQ(load(files, "/仓/应用/主。着色器。豫", options).modules.back().package, "新名");
}

TEST(Packages, WithoutDiscoveryDescriptionsAreNotRead) {
  const std::map<std::string, std::string> files = {{"/仓/.git", ""},
                                                    {"/仓/应用/一。包。豫", description("应用", "『公用』")},
                                                    {"/仓/应用/主。着色器。豫", "寻「公用」之「甲」之书。"},
                                                    {"/仓/公用/二。包。豫", description("公用")},
                                                    {"/仓/公用/甲。着色器。豫", ""}};
  LoadOptions options;
  options.discover = false;
  options.packages = {{"应用", "/仓/应用"}};
  EXPECT_EQ(note_of(load(files, "/仓/应用/主。着色器。豫", options)), "note_unknown_package");
  options.packages["公用"] = "/仓/公用";
  const Program program = load(files, "/仓/应用/主。着色器。豫", options);
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_THAT(program.files_read, ElementsAre("/仓/应用/主。着色器。豫", "/仓/公用/甲。着色器。豫"));
  options.package_dependencies["应用"] = {};
  EXPECT_EQ(note_of(load(files, "/仓/应用/主。着色器。豫", options)), "note_undeclared_dependency_given");
}

TEST(Packages, AnonymousFiles) {
  const std::map<std::string, std::string> files = {
      {"夹/主。着色器。豫", "寻观「着色库」之「着色内建」之书。\n寻「公用」之「甲」之书。"}};
  const Program program = load(files, "夹/主。着色器。豫");
  EXPECT_THAT(faults_of(program), ElementsAre("2:2 module_not_found"));
  EXPECT_EQ(note_of(program), "note_unknown_package");
  EXPECT_EQ(program.modules.back().package, "");
  EXPECT_EQ(program.modules.back().display, "「主」");
}

TEST(Packages, FaultyDescriptionsAreReportedWhenUsed) {
  std::map<std::string, std::string> files = {
      {"/仓/.git", ""},
      {"/仓/应用/一。包。豫", "「名称」者『应用』也。「依赖」者「列」【『公用』】也"},
      {"/仓/应用/主。着色器。豫", ""},
      {"/仓/坏/二。包。豫", "「名称」者"}};
  EXPECT_THAT(faults_of(load(files, "/仓/应用/主。着色器。豫")), IsEmpty());
  files["/仓/应用/主。着色器。豫"] = "寻「公用」之「甲」之书。";
  const Program program = load(files, "/仓/应用/主。着色器。豫");
  EXPECT_THAT(faults_of(program), ElementsAre("1:2 module_not_found"));
  ASSERT_EQ(program.diagnostics[0].notes.size(), 2U);
  files["/仓/应用/一。包。豫"] = "「名称」者『应用』。";
  EXPECT_THAT(faults_of(load(files, "/仓/应用/主。着色器。豫")), testing::Contains("1:10 missing_declaration_end"));
  files["/仓/应用/三。包。豫"] = description("另");
  EXPECT_THAT(faults_of(load(files, "/仓/应用/主。着色器。豫")), testing::Contains("several_descriptions"));
}

TEST(Packages, RelativePathsLookAboveTheWorkingDirectory) {
  const std::map<std::string, std::string> files = {{"/仓/.git", ""},
                                                    {"/仓/应用/一。包。豫", description("应用", "『公用』")},
                                                    {"/仓/应用/着色/主。着色器。豫", "寻「公用」之「甲」之书。"},
                                                    {"/仓/公用/二。包。豫", description("公用")},
                                                    {"/仓/公用/甲。着色器。豫", ""}};
  LoadOptions options;
  options.working_directory = "/仓/应用/着色";
  const Program program = load(files, "主。着色器。豫", options);
  EXPECT_THAT(faults_of(program), IsEmpty());
  EXPECT_EQ(program.modules.back().display, "「应用」之「着色」之「主」");
  EXPECT_EQ(program.sources.path(program.modules.back().file), "主。着色器。豫");
  EXPECT_THAT(program.files_read,
              ElementsAre("/仓/应用/一。包。豫", "主。着色器。豫", "/仓/公用/二。包。豫", "/仓/公用/甲。着色器。豫"));
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
