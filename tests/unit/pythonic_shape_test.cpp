#include "formats/pythonic_shape.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(pythonic_shape, python_has_no_delimiters) {
  EXPECT_EQ(python_calls.quote, "");
  EXPECT_EQ(python_calls.before, "");
  EXPECT_EQ(python_calls, PythonicShape{});
}

}  // namespace
}  // namespace tagstream
