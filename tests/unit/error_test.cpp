#include "tagstream/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>

namespace tagstream {
namespace {

TEST(result, holds_a_value) {
  Result<std::string> result = std::string("x");
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, "x");
  EXPECT_EQ(result->size(), 1U);
}

TEST(result, holds_a_value_under_the_names_of_expected) {
  Result<std::string> result = std::string("x");
  EXPECT_TRUE(result.has_value());
  result.value() += 'y';
  EXPECT_EQ(std::as_const(result).value(), "xy");
  EXPECT_EQ(result.value_or("z"), "xy");
  const std::string moved = std::move(result).value();
  EXPECT_EQ(moved, "xy");
}

TEST(result, without_a_value_gives_another) {
  Result<std::string> result = Error{Code::bad_option, 0, "no"};
  EXPECT_FALSE(result.has_value());
  EXPECT_EQ(result.value_or("z"), "z");
  EXPECT_EQ(std::move(result).value_or(std::string("z")), "z");
}

TEST(result, ends_the_program_where_a_value_must_be) {
  Result<int> result = Error{Code::bad_option, 0, "no"};
  EXPECT_DEATH((void)result.value(), "tagstream: no\n");
  EXPECT_DEATH((void)std::as_const(result).value(), "tagstream: no\n");
  EXPECT_DEATH((void)std::move(result).value(), "tagstream: no\n");
}

TEST(result, holds_an_error) {
  const Result<int> result = Error{Code::limit_exceeded, 7, "late"};
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::limit_exceeded);
  EXPECT_EQ(result.error().offset, 7U);
  EXPECT_EQ(result.error().message, "late");
}

TEST(result, of_a_temporary_gives_its_value_not_a_reference_into_it) {
  static_assert(std::is_same_v<decltype(*std::declval<Result<std::string>>()), std::string>);
  static_assert(std::is_same_v<decltype(*std::declval<Result<std::string>&>()), std::string&>);
  static_assert(std::is_same_v<decltype(std::declval<Result<std::string>>().value()), std::string>);
}

TEST(result, gives_its_value_away_by_move) {
  Result<std::string> result = std::string(100, 'x');
  const char* const bytes = result->data();
  const std::string taken = *std::move(result);
  EXPECT_EQ(taken.data(), bytes);
  Result<std::string> other = taken;
  const char* const copy = other->data();
  EXPECT_EQ(std::move(other).value_or("").data(), copy);
}

}  // namespace
}  // namespace tagstream
