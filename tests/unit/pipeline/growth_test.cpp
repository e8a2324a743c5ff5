// Programs of twice the lines give twice the PTX in twice the time, whatever they are made of. Time is the processor's,
// measured with much room on both sides: for sixteen times the lines, what is linear takes 16 to 25 times as long
// (larger tables miss caches) and what is quadratic 256 times.

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <ostream>
#include <string>

#include "pipeline/compile.hpp"

namespace yyshader::pipeline {
namespace {

std::string number(int value) { return std::to_string(value); }
std::string u32(const std::string& value) { return "（「新无三二」于「" + value + "」）"; }
std::string call(const std::string& function, const std::string& a) { return "（「" + function + "」于" + a + "）"; }
std::string call(const std::string& function, const std::string& a, const std::string& b) {
  return "（「" + function + "」于" + a + "于" + b + "）";
}
std::string read(const std::string& index) { return call("读数组", "「数」", index); }
std::string write(const std::string& index, const std::string& value) {
  return "「写数组」于「数」于" + index + "于" + value;
}

/// A source around `items`, with a buffer 数 of u32.
std::string source_of(const std::string& items) {
  return "寻观「着色库」之「着色内建」之书。\n「数」乃「存储缓冲」于（「数组」于「无三二」）也。\n"
         "「数」者「绑定」于（「组值」【「组」者「零」也，「号」者「零」也，「访问」者「读写」也】）也。\n" +
         items;
}

/// An entry 名 whose function has this body; 「序」 is its local index.
std::string entry(const std::string& name, const std::string& body) {
  return "「" + name + "」乃化「局部调用序」而「有」也。\n「" + name + "」者会「序」而\n" + body + "\n也。\n「" + name +
         "入口」乃「计算入口」也。\n「" + name + "入口」者「计算入口项」于「" + name +
         "」于（「组值」【「工作组大小」者「六四」也】）也。\n";
}

std::string long_body(int lines) {
  std::string body = "虑「甲0」者" + read("「序」") + "而\n";
  for (int i = 1; i < lines; ++i) {
    const std::string before = "「甲" + number(i - 1) + "」";
    body += "虑「甲" + number(i) + "」者" + call("加", call("乘", before, "「甲" + number(i / 2) + "」"), u32("3")) +
            "而\n";
  }
  return source_of(entry("算", body + write("「序」", "「甲" + number(lines - 1) + "」")));
}

std::string many_stores(int lines) {
  std::string body;
  for (int i = 0; i < lines; ++i) body += write(call("加", "「序」", u32(number(i))), "「序」") + "；\n";
  return source_of(entry("算", body + "「元」"));
}

std::string many_branches(int lines) {
  std::string body;
  for (int i = 0; i < lines; ++i) {
    const std::string index = u32(number(i));
    body += "（若" + call("等于", read(call("加", "「序」", index)), index) + "则" + write(index, "「序」") +
            "否则「元」）；\n";
  }
  return source_of(entry("算", body + "「元」"));
}

std::string many_loops(int lines) {
  std::string body;
  for (int i = 0; i < lines; i += 2) {
    const std::string name = "「和" + number(i) + "」";
    body += "虑" + name + "者（递归虑「环」其化「无三二」而化「无三二」而「无三二」者会「次」而会「和」而若" +
            call("大于等于", "「次」", read(u32("0"))) + "则「和」否则「环」于" + call("加", "「次」", u32("1")) +
            "于" + call("加", "「和」", read(call("加", "「次」", u32(number(i))))) + "而「环」于" + u32("0") + "于" +
            u32("0") + "）而\n" + write(u32(number(i)), name) + "；\n";
  }
  return source_of(entry("算", body + "「元」"));
}

std::string many_entries(int lines) {
  std::string items =
      "「块」乃「工作组变量」于（「定长数组」于「无三二」于「定长六十四」）也。\n「块」者「工作组共享」于「元」也。\n";
  for (int i = 0; i < lines; i += 8) {
    items +=
        entry("算" + number(i), "「写共享数组」于「块」于「序」于" + read("「序」") + "；\n「工作组屏障」于「元」；\n" +
                                    write("「序」", call("读共享数组", "「块」", call("位异或", "「序」", u32("1")))));
  }
  return source_of(items);
}

/// Each function calls the one before twice: expanded everywhere that would be 2ⁿ calls.
std::string chain_of_calls(int lines) {
  std::string items =
      "「函0」乃化「无三二」而「无三二」也。\n「函0」者会「甲」而" + call("加", read("「甲」"), u32("1")) + "也。\n";
  const int count = lines / 2;
  for (int i = 1; i < count; ++i) {
    const std::string name = "「函" + number(i) + "」";
    const std::string before = "函" + number(i - 1);
    items += name + "乃化「无三二」而「无三二」也。\n" + name + "者会「甲」而" +
             call("位异或", call(before, call("加", "「甲」", u32(number(i)))),
                  call(before, call("乘", "「甲」", u32("3")))) +
             "也。\n";
  }
  return source_of(items + entry("算", write("「序」", call("函" + number(count - 1), "「序」"))));
}

std::string constant_used_often(int lines) {
  std::string items =
      "「量」乃「四维无」也。\n「量」者" + u32("7") + "与" + u32("8") + "与" + u32("9") + "与" + u32("10") + "也。\n";
  std::string body;
  for (int i = 0; i < lines; ++i) {
    const std::string index = u32(number(i));
    body += write(index, call("加", "（「量」中「" + std::string(i % 2 == 0 ? "二" : "三") + "」）",
                              read(call("加", "「序」", index)))) +
            "；\n";
  }
  return source_of(items + entry("算", body + "「元」"));
}

struct Measured {
  std::size_t bytes = 0;
  double seconds = 0;
};

Measured translate(const std::string& text) {
  const source::VirtualFileSystem files(std::map<std::string, std::string>{{"/甲/程。着色器。豫", text}});
  Options options;
  options.packages = {{"应用", "/甲"}};
  options.discover_packages = false;
  Measured result;
  result.seconds = 1e9;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t start = std::clock();
    const Compilation compilation = compile(options, files, "/甲/程。着色器。豫", {Target::ptx});
    result.seconds = std::min(result.seconds, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    if (!compilation.module || compilation.texts.at(Target::ptx).failed) {
      ADD_FAILURE() << text.substr(0, 2000);
      return result;
    }
    result.bytes = compilation.texts.at(Target::ptx).text.text.size();
  }
  return result;
}

struct Kind {
  const char* name;
  std::string (*make)(int lines);
  int lines;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.lines << " lines"; }

class Growth : public testing::TestWithParam<Kind> {};

TEST_P(Growth, OfPtxIsLinear) {
  const Measured few = translate(GetParam().make(GetParam().lines / 16));
  const Measured many = translate(GetParam().make(GetParam().lines));
  EXPECT_LT(many.bytes, few.bytes * 20);
  EXPECT_LT(many.seconds, few.seconds * 64 + 0.05) << few.seconds;
  RecordProperty("ratio", std::to_string(many.seconds / few.seconds));
}

INSTANTIATE_TEST_SUITE_P(Kinds, Growth,
                         testing::Values(Kind{"long_body", long_body, 20000}, Kind{"many_stores", many_stores, 20000},
                                         Kind{"many_branches", many_branches, 10000},
                                         Kind{"many_loops", many_loops, 8000},
                                         Kind{"many_entries", many_entries, 20000},
                                         Kind{"chain_of_calls", chain_of_calls, 4000},
                                         Kind{"constant_used_often", constant_used_often, 20000}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace yyshader::pipeline
