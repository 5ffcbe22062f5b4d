#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "support/grammar_text.hpp"
#include "support/parse_text.hpp"
#include "support/random_cuts.hpp"
#include "support/subjects.hpp"
#include "support/tool_text.hpp"

/// Random texts under random options in random pieces: what the model says, and all laws.
namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

TEST(random_texts, filter_obeys_the_laws_and_the_model) {
  for_each_seed(20260101, 240000, [](std::uint64_t seed) {
    Random random(seed);
    const Rules rules = *Rules::make(random_filter_options(random));
    const Options& options = rules.options();
    const Vocabulary words = vocabulary_of(options);
    ReaderSubject subject(options);
    const ModelOf model(options);
    Reader reader(rules);
    std::string whole;
    const std::string failure = check_random_texts(
        subject, random, [&] { return random_text(words, random); },
        [&](std::string_view text) {
          if (whole.empty()) {
            whole = check_whole(text, rules, run(text, reader, bounds_of(options), {}));
          }
          return model(text);
        });
    return failure.empty() && !whole.empty() ? describe(options) + '\n' + whole : failure;
  });
}

TEST(random_texts, tokenizer_obeys_the_laws_and_the_model) {
  for_each_seed(20260101, 120000, [](std::uint64_t seed) {
    Random random(seed);
    const TokenizerOptions options = random_tokenizer_options(random);
    const Vocabulary words = vocabulary_of(options);
    TokenSubject subject(options);
    return check_random_texts(
        subject, random, [&] { return random_text(words, random); },
        [&](std::string_view text) { return model_tokens(text, options); });
  });
}

TEST(random_texts, calls_are_read_as_the_model_says) {
  for_each_seed(20260303, 120000, [](std::uint64_t seed) {
    Random random(seed);
    const Options options = random_tool_options(random);
    ReaderSubject subject(options);
    return check_random_texts(
        subject, random, [&] { return random_tool_text(options, random); }, ModelOf(options));
  });
}

TEST(random_texts, families_are_read_as_the_model_says) {
  for_each_seed(20260505, 120000, [](std::uint64_t seed) {
    Random random(seed);
    const Options options = random_parse_options(random);
    ReaderSubject subject(options);
    return check_random_texts(
        subject, random, [&] { return random_parse_text(options, random); }, ModelOf(options));
  });
}

// Parts that the model does not know must be the same for every cutting at least.
TEST(random_texts, limits_and_code_of_families_do_not_depend_on_cuts) {
  for_each_seed(20260505, 40000, [](std::uint64_t seed) {
    Random random(seed);
    Options options = random_parse_options(random);
    add_random_limits(options, random);
    ReaderSubject subject(options);
    return check_random_texts(
        subject, random, [&] { return random_parse_text(options, random); },
        [&](std::string_view text) { return subject.read(text).items; });
  });
}

// After any end of a prompt. Its events are dropped, and its state stays.
TEST(random_texts, answers_after_a_prompt_do_not_depend_on_cuts) {
  for_each_seed(20261129, 60000, [](std::uint64_t seed) {
    Random random(seed);
    Options options;
    switch (seed % 3) {
      case 0: options = random_parse_options(random); break;
      case 1: options = random_tool_options(random); break;
      default: options = random_filter_options(random);
    }
    add_random_prompt(options, random);
    ReaderSubject subject(options);
    return check_random_texts(
        subject, random,
        [&] {
          return seed % 3 == 1 ? random_tool_text(options, random)
                               : random_parse_text(options, random);
        },
        [&](std::string_view text) { return subject.read(text).items; });
  });
}

}  // namespace
}  // namespace tagstream::testing
