#include "tagstream/message.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/options.hpp"

namespace tagstream {
namespace {

Call call_of(const CallFields& fields, CallDetail& detail) {
  Call call;
  call.set(fields, detail);
  call.has_index = true;
  return call;
}

std::string given_id(CallIds& ids, std::uint64_t index, std::string_view own = {}) {
  CallDetail detail;
  return ids.id(call_of({.index = index, .id = own}, detail));
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
  for (std::size_t i = 0; i < own.size(); ++i) given.push_back(given_id(ids, i, own[i]));
  return given;
}

using Ids = std::vector<std::string>;

TEST(message, has_no_content_of_its_own_if_only_blanks_stand_beside_calls) {
  Message message;
  message.content = " \n";
  EXPECT_TRUE(message.has_content());
  message.calls.emplace_back();
  EXPECT_FALSE(message.has_content());
  message.content = " a";
  EXPECT_TRUE(message.has_content());
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
    return read(text, rules)->calls[0].id;
  };
  EXPECT_EQ(id_of(IdStyle::counted), "call_0");
  EXPECT_TRUE(is_word(id_of(IdStyle::mistral), 9));
  EXPECT_TRUE(is_word(id_of(IdStyle::openai).substr(5), 24));
}

// Of an answer that comes in pieces; the prompt ends with `tail`.
Message rescued(std::string_view tail, std::string_view answer) {
  Reader parser =
      *Reader::make({.dialect = "hermes", .unclosed_reasoning = UnclosedReasoning::content});
  EXPECT_EQ(*parser.prime(tail), !tail.empty());
  Message message;
  for (std::size_t at = 0; at < answer.size(); ++at) message.add(parser.feed(answer.substr(at, 1)));
  message.add(parser.finish());
  return message;
}

TEST(message, takes_reasoning_that_never_closes_into_its_content) {
  const Message one = rescued("", "<think>a</think>b\n<think>c<|im_end|>d");
  EXPECT_EQ(one.reasoning, "a");
  EXPECT_EQ(one.content, "b\ncd");
  ASSERT_EQ(one.notes.size(), 1U);
  EXPECT_EQ(one.notes[0].notice, Code::unclosed_reasoning);
  EXPECT_EQ(one.notes[0].offset, 37U);
  const Message primed = rescued("<|im_start|>assistant\n<think>\n", "a b");
  EXPECT_EQ(primed.reasoning, "");
  EXPECT_EQ(primed.content, "a b");
  const Message closed = rescued("", "<think>a</think>b");
  EXPECT_EQ(closed.reasoning, "a");
  EXPECT_EQ(closed.content, "b");
  EXPECT_TRUE(closed.notes.empty());
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
  EXPECT_TRUE(message.calls.empty());
  EXPECT_TRUE(message.notes.empty());
  EXPECT_TRUE(message.sections.empty());
}

TEST(message, needs_only_the_end_of_a_call) {
  CallDetail detail;
  Call call = call_of({.span = {3, 40}, .tool = "f", .arguments = "{}"}, detail);
  call.has_started = true;
  call.is_repaired = true;
  call.is_recovered = true;
  Event event = event_of(EventKind::tool_call, "body");
  event.element = &call;
  event.is_closed = true;
  const Event start = [&] {
    Event made = event_of(EventKind::tool_call_start, {});
    made.element = &call;
    return made;
  }();
  const Event delta = [&] {
    Event made = event_of(EventKind::tool_call_delta, "{}");
    made.element = &call;
    return made;
  }();
  Message whole;
  Message pieces;
  whole.add({&event, 1});
  for (const Event& one : {start, delta, event}) pieces.add({&one, 1});
  for (const Message& message : {whole, pieces}) {
    ASSERT_EQ(message.calls.size(), 1U);
    EXPECT_EQ(message.calls[0].id, "call_0");
    EXPECT_EQ(message.calls[0].tool, "f");
    EXPECT_EQ(message.calls[0].arguments, "{}");
    EXPECT_EQ(message.calls[0].content, "body");
    EXPECT_EQ(message.calls[0].span, (Span{3, 40}));
    EXPECT_TRUE(message.calls[0].is_closed);
    EXPECT_TRUE(message.calls[0].is_repaired);
    EXPECT_TRUE(message.calls[0].is_recovered);
    EXPECT_EQ(message.content, "");
  }
}

TEST(message, gives_each_call_an_id_of_its_own) {
  Message message;
  for (std::uint64_t index = 0; index < 3; ++index) {
    CallDetail detail;
    const Call call = call_of({.index = index, .id = "same"}, detail);
    Event event = event_of(EventKind::tool_call, "");
    event.element = &call;
    message.add({&event, 1});
  }
  ASSERT_EQ(message.calls.size(), 3U);
  EXPECT_EQ(message.calls[0].id, "same");
  EXPECT_EQ(message.calls[1].id, "call_1_2");
  EXPECT_EQ(message.calls[2].id, "call_2_2");
}

TEST(message, notes_errors_and_notices_in_order) {
  Call call;
  CallDetail detail;
  call.set({.span = {5, 20},
            .error = Code::invalid_json,
            .offset = 11,
            .message = "a sentence"},
           detail);
  Event error = event_of(EventKind::tool_call_error, "bad");
  error.element = &call;
  Event notice = event_of(EventKind::notice, "another");
  notice.code = Code::unclosed_call;
  notice.span = {30, 30};
  Message message;
  for (const Event& event : {error, notice}) message.add({&event, 1});
  ASSERT_EQ(message.notes.size(), 2U);
  EXPECT_TRUE(message.notes[0].is_error());
  EXPECT_EQ(message.notes[0].error, Code::invalid_json);
  EXPECT_EQ(message.notes[0].notice, Code::none);
  EXPECT_EQ(message.notes[0].message, "a sentence");
  EXPECT_EQ(message.notes[0].content, "bad");
  EXPECT_EQ(message.notes[0].offset, 11U);
  EXPECT_EQ(message.notes[0].span, (Span{5, 20}));
  EXPECT_FALSE(message.notes[1].is_error());
  EXPECT_EQ(message.notes[1].notice, Code::unclosed_call);
  EXPECT_EQ(message.notes[1].message, "another");
  EXPECT_EQ(message.notes[1].offset, 30U);
  EXPECT_EQ(message.content, "");
}

TEST(message, keeps_sections_with_their_attributes) {
  const Element tag(2, "<think effort=high>", 5);
  Event end = event_of(EventKind::section_end, "so");
  end.element = &tag;
  end.span = {23, 31};
  end.is_closed = true;
  end.is_truncated = true;
  const Element prompt = Element::implied("plan");
  Event implied = event_of(EventKind::section_end, "first");
  implied.element = &prompt;
  implied.span = {5, 5};
  implied.is_recorded = true;
  Message message;
  for (const Event& event : {end, implied}) message.add({&event, 1});
  ASSERT_EQ(message.sections.size(), 2U);
  const Section& section = message.sections[0];
  EXPECT_EQ(section.tag_name, "think");
  EXPECT_EQ(section.raw_tag, "<think effort=high>");
  EXPECT_EQ(section.attributes().find("effort"), "high");
  EXPECT_EQ(section.content, "so");
  EXPECT_EQ(section.span, (Span{2, 31}));
  EXPECT_TRUE(section.is_closed);
  EXPECT_TRUE(section.is_truncated);
  EXPECT_FALSE(section.is_implied_open);
  EXPECT_FALSE(section.is_recorded);
  EXPECT_EQ(message.sections[1].tag_name, "plan");
  EXPECT_EQ(message.sections[1].raw_tag, "");
  EXPECT_EQ(message.sections[1].span, (Span{0, 5}));
  EXPECT_TRUE(message.sections[1].is_implied_open);
  EXPECT_TRUE(message.sections[1].is_recorded);
  EXPECT_FALSE(message.sections[1].is_closed);
}

TEST(message, it_says_why_the_answer_ended) {
  Call call;
  Event event;
  event.kind = EventKind::tool_call;
  event.element = &call;
  Message message;
  EXPECT_EQ(message.finish_reason(), FinishReason::stop);
  EXPECT_STREQ(to_string(message.finish_reason()), "stop");
  message.add({&event, 1});
  EXPECT_STREQ(to_string(message.finish_reason()), "tool_calls");
  message.is_cut_off = true;
  EXPECT_STREQ(to_string(message.finish_reason()), "length");
}

}  // namespace
}  // namespace tagstream
