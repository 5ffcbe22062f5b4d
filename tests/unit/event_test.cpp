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
  EXPECT_STREQ(to_string(EventKind::call), "tool-call");
  EXPECT_STREQ(to_string(EventKind::call_error), "tool-error");
  EXPECT_STREQ(to_string(EventKind::call_start), "tool-call-start");
  EXPECT_STREQ(to_string(EventKind::call_delta), "tool-call-delta");
  EXPECT_STREQ(to_string(EventKind::tool_call_end), "tool-call-end");
}

TEST(event, each_notice_has_a_word) {
  EXPECT_STREQ(to_string(NoticeCode::none), "none");
  EXPECT_STREQ(to_string(NoticeCode::max_held_bytes), "max-held-bytes");
  EXPECT_STREQ(to_string(NoticeCode::unclosed_call), "unclosed-call");
  EXPECT_STREQ(to_string(NoticeCode::not_a_call), "not-a-call");
}

TEST(event, attributes_are_those_of_the_opening_tag) {
  Event event;
  event.raw_tag = "<think effort=high>";
  event.tag_name = event.raw_tag.substr(1, 5);
  EXPECT_EQ(event.attributes().find("effort"), "high");
}

TEST(event, a_marker_has_no_attributes_even_if_it_looks_like_a_tag) {
  Event event;
  event.raw_tag = event.tag_name = "<think effort=high>";
  EXPECT_TRUE(event.attributes().empty());
}

}  // namespace
}  // namespace tagstream
