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
}

}  // namespace
}  // namespace tagstream
