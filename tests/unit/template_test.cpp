#include "dialects/template.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tagstream::notation {
namespace {

const char* name_of(Stand stand) {
  static constexpr const char* names[] = {"free",      "json string", "json value",
                                          "attribute", "tag value",   "tag",
                                          "element",   "code",        "counted"};
  return names[static_cast<std::size_t>(stand)];
}

// The tree as a text: `a`, (NAME free), repeat[… between `, `], object[…].
std::string tree(View templ) {
  std::string all;
  for (const Node& node : templ) {
    if (!all.empty()) all += ' ';
    if (const Literal* const literal = node.literal()) all += '`' + written(literal->text) + '`';
    if (const Slot* const slot = node.slot()) {
      all += '(' + std::string(text_of(slot->word)) + ' ' + name_of(slot->stand);
      if (!slot->label.empty()) all += ' ' + slot->label;
      all += ')';
    }
    if (node.object() != nullptr) all += "object[" + tree(node.inside()) + ']';
    if (const Repeat* const repeat = node.repeat())
      all += "repeat[" + tree(repeat->each) + "|" + written(repeat->between) + ']';
  }
  return all;
}
std::string tree_of(std::string_view way) { return tree(template_of(way)); }

TEST(template_tree, dots_repeat_what_stands_before_them) {
  EXPECT_EQ(tree_of("<t>CALL\\n...</t>"), "`<t>` repeat[(CALL free)|\\n] `</t>`");
  EXPECT_EQ(tree_of("NAME(KEY=PYTHON, ...)\\n..."),
            "repeat[(NAME code) `(` repeat[(KEY code) `=` (PYTHON attribute)|, ] `)`|\\n]");
  EXPECT_EQ(tree_of("<c>call:NAME{KEY:<q>STRING<q>,...}"),
            "`<c>call:` (NAME code) `{` repeat[(KEY free) `:<q>` (STRING element) `<q>`|,] `}`");
  EXPECT_EQ(tree_of("Wait...REASONING."), "`Wait...` (REASONING free) `.`");
}

TEST(template_tree, braces_around_a_name_are_an_object) {
  EXPECT_EQ(tree_of(R"(<t>{"name": "NAME", "args": ARGUMENTS}</t>)"),
            R"(`<t>` object[`{"name": "` (NAME json string name) `", "args": ` )"
            R"((ARGUMENTS json value args) `}`] `</t>`)");
  EXPECT_EQ(tree_of(R"([{"NAME": ARGUMENTS}, ...])"),
            R"(`[` repeat[object[`{"` (NAME json string) `": ` (ARGUMENTS free) `}`]|, ] `]`)");
  EXPECT_EQ(
      tree_of(R"({}{"a": {"id": ID, "n": "NAME"}})"),
      R"(`{}` object[`{"a": {"id": ` (ID json value id) `, "n": "` (NAME json string n) `"}}`])");
}

TEST(template_tree, a_slot_knows_what_stands_around_it) {
  EXPECT_EQ(tree_of("<function=NAME>"), "`<function=` (NAME tag value function) `>`");
  EXPECT_EQ(tree_of("<a b=\"NAME\">"), "`<a b=\"` (NAME attribute b) `\">`");
  EXPECT_EQ(tree_of("<NAME>"), "`<` (NAME tag) `>`");
  EXPECT_EQ(tree_of("f.NAME:INDEX"), "`f.` (NAME counted) `:` (INDEX free)");
  EXPECT_EQ(tree_of("x=NAME"), "`x=` (NAME attribute)");
}

TEST(template_tree, leaves_are_the_text_again) {
  for (const char* const way : {"<t>[{\"name\": \"NAME\", \"arguments\": ARGUMENTS}, ...]</t>",
                                "NAME(KEY=PYTHON, ...)\\n...", "<|m|>ROLE to=NAME<|c|>ARGUMENTS",
                                "{KEY}NAME{", ")...", "}NAME..."}) {
    EXPECT_EQ(written(template_of(way)), way);
  }
}

}  // namespace
}  // namespace tagstream::notation
