// Internal: JSON as text.

#include "json/json_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "json/value_converter.hpp"

namespace tagstream {
namespace {

struct Pair {
  std::string_view from;
  std::string_view to;
};

TEST(json_text, decodes_strings) {
  using namespace std::string_view_literals;
  for (const Pair& pair : {Pair{R"("")", ""},
                           Pair{R"('')", ""},
                           Pair{R"("a b")", "a b"},
                           Pair{R"("\"\\\/")", "\"\\/"},
                           Pair{R"("\b\f\n\r\t")", "\b\f\n\r\t"},
                           Pair{R"('it\'s "it"')", "it's \"it\""},
                           Pair{R"("it's")", "it's"},
                           Pair{R"('\"')", "\""},
                           Pair{R"("\\n")", "\\n"},
                           Pair{R"("\\\\")", "\\\\"},
                           Pair{R"("\\u0041")", "\\u0041"},
                           Pair{R"("\u0041b")", "Ab"},
                           Pair{R"("\u00e9\u00E9")", "\xc3\xa9\xc3\xa9"},
                           Pair{R"("\u007f\u0080")", "\x7f\xc2\x80"},
                           Pair{R"("\u07ff\u0800")", "\xdf\xbf\xe0\xa0\x80"},
                           Pair{R"("\ud7ff\ue000")", "\xed\x9f\xbf\xee\x80\x80"},
                           Pair{R"("\uffff")", "\xef\xbf\xbf"},
                           Pair{R"("\uabCD")", "\xea\xaf\x8d"},
                           Pair{R"("\ud83d\ude00")", "\xf0\x9f\x98\x80"},
                           Pair{R"("\uD800\uDC00")", "\xf0\x90\x80\x80"},
                           Pair{R"("\udbff\udfff")", "\xf4\x8f\xbf\xbf"},
                           Pair{R"("\u0000")", "\0"sv},
                           Pair{"\"a\nb\x01\"", "a\nb\x01"},
                           Pair{"\"\xff\xc3\"", "\xff\xc3"},
                           Pair{"\"\xe6\x9d\xb1\"", "\xe6\x9d\xb1"}}) {
    EXPECT_EQ(decode_json_string(pair.from), pair.to) << pair.from;
  }
}

TEST(json_text, half_a_surrogate_pair_is_a_replacement_character) {
  for (const Pair& pair :
       {Pair{R"("\ud800")", "\xef\xbf\xbd"}, Pair{R"("\udfff")", "\xef\xbf\xbd"},
        Pair{R"("\ud83dx")", "\xef\xbf\xbdx"}, Pair{R"("\ud83d\n")", "\xef\xbf\xbd\n"},
        Pair{R"("\ud83d\\ude00")", "\xef\xbf\xbd\\ude00"},
        Pair{R"("\ud83d\u0041")", "\xef\xbf\xbd\x41"},
        Pair{R"("\ude00\ud83d")", "\xef\xbf\xbd\xef\xbf\xbd"},
        Pair{R"("\ud83d\ud83d\ude00")", "\xef\xbf\xbd\xf0\x9f\x98\x80"}}) {
    EXPECT_EQ(decode_json_string(pair.from), pair.to) << pair.from;
  }
}

std::string written(std::string_view bytes) {
  std::string out = "before ";
  append_json_string(out, bytes);
  return out.substr(7);
}

TEST(json_text, writes_strings) {
  EXPECT_EQ(written(""), "\"\"");
  EXPECT_EQ(written("a'b"), "\"a'b\"");
  EXPECT_EQ(written("\"\\/"), R"("\"\\/")");
  EXPECT_EQ(written("\b\f\n\r\t"), R"("\b\f\n\r\t")");
  EXPECT_EQ(written(std::string(1, '\0') + "\x0b\x1f\x7f"), "\"\\u0000\\u000b\\u001f\x7f\"");
  EXPECT_EQ(written("\xe6\x9d\xb1\xff"), "\"\xe6\x9d\xb1\xff\"");
}

TEST(json_text, a_written_string_means_its_bytes) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    EXPECT_EQ(decode_json_string(written(one)), one) << byte;
    all += one;
  }
  EXPECT_EQ(decode_json_string(written(all)), all);
}

// The output after each byte of `text`, one line each; lines without a change are left out.
std::string growth(std::string_view text) {
  ValueConverter converter{JsonLexer(json_like)};
  std::string out;
  std::string steps;
  for (char byte : text) {
    const std::size_t before = out.size();
    converter.feed({&byte, 1}, out);
    steps += out.substr(before) + '|';
  }
  return steps;
}

TEST(json_text, converts_as_early_as_it_can) {
  EXPECT_EQ(growth("[1, 2]"), "[|1|||, 2|]|");
  EXPECT_EQ(growth("[1, ]"), "[|1||| ]|");
  EXPECT_EQ(growth("['a']"), "[|\"|a|\"|]|");
  EXPECT_EQ(growth("['\\'\\n\"']"), "[|\"||'||\\n|\\\"|\"|]|");
  EXPECT_EQ(growth("[\"\\\"\\n'\"]"), "[|\"||\\\"||\\n|'|\"|]|");
  EXPECT_EQ(growth("[\"\\'\\\\'\"]"), "[|\"||'||\\\\|'|\"|]|");
  EXPECT_EQ(growth("[(),(1, )]"), "[|[|]||,[|1||| ]|]|");
  EXPECT_EQ(growth("[None]"), "[|n|u|l|l|]|");
  EXPECT_EQ(growth("[True,null]"), "[|t|r|u|e||,n|u|l|l|]|");
  EXPECT_EQ(growth("[\"\n\x02\"]"), "[|\"|\\n|\\u0002|\"|]|");
}

// The distance from slip to slip grows by one byte each time, beyond the bytes that are copied
// ahead.
TEST(json_text, converts_slips_at_all_distances) {
  std::string text = "[";
  std::string json = "[";
  for (std::size_t size = 0; size < 140; ++size) {
    const std::string filling(size, 'x');
    text += "'" + filling + "', 'it\\'s \"" + filling + "\"', True, [1,], \"" + filling + "\", ";
    json += '"' + filling + R"(", "it's \")" + filling + R"(\"", true, [1], ")" + filling + "\", ";
  }
  text += "None]";
  json += "null]";
  for (std::size_t cut = 0; cut <= text.size(); cut += cut < 2000 ? 1 : 97) {
    std::string out;
    ValueConverter converter{JsonLexer(json_like)};
    converter.feed(std::string_view(text).substr(0, cut), out);
    converter.feed(std::string_view(text).substr(cut), out);
    ASSERT_EQ(out, json) << "cut at " << cut;
  }
}

TEST(json_text, leaves_json_as_it_is) {
  for (const std::string_view text :
       {R"( { "a" : [ 1 , -2.50e+3 ] , "b" : null })", R"(["\u00e9\/\"'", true, false])",
        "[\"\x7f\xff\xc3\xa9\", \"None, ]\"]"}) {
    std::string out;
    ValueConverter(JsonLexer(json_like)).feed(text, out);
    EXPECT_EQ(out, text);
  }
}

}  // namespace
}  // namespace tagstream
