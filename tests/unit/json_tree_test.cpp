#include "tagstream/json_tree.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tagstream {
namespace {

using Kind = JsonTree::Kind;

TEST(json_tree, values_and_members) {
  const std::string text = R"( {"b":[1,"x\n",null],"a":true,"":{},"b\u0041":-2.5e3} )";
  JsonTree tree;
  ASSERT_EQ(tree.read(text), std::nullopt);
  const auto list = tree.find(JsonTree::root, "b");
  ASSERT_TRUE(list);
  ASSERT_TRUE(tree.is(*list, Kind::array));
  const auto number = tree.element(*list, 0);
  const auto words = tree.element(*list, 1);
  const auto nothing = tree.element(*list, 2);
  ASSERT_TRUE(number && words && nothing);
  EXPECT_FALSE(tree.element(*list, 3));
  EXPECT_FALSE(tree.element(JsonTree::root, 0));
  EXPECT_EQ(tree.kind(*number), Kind::number);
  EXPECT_EQ(tree.text(*words), "x\n");
  EXPECT_EQ(tree.kind(*nothing), Kind::null);
  EXPECT_TRUE(tree.is_true(*tree.find(JsonTree::root, "a")));
  EXPECT_EQ(tree.literal(*tree.find(JsonTree::root, "bA")), "-2.5e3");
  EXPECT_TRUE(tree.find(JsonTree::root, ""));
  EXPECT_FALSE(tree.find(JsonTree::root, "c"));
  EXPECT_FALSE(tree.find(*list, "0"));
  EXPECT_EQ(tree.pointer_to(*words), "/b/1");
  EXPECT_EQ(tree.pointer_to(JsonTree::root), "");
}

TEST(json_tree, pointers) {
  const std::string text = R"({"a/b":{"~":[[],{"c":5}]},"10":1})";
  JsonTree tree;
  ASSERT_EQ(tree.read(text), std::nullopt);
  const auto five = tree.follow(JsonTree::root, "/a~1b/~0/1/c");
  ASSERT_TRUE(five);
  EXPECT_EQ(tree.literal(*five), "5");
  EXPECT_EQ(tree.pointer_to(*five), "/a~1b/~0/1/c");
  EXPECT_EQ(tree.follow(JsonTree::root, ""), JsonTree::root);
  EXPECT_TRUE(tree.follow(JsonTree::root, "/10"));
  for (const char* none : {"a", "/a", "/a~1b/~0/2", "/a~1b/~0/x", "/a~1b/~0/-1", "/10/0", "/"}) {
    EXPECT_FALSE(tree.follow(JsonTree::root, none)) << none;
  }
}

TEST(json_tree, of_two_with_one_key_the_last_counts) {
  JsonTree tree;
  ASSERT_EQ(tree.read(R"({"a":1,"b":2,"a":3})"), std::nullopt);
  EXPECT_EQ(tree.literal(*tree.find(JsonTree::root, "a")), "3");
}

// Of a large object the keys are sorted when it is read.
TEST(json_tree, members_of_small_and_large_objects) {
  for (const std::size_t count : {3U, 16U, 17U, 300U}) {
    std::string text = "{\"x\":[";
    for (std::size_t i = 0; i < count; ++i) text += R"({"a":1},)";
    text += "0]";
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t number = i * 7 % count;
      text += ",\"k\\u002d" + std::to_string(number) + "\":" + std::to_string(i);
    }
    text += ",\"x\":{}}";
    JsonTree tree;
    ASSERT_EQ(tree.read(text), std::nullopt);
    std::vector<std::string> keys;
    for (const JsonTree::Member& member : tree.members(JsonTree::root)) {
      keys.emplace_back(member.key);
      const auto found = tree.find(JsonTree::root, member.key);
      ASSERT_TRUE(found) << member.key;
      EXPECT_EQ(*found == member.value, keys.size() != 1) << member.key;  // `x` stands there twice
      EXPECT_EQ(tree.follow(JsonTree::root, tree.pointer_to(*found)), found);
    }
    ASSERT_EQ(keys.size(), count + 2);
    EXPECT_EQ(keys[1], "k-0");
    EXPECT_TRUE(tree.is(*tree.find(JsonTree::root, "x"), Kind::object));
    EXPECT_FALSE(tree.find(JsonTree::root, "k-"));
    EXPECT_FALSE(tree.find(JsonTree::root, "k-" + std::to_string(count)));
  }
}

TEST(json_tree, a_tree_reads_again) {
  JsonTree tree;
  ASSERT_EQ(tree.read(R"({"a":1})"), std::nullopt);
  ASSERT_EQ(tree.read(R"(["\u00e9\ud83d\ude00\ud83dx"])"), std::nullopt);
  EXPECT_EQ(tree.text(*tree.element(JsonTree::root, 0)), "é😀\uFFFDx");
  EXPECT_EQ(tree.read("[1,2"), 4U);
  EXPECT_EQ(tree.size(), 0U);
}

TEST(json_tree, any_value_will_do) {
  for (const char* text : {"5", "\"x\"", "null", " true ", "[]", "\xEF\xBB\xBF{}"}) {
    JsonTree tree;
    EXPECT_EQ(tree.read(text), std::nullopt) << text;
  }
}

// Python's `json` writes these three words, and reads no others of their kind.
TEST(json_tree, words_of_python_are_numbers_where_they_are_asked_for) {
  const std::string text = R"({"NaN":[NaN,Infinity, -Infinity],"a":-Infinity})";
  JsonTree tree;
  EXPECT_EQ(tree.read(text), 8U);
  ASSERT_EQ(tree.read(text, JsonTree::Words::python), std::nullopt);
  for (const char* place : {"/NaN/0", "/NaN/1", "/NaN/2", "/a"}) {
    EXPECT_TRUE(tree.is(*tree.follow(JsonTree::root, place), Kind::number)) << place;
  }
  EXPECT_EQ(tree.literal(*tree.follow(JsonTree::root, "/NaN/2")), "-Infinity");
  for (const char* other : {"-NaN", "nan", "+Infinity", "Infinit", "NaN1", "- Infinity", "Inf"}) {
    EXPECT_NE(tree.read(std::string_view(other), JsonTree::Words::python), std::nullopt) << other;
  }
}

TEST(json_tree, where_it_is_not_json) {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"", 0},           {"  ", 2},           {"]", 0},      {"[1,", 3},        {"[1,]", 3},
      {"{\"a\" 1}", 5},  {"{'a':1}", 1},      {"[True]", 1}, {"tru", 3},        {"\"ab", 3},
      {"1 2", 2},        {"[]]", 2},          {"{},", 2},    {"[\"a\nb\"]", 3}, {"[\"\t\"]", 2},
      {"[\"\xff\"]", 2}, {"{\"\xc3\":1}", 2}, {"[1", 2},     {"{\"a\":", 5},    {"01", 1}};
  for (const auto& [text, offset] : cases) {
    JsonTree tree;
    EXPECT_EQ(tree.read(text), offset) << text;
  }
}

// Every text of these symbols is JSON here exactly if it is for another library.
TEST(json_tree, takes_what_json_is) {
  const std::string symbols = "{}[],:\"1 a";
  for (std::size_t length = 1; length <= 5; ++length) {
    std::vector<std::size_t> digits(length, 0);
    for (bool goes_on = true; goes_on;) {
      std::string text;
      for (const std::size_t digit : digits) text += symbols[digit];
      JsonTree tree;
      ASSERT_EQ(!tree.read(text), nlohmann::json::accept(text)) << text;
      std::size_t at = 0;
      while (at < length && ++digits[at] == symbols.size()) digits[at++] = 0;
      goes_on = at < length;
    }
  }
}

TEST(json_tree, depth_needs_no_stack) {
  constexpr std::size_t depth = 200000;
  const std::string text = std::string(depth, '[') + std::string(depth, ']');
  JsonTree tree;
  EXPECT_EQ(tree.read(text), std::nullopt);
  EXPECT_EQ(tree.size(), depth);
}

}  // namespace
}  // namespace tagstream
