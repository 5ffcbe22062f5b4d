#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <random>
#include <string>

#include "support/cuts.hpp"
#include "support/environment.hpp"
#include "support/parse_model.hpp"
#include "support/parse_run.hpp"
#include "support/parse_text.hpp"

/// Random texts of random families under random options in random pieces: what the model says, and
/// what `run_parser` watches.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried. Each set of options has
/// a seed of its own, which a failure names: with it as TAGSTREAM_SEED and TAGSTREAM_TEXTS=1 it
/// comes again.
namespace tagstream::testing {
namespace {

constexpr std::uint64_t default_seed = 20260505;
constexpr std::uint64_t texts_per_options = 10;
constexpr int max_failures = 5;

std::string check_text(std::string_view text, Parser& parser, const ParseOptions& options,
                       const std::vector<SeenTool>& want, std::mt19937_64& random) {
  const Cuts all[] = {{},
                      cut_by_size(text.size(), 1),
                      cut_with_empty_pieces(text.size()),
                      cut_randomly(text.size(), random),
                      cut_randomly(text.size(), random)};
  for (const Cuts& cuts : all) {
    const ParserRun run = run_parser(text, parser, options, cuts);
    const std::string failure = run.failure.empty() ? compare_parsed(want, run.items) : run.failure;
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

std::string check_options(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const ParseOptions options = random_parse_options(random);
  auto parser = Parser::make(options);
  for (std::uint64_t i = 0; i < texts_per_options; ++i) {
    const std::string text = random_parse_text(options, random);
    const std::string failure =
        check_text(text, *parser, options, model_parse(text, options), random);
    if (!failure.empty()) return to_text(options) + '\n' + escaped(text) + '\n' + failure;
  }
  return {};
}

std::string check_limits(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  ParseOptions options = random_parse_options(random);
  add_random_limits(options, random);
  auto parser = Parser::make(options);
  for (std::uint64_t i = 0; i < texts_per_options; ++i) {
    const std::string text = random_parse_text(options, random);
    const ParserRun whole = run_parser(text, *parser, options, {});
    const std::string failure = whole.failure.empty()
                                    ? check_text(text, *parser, options, whole.items, random)
                                    : whole.failure;
    if (!failure.empty()) return to_text(options) + '\n' + escaped(text) + '\n' + failure;
  }
  return {};
}

using Check = std::string (*)(std::uint64_t seed);
void check_all(Check check, std::uint64_t texts) {
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", default_seed);
  const std::uint64_t count = from_environment("TAGSTREAM_TEXTS", texts);
  std::cout << "TAGSTREAM_SEED=" << first << '\n';
  int failures = 0;
  for (std::uint64_t i = 0; i * texts_per_options < count && failures < max_failures; ++i) {
    const std::string failure = check(first + i);
    if (failure.empty()) continue;
    ++failures;
    ADD_FAILURE() << "TAGSTREAM_SEED=" << first + i << ' ' << failure;
  }
}

TEST(parse_random, families_are_read_as_the_model_says) { check_all(check_options, 120000); }

// What the model does not know must be the same for every cutting at least.
TEST(parse_random, limits_and_code_do_not_depend_on_cuts) { check_all(check_limits, 40000); }

}  // namespace
}  // namespace tagstream::testing
