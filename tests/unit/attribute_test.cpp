#include "tagstream/attribute.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tagstream {
namespace {

TEST(attribute, a_tag_without_attributes_has_none) {
  EXPECT_TRUE(attributes_of("<a>").empty());
  EXPECT_TRUE(attributes_of("<a   />").empty());
  EXPECT_TRUE(attributes_of("</a>").empty());
  EXPECT_TRUE(attributes_of("").empty());
}

TEST(attribute, values_are_read_in_all_three_spellings) {
  const std::vector<Attribute> expected = {{"a", "1", true}, {"b", "2 3", true}, {"c", "4", true}};
  EXPECT_EQ(attributes_of(R"(<x a="1" b='2 3' c=4>)"), expected);
}

TEST(attribute, blanks_around_the_equals_sign_belong_to_neither_side) {
  const std::vector<Attribute> expected = {{"a", "1", true}, {"b", "2", true}};
  EXPECT_EQ(attributes_of("<x a = \"1\"\n b\t=2>"), expected);
}

TEST(attribute, one_without_a_value_says_so) {
  const std::vector<Attribute> expected = {{"a", "", false}, {"b", "", true}, {"c", "", false}};
  EXPECT_EQ(attributes_of(R"(<x a b="" c>)"), expected);
}

TEST(attribute, the_value_of_the_name_itself_comes_first_and_has_no_name) {
  const std::vector<Attribute> expected = {{"", "get_weather", true}, {"id", "7", true}};
  EXPECT_EQ(attributes_of("<function=get_weather id=7>"), expected);
  const std::vector<Attribute> alone = {{"", "f", true}};
  EXPECT_EQ(attributes_of("<function=f/>"), alone);
}

TEST(attribute, one_may_follow_a_closing_quote_directly) {
  const std::vector<Attribute> expected = {{"b", "c", true}, {"d", "e", true}};
  EXPECT_EQ(attributes_of(R"(<a b="c"d="e">)"), expected);
}

TEST(attribute, a_slash_directly_before_the_end_is_no_part_of_the_value) {
  const std::vector<Attribute> c = {{"b", "c", true}};
  const std::vector<Attribute> c_slash = {{"b", "c/", true}};
  EXPECT_EQ(attributes_of("<a b=c/>"), c);
  EXPECT_EQ(attributes_of("<a b=c//>"), c_slash);
  EXPECT_EQ(attributes_of("<a b=c/ >"), c_slash);
}

TEST(attribute, quoted_values_hold_brackets_and_line_ends_raw) {
  const std::vector<Attribute> expected = {{"a", "<b>\n&lt;", true}};
  EXPECT_EQ(attributes_of("<x a=\"<b>\n&lt;\">"), expected);
}

TEST(attribute, duplicates_are_kept_and_the_first_is_found) {
  EXPECT_EQ(attributes_of("<x a=1 a=2>").size(), 2U);
  EXPECT_EQ(attribute_of("<x a=1 a=2>", "a"), "1");
}

TEST(attribute, find_tells_absence_from_an_empty_value) {
  constexpr std::string_view tag = "<x a b=''>";
  EXPECT_EQ(attribute_of(tag, "a"), "");
  EXPECT_EQ(attribute_of(tag, "b"), "");
  EXPECT_EQ(attribute_of(tag, "c"), std::nullopt);
}

TEST(attribute, find_folds_ascii_case_only_when_asked) {
  EXPECT_EQ(attribute_of("<x Name=1>", "name"), std::nullopt);
  EXPECT_EQ(attribute_of("<x Name=1>", "name", true), "1");
}

TEST(decode_entities, knows_the_five_and_numbers) {
  EXPECT_EQ(decode_entities("&lt;&gt;&amp;&quot;&apos;"), "<>&\"'");
  EXPECT_EQ(decode_entities("&#65;&#x42;&#X43;&#x20AC;&#128512;"),
            "ABC\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(decode_entities("&#xE9;&#00000000065;"),
            "\xC3\xA9"
            "A");
}

TEST(decode_entities, leaves_what_is_none) {
  for (const char* text : {"&", "&;", "&lt", "&nbsp;", "& lt;", "&#;", "&#x;", "&#xZ;", "&#0;",
                           "&#xD800;", "&#x110000;", "&#99999999999;", "&LT;", "a&b;c"}) {
    EXPECT_EQ(decode_entities(text), text);
  }
}

TEST(decode_entities, decodes_once) { EXPECT_EQ(decode_entities("&amp;lt;"), "&lt;"); }

}  // namespace
}  // namespace tagstream
