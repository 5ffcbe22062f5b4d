#include "tagstream/version.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace tagstream {
namespace {

TEST(version, is_three_numbers) {
  int major = -1;
  int minor = -1;
  int patch = -1;
  char after = 0;
  EXPECT_EQ(std::sscanf(version(), "%d.%d.%d%c", &major, &minor, &patch, &after), 3);
}

}  // namespace
}  // namespace tagstream
