// Tool calls in a stream of text.
//
// A model calls a tool by writing `<tool>{"name": …, "arguments": …}</tool>` into its answer. The
// text around a call leaves at once; the call comes as one event when its closing tag is complete,
// however the stream was cut. A closing tag in a JSON string does not end it. Text where a
// call should stand, and which is none, is an error that says why: never a call, and never lost.
//
// In each test: the text, the visible text, and one line for each call (its name, then its
// arguments), then for each error (its code, then the body).
#include "showcase/every_cut.hpp"

namespace tagstream::showcase {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const Message& message) {
  Lines lines;
  for (const ToolCall& call : message.tool_calls) {
    lines.push_back(call.name + ' ' + call.arguments);
  }
  for (const ToolCallError& error : message.tool_call_errors) {
    lines.push_back(std::string(to_string(error.code)) + ' ' + error.raw);
  }
  return lines;
}

// Bodies that are no calls are left out of the visible text.
const Options tool{.call = {"tool"}, .bad_calls = BadCalls::hide};

void expect(std::string_view text, std::string_view visible, const Lines& lines,
            const Options& options = tool) {
  const Message message = read_at_every_cut(text, options);
  EXPECT_EQ(message.content, visible);
  EXPECT_EQ(lines_of(message), lines);
}

// ---- a call ------------------------------------------------------------------------------------

TEST(tool_calls, a_call_is_taken_out_of_the_text) {
  expect(R"(I look. <tool>{"name": "search", "arguments": {"text": "rain"}}</tool> Done.)",
         "I look.  Done.", {R"(search {"text": "rain"})"});
}

TEST(tool_calls, a_call_says_all_of_this) {
  const Message message =
      read_at_every_cut(R"(Hm. <tool> {"name": "f", "id": "a1", "arguments": {}} </tool>)", tool);
  EXPECT_EQ(message.content, "Hm. ");
  ASSERT_EQ(message.tool_calls.size(), 1U);
  const ToolCall& call = message.tool_calls[0];
  EXPECT_EQ(call.name, "f");
  EXPECT_EQ(call.arguments, "{}");
  EXPECT_EQ(call.id, "a1");
  EXPECT_EQ(call.raw, R"({"name": "f", "id": "a1", "arguments": {}})");
  EXPECT_EQ(call.span, (Span{4, 61}));
  EXPECT_TRUE(call.is_closed);
  EXPECT_FALSE(call.is_repaired);
  EXPECT_EQ(message.finish_reason, "tool_calls");
}

TEST(tool_calls, several_calls_come_in_order_with_the_text_between) {
  expect(R"(a<tool>{"name":"f"}</tool>b<tool>{"name":"g"}</tool>c)", "abc", {"f {}", "g {}"});
}

TEST(tool_calls, text_without_calls_is_text) {
  expect("1 < 2, <b>bold</b>, <br/> and {}", "1 < 2, <b>bold</b>, <br/> and {}", {});
}

TEST(tool_calls, blanks_and_line_ends_around_the_body_are_not_part_of_it) {
  const Message message = read_at_every_cut("<tool>\n  {\"name\":\"f\"}\n</tool>", tool);
  ASSERT_EQ(message.tool_calls.size(), 1U);
  EXPECT_EQ(message.tool_calls[0].raw, R"({"name":"f"})");
}

TEST(tool_calls, a_fence_around_the_json_is_not_part_of_it) {
  expect("<tool>\n```json\n{\"name\":\"f\",\"arguments\":{\"a\":1}}\n```\n</tool>", "",
         {R"(f {"a":1})"});
}

TEST(tool_calls, a_list_is_several_calls) {
  expect(R"(<tool>[{"name":"f"}, {"name":"g","arguments":{"a":1}}]</tool>)", "",
         {"f {}", R"(g {"a":1})"});
}

TEST(tool_calls, name_and_arguments_have_several_spellings) {
  expect(R"(<tool>{"tool":"f","parameters":{"a":1}}</tool>)", "", {R"(f {"a":1})"});
  expect(R"(<tool>{"tool_name":"f","input":{"a":1}}</tool>)", "", {R"(f {"a":1})"});
  expect(R"(<tool>{"function":"f","args":{"a":1}}</tool>)", "", {R"(f {"a":1})"});
  expect(R"(<tool>{"function":{"name":"f","arguments":"{\"a\":1}"}}</tool>)", "", {R"(f {"a":1})"});
}

TEST(tool_calls, arguments_are_the_models_own_text) {
  expect(R"(<tool>{"name":"f","arguments":{"n":12345678901234567890,  "b":1.0, "a":"é"}}</tool>)",
         "", {R"(f {"n":12345678901234567890,  "b":1.0, "a":"é"})"});
}

TEST(tool_calls, attributes_may_name_the_tool) {
  expect(R"(<tool name="f">{"a":1}</tool> <tool name="g"/>)", " ", {R"(f {"a":1})", "g {}"});
  EXPECT_EQ(read_at_every_cut(R"(<tool name="f" id="7"/>)", tool).tool_calls[0].id, "7");
}

// ---- where a call ends -------------------------------------------------------------------------

TEST(tool_calls, a_closing_tag_in_a_string_does_not_end_the_call) {
  expect(R"(<tool>{"name":"write","arguments":{"text":"a > b, </tool> and <tool>"}}</tool>ok)",
         "ok", {R"(write {"text":"a > b, </tool> and <tool>"})"});
}

TEST(tool_calls, an_escaped_quote_does_not_end_the_string) {
  expect(R"(<tool>{"name":"write","arguments":{"text":"\"</tool>\""}}</tool>)", "",
         {R"(write {"text":"\"</tool>\""})"});
}

TEST(tool_calls, longer_names_are_other_tags) {
  expect("<tools>a</tools> <tool-x>b</tool-x>", "<tools>a</tools> <tool-x>b</tool-x>", {});
}

TEST(tool_calls, the_next_call_ends_one_that_is_complete_but_not_closed) {
  expect(R"(<tool>{"name":"f"}<tool>{"name":"g"}</tool>)", "", {"f {}", "g {}"});
}

// ---- what is no call ---------------------------------------------------------------------------

TEST(tool_calls, a_body_that_is_no_json_is_an_error) {
  expect("a<tool>hello</tool>b", "ab", {"invalid_json hello"});
  expect(R"(a<tool>{"name":"f"} and more</tool>b)", "ab",
         {R"(invalid_json {"name":"f"} and more)"});
}

TEST(tool_calls, a_call_without_a_name_is_an_error) {
  expect(R"(<tool>{"arguments":{}}</tool>)", "", {R"(missing_name {"arguments":{}})"});
  expect("<tool/>", "", {"missing_name "});
}

TEST(tool_calls, arguments_that_are_no_object_are_an_error) {
  expect(R"(<tool>{"name":"f","arguments":[1]}</tool>)", "",
         {R"(bad_arguments {"name":"f","arguments":[1]})"});
}

TEST(tool_calls, an_empty_body_is_an_error) {
  expect("<tool></tool><tool> </tool>", "", {"empty ", "empty "});
}

TEST(tool_calls, the_body_of_an_error_may_stay_in_the_text) {
  expect("a<tool>hello</tool>b", "a<tool>hello</tool>b", {"invalid_json hello"},
         {.call = {"tool"}, .bad_calls = BadCalls::content});
}

TEST(tool_calls, a_string_that_never_ends_does_not_swallow_the_next_call) {
  const std::string_view text = R"(<tool>{"c":"oops}</tool> mid <tool>{"name":"d"}</tool>)";
  expect(text, " mid ", {"d {}", R"(invalid_json {"c":"oops})"});
  EXPECT_TRUE(read_at_every_cut(text, tool).tool_calls[0].is_recovered);
}

TEST(tool_calls, spellings_of_python_are_repaired) {
  const std::string_view text =
      "<tool>{'name': 'f', 'arguments': {'x': True, 'y': None, 'z': [1, 2,],}}</tool>";
  expect(text, "", {R"(f {"x": true, "y": null, "z": [1, 2]})"});
  EXPECT_TRUE(read_at_every_cut(text, tool).tool_calls[0].is_repaired);
}

TEST(tool_calls, spellings_of_python_may_be_errors_instead) {
  expect("<tool>{'name': 'f'}</tool>", "", {"invalid_json {'name': 'f'}"},
         {.call = {"tool"}, .bad_calls = BadCalls::hide, .strict_json = true});
}

TEST(tool_calls, a_call_in_a_hidden_section_is_no_call) {
  const Options options{.hide = {"thinking"}, .call = {"tool"}};
  const std::string_view text =
      R"(<thinking>or <tool>{"name":"f"}</tool>?</thinking><tool>{"name":"g"}</tool>)";
  expect(text, "", {"g {}"}, options);
  EXPECT_EQ(read_at_every_cut(text, options).sections[0].content,
            R"(or <tool>{"name":"f"}</tool>?)");
}

// ---- where the text ends too early -------------------------------------------------------------

TEST(tool_calls, a_call_that_is_never_closed_is_text_after_all) {
  const std::string_view text = R"(Hm. <tool>{"name":"f"})";
  expect(text, R"(Hm. <tool>{"name":"f"})", {R"(unclosed <tool>{"name":"f"})"});
  const Message message = read_at_every_cut(text, tool);
  ASSERT_EQ(message.tool_call_errors.size(), 1U);
  EXPECT_EQ(message.tool_call_errors[0].code, Code::unclosed);
  EXPECT_EQ(message.tool_call_errors[0].offset, 4U);
}

TEST(tool_calls, a_call_that_is_never_closed_may_be_one_if_its_json_is_complete) {
  Options options = tool;
  options.unclosed_call = UnclosedCall::call;
  expect(R"(Hm. <tool>{"name":"f"})", "Hm. ", {"f {}"}, options);
  expect(R"(Hm. <tool>{"name":"f"}</too)", "Hm. ", {"f {}"}, options);
  expect(R"(Hm. <tool>{"name":"f")", R"(Hm. <tool>{"name":"f")", {R"(unclosed <tool>{"name":"f")"},
         options);
}

TEST(tool_calls, a_call_that_is_never_closed_may_be_an_error) {
  Options options = tool;
  options.unclosed_call = UnclosedCall::error;
  expect(R"(Hm. <tool>{"name":"f"})", "Hm. ", {R"(unclosed {"name":"f"})"}, options);
}

TEST(tool_calls, what_a_call_quotes_is_not_called_when_it_is_cut_off) {
  const std::string text =
      R"(<tool>{"name":"write","arguments":{"text":"</tool><tool>{\"name\":\"rm\"}</tool>)";
  expect(text, text, {"unclosed " + text});
}

TEST(tool_calls, an_opening_tag_that_the_text_ends_in_is_text) {
  expect("Hm. <too", "Hm. <too", {});
  expect("Hm. <tool name=\"f", R"(Hm. <tool name="f)", {});
}

// ---- other ways to write a call ----------------------------------------------------------------

TEST(tool_calls, markers_work_as_tags_do) {
  const Options options{.call = {"[CALL]…[/CALL]"}};
  expect(R"(a[CALL]{"name":"f","arguments":{"x":"[/CALL]"}}[/CALL]b)", "ab",
         {R"(f {"x":"[/CALL]"})"}, options);
}

TEST(tool_calls, a_marker_may_have_no_closing_one) {
  expect(R"([CALL]{"name":"f"} ok)", " ok", {"f {}"}, {.call = {"[CALL]…"}});
}

TEST(tool_calls, elements_may_be_the_arguments) {
  expect("<tool><function=f><parameter=path>a.c</parameter></function></tool>", "",
         {R"(f {"path":"a.c"})"});
  expect(R"(<tool><invoke name="f"><parameter name="path">a.c</parameter></invoke></tool>)", "",
         {R"(f {"path":"a.c"})"});
}

TEST(tool_calls, the_tag_itself_may_be_the_tool) {
  expect("So: <read_file><path>a.c</path><line>7</line></read_file>",
         "So: ", {R"(read_file {"path":"a.c","line":"7"})"}, {.call = {"read_file"}});
}

TEST(tool_calls, a_schema_gives_types_to_values) {
  const std::string schema =
      R"([{"name": "read_file", "parameters": {"type": "object", "properties": )"
      R"({"path": {"type": "string"}, "line": {"type": "integer"}}}}])";
  expect("<read_file><path>7</path><line>7</line></read_file>", "",
         {R"(read_file {"path":"7","line":7})"}, {.call = {"read_file"}, .tools = schema});
}

TEST(tool_calls, a_line_may_show_what_the_call_looks_like) {
  expect(R"(<tool>{"fn": "f", "with": {"a": 1}}</tool>)", "", {R"(f {"a": 1})"},
         {.call = {R"(<tool>{"fn": "NAME", "with": ARGUMENTS}</tool>)"}});
}

// ---- when it comes -----------------------------------------------------------------------------

TEST(tool_calls, a_call_in_three_chunks_is_one_event) {
  Reader reader = Reader::make(tool).value();
  EXPECT_EQ(content_of(reader.feed(R"(I look. <to)")), "I look. ");
  EXPECT_TRUE(reader.feed(R"(ol>{"name": "search", "argum)").empty());
  const auto events = reader.feed(R"(ents": {}}</tool>Done.)");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::tool_call);
  EXPECT_EQ(events[0].name, "search");
  EXPECT_EQ(events[1].content(), "Done.");
}

TEST(tool_calls, nothing_of_a_call_comes_before_its_closing_tag_is_complete) {
  Reader reader = Reader::make(tool).value();
  EXPECT_TRUE(reader.feed(R"(<tool>{"name":"f"}</tool)").empty());
  EXPECT_EQ(reader.feed(">").size(), 1U);
}

TEST(tool_calls, text_that_is_no_opening_tag_leaves_at_once) {
  Reader reader = Reader::make(tool).value();
  EXPECT_EQ(content_of(reader.feed("a <tool")), "a ");
  EXPECT_EQ(content_of(reader.feed("s")), "<tools");
}

TEST(tool_calls, arguments_may_also_come_while_the_call_is_open) {
  Reader reader = Reader::make({.call = {"tool"}, .incremental = true}).value();
  const auto start = reader.feed(R"(<tool>{"name":"f","argum)");
  ASSERT_EQ(start.size(), 1U);
  EXPECT_EQ(start[0].kind, EventKind::tool_call_start);
  EXPECT_EQ(start[0].name, "f");
  const auto piece = reader.feed(R"(ents":{"a":)");
  ASSERT_EQ(piece.size(), 1U);
  EXPECT_EQ(piece[0].kind, EventKind::tool_call_delta);
  EXPECT_EQ(piece[0].text, R"({"a":)");
  const auto end = reader.feed("1}}</tool>");
  ASSERT_EQ(end.size(), 2U);
  EXPECT_EQ(end[0].text, "1}");
  EXPECT_EQ(end[1].kind, EventKind::tool_call);
  EXPECT_EQ(end[1].arguments(), R"({"a":1})");
}

TEST(tool_calls, a_call_that_came_in_pieces_is_the_same_call) {
  expect(R"(a<tool>{"name":"f","arguments":{"x": [1, "</tool>"]}}</tool>b)", "ab",
         {R"(f {"x": [1, "</tool>"]})"}, {.call = {"tool"}, .incremental = true});
}

}  // namespace
}  // namespace tagstream::showcase
