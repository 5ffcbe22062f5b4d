#include "body/schema.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

void expect(ValueTypes types, const std::vector<std::string_view>& words) {
  for (const std::string_view word : words) EXPECT_EQ(value_type(word), types) << word;
}

TEST(schema, types_are_a_set) {
  const ValueTypes types = ValueTypes::integer | ValueTypes::null;
  EXPECT_TRUE(has(types, ValueTypes::integer));
  EXPECT_TRUE(has(types, ValueTypes::null));
  EXPECT_FALSE(has(types, ValueTypes::string));
  EXPECT_FALSE(has(ValueTypes::none, ValueTypes::string));
}

TEST(schema, words_for_types) {
  expect(ValueTypes::string, {"string", "str", "text", "varchar", "char", "enum", "date", "time",
                              "datetime", "date-time", "uuid", "uri", "url"});
  expect(ValueTypes::integer,
         {"integer", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32",
          "uint64", "unsigned", "long", "short", "bigint", "smallint", "tinyint"});
  expect(ValueTypes::number, {"number", "float", "float32", "float64", "double", "decimal"});
  expect(ValueTypes::boolean, {"boolean", "bool"});
  expect(ValueTypes::object,
         {"object", "dict", "dictionary", "map", "mapping", "record", "struct"});
  expect(ValueTypes::array, {"array", "list", "tuple", "set", "sequence"});
  expect(ValueTypes::null, {"null", "none", "nonetype"});
}

TEST(schema, any_case_and_blanks_around) {
  expect(ValueTypes::string, {"String", "STR", " string ", "\tText\n", "Date-Time"});
  expect(ValueTypes::integer, {"Int32", "INTEGER", "Long"});
  expect(ValueTypes::null, {"None", "NoneType", "NULL"});
}

TEST(schema, lists_and_objects_may_say_in_brackets_what_they_hold) {
  expect(ValueTypes::array, {"List[int]", "list[dict[str, int]]", "Tuple[int, ...]", "list[]"});
  expect(ValueTypes::object, {"dict[str, int]", "Dict[str, List[int]]"});
}

TEST(schema, what_is_no_type) {
  expect(ValueTypes::none, {"",
                            " ",
                            "any",
                            "Any",
                            "foo",
                            "in",
                            "integers",
                            "strin",
                            "stringy",
                            "string9",
                            "bool8",
                            "intern",
                            "a list of int",
                            "string or null",
                            "'int'",
                            "\"int\"",
                            "[int]",
                            "[",
                            "]",
                            "|",
                            "optional",
                            "union",
                            "Literal['int']",
                            "Optional[int]",
                            "int | None",
                            "int[]",
                            "list[int",
                            "list[int] | None",
                            "typing.List[int]",
                            "array<string>",
                            "varchar(255)",
                            "{}",
                            "int;",
                            "\xc3\xa9",
                            "int\xff"});
}

TEST(schema, any_bytes_will_do) {
  EXPECT_EQ(value_type(std::string(100000, '[')), ValueTypes::none);
  EXPECT_EQ(value_type("list" + std::string(100000, '[') + ']'), ValueTypes::array);
  EXPECT_EQ(value_type(std::string(3, '\0')), ValueTypes::none);
}

TEST(schema, says_that_other_parameters_are_allowed) {
  const auto allows = [](const std::string& more) {
    const std::string json = R"({"name": "f", "parameters": {"type": "object",)"
                             R"("properties": {"a": {"type": "string"}})" +
                             more + "}}";
    const auto tools = read_schemas(json);
    return tools && tools->at(0).allows_others;
  };
  EXPECT_FALSE(allows(""));
  EXPECT_FALSE(allows(R"(, "additionalProperties": false)"));
  EXPECT_FALSE(allows(R"(, "additionalProperties": null)"));
  EXPECT_TRUE(allows(R"(, "additionalProperties": true)"));
  EXPECT_TRUE(allows(R"(, "additionalProperties": {"type": "string"})"));
  EXPECT_TRUE(allows(R"(, "patternProperties": {"^x": {}})"));
  EXPECT_TRUE(allows(R"(, "allOf": [{"additionalProperties": true}])"));
}

TEST(schema, schemas_compare) {
  const ToolSchema schema{"f", {{"a", ValueTypes::integer}}};
  EXPECT_EQ(schema, (ToolSchema{"f", {{"a", ValueTypes::integer}}}));
  EXPECT_NE(schema, (ToolSchema{"f", {{"a", ValueTypes::number}}}));
  EXPECT_NE(schema, ToolSchema{});
  EXPECT_NE(schema, (ToolSchema{"f", {{"a", ValueTypes::integer, 0}}, {}}));
}

// The types of the parameter n, read from the schema of one tool.
ValueTypes types_in(const std::string& schema, const std::string& definitions = "{}") {
  const auto tools =
      read_schemas("{\"properties\":{\"n\":" + schema + "},\"$defs\":" + definitions + "}");
  EXPECT_TRUE(tools) << schema << (tools ? "" : ": " + tools.error().message);
  if (!tools) return ValueTypes::none;
  EXPECT_EQ(tools->size(), 1U);
  return tools->at(0).parameters.at(0).types;
}

TEST(schema, tools_are_read_from_json) {
  const auto tools = read_schemas(
      R"([{"type":"function","function":{"name":"f","parameters":)"
      R"({"properties":{"b":{"type":"string"},"a":{"type":["integer","null"]}}}}},)"
      R"({"name":"g","parameters":null,"input_schema":{"properties":{"c":{"type":"list"}}}},)"
      R"({"name":"h"}])");
  ASSERT_TRUE(tools);
  EXPECT_EQ(*tools,
            (std::vector<ToolSchema>{
                {"f", {{"a", ValueTypes::integer | ValueTypes::null}, {"b", ValueTypes::string}}},
                {"g", {{"c", ValueTypes::array}}},
                {"h", {}}}));
  const auto any = read_schemas(R"({"type":"object","properties":{"a":true}})");
  ASSERT_TRUE(any);
  EXPECT_EQ(*any, (std::vector<ToolSchema>{{"", {{"a", ValueTypes::none}}}}));
}

TEST(schema, of_one_parameter_the_last_schema_counts) {
  const auto tools =
      read_schemas(R"({"properties":{"a":{"type":"string"},"a":{"type":"integer"}}})");
  ASSERT_TRUE(tools);
  EXPECT_EQ(tools->at(0).parameters, (std::vector<ParameterSchema>{{"a", ValueTypes::integer}}));
}

TEST(schema, definitions_and_alternatives) {
  const std::string definitions =
      R"({"I":{"type":"integer"},"S":{"anyOf":[{"$ref":"#/$defs/I"},{"type":"string"}]},)"
      R"("A":{"anyOf":[{"$ref":"#/$defs/B"},{"type":"null"}]},)"
      R"("B":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"boolean"}]},)"
      R"("L":[{"type":"number"}]})";
  const auto of = [&](const std::string& schema) { return types_in(schema, definitions); };
  EXPECT_EQ(of(R"({"$ref":"#/$defs/S"})"), ValueTypes::integer | ValueTypes::string);
  EXPECT_EQ(of(R"({"$ref":"#/$defs/L/0"})"), ValueTypes::number);
  // Definitions that refer to each other have all of their types.
  EXPECT_EQ(of(R"({"$ref":"#/$defs/A"})"), ValueTypes::null | ValueTypes::boolean);
  EXPECT_EQ(of(R"({"$ref":"#/$defs/B"})"), ValueTypes::null | ValueTypes::boolean);
  EXPECT_EQ(of(R"({"$ref":"#/$defs/None"})"), ValueTypes::none);
  EXPECT_EQ(of(R"({"$ref":5,"type":"string"})"), ValueTypes::string);
  EXPECT_EQ(of(R"({"enum":["a",null]})"), ValueTypes::string | ValueTypes::null);
  EXPECT_EQ(of(R"({"items":{},"properties":{}})"), ValueTypes::array | ValueTypes::object);
}

TEST(schema, fixed_values_say_their_types) {
  EXPECT_EQ(types_in(R"({"const":5})"), ValueTypes::integer);
  EXPECT_EQ(types_in(R"({"const":5.0})"), ValueTypes::number);
  EXPECT_EQ(types_in(R"({"enum":[1,"a",true]})"),
            ValueTypes::integer | ValueTypes::string | ValueTypes::boolean);
  EXPECT_EQ(types_in(R"({"enum":[[1],{}]})"), ValueTypes::array | ValueTypes::object);
  EXPECT_EQ(types_in(R"({"type":"string","enum":["a",null]})"),
            ValueTypes::string | ValueTypes::null);
  EXPECT_EQ(types_in(R"({"enum":[],"properties":{}})"), ValueTypes::object);
}

TEST(schema, what_a_tool_takes_may_be_said_elsewhere) {
  const std::vector<ParameterSchema> n = {{"n", ValueTypes::integer}};
  for (const char* const schema :
       {R"({"type":"object","$ref":"#/$defs/P",)"
        R"("$defs":{"P":{"properties":{"n":{"type":"integer"}}}}})",
        R"({"type":"object","allOf":[{"properties":{"n":{"type":"integer"}}}]})",
        R"({"properties":{"n":{"type":"integer"}},)"
        R"("anyOf":[{"properties":{"n":{"type":"string"}}}]})",
        R"({"type":"object",)"
        R"("oneOf":[{"properties":{"n":{"type":"integer"}}},{"$ref":"#"},true]})"}) {
    const auto tools = read_schemas(schema);
    ASSERT_TRUE(tools) << schema;
    EXPECT_EQ(tools->at(0).parameters, n) << schema;
  }
  EXPECT_EQ(types_in(R"({"$ref":"#"})"), ValueTypes::object);
  const auto any = read_schemas(R"([{"name":"f","parameters":true}])");
  ASSERT_TRUE(any);
  EXPECT_EQ(*any, (std::vector<ToolSchema>{{"f", {}}}));
}

TEST(schema, a_keyword_with_null_is_absent) {
  EXPECT_EQ(types_in(R"({"type":null,"enum":["a"],"anyOf":null,"items":null})"),
            ValueTypes::string);
  EXPECT_EQ(types_in(R"({"nullable":null,"type":"integer","properties":null})"),
            ValueTypes::integer);
  EXPECT_EQ(types_in(R"({"const":null})"), ValueTypes::null);
  const auto tools = read_schemas(R"([{"name":"f","parameters":{"properties":null}}])");
  ASSERT_TRUE(tools);
  EXPECT_TRUE(tools->at(0).parameters.empty());
}

TEST(schema, keywords_of_one_type_tell_it) {
  EXPECT_EQ(types_in(R"({"patternProperties":{"^x":{}}})"), ValueTypes::object);
  EXPECT_EQ(types_in(R"({"prefixItems":[{}]})"), ValueTypes::array);
}

TEST(schema, values_inside_values) {
  const auto tools =
      read_schemas(R"({"properties":{"a":{"items":{"type":"integer"}},"b":{"$ref":"#/$defs/T"}},)"
                   R"("$defs":{"T":{"properties":{"y":{"type":"list"},"x":{"$ref":"#/$defs/T"}},)"
                   R"("additionalProperties":{"type":"boolean"}}}})");
  ASSERT_TRUE(tools);
  const ToolSchema& tool = tools->at(0);
  EXPECT_EQ(tool.parameters, (std::vector<ParameterSchema>{{"a", ValueTypes::array, 0},
                                                           {"b", ValueTypes::object, 1}}));
  ASSERT_EQ(tool.insides.size(), 4U);  // each reference is one
  EXPECT_EQ(tool.insides[0].item, (ParameterSchema{"", ValueTypes::integer}));
  EXPECT_EQ(tool.insides[1].parts, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(tool.insides[2].properties,
            (std::vector<ParameterSchema>{{"y", ValueTypes::array}, {"x", ValueTypes::object, 3}}));
  EXPECT_EQ(tool.insides[3].parts, tool.insides[1].parts);
  EXPECT_EQ(tool.insides[2].other, (ParameterSchema{"", ValueTypes::boolean}));
  // A wrong part inside says nothing, and costs nothing.
  EXPECT_TRUE(
      read_schemas(R"({"properties":{"a":{"items":{"type":5,"anyOf":7,"properties":{"b":[]}}}}})"));
}

TEST(schema, a_reference_stays_in_its_tool) {
  const auto tools =
      read_schemas(R"([{"name":"f","parameters":{"properties":{"a":{"$ref":"#/$defs/T"}},)"
                   R"("$defs":{"T":{"type":"integer"}}}},)"
                   R"({"name":"g","parameters":{"properties":{"a":{"$ref":"#/$defs/T"}}}}])");
  ASSERT_TRUE(tools);
  EXPECT_EQ(tools->at(0).parameters.at(0).types, ValueTypes::integer);
  EXPECT_EQ(tools->at(1).parameters.at(0).types, ValueTypes::none);
}

TEST(schema, errors_say_what_and_where) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "not JSON at line 1, column 1"},
      {"[\n {\"\xc3\xa9\" 12}]", "not JSON at line 2, column 7"},
      {"\"f\"", "expected a list of tools, a tool or a schema, not a string: the top level"},
      {"{}", "no tool in it, and no schema of an object: the top level"},
      {R"([{"name":""}])", "the name is empty: /0/name"},
      {R"({"properties":{"a":{"$ref":"#/x"}},"x":{"anyOf":[{},null]}})",
       "expected a schema, not null: /x/anyOf/1"},
      {R"({"properties":{"a":{"nullable":1}}})",
       "expected true or false, not a number: /properties/a/nullable"}};
  for (const auto& [json, message] : cases) {
    const auto tools = read_schemas(json);
    ASSERT_FALSE(tools) << json;
    EXPECT_EQ(tools.error().message, message);
    EXPECT_EQ(tools.error().code, Code::bad_option);
  }
  EXPECT_EQ(read_schemas(R"([{"name":1}])").error().offset, 9U);
  // A definition that nothing refers to is not looked at.
  EXPECT_TRUE(read_schemas(R"({"properties":{},"$defs":{"x":{"anyOf":5}}})"));
}

// P parameters that refer to a definition of L alternatives take P + L steps, not P * L: these
// would be 3,600,000,000.
TEST(schema, a_definition_is_looked_at_once) {
  constexpr std::size_t count = 60000;
  std::string json = "{\"properties\":{";
  for (std::size_t i = 0; i < count; ++i) {
    json += (i == 0 ? "\"p" : ",\"p") + std::to_string(i) + R"(":{"$ref":"#/$defs/D"})";
  }
  json += R"(},"$defs":{"D":{"anyOf":[)";
  for (std::size_t i = 0; i < count; ++i) json += R"({"type":"integer"},)";
  json += R"({"type":"null"}]}}})";
  const auto tools = read_schemas(json);
  ASSERT_TRUE(tools);
  ASSERT_EQ(tools->at(0).parameters.size(), count);
  for (const ParameterSchema& parameter : tools->at(0).parameters) {
    ASSERT_EQ(parameter.types, ValueTypes::integer | ValueTypes::null);
  }
}

// Parameters that share 20,000 parts have types as long as the parts of all fit a budget. A look-up
// in the others searches few parts: 8,000 tags of a value would take 160,000,000 steps.
TEST(schema, of_many_shared_parts_few_are_searched) {
  constexpr std::size_t depth = 20000;
  std::string part;
  for (std::size_t i = 0; i < depth; ++i) part += R"({"allOf":[)";
  part += R"({"properties":{"y":{"type":"integer"}}})";
  for (std::size_t i = 0; i < depth; ++i) part += "]}";
  std::string json = R"([{"name":"f","parameters":{"properties":{"a":{"$ref":"#/$defs/d"})";
  for (std::size_t i = 0; i < 200; ++i) {
    json += ",\"p" + std::to_string(i) + R"(":{"$ref":"#/$defs/d"})";
  }
  json += R"(},"$defs":{"d":)" + part + "}}}]";
  Reader reader = *Reader::make({.dialect = "minimax_m3", .tools = json});
  const std::string m = "]<]minimax[>[";
  const auto value_of = [&](const std::string& key) {
    Message message;
    std::string text = m + "<tool_call>" + m + "<invoke name=\"f\">" + m + "<" + key + ">";
    for (std::size_t i = 0; i < 8000; ++i) {
      const std::string tag = "x" + std::to_string(i) + '>';
      (((((text += m) += '<') += tag) += '1') += m) += "</" + tag;
    }
    text += m + "<y>1" + m + "</y>" + m + "</" + key + ">" + m + "</invoke>" + m + "</tool_call>";
    reader.reset();
    message.add(reader.feed(text));
    message.add(reader.finish());
    const std::string arguments = message.tool_calls.at(0).arguments;
    return arguments.substr(arguments.rfind("\"y\""));
  };
  EXPECT_EQ(value_of("a"), "\"y\":1}}");
  EXPECT_EQ(value_of("p99"), "\"y\":\"1\"}}");
}

}  // namespace
}  // namespace tagstream
