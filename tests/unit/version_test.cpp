#include "tagstream/version.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(version, is_three_numbers) {
  EXPECT_THAT(version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace tagstream
