#include "tagstream/diagnostic.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(diagnostic, it_begins_at_the_first_place) {
  const Diagnostic diagnostic;
  EXPECT_EQ(diagnostic.kind, Code::unclosed);
  EXPECT_EQ(diagnostic.line, 1U);
  EXPECT_EQ(diagnostic.column, 1U);
}

}  // namespace
}  // namespace tagstream
