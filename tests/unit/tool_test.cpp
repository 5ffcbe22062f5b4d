#include "support/options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tagstream {
namespace {

// "kind name arguments" of each event of one text, read whole.
std::string told(Reader& reader, std::string_view text) {
  std::string out;
  auto tell = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      out += to_string(event.kind);
      if (event.call() != nullptr) {
        if (!event.call()->tool().empty()) out += ' ' + std::string(event.call()->tool());
        if (!event.call()->arguments().empty()) out += ' ' + std::string(event.call()->arguments());
        if (event.kind == EventKind::tool_call_error) {
          out += ' ' + std::string(to_string(event.call()->error()));
        }
      }
      if (event.kind == EventKind::content || event.kind == EventKind::tool_call_delta) {
        out += " '" + std::string(event.text) + "'";
      }
      out += '\n';
    }
  };
  tell(reader.feed(text));
  tell(reader.finish());
  return out;
}

std::string told(const Options& options, std::string_view text) {
  Reader reader = *Reader::make(options);
  return told(reader, text);
}

std::string error_of(const Options& options) {
  const auto made = Rules::make(options);
  return made ? "" : made.error().message;
}

TEST(tool, options_without_a_call_are_refused) {
  EXPECT_EQ(error_of({}), "there is no rule for a call");
  EXPECT_EQ(error_of({.hide = {"a"}}), "there is no rule for a call");
  EXPECT_EQ(error_of({.hide = {"a"}, .call = {"a"}}), "there are two rules for 'a'");
  EXPECT_EQ(error_of({.call = {"|…|"}}),
            "the opening and the closing marker of a call are both '|'");
  for (const CallBody body : {CallBody::raw, CallBody::xml}) {
    EXPECT_EQ(error_of({.rules = {call_between("[", "", body)}}),
              "the closing marker that belongs to '[' is empty");
  }
  EXPECT_EQ(error_of({.rules = {call_between("[", "", CallBody::json)}}), "");
  EXPECT_EQ(error_of({}), "");
}

TEST(tool, a_call_is_one_event_and_text_stays) {
  EXPECT_EQ(told(Options(), R"(a<tool>{"name":"f","arguments":{"x": 1}}</tool>b)"),
            "content-delta 'a'\ntool-call f {\"x\": 1}\ncontent-delta 'b'\n");
}

TEST(tool, nothing_leaves_before_the_closing_tag_is_complete) {
  Reader reader = *Reader::make(Options());
  EXPECT_TRUE(reader.feed(R"(<tool>{"name":"f"}</too)").empty());
  EXPECT_GT(reader.stats().bytes_held, 0U);
  EXPECT_EQ(reader.feed("l>").size(), 1U);
  EXPECT_EQ(reader.stats().bytes_held, 0U);
}

TEST(tool, views_of_a_call_that_the_tag_names_live_as_long_as_the_event) {
  EXPECT_EQ(told(Options(), R"(<tool name="a_rather_long_name_of_a_tool">{"x":1}</tool>)"),
            "tool-call a_rather_long_name_of_a_tool {\"x\":1}\n");
}

TEST(tool, a_closing_tag_in_a_string_is_part_of_it) {
  EXPECT_EQ(told(Options(), R"(<tool>{"name":"f","args":{"x":"</tool>"}}</tool>)"),
            "tool-call f {\"x\":\"</tool>\"}\n");
}

TEST(tool, a_body_that_is_no_json_is_an_error_and_later_calls_are_found) {
  EXPECT_EQ(told(Options(), R"(<tool>{"c":"oops}</tool> mid <tool>{"name":"d"}</tool>)"),
            "tool-error invalid-json\ncontent-delta ' mid '\ntool-call d {}\n");
}

TEST(tool, an_unclosed_call_is_text_a_call_or_an_error_as_asked) {
  Options options;
  EXPECT_EQ(told(options, R"(<tool>{"name":"f"})"),
            "notice\ncontent-delta '<tool>{\"name\":\"f\"}'\n");
  options.unclosed_call = UnclosedCall::call;
  EXPECT_EQ(told(options, R"(<tool>{"name":"f"})"), "tool-call f {}\n");
  options.unclosed_call = UnclosedCall::error;
  EXPECT_EQ(told(options, R"(<tool>{"name":"f"})"), "tool-error unclosed\n");
}

TEST(tool, pieces_come_as_they_are_known) {
  Reader reader = *Reader::make({.call = {"tool"}, .bad_calls = BadCalls::hide, .incremental = true});
  std::span<const Event> events = reader.feed(R"(<tool>{"name":"f")");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].call()->tool(), "f");
  events = reader.feed(R"(,"arguments":{"a":)");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].text, R"({"a":)");
  events = reader.feed("1}}</tool>");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].text, "1}");
  EXPECT_EQ(events[1].kind, EventKind::tool_call);
  EXPECT_TRUE(events[1].call()->has_started);
  EXPECT_EQ(events[1].call()->arguments(), R"({"a":1})");
}

// The pieces of arguments that a text gives in chunks of so many bytes.
std::string pieces(const Options& options, std::string_view text, std::size_t size) {
  Reader reader = *Reader::make(options);
  std::string out;
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
    for (const Event& event : reader.feed(text.substr(0, size))) {
      if (event.kind == EventKind::tool_call_delta) out += event.text;
    }
  }
  return out;
}

TEST(tool, what_is_not_of_the_arguments_is_no_piece_of_them) {
  Options options{.call = {"tool"}, .tools = json_of({{"f", {{"n", ValueTypes::integer}}}}), .bad_calls = BadCalls::hide};
  options.incremental = true;
  for (std::size_t size = 1; size != 12; ++size) {
    EXPECT_EQ(pieces(options,
                     R"(<tool>{"name":"f","arguments":"{\"a\":1}","id":"abcdefghijklmnop"}</tool>)",
                     size),
              R"({"a":1})");
    EXPECT_EQ(
        pieces(options, R"(<tool>{"name":"f","arguments":{"a":1},"id":"abcdefghijklmnop"}</tool>)",
               size),
        R"({"a":1})");
    EXPECT_EQ(pieces(options,
                     "<tool><function=f><parameter=s>abcdefgh ijkl</parameter>"
                     "<parameter=n>00012345678</parameter></function></tool>",
                     size),
              R"({"s":"abcdefgh ijkl","n":12345678})");
  }
}

TEST(tool, schemas_give_types_to_xml_values) {
  Options options{.call = {"tool"}, .tools = json_of({{"f", {{"n", ValueTypes::integer}}}}), .bad_calls = BadCalls::hide};
  EXPECT_EQ(told(options,
                 "<tool><function=f><parameter=n>\n7\n</parameter>"
                 "<parameter=s>7</parameter></function></tool>"),
            "tool-call f {\"n\":7,\"s\":\"7\"}\n");
}

TEST(tool, reset_forgets_the_open_call_and_the_indexes) {
  Reader reader = *Reader::make(Options());
  told(reader, R"(<tool>{"name":"f"}</tool><tool>{)");
  reader.reset();
  const std::span<const Event> events = reader.feed(R"(<tool>{"name":"g"}</tool>)");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].call()->index(), 0U);
  EXPECT_EQ(events[0].element->start(), 0U);
}

TEST(tool, a_limit_stops_the_reader_which_gives_what_was_held) {
  Options options{.call = {"tool"}, .bad_calls = BadCalls::hide, .limits = {.max_held_bytes = 12, .on_limit = OnLimit::stop}};
  Reader reader = *Reader::make(options);
  const auto events = reader.feed(R"(<tool>{"name":"f"}</tool>)");
  ASSERT_NE(reader.error(), nullptr);
  EXPECT_EQ(reader.error()->code, Errc::limit_exceeded);
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].call()->error(), Code::too_large);
  EXPECT_EQ(events[1].text, R"(<tool>{"name)");
  EXPECT_EQ(events[2].kind, EventKind::stopped);
  EXPECT_TRUE(reader.finish().empty());
  EXPECT_FALSE(read(R"(<tool>{"name":"f"}</tool>)", *Rules::make(options)));
}

TEST(tool, a_whole_text_is_a_message) {
  Options options;
  options.rules.push_back(hide("think"));
  const Rules rules = *Rules::make(options);
  const Message message =
      *read(R"(<think>t</think>a<tool>{"name":"f"}</tool>b<tool>x</tool>c)", rules);
  EXPECT_EQ(message.content, "abc");
  ASSERT_EQ(message.sections.size(), 1U);
  EXPECT_EQ(message.sections[0].content, "t");
  ASSERT_EQ(message.calls.size(), 1U);
  EXPECT_EQ(message.calls[0].tool, "f");
  EXPECT_EQ(message.calls[0].id, "call_0");
  EXPECT_EQ(message.calls[0].content, R"({"name":"f"})");
  ASSERT_EQ(message.notes.size(), 1U);
  EXPECT_EQ(message.notes[0].error, Code::invalid_json);
}

TEST(tool, the_options_of_sections_are_those_of_a_filter) {
  Options options;
  options.rules.push_back(hide("t"));
  options.start_inside = "t";
  EXPECT_EQ(told(options, "a</t>b"),
            "section-start\nsection-delta\nsection-end\ncontent-delta 'b'\n");
  options.start_inside.clear();
  options.unclosed_section = UnclosedSection::text;
  EXPECT_EQ(told(options, "a<t>b"), "content-delta 'a'\ncontent-delta '<t>b'\n");
  options.leading_only = true;
  EXPECT_EQ(told(options, R"(a<tool>{"name":"f"}</tool>)"),
            "content-delta 'a<tool>{\"name\":\"f\"}</tool>'\n");
}

TEST(tool, the_bytes_of_a_body_that_is_not_a_call_are_content_if_asked) {
  const Rules rules = *Rules::make({.call = {"tool"}, .bad_calls = BadCalls::content});
  EXPECT_EQ(read("a<tool>x</tool>b", rules)->content, "a<tool>x</tool>b");
}

}  // namespace
}  // namespace tagstream
