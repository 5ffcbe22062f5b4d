#include "formats/xml_shape.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace tagstream {
namespace {

TEST(xml_shape, a_tag_in_a_shape_is_told_from_a_literal) {
  EXPECT_EQ(xml_tag_name("<arg_key>"), "arg_key");
  EXPECT_EQ(xml_tag_name("<a:b-c.d>"), "a:b-c.d");
  for (std::string_view literal :
       {"", "<>", "<a", "a>", "<|a|>", "<a b>", "<-a>", "<.a>", "<｜a>"}) {
    EXPECT_EQ(xml_tag_name(literal), "") << literal;
  }
}

}  // namespace
}  // namespace tagstream
