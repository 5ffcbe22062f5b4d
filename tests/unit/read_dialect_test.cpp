#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tagstream/dialect.hpp"
#include "tagstream/json.hpp"
#include "tagstream/parse.hpp"

namespace tagstream {
namespace {

std::string wrong(std::string_view json) {
  const auto row = read_dialect(json);
  return row ? "" : row.error().message;
}

// The same for what stands in the tools of a row, or in its one way to write a call.
std::string wrong_tools(const std::string& fields) {
  return wrong(R"({"name":"a","tools":{)" + fields + "}}");
}
std::string wrong_call(const std::string& fields) {
  return wrong_tools(R"("calls":[{"open":["<c>"],)" + fields + "}]");
}

TEST(read_dialect, a_row) {
  const auto row = read_dialect(R"({
    "name": "mine",
    "reasoning": {"open": ["<why>"], "close": ["</why>"]},
    "tools": {"calls": [{"open": ["@@\u0041"], "close": ["@@"], "body": "json"}]},
    "drop": ["<end>"]
  })");
  ASSERT_TRUE(row) << row.error().message;
  const ReasoningFormat reasoning{.open = {"<why>"}, .close = {"</why>"}};
  const ToolFormat tools{.calls = {{{.open = {"@@A"}, .close = {"@@"}}}}};
  EXPECT_TRUE(
      **row ==
      (Dialect{.name = "mine", .reasoning = &reasoning, .tools = &tools, .drop = {"<end>"}}));
}

TEST(read_dialect, a_row_is_read_by) {
  ParseOptions options;
  options.row = *read_dialect(R"({"name":"mine","reasoning":{"open":["{-"],"close":["-}"]},
      "tools":{"calls":[{"open":["call "],"close":["\n"],"body":"name_then_json"}]}})");
  const auto rules = ParseRules::make(std::move(options));
  ASSERT_TRUE(rules) << rules.error().message;
  const auto message = parse_all("{-hm-}So call f {\"a\":1}\n.", *rules);
  ASSERT_TRUE(message);
  std::string json;
  to_json(json, *message);
  EXPECT_NE(json.find(R"("content":"So .","reasoning_content":"hm")"), json.npos) << json;
  EXPECT_NE(json.find(R"("name":"f","arguments":"{\"a\":1}")"), json.npos) << json;
}

TEST(read_dialect, null_is_as_if_it_were_not_there) {
  EXPECT_EQ(wrong(R"({"name":"a","reasoning":null,"tools":null,"drop":null})"), "");
  const Dialect row{.name = "a", .writes_calls = false};
  EXPECT_TRUE(**read_dialect(R"({"name":"a","aliases":null})") == row);
}

TEST(read_dialect, what_is_not_json_is_named_with_its_place) {
  EXPECT_EQ(wrong("{\n \"name\": 'a'}"), "not JSON: line 2, column 10");
  EXPECT_EQ(read_dialect("{\n \"name\": 'a'}").error().offset, 11U);
  EXPECT_EQ(wrong(""), "not JSON: line 1, column 1");
  EXPECT_EQ(wrong("[]"), "expected an object, not a list: line 1, column 1, the top level");
}

TEST(read_dialect, fields_that_there_are_not_are_named_with_the_nearest) {
  EXPECT_EQ(wrong("{\"name\":\"a\",\n\"reasonin\":null}"),
            "unknown field \"reasonin\", perhaps \"reasoning\": line 2, column 12, /reasonin");
  EXPECT_EQ(wrong_call(R"("clsoe":[])"),
            "unknown field \"clsoe\", perhaps \"close\": line 1, column 55, "
            "/tools/calls/0/clsoe");
  EXPECT_EQ(wrong(R"({"name":"a","\n":1})"), "unknown field \"\\n\": line 1, column 18, /\n");
  EXPECT_EQ(wrong(R"({"name":"a","x: y":1})"), "unknown field \"x: y\": line 1, column 20, /x: y");
  EXPECT_EQ(wrong(R"({"name":"a","name":"b"})"),
            "the field is given twice: line 1, column 20, /name");
}

TEST(read_dialect, values_of_other_types_are_named) {
  const std::string place = ": line 1, column ";
  EXPECT_EQ(wrong(R"({"name":1})"), "expected a string, not a number: line 1, column 9, /name");
  EXPECT_EQ(wrong(R"({"name":"a","drop":"x"})"),
            "expected a list, not a string: line 1, column 20, /drop");
  EXPECT_EQ(wrong(R"({"name":"a","drop":["x",2]})"),
            "expected a string, not a number: line 1, column 25, /drop/1");
  EXPECT_EQ(wrong(R"({"name":"a","writesCalls":"x"})"),
            "expected true or false, not a string: line 1, column 27, /writesCalls");
  EXPECT_EQ(wrong(R"({"name":"a","tools":[]})"),
            "expected an object, not a list: line 1, column 21, /tools");
  EXPECT_EQ(wrong_call(R"("body":"jsn")").substr(0, 27), "expected one of auto, json,");
  EXPECT_EQ(wrong_call(R"("body":"jsn")").substr(wrong_call(R"("body":"jsn")").find(", not \"")),
            ", not \"jsn\": line 1, column 54, /tools/calls/0/body");
  for (const char* number : {"256", "-1", "1.5", "1e1", "99999999999999999999"}) {
    EXPECT_EQ(wrong_call(std::string(R"("shared":)") + number),
              "expected a number from 0 to 255: line 1, column 56, /tools/calls/0/shared");
  }
  EXPECT_EQ(wrong_tools(R"("separator":"ab")"),
            "expected one byte: line 1, column 34, /tools/separator");
}

TEST(read_dialect, lists_have_an_end) {
  std::string words = R"("x0")";
  for (int i = 1; i < 12; ++i) words += ",\"x" + std::to_string(i) + '"';
  EXPECT_EQ(wrong(R"({"name":"a","drop":[)" + words + "]}"), "");
  EXPECT_EQ(wrong(R"({"name":"a","drop":[)" + words + R"(,"y"]})"),
            "at most 12 fit in here: line 1, column 83, /drop/12");
  EXPECT_EQ(wrong_tools(R"("calls":[{"open":[]}])"),
            "nothing is given here: line 1, column 31, /tools/calls/0");
}

TEST(read_dialect, what_the_table_may_not_have_a_file_may_not) {
  EXPECT_EQ(wrong("{}"), "a row's name is not of a-z, 0-9 and _: line 1, column 1, /name");
  EXPECT_EQ(wrong(R"({"name":"a","reasoning":{"open":["x"],"close":["x"]}})"),
            "an opening marker closes as well: line 1, column 33, /reasoning/open");
  EXPECT_EQ(wrong(R"({"name":"a","reasoning":{"open":["x"]}})"),
            "reasoning has no closer: line 1, column 25, /reasoning/close");
  EXPECT_EQ(wrong_tools(R"("calls":[{"open":["<c>"]},{"open":["<c>"]}])"),
            "one marker opens two things: line 1, column 56, /tools/calls/1/open");
  EXPECT_EQ(wrong_call(R"("body":"xml","shape":{"functions":["f"]})"),
            "an XML shape has no sample: line 1, column 68, /tools/calls/0/shape/sample");
  EXPECT_EQ(wrong(R"({"name":"a","reasoning":{"open":["x"],"close":["y"],"unwrap":[""]}})"),
            "a tag to unwrap is not given by its name alone: line 1, column 62, "
            "/reasoning/unwrap");
}

TEST(read_dialect, an_empty_marker_is_refused_wherever_it_stands) {
  const auto header = [](const std::string& fields) {
    return wrong(R"({"name":"a","reasoning":{"header":{"start":"s","message":"m",)" + fields +
                 "}}}");
  };
  EXPECT_EQ(header(R"("close":["e"])"), "");
  EXPECT_EQ(header(R"("close":["e",""])"),
            "what ends a message is empty: line 1, column 70, /reasoning/header/close");
  EXPECT_EQ(header(R"("close":["e"],"textChannels":[""])"),
            "a channel has no name: line 1, column 91, /reasoning/header/textChannels");
  EXPECT_EQ(header(R"("close":["e"],"endsBefore":[""])").substr(0, 23), "what ends a header from");
  EXPECT_EQ(wrong(R"({"name":"a","drop":[""]})").substr(0, 24), "a token to drop is empty");
  EXPECT_EQ(wrong(R"({"name":"a","turn":[""]})").substr(0, 27), "what begins a turn is empty");
  EXPECT_EQ(wrong_call(R"("close":[""])").substr(0, 26), "a closing marker is empty:");
}

TEST(read_dialect, what_could_never_be_read_is_refused) {
  for (const char* body : {"raw", "text"}) {
    EXPECT_EQ(wrong_call(R"("body":")" + std::string(body) + '"'),
              "nothing closes a body that does not know its end: line 1, column 31, "
              "/tools/calls/0/close")
        << body;
    EXPECT_EQ(wrong_call(R"("close":["</c>"],"body":")" + std::string(body) + '"'), "") << body;
  }
  EXPECT_EQ(wrong_call(R"("body":"xml")").substr(0, 50),
            "nothing closes a body that does not know its end: ");
  EXPECT_EQ(wrong_tools(R"("calls":[{"open":["@@"],"body":"arguments"}])"),
            "a literal opens arguments, so nothing names the tool: line 1, column 39, "
            "/tools/calls/0/open");
  EXPECT_EQ(wrong_call(R"("body":"arguments","isLiteral":true)").substr(0, 24),
            "a literal opens argument");
  EXPECT_EQ(wrong_call(R"("body":"arguments")"), "");
  EXPECT_EQ(wrong(R"({"name":"a","writesCalls":false,"tools":{"calls":[{"open":["<c>"]}]}})"),
            "calls are read that are not written: line 1, column 27, /writesCalls");
}

TEST(read_dialect, a_row_has_one_message_header) {
  std::string json;
  to_json(json, *find_dialect("harmony"));
  EXPECT_EQ(wrong(json), "");
  const std::size_t tools = json.find("\"tools\":");
  const std::size_t start = json.find("<|start|>", json.find("\"header\":", tools));
  ASSERT_NE(start, std::string::npos);
  json.replace(start, 9, "<|begin|>");
  const std::string said = wrong(json);
  EXPECT_EQ(said.substr(0, 64), "the reasoning and the tool format have different message headers");
  EXPECT_TRUE(said.ends_with("/tools/header/start")) << said;
}

TEST(read_dialect, rows_that_a_program_has_built_are_checked) {
  const ReasoningFormat reasoning{.open = {"x"}};
  const Dialect row{.name = "a", .reasoning = &reasoning};
  EXPECT_EQ(why_refused(row), "reasoning has no closer: /reasoning/close");
  ParseOptions options;
  options.row = std::make_shared<const Dialect>(row);
  const auto refused = ParseRules::make(options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "reasoning has no closer: /reasoning/close");
  options.row = std::make_shared<const Dialect>(Dialect{"a"});
  EXPECT_TRUE(ParseRules::make(options));
  options.tool_format = "hermes";
  EXPECT_FALSE(ParseRules::make(options));
}

TEST(read_dialect, any_beginning_of_a_file_is_refused) {
  std::string json;
  to_json(json, *find_dialect("kimi_k2"));
  for (std::size_t size = 0; size < json.size(); ++size) {
    EXPECT_NE(wrong(json.substr(0, size)), "") << size;
  }
}

TEST(read_dialect, equal_rows_say_the_same) {
  const ReasoningFormat one{.open = {"x"}, .close = {"y"}};
  const ReasoningFormat same = one;
  const ReasoningFormat other{.open = {"x"}, .close = {"z"}};
  EXPECT_TRUE((Dialect{"a", {}, &one}) == (Dialect{"a", {}, &same}));
  EXPECT_FALSE((Dialect{"a", {}, &one}) == (Dialect{"a", {}, &other}));
  EXPECT_FALSE((Dialect{"a", {}, &one}) == (Dialect{"a"}));
}

}  // namespace
}  // namespace tagstream
