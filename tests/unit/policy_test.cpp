#include "tagstream/policy.hpp"

#include <gtest/gtest.h>

namespace tagstream {
namespace {

TEST(policy, has_words) {
  EXPECT_STREQ(to_string(Nesting::balanced), "balanced");
  EXPECT_STREQ(to_string(Nesting::first_close), "first_close");
  EXPECT_STREQ(to_string(UnclosedSection::section), "section");
  EXPECT_STREQ(to_string(UnclosedSection::text), "text");
  EXPECT_STREQ(to_string(UnclosedCall::automatic), "auto");
  EXPECT_STREQ(to_string(UnclosedCall::text), "text");
  EXPECT_STREQ(to_string(UnclosedCall::call), "call");
  EXPECT_STREQ(to_string(UnclosedCall::error), "error");
  EXPECT_STREQ(to_string(UnclosedReasoning::reasoning), "reasoning");
  EXPECT_STREQ(to_string(UnclosedReasoning::content), "content");
  EXPECT_STREQ(to_string(BadCalls::content), "content");
  EXPECT_STREQ(to_string(BadCalls::hide), "hide");
  EXPECT_STREQ(to_string(CallsInReasoning::automatic), "auto");
  EXPECT_STREQ(to_string(CallsInReasoning::settle), "settle");
  EXPECT_STREQ(to_string(CallsInReasoning::end), "end");
  EXPECT_STREQ(to_string(CallsInReasoning::keep), "keep");
  EXPECT_STREQ(to_string(CallsInReasoning::extract), "extract");
  EXPECT_STREQ(to_string(ReasoningAgain::line), "line");
  EXPECT_STREQ(to_string(ReasoningAgain::anywhere), "anywhere");
  EXPECT_STREQ(to_string(ReasoningAgain::never), "never");
  EXPECT_STREQ(to_string(MarkdownCode::off), "off");
  EXPECT_STREQ(to_string(MarkdownCode::all), "all");
  EXPECT_STREQ(to_string(IdStyle::counted), "counted");
  EXPECT_STREQ(to_string(IdStyle::openai), "openai");
  EXPECT_STREQ(to_string(IdStyle::mistral), "mistral");
  EXPECT_STREQ(to_string(OnLimit::text), "text");
  EXPECT_STREQ(to_string(OnLimit::stop), "stop");
  EXPECT_STREQ(to_string(Unclosed::extend), "extend");
  EXPECT_STREQ(to_string(Unclosed::empty), "empty");
  EXPECT_STREQ(to_string(Unclosed::text), "text");
}

TEST(policy, a_number_without_an_enumerator_has_a_word_too) {
  EXPECT_STREQ(to_string(static_cast<Nesting>(77)), "unknown");
}

}  // namespace
}  // namespace tagstream
