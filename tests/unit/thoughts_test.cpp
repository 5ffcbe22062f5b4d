// Rules for thoughts.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

Options thinking(Options options = {}) {
  options.thought = {"thinking"};
  return options;
}

// The events of a reader, one line each: `content x`, `thought x`, `thought_delta x`.
std::string told(std::span<const Event> events) {
  std::string text;
  for (const Event& event : events) {
    text += std::string(to_string(event.kind)) + " " + std::string(event.text) + "\n";
  }
  return text;
}

std::string told(std::string_view text, const Options& options = thinking()) {
  Reader reader = *Reader::make(options);
  std::string all = told(reader.feed(text));
  return all + told(reader.finish());
}

Event only_thought(Reader& reader, std::string_view text) {
  for (const Event& event : reader.feed(text)) {
    if (event.kind == EventKind::thought) return event;
  }
  return {};
}

TEST(thoughts, the_body_is_trimmed_and_the_text_is_not) {
  EXPECT_EQ(told("a <thinking> t\n</thinking> b"), "content a \nthought t\ncontent  b\n");
}

TEST(thoughts, attributes_hold_one_too) {
  Reader reader = *Reader::make(thinking());
  const Event event = only_thought(
      reader, "<thinking thought=\"a &lt; b > c\" thought_type='plan' confidence=\"0.7\"/>");
  EXPECT_EQ(event.text, "a < b > c");
  EXPECT_TRUE(event.has_attributes);
  EXPECT_EQ(event.thought_type, "plan");
  EXPECT_EQ(event.confidence, 0.7);
}

TEST(thoughts, attribute_and_body_stand_on_two_lines) {
  EXPECT_EQ(told("<thinking thought='a'>b</thinking>"), "thought a\nb\n");
}

TEST(thoughts, confidence_is_a_number_from_0_to_1_or_one_half) {
  const auto confidence_of = [](std::string_view value) {
    Reader reader = *Reader::make(thinking());
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

TEST(thoughts, a_blank_one_is_markup_and_its_bytes_are_accounted_for) {
  Reader reader = *Reader::make(thinking());
  const auto events = reader.feed("<thinking> \n</thinking>");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::markup);
  EXPECT_EQ(events[0].span, (Span{0, 23}));
}

TEST(thoughts, an_open_one_ends_with_the_stream) {
  Reader reader = *Reader::make(thinking());
  EXPECT_TRUE(reader.feed("<thinking>so").empty());
  const auto events = reader.finish();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].text, "so");
  EXPECT_FALSE(events[0].is_closed);
  EXPECT_EQ(events[1].code, Code::unclosed_thought);
  EXPECT_EQ(events[1].name, "thinking");
}

TEST(thoughts, pieces_come_while_it_is_open) {
  Reader reader = *Reader::make(thinking({.incremental = true}));
  EXPECT_EQ(told(reader.feed("<thinking thought='a'>")), "thought_delta a\n");
  EXPECT_EQ(told(reader.feed("b")), "thought_delta \nb\n");
  EXPECT_EQ(told(reader.feed("c</thinking>")), "thought_delta c\nthought a\nbc\n");
}

TEST(thoughts, a_piece_covers_nothing_and_the_thought_all_of_it) {
  Reader reader = *Reader::make(thinking({.incremental = true}));
  reader.feed("ab<thinking> ");
  const auto pieces = reader.feed("c");
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_EQ(pieces[0].kind, EventKind::thought_delta);
  EXPECT_TRUE(quotes_only(pieces[0]));
  const auto ended = reader.feed("d </thinking>");
  ASSERT_EQ(ended.size(), 2U);
  EXPECT_EQ(ended[0].text, "d");
  EXPECT_EQ(ended[1].span, (Span{2, 27}));
  EXPECT_TRUE(ended[1].is_closed);
}

// However the text is cut: blanks at either end are of no piece, and those inside wait.
TEST(thoughts, the_pieces_are_the_thought) {
  const std::string text =
      "x<thinking thought=' a &amp; b '> \n one  two \n three \n </thinking>y"
      "<thinking>\n  </thinking><thinking>four";
  const Rules rules = *Rules::make(thinking({.incremental = true}));
  for (std::size_t size = 1; size <= text.size(); ++size) {
    Reader reader(rules);
    std::string pieces;
    std::string thoughts;
    const auto take = [&](std::span<const Event> events) {
      for (const Event& event : events) {
        if (event.kind == EventKind::thought_delta) pieces += event.text;
        if (event.kind != EventKind::thought) continue;
        EXPECT_EQ(pieces, event.text) << "in pieces of " << size;
        pieces.clear();
        thoughts += '[' + std::string(event.text) + ']';
      }
    };
    for (std::size_t at = 0; at < text.size(); at += size) {
      take(reader.feed(std::string_view(text).substr(at, size)));
    }
    take(reader.finish());
    EXPECT_EQ(thoughts, "[a & b \n \n one  two \n three][four]") << "in pieces of " << size;
    EXPECT_EQ(pieces, "");
  }
}

TEST(thoughts, the_tag_can_be_chosen) {
  EXPECT_EQ(told("<think>t</think><thinking>", {.thought = {"think"}}),
            "thought t\ncontent <thinking>\n");
  EXPECT_EQ(told("[T]t[/T]<a>u</a>", {.thought = {"a", "[T]…[/T]"}}), "thought t\nthought u\n");
  EXPECT_EQ(told("<THINK>t</Think>", {.thought = {"think"}, .ignore_case = true}), "thought t\n");
  EXPECT_FALSE(Rules::make({.thought = {}}));
  EXPECT_FALSE(Rules::make({.thought = {"a b"}}));
}

TEST(thoughts, stand_beside_sections_calls_and_reasoning) {
  const Options options{
      .hide = {"h"}, .record = {"r"}, .reasoning = {"think"}, .thought = {"t"}, .call = {"tool"}};
  EXPECT_EQ(told("<t>a</t><think>b</think><h>c</h><r>d</r><tool>{\"name\":\"f\"}</tool>", options),
            "thought a\nmarkup <think>\nreasoning b\nmarkup </think>\nsection_start \n"
            "section_delta c\nsection_end \ncontent <r>d</r>\nsection_end d\ntool_call {}\n");
}

TEST(thoughts, a_message_has_them) {
  const Message message =
      read("<thinking thought_type='plan' confidence='0.25'> a </thinking>b<thinking>c", thinking())
          .value();
  EXPECT_EQ(message.content, "b");
  ASSERT_EQ(message.thoughts.size(), 2U);
  EXPECT_TRUE(message.sections.empty());
  EXPECT_EQ(message.thoughts[0].text, "a");
  EXPECT_EQ(message.thoughts[0].thought_type, "plan");
  EXPECT_EQ(message.thoughts[0].confidence, 0.25);
  EXPECT_TRUE(message.thoughts[0].has_attributes);
  EXPECT_TRUE(message.thoughts[0].is_closed);
  EXPECT_EQ(message.thoughts[0].span, (Span{0, 62}));
  EXPECT_EQ(message.thoughts[1].text, "c");
  EXPECT_FALSE(message.thoughts[1].is_closed);
  EXPECT_FALSE(message.thoughts[1].has_attributes);
}

TEST(thoughts, start_inside_may_be_one) {
  EXPECT_EQ(told("a</thinking>b", thinking({.start_inside = "thinking"})),
            "thought a\ncontent b\n");
}

TEST(thoughts, a_long_one_is_cut_and_says_so) {
  Options options = thinking();
  options.limits.max_held_bytes = 3;
  Reader reader = *Reader::make(options);
  const Event event = only_thought(reader, "<thinking>abcdef</thinking>");
  EXPECT_EQ(event.text, "abc");
  EXPECT_TRUE(event.is_truncated);
}

TEST(thoughts, after_reset_it_reads_anew) {
  Reader reader = *Reader::make(thinking());
  reader.feed("<thinking>abc");
  reader.finish();
  reader.reset();
  EXPECT_EQ(told(reader.feed("x")), "content x\n");
  EXPECT_EQ(reader.stats().bytes_fed, 1U);
}

TEST(thoughts, figures_count_what_was_given) {
  Reader reader = *Reader::make(thinking());
  std::uint64_t events = reader.feed("a<thinking>bcd").size();
  EXPECT_GE(reader.stats().bytes_held, 3U);
  events += reader.feed("</thinking>e").size();
  events += reader.finish().size();
  EXPECT_EQ(reader.stats().events, events);
  EXPECT_EQ(reader.stats().bytes_held, 0U);
  EXPECT_GE(reader.stats().bytes_held_max, 3U);
}

}  // namespace
}  // namespace tagstream
