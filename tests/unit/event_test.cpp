#include "tagstream/event.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

// A reader gives an array of them: what one feed takes is a multiple of this.
static_assert(sizeof(void*) != 8 || sizeof(Event) <= 128);

TEST(event, each_kind_has_its_number_and_the_word_of_its_enumerator) {
  constexpr std::array<std::pair<EventKind, const char*>, 14> kinds = {{
      {EventKind::content, "content"},
      {EventKind::reasoning, "reasoning"},
      {EventKind::section_start, "section_start"},
      {EventKind::section_delta, "section_delta"},
      {EventKind::section_end, "section_end"},
      {EventKind::tool_call_start, "tool_call_start"},
      {EventKind::tool_call_delta, "tool_call_delta"},
      {EventKind::tool_call, "tool_call"},
      {EventKind::tool_call_error, "tool_call_error"},
      {EventKind::thought, "thought"},
      {EventKind::markup, "markup"},
      {EventKind::notice, "notice"},
      {EventKind::stopped, "stopped"},
      {EventKind::thought_delta, "thought_delta"},
  }};
  for (std::size_t number = 0; number < kinds.size(); ++number) {
    EXPECT_EQ(static_cast<std::size_t>(kinds[number].first), number);
    EXPECT_STREQ(to_string(kinds[number].first), kinds[number].second);
  }
  EXPECT_STREQ(to_string(static_cast<EventKind>(kinds.size())), "unknown");
}

TEST(event, each_flag_has_its_bit_and_its_name) {
  Event event;
  EXPECT_EQ(event.flags(), 0U);
  std::uint32_t all = 0;
  const auto check = [&](EventFlag flag, auto set, auto get) {
    Event one;
    set(one);
    EXPECT_EQ(one.flags(), static_cast<std::uint32_t>(flag));
    EXPECT_TRUE(one.has(flag));
    Event other;
    other.kind = EventKind::tool_call;
    other.set_flags(static_cast<std::uint32_t>(flag));
    EXPECT_TRUE(get(other));
    EXPECT_EQ(other.kind, EventKind::tool_call);
    other.set_flags(~static_cast<std::uint32_t>(flag));
    EXPECT_FALSE(get(other));
    all |= static_cast<std::uint32_t>(flag);
  };
#define FLAG(name) \
  check(           \
      EventFlag::name, [](Event& of) { of.name = true; }, [](const Event& of) { return of.name; })
  FLAG(is_closed);
  FLAG(is_recorded);
  FLAG(is_implied_open);
  FLAG(is_truncated);
  FLAG(has_attributes);
  FLAG(has_index);
  FLAG(has_started);
  FLAG(is_repaired);
  FLAG(is_recovered);
  FLAG(is_native);
#undef FLAG
  event.set_flags(~0U);
  EXPECT_EQ(event.flags(), all);
}

TEST(event, quotes_if_its_span_is_empty) {
  Event event;
  event.span = {7, 7};
  EXPECT_TRUE(quotes_only(event));
  event.span = {7, 8};
  EXPECT_FALSE(quotes_only(event));
  EXPECT_EQ(event.span.size(), 1U);
  EXPECT_FALSE(event.span.empty());
}

TEST(event, of_a_tag_has_the_attributes_of_its_opening_tag) {
  Event event;
  event.name = "think";
  event.raw = "<think effort=high>";
  for (const EventKind kind : {EventKind::section_start, EventKind::section_end}) {
    event.kind = kind;
    EXPECT_EQ(event.attribute("effort"), "high");
  }
  for (const EventKind kind : {EventKind::tool_call, EventKind::tool_call_error,
                               EventKind::section_delta, EventKind::content}) {
    event.kind = kind;
    EXPECT_TRUE(event.attributes().empty());
  }
}

TEST(event, of_a_marker_has_no_attributes_even_if_it_looks_like_a_tag) {
  Event event;
  event.kind = EventKind::section_start;
  event.name = event.raw = "<think effort=high>";
  EXPECT_TRUE(event.attributes().empty());
}

TEST(event, that_the_prompt_has_opened_has_no_attributes) {
  Event event;
  event.kind = EventKind::section_start;
  event.is_implied_open = true;
  event.name = "think";
  EXPECT_TRUE(event.attributes().empty());
}

TEST(event, gives_its_text_under_the_name_of_its_kind) {
  Event event;
  event.text = "x";
  event.kind = EventKind::content;
  EXPECT_EQ(event.content(), "x");
  EXPECT_EQ(event.reasoning(), "");
  EXPECT_EQ(event.arguments(), "");
  event.kind = EventKind::reasoning;
  EXPECT_EQ(event.content(), "");
  EXPECT_EQ(event.reasoning(), "x");
  event.kind = EventKind::tool_call;
  EXPECT_EQ(event.content(), "");
  EXPECT_EQ(event.arguments(), "x");
  event.kind = EventKind::tool_call_delta;
  EXPECT_EQ(event.arguments(), "");
}

TEST(event, gives_the_opening_tag_of_a_section_alone) {
  Event event;
  event.name = "think";
  event.raw = "<think effort=high>";
  for (int number = 0; number < 14; ++number) {
    event.kind = static_cast<EventKind>(number);
    const bool is_section =
        event.kind == EventKind::section_start || event.kind == EventKind::section_end;
    EXPECT_EQ(event.raw_tag(), is_section ? event.raw : "") << to_string(event.kind);
  }
  event.kind = EventKind::section_start;
  event.name = event.raw = "[THINK]";
  EXPECT_EQ(event.raw_tag(), "[THINK]");
}

// Slots of events are used again: what one kind has set must not be seen in the next.
TEST(event, has_nothing_of_the_event_that_stood_in_its_place_before) {
  Reader reader = *Reader::make({.dialect = "hermes", .hide = {"t"}, .incremental = true});
  const auto expect_defaults = [](const Event& event) {
    EXPECT_EQ(event.code, Code::none);
    EXPECT_EQ(event.flags(), 0U);
    EXPECT_EQ(event.index, 0U);
    EXPECT_EQ(event.offset, 0U);
    EXPECT_EQ(event.confidence, -1);
    EXPECT_EQ(event.name, "");
    EXPECT_EQ(event.raw, "");
    EXPECT_EQ(event.id, "");
    EXPECT_EQ(event.thought_type, "");
  };
  for (int round = 0; round < 3; ++round) {
    reader.feed(
        "<t k=v>a</t>b<tool_call>{'name':'f','id':'x','arguments':{}}</tool_call>"
        "<tool_call>!</tool_call><tool_call>{\"name\": \"g\"}</tool_call>");
    for (const Event& event : reader.feed("c, <thing>, and d")) {
      EXPECT_EQ(event.kind, EventKind::content);
      expect_defaults(event);
    }
    for (const Event& event : reader.feed("e")) expect_defaults(event);
  }
}

}  // namespace
}  // namespace tagstream
