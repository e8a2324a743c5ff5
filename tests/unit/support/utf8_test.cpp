#include "support/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/internal_error.hpp"

namespace yyshader::support {
namespace {

TEST(Utf8, DecodesEveryLength) {
  const std::string_view text = "aé豫𝌆";
  std::size_t offset = 0;
  const char32_t expected[] = {U'a', U'é', U'豫', U'𝌆'};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto decoded = decode_utf8(text, offset);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->value, expected[i]);
    EXPECT_EQ(decoded->length, i + 1);
    offset += decoded->length;
  }
  EXPECT_FALSE(decode_utf8(text, offset));
  EXPECT_FALSE(decode_utf8(text, offset + 5));
}

TEST(Utf8, EveryScalarValueGoesThereAndBack) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    const auto decoded = decode_utf8(text, 0);
    ASSERT_TRUE(decoded) << static_cast<unsigned>(c);
    ASSERT_EQ(decoded->value, c);
    ASSERT_EQ(decoded->length, text.size());
  }
}

TEST(Utf8, RefusesToWriteWhatIsNoScalarValue) {
  std::string text;
  EXPECT_THROW(append_utf8(text, 0xD800), InternalError);
  EXPECT_THROW(append_utf8(text, 0x110000), InternalError);
}

TEST(Utf8, RefusesWhatIsNotValid) {
  const std::string_view invalid[] = {
      "\x80",              // a continuation alone
      "\xBF",              //
      "\xC0\x80",          // overlong NUL
      "\xC1\xBF",          // overlong, two bytes
      "\xC3",              // cut short
      "\xC3(",             // second byte no continuation
      "\xE0\x9F\xBF",      // overlong, three bytes
      "\xED\xA0\x80",      // surrogate U+D800
      "\xED\xBF\xBF",      // surrogate U+DFFF
      "\xE8\xB1",          // cut short
      "\xE8\xB1(",         //
      "\xF0\x8F\xBF\xBF",  // overlong, four bytes
      "\xF4\x90\x80\x80",  // U+110000
      "\xF5\x80\x80\x80",  //
      "\xF0\x9D\x8C",      // cut short
      "\xFE",
      "\xFF",
  };
  for (const std::string_view bytes : invalid) {
    EXPECT_FALSE(decode_utf8(bytes, 0)) << testing::PrintToString(bytes);
    EXPECT_EQ(find_invalid_utf8("甲甲abcdefgh" + std::string(bytes)), 14U) << testing::PrintToString(bytes);
  }
  EXPECT_TRUE(decode_utf8("\xED\x9F\xBF", 0)) << "U+D7FF";
  EXPECT_TRUE(decode_utf8("\xEE\x80\x80", 0)) << "U+E000";
  EXPECT_TRUE(decode_utf8("\xF4\x8F\xBF\xBF", 0)) << "U+10FFFF";
}

TEST(Utf8, FindsTheFirstFault) {
  EXPECT_FALSE(find_invalid_utf8(""));
  EXPECT_FALSE(find_invalid_utf8("plain ASCII of more than eight bytes"));
  EXPECT_FALSE(find_invalid_utf8("豫言 and 豫言"));
  EXPECT_EQ(find_invalid_utf8("\xFF"), 0U);
  // At every distance from the eight-byte steps.
  for (std::size_t before = 0; before < 20; ++before) {
    EXPECT_EQ(find_invalid_utf8(std::string(before, 'x') + "\xC0\xC0 after"), before);
  }
}

TEST(Utf8, CountsCodePoints) {
  EXPECT_EQ(count_code_points(""), 0U);
  EXPECT_EQ(count_code_points("a豫𝌆é"), 4U);
}

TEST(Utf8, Widths) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("「加倍」"), 8U);
  EXPECT_EQ(display_width("，：；。"), 8U);
  EXPECT_EQ(display_width("ＡＢ"), 4U) << "full-width Latin";
  EXPECT_EQ(display_width("ｱ"), 1U) << "half-width kana";
  EXPECT_EQ(display_width("e\u0301"), 1U) << "a combining mark";
  EXPECT_EQ(display_width("…"), 1U) << "ambiguous";
  EXPECT_EQ(display_width("\u3000"), 2U) << "the ideographic space";
  EXPECT_EQ(display_width("𠀀"), 2U) << "outside the basic plane";
  EXPECT_EQ(display_width("a\xFFz"), 3U) << "an invalid byte";
}

TEST(Utf8, KnowsNormalisationFormC) {
  EXPECT_TRUE(is_nfc(""));
  EXPECT_TRUE(is_nfc("加倍_1"));
  EXPECT_TRUE(is_nfc("é"));
  EXPECT_FALSE(is_nfc("e\u0301"));
  EXPECT_TRUE(is_nfc("x\u0301")) << "no composed form exists";
  EXPECT_FALSE(is_nfc("\uF900")) << "a compatibility ideograph";
  EXPECT_FALSE(is_nfc("\u212B")) << "the Angstrom sign";
  EXPECT_TRUE(is_nfc("한"));
  EXPECT_FALSE(is_nfc("\u1112\u1161\u11AB")) << "conjoining jamo";
  EXPECT_FALSE(is_nfc("a\u0301\u0323")) << "marks out of order";
  EXPECT_FALSE(is_nfc("甲\xFF"));
}

}  // namespace
}  // namespace yyshader::support
