#include "tagstream/write.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/family.hpp"
#include "json/json_equal.hpp"
#include "options/read_back.hpp"
#include "support/options.hpp"
#include "tagstream/json.hpp"
#include "write/message_writer.hpp"
#include "write/written_value.hpp"

namespace tagstream {
namespace {

using testing::json_of;

Message with_call(std::string tool, std::string arguments) {
  Message message;
  message.tool_calls.emplace_back();
  message.tool_calls[0].name = std::move(tool);
  message.tool_calls[0].arguments = std::move(arguments);
  return message;
}

Message with_text(std::string reasoning, std::string content) {
  Message message;
  message.reasoning = std::move(reasoning);
  message.content = std::move(content);
  return message;
}

std::string written(const Message& message, Options options) {
  const Result<std::string> text = write(message, std::move(options));
  return text ? *text : "error: " + text.error().message;
}

std::string by(std::string_view dialect, const Message& message,
               const std::vector<ToolSchema>& schemas = {}) {
  Options options;
  options.dialect = dialect;
  options.tools = json_of(schemas);
  return written(message, std::move(options));
}

std::string by_format(std::string_view format, const Message& message) {
  Options options;
  options.format = format;
  return written(message, std::move(options));
}

const Message weather = with_call("weather", R"({"city":"Oslo"})");

TEST(write, a_call_as_the_family_writes_it) {
  EXPECT_EQ(by("hermes", weather),
            "<tool_call>\n{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}\n"
            "</tool_call>");
  EXPECT_EQ(by("qwen3_coder", weather),
            "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n"
            "</tool_call>");
  EXPECT_EQ(by("glm45", weather),
            "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n"
            "</tool_call>");
  EXPECT_EQ(by("pythonic", weather, {{"weather", {}}}), "[weather(city=\"Oslo\")]");
  EXPECT_EQ(by("gemma4", weather), "<|tool_call>call:weather{city:<|\"|>Oslo<|\"|>}<tool_call|>");
  EXPECT_EQ(by("mistral", weather), "[TOOL_CALLS]weather[ARGS]{\"city\": \"Oslo\"}");
  EXPECT_EQ(by("harmony", weather),
            "<|channel|>commentary to=functions.weather <|constrain|>json<|message|>"
            "{\"city\": \"Oslo\"}<|call|>");
}

TEST(write, reasoning_content_and_several_calls) {
  Message message = with_text("Look.", "I look.");
  message.tool_calls = {weather.tool_calls[0], weather.tool_calls[0]};
  EXPECT_EQ(by("jamba", message), "error: the dialect `jamba` has no reasoning");
  EXPECT_EQ(by("hunyuan_a13b", message),
            "<think>Look.</think><answer>I look.</answer><tool_calls>"
            "[{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}, "
            "{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}]</tool_calls>");
}

TEST(write, what_is_around_calls) {
  Message message = weather;
  message.tool_calls.push_back(weather.tool_calls[0]);
  const std::string call =
      "<invoke name=\"weather\">\n<parameter name=\"city\">Oslo</parameter>\n</invoke>";
  EXPECT_EQ(by("minimax_m2", message),
            "<minimax:tool_call>\n" + call + '\n' + call + "\n</minimax:tool_call>");
  const std::string function =
      "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n"
      "</tool_call>";
  EXPECT_EQ(by("qwen3_coder", message), function + function);
}

TEST(write, an_answer_that_starts_in_reasoning_has_no_opener) {
  EXPECT_EQ(by("deepseek_r1", with_text("Hm.", "Hi.")), "Hm.</think>Hi.");
  EXPECT_EQ(by("deepseek_r1", with_text("", "Hi.")), "</think>Hi.");
  EXPECT_EQ(written(with_text("Hm.", "Hi."), {.dialect = "qwen3", .start_in_reasoning = true}),
            "Hm.</think>Hi.");
}

TEST(write, ids_and_numbers_of_calls) {
  Message message = weather;
  message.tool_calls[0].id = "a7";
  EXPECT_NE(by("cohere_command4", message).find("\"tool_call_id\": \"a7\""), std::string::npos);
  EXPECT_NE(by("cohere_command4", weather).find("\"tool_call_id\": \"0\""), std::string::npos);
  message.tool_calls.push_back(weather.tool_calls[0]);
  const std::string text = by("kimi_k2", message);
  EXPECT_NE(text.find("functions.weather:0<"), std::string::npos) << text;
  EXPECT_NE(text.find("functions.weather:1<"), std::string::npos) << text;
}

TEST(write, an_id_without_quotes_is_a_number_or_gets_them) {
  const std::string_view format =
      "<rpc>{\"method\": \"NAME\", \"params\": ARGUMENTS, \"id\": ID}</rpc>";
  Message message = weather;
  EXPECT_EQ(by_format(format, message),
            "<rpc>{\"method\": \"weather\", \"params\": {\"city\": \"Oslo\"}, \"id\": 0}</rpc>");
  message.tool_calls[0].id = "a7";
  EXPECT_NE(by_format(format, message).find("\"id\": \"a7\"}"), std::string::npos);
}

TEST(write, numbers_stay_as_they_are_written) {
  const std::string text = by("hermes", with_call("f", R"({"a": 1e400, "b": 0.10, "c": -0})"));
  EXPECT_NE(text.find(R"({"a": 1e400, "b": 0.10, "c": -0})"), std::string::npos) << text;
}

TEST(write, the_next_alternative_is_taken_if_the_first_can_t_say_it) {
  EXPECT_EQ(by("cwm", with_call("bash", R"({"command": "ls"})")), "<tool: bash>\nls\n</tool>");
  EXPECT_EQ(by("cwm", with_call("bash", R"({"seconds": 5})")),
            "<tool: bash>{\"seconds\": 5}</tool>");
  EXPECT_EQ(by("minicpm5", with_call("f", R"({"a": "x</param>y"})")),
            "<function name=\"f\"><param name=\"a\"><![CDATA[x</param>y]]></param></function>");
  EXPECT_EQ(by("mistral", with_text("x[/THINK]y", "")),
            "error: the reasoning holds `[/THINK]`, a marker of the format");
}

TEST(write, what_would_be_read_as_something_else_is_refused) {
  EXPECT_EQ(by("hermes", with_text("", "see <tool_call>")),
            "error: the content holds `<tool_call>`, a marker of the format");
  EXPECT_EQ(by("hermes", with_text("", "<|im_end|>")),
            "error: the content holds `<|im_end|>`, a marker of the format");
  EXPECT_EQ(by("hermes", with_text("a</think>b", "")),
            "error: the reasoning holds `</think>`, a marker of the format");
  EXPECT_EQ(by("hermes", with_call("f", R"({"a": "x<|im_end|>"})")),
            "error: the argument `a` of `f` holds `<|im_end|>`, a marker of the format");
  EXPECT_EQ(by("glm45", with_call("f", R"({"a": "x</arg_value>y"})")),
            "error: the argument `a` of `f` holds `</arg_value>`, which ends it");
  EXPECT_EQ(by("gemma4", with_call("f", R"({"a": ["<|\"|>"]})")),
            "error: the argument `a` of `f` holds `<|\"|>` in a string, or a key that the "
            "dialect `gemma4` can't write");
  EXPECT_EQ(by("json", with_text("", "Hi.")), "Hi.");
  Message both = weather;
  both.content = "Hi.";
  EXPECT_EQ(by("json", both), "error: the dialect `json` can't write content before its calls");
  const std::string of_schema = " would not be read as one without a schema of the tool";
  EXPECT_EQ(by("cline", both), "error: the call of `weather`" + of_schema);
  EXPECT_EQ(by("none", weather), "error: the dialect `none` has no calls");
}

TEST(write, a_type_that_would_be_lost_takes_a_schema) {
  const Message message = with_call("f", R"({"n": 3})");
  EXPECT_EQ(
      by("glm45", message),
      "error: the argument `n` of `f` is not a string: without a schema of the tool it would be "
      "read as one");
  EXPECT_EQ(by("glm45", message, {{"f", {{"n", ValueTypes::integer}}}}),
            "<tool_call>f\n<arg_key>n</arg_key>\n<arg_value>3</arg_value>\n</tool_call>");
  EXPECT_EQ(by("glm45", message, {{"f", {{"n", ValueTypes::string}}}}),
            "error: the argument `n` of `f` is not a string: its schema does not say so, and it "
            "would be read as one");
  EXPECT_NE(by("deepseek_v32", message).find("string=\"false\">3<"), std::string::npos);
}

TEST(write, names_and_keys_that_a_format_can_t_hold) {
  EXPECT_EQ(by("glm45", with_call("a<b", "{}")),
            "error: the dialect `glm45` can't write a tool's name such as `a<b`");
  EXPECT_EQ(by("cline", with_call("é", "{}")),
            "error: the dialect `cline` can't write a tool's name such as `é`");
  EXPECT_EQ(by("nemotron3", with_call("f", R"({"a b": "c"})")),
            "error: the dialect `nemotron3` can't write the key of the argument `a b` of `f`");
  EXPECT_EQ(by("qwen3_coder", with_call("f", R"({"a b": "c"})")),
            "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a b\": \"c\"}}\n</tool_call>");
  EXPECT_EQ(by("hermes", with_call("", "{}")), "error: a call has no name: /tool_calls/0");
  EXPECT_EQ(by("hermes", with_call("f", "[]")),
            "error: the arguments of `f` are not a JSON object: /tool_calls/0");
  EXPECT_EQ(by("hermes", with_call("f", "{a}")),
            "error: the arguments of `f` are not a JSON object: byte 1 of /tool_calls/0");
  EXPECT_NE(by("hermes", with_call("a \"b\"", "{}")).find(R"("name": "a \"b\"")"),
            std::string::npos);
}

TEST(write, a_format_of_one_s_own) {
  EXPECT_EQ(by_format("<think>REASONING</think>  "
                      "<tool>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</tool>",
                      weather),
            "<tool>{\"name\": \"weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool>");
}

TEST(write, a_format_is_tried_when_it_is_loaded) {
  const auto error_of = [](std::string_view format) {
    Options options;
    options.format = format;
    const Result<Rules> rules = Rules::make(options);
    return rules ? "" : rules.error().message;
  };
  EXPECT_EQ(error_of("<why>REASONING</why>  <tool>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}"
                     "</tool>"),
            "");
  EXPECT_EQ(error_of("<use><tool_name>NAME</tool_name><arguments>ARGUMENTS</arguments></use>"), "");
  EXPECT_TRUE(error_of("<tool>{\"name\": \"NAME, \"arguments\": ARGUMENTS}</tool>")
                  .starts_with("format: line 1, column 1: this is not read as it is written: "
                               "`<tool>{\"name\": \"NAME, \"arguments\": ARGUMENTS}</tool>`: "
                               "`<tool>{\"name\": \"plan_trip, "));
  EXPECT_EQ(error_of("<call name=\"NAME\">PARAMETER...</call>  "
                     "<part name=\"KEY\" string=\"false\">JSON</part>"),
            "format: line 1, column 1: this can't write a call: "
            "`<call name=\"NAME\">PARAMETER...</call>`: no line "
            "says how a string is written, as the argument `text` of `tell_user` is one");
}

// Each is tried when it is loaded: a call is written by it, and read back.
TEST(write, formats_without_a_row_are_read_as_they_are_written) {
  for (const std::string_view format : {
           R"(<think>REASONING</think>
<use_tool><server>x</server><name>NAME</name><arguments>ARGUMENTS</arguments></use_tool>)",
           R"(<NAME>\nPARAMETER...</NAME>
<KEY>VALUE</KEY>\n)",
           R"(<calls>\nCALL\n...\n</calls>
<invoke name="NAME">\nPARAMETER...</invoke>
<parameter name="KEY">VALUE</parameter>\n)",
           R"(Thought: REASONING\n
Action: NAME\nAction Input: ARGUMENTS)",
           R"(✿FUNCTION✿: NAME\n✿ARGS✿: ARGUMENTS)",
           R"(<|assistant|>NAME\n```python\ntool_call(KEY=PYTHON, ...)\n```)",
           R"(<function=NAME>ARGUMENTS</function><|eom_id|>)",
           R"(<why>REASONING</why>
@@call {"name": "NAME", "arguments": ARGUMENTS} @@end)",
           R"(<<tools>>[{"fn": "NAME", "args": ARGUMENTS}, ...]<</tools>>)",
           R"([\CALL NAME]\nPARAMETER...[/END]
KEY: VALUE\n)",
           R"(<call>{"arguments": ARGUMENTS, "name": "NAME"}</call>)",
           R"(<t>{"type": "function", "function": {"name": "NAME", "arguments": ARGUMENTS}}</t>)",
           R"(<tool>{"name": "NAME", "arguments": "ARGUMENTS"}</tool>)",
           R"(<rpc>{"jsonrpc": "2.0", "method": "NAME", "params": ARGUMENTS, "id": ID}</rpc>)",
       }) {
    Options options;
    options.format = format;
    options.tools = json_of({{"f", {}}});  // for the one whose tags are names of tools
    const Result<Rules> rules = Rules::make(options);
    EXPECT_TRUE(rules) << format << "\n" << rules.error().message;
  }
}

TEST(write, takes_one_family) {
  EXPECT_EQ(by("auto", weather),
            "error: dialect auto reads many formats and writes none: name one");
  const std::string nothing = "error: nothing to write by: give a dialect, a model or a format";
  EXPECT_EQ(written(weather, {}), nothing);
  EXPECT_EQ(written(weather, {.calls_of = "hermes"}), nothing);
  EXPECT_EQ(written(weather, {.hide = {"a"}}), nothing);
  EXPECT_NE(by("no_such", weather).find("no_such"), std::string::npos);
}

// ---- messages as JSON ------------------------------------------------------------------------

TEST(read_message, what_the_program_prints) {
  Message message = with_text("r", "c");
  message.tool_calls = {weather.tool_calls[0]};
  message.tool_calls[0].id = "call_0";
  message.finish_reason = "tool_calls";
  for (const bool is_native : {false, true}) {
    message.tool_calls[0].is_native = is_native;
    std::string json;
    to_json(json, message);
    std::string again;
    to_json(again, *read_message(json));
    EXPECT_EQ(again, json);
  }
}

// Messages of goldens come back whole, too: law/golden_test.cpp.
TEST(read_message, all_parts_come_back) {
  Message message = with_text("r", "c");
  message.tool_calls = {weather.tool_calls[0]};
  message.tool_calls[0] = {.id = "x",
                           .name = "f",
                           .arguments = "{}",
                           .raw = "{\"name\":\"f\"}",
                           .span = {3, 20},
                           .is_closed = false,
                           .is_repaired = true,
                           .is_recovered = true,
                           .index = 7};
  message.tool_call_errors = {{Code::invalid_json, "t", "f", "{", 5, false},
                              {Code::unclosed, "t", "", "", 0, true}};
  message.sections.resize(2);
  message.sections[0] = {.name = "a",
                         .raw_tag = "<a b='c'>",
                         .content = "x\n",
                         .span = {1, std::uint64_t{1} << 40},
                         .is_closed = true,
                         .is_recorded = true,
                         .is_truncated = true};
  message.sections[1].is_implied_open = true;
  message.thoughts = {{.text = "t",
                       .thought_type = "plan",
                       .confidence = 0.25,
                       .span = {2, 3},
                       .has_attributes = true,
                       .is_closed = true,
                       .is_truncated = true},
                      {}};
  message.notices = {{Code::quoted, "q", 4, "a"}, {Code::half_closer, "h", 6, ""}};
  message.stopped = Notice{Code::limit_exceeded, "s", 9, ""};
  for (const char* reason : {"length", ""}) {
    message.finish_reason = reason;
    message.reasoning_closed = *reason == '\0' ? std::optional<bool>() : false;
    std::string json;
    to_json(json, message);
    const Message read_back = read_message(json).value();
    std::string again;
    to_json(again, read_back);
    EXPECT_EQ(again, json);
    EXPECT_EQ(read_back.reasoning_closed, message.reasoning_closed);
  }
}

TEST(read_message, a_part_that_is_not_one_is_an_error) {
  const auto problem = [](std::string_view json) {
    const Result<Message> message = read_message(json);
    return message ? "" : message.error().message;
  };
  EXPECT_EQ(problem(R"({"notices": [{"code": "no_such"}]})"),
            "there is no code `no_such`: /notices/0");
  EXPECT_EQ(problem(R"({"sections": [{"start": -1}]})"),
            "expected a whole number, not a number: /sections/0/start");
  EXPECT_EQ(problem(R"({"thoughts": [{"confidence": 2}]})"),
            "expected a number from 0 to 1, not a number: /thoughts/0/confidence");
  EXPECT_EQ(problem(R"({"thoughts": {}})"), "expected a list, not an object: /thoughts");
  EXPECT_EQ(problem(R"({"sections": [1]})"), "expected an object, not a number: /sections/0");
}

TEST(read_message, the_reason_to_finish) {
  const auto reason = [](std::string_view json) {
    return read_message(json).value().finish_reason;
  };
  EXPECT_EQ(reason(R"({"content":"a","finish_reason":"length"})"), "length");
  EXPECT_EQ(reason(R"({"content":"a","finish_reason":null})"), "");
  EXPECT_EQ(reason(R"({"content":"a"})"), "stop");
  EXPECT_EQ(reason(R"({"tool_calls":[{"name":"f"}]})"), "tool_calls");
  EXPECT_FALSE(read_message(R"({"tool_calls":[{"name":"f","is_native":"yes"}]})"));
}

TEST(read_message, shapes) {
  const auto arguments = [](std::string_view json) {
    const Result<Message> message = read_message(json);
    return message ? message->tool_calls.at(0).arguments : message.error().message;
  };
  EXPECT_EQ(arguments(R"({"tool_calls": [{"name": "f", "arguments": {"a": 1e3}}]})"),
            R"({"a": 1e3})");
  EXPECT_EQ(arguments(R"({"tool_calls": [{"id": "x", "type": "function", "function":)"
                      R"( {"name": "f", "arguments": "{\"a\": 1}"}}]})"),
            R"({"a": 1})");
  EXPECT_EQ(arguments(R"({"tool_calls": [{"name": "f"}]})"), "{}");
  EXPECT_EQ(arguments(R"({"tool_calls": [{"name": "f", "arguments": ""}]})"), "{}");
  EXPECT_EQ(arguments(R"({"tool_calls": [{"arguments": {}}]})"),
            "a call has no name: /tool_calls/0");
  EXPECT_EQ(arguments(R"({"tool_calls": [{"name": "f", "arguments": []}]})"),
            "expected an object, not a list: /tool_calls/0/arguments");
  EXPECT_EQ(arguments("[]"), "expected a message, not a list: the top level");
  EXPECT_EQ(arguments("{"), "not JSON at line 1, column 2");
}

TEST(read_message, a_key_that_no_message_has_is_an_error) {
  const auto problem = [](std::string_view json) {
    const Result<Message> message = read_message(json);
    return message ? "" : message.error().message;
  };
  EXPECT_EQ(problem(R"({"contnt": "a"})"), "a message has no `contnt`, but `content`: /contnt");
  EXPECT_EQ(problem(R"({"content": "a", "toolCalls": []})"),
            "a message has no `toolCalls`, but `tool_calls`: /toolCalls");
  EXPECT_EQ(problem(R"({"text": "a"})"),
            "a message has no `text`, but `content`, `reasoning_content`, `reasoning`, "
            "`tool_calls`: /text");
  EXPECT_EQ(problem(R"({"tool_calls": [{"name": "f", "argumnts": {}}]})"),
            "a call has no `argumnts`, but `arguments`: /tool_calls/0/argumnts");
  EXPECT_EQ(problem(R"({"tool_calls": [{"function": {"name": "f", "parameters": {}}}]})"),
            "a call has no `parameters`, but `arguments`: /tool_calls/0/function/parameters");
  EXPECT_EQ(problem(R"({"tool_calls": [{"name": "f", "arguments": {}, "args": 1}]})"), "");
}

TEST(read_message, keys_of_others_are_passed_over) {
  EXPECT_EQ(read_message(R"({"role": "assistant", "content": "a", "refusal": null, "audio": null,)"
                         R"( "annotations": [], "function_call": null, "name": "x",)"
                         R"( "reasoning_details": [], "provider_specific_fields": {},)"
                         R"( "thinking_blocks": [], "images": [], "tool_plan": ""})")
                .value()
                .content,
            "a");
  EXPECT_EQ(read_message(R"({"content": "a", "sections": [], "thoughts": [], "notices": [],)"
                         R"( "tool_call_errors": [], "finish_reason": "stop",)"
                         R"( "reasoning_closed": true, "stopped": null, "file": "f", "choice": 1})")
                .value()
                .content,
            "a");
}

TEST(read_message, content_and_reasoning) {
  EXPECT_EQ(read_message(R"({"role": "assistant", "content": null})").value().content, "");
  EXPECT_EQ(read_message(R"({"content": [{"type": "text", "text": "a"}, {"text": "b"}]})")
                .value()
                .content,
            "ab");
  EXPECT_EQ(read_message(R"({"reasoning": "r"})").value().reasoning, "r");
  EXPECT_EQ(read_message(R"({"reasoning_content": "r"})").value().reasoning, "r");
  EXPECT_EQ(read_message(R"({"content": [{"type": "image"}]})").error().message,
            "expected a part of text, not an object: /content/0");
}

// ---- is it the same message? -----------------------------------------------------------------

TEST(difference, says_what_of_a_message_is_not_the_same) {
  Message message = with_text("r", "c");
  message.tool_calls = {weather.tool_calls[0]};
  const auto changed = [&](auto change) {
    Message other = message;
    change(other);
    return difference(message, other);
  };
  EXPECT_EQ(changed([](Message&) {}), Difference::none);
  EXPECT_EQ(changed([](Message& m) { m.content = " c\n"; }), Difference::content);
  Message blanks = message;
  blanks.content = " c\n";
  EXPECT_EQ(difference(message, blanks, Edges::trimmed), Difference::none);
  EXPECT_EQ(changed([](Message& m) { m.tool_calls[0].id = "x"; }), Difference::none);
  EXPECT_EQ(changed([](Message& m) { m.tool_calls[0].arguments = "{ \"city\" : \"Oslo\" }"; }),
            Difference::none);
  EXPECT_EQ(changed([](Message& m) { m.content = "d"; }), Difference::content);
  EXPECT_EQ(changed([](Message& m) { m.reasoning = "r "; }), Difference::reasoning);
  EXPECT_EQ(changed([](Message& m) { m.tool_calls.clear(); }), Difference::calls);
  EXPECT_EQ(changed([](Message& m) { m.tool_calls[0].name = "f"; }), Difference::calls);
  EXPECT_EQ(changed([](Message& m) { m.tool_calls[0].arguments = "{}"; }), Difference::calls);
}

// ---- the trial -------------------------------------------------------------------------------

TEST(try_format, says_which_line_is_read_as_something_else) {
  // The rules are those of another format.
  const notation::Family family = *notation::read_family(
      "<think>REASONING</think>\n"
      "  <call>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</call>");
  Options options;
  options.dialect = "hermes";
  options.tools = json_of(tools_to_try());
  const std::optional<Error> error = try_format(family, *Rules::make(options));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, Code::bad_option);
  const std::string_view line = "`<call>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</call>`";
  EXPECT_EQ(error->offset, 27);
  EXPECT_TRUE(error->message.starts_with(
      "line 2, column 3: this is not read as it is written: " + std::string(line) + ": `<call>{"))
      << error->message;
}

// ---- parts -----------------------------------------------------------------------------------

std::string nested(std::string_view json) {
  std::string text;
  return notation::append_nested_value(text, json, "^") ? text : "no";
}

std::string marked(std::string_view json) {
  std::string text;
  return notation::append_marked_value(text, json, "'", "'") ? text : "no";
}

TEST(written_value, spaced_and_python) {
  std::string text;
  notation::append_json_value(text, "{ \"a\" : [1,2.50 ,true],\"b\":\"\\u00e9\\/\" }");
  EXPECT_EQ(text, "{\"a\": [1, 2.50, true], \"b\": \"é/\"}");
  text.clear();
  notation::append_python_value(text, R"([true,false,null,"null",{"a":1}])");
  EXPECT_EQ(text, R"([True, False, None, "null", {"a": 1}])");
}

TEST(written_value, marked_and_nested) {
  EXPECT_EQ(marked(R"({"a": ["b", 1], "c": {"d": null}})"), "{a:['b',1],c:{d:null}}");
  EXPECT_EQ(marked(R"(["it's"])"), "no");
  EXPECT_EQ(marked(R"({"a b": 1})"), "no");
  EXPECT_EQ(nested(R"({"a": "x", "b": [1, {"c": true}]})"),
            "^<a>x^</a>^<b>^<item>1^</item>^<item>^<c>true^</c>^</item>^</b>");
  EXPECT_EQ(nested(R"({"a": {}})"), "no");
  EXPECT_EQ(nested(R"({"a": "^"})"), "no");
  EXPECT_EQ(nested(R"({"item": 1})"), "no");
}

TEST(written_call, has_three_parts) {
  const auto parts = [](std::string_view row, std::size_t way) {
    const auto call = *notation::written_call(*find_dialect(row), way, "f", R"({"a":"b"})");
    return call.before + " % " + call.body + " % " + call.after;
  };
  EXPECT_EQ(parts("hermes", 0),
            "<tool_call>\n{\"name\": \"f\", \"arguments\":  % {\"a\": \"b\"} % }\n</tool_call>");
  EXPECT_EQ(parts("jamba", 0),
            "<tool_calls>[{\"name\": \"f\", \"arguments\":  % {\"a\": \"b\"} % }]</tool_calls>");
  EXPECT_EQ(parts("glm47", 0),
            "<tool_call>f % <arg_key>a</arg_key><arg_value>b</arg_value> % </tool_call>");
  EXPECT_EQ(parts("toolace", 0), "[f( % a=\"b\" % )]");
  EXPECT_FALSE(notation::written_call(*find_dialect("hermes"), 2, "f", "{}"));
}

TEST(json_equal, values) {
  EXPECT_TRUE(is_same_json(R"({"a": 1, "b": [true]})", R"({"b":[true],"a":1.0})"));
  EXPECT_FALSE(is_same_json(R"({"a": 1, "a": 2})", R"({"a": 2})"));
  EXPECT_FALSE(is_same_json(R"({"a": 1, "a": 1})", R"({"a": 1})"));
  EXPECT_TRUE(is_same_json(R"({"a": 1, "b": 3, "a": 2})", R"({"a": 1, "a": 2, "b": 3})"));
  EXPECT_TRUE(is_same_json(R"("\u00e9")", R"("é")"));
  EXPECT_FALSE(is_same_json("[1, 2]", "[2, 1]"));
  EXPECT_FALSE(is_same_json(R"({"a": 1})", R"({"a": "1"})"));
  EXPECT_FALSE(is_same_json("{", "{"));
  EXPECT_TRUE(is_same_number("1e2", "100"));
  EXPECT_TRUE(is_same_number("-0.0", "0"));
  EXPECT_TRUE(is_same_number("0.0120", "1.2e-2"));
  EXPECT_FALSE(is_same_number("12345678901234567890", "12345678901234567891"));
  EXPECT_FALSE(is_same_number("1", "-1"));
}

// Where blanks after a marker are markup, an indented answer would lose its indent.
TEST(write, blanks_that_would_be_lost_are_refused) {
  for (const char* row : {"granite", "ernie45", "apriel16"}) {
    for (const char* content : {"  x", "\nx", " "}) {
      EXPECT_EQ(by(row, with_text("", content)),
                "error: the dialect `" + std::string(row) +
                    "` can't write the blanks at the ends of the content");
    }
    EXPECT_NE(by(row, with_text("", "x \n")).find("x \n"), std::string::npos);
  }
  EXPECT_EQ(by("hermes", with_text("", "\n  x ")), "\n  x ");
  Options trimming{.dialect = "granite"};
  trimming.trim = true;
  EXPECT_EQ(written(with_text("", " x"), trimming), "<response> x</response>");
}

// The opener of these calls is made of words, which may stand in content as long as no call begins
// there.
TEST(write, the_beginning_of_a_call_is_refused_in_content) {
  EXPECT_EQ(by("phi4_mini", with_text("", "a functools[x")),
            "error: the content holds `functools`, a marker of the format");
  for (const auto& [row, opener, marker] : std::vector<std::array<std::string, 3>>{
           {"rwkv", "**Tool Call:**\n```json\n{", "`` **Tool Call:**\\n```json ``"},
           {"command_r_plus", "Action: ```json\n[", "`` Action: ```json ``"}}) {
    Message message = weather;
    message.content = "a " + opener;
    EXPECT_EQ(by(row, message), "error: the content holds " + marker + ", a marker of the format");
  }
  EXPECT_EQ(by("phi4_mini", with_text("", "Use functools.")), "Use functools.");
}

TEST(write, a_tool_that_is_not_offered_is_the_reason_beside_content) {
  Message message = weather;
  message.content = "x";
  EXPECT_EQ(by("cline", message),
            "error: the call of `weather` would not be read as one without a schema of the tool");
}

// Each spelling of a parameter is tried before a format is taken.
TEST(write, each_line_of_a_parameter_stands_the_trial) {
  Options options;
  options.format =
      "<call=NAME>\\nPARAMETER...</call>\n<KEY>VALUE</KEY>\\n\n<KEY>\\nVALUE\\n=</KEY>\\n";
  const auto rules = Rules::make(options);
  ASSERT_FALSE(rules);
  EXPECT_TRUE(rules.error().message.starts_with(
      "format: line 3, column 1: this is not read as it is written: "
      "`<KEY>\\nVALUE\\n=</KEY>\\n`: "))
      << rules.error().message;
}

}  // namespace
}  // namespace tagstream
