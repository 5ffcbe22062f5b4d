// Internal: the values of XML bodies, typed by a schema.

#include "body/typed_value.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "json/value_lexer.hpp"

namespace tagstream {
namespace {

constexpr ValueTypes unknown = ValueTypes::none;
constexpr ValueTypes null = ValueTypes::null;
constexpr ValueTypes integer = ValueTypes::integer;
constexpr ValueTypes number = ValueTypes::number;
constexpr ValueTypes boolean = ValueTypes::boolean;
constexpr ValueTypes object = ValueTypes::object;
constexpr ValueTypes array = ValueTypes::array;
constexpr ValueTypes string = ValueTypes::string;
constexpr ValueTypes anything = null | integer | number | boolean | object | array | string;

std::string typed(std::string_view text, ValueTypes types, bool strict = false) {
  std::string out = "before ";
  append_typed_value(out, text, types, strict);
  return out.substr(7);
}

struct Expected {
  std::string_view text;
  std::string_view json;
};

void expect(ValueTypes types, const std::vector<Expected>& all) {
  for (const Expected& expected : all) {
    EXPECT_EQ(typed(expected.text, types), expected.json) << '"' << expected.text << '"';
  }
}

TEST(typed_value, a_string_is_verbatim) {
  for (const ValueTypes types : {string, unknown}) {
    expect(types, {{"", R"("")"},
                   {"null", R"("null")"},
                   {"12", R"("12")"},
                   {"true", R"("true")"},
                   {" {} ", R"(" {} ")"},
                   {"\n  a\tb\n", R"("\n  a\tb\n")"},
                   {"a \"b\" \\ </c>", R"("a \"b\" \\ </c>")"},
                   {"\xe6\x9d\xb1\xff", "\"\xe6\x9d\xb1\xff\""}});
  }
}

TEST(typed_value, null_in_any_case_where_it_may_be_or_a_string_may_not) {
  for (const ValueTypes types :
       {null, integer, number, boolean, object, array, string | null, integer | object, anything}) {
    expect(types, {{"null", "null"}, {"NULL", "null"}, {" Null\n", "null"}});
  }
  expect(string | integer, {{"null", R"("null")"}});
  expect(null,
         {{"None", R"("None")"}, {"nul", R"("nul")"}, {"nulll", R"("nulll")"}, {"", R"("")"}});
}

TEST(typed_value, integers_of_any_length) {
  for (const ValueTypes types : {integer, number, integer | number}) {
    expect(types, {{"0", "0"},
                   {"-0", "0"},
                   {"+0", "0"},
                   {"-000", "0"},
                   {"7", "7"},
                   {"+7", "7"},
                   {"-7", "-7"},
                   {"007", "7"},
                   {"-0070", "-70"},
                   {" \t\r\n\f7 \t\r\n\f", "7"},
                   {"9007199254740993", "9007199254740993"},
                   {"-123456789012345678901234567890", "-123456789012345678901234567890"},
                   {"", R"("")"},
                   {"-", R"("-")"},
                   {"+-1", R"("+-1")"},
                   {"- 1", R"("- 1")"},
                   {"1 2", R"("1 2")"},
                   {"1_000", R"("1_000")"},
                   {"1,000", R"("1,000")"},
                   {"0x10", R"("0x10")"},
                   {"seven", R"("seven")"},
                   {"7\v", R"("7\u000b")"},
                   {" x ", R"(" x ")"}});
    const std::string long_one(400, '9');
    EXPECT_EQ(typed(long_one, types), long_one);
  }
  expect(integer, {{"5.0", "5"}, {"1e3", R"("1e3")"}, {"5.", R"("5.")"}});
}

TEST(typed_value, numbers_as_they_stand) {
  expect(number, {{"1.5", "1.5"},
                  {"-1.50", "-1.50"},
                  {" 0.1 ", "0.1"},
                  {"1e5", "1e5"},
                  {"1E+05", "1E+05"},
                  {"-2.5e-3", "-2.5e-3"},
                  {"0.30000000000000000000001", "0.30000000000000000000001"},
                  {"5.0", "5"},
                  {"-5.000", "-5"},
                  {"0.0", "0"},
                  {"-0.0", "-0.0"},
                  {"-0", "0"},
                  {"5.0e0", "5.0e0"},
                  {"5.", R"("5.")"},
                  {".5", R"(".5")"},
                  {"+1.5", R"("+1.5")"},
                  {"01.5", R"("01.5")"},
                  {"1e", R"("1e")"},
                  {"1e+", R"("1e+")"},
                  {"1.e5", R"("1.e5")"},
                  {"1.5.", R"("1.5.")"},
                  {"1.5f", R"("1.5f")"},
                  {"1,5", R"("1,5")"},
                  {"Infinity", R"("Infinity")"},
                  {"-Infinity", R"("-Infinity")"},
                  {"inf", R"("inf")"},
                  {"NaN", R"("NaN")"},
                  {"0x1p3", R"("0x1p3")"}});
}

TEST(typed_value, what_no_double_holds_stays_a_string) {
  expect(number, {{"1e999", R"("1e999")"},
                  {"-1e999", R"("-1e999")"},
                  {"1e309", R"("1e309")"},
                  {"1.7976931348623157e308", "1.7976931348623157e308"},
                  {"1.7976931348623159e308", R"("1.7976931348623159e308")"},
                  {"1e99999999999999999999", R"("1e99999999999999999999")"},
                  {"123e400", R"("123e400")"},
                  {"0.001e400", R"("0.001e400")"},
                  {"0.5e308", "0.5e308"},
                  {"1e-999", "1e-999"},
                  {"-1.5e-99999999999999999999", "-1.5e-99999999999999999999"},
                  {"0.001e-400", "0.001e-400"},
                  {"0e999", "0e999"},
                  {"0.000e99999999999999999999", "0.000e99999999999999999999"}});
  const std::string zeros(1000, '0');
  EXPECT_EQ(typed("1" + zeros + ".5", number), "\"1" + zeros + ".5\"");
  EXPECT_EQ(typed("1" + zeros + "e-1000", number), "1" + zeros + "e-1000");
  EXPECT_EQ(typed("0." + zeros + "1e1001", number), "0." + zeros + "1e1001");
  EXPECT_EQ(typed("0." + zeros + zeros + "1e1000", number), "0." + zeros + zeros + "1e1000");
  EXPECT_EQ(typed("0." + zeros + "1e1999", number), "\"0." + zeros + "1e1999\"");
}

TEST(typed_value, booleans) {
  expect(boolean, {{"true", "true"},
                   {"TRUE", "true"},
                   {" True\n", "true"},
                   {"1", "true"},
                   {"false", "false"},
                   {"False", "false"},
                   {"0", "false"},
                   {"", R"("")"},
                   {"yes", R"("yes")"},
                   {"01", R"("01")"},
                   {"tru", R"("tru")"},
                   {"2", R"("2")"},
                   {" on ", R"(" on ")"}});
}

TEST(typed_value, objects_and_arrays) {
  expect(object, {{"{}", "{}"},
                  {"", "{}"},
                  {" \n", "{}"},
                  {"\n{ \"a\" : [1, 2.50] }\n", R"({ "a" : [1, 2.50] })"},
                  {"{'a': None,}", R"({"a": null})"},
                  {"{\"a\":\"b\nc\"}", R"({"a":"b\nc"})"},
                  {"[]", R"("[]")"},
                  {"{", R"("{")"},
                  {"{} {}", R"("{} {}")"},
                  {"{} // a", R"("{} // a")"},
                  {"{a:1}", R"("{a:1}")"},
                  {" text ", R"(" text ")"},
                  {"7", R"("7")"}});
  expect(array, {{"[]", "[]"},
                 {"", "[]"},
                 {"[\"sea\",\"cheap\"]", R"(["sea","cheap"])"},
                 {"[True, 'a',]", R"([true, "a"])"},
                 {"{}", R"("{}")"},
                 {"[1] 2", R"("[1] 2")"},
                 {"[1", R"("[1")"},
                 {"1,2", R"("1,2")"}});
  const std::string deep(100000, '[');
  EXPECT_EQ(typed(deep + std::string(100000, ']'), array), deep + std::string(100000, ']'));
}

TEST(typed_value, strict_takes_json_only_and_raw_line_ends) {
  EXPECT_EQ(typed("{'a':1}", object, true), R"("{'a':1}")");
  EXPECT_EQ(typed("[1,]", array, true), R"("[1,]")");
  EXPECT_EQ(typed("[None]", array, true), R"("[None]")");
  EXPECT_EQ(typed("[\"\t\"]", array, true), R"("[\"\t\"]")");
  EXPECT_EQ(typed("[\"a\r\nb\"]", array, true), R"(["a\r\nb"])");
  EXPECT_EQ(typed("[1]", array, true), "[1]");
  EXPECT_EQ(typed("TRUE", boolean, true), "true");
  EXPECT_EQ(typed("+07", integer, true), "7");
}

TEST(typed_value, tells_what_was_repaired) {
  std::string out;
  EXPECT_TRUE(append_typed_value(out, "{'a':1}", object, false));
  EXPECT_TRUE(append_typed_value(out, "[\"\t\"]", array, false));
  EXPECT_TRUE(append_typed_value(out, "[\"\n\"]", array, false));
  EXPECT_TRUE(append_typed_value(out, "[\"\n\"]", array, true));
  EXPECT_FALSE(append_typed_value(out, "{'a':1}", object, true));
  EXPECT_FALSE(append_typed_value(out, "{'a':1}", array | string, false));
  EXPECT_FALSE(append_typed_value(out, "{'a':1", object, false));
  EXPECT_FALSE(append_typed_value(out, "{\"a\":1}", object, false));
  EXPECT_FALSE(append_typed_value(out, "", object, false));
  EXPECT_FALSE(append_typed_value(out, "007", integer, false));
  EXPECT_FALSE(append_typed_value(out, "a\nb", string, false));
}

TEST(typed_value, the_first_type_that_fits) {
  expect(anything, {{"null", "null"},
                    {"1", "1"},
                    {"5.0", "5"},
                    {"1.5", "1.5"},
                    {"true", "true"},
                    {"{}", "{}"},
                    {"[]", "[]"},
                    {"", R"("")"},
                    {"text", R"("text")"},
                    {" text ", R"(" text ")"}});
  expect(boolean | integer, {{"1", "1"}, {"true", "true"}});
  expect(boolean | number, {{"0", "0"}, {"0.0", "0"}, {"false", "false"}});
  expect(object | array, {{"", "{}"}, {"[1]", "[1]"}, {"{}", "{}"}});
  expect(array | string, {{"", R"("")"}, {"[1]", "[1]"}, {"a", R"("a")"}});
  expect(object | null, {{R"({"k":[1]})", R"({"k":[1]})"}, {"null", "null"}});
  expect(integer | string, {{"12", "12"}, {" 12 ", "12"}, {"12a", R"("12a")"}});
}

// Whatever the text and the types, one JSON value comes out.
TEST(typed_value, always_json) {
  for (unsigned bits = 0; bits < 128; ++bits) {
    for (const std::string_view text : {"",
                                        " ",
                                        "null",
                                        "NULL",
                                        "0",
                                        "-01",
                                        "+1",
                                        "1.0",
                                        "-0.0",
                                        "1e5",
                                        "1e999",
                                        "-",
                                        "true",
                                        "False",
                                        "1",
                                        "{}",
                                        "[]",
                                        "{'a':[None,],}",
                                        "[\"\x01\n\"]",
                                        "[1",
                                        "{}x",
                                        "a\"b\\c\n\x1f",
                                        "\f[]\f",
                                        "[\f]",
                                        "[ ]\v",
                                        "\xef\xbb\xbf{}",
                                        "[1]\n[2]"}) {
      for (const bool strict : {false, true}) {
        std::string out = "[";
        append_typed_value(out, text, static_cast<ValueTypes>(bits), strict);
        out += ",0]";
        JsonLexer lexer(json_like);
        EXPECT_EQ(lexer.feed(out), JsonLexer::Status::complete) << out;
        EXPECT_EQ(lexer.offset(), out.size()) << out;
        EXPECT_FALSE(lexer.spelling().is_repaired) << out;
        EXPECT_FALSE(lexer.spelling().has_raw_control) << out;
        EXPECT_FALSE(lexer.spelling().has_raw_line_end) << out;
      }
    }
  }
}

}  // namespace
}  // namespace tagstream
