#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <random>
#include <string>

#include "support/environment.hpp"
#include "support/grammar_text.hpp"
#include "support/laws.hpp"
#include "support/model.hpp"

/// Random texts under random options in random pieces: what the model says, and all laws.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried. Each text has a seed of
/// its own, which a failure names: with it as TAGSTREAM_SEED and TAGSTREAM_TEXTS=1 it comes again.
namespace tagstream::testing {
namespace {

constexpr std::uint64_t default_seed = 20260101;
constexpr std::uint64_t texts_per_options = 10;
constexpr int max_failures = 5;

std::uint64_t texts() { return from_environment("TAGSTREAM_TEXTS", 240000); }

std::string check_random_filter(std::string_view text, Filter& filter, const FilterRules& rules,
                                std::mt19937_64& random) {
  const FilterOptions& options = rules.options();
  const FilterRun whole = run_filter(text, filter, options, {});
  if (!whole.failure.empty()) return "whole: " + whole.failure;
  std::string failure = check_same(model_filter(text, options), whole.items);
  if (!failure.empty()) return "whole, by the model " + failure;
  const Cuts all[] = {cut_by_size(text.size(), 1), cut_randomly(text.size(), random),
                      cut_randomly(text.size(), random)};
  for (const Cuts& cuts : all) {
    failure = check_filter(text, filter, options, cuts, whole.items);
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return check_whole(text, rules, whole.items);
}

std::string check_random_tokens(std::string_view text, Tokenizer& tokenizer,
                                const TokenizerOptions& options, std::mt19937_64& random) {
  const TokenRun whole = run_tokens(text, tokenizer, {});
  if (!whole.failure.empty()) return "whole: " + whole.failure;
  std::string failure = check_same(model_tokens(text, options), whole.items);
  if (!failure.empty()) return "whole, by the model " + failure;
  const Cuts all[] = {cut_by_size(text.size(), 1), cut_randomly(text.size(), random)};
  for (const Cuts& cuts : all) {
    failure = check_tokens(text, tokenizer, cuts, whole.items);
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

// Calls `check(seed)` for one set of options after another.
template <class Check>
void for_each_seed(std::uint64_t count, Check check) {
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", default_seed);
  std::cout << "TAGSTREAM_SEED=" << first << '\n';
  int failures = 0;
  for (std::uint64_t i = 0; i * texts_per_options < count && failures < max_failures; ++i) {
    const std::string failure = check(first + i);
    if (failure.empty()) continue;
    ++failures;
    ADD_FAILURE() << "TAGSTREAM_SEED=" << first + i << ' ' << failure;
  }
}

TEST(random_texts, filter_obeys_the_laws_and_the_model) {
  for_each_seed(texts(), [](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto rules = FilterRules::make(random_filter_options(random));
    const Vocabulary words = vocabulary_of(rules->options());
    Filter filter(*rules);
    for (std::uint64_t i = 0; i < texts_per_options; ++i) {
      const std::string text = random_text(words, random);
      const std::string failure = check_random_filter(text, filter, *rules, random);
      if (!failure.empty())
        return to_text(rules->options()) + '\n' + printable(text) + '\n' + failure;
    }
    return std::string();
  });
}

TEST(random_texts, tokenizer_obeys_the_laws_and_the_model) {
  for_each_seed(texts() / 2, [](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const TokenizerOptions options = random_tokenizer_options(random);
    auto tokenizer = Tokenizer::make(options);
    const Vocabulary words = vocabulary_of(options);
    for (std::uint64_t i = 0; i < texts_per_options; ++i) {
      const std::string text = random_text(words, random);
      const std::string failure = check_random_tokens(text, *tokenizer, options, random);
      if (!failure.empty()) return to_text(options) + '\n' + printable(text) + '\n' + failure;
    }
    return std::string();
  });
}

}  // namespace
}  // namespace tagstream::testing
