#include "cli/nearest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tagstream {
namespace {

TEST(nearest, names_close_to_an_unknown_one_are_found) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(cli::close_names("hermess"), Names{"hermes"});
  EXPECT_EQ(cli::close_names("Jamba2"), Names{"jamba"});
  EXPECT_EQ(cli::close_names("glm-4"), (Names{"glm45", "glm46", "glm", "glm47", "glm5"}));
  EXPECT_EQ(cli::close_names("nothing at all"), Names{});
  EXPECT_EQ(cli::close_names(""), Names{});
  EXPECT_EQ(cli::close_names("x"), Names{});
  EXPECT_EQ(cli::close_names("harm"), Names{"harmony"});
  EXPECT_EQ(cli::close_names("longcat_flash_chat"), Names{"longcat"});
  EXPECT_EQ(cli::close_names(std::string(100000, 'a')), Names{});
  EXPECT_LE(cli::close_names("kimi").size(), 6U);
}

}  // namespace
}  // namespace tagstream
