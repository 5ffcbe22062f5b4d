#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <random>
#include <string>

#include "support/cuts.hpp"
#include "support/environment.hpp"
#include "support/tool_model.hpp"
#include "support/tool_run.hpp"

/// Random texts under random options in random pieces: what the model says, and what `run_tools`
/// watches.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried. Each set of options has
/// a seed of its own, which a failure names: with it as TAGSTREAM_SEED and TAGSTREAM_TEXTS=1 it
/// comes again.
namespace tagstream::testing {
namespace {

constexpr std::uint64_t default_seed = 20260303;
constexpr std::uint64_t texts_per_options = 10;
constexpr int max_failures = 5;

std::string check_text(std::string_view text, ToolReader& reader, const ToolOptions& options,
                       std::mt19937_64& random) {
  const std::vector<SeenTool> want = model_tools(text, options);
  const Cuts all[] = {{},
                      cut_by_size(text.size(), 1),
                      cut_with_empty_pieces(text.size()),
                      cut_randomly(text.size(), random),
                      cut_randomly(text.size(), random)};
  for (const Cuts& cuts : all) {
    const ToolRun run = run_tools(text, reader, options, cuts);
    const std::string failure = run.failure.empty() ? compare(want, run.items) : run.failure;
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

std::string check_options(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const ToolOptions options = random_tool_options(random);
  auto reader = ToolReader::make(options);
  for (std::uint64_t i = 0; i < texts_per_options; ++i) {
    const std::string text = random_tool_text(options, random);
    const std::string failure = check_text(text, *reader, options, random);
    if (!failure.empty()) return to_text(options) + '\n' + escaped(text) + '\n' + failure;
  }
  return {};
}

TEST(tool_random, calls_are_read_as_the_model_says) {
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", default_seed);
  const std::uint64_t count = from_environment("TAGSTREAM_TEXTS", 120000);
  std::cout << "TAGSTREAM_SEED=" << first << '\n';
  int failures = 0;
  for (std::uint64_t i = 0; i * texts_per_options < count && failures < max_failures; ++i) {
    const std::string failure = check_options(first + i);
    if (failure.empty()) continue;
    ++failures;
    ADD_FAILURE() << "TAGSTREAM_SEED=" << first + i << ' ' << failure;
  }
}

}  // namespace
}  // namespace tagstream::testing
