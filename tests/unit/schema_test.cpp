#include "tagstream/schema.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

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

TEST(schema, words_with_brackets) {
  expect(ValueTypes::array, {"List[int]", "list[dict[str, int]]", "array<string>",
                             "Tuple[int, ...]", "typing.List[int]", "int[]", "string[][]",
                             "dict[str, int][]", "list [ int ]", "list[int"});
  expect(ValueTypes::object, {"dict[str, int]", "Dict[str, List[int]]", "Map<string, number[]>",
                              "collections.abc.Mapping[str, str]"});
  expect(ValueTypes::string, {"varchar(255)", "char (1)"});
  expect(ValueTypes::number, {"decimal(10, 2)", "decimal.Decimal"});
}

TEST(schema, several_types_in_one_word) {
  expect(ValueTypes::integer | ValueTypes::null,
         {"Optional[int]", "typing.Optional[int]", "Union[int, None]", "int | None", "int|null",
          "Optional[Union[int, int64]]"});
  expect(ValueTypes::integer | ValueTypes::string, {"Union[int, str]", "int | str", "str,int"});
  expect(ValueTypes::array | ValueTypes::null, {"Optional[List[int]]", "list[str] | None"});
  expect(ValueTypes::object | ValueTypes::array, {"Union[Dict[str, int], List[bool]]"});
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
                            "{}",
                            "int;",
                            "\xc3\xa9",
                            "int\xff"});
}

TEST(schema, any_bytes_will_do) {
  EXPECT_EQ(value_type(std::string(100000, '[')), ValueTypes::none);
  EXPECT_EQ(value_type("list" + std::string(100000, '[')), ValueTypes::array);
  EXPECT_EQ(value_type(std::string(3, '\0')), ValueTypes::none);
  std::string nested;
  for (int i = 0; i < 10000; ++i) nested += "Optional[";
  EXPECT_EQ(value_type(nested + "int"), ValueTypes::integer | ValueTypes::null);
}

TEST(schema, schemas_compare) {
  const ToolSchema schema{"f", {{"a", ValueTypes::integer}}};
  EXPECT_EQ(schema, (ToolSchema{"f", {{"a", ValueTypes::integer}}}));
  EXPECT_NE(schema, (ToolSchema{"f", {{"a", ValueTypes::number}}}));
  EXPECT_NE(schema, ToolSchema{});
}

}  // namespace
}  // namespace tagstream
