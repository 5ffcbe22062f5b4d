#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/formats.hpp"
#include "support/model_value.hpp"
#include "support/watch.hpp"
#include "support/xml_writer.hpp"

/// How values are typed by a schema, rule by rule, in every family that writes parameters as
/// elements: docs/tools.md.
namespace tagstream::testing {
namespace {

/// One value, the schema of its parameter, and what it must become.
struct Typed {
  std::string_view schema;
  std::string_view text;
  std::string_view json;
};

/// Calls `visit(row, format)` for each way to write such a call.
void for_each_family(const std::function<void(const Dialect&, const CallFormat&)>& visit) {
  std::size_t families = 0;
  for (const Dialect& row : dialects()) {
    const ToolFormat* const tools = format_of(row).tools;
    if (tools == nullptr) continue;
    for (const CallFormat& format : tools->calls) {
      if (format.open.empty() || format.body != CallBody::xml) continue;
      ++families;
      visit(row, format);
    }
  }
  EXPECT_GE(families, 23U);
}

/// Where tags are the names of tools, `f` must be among them.
void offer_f(std::vector<ToolSchema>& tools) {
  const auto is_general = [](const ToolSchema& tool) { return tool.name.empty(); };
  const auto general = std::find_if(tools.begin(), tools.end(), is_general);
  if (general == tools.end()) {
    tools.push_back({"f", {}});
  } else {
    general->name = "f";
  }
}

/// The arguments of the tool `f` that are read in a text, or what is wrong.
std::string read_arguments(const Dialect& row, const CallFormat& format, const std::string& text,
                           const std::string& schema, const Cuts& cuts, bool incremental) {
  Options options{.dialect = std::string(row.name()), .incremental = incremental};
  options.tools = schema;
  if (format.names_tag) {
    std::vector<ToolSchema> offered = tools_in(options);
    offer_f(offered);
    options.tools = json_of(offered);
  }
  Reader parser(*Rules::make(options));
  const EventRun got = run(text, parser, bounds_of(options), cuts);
  if (!got.failure.empty()) return got.failure;
  std::string arguments;
  for (const Seen& item : got.items) {
    if (item.kind == EventKind::tool_call_error || item.kind == EventKind::notice) return "no call";
    if (item.kind == EventKind::tool_call) arguments += item.text;
  }
  return arguments;
}

void expect_arguments(const Dialect& row, const CallFormat& format,
                      const std::vector<XmlArgument>& arguments, const std::string& schema,
                      const std::string& expected) {
  Random random(7);
  const ReasoningFormat* const reasoning = format_of(row).reasoning;
  const bool is_inside = reasoning != nullptr && reasoning->starts_inside;
  const std::string text = (is_inside ? std::string(*reasoning->close.begin()) : "") +
                           write_xml_call(format, {"f", arguments}, random);
  for (const Cuts& cuts : {Cuts{}, cut_by_size(text.size(), 1), cut_by_size(text.size(), 3)}) {
    for (const bool incremental : {false, true}) {
      EXPECT_EQ(read_arguments(row, format, text, schema, cuts, incremental), expected)
          << row.name() << '\n'
          << schema << '\n'
          << text << '\n'
          << to_text(cuts);
    }
  }
}

XmlArgument argument(std::string_view key, std::string_view text) {
  XmlArgument one;
  one.key = key;
  one.text = text;
  return one;
}

std::string schema_of(std::string_view property) {
  return property.empty() ? ""
                          : R"({"type":"object","properties":{"p":)" + std::string(property) + "}}";
}

void expect_all(const std::vector<Typed>& rows) {
  for_each_family([&](const Dialect& row, const CallFormat& format) {
    for (const Typed& one : rows) {
      expect_arguments(row, format, {argument("p", one.text)}, schema_of(one.schema),
                       R"({"p":)" + std::string(one.json) + '}');
    }
  });
}

// ---- the rules ---------------------------------------------------------------------------------

TEST(parse_xml_types, rule_1_a_string_is_verbatim) {
  expect_all({{R"({"type":"string"})", "null", R"("null")"},
              {R"({"type":"string"})", "12", R"("12")"},
              {R"({"type":"string"})", "True", R"("True")"},
              {R"({"type":"string"})", R"({"a":1})", R"("{\"a\":1}")"},
              {R"({"type":"string"})", "  two\n\tlines  ", R"("  two\n\tlines  ")"},
              {R"({"type":"string"})", "a & b &lt; \"c\"", R"("a & b &lt; \"c\"")"},
              {R"({"type":"string"})", "", R"("")"},
              {R"({"type":"varchar"})", "007", R"("007")"},
              {R"({"type":"enum","enum":["on","off"]})", "off", R"("off")"}});
}

TEST(parse_xml_types, rule_2_the_word_null) {
  expect_all({{R"({"type":"integer"})", "null", "null"},
              {R"({"type":"object"})", "NULL", "null"},
              {R"({"type":["string","null"]})", "null", "null"},
              {R"({"type":["string","null"]})", " Null ", "null"},
              {R"({"type":["string","null"]})", "nullable", R"("nullable")"},
              {R"({"type":"string","nullable":true})", "null", "null"},
              {R"({"type":["string","integer"]})", "null", R"("null")"}});
}

TEST(parse_xml_types, rule_3_numbers_keep_their_digits) {
  expect_all({{R"({"type":"integer"})", "12", "12"},
              {R"({"type":"integer"})", " -7 ", "-7"},
              {R"({"type":"integer"})", "12345678901234567890123", "12345678901234567890123"},
              {R"({"type":"integer"})", "1.5", R"("1.5")"},
              {R"({"type":"integer"})", "a dozen", R"("a dozen")"},
              {R"({"type":"integer"})", "1_000", R"("1_000")"},
              {R"({"type":"integer"})", "", R"("")"},
              {R"({"type":"number"})", "2.50", "2.50"},
              {R"({"type":"number"})", "1e5", "1e5"},
              {R"({"type":"number"})", "3.0", "3"},
              {R"({"type":"number"})", "0.1000000000000000055", "0.1000000000000000055"},
              {R"({"type":"number"})", "NaN", R"("NaN")"},
              {R"({"type":"number"})", "Infinity", R"("Infinity")"},
              {R"({"type":"number"})", "1e999", R"("1e999")"}});
}

TEST(parse_xml_types, rule_4_booleans) {
  expect_all({{R"({"type":"boolean"})", "true", "true"},
              {R"({"type":"boolean"})", "FALSE", "false"},
              {R"({"type":"boolean"})", "1", "true"},
              {R"({"type":"boolean"})", "0", "false"},
              {R"({"type":"boolean"})", " True\n", "true"},
              {R"({"type":"boolean"})", "yes", R"("yes")"},
              {R"({"type":"boolean"})", "2", R"("2")"}});
}

TEST(parse_xml_types, rule_5_objects_and_lists_are_json) {
  expect_all({{R"({"type":"object"})", R"({ "b": 1.50, "a":[2] })", R"({ "b": 1.50, "a":[2] })"},
              {R"({"type":"object"})", R"({"a":"</parameter>"})", R"({"a":"</parameter>"})"},
              {R"({"type":"object"})", "", "{}"},
              {R"({"type":"array"})", R"(["x",null])", R"(["x",null])"},
              {R"({"type":"array"})", " ", "[]"},
              {R"({"type":"object"})", "{'a': True}", R"({"a": true})"},
              {R"({"type":"object"})", "[1]", R"("[1]")"},
              {R"({"type":"object"})", R"({"a":)", R"("{\"a\":")"},
              {R"({"type":"array"})", "1, 2", R"("1, 2")"}});
}

TEST(parse_xml_types, rule_6_of_several_types_the_first_that_fits) {
  expect_all({{R"({"type":["string","integer"]})", "5", "5"},
              {R"({"type":["string","integer"]})", "five", R"("five")"},
              {R"({"anyOf":[{"type":"string"},{"type":"number"}]})", "2.5", "2.5"},
              {R"({"anyOf":[{"type":"integer"},{"type":"null"}]})", "null", "null"},
              {R"({"oneOf":[{"type":"boolean"},{"type":"array"}]})", "[1]", "[1]"},
              {R"({"oneOf":[{"type":"boolean"},{"type":"array"}]})", "true", "true"},
              {R"({"oneOf":[{"type":"boolean"},{"type":"array"}]})", "none", R"("none")"},
              {R"({"type":["boolean","integer"]})", "1", "1"},
              {R"({"anyOf":[{"type":"object"},{"type":"string"}]})", "{}", "{}"},
              {R"({"anyOf":[{"type":"object"},{"type":"string"}]})", "{", R"("{")"}});
}

TEST(parse_xml_types, rule_7_what_a_schema_without_a_type_means) {
  expect_all({{R"({"enum":["1","2"]})", "1", R"("1")"},
              {R"({"enum":["a",null]})", "null", "null"},
              {R"({"enum":["a","b"]})", "null", R"("null")"},
              {R"({"enum":["a","b"]})", "c", R"("c")"},
              {R"({"items":{}})", "[1]", "[1]"},
              {R"({"properties":{"x":{}}})", R"({"x":1})", R"({"x":1})"},
              {R"({"additionalProperties":true})", R"({"x":1})", R"({"x":1})"}});
}

TEST(parse_xml_types, rule_8_other_words_for_types) {
  expect_all({{R"({"type":"int32"})", "1", "1"},
              {R"({"type":"float"})", "1.5", "1.5"},
              {R"({"type":"bool"})", "true", "true"},
              {R"({"type":"dict"})", "{}", "{}"},
              {R"({"type":"list[int]"})", "[1]", "[1]"},
              {R"({"type":"Optional[int]"})", "null", R"("null")"},
              {R"({"type":"quantity"})", "1", R"("1")"},
              {"", "1", R"("1")"},
              {"", "null", R"("null")"},
              {"{}", "true", R"("true")"},
              {"true", "[1]", R"("[1]")"}});
}

TEST(parse_xml_types, rule_9_what_is_said_beside_a_value_goes_before_the_schema) {
  struct Said {
    std::string_view word;
    ValueTypes types;
    std::string_view text, json;
  };
  const std::string schema = schema_of(R"({"type":"array"})");
  const Said all[] = {{"string", ValueTypes::string, "[1]", R"("[1]")"},
                      {"string", ValueTypes::string, "null", R"("null")"},
                      {"integer", ValueTypes::integer, "12", "12"},
                      {"number", ValueTypes::number, "2.50", "2.50"},
                      {"boolean", ValueTypes::boolean, "true", "true"},
                      {"object", ValueTypes::object, R"({"z":[1,null]})", R"({"z":[1,null]})"},
                      {"object", ValueTypes::object, "no JSON", R"("no JSON")"}};
  std::size_t families = 0;
  for_each_family([&](const Dialect& row, const CallFormat& format) {
    const XmlShape& shape = *format.shape;
    if (!shape.type.is_given() && shape.type_attribute.empty() && shape.string_attribute.empty()) {
      return;
    }
    ++families;
    for (const Said& said : all) {
      XmlArgument one = argument("p", said.text);
      one.word = said.word;
      one.types = said.types;
      one.says_type = true;
      for (const std::string& given : {std::string(), schema}) {
        expect_arguments(row, format, {one}, given, R"({"p":)" + std::string(said.json) + '}');
      }
    }
  });
  EXPECT_GE(families, 6U);
}

TEST(parse_xml_types, a_schema_is_never_required_and_costs_no_call) {
  const std::string schema =
      R"({"type":"object","required":["p","q"],"properties":{"p":{"type":"integer"},"q":{}}})";
  for_each_family([&](const Dialect& row, const CallFormat& format) {
    expect_arguments(row, format, {}, schema, "{}");  // both are missing
    expect_arguments(row, format, {argument("other", "12")}, schema, R"({"other":"12"})");
    expect_arguments(row, format, {argument("p", "many"), argument("other", "")}, schema,
                     R"({"p":"many","other":""})");
    expect_arguments(row, format, {argument("p", "1"), argument("p", "1")}, schema, R"({"p":1})");
    if (!format.shape->first_key_counts) return;
    expect_arguments(row, format, {argument("p", "1"), argument("p", "x")}, schema, R"({"p":1})");
  });
}

TEST(parse_xml_types, a_schema_of_another_tool_does_not_count) {
  const std::string schema =
      R"([{"name":"g","parameters":{"properties":{"p":{"type":"integer"}}}}])";
  for_each_family([&](const Dialect& row, const CallFormat& format) {
    expect_arguments(row, format, {argument("p", "12")}, schema, R"({"p":"12"})");
  });
}

}  // namespace
}  // namespace tagstream::testing
