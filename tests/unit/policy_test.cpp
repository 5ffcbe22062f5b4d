#include "tagstream/policy.hpp"

#include <gtest/gtest.h>

#include <iterator>

namespace tagstream {
namespace {

TEST(policy, has_words) {
  EXPECT_STREQ(to_string(Nesting::balanced), "balanced");
  EXPECT_STREQ(to_string(Nesting::first_close), "first_close");
  EXPECT_STREQ(to_string(UnclosedSection::section), "section");
  EXPECT_STREQ(to_string(UnclosedSection::text), "text");
  EXPECT_STREQ(to_string(UnclosedCall::text), "text");
  EXPECT_STREQ(to_string(UnclosedCall::call), "call");
  EXPECT_STREQ(to_string(UnclosedCall::error), "error");
  EXPECT_STREQ(to_string(Unclosed::extend), "extend");
  EXPECT_STREQ(to_string(Unclosed::empty), "empty");
  EXPECT_STREQ(to_string(Unclosed::text), "text");
  EXPECT_STREQ(to_string(CallBody::automatic), "auto");
  EXPECT_STREQ(to_string(CallBody::json), "json");
  EXPECT_STREQ(to_string(CallBody::json_lines), "json_lines");
  EXPECT_STREQ(to_string(CallBody::json_by_name), "json_by_name");
  EXPECT_STREQ(to_string(CallBody::name_then_json), "name_then_json");
  EXPECT_STREQ(to_string(CallBody::arguments), "arguments");
  EXPECT_STREQ(to_string(CallBody::xml), "xml");
  EXPECT_STREQ(to_string(CallBody::pythonic), "pythonic");
  EXPECT_STREQ(to_string(CallBody::text), "text");
  EXPECT_STREQ(to_string(CallBody::raw), "raw");
  EXPECT_STREQ(to_string(CallsInReasoning::settle), "settle");
  EXPECT_STREQ(to_string(CallsInReasoning::end), "end");
  EXPECT_STREQ(to_string(CallsInReasoning::keep), "keep");
  EXPECT_STREQ(to_string(CallsInReasoning::extract), "extract");
  EXPECT_STREQ(to_string(ToolChoice::automatic), "auto");
  EXPECT_STREQ(to_string(ToolChoice::none), "none");
  EXPECT_STREQ(to_string(ToolChoice::required), "required");
  EXPECT_STREQ(to_string(ToolChoice::named), "named");
  EXPECT_STREQ(to_string(ReasoningAgain::line), "line");
  EXPECT_STREQ(to_string(ReasoningAgain::anywhere), "anywhere");
  EXPECT_STREQ(to_string(ReasoningAgain::never), "never");
  EXPECT_STREQ(to_string(UnclosedReasoning::reasoning), "reasoning");
  EXPECT_STREQ(to_string(UnclosedReasoning::content), "content");
  EXPECT_STREQ(to_string(IdStyle::counted), "counted");
  EXPECT_STREQ(to_string(IdStyle::openai), "openai");
  EXPECT_STREQ(to_string(IdStyle::mistral), "mistral");
}

TEST(policy, each_body_has_its_row) {
  EXPECT_EQ(body_info(CallBody::automatic).word, "auto");
  EXPECT_EQ(body_info(CallBody::raw).word, "raw");
  EXPECT_TRUE(body_info(CallBody::name_then_json).takes_name);
  EXPECT_TRUE(body_info(CallBody::json).may_lead);
  for (const BodyInfo& info : bodies) {
    EXPECT_EQ(&body_info(info.body), &info);
    EXPECT_FALSE(info.word.empty());
  }
  EXPECT_STREQ(to_string(static_cast<CallBody>(std::size(bodies))), "unknown");
}

}  // namespace
}  // namespace tagstream
