#include "lex/token.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(token, each_kind_has_a_word) {
  EXPECT_STREQ(to_string(TokenKind::text), "text");
  EXPECT_STREQ(to_string(TokenKind::open), "open");
  EXPECT_STREQ(to_string(TokenKind::close), "close");
  EXPECT_STREQ(to_string(TokenKind::empty), "empty");
  EXPECT_STREQ(to_string(TokenKind::marker), "marker");
}

TEST(token, name_and_attributes_are_views_on_the_tag) {
  const Token token{10, "<a.b c=d>", 1, 3, TokenKind::open};
  EXPECT_EQ(token.name(), "a.b");
  EXPECT_EQ(token.attributes().find("c"), "d");
  EXPECT_EQ(token.end(), 19U);
}

TEST(token, text_and_markers_have_neither) {
  const Token token{0, "<a b=c>", 0, 0, TokenKind::marker};
  EXPECT_EQ(token.name(), "");
  EXPECT_TRUE(token.attributes().empty());
}

}  // namespace
}  // namespace tagstream
