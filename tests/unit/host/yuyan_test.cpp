#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "host/emit.hpp"
#include "sample_model.hpp"

namespace yyshader::host {
namespace {

using Constants = std::vector<std::pair<std::string, std::string>>;

/// Reads a generated module by the rules of the language's strings (spec 1.2), on its own: nothing of the generator's
/// is used here.
class Reader {
 public:
  explicit Reader(std::string text) : text_(std::move(text)) {}

  Constants read() {
    Constants result;
    while (at_ < text_.size()) {
      const std::string name = until("「", "」");
      expect("乃「《《内建类型：字符串》》」也。\n");
      EXPECT_EQ(until("「", "」"), name);
      expect("者『");
      result.emplace_back(name, string());
      expect("也。\n");
    }
    return result;
  }

 private:
  bool accept(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  void expect(const std::string& word) {
    if (accept(word)) return;
    ADD_FAILURE() << "expected " << word << " at " << text_.substr(at_, 30);
    at_ = text_.size();
  }
  std::string until(const std::string& open, const std::string& close) {
    expect(open);
    const std::size_t end = text_.find(close, at_);
    const std::string result = text_.substr(at_, end - at_);
    at_ = end + close.size();
    return result;
  }
  std::string string() {
    std::string result;
    while (at_ < text_.size() && !accept("』")) {
      if (!accept("「：")) {
        result += text_[at_++];
      } else if (accept("换行：」")) {
        result += '\n';
      } else if (accept("制表：」")) {
        result += '\t';
      } else if (accept("』：」")) {
        result += "』";
      } else if (accept("「：：」")) {
        result += "「：";
      } else {
        ADD_FAILURE() << "no such escape: " << text_.substr(at_, 20);
      }
    }
    return result;
  }

  std::string text_;
  std::size_t at_ = 0;
};

TEST(YuyanModule, HasTheConstantsInTheirOrder) {
  EXPECT_EQ(yuyan_module(test::sample_model()),
            "「着色源」乃「《《内建类型：字符串》》」也。\n"
            "「着色源」者『@compute fn 加倍() {}「：换行：」』也。\n"
            "「金属源」乃「《《内建类型：字符串》》」也。\n"
            "「金属源」者『// 此版本尚未支持 MSL 目标「：换行：」』也。\n"
            "「PTX源」乃「《《内建类型：字符串》》」也。\n"
            "「PTX源」者『.version 8.0「：换行：」』也。\n"
            "「加倍入口」乃「《《内建类型：字符串》》」也。\n"
            "「加倍入口」者『加倍』也。\n"
            "「加倍入口PTX名」乃「《《内建类型：字符串》》」也。\n"
            "「加倍入口PTX名」者『yy_e5_8a_a0_e5_80_8d』也。\n");
}

TEST(YuyanModule, ReadsBackWhateverTheTextHolds) {
  const std::vector<std::string> texts = {
      "",
      "\n",
      "\n\n\t\n",
      "』",
      "『』「」",
      "「：",
      "「：换行：」",
      "「「：」：」",
      "：」",
      "「",
      "「\n",
      "「「：",
      "『「：』：」』",
      "a\rb\\n\"c\" // 注",
      std::string("\0\x01", 2),
  };
  for (const std::string& text : texts) {
    for (const std::string& second : texts) {
      reflect::Model model = test::sample_model();
      model.wgsl.text = text;
      model.msl.text = text + second;
      model.ptx.text = second + text;
      const std::string written = yuyan_module(model);
      EXPECT_EQ(Reader(written).read(), (Constants{{"着色源", text},
                                                   {"金属源", text + second},
                                                   {"PTX源", second + text},
                                                   {"加倍入口", "加倍"},
                                                   {"加倍入口PTX名", "yy_e5_8a_a0_e5_80_8d"}}));
      EXPECT_FALSE(written.find("『\n") != std::string::npos) << "a string runs over lines";
    }
  }
}

TEST(YuyanModule, LeavesOutTargetsThatWereNotAskedFor) {
  reflect::Model model = test::sample_model();
  model.msl = {};
  const Constants constants = Reader(yuyan_module(model)).read();
  EXPECT_THAT(constants, testing::ElementsAre(testing::Key("着色源"), testing::Key("PTX源"), testing::Key("加倍入口"),
                                              testing::Key("加倍入口PTX名")));
}

}  // namespace
}  // namespace yyshader::host
