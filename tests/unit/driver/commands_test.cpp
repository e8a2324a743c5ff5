#include "driver/commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scratch.hpp"

namespace yyshader::driver {
namespace {

using testing::HasSubstr;

constexpr const char* shader = R"(寻观「着色库」之「着色内建」之书。
「加倍」乃化「全局调用号」而「有」也。
「加倍」者会「号」而「元」也。
「加倍入口」乃「计算入口」也。
「加倍入口」者「计算入口项」于「加倍」于（「组值」【「工作组大小」者「四」也】）也。
)";

class CommandsTest : public testing::Test {
 protected:
  CommandsTest() {
    scratch_.write("加倍。着色器。豫", shader);
    scratch_.write("坏。着色器。豫", "「甲」者「乙」也。\n「丙」者「丁」也。\n");
    line_.options.discover_packages = false;
  }

  Status run(Command command, const std::vector<std::string>& files) {
    line_.command = command;
    line_.files.clear();
    for (const std::string& file : files) line_.files.push_back(file == "-" ? file : scratch_.path(file));
    Report report(line_.format, line_.language, false);
    console_ = {};
    const Status status =
        run_command(line_, report, console_, [](std::string&) { return std::optional<std::string>(shader); });
    console_.err = report.take();
    return status;
  }

  test::Scratch scratch_;
  CommandLine line_;
  Console console_;
};

TEST_F(CommandsTest, TheTextGoesOutAndTheEntryTableAside) {
  EXPECT_EQ(run(Command::wgsl, {"加倍。着色器。豫"}), Status::success);
  EXPECT_THAT(console_.out, HasSubstr("fn 加倍("));
  EXPECT_EQ(console_.err, "入口：加倍入口 → 加倍（计算）\n");
  EXPECT_EQ(run(Command::ptx, {"加倍。着色器。豫"}), Status::success);
  EXPECT_THAT(console_.err, HasSubstr("入口：加倍入口 → yy_e5_8a_a0_e5_80_8d（计算）\n"));
}

TEST_F(CommandsTest, CheckingSaysWhichFilesPassed) {
  EXPECT_EQ(run(Command::check, {"加倍。着色器。豫", "坏。着色器。豫"}), Status::source_errors);
  EXPECT_EQ(console_.out, "检查通过：" + scratch_.path("加倍。着色器。豫") + "\n");
  EXPECT_THAT(console_.err, HasSubstr("坏。着色器。豫:1:"));
  EXPECT_THAT(console_.err, HasSubstr("着色器翻译失败："));
}

TEST_F(CommandsTest, StandardInputIsASource) {
  EXPECT_EQ(run(Command::wgsl, {"-"}), Status::success);
  EXPECT_THAT(console_.out, HasSubstr("fn 加倍("));
}

TEST_F(CommandsTest, AMissingFileIsOneLine) {
  EXPECT_EQ(run(Command::wgsl, {"无。着色器。豫"}), Status::usage);
  EXPECT_THAT(console_.err, testing::StartsWith("着色器翻译失败："));
  EXPECT_EQ(std::count(console_.err.begin(), console_.err.end(), '\n'), 1);
  EXPECT_EQ(console_.out, "");
}

TEST_F(CommandsTest, GeneratingWritesTheYuyanModule) {
  EXPECT_EQ(run(Command::generate, {"加倍。着色器。豫"}), Status::success);
  EXPECT_THAT(console_.out, testing::StartsWith("「着色源」乃「《《内建类型：字符串》》」也。\n「着色源」者『"));
  EXPECT_THAT(console_.out, HasSubstr("「加倍入口」者『加倍』也。\n"));
}

TEST_F(CommandsTest, DumpingIrReadsTheModule) {
  EXPECT_EQ(run(Command::dump_ir, {"加倍。着色器。豫"}), Status::success);
  EXPECT_THAT(console_.out, HasSubstr("entry 加倍入口 compute(4, 1, 1) = 加倍"));
}

TEST_F(CommandsTest, SarifIsOneDocumentForAllFiles) {
  line_.format = DiagnosticsFormat::sarif;
  EXPECT_EQ(run(Command::check, {"坏。着色器。豫", "加倍。着色器。豫", "坏。着色器。豫"}), Status::source_errors);
  const auto document = nlohmann::json::parse(console_.err);
  EXPECT_EQ(document["version"], "2.1.0");
  EXPECT_EQ(document["runs"].size(), 2U);
  EXPECT_EQ(run(Command::check, {"加倍。着色器。豫"}), Status::success);
  EXPECT_EQ(nlohmann::json::parse(console_.err)["runs"][0]["results"].size(), 0U);
}

TEST_F(CommandsTest, JsonHasALineForEachFinding) {
  line_.format = DiagnosticsFormat::json;
  EXPECT_EQ(run(Command::check, {"坏。着色器。豫"}), Status::source_errors);
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < console_.err.size(); ++lines) {
    const std::size_t end = console_.err.find('\n', begin);
    EXPECT_EQ(nlohmann::json::parse(console_.err.substr(begin, end - begin))["severity"], "error");
    begin = end + 1;
  }
  EXPECT_EQ(lines, 2U);
}

}  // namespace
}  // namespace yyshader::driver
