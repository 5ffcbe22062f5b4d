// Internal: values that are written as nested tags.

#include "body/nested_value.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "body/schema_table.hpp"

namespace tagstream {
namespace {

std::string nested(std::string_view text, bool is_repaired = false) {
  std::string out;
  EXPECT_EQ(append_nested_value(out, text, "^", {}), is_repaired) << text;
  return out;
}

// The same by a schema, of the parameter `p`.
std::string typed(const std::string& schema, std::string_view text, bool strict = false) {
  const auto tools = read_schemas(schema);
  EXPECT_TRUE(tools) << schema;
  if (!tools) return {};
  const SchemaTable table(*tools);
  const ToolSchema* const tool = table.find("f");
  std::string out;
  append_nested_value(out, text, "^", {tool, SchemaTable::find(*tool, "p"), strict});
  return out;
}

std::string typed_by(const std::string& property, std::string_view text) {
  return typed(R"({"properties":{"p":)" + property + "}}", text);
}

TEST(nested_value, text_is_a_string) {
  EXPECT_EQ(nested(""), R"("")");
  EXPECT_EQ(nested(" a \"b\" "), R"(" a \"b\" ")");
  EXPECT_EQ(nested("a ^ b ^< c ^<d e> ^</f>", true), R"("a ^ b ^< c ^<d e> ^</f>")");
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
  EXPECT_EQ(nested("^<a>1^<b>2", true), R"({"a":{"$text":"1","b":"2"}})");
  EXPECT_EQ(nested("^<a>1^</b>", true), R"({"a":"1^</b>"})");
}

TEST(nested_value, properties_type_what_is_inside) {
  const std::string place =
      R"({"properties":{"lat":{"type":"number"},"far":{"type":"boolean"},"name":{}}})";
  EXPECT_EQ(typed_by(place, "^<lat>1.50^</lat>^<far>True^</far>^<name>1^</name>^<x>1^</x>"),
            R"({"lat":1.50,"far":true,"name":"1","x":"1"})");
  EXPECT_EQ(typed_by(R"({"properties":{"at":)" + place + "}}", "^<at>^<lat>2^</lat>^</at>"),
            R"({"at":{"lat":2}})");
  EXPECT_EQ(typed_by(R"({"additionalProperties":{"type":"integer"},"properties":{"s":{}}})",
                     "^<a>1^</a>^<s>2^</s>"),
            R"({"a":1,"s":"2"})");
}

TEST(nested_value, items_type_the_elements) {
  const std::string list = R"({"type":"array","items":{"type":"integer"}})";
  EXPECT_EQ(typed_by(list, "^<item>1^</item>^<item>two^</item>"), R"([1,"two"])");
  // Under another name, too, where it can be nothing but a list.
  EXPECT_EQ(typed_by(list, "^<n>1^</n>^<n>2^</n>"), "[1,2]");
  EXPECT_EQ(typed_by(list, "^<n>1^</n>"), "[1]");
  EXPECT_EQ(typed_by(list, "^<n>1^</n>^<m>2^</m>"), R"({"n":"1","m":"2"})");
  const std::string inside = R"({"properties":{"n":)" + list + "}}";
  EXPECT_EQ(typed_by(inside, "^<n>1^</n>^<n>2^</n>"), R"({"n":[1,2]})");
  EXPECT_EQ(typed_by(inside, "^<n>^<item>1^</item>^</n>"), R"({"n":[1]})");
  EXPECT_EQ(typed_by(inside, "^<n>[1, 2]^</n>"), R"({"n":[1, 2]})");
  // A key that comes again makes a list of what is none by the schema.
  EXPECT_EQ(typed_by(R"({"properties":{"n":{"type":"integer"}}})", "^<n>1^</n>^<n>2^</n>"),
            R"({"n":[1,2]})");
  EXPECT_EQ(typed_by(R"({"properties":{"item":{"type":"integer"}}})", "^<item>1^</item>"),
            R"({"item":1})");
}

TEST(nested_value, a_string_is_not_taken_apart) {
  EXPECT_EQ(typed_by(R"({"properties":{"s":{"type":"string"}}})", "^<s> a^<b>1^</b> ^</s>"),
            R"({"s":" a^<b>1^</b> "})");
  EXPECT_EQ(typed_by(R"({"properties":{"s":{"type":"string"}}})", "^<s>null^</s>"),
            R"({"s":"null"})");
}

TEST(nested_value, references_and_alternatives_say_more) {
  const std::string tree =
      R"({"properties":{"p":{"$ref":"#/$defs/T"}},"$defs":{"T":{"anyOf":[{"type":"null"},)"
      R"({"properties":{"n":{"type":"integer"},"of":{"items":{"$ref":"#/$defs/T"}}}}]}}})";
  EXPECT_EQ(typed(tree, "^<n>1^</n>^<of>^<item>^<n>2^</n>^<of>null^</of>^</item>^</of>"),
            R"({"n":1,"of":[{"n":2,"of":null}]})");
  EXPECT_EQ(typed_by(R"({"allOf":[{"properties":{"a":{"type":"integer"}}},)"
                     R"({"properties":{"a":{"type":"string"},"b":{"type":"boolean"}}}]})",
                     "^<a>1^</a>^<b>1^</b>"),
            R"({"a":1,"b":true})");
  EXPECT_EQ(
      typed(R"({"properties":{"p":{"$ref":"#"},"n":{"type":"integer"}}})", "^<p>^<n>1^</n>^</p>"),
      R"({"p":{"n":1}})");
  EXPECT_EQ(typed_by(R"({"$ref":"#/properties/p"})", "^<n>1^</n>"), R"({"n":"1"})");
}

TEST(nested_value, tells_what_was_repaired) {
  const auto tools = read_schemas(R"({"properties":{"p":{"properties":{"o":{"type":"object"}}}}})");
  ASSERT_TRUE(tools);
  const SchemaTable table(*tools);
  const ToolSchema* const tool = table.find("f");
  const ParameterSchema* const value = SchemaTable::find(*tool, "p");
  std::string out;
  EXPECT_TRUE(append_nested_value(out, "^<o>{'a': True}^</o>", "^", {tool, value, false}));
  EXPECT_EQ(out, R"({"o":{"a": true}})");
  out.clear();
  EXPECT_FALSE(append_nested_value(out, "^<o>{'a': True}^</o>", "^", {tool, value, true}));
  EXPECT_EQ(out, R"({"o":"{'a': True}"})");
}

// A schema that a program has made up: its indices may lead nowhere, or in a circle.
TEST(nested_value, any_index_will_do) {
  ToolSchema tool{"f", {{"p", ValueTypes::object, 0}}, {}};
  tool.insides.resize(2);
  tool.insides[0].parts = {1, 7, 0};
  tool.insides[1].parts = {0};
  tool.insides[1].properties = {{"z", ValueTypes::integer, 9}, {"a", ValueTypes::integer}};
  const SchemaTable table({tool});
  const ToolSchema* const found = table.find("f");
  std::string out;
  append_nested_value(out, "^<a>1^</a>^<z>^<a>1^</a>^</z>", "^",
                      {found, SchemaTable::find(*found, "p"), false});
  EXPECT_EQ(out, R"({"a":1,"z":{"a":"1"}})");
}

// A look-up must not walk through thousands of parts for each key.
TEST(nested_value, parts_are_merged_once) {
  constexpr std::uint32_t count = 5000;
  ToolSchema tool{"f", {{"p", ValueTypes::object, 0}}, {}};
  tool.insides.resize(1 + count);
  tool.insides[0].properties = {{"own", ValueTypes::integer}};
  for (std::uint32_t i = 1; i <= count; ++i) {
    tool.insides[0].parts.push_back(i);
    tool.insides[i].properties = {{"k" + std::to_string(i), ValueTypes::integer},
                                  {"own", ValueTypes::boolean}};
  }
  tool.insides[7].other = {"", ValueTypes::number};
  tool.insides[9].other = {"", ValueTypes::boolean};
  const SchemaTable table({tool});
  const ToolSchema* const found = table.find("f");
  EXPECT_TRUE(found->insides[0].parts.empty());
  EXPECT_EQ(found->insides[0].properties.size(), count + 1);
  std::string out;
  append_nested_value(out, "^<own>1^</own>^<k1>1^</k1>^<k5000>2^</k5000>^<none>3^</none>", "^",
                      {found, SchemaTable::find(*found, "p"), false});
  EXPECT_EQ(out, R"({"own":1,"k1":1,"k5000":2,"none":3})");
}

// Each of many shares the same many: merged, they would need far more room than the schema.
TEST(nested_value, parts_that_many_share_are_not_all_copied) {
  constexpr std::uint32_t count = 1500;
  ToolSchema tool{"f", {{"p", ValueTypes::object, count - 1}, {"q", ValueTypes::object, 0}}, {}};
  tool.insides.resize(2 * count + 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t part = count + 1 + i;
    tool.insides[i].parts = {count};
    tool.insides[count].parts.push_back(part);
    tool.insides[part].properties = {{"k" + std::to_string(i), ValueTypes::integer}};
  }
  const SchemaTable table({tool});
  const ToolSchema* const found = table.find("f");
  std::size_t room = 0;
  for (const InsideSchema& one : found->insides) room += one.properties.size();
  EXPECT_LT(room, 300000U);
  for (const std::string key : {"p", "q"}) {
    std::string out;
    append_nested_value(out, "^<k3>1^</k3>^<k1499>2^</k1499>^<x>3^</x>", "^",
                        {found, SchemaTable::find(*found, key), false});
    EXPECT_EQ(out, R"({"k3":1,"k1499":2,"x":"3"})");
  }
}

TEST(nested_value, depth_costs_no_stack) {
  constexpr std::size_t depth = 200000;
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "^<a>";
  const std::string json = nested(text, true);
  EXPECT_EQ(json.size(), depth * 6 + 2);
  EXPECT_EQ(json.substr(0, 12), R"({"a":{"a":{")");
}

}  // namespace
}  // namespace tagstream
