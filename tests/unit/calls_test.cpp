// A rule for calls, without a dialect.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "support/options.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

using testing::json_of;

// Calls of <tool>, as most tests read them.
Options tool_calls(Options options = {}) {
  options.call = {"tool"};
  options.bad_calls = BadCalls::hide;
  return options;
}

// "kind name arguments" of each event of one text, read whole.
std::string told(Reader& reader, std::string_view text) {
  std::string out;
  auto tell = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      out += to_string(event.kind);
      if (!event.name.empty()) out += ' ' + std::string(event.name);
      if (!event.arguments().empty()) out += ' ' + std::string(event.arguments());
      if (event.code != Code::none) out += ' ' + std::string(to_string(event.code));
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

TEST(calls, rules_that_can_t_be_are_refused) {
  EXPECT_EQ(error_of({}),
            "nothing to read by: give a dialect (dialect=NAME or auto), a model (model=NAME) "
            "or a rule (hide, call, ...)");
  EXPECT_EQ(error_of({.hide = {"a"}, .call = {"a"}}),
            "there are two rules for `a`: `hide` and `call`; give one of them");
  EXPECT_EQ(error_of({.call = {"|…|"}}),
            "call: the opening and the closing marker of a call are both `|`");
  EXPECT_EQ(error_of({.call = {"[…"}}), "");  // its value ends it
  EXPECT_EQ(error_of(tool_calls()), "");
}

TEST(calls, a_call_is_one_event_and_text_stays) {
  EXPECT_EQ(told(tool_calls(), R"(a<tool>{"name":"f","arguments":{"x": 1}}</tool>b)"),
            "content 'a'\ntool_call f {\"x\": 1}\ncontent 'b'\n");
}

// Text is searched for fences in parts of 16 KiB, and this tag is longer than one part.
TEST(calls, a_tag_of_40_kib_in_pieces_is_read_as_whole) {
  const std::string value(40'000, 'v');
  const std::string text = "<tool name=\"f\" a=\"" + value + "\"/>";
  Reader reader = *Reader::make({.call = {"tool"}});
  std::string arguments;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      EXPECT_NE(event.kind, EventKind::content);
      if (event.kind == EventKind::tool_call) arguments += event.arguments();
    }
  };
  for (std::size_t at = 0; at < text.size(); at += 4) {
    take(reader.feed(std::string_view(text).substr(at, 4)));
  }
  take(reader.finish());
  EXPECT_EQ(arguments, "{\"a\":\"" + value + "\"}");
}

TEST(calls, nothing_leaves_before_the_closing_tag_is_complete) {
  Reader reader = *Reader::make(tool_calls());
  EXPECT_TRUE(reader.feed(R"(<tool>{"name":"f"}</too)").empty());
  EXPECT_GT(reader.stats().bytes_held, 0U);
  EXPECT_EQ(reader.feed("l>").size(), 1U);
  EXPECT_EQ(reader.stats().bytes_held, 0U);
}

TEST(calls, views_of_a_call_that_the_tag_names_live_as_long_as_the_event) {
  EXPECT_EQ(told(tool_calls(), R"(<tool name="a_rather_long_name_of_a_tool">{"x":1}</tool>)"),
            "tool_call a_rather_long_name_of_a_tool {\"x\":1}\n");
}

TEST(calls, a_closing_tag_in_a_string_is_part_of_it) {
  EXPECT_EQ(told(tool_calls(), R"(<tool>{"name":"f","args":{"x":"</tool>"}}</tool>)"),
            "tool_call f {\"x\":\"</tool>\"}\n");
}

TEST(calls, a_body_that_is_no_json_is_an_error_and_later_calls_are_found) {
  EXPECT_EQ(told(tool_calls(), R"(<tool>{"c":"oops}</tool> mid <tool>{"name":"d"}</tool>)"),
            "tool_call_error invalid_json\ncontent ' mid '\ntool_call d {}\n");
}

TEST(calls, an_unclosed_call_is_text_a_call_or_an_error_as_asked) {
  Options options = tool_calls();
  EXPECT_EQ(told(options, R"(<tool>{"name":"f"})"),
            "notice unclosed_call\ncontent '<tool>{\"name\":\"f\"}'\n");
  options.unclosed_call = UnclosedCall::call;
  EXPECT_EQ(told(options, R"(<tool>{"name":"f"})"), "tool_call f {}\n");
  options.unclosed_call = UnclosedCall::error;
  EXPECT_EQ(told(options, R"(<tool>{"name":"f"})"), "tool_call_error unclosed\n");
}

TEST(calls, pieces_come_as_they_are_known) {
  Reader reader =
      *Reader::make({.call = {"tool"}, .bad_calls = BadCalls::hide, .incremental = true});
  std::span<const Event> events = reader.feed(R"(<tool>{"name":"f")");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].name, "f");
  events = reader.feed(R"(,"arguments":{"a":)");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].text, R"({"a":)");
  events = reader.feed("1}}</tool>");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].text, "1}");
  EXPECT_EQ(events[1].kind, EventKind::tool_call);
  EXPECT_TRUE(events[1].has_started);
  EXPECT_EQ(events[1].arguments(), R"({"a":1})");
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

TEST(calls, what_is_not_of_the_arguments_is_no_piece_of_them) {
  Options options{.call = {"tool"},
                  .tools = json_of({{"f", {{"n", ValueTypes::integer}}}}),
                  .bad_calls = BadCalls::hide};
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

TEST(calls, schemas_give_types_to_xml_values) {
  Options options{.call = {"tool"},
                  .tools = json_of({{"f", {{"n", ValueTypes::integer}}}}),
                  .bad_calls = BadCalls::hide};
  EXPECT_EQ(told(options,
                 "<tool><function=f><parameter=n>\n7\n</parameter>"
                 "<parameter=s>7</parameter></function></tool>"),
            "tool_call f {\"n\":7,\"s\":\"7\"}\n");
}

TEST(calls, reset_forgets_the_open_call_and_the_indexes) {
  Reader reader = *Reader::make(tool_calls());
  told(reader, R"(<tool>{"name":"f"}</tool><tool>{)");
  reader.reset();
  const std::span<const Event> events = reader.feed(R"(<tool>{"name":"g"}</tool>)");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].index, 0U);
  EXPECT_EQ(events[0].span.start, 0U);
}

TEST(calls, a_limit_stops_the_reader_which_gives_what_was_held) {
  Options options{.call = {"tool"},
                  .bad_calls = BadCalls::hide,
                  .limits = {.max_held_bytes = 12, .on_limit = OnLimit::stop}};
  Reader reader = *Reader::make(options);
  const auto events = reader.feed(R"(<tool>{"name":"f"}</tool>)");
  ASSERT_NE(reader.error(), nullptr);
  EXPECT_EQ(reader.error()->code, Code::limit_exceeded);
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].code, Code::too_large);
  EXPECT_EQ(events[1].text, R"(<tool>{"name)");
  EXPECT_EQ(events[2].kind, EventKind::stopped);
  EXPECT_TRUE(reader.finish().empty());
  const Message message = read(R"(<tool>{"name":"f"}</tool>)", *Rules::make(options));
  ASSERT_TRUE(message.stopped);
  EXPECT_EQ(message.stopped->code, Code::max_held_bytes);
  EXPECT_EQ(message.content, R"(<tool>{"name)");
}

TEST(calls, a_whole_text_is_a_message) {
  Options options = tool_calls();
  options.hide = {"think"};
  const Rules rules = *Rules::make(options);
  const Message message =
      read(R"(<think>t</think>a<tool>{"name":"f"}</tool>b<tool>x</tool>c)", rules);
  EXPECT_EQ(message.content, "abc");
  ASSERT_EQ(message.sections.size(), 1U);
  EXPECT_EQ(message.sections[0].content, "t");
  ASSERT_EQ(message.tool_calls.size(), 1U);
  EXPECT_EQ(message.tool_calls[0].name, "f");
  EXPECT_EQ(message.tool_calls[0].id, "call_0");
  EXPECT_EQ(message.tool_calls[0].raw, R"({"name":"f"})");
  ASSERT_EQ(message.tool_call_errors.size(), 1U);
  EXPECT_EQ(message.tool_call_errors[0].code, Code::invalid_json);
}

TEST(calls, the_options_of_sections_count_beside_them) {
  Options options = tool_calls();
  options.hide = {"t"};
  options.start_inside = "t";
  EXPECT_EQ(told(options, "a</t>b"),
            "section_start t\nsection_delta t\nsection_end t\ncontent 'b'\n");
  options.start_inside.clear();
  options.unclosed_section = UnclosedSection::text;
  EXPECT_EQ(told(options, "a<t>b"), "content 'a'\nnotice t unclosed_section\ncontent '<t>b'\n");
  options.leading_only = true;
  EXPECT_EQ(error_of(options),
            "leading_only stands beside a dialect, or beside another rule than hide, record and "
            "unwrap; leave one of the two out");
}

TEST(calls, each_opener_that_is_text_makes_one_closer_no_news) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "`<tool>`";
  for (int i = 0; i < 300; ++i) text += "</tool>";
  EXPECT_EQ(read(text, tool_calls()).value().notices.size(), 1U);  // quoted
  const Message message = read(text + "</tool>", tool_calls()).value();
  ASSERT_EQ(message.notices.size(), 2U);
  EXPECT_EQ(message.notices[1].code, Code::stray_close);
  EXPECT_EQ(message.notices[1].offset, text.size());
}

TEST(calls, the_bytes_of_a_body_that_is_not_a_call_are_content_unless_they_are_hidden) {
  const Message message = read("a<tool>x</tool>b", {.call = {"tool"}}).value();
  EXPECT_EQ(message.content, "a<tool>x</tool>b");
  ASSERT_EQ(message.tool_call_errors.size(), 1U);
  EXPECT_EQ(message.tool_call_errors[0].raw, "x");
  EXPECT_EQ(read("a<tool>x</tool>b", tool_calls()).value().content, "ab");
}

// All that a call's event says, and all that an error's does.
TEST(calls, their_events_are_flat) {
  Reader reader = *Reader::make({.call = {"tool"}, .incremental = true});
  const auto calls =
      reader.feed(R"(a<tool id=x1>{'name':'f','arguments':{"a": 1}}</tool><tool>{} b</tool>)");
  const auto of_kind = [&](EventKind kind) {
    for (const Event& event : calls) {
      if (event.kind == kind) return event;
    }
    return Event();
  };
  const Event call = of_kind(EventKind::tool_call);
  EXPECT_EQ(call.name, "f");
  EXPECT_EQ(call.id, "x1");
  EXPECT_EQ(call.text, R"({"a": 1})");
  EXPECT_EQ(call.raw, R"({'name':'f','arguments':{"a": 1}})");
  EXPECT_EQ(call.span, (Span{1, 53}));
  EXPECT_TRUE(call.has_index && call.is_closed && call.is_repaired && call.has_started);
  EXPECT_EQ(call.index, 0U);
  EXPECT_FALSE(call.is_recovered);
  EXPECT_EQ(call.code, Code::none);
  const Event error = of_kind(EventKind::tool_call_error);
  EXPECT_EQ(error.code, Code::invalid_json);
  EXPECT_EQ(error.raw, "{} b");
  EXPECT_NE(error.text, "");
  EXPECT_EQ(error.offset, 62U);
  EXPECT_FALSE(error.has_index);
  EXPECT_TRUE(quotes_only(error));
}

TEST(calls, their_ids_are_short_or_none) {
  const auto id_of = [](const std::string& id) {
    return read("<tool id=\"" + id + "\">{\"name\":\"f\"}</tool>", {.call = {"tool"}})
        .value()
        .tool_calls.at(0)
        .id;
  };
  EXPECT_EQ(id_of("x"), "x");
  EXPECT_EQ(id_of(std::string(256, 'i')), std::string(256, 'i'));
  EXPECT_EQ(id_of(std::string(257, 'i')), "call_0");
}

}  // namespace
}  // namespace tagstream
