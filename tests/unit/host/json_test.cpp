#include "host/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sample_model.hpp"

namespace yyshader::host {
namespace {

TEST(JsonModule, TellsTheWholeModel) {
  const std::string text = json_module(test::sample_model());
  EXPECT_EQ(text.back(), '\n');
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["schema"], reflect::schema_version);
  EXPECT_EQ(json["package"], "应用");
  EXPECT_EQ(json["module"], nlohmann::json({"物理", "加倍"}));
  const auto& entry = json["entries"][0];
  EXPECT_EQ(entry["name"], "加倍入口");
  EXPECT_EQ(entry["stage"], "compute");
  EXPECT_EQ(entry["workgroup_size"], nlohmann::json({4, 1, 1}));
  EXPECT_EQ(entry["msl_sizes_index"], nullptr);
  const auto& binding = entry["bindings"][0];
  EXPECT_EQ(binding["kind"], "storage_buffer");
  EXPECT_EQ(binding["access"], "read_write");
  EXPECT_EQ(binding["ptx_parameter"], 0);
  EXPECT_EQ(binding["struct"], "粒子");
  EXPECT_EQ(json["structs"][0]["members"][5]["offset"], 96);
  EXPECT_EQ(json["texts"]["wgsl"]["lines"], nlohmann::json::parse("[[1, 0, 3, 5]]"));
  EXPECT_EQ(json["texts"]["msl"]["available"], false);
}

TEST(JsonModule, TargetsThatWereNotAskedForAreNull) {
  reflect::Model model = test::sample_model();
  model.ptx = {};
  EXPECT_EQ(nlohmann::json::parse(json_module(model))["texts"]["ptx"], nullptr);
}

}  // namespace
}  // namespace yyshader::host
