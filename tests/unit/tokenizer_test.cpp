#include "readers/tokenizer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream {
namespace {

std::string kinds_of(std::span<const Token> tokens) {
  std::string kinds;
  for (const Token& token : tokens) kinds += std::string(to_string(token.kind)) + " ";
  return kinds;
}

TEST(tokenizer, text_leaves_at_once) {
  Tokenizer tokenizer;
  const auto tokens = tokenizer.feed("x < y");
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].raw, "x < y");
}

TEST(tokenizer, a_tag_cut_in_the_middle_is_one_token) {
  Tokenizer tokenizer;
  EXPECT_EQ(kinds_of(tokenizer.feed("hi <a hr")), "text ");
  const auto tokens = tokenizer.feed("ef='>'>!");
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].kind, TokenKind::open);
  EXPECT_EQ(tokens[0].raw, "<a href='>'>");
  EXPECT_EQ(tokens[0].begin, 3U);
  EXPECT_EQ(tokens[0].name(), "a");
  EXPECT_EQ(tokens[1].raw, "!");
}

TEST(tokenizer, finish_releases_an_unfinished_tag_as_text) {
  Tokenizer tokenizer;
  EXPECT_TRUE(tokenizer.feed("<a b").empty());
  const auto tokens = tokenizer.finish();
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].raw, "<a b");
  EXPECT_TRUE(tokenizer.finish().empty());
}

TEST(tokenizer, after_reset_it_reads_the_next_stream) {
  Tokenizer tokenizer;
  tokenizer.feed("a<b");
  tokenizer.finish();
  tokenizer.reset();
  const auto tokens = tokenizer.feed("x");
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].begin, 0U);
}

TEST(tokenizer, one_set_of_rules_serves_many_tokenizers) {
  const TokenRules rules = *TokenRules::make({.names = {"a"}});
  Tokenizer first(rules);
  Tokenizer second(rules);
  EXPECT_TRUE(first.feed("<a").empty());
  EXPECT_EQ(kinds_of(second.feed("<a><b>")), "open text ");
  EXPECT_EQ(kinds_of(first.feed("><b>")), "open text ");
}

TEST(tokenizer, a_whole_text_is_cut_at_once_and_the_tokens_point_into_it) {
  const std::string text = "a <b c> d <e";
  const std::vector<Token> tokens = tokenize(text, *TokenRules::make({}));
  EXPECT_EQ(kinds_of(tokens), "text open text text ");
  std::size_t at = 0;
  for (const Token& token : tokens) {
    EXPECT_EQ(token.begin, at);
    EXPECT_EQ(token.raw.data(), text.data() + at);
    at += token.raw.size();
  }
  EXPECT_EQ(at, text.size());
  EXPECT_TRUE(tokenize("", *TokenRules::make({})).empty());
}

TEST(tokenizer, with_names_other_tags_are_text_from_their_name_on) {
  Tokenizer tokenizer = *Tokenizer::make({.names = {"tool"}});
  const auto tokens = tokenizer.feed("<too");
  EXPECT_TRUE(tokens.empty());
  const auto more = tokenizer.feed("x a='<tool>'");
  EXPECT_EQ(kinds_of(more), "text open text ");
}

TEST(tokenizer, names_fold_ascii_case_when_asked) {
  Tokenizer tokenizer = *Tokenizer::make({.names = {"Tool"}, .ignore_case = true});
  EXPECT_EQ(kinds_of(tokenizer.feed("<tOOl></TOOL>")), "open close ");
}

TEST(tokenizer, markers_are_tokens_beside_tags) {
  Tokenizer tokenizer = *Tokenizer::make({.markers = {"[THINK]", "<|x|>"}});
  EXPECT_EQ(kinds_of(tokenizer.feed("a[THINK]<b><|x|>")), "text marker open marker ");
}

TEST(tokenizer, a_marker_that_begins_a_longer_one_waits_for_it) {
  Tokenizer tokenizer = *Tokenizer::make({.markers = {"<|a", "<|a|b|>"}});
  EXPECT_TRUE(tokenizer.feed("<|a|").empty());
  const auto tokens = tokenizer.feed("c");
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].raw, "<|a");
  EXPECT_EQ(tokens[1].raw, "|c");
}

TEST(tokenizer, at_equal_length_the_marker_wins_over_the_tag) {
  Tokenizer tokenizer = *Tokenizer::make({.markers = {"<a>"}});
  EXPECT_EQ(kinds_of(tokenizer.feed("<a><b>")), "marker open ");
}

TEST(tokenizer, bad_options_are_errors_that_name_the_option) {
  EXPECT_EQ(Tokenizer::make({.names = {"a", "a"}}).error().message, "`a` is given twice");
  EXPECT_EQ(Tokenizer::make({.markers = {""}}).error().message, "a marker is empty");
  EXPECT_EQ(Tokenizer::make({.markers = {"x", "x"}}).error().message, "`x` is given twice");
  EXPECT_EQ(Tokenizer::make({.names = {"a"}, .markers_only = true}).error().message,
            "markers_only leaves no room for the name `a`");
  TokenizerOptions options{.limits = {.max_tag_bytes = 0}};
  EXPECT_EQ(Tokenizer::make(options).error().message,
            "max_tag_bytes: 0 is too small, give at least 1");
}

TEST(tokenizer, stats_count_what_was_fed_examined_and_held) {
  Tokenizer tokenizer;
  tokenizer.feed("ab<c");
  const Stats stats = tokenizer.stats();
  EXPECT_EQ(stats.bytes_fed, 4U);
  EXPECT_EQ(stats.bytes_held, 2U);
  EXPECT_EQ(stats.events, 1U);
  EXPECT_GE(stats.bytes_examined, 4U);
}

}  // namespace
}  // namespace tagstream
