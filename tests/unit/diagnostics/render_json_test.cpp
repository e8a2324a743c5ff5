#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "diagnostics/render.hpp"
#include "support/utf8.hpp"

namespace yyshader::diagnostics {
namespace {

using nlohmann::json;

Message say(const std::string& a, const std::string& b) { return message<Id::cannot_read_file>(Text{a}, Text{b}); }

class RenderJson : public testing::Test {
 protected:
  Diagnostic full() {
    Diagnostic diagnostic = diagnose<Id::cannot_read_file>({file_, 16, 25}, Text{"甲"}, Text{"乙"})
                                .label({file_, 4, 13}, say("标", "签"))
                                .note({}, say("附", "注"))
                                .note({other_, 0, 3}, say("又", "注"))
                                .fix({file_, 16, 25}, "「二」", say("改", "正"));
    diagnostic.definition = "加倍";
    return diagnostic;
  }
  source::SourceMap sources_;
  source::FileId file_ = sources_.add("着色/a b#%:.豫", "\n虑「甲」者「一」而\n");
  source::FileId other_ = sources_.add("/库/乙。豫", "甲乙\n");
};

TEST_F(RenderJson, OneObjectALine) {
  const std::string text = render_json(full(), sources_, Language::chinese);
  EXPECT_TRUE(text.ends_with("}\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_TRUE(
      text.starts_with(R"({"severity":"error","id":"YY7001","name":"cannot_read_file","message":"无法读取文件 甲：乙",)"
                       R"("definition":"加倍","file":"着色/a b#%:.豫","range":{"start":{"line":2,"column":6,)"
                       R"("offset":16},"end":{"line":2,"column":9,"offset":25}},)"))
      << text;
}

TEST_F(RenderJson, ReadsBack) {
  const json object = json::parse(render_json(full(), sources_, Language::english));
  EXPECT_EQ(object["message"], "cannot read the file 甲: 乙");
  ASSERT_EQ(object["labels"].size(), 1U);
  EXPECT_EQ(object["labels"][0]["message"], "cannot read the file 标: 签");
  EXPECT_EQ(object["labels"][0]["range"]["start"]["column"], 2);
  ASSERT_EQ(object["notes"].size(), 2U);
  EXPECT_TRUE(object["notes"][0]["file"].is_null());
  EXPECT_TRUE(object["notes"][0]["range"].is_null());
  EXPECT_EQ(object["notes"][1]["file"], "/库/乙。豫");
  ASSERT_EQ(object["fixes"].size(), 1U);
  const json& edit = object["fixes"][0]["edits"][0];
  EXPECT_EQ(edit["replacement"], "「二」");
  EXPECT_EQ(edit["range"]["end"]["offset"], 25);
}

TEST_F(RenderJson, WithoutAPlace) {
  const json object =
      json::parse(render_json(diagnose<Id::cannot_read_file>({}, Text{"甲"}, Text{"乙"}), sources_, Language::chinese));
  EXPECT_TRUE(object["file"].is_null());
  EXPECT_TRUE(object["range"].is_null());
  EXPECT_TRUE(object["definition"].is_null());
  EXPECT_TRUE(object["labels"].is_array() && object["labels"].empty());
}

TEST_F(RenderJson, BytesThatAreNoUtf8DoNotThrow) {
  const auto broken = sources_.add("\xFF.豫", "\xE8\xB1");
  const Diagnostic diagnostic = diagnose<Id::cannot_read_file>({broken, 1, 9}, Text{"a\xFF\nb"}, Text{"\xC0"})
                                    .fix({broken, 0, 1}, "\xFF", say("", ""));
  for (const std::string& text : {render_json(diagnostic, sources_, Language::chinese),
                                  render_sarif({diagnostic}, sources_, Language::chinese)}) {
    EXPECT_FALSE(support::find_invalid_utf8(text));
    EXPECT_TRUE(json::accept(text)) << text;
  }
  const json object = json::parse(render_json(diagnostic, sources_, Language::chinese));
  EXPECT_EQ(object["range"]["end"]["offset"], 2) << "an end past the file's";
}

TEST_F(RenderJson, SarifHasRulesAndResults) {
  Diagnostic warning = diagnose<Id::cannot_read_file>({}, Text{"丙"}, Text{"丁"});
  warning.severity = Severity::warning;
  const json document = json::parse(render_sarif({full(), warning}, sources_, Language::chinese));
  EXPECT_EQ(document["version"], "2.1.0");
  ASSERT_EQ(document["runs"].size(), 1U);
  const json& run = document["runs"][0];
  EXPECT_EQ(run["columnKind"], "unicodeCodePoints");
  EXPECT_EQ(run["tool"]["driver"]["name"], "yyshader");
  EXPECT_FALSE(run["tool"]["driver"]["version"].get<std::string>().empty());
  const json& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 1U) << "a rule is listed once";
  EXPECT_EQ(rules[0]["id"], "YY7001");
  EXPECT_EQ(rules[0]["shortDescription"]["text"], "无法读取文件 {0}：{1}");
  EXPECT_EQ(rules[0]["defaultConfiguration"]["level"], "error");
  ASSERT_EQ(run["results"].size(), 2U);
  EXPECT_EQ(run["results"][1]["level"], "warning");
  EXPECT_EQ(run["results"][1]["ruleIndex"], 0);
  EXPECT_TRUE(run["results"][1]["locations"].is_array() && run["results"][1]["locations"].empty());
}

TEST_F(RenderJson, SarifPlaces) {
  const json document = json::parse(render_sarif({full()}, sources_, Language::chinese));
  const json& result = document["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "YY7001");
  EXPECT_EQ(result["message"]["text"], "无法读取文件 甲：乙\n无法读取文件 附：注");
  ASSERT_EQ(result["locations"].size(), 1U);
  const json& location = result["locations"][0];
  ASSERT_TRUE(location["logicalLocations"].is_array());
  EXPECT_EQ(location["logicalLocations"][0]["name"], "加倍");
  EXPECT_EQ(location["physicalLocation"]["artifactLocation"]["uri"], "%E7%9D%80%E8%89%B2/a%20b%23%25%3A.%E8%B1%AB");
  EXPECT_EQ(location["physicalLocation"]["region"], json::parse(R"({"startLine":2,"startColumn":6,"endLine":2,
            "endColumn":9,"byteOffset":16,"byteLength":9})"));
  const json& related = result["relatedLocations"];
  ASSERT_EQ(related.size(), 2U);
  EXPECT_EQ(related[0]["id"], 1);
  EXPECT_EQ(related[0]["message"]["text"], "无法读取文件 标：签");
  EXPECT_EQ(related[1]["physicalLocation"]["artifactLocation"]["uri"], "file:///%E5%BA%93/%E4%B9%99%E3%80%82%E8%B1%AB");
  ASSERT_EQ(result["fixes"].size(), 1U);
  const json& change = result["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["artifactLocation"], location["physicalLocation"]["artifactLocation"]);
  EXPECT_EQ(change["replacements"][0]["deletedRegion"]["byteLength"], 9);
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], "「二」");
}

TEST_F(RenderJson, SarifUrisOfWindowsPaths) {
  const auto drive = sources_.add("C:/a b/x.豫", "");
  const auto share = sources_.add("//host/x", "");
  const Diagnostics found = {diagnose<Id::cannot_read_file>({drive, 0, 0}, Text{""}, Text{""}),
                             diagnose<Id::cannot_read_file>({share, 0, 0}, Text{""}, Text{""})};
  const json results = json::parse(render_sarif(found, sources_, Language::chinese))["runs"][0]["results"];
  const auto uri = [&](std::size_t i) {
    return results[i]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>();
  };
  EXPECT_EQ(uri(0), "file:///C:/a%20b/x.%E8%B1%AB");
  EXPECT_EQ(uri(1), "file://host/x");
}

TEST_F(RenderJson, SarifOfNothing) {
  const json document = json::parse(render_sarif({}, sources_, Language::english));
  EXPECT_TRUE(document["runs"][0]["results"].is_array());
  EXPECT_TRUE(document["runs"][0]["tool"]["driver"]["rules"].is_array());
}

}  // namespace
}  // namespace yyshader::diagnostics
