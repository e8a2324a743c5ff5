#include "driver/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diagnostics/render.hpp"

namespace yyshader::driver {
namespace {

using diagnostics::Id;
using testing::ElementsAre;

CommandLine accepted(const std::vector<std::string>& arguments, std::string_view language = "") {
  auto result = parse_command_line(arguments, language);
  if (const auto* error = std::get_if<UsageError>(&result)) {
    ADD_FAILURE() << diagnostics::to_text(error->message, diagnostics::Language::english);
    return {};
  }
  return std::get<CommandLine>(std::move(result));
}

UsageError refused(const std::vector<std::string>& arguments, std::string_view language = "") {
  auto result = parse_command_line(arguments, language);
  if (auto* error = std::get_if<UsageError>(&result)) return std::move(*error);
  ADD_FAILURE() << "accepted";
  return {};
}

TEST(CommandLine, KnowsEveryCommandByBothNames) {
  const std::vector<std::tuple<std::string, std::string, Command>> rows = {{"译", "wgsl", Command::wgsl},
                                                                           {"金属", "msl", Command::msl},
                                                                           {"统算", "ptx", Command::ptx},
                                                                           {"检查", "check", Command::check},
                                                                           {"生成", "generate", Command::generate}};
  for (const auto& [chinese, english, command] : rows) {
    EXPECT_EQ(accepted({chinese, "文件"}).command, command);
    EXPECT_EQ(accepted({english, "文件"}).command, command);
  }
  EXPECT_EQ(accepted({"version"}).command, Command::version);
  EXPECT_EQ(accepted({"--version"}).command, Command::version);
  EXPECT_EQ(accepted({"--help"}).command, Command::help);
  EXPECT_EQ(accepted({"译", "-h"}).command, Command::help);
}

TEST(CommandLine, TakesFilesWithAnyName) {
  EXPECT_THAT(accepted({"检查", "甲 乙", "a=b", "-"}).files, ElementsAre("甲 乙", "a=b", "-"));
  EXPECT_THAT(accepted({"译", "--", "-甲"}).files, ElementsAre("-甲"));
}

TEST(CommandLine, ReadsEveryOption) {
  const CommandLine line = accepted({"--lang",
                                     "en",
                                     "build",
                                     "f",
                                     "-o",
                                     "出 处",
                                     "--host",
                                     "json,cpp",
                                     "--host",
                                     "yuyan",
                                     "--target=ptx",
                                     "--target",
                                     "wgsl",
                                     "--package",
                                     "甲=目=录",
                                     "--package-dependency",
                                     "甲=乙",
                                     "--package-dependency=甲=丙",
                                     "--no-discovery",
                                     "--require",
                                     "msl",
                                     "--prune",
                                     "--bounds",
                                     "clamp",
                                     "--fp",
                                     "strict",
                                     "--diagnostics",
                                     "sarif",
                                     "--color=never",
                                     "--namespace",
                                     "甲::乙",
                                     "--ascii",
                                     "--ascii-files",
                                     "--depfile",
                                     "d",
                                     "--depfile-target",
                                     "t",
                                     "--stamp",
                                     "s",
                                     "--depfile-outputs",
                                     "--depfile-cache",
                                     "l",
                                     "--sources-from",
                                     "清单",
                                     "--cache",
                                     "存",
                                     "--cache-size",
                                     "7",
                                     "-j",
                                     "3",
                                     "--explain"});
  EXPECT_EQ(line.language, diagnostics::Language::english);
  EXPECT_EQ(line.output_folder, "出 处");
  EXPECT_THAT(line.hosts, ElementsAre(host::Host::json, host::Host::cpp, host::Host::yuyan));
  EXPECT_THAT(line.targets, ElementsAre(pipeline::Target::wgsl, pipeline::Target::msl, pipeline::Target::ptx))
      << "a required target is made";
  EXPECT_THAT(line.options.packages, ElementsAre(testing::Pair("甲", "目=录")));
  EXPECT_THAT(line.options.package_dependencies.at("甲"), ElementsAre("乙", "丙"));
  EXPECT_FALSE(line.options.discover_packages);
  EXPECT_THAT(line.options.required, ElementsAre(pipeline::Target::msl));
  EXPECT_TRUE(line.options.prune && line.options.clamp_bounds && line.options.strict_floats);
  EXPECT_EQ(line.format, DiagnosticsFormat::sarif);
  EXPECT_EQ(line.color, ColorMode::never);
  EXPECT_EQ(line.host_options.name_space, "甲::乙");
  EXPECT_TRUE(line.host_options.ascii_aliases && line.host_options.ascii_files);
  EXPECT_EQ(line.depfile, "d");
  EXPECT_EQ(line.depfile_target, "t");
  EXPECT_EQ(line.stamp, "s");
  EXPECT_TRUE(line.depfile_lists_outputs && line.explain);
  EXPECT_EQ(line.depfile_cache, "l");
  EXPECT_EQ(line.sources_from, "清单");
  EXPECT_EQ(line.cache_folder, "存");
  EXPECT_EQ(line.cache_size, 7U);
  EXPECT_EQ(line.jobs, 3U);
}

TEST(CommandLine, TheEnvironmentSpeaksWhereTheLineDoesNot) {
  Environment environment("en");
  environment.cache_folder = "境";
  environment.cache_size = "9";
  const auto read = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"build", "f", "-o", "out"});
    return std::get<CommandLine>(parse_command_line(arguments, environment));
  };
  EXPECT_EQ(read({}).cache_folder, "境");
  EXPECT_EQ(read({}).cache_size, 9U);
  EXPECT_EQ(read({"--cache", "存"}).cache_folder, "存");
  EXPECT_EQ(read({"--cache-size=2"}).cache_size, 2U);
  environment.cache_size = "9 MiB";
  const auto refusal = parse_command_line({"build", "f", "-o", "out"}, environment);
  ASSERT_TRUE(std::holds_alternative<UsageError>(refusal));
  EXPECT_EQ(std::get<UsageError>(refusal).message.id, Id::option_takes_number);
  EXPECT_EQ(accepted({"build", "f", "-o", "out"}).cache_size, 256U);
}

TEST(CommandLine, SourcesMayAllComeFromAFile) {
  EXPECT_THAT(accepted({"build", "-o", "out", "--sources-from", "清单"}).files, testing::IsEmpty());
}

TEST(CommandLine, BuildsAllTargetsForCppUnlessTold) {
  const CommandLine line = accepted({"build", "f", "-o", "out"});
  EXPECT_THAT(line.hosts, ElementsAre(host::Host::cpp));
  EXPECT_EQ(line.targets.size(), 3U);
}

TEST(CommandLine, RefusesWhatMakesNoSense) {
  const std::vector<std::pair<std::vector<std::string>, Id>> rows = {
      {{}, Id::missing_command},
      {{"--prune"}, Id::missing_command},
      {{"翻译"}, Id::unknown_command},
      {{"译"}, Id::missing_file},
      {{"译", "a", "b"}, Id::too_many_files},
      {{"译", "a", "--pru"}, Id::unknown_option},
      {{"译", "a", "-x"}, Id::unknown_option},
      {{"译", "a", "--lang"}, Id::missing_option_value},
      {{"译", "a", "--prune=1"}, Id::option_takes_no_value},
      {{"译", "a", "--lang", "fr"}, Id::unknown_option_value},
      {{"译", "a", "--require", "glsl"}, Id::unknown_option_value},
      {{"译", "a", "-o", "x"}, Id::option_of_other_command},
      {{"译", "a", "--package", "甲"}, Id::malformed_pair_option},
      {{"译", "a", "--package", "=甲"}, Id::malformed_pair_option},
      {{"译", "a", "--package", "甲=乙", "--package", "甲=丙"}, Id::package_given_twice},
      {{"build", "a"}, Id::missing_output_folder},
      {{"build", "-", "-o", "x"}, Id::standard_input_for_build},
      {{"检查", "-", "-"}, Id::standard_input_twice},
      {{"build", "a", "-o", "x", "-o", "y"}, Id::repeated_option},
      {{"build", "a", "-o", "x", "--stamp", "s", "--stamp", "s"}, Id::repeated_option},
      {{"build", "a", "-o", "x", "--namespace", "a:b"}, Id::bad_namespace},
      {{"build", "a", "-o", "x", "--jobs", "0"}, Id::option_takes_number},
      {{"build", "a", "-o", "x", "--jobs", "-1"}, Id::option_takes_number},
      {{"build", "a", "-o", "x", "--cache-size", "1e3"}, Id::option_takes_number},
      {{"译", "a", "--cache", "x"}, Id::option_of_other_command},
      {{"译", "a\xff"}, Id::argument_not_utf8},
  };
  for (const auto& [arguments, id] : rows) {
    EXPECT_EQ(refused(arguments).message.id, id) << testing::PrintToString(arguments);
  }
}

TEST(CommandLine, SaysItInTheLanguageAskedFor) {
  EXPECT_EQ(refused({}, "").language, diagnostics::Language::chinese);
  EXPECT_EQ(refused({}, "en_US.UTF-8").language, diagnostics::Language::english);
  EXPECT_EQ(refused({"译", "--lang", "en"}).language, diagnostics::Language::english);
  EXPECT_EQ(refused({"译", "--lang=zh"}, "en").language, diagnostics::Language::chinese);
  EXPECT_EQ(accepted({"译", "a"}, "en").language, diagnostics::Language::english);
  EXPECT_EQ(accepted({"译", "a", "--lang", "zh"}, "en").language, diagnostics::Language::chinese);
  EXPECT_EQ(refused({"译"}).command, Command::wgsl) << "a seed command says its failures in its own way";
}

TEST(CommandLine, HelpNamesEveryOption) {
  for (const auto language : {diagnostics::Language::chinese, diagnostics::Language::english}) {
    const std::string text = help_text(language);
    for (const char* option :
         {"--package ", "--package-dependency", "--no-discovery", "--require", "--prune", "--bounds", "--fp", "--lang",
          "--diagnostics", "--color", "--output", "--host", "--target", "--namespace", "--ascii ", "--ascii-files",
          "--depfile ", "--depfile-target", "--stamp"}) {
      EXPECT_THAT(text, testing::HasSubstr(option));
    }
  }
}

}  // namespace
}  // namespace yyshader::driver
