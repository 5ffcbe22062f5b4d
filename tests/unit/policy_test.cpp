#include "tagstream/policy.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(policy, has_words) {
  EXPECT_STREQ(to_string(Nesting::balanced), "balanced");
  EXPECT_STREQ(to_string(Nesting::first_close), "first_close");
  EXPECT_STREQ(to_string(OnUnclosed::section), "section");
  EXPECT_STREQ(to_string(OnUnclosed::text), "text");
  EXPECT_STREQ(to_string(OnUnclosedCall::text), "text");
  EXPECT_STREQ(to_string(OnUnclosedCall::call), "call");
  EXPECT_STREQ(to_string(OnUnclosedCall::error), "error");
  EXPECT_STREQ(to_string(Unclosed::extend), "extend");
  EXPECT_STREQ(to_string(Unclosed::empty), "empty");
  EXPECT_STREQ(to_string(Unclosed::text), "text");
  EXPECT_STREQ(to_string(CallBody::automatic), "auto");
  EXPECT_STREQ(to_string(CallBody::json), "json");
  EXPECT_STREQ(to_string(CallBody::json_by_name), "json_by_name");
  EXPECT_STREQ(to_string(CallBody::name_then_json), "name_then_json");
  EXPECT_STREQ(to_string(CallBody::arguments), "arguments");
  EXPECT_STREQ(to_string(CallBody::xml), "xml");
  EXPECT_STREQ(to_string(CallBody::raw), "raw");
  EXPECT_STREQ(to_string(CallsInReasoning::settle), "settle");
  EXPECT_STREQ(to_string(CallsInReasoning::end), "end");
  EXPECT_STREQ(to_string(CallsInReasoning::keep), "keep");
  EXPECT_STREQ(to_string(CallsInReasoning::extract), "extract");
}

}  // namespace
}  // namespace tagstream
