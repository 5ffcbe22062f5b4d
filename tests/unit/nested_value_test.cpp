// Internal: values that are written as nested tags.

#include "body/nested_value.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace tagstream {
namespace {

std::string nested(std::string_view text) {
  std::string out;
  append_nested_value(out, text, "^");
  return out;
}

TEST(nested_value, text_is_a_string) {
  EXPECT_EQ(nested(""), R"("")");
  EXPECT_EQ(nested(" a \"b\" "), R"(" a \"b\" ")");
  EXPECT_EQ(nested("a ^ b ^< c ^<d e> ^</f>"), R"("a ^ b ^< c ^<d e> ^</f>")");
}

TEST(nested_value, tags_are_keys) {
  EXPECT_EQ(nested("^<a>1^</a>"), R"({"a":"1"})");
  EXPECT_EQ(nested("\n^<a>1^</a>\n^<b>^<c>2^</c>^</b>\n"), R"({"a":"1","b":{"c":"2"}})");
}

TEST(nested_value, tags_of_one_name_are_a_list_where_the_first_stands) {
  EXPECT_EQ(nested("^<a>1^</a>^<b>2^</b>^<a>3^</a>"), R"({"a":["1","3"],"b":"2"})");
  EXPECT_EQ(nested("^<b>2^</b>^<a>1^</a>^<a>3^</a>"), R"({"b":"2","a":["1","3"]})");
}

TEST(nested_value, items_are_a_list) {
  EXPECT_EQ(nested("^<item>1^</item>"), R"(["1"])");
  EXPECT_EQ(nested("^<item>1^</item>\n^<item>^<a>2^</a>^</item>"), R"(["1",{"a":"2"}])");
  EXPECT_EQ(nested("^<item>1^</item>^<a>2^</a>"), R"({"item":"1","a":"2"})");
}

TEST(nested_value, text_beside_tags_has_a_key) {
  EXPECT_EQ(nested("x ^<a>1^</a> y"), R"({"$text":"x  y","a":"1"})");
}

TEST(nested_value, what_does_not_close_ends_with_the_value) {
  EXPECT_EQ(nested("^<a>1^<b>2"), R"({"a":{"$text":"1","b":"2"}})");
  EXPECT_EQ(nested("^<a>1^</b>"), R"({"a":"1^</b>"})");
}

TEST(nested_value, depth_costs_no_stack) {
  constexpr std::size_t depth = 200000;
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "^<a>";
  const std::string json = nested(text);
  EXPECT_EQ(json.size(), depth * 6 + 2);
  EXPECT_EQ(json.substr(0, 12), R"({"a":{"a":{")");
}

}  // namespace
}  // namespace tagstream
