#include "support/options.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream {
namespace {

// What a reader gives, one line per event: `content x`, `thought x`, `delta x`.
std::string told(std::span<const ThoughtEvent> events) {
  std::string text;
  for (const ThoughtEvent& event : events) {
    text += std::string(to_string(event.kind)) + " " + std::string(event.text) + "\n";
  }
  return text;
}

std::string read(std::string_view text, Options options = {}) {
  Reader reader = *Reader::make(options);
  std::string all = told(reader.feed(text));
  return all + told(reader.finish());
}

ThoughtEvent only_thought(Reader& reader, std::string_view text) {
  for (const ThoughtEvent& event : reader.feed(text)) {
    if (event.kind == ThoughtEventKind::thought) return event;
  }
  return {};
}

TEST(thought, the_body_is_trimmed_and_the_text_is_not) {
  EXPECT_EQ(read("a <thinking> t\n</thinking> b"),
            "content-delta a \nthought-stream t\ncontent-delta  b\n");
}

TEST(thought, attributes_hold_one_too) {
  Reader reader = *Reader::make({});
  const ThoughtEvent event = only_thought(
      reader, "<thinking thought=\"a &lt; b > c\" thought_type='plan' confidence=\"0.7\"/>");
  EXPECT_EQ(event.text, "a < b > c");
  EXPECT_TRUE(event.has_attributes);
  EXPECT_EQ(event.type, "plan");
  EXPECT_EQ(event.confidence, 0.7);
}

TEST(thought, attribute_and_body_stand_on_two_lines) {
  EXPECT_EQ(read("<thinking thought='a'>b</thinking>"), "thought-stream a\nb\n");
}

TEST(thought, confidence_is_a_number_from_0_to_1_or_one_half) {
  const auto confidence_of = [](std::string_view value) {
    Reader reader = *Reader::make({});
    return only_thought(reader, "<thinking thought=x confidence=\"" + std::string(value) + "\"/>")
        .confidence;
  };
  EXPECT_EQ(confidence_of("0"), 0.0);
  EXPECT_EQ(confidence_of("1"), 1.0);
  EXPECT_EQ(confidence_of("0.25"), 0.25);
  EXPECT_EQ(confidence_of("1e-400"), 0.0);
  EXPECT_EQ(confidence_of("1e400"), 0.5);
  EXPECT_EQ(confidence_of("-0"), 0.0);
  for (const char* other : {"", "high", "1.5", "-0.1", "nan", "inf", "0.5x", "0,5"}) {
    EXPECT_EQ(confidence_of(other), 0.5) << other;
  }
}

TEST(thought, a_blank_one_is_no_event_but_its_bytes_are_accounted_for) {
  Reader reader = *Reader::make({});
  const auto events = reader.feed("<thinking> \n</thinking>");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, ThoughtEventKind::markup);
  EXPECT_EQ(events[0].begin, 0U);
  EXPECT_EQ(events[0].end, 23U);
}

TEST(thought, an_open_one_ends_with_the_stream) {
  Reader reader = *Reader::make({});
  EXPECT_TRUE(reader.feed("<thinking>so").empty());
  const auto events = reader.finish();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].text, "so");
  EXPECT_FALSE(events[0].is_closed);
}

TEST(thought, live_deltas_come_while_it_is_open) {
  Reader reader = *Reader::make({.thought = {"thinking"}, .incremental = true});
  EXPECT_EQ(told(reader.feed("<thinking thought='a'>")), "thought-delta a\n");
  EXPECT_EQ(told(reader.feed("b")), "thought-delta \nb\n");
  EXPECT_EQ(told(reader.feed("c</thinking>")), "thought-delta c\nthought-stream a\nbc\n");
}

TEST(thought, names_can_be_chosen) {
  EXPECT_EQ(read("<think>t</think><thinking>", {.names = {"think"}}),
            "thought-stream t\ncontent-delta <thinking>\n");
  EXPECT_FALSE(Reader::make({.thought = {}}));
  EXPECT_FALSE(Reader::make({.thought = {"a b"}}));
}

TEST(thought, a_long_one_is_cut_and_says_so) {
  Options options;
  options.limits.max_held_bytes = 3;
  Reader reader = *Reader::make(options);
  const ThoughtEvent event = only_thought(reader, "<thinking>abcdef</thinking>");
  EXPECT_EQ(event.text, "abc");
  EXPECT_TRUE(event.is_truncated);
}

TEST(thought, after_reset_it_reads_anew) {
  Reader reader = *Reader::make({});
  reader.feed("<thinking>abc");
  reader.finish();
  reader.reset();
  EXPECT_EQ(told(reader.feed("x")), "content-delta x\n");
  EXPECT_EQ(reader.stats().bytes_fed, 1U);
}

}  // namespace
}  // namespace tagstream
