#include "tagstream/diagnostic.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(diagnostic, each_kind_has_a_word) {
  EXPECT_STREQ(to_string(DiagnosticKind::unclosed), "unclosed");
  EXPECT_STREQ(to_string(DiagnosticKind::stray_close), "stray_close");
  EXPECT_STREQ(to_string(DiagnosticKind::incomplete_tag), "incomplete_tag");
}

}  // namespace
}  // namespace tagstream
