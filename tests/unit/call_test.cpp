#include "tagstream/call.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(call, error_codes_have_words) {
  EXPECT_STREQ(to_string(ToolErrorCode::none), "none");
  EXPECT_STREQ(to_string(ToolErrorCode::invalid_json), "invalid-json");
  EXPECT_STREQ(to_string(ToolErrorCode::missing_name), "missing-name");
  EXPECT_STREQ(to_string(ToolErrorCode::bad_arguments), "bad-arguments");
  EXPECT_STREQ(to_string(ToolErrorCode::empty), "empty");
  EXPECT_STREQ(to_string(ToolErrorCode::unclosed), "unclosed");
  EXPECT_STREQ(to_string(ToolErrorCode::too_large), "too-large");
}

}  // namespace
}  // namespace tagstream
