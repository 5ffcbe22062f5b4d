#include "tagstream/policy.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace tagstream {
namespace {

// The enumerators of a choice by their numbers, from 0: the list only grows at its end.
template <class Choice>
void expect_numbers(const std::vector<std::pair<Choice, const char*>>& choices) {
  for (std::size_t number = 0; number < choices.size(); ++number) {
    EXPECT_EQ(static_cast<std::size_t>(choices[number].first), number) << choices[number].second;
    EXPECT_STREQ(to_string(choices[number].first), choices[number].second);
  }
  EXPECT_STREQ(to_string(static_cast<Choice>(choices.size())), "unknown");
}

TEST(policy, each_choice_has_its_number_and_its_word) {
  expect_numbers<Nesting>({{Nesting::balanced, "balanced"}, {Nesting::first_close, "first_close"}});
  expect_numbers<UnclosedSection>(
      {{UnclosedSection::section, "section"}, {UnclosedSection::text, "text"}});
  expect_numbers<UnclosedCall>({{UnclosedCall::automatic, "auto"},
                                {UnclosedCall::text, "text"},
                                {UnclosedCall::call, "call"},
                                {UnclosedCall::error, "error"}});
  expect_numbers<UnclosedReasoning>(
      {{UnclosedReasoning::reasoning, "reasoning"}, {UnclosedReasoning::content, "content"}});
  expect_numbers<BadCalls>({{BadCalls::content, "content"}, {BadCalls::hide, "hide"}});
  expect_numbers<CallsInReasoning>({{CallsInReasoning::automatic, "auto"},
                                    {CallsInReasoning::settle, "settle"},
                                    {CallsInReasoning::end, "end"},
                                    {CallsInReasoning::keep, "keep"},
                                    {CallsInReasoning::extract, "extract"}});
  expect_numbers<BareCalls>({{BareCalls::automatic, "auto"}, {BareCalls::never, "never"}});
  expect_numbers<ReasoningAgain>({{ReasoningAgain::line, "line"},
                                  {ReasoningAgain::anywhere, "anywhere"},
                                  {ReasoningAgain::never, "never"},
                                  {ReasoningAgain::automatic, "auto"}});
  expect_numbers<MarkdownCode>(
      {{MarkdownCode::off, "off"}, {MarkdownCode::all, "all"}, {MarkdownCode::automatic, "auto"}});
  expect_numbers<IdStyle>(
      {{IdStyle::counted, "counted"}, {IdStyle::openai, "openai"}, {IdStyle::mistral, "mistral"}});
  expect_numbers<OnLimit>({{OnLimit::text, "text"}, {OnLimit::stop, "stop"}});
  expect_numbers<Unclosed>(
      {{Unclosed::extend, "extend"}, {Unclosed::empty, "empty"}, {Unclosed::text, "text"}});
}

}  // namespace
}  // namespace tagstream
