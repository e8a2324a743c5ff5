#include "frontend/yuyan/package_description.hpp"

#include <gmock/gmock.h>

#include "syntax_support.hpp"

namespace yyshader::frontend::yuyan::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Described {
  source::SourceMap sources;
  support::SymbolTable symbols;
  PackageDescription description;
  std::vector<std::string> faults() const { return test::faults(description.diagnostics, sources); }
};

Described describe(std::string_view text) {
  Described result;
  const source::FileId file = result.sources.add("应用。包。豫", std::string(text));
  result.description = read_description(file, result.sources.text(file), result.symbols);
  return result;
}

TEST(PackageDescription, ReadsNameAndDependencies) {
  const Described result = describe("「名称」者『应用』也。\n「依赖」者「列」【『甲』，『乙』】也。");
  EXPECT_THAT(result.faults(), IsEmpty());
  EXPECT_EQ(result.description.name, "应用");
  EXPECT_THAT(result.description.dependencies, ElementsAre("甲", "乙"));
}

TEST(PackageDescription, ReadsEverythingADescriptionMayHold) {
  const Described result = describe(
      "「：包之描述：」\n"
      "「作者」者「列」【】也。\n"
      "「依赖」者「列」【\n  『甲』「：注：」\n  ，『乙』\n  ，\n】也。\n"
      "「脚本」者「典」【\n  ，「试」者『x』也\n  "
      "，「深」者「典」【「列」者「列」【「列」【『y』】，「典」【】】也】也\n】也。\n"
      "「名称」者『应用』也");
  EXPECT_THAT(result.faults(), IsEmpty());
  EXPECT_EQ(result.description.name, "应用");
  EXPECT_THAT(result.description.dependencies, ElementsAre("甲", "乙"));
}

TEST(PackageDescription, DependenciesMayBeAbsentOrEmpty) {
  EXPECT_THAT(describe("「名称」者『甲』也。").description.dependencies, IsEmpty());
  EXPECT_THAT(describe("「名称」者『甲』也。「依赖」者「列」【】也。").description.dependencies, IsEmpty());
}

TEST(PackageDescription, ReportsWhatIsWrong) {
  EXPECT_THAT(describe("").faults(), ElementsAre("1:1 description_name_missing"));
  EXPECT_THAT(describe("「名称」者「甲」也。").faults(), ElementsAre("1:6 description_name_unfit"));
  EXPECT_THAT(describe("「名称」者『』也。").faults(), ElementsAre("1:6 description_name_unfit"));
  EXPECT_THAT(describe("「名称」者『甲』也。「名称」者『乙』也。").faults(),
              ElementsAre("1:11 description_key_repeated"));
  EXPECT_THAT(describe("「名称」者『甲』也。「依赖」者『乙』也。").faults(),
              ElementsAre("1:16 description_dependencies_unfit"));
  EXPECT_THAT(describe("「名称」者『甲』也。「依赖」者「列」【『乙』，「丙」】也。").faults(),
              ElementsAre("1:24 description_dependencies_unfit"));
  EXPECT_THAT(describe("「名称」者『甲』也。「键」者「列」【「乙」于「丙」】也。").faults(),
              ElementsAre("1:19 description_value"));
  EXPECT_THAT(describe("「名称」乃『甲』也。").faults(), ElementsAre("1:1 description_sentence"));
  EXPECT_THAT(describe("「名称」者『甲』。").faults(), ElementsAre("1:9 missing_declaration_end"));
}

}  // namespace
}  // namespace yyshader::frontend::yuyan::test
