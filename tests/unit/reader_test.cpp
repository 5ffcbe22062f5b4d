#include "tagstream/reader.hpp"

#include <gtest/gtest.h>

#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/tokenizer.hpp"
#include "support/options.hpp"

namespace tagstream {
namespace {

// One of each, as what they have in common.
std::vector<Reader> all_readers(const Limits& limits = {}) {
  std::vector<Reader> readers;
  readers.push_back(*Reader::make({.hide = {"t"}, .limits = limits}));
  readers.push_back(
      *Reader::make({.hide = {"t"}, .call = {"f"}, .bad_calls = BadCalls::hide, .limits = limits}));
  readers.push_back(*Reader::make({.dialect = "hermes", .limits = limits}));
  return readers;
}

// Too long to stand inside a string object: its bytes are in the heap.
std::string long_text(char byte) { return std::string(200, byte); }

// Takes the memory that a string as long as `long_text` has left.
std::vector<std::string> reuse_memory() { return std::vector<std::string>(8, long_text('#')); }

TEST(reader, keeps_a_temporary_string_until_the_next_feed) {
  for (Reader& reader : all_readers()) {
    const auto events = reader.feed(long_text('a'));
    const std::vector<std::string> others = reuse_memory();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, long_text('a'));
    std::string given;
    for (const Event& event : reader.feed(long_text('b'))) {
      const std::vector<std::string> more = reuse_memory();
      given += event.text;
    }
    EXPECT_EQ(given, long_text('b'));
    std::string moved = long_text('c');
    const auto last = reader.feed(std::move(moved));
    const std::vector<std::string> more = reuse_memory();
    ASSERT_EQ(last.size(), 1U);
    EXPECT_EQ(last[0].text, long_text('c'));
  }
}

const std::string constant_text(char byte) { return long_text(byte); }

TEST(reader, keeps_a_constant_temporary_string_too) {
  for (Reader& reader : all_readers()) {
    const auto events = reader.feed(constant_text('a'));
    const std::vector<std::string> others = reuse_memory();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, long_text('a'));
  }
}

TEST(reader, keeps_a_temporary_string_of_another_allocator) {
  for (Reader& reader : all_readers()) {
    std::pmr::monotonic_buffer_resource memory;
    const auto events = reader.feed(std::pmr::string(200, 'a', &memory));
    memory.release();
    const std::vector<std::string> others = reuse_memory();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, long_text('a'));
  }
}

TEST(reader, keeps_a_temporary_string_of_which_it_holds_the_end) {
  for (Reader& reader : all_readers()) {
    auto events = reader.feed(long_text('a') + "<");
    const std::vector<std::string> others = reuse_memory();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, long_text('a'));
    events = reader.feed(" " + long_text('b') + "<");
    const std::vector<std::string> more = reuse_memory();
    std::string given;
    for (const Event& event : events) given += event.text;
    EXPECT_EQ(given, "< " + long_text('b'));
    events = reader.finish();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, "<");
  }
}

TEST(reader, keeps_a_temporary_string_for_the_views_of_sections_and_calls) {
  Reader hides = *Reader::make({.hide = {"t"}});
  const auto sections = hides.feed("<t a='" + long_text('v') + "'>" + long_text('x') + "</t>");
  const std::vector<std::string> others = reuse_memory();
  ASSERT_EQ(sections.size(), 3U);
  EXPECT_EQ(sections[0].attribute("a"), long_text('v'));
  EXPECT_EQ(sections[1].text, long_text('x'));
  EXPECT_EQ(sections[2].raw, sections[0].raw);
  Reader records = *Reader::make({.record = {"t"}});
  const auto recorded = records.feed("<t>" + long_text('x') + "</t>");
  const std::vector<std::string> some = reuse_memory();
  EXPECT_EQ(recorded.back().text, long_text('x'));
  Reader tools = *Reader::make({.call = {"tool"}});
  const auto calls = tools.feed(R"(<tool>{"name":"f","id":")" + long_text('i') +
                                R"(","args":{"x":")" + long_text('x') + R"("}}</tool>)");
  const std::vector<std::string> more = reuse_memory();
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].id, long_text('i'));
  EXPECT_EQ(calls[0].arguments(), "{\"x\":\"" + long_text('x') + "\"}");
}

TEST(reader, a_tokenizer_keeps_a_temporary_string_too) {
  Tokenizer tokenizer;
  auto tokens = tokenizer.feed(long_text('a') + "<");
  const std::vector<std::string> others = reuse_memory();
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].raw, long_text('a'));
  tokens = tokenizer.feed("a b='" + long_text('b') + "'>" + long_text('c'));
  const std::vector<std::string> more = reuse_memory();
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].attributes().find("b"), long_text('b'));
  EXPECT_EQ(tokens[1].raw, long_text('c'));
}

TEST(reader, does_not_copy_what_is_not_a_temporary) {
  const std::string text = long_text('a');
  for (Reader& reader : all_readers()) {
    const auto events = reader.feed(text);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text.data(), text.data());
  }
}

TEST(reader, stops_with_an_event_that_is_its_last) {
  Limits limits{.max_held_bytes = 8, .on_limit = OnLimit::stop};
  const std::string_view texts[] = {"a<t><t></t>long enough", "a<f>{\"long\":\"enough",
                                    "a<tool_call>{\"long\":\"enough"};
  std::size_t which = 0;
  for (Reader& reader : all_readers(limits)) {
    const auto events = reader.feed(texts[which++]);
    ASSERT_GE(events.size(), 3U);
    EXPECT_EQ(events[0].text, "a");
    std::uint64_t at = 0;  // all that was held has come out
    for (const Event& event : events) {
      EXPECT_EQ(event.kind == EventKind::stopped, &event == &events.back());
      if (quotes_only(event)) continue;
      EXPECT_EQ(event.span.start, at);
      at = event.span.end;
    }
    EXPECT_GE(at, 1 + limits.max_held_bytes);
    ASSERT_NE(reader.error(), nullptr);
    EXPECT_EQ(reader.error()->code, Code::limit_exceeded);
    EXPECT_EQ(events.back().text, reader.error()->message);
    EXPECT_TRUE(quotes_only(events.back()));
    EXPECT_EQ(events.back().code, Code::max_held_bytes);
    EXPECT_TRUE(reader.feed("more").empty());
    EXPECT_TRUE(reader.feed(long_text('m')).empty());
    EXPECT_TRUE(reader.finish().empty());
    EXPECT_EQ(reader.stats().limit_hits, 1U);
    reader.reset();
    EXPECT_EQ(reader.error(), nullptr);
    EXPECT_EQ(reader.stats().bytes_fed, 0U);
    const auto again = reader.feed("b");
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(again[0].span, (Span{0, 1}));
  }
}

TEST(reader, goes_on_without_a_stop_if_not_asked) {
  Limits limits{.max_held_bytes = 8};
  for (Reader& reader : all_readers(limits)) {
    for (const Event& event : reader.feed("a<t><t></t>long enough<f>{<tool_call>{ as well")) {
      EXPECT_NE(event.kind, EventKind::stopped);
    }
    EXPECT_EQ(reader.error(), nullptr);
  }
}

TEST(reader, reset_forgets_what_was_held) {
  for (Reader& reader : all_readers()) {
    reader.feed(long_text('a') + "<");
    EXPECT_GT(reader.stats().bytes_held, 0U);
    reader.reset();
    EXPECT_EQ(reader.stats().bytes_held, 0U);
    EXPECT_TRUE(reader.finish().empty());
    reader.reset();
    const auto events = reader.feed("b");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].span, (Span{0, 1}));
  }
}

// The laws clone readers at every cut of every golden case. Here stands what a caller sees.
TEST(reader, gives_each_answer_to_a_prompt_a_clone) {
  Options options;
  options.dialect = "qwen3";
  Reader prompt = *Reader::make(options);
  ASSERT_TRUE(*prompt.prime("<|im_start|>assistant\n<think>\n"));
  Reader first = prompt.clone();
  Reader second = prompt.clone();
  EXPECT_EQ(first.feed("Hm.")[0].kind, EventKind::reasoning);
  EXPECT_EQ(second.feed("No.")[0].text, "No.");
  EXPECT_EQ(first.feed("</think>Yes.").back().text, "Yes.");
  EXPECT_EQ(second.feed(" And")[0].kind, EventKind::reasoning);
  EXPECT_EQ(prompt.stats().bytes_held, 0U);
}

TEST(reader, of_which_a_clone_was_made_goes_on) {
  Options options;
  options.call = {"t"};
  options.incremental = true;
  Reader reader = *Reader::make(options);
  (void)reader.feed(R"(a <t>{"name":"f","arguments":{"a":"b)");
  Reader clone = reader.clone();
  EXPECT_EQ(reader.stats().bytes_held, clone.stats().bytes_held);
  EXPECT_EQ(clone.feed("c")[0].text, "c");
  EXPECT_EQ(reader.feed("d")[0].text, "d");
  EXPECT_EQ(clone.feed("\"}}</t>").back().text, R"({"a":"bc"})");
  EXPECT_EQ(reader.feed("\"}}</t>").back().text, R"({"a":"bd"})");
}

TEST(reader, that_has_ended_gives_a_clone_that_has_ended) {
  Options options;
  options.hide = {"x"};
  Reader reader = *Reader::make(options);
  (void)reader.finish();
  Reader clone = reader.clone();
  EXPECT_EQ(clone.feed("a")[0].code, Code::fed_after_finish);
  clone.reset();
  EXPECT_EQ(clone.feed("a")[0].text, "a");
}

// ## Text after the end of the stream is not read
//
// Rule: Events and bytes.
// Source: ours.
// Code: `machine/machine.cpp: fed_after_finish`.
//
// Each `feed` then gives one event, `stopped`, with the code `fed_after_finish` and an empty span.
TEST(reader, says_that_it_was_fed_after_the_end) {
  for (Reader& reader : all_readers()) {
    reader.feed("abc");
    reader.finish();
    for (const std::string_view chunk : {"d", "", "<t>more</t>"}) {
      const auto events = reader.feed(chunk);
      ASSERT_EQ(events.size(), 1U);
      EXPECT_EQ(events[0].kind, EventKind::stopped);
      EXPECT_EQ(events[0].code, Code::fed_after_finish);
      EXPECT_NE(events[0].text, "");
      EXPECT_EQ(events[0].offset, 3U);
      EXPECT_EQ(events[0].span, (Span{3, 3}));
      EXPECT_TRUE(quotes_only(events[0]));
    }
    EXPECT_EQ(reader.feed(std::string("a temporary"))[0].code, Code::fed_after_finish);
    EXPECT_TRUE(reader.finish().empty());
    EXPECT_EQ(reader.error(), nullptr);
    EXPECT_EQ(reader.stats().bytes_fed, 3U);
    reader.reset();
    EXPECT_EQ(reader.feed("abc")[0].text, "abc");
  }
}

TEST(reader, with_thoughts_says_that_it_was_fed_after_the_end_too) {
  Reader reader = *Reader::make({.thought = {"t"}});
  reader.feed("<t>abc");
  reader.finish();
  const auto events = reader.feed("d");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].code, Code::fed_after_finish);
}

TEST(reader, that_has_stopped_says_nothing_more) {
  Options options{.hide = {"t"}};
  options.limits = {.max_held_bytes = 4, .on_limit = OnLimit::stop};
  Reader reader = *Reader::make(options);
  EXPECT_EQ(reader.feed("<t><t></t>long").back().code, Code::max_held_bytes);
  EXPECT_TRUE(reader.finish().empty());
  EXPECT_TRUE(reader.feed("a").empty());
}

TEST(reader, a_message_has_what_was_read_before_a_stop) {
  Options options{.hide = {"t"}};
  options.limits = {.max_held_bytes = 4, .on_limit = OnLimit::stop};
  const Message message = read("a<t>b</t>c<t><t></t>long enough", options).value();
  EXPECT_EQ(message.content, "ac");
  ASSERT_EQ(message.sections.size(), 2U);
  EXPECT_EQ(message.sections[0].content, "b");
  ASSERT_TRUE(message.stopped);
  EXPECT_EQ(message.stopped->code, Code::max_held_bytes);
  EXPECT_NE(message.stopped->text, "");
  EXPECT_EQ(message.stopped->offset, 16U);
  EXPECT_FALSE(read("a<t>b</t>c", options).value().stopped);
}

#ifndef NDEBUG
TEST(tokenizer, must_not_be_fed_after_the_end) {
  Tokenizer tokenizer;
  tokenizer.finish();
  EXPECT_DEATH(tokenizer.feed("a"), "");
}
#endif

// ---- where the prompt ends -------------------------------------------------------------------

std::string kinds_of(std::span<const Event> events) {
  std::string kinds;
  for (const Event& event : events) {
    kinds += std::string(to_string(event.kind)) + ' ' + std::string(event.text) + '\n';
  }
  return kinds;
}

TEST(reader, begins_where_the_prompt_of_its_options_ends) {
  Reader reader = *Reader::make(
      {.dialect = "qwen3",
       .prompt_tail = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\n"});
  for (int round = 0; round < 3; ++round) {
    const auto events = reader.feed("a</think>b");
    EXPECT_EQ(kinds_of(events), "reasoning a\nmarkup </think>\ncontent b\n") << round;
    EXPECT_EQ(events[0].span, (Span{0, 1})) << round;
    reader.reset();
  }
  EXPECT_EQ(read("a</think>b", reader.rules()).reasoning, "a");
}

TEST(reader, begins_in_a_marker_that_the_prompt_has_half_written) {
  Reader reader = *Reader::make({.dialect = "qwen3", .prompt_tail = "<|im_start|>assistant\n<thi"});
  EXPECT_EQ(read("nk>a</think>b", reader.rules()).reasoning, "a");
  EXPECT_EQ(read("nk>a</think>b", reader.rules()).content, "b");
}

TEST(reader, the_prompt_overrules_the_other_beginnings) {
  const Options closed{.dialect = "qwen3",
                       .prompt_tail = "<|im_start|>assistant\n<think>\n\n</think>\n\n",
                       .start_in_reasoning = true};
  EXPECT_EQ(read("a", closed).value().content, "a");
  const Options plain{.dialect = "qwen3", .start_in_reasoning = true};
  EXPECT_EQ(read("a", plain).value().reasoning, "a");
  const Options section{.hide = {"t"}, .prompt_tail = "x", .start_inside = "t"};
  EXPECT_EQ(read("a</t>b", section).value().content, "a</t>b");
}

// The blank that separates the prompt's text from the answer's stands in one of the two.
TEST(reader, trims_an_answer_as_a_part_of_its_prompt) {
  const auto content = [](std::string prompt, std::string_view answer) {
    const Options options = {.hide = {"x"}, .prompt_tail = std::move(prompt), .trim = true};
    return read(answer, options).value().content;
  };
  EXPECT_EQ(content("Sure, <x>", "a</x> two "), "two");
  EXPECT_EQ(content("Sure, ", "<x>a</x> two <x/>"), "two");
  EXPECT_EQ(content("Sure,<x>", "a</x> two"), " two");
  EXPECT_EQ(content("Sure,", " <x>a</x>two"), " two");
  EXPECT_EQ(content("Sure, <x>a</x>", " b <x/>c"), "b c");
}

TEST(reader, a_prompt_may_end_in_a_section_of_a_rule_of_one_s_own) {
  const Message message = read("a</t>b", {.hide = {"t"}, .prompt_tail = "Answer. <t>"}).value();
  EXPECT_EQ(message.content, "b");
  ASSERT_EQ(message.sections.size(), 1U);
  EXPECT_EQ(message.sections[0].content, "a");
  EXPECT_EQ(message.sections[0].raw_tag, "<t>");
  EXPECT_EQ(message.sections[0].span, (Span{0, 5}));
}

TEST(reader, says_at_its_first_byte_which_section_the_prompt_has_opened) {
  Reader reader = *Reader::make({.hide = {"t"}, .prompt_tail = "Answer. <t>"});
  const auto events = reader.feed("a");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::section_start);
  EXPECT_TRUE(events[0].is_implied_open);
  EXPECT_EQ(events[0].span, (Span{0, 0}));
  EXPECT_EQ(events[1].text, "a");
  EXPECT_EQ(events[1].name, "t");
  for (const char* piece : {"b", "c"}) {  // a feed of nothing but that
    ASSERT_EQ(reader.feed(piece).size(), 1U);
    EXPECT_EQ(reader.feed(piece)[0].name, "t");
  }
  const auto last = reader.feed("</t>");
  ASSERT_EQ(last.size(), 1U);
  EXPECT_TRUE(last[0].is_implied_open);
}

TEST(reader, may_be_told_the_prompt_after_it_was_made) {
  Reader reader = *Reader::make({.dialect = "qwen3"});
  EXPECT_TRUE(*reader.prime("<|im_start|>assistant\n<think>\n"));
  EXPECT_EQ(reader.feed("a")[0].kind, EventKind::reasoning);
  reader.reset();
  EXPECT_EQ(reader.feed("a")[0].kind, EventKind::content);
  reader.reset();
  EXPECT_FALSE(*reader.prime("<|im_start|>assistant\n"));
  EXPECT_EQ(reader.feed("a")[0].kind, EventKind::content);
}

}  // namespace
}  // namespace tagstream
