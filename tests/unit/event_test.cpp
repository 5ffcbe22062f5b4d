#include "tagstream/event.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(event, each_kind_has_the_word_used_in_output) {
  EXPECT_STREQ(to_string(EventKind::content), "content-delta");
  EXPECT_STREQ(to_string(EventKind::section_start), "section-start");
  EXPECT_STREQ(to_string(EventKind::section_delta), "section-delta");
  EXPECT_STREQ(to_string(EventKind::section_end), "section-end");
  EXPECT_STREQ(to_string(EventKind::markup), "markup");
  EXPECT_STREQ(to_string(EventKind::notice), "notice");
  EXPECT_STREQ(to_string(EventKind::tool_call), "tool-call");
  EXPECT_STREQ(to_string(EventKind::tool_call_error), "tool-error");
  EXPECT_STREQ(to_string(EventKind::tool_call_start), "tool-call-start");
  EXPECT_STREQ(to_string(EventKind::tool_call_delta), "tool-call-delta");
  EXPECT_STREQ(to_string(EventKind::reasoning), "reasoning-delta");
  EXPECT_STREQ(to_string(EventKind::stopped), "stopped");
}

TEST(event, each_notice_has_a_word) {
  EXPECT_STREQ(to_string(Code::none), "none");
  EXPECT_STREQ(to_string(Code::max_held_bytes), "max-held-bytes");
  EXPECT_STREQ(to_string(Code::unclosed_call), "unclosed-call");
  EXPECT_STREQ(to_string(Code::not_a_call), "not-a-call");
  EXPECT_STREQ(to_string(Code::family), "family");
  EXPECT_STREQ(to_string(Code::unclosed_reasoning), "unclosed-reasoning");
  EXPECT_STREQ(to_string(Code::unknown_key), "unknown-key");
}

TEST(event, quotes_if_its_span_is_empty) {
  Event event;
  event.span = {7, 7};
  EXPECT_TRUE(quotes_only(event));
  event.span = {7, 8};
  EXPECT_FALSE(quotes_only(event));
  EXPECT_EQ(event.span.size(), 1U);
}

TEST(element, of_a_tag_has_its_name_and_attributes) {
  const Element element(3, "<think effort=high>", 5);
  EXPECT_EQ(element.start(), 3U);
  EXPECT_EQ(element.name(), "think");
  EXPECT_EQ(element.raw_tag(), "<think effort=high>");
  EXPECT_EQ(element.attributes().find("effort"), "high");
  EXPECT_FALSE(element.is_marker());
  EXPECT_FALSE(element.is_implied_open());
}

TEST(element, of_a_marker_has_no_attributes_even_if_it_looks_like_a_tag) {
  const Element element(3, "<think effort=high>");
  EXPECT_EQ(element.name(), "<think effort=high>");
  EXPECT_EQ(element.raw_tag(), element.name());
  EXPECT_TRUE(element.attributes().empty());
  EXPECT_TRUE(element.is_marker());
  EXPECT_FALSE(element.is_implied_open());
}

TEST(element, that_the_prompt_has_opened_has_only_a_name) {
  const Element element = Element::implied("think");
  EXPECT_EQ(element.start(), 0U);
  EXPECT_EQ(element.name(), "think");
  EXPECT_EQ(element.raw_tag(), "");
  EXPECT_TRUE(element.attributes().empty());
  EXPECT_TRUE(element.is_implied_open());
  EXPECT_FALSE(element.is_marker());
}

}  // namespace
}  // namespace tagstream
