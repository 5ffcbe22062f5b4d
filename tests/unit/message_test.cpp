#include "tagstream/message.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/as_json.hpp"
#include "support/options.hpp"
#include "tagstream/json.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/write.hpp"

namespace tagstream {
namespace {

Event call_of(std::uint32_t index, std::string_view id = {}) {
  Event event;
  event.kind = EventKind::tool_call;
  event.index = index;
  event.has_index = true;
  event.id = id;
  return event;
}

std::string given_id(CallIds& ids, std::uint32_t index, std::string_view own = {}) {
  return ids.id(call_of(index, own));
}

// The same of a message that has no other call.
std::string given_id(IdStyle style, std::uint64_t seed = 0) {
  CallIds ids = seed == 0 ? CallIds(style) : CallIds(style, seed);
  return given_id(ids, 0);
}

// The ids that calls get whose own ones are these; empty: the model gave none.
std::vector<std::string> ids_of(const std::vector<std::string_view>& own) {
  CallIds ids;
  std::vector<std::string> given;
  for (const std::string_view id : own) {
    given.push_back(given_id(ids, static_cast<std::uint32_t>(given.size()), id));
  }
  return given;
}

using Ids = std::vector<std::string>;

TEST(message, has_no_content_of_its_own_if_only_blanks_stand_beside_calls) {
  Message message;
  message.content = " \n";
  EXPECT_TRUE(message.has_content());
  message.tool_calls.emplace_back();
  EXPECT_FALSE(message.has_content());
  message.content = " a";
  EXPECT_TRUE(message.has_content());
}

TEST(message, calls_have_the_index_of_their_events) {
  const char* const text = "<t>{\"name\":\"f\"}</t><t>{1}</t><t>{\"name\":\"g\"}</t>";
  const Message message = read(text, {.call = {"t"}}).value();
  ASSERT_EQ(message.tool_calls.size(), 2U);
  EXPECT_EQ(message.tool_calls[0].index, 0U);
  EXPECT_EQ(message.tool_calls[1].index, 1U);
  std::string json;
  to_json(json, message);
  EXPECT_EQ(to_json(message), json);
  EXPECT_EQ(read_message(json).value().tool_calls[1].index, 1U);
}

TEST(call_ids, are_the_model_s_or_made_of_the_index) {
  EXPECT_EQ(ids_of({"", "x", ""}), (Ids{"call_0", "x", "call_2"}));
}

TEST(call_ids, differ_where_the_model_repeats_one) {
  EXPECT_EQ(ids_of({"x", "x", "y", "x"}), (Ids{"x", "call_1_2", "y", "call_3_2"}));
}

TEST(call_ids, differ_where_the_model_writes_one_that_was_made_up_before) {
  EXPECT_EQ(ids_of({"", "call_0"}), (Ids{"call_0", "call_1_2"}));
}

TEST(call_ids, differ_where_one_made_up_is_one_that_the_model_wrote_before) {
  EXPECT_EQ(ids_of({"call_1", ""}), (Ids{"call_1", "call_1_2"}));
  EXPECT_EQ(ids_of({"call_2", "call_2_2", ""}), (Ids{"call_2", "call_2_2", "call_2_3"}));
}

TEST(call_ids, are_the_same_in_all_events_of_a_call) {
  CallIds ids;
  EXPECT_EQ(given_id(ids, 0), "call_0");
  EXPECT_EQ(given_id(ids, 0), "call_0");
  EXPECT_EQ(given_id(ids, 0, "known at the end only"), "call_0");
  EXPECT_EQ(given_id(ids, 1, "known at the end only"), "known at the end only");
  EXPECT_EQ(given_id(ids, 1), "known at the end only");
}

// A client of a stream has seen the id of the start, and whoever reads the whole text gets the
// same.
TEST(message, a_call_that_comes_in_pieces_keeps_the_id_of_its_start) {
  const auto id_of = [](std::string_view text, bool incremental) {
    return read(text, {.dialect = "mistral", .incremental = incremental})
        .value()
        .tool_calls.at(0)
        .id;
  };
  const char* const last =
      R"([TOOL_CALLS] [{"name": "f", "arguments": {"a": 1}, "id": "abcdefghi"}])";
  EXPECT_EQ(id_of(last, false), "abcdefghi");
  EXPECT_EQ(id_of(last, true), "call_0");
  const char* const first = R"([TOOL_CALLS] [{"id": "abcdefghi", "name": "f", "arguments": {}}])";
  EXPECT_EQ(id_of(first, true), "abcdefghi");
}

bool is_word(std::string_view text, std::size_t size) {
  constexpr std::string_view letters =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return text.size() == size && text.find_first_not_of(letters) == text.npos;
}

TEST(call_ids, may_be_random) {
  CallIds openai(IdStyle::openai, 1);
  const std::string first = given_id(openai, 0);
  EXPECT_TRUE(is_word(first.substr(5), 24)) << first;
  EXPECT_EQ(first.substr(0, 5), "call_");
  EXPECT_EQ(given_id(openai, 0), first);
  EXPECT_EQ(given_id(openai, 1, "own"), "own");
  const std::string third = given_id(openai, 2, "own");
  EXPECT_TRUE(is_word(third.substr(5), 24)) << third;
  EXPECT_NE(third, first);
  EXPECT_EQ(given_id(IdStyle::openai, 1), first);
  CallIds mistral(IdStyle::mistral, 7);
  const std::string nine = given_id(mistral, 0);
  EXPECT_TRUE(is_word(nine, 9)) << nine;
  EXPECT_NE(given_id(mistral, 1), nine);
}

TEST(call_ids, of_two_answers_differ_without_a_seed) {
  EXPECT_NE(given_id(IdStyle::mistral), given_id(IdStyle::mistral));
  EXPECT_EQ(given_id(IdStyle::counted), "call_0");
}

TEST(message, has_ids_of_the_style_that_is_asked_for) {
  const std::string_view text = R"(<tool_call>{"name":"f","arguments":{}}</tool_call>)";
  const auto id_of = [&](IdStyle style) {
    const Rules rules = *Rules::make({.dialect = "hermes", .id_style = style});
    return read(text, rules).tool_calls.at(0).id;
  };
  EXPECT_EQ(id_of(IdStyle::counted), "call_0");
  EXPECT_TRUE(is_word(id_of(IdStyle::mistral), 9));
  EXPECT_TRUE(is_word(id_of(IdStyle::openai).substr(5), 24));
}

// Of an answer that comes in pieces; the prompt ends with `tail`.
Message rescued(std::string_view tail, std::string_view answer) {
  Reader reader =
      *Reader::make({.dialect = "hermes", .unclosed_reasoning = UnclosedReasoning::content});
  EXPECT_EQ(*reader.prime(tail), !tail.empty());
  Message message;
  for (std::size_t at = 0; at < answer.size(); ++at) message.add(reader.feed(answer.substr(at, 1)));
  message.finish(reader.finish());
  return message;
}

TEST(message, takes_reasoning_that_never_closes_into_its_content) {
  const Message one = rescued("", "<think>a</think>b\n<think>c<|im_end|>d");
  EXPECT_EQ(one.reasoning, "a");
  EXPECT_EQ(one.content, "b\ncd");
  ASSERT_EQ(one.notices.size(), 1U);
  EXPECT_EQ(one.notices[0].code, Code::reasoning_as_content);
  EXPECT_EQ(one.reasoning_closed, false);
  EXPECT_EQ(one.notices[0].offset, 18U);
  const Message primed = rescued("<|im_start|>assistant\n<think>\n", "a b");
  EXPECT_EQ(primed.reasoning, "");
  EXPECT_EQ(primed.content, "a b");
  const Message closed = rescued("", "<think>a</think>b");
  EXPECT_EQ(closed.reasoning, "a");
  EXPECT_EQ(closed.content, "b");
  EXPECT_TRUE(closed.notices.empty());
}

Event event_of(EventKind kind, std::string_view text) {
  Event event;
  event.kind = kind;
  event.text = text;
  return event;
}

TEST(message, collects_text_and_reasoning) {
  const Event events[] = {event_of(EventKind::reasoning, "r"),
                          event_of(EventKind::markup, "</think>"),
                          event_of(EventKind::content, "a"), event_of(EventKind::content, "b"),
                          event_of(EventKind::reasoning, "s")};
  Message message;
  message.add({});
  message.add(events);
  EXPECT_EQ(message.content, "ab");
  EXPECT_EQ(message.reasoning, "rs");
  EXPECT_TRUE(message.tool_calls.empty());
  EXPECT_TRUE(message.tool_call_errors.empty());
  EXPECT_TRUE(message.notices.empty());
  EXPECT_TRUE(message.thoughts.empty());
  EXPECT_FALSE(message.stopped);
  EXPECT_TRUE(message.sections.empty());
}

TEST(message, needs_only_the_end_of_a_call) {
  Event end = call_of(0);
  end.span = {3, 40};
  end.name = "f";
  end.text = "{}";
  end.raw = "body";
  end.has_started = end.is_repaired = end.is_recovered = end.is_closed = true;
  Event start = call_of(0);
  start.kind = EventKind::tool_call_start;
  start.name = "f";
  Event delta = start;
  delta.kind = EventKind::tool_call_delta;
  delta.text = "{}";
  Message whole;
  Message pieces;
  whole.add({&end, 1});
  for (const Event& one : {start, delta, end}) pieces.add({&one, 1});
  for (const Message& message : {whole, pieces}) {
    ASSERT_EQ(message.tool_calls.size(), 1U);
    EXPECT_EQ(message.tool_calls[0].id, "call_0");
    EXPECT_EQ(message.tool_calls[0].name, "f");
    EXPECT_EQ(message.tool_calls[0].arguments, "{}");
    EXPECT_EQ(message.tool_calls[0].raw, "body");
    EXPECT_EQ(message.tool_calls[0].span, (Span{3, 40}));
    EXPECT_TRUE(message.tool_calls[0].is_closed);
    EXPECT_TRUE(message.tool_calls[0].is_repaired);
    EXPECT_TRUE(message.tool_calls[0].is_recovered);
    EXPECT_EQ(message.content, "");
  }
}

TEST(message, gives_each_call_an_id_of_its_own) {
  Message message;
  for (std::uint32_t index = 0; index < 3; ++index) {
    const Event event = call_of(index, "same");
    message.add({&event, 1});
  }
  ASSERT_EQ(message.tool_calls.size(), 3U);
  EXPECT_EQ(message.tool_calls[0].id, "same");
  EXPECT_EQ(message.tool_calls[1].id, "call_1_2");
  EXPECT_EQ(message.tool_calls[2].id, "call_2_2");
}

TEST(message, keeps_errors_notices_and_a_stop) {
  Event error = event_of(EventKind::tool_call_error, "a sentence");
  error.span = {5, 20};
  error.code = Code::invalid_json;
  error.offset = 11;
  error.name = "f";
  error.raw = "bad";
  Event notice = event_of(EventKind::notice, "another");
  notice.code = Code::quoted;
  notice.span = {30, 30};
  notice.offset = 29;
  Event stopped = event_of(EventKind::stopped, "the last");
  stopped.code = Code::max_held_bytes;
  stopped.span = {40, 40};
  stopped.offset = 31;
  Message message;
  for (const Event& event : {error, notice, stopped}) message.add({&event, 1});
  EXPECT_EQ(message.finish_reason, "length");
  ASSERT_EQ(message.tool_call_errors.size(), 1U);
  EXPECT_EQ(message.tool_call_errors[0].code, Code::invalid_json);
  EXPECT_EQ(message.tool_call_errors[0].text, "a sentence");
  EXPECT_EQ(message.tool_call_errors[0].name, "f");
  EXPECT_EQ(message.tool_call_errors[0].raw, "bad");
  EXPECT_EQ(message.tool_call_errors[0].offset, 11U);
  ASSERT_EQ(message.notices.size(), 1U);
  EXPECT_EQ(message.notices[0].code, Code::quoted);
  EXPECT_EQ(message.notices[0].text, "another");
  EXPECT_EQ(message.notices[0].offset, 29U);
  ASSERT_TRUE(message.stopped);
  EXPECT_EQ(message.stopped->code, Code::max_held_bytes);
  EXPECT_EQ(message.stopped->text, "the last");
  EXPECT_EQ(message.stopped->offset, 31U);
  EXPECT_EQ(message.content, "");
}

TEST(message, collects_hidden_sections_and_takes_recorded_ones_as_they_come) {
  Event start = event_of(EventKind::section_start, {});
  start.span = {2, 21};
  start.name = "think";
  start.raw = "<think effort=high>";
  Event delta = event_of(EventKind::section_delta, "s");
  delta.name = "think";
  Event more = event_of(EventKind::section_delta, "o");
  more.name = "think";
  Event end = event_of(EventKind::section_end, {});
  end.name = "think";
  end.raw = "<think effort=high>";
  end.span = {23, 31};
  end.offset = 2;
  end.is_closed = true;
  Event recorded = event_of(EventKind::section_end, "first");
  recorded.name = "plan";
  recorded.span = {35, 35};
  recorded.is_recorded = recorded.is_implied_open = recorded.is_truncated = true;
  Message message;
  for (const Event& event : {start, delta, recorded, more, end, start, end}) {
    message.add({&event, 1});
  }
  ASSERT_EQ(message.sections.size(), 3U);
  const Section& inner = message.sections[0];
  EXPECT_EQ(inner.name, "plan");
  EXPECT_EQ(inner.raw_tag, "");
  EXPECT_EQ(inner.content, "first");
  EXPECT_EQ(inner.span, (Span{0, 35}));
  EXPECT_TRUE(inner.is_implied_open);
  EXPECT_TRUE(inner.is_recorded);
  EXPECT_TRUE(inner.is_truncated);
  EXPECT_FALSE(inner.is_closed);
  const Section& section = message.sections[1];
  EXPECT_EQ(section.name, "think");
  EXPECT_EQ(section.raw_tag, "<think effort=high>");
  EXPECT_EQ(section.attribute("effort"), "high");
  EXPECT_EQ(section.content, "so");
  EXPECT_EQ(section.span, (Span{2, 31}));
  EXPECT_TRUE(section.is_closed);
  EXPECT_FALSE(section.is_truncated);
  EXPECT_FALSE(section.is_implied_open);
  EXPECT_FALSE(section.is_recorded);
  EXPECT_EQ(message.sections[2].content, "");
}

TEST(message, the_section_of_a_marker_has_no_attributes) {
  Section section;
  section.name = section.raw_tag = "<think effort=high>";
  EXPECT_TRUE(section.attributes().empty());
}

TEST(message, the_attribute_of_a_section_outlives_the_message) {
  const Options options = {.hide = {"file"}};
  const std::string long_path(200, 'p');
  const std::string text = "<file Path='" + long_path + "'>x</file>";
  const auto path = read(text, options).value().sections[0].attribute("Path");
  EXPECT_EQ(path, long_path);
  EXPECT_EQ(read(text, options).value().sections[0].attribute("path"), std::nullopt);
  EXPECT_EQ(read(text, options).value().sections[0].attribute("path", true), long_path);
}

TEST(message, keeps_thoughts) {
  Event thought = event_of(EventKind::thought, "t");
  thought.span = {3, 30};
  thought.thought_type = "plan";
  thought.confidence = 0.25;
  thought.has_attributes = thought.is_closed = thought.is_truncated = true;
  const Event piece = event_of(EventKind::thought_delta, "t");
  Message message;
  for (const Event& event : {piece, thought}) message.add({&event, 1});
  ASSERT_EQ(message.thoughts.size(), 1U);
  EXPECT_EQ(message.thoughts[0].text, "t");
  EXPECT_EQ(message.thoughts[0].thought_type, "plan");
  EXPECT_EQ(message.thoughts[0].confidence, 0.25);
  EXPECT_EQ(message.thoughts[0].span, (Span{3, 30}));
  EXPECT_TRUE(message.thoughts[0].has_attributes);
  EXPECT_TRUE(message.thoughts[0].is_closed);
  EXPECT_TRUE(message.thoughts[0].is_truncated);
  EXPECT_EQ(message.content, "");
}

// ## Until the answer has ended `finish_reason` is null
//
// Rule: Sections and messages.
// Source: OpenAI's chat completions API (`finish_reason` is null in all chunks but the last).
// Code: `readers/message.cpp: Message::finish`.
//
// `reasoning_closed` is left out then. `Message::finish` decides both, unless they are known
// before.
TEST(message, it_says_why_the_answer_ended_once_it_has) {
  const Event event = call_of(0);
  Message message;
  message.add({&event, 1});
  EXPECT_EQ(message.finish_reason, "");
  EXPECT_EQ(message.reasoning_closed, std::nullopt);
  message.finish();
  EXPECT_EQ(message.finish_reason, "tool_calls");
  EXPECT_EQ(message.reasoning_closed, true);
  message.set_cut_off();
  message.finish();
  EXPECT_EQ(message.finish_reason, "length");
  Message empty;
  empty.finish();
  EXPECT_EQ(empty.finish_reason, "stop");
  Message with_last;
  with_last.finish({&event, 1});
  EXPECT_EQ(with_last.finish_reason, "tool_calls");
}

TEST(message, a_stream_that_was_left_says_nothing_of_its_end) {
  Reader reader = *Reader::make({.dialect = "qwen3"});
  Message message;
  message.add(reader.feed("<think>a"));
  EXPECT_EQ(testing::as_json(message), R"({"content":"","reasoning":"a","finish_reason":null})");
  message.finish(reader.finish());
  EXPECT_EQ(message.reasoning_closed, false);
  EXPECT_EQ(message.finish_reason, "stop");
}

TEST(message, a_call_that_is_cut_off_is_an_error) {
  const Options options = {.dialect = "qwen3", .unclosed_call = UnclosedCall::text};
  const std::string call = R"(<tool_call>{"name": "f", "argu)";
  const Message message = read("a " + call, options).value();
  EXPECT_EQ(message.content, "a " + call);
  EXPECT_TRUE(message.notices.empty());
  ASSERT_EQ(message.tool_call_errors.size(), 1U);
  EXPECT_EQ(message.tool_call_errors[0].code, Code::unclosed);
  EXPECT_EQ(message.tool_call_errors[0].offset, 2U);
  EXPECT_EQ(message.tool_call_errors[0].raw, call);
  EXPECT_NE(message.tool_call_errors[0].text, "");
}

TEST(message, says_whether_its_reasoning_was_closed) {
  const Rules rules = *Rules::make({.dialect = "qwen3"});
  EXPECT_EQ(read("<think>a</think>b", rules).reasoning_closed, true);
  EXPECT_EQ(read("b", rules).reasoning_closed, true);
  EXPECT_EQ(read("<think>a", rules).reasoning_closed, false);
}

}  // namespace
}  // namespace tagstream
