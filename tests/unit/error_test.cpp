#include "tagstream/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>

namespace tagstream {
namespace {

TEST(error, the_codes_are_stable_numbers) {
  EXPECT_EQ(static_cast<int>(Errc::limit_exceeded), 1);
  EXPECT_EQ(static_cast<int>(Errc::bad_option), 2);
  EXPECT_EQ(static_cast<int>(Errc::finished), 3);
  EXPECT_EQ(static_cast<int>(Errc::snapshot_mismatch), 4);
}

TEST(error, each_code_has_a_word) {
  EXPECT_STREQ(to_string(Errc::limit_exceeded), "limit-exceeded");
  EXPECT_STREQ(to_string(Errc::bad_option), "bad-option");
  EXPECT_STREQ(to_string(Errc::finished), "finished");
  EXPECT_STREQ(to_string(Errc::snapshot_mismatch), "snapshot-mismatch");
}

TEST(result, holds_a_value) {
  Result<std::string> result = std::string("x");
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, "x");
  EXPECT_EQ(result->size(), 1U);
}

TEST(result, holds_an_error) {
  const Result<int> result = Error{Errc::finished, 7, "late"};
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Errc::finished);
  EXPECT_EQ(result.error().offset, 7U);
  EXPECT_EQ(result.error().message, "late");
}

TEST(result, of_a_temporary_gives_its_value_not_a_reference_into_it) {
  static_assert(std::is_same_v<decltype(*std::declval<Result<std::string>>()), std::string>);
  static_assert(std::is_same_v<decltype(*std::declval<Result<std::string>&>()), std::string&>);
}

TEST(result, gives_its_value_away_by_move) {
  Result<std::string> result = std::string(100, 'x');
  const std::string taken = *std::move(result);
  EXPECT_EQ(taken.size(), 100U);
}

}  // namespace
}  // namespace tagstream
