#include "tagstream/call.hpp"

#include <gtest/gtest.h>

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
