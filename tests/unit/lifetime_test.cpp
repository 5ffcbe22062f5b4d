#include "tagstream/lifetime.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tagstream {
namespace {

std::string_view first_half(std::string_view text TAGSTREAM_LIFETIMEBOUND) {
  return text.substr(0, text.size() / 2);
}

TEST(lifetime, a_marked_parameter_is_one_like_any_other) {
  const std::string text = "halved";
  EXPECT_EQ(first_half(text), "hal");
}

}  // namespace
}  // namespace tagstream
