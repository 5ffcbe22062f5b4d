#include "tagstream/call.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace tagstream {
namespace {

TEST(call, error_codes_have_words) {
  EXPECT_STREQ(to_string(CallErrorCode::none), "none");
  EXPECT_STREQ(to_string(CallErrorCode::invalid_json), "invalid-json");
  EXPECT_STREQ(to_string(CallErrorCode::missing_name), "missing-name");
  EXPECT_STREQ(to_string(CallErrorCode::bad_arguments), "bad-arguments");
  EXPECT_STREQ(to_string(CallErrorCode::empty), "empty");
  EXPECT_STREQ(to_string(CallErrorCode::unclosed), "unclosed");
  EXPECT_STREQ(to_string(CallErrorCode::too_large), "too-large");
  EXPECT_STREQ(to_string(CallErrorCode::not_allowed), "not-allowed");
  EXPECT_STREQ(to_string(CallErrorCode::unknown_tool), "unknown-tool");
}

TEST(call, has_arguments_or_is_an_error) {
  Call call;
  EXPECT_EQ(call.arguments(), "");
  EXPECT_EQ(call.message(), "");
  EXPECT_EQ(call.offset(), 0U);
  EXPECT_EQ(call.error(), CallErrorCode::none);
  call.set_error(CallErrorCode::empty, 7, "a sentence");
  EXPECT_EQ(call.arguments(), "");
  EXPECT_EQ(call.message(), "a sentence");
  EXPECT_EQ(call.offset(), 7U);
  EXPECT_EQ(call.error(), CallErrorCode::empty);
  call.set_arguments(std::string_view("{} and more").substr(0, 2));
  EXPECT_EQ(call.arguments(), "{}");
  EXPECT_EQ(call.message(), "");
  EXPECT_EQ(call.offset(), 0U);
  EXPECT_EQ(call.error(), CallErrorCode::none);
}

// They stand in what is left free at the end of the element.
TEST(call, keeps_its_flags_where_its_element_is_set) {
  Call call;
  call.set_error(CallErrorCode::empty, 7, "a sentence");
  call.has_index = call.has_started = call.is_repaired = call.is_recovered = true;
  Element& element = call;
  element = Element(3, "<tool>", 4);
  EXPECT_EQ(call.name(), "tool");
  EXPECT_TRUE(call.has_index && call.has_started && call.is_repaired && call.is_recovered);
  EXPECT_EQ(call.error(), CallErrorCode::empty);
  call.has_index = call.has_started = call.is_repaired = call.is_recovered = false;
  EXPECT_EQ(call.raw_tag(), "<tool>");
  EXPECT_FALSE(call.is_implied_open());
}

TEST(call, is_the_element_of_its_events_and_of_no_others) {
  const Call call;
  Event event;
  event.element = &call;
  for (const EventKind kind :
       {EventKind::call_start, EventKind::call_delta, EventKind::call, EventKind::call_error}) {
    event.kind = kind;
    EXPECT_EQ(event.call(), &call);
  }
  for (const EventKind kind : {EventKind::content, EventKind::reasoning, EventKind::section_start,
                               EventKind::section_delta, EventKind::section_end, EventKind::markup,
                               EventKind::notice, EventKind::stopped}) {
    event.kind = kind;
    EXPECT_EQ(event.call(), nullptr);
  }
}

}  // namespace
}  // namespace tagstream
