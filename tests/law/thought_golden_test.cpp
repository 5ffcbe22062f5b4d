#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/laws.hpp"
#include "support/thought_golden.hpp"
#include "support/thought_laws.hpp"
#include "support/thought_model.hpp"

/// Replays tests/golden/thoughts/*.md in every cutting that all_small_cuts knows. The model must
/// agree, too.
namespace tagstream::testing {
namespace {

constexpr std::size_t min_cases = 60;

const Goldens& goldens() {
  static const Goldens all = read_thought_goldens(TAGSTREAM_GOLDEN_DIR "/thoughts");
  return all;
}

std::string expected_and_got(const std::string& expected, const std::string& got) {
  return "expected:\n" + expected + "got:\n" + got;
}

std::string check_cuts(const GoldenCase& golden, ThoughtReader& reader,
                       const ThoughtOptions& options, bool is_finished,
                       const std::vector<SeenThought>& want) {
  for (const Cuts& cuts : all_small_cuts(golden.input.size())) {
    const std::string failure =
        check_thoughts(golden.input, reader, options, cuts, want, is_finished);
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

std::string check_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = thoughts_of(block);
  if (!parsed) return parsed.error().message;
  if (parsed->snapshots) {
    const std::string lines = snapshot_lines(golden.input, *parsed);
    return lines == block.expected ? std::string() : expected_and_got(block.expected, lines);
  }
  auto reader = ThoughtReader::make(parsed->options);
  if (!reader) return reader.error().message;
  const ThoughtRun run =
      run_thoughts(golden.input, *reader, parsed->options, {}, parsed->is_finished);
  if (!run.failure.empty()) return "whole: " + run.failure;
  const std::string lines = to_lines(run.items, *parsed);
  if (lines != block.expected) return expected_and_got(block.expected, lines);
  // Where a reader stops with an error depends on what it had been handed by then.
  if (parsed->options.limits.on_limit == LimitPolicy::error) return {};
  std::string failure =
      check_cuts(golden, *reader, parsed->options, parsed->is_finished, run.items);
  if (!failure.empty() || !parsed->is_finished) return failure;
  failure = check_cuts(golden, *reader, parsed->options, false,
                       run_thoughts(golden.input, *reader, parsed->options, {}, false).items);
  if (!failure.empty()) return "without finish, " + failure;
  failure = check_same(model_thoughts(golden.input, parsed->options), run.items);
  return failure.empty() ? failure : "by the model " + failure;
}

TEST(thought_golden, files_are_well_formed) {
  for (const std::string& error : goldens().errors) ADD_FAILURE() << error;
}

TEST(thought_golden, there_are_enough_cases) {
  RecordProperty("cases", static_cast<int>(goldens().cases.size()));
  EXPECT_GE(goldens().cases.size(), min_cases);
}

TEST(thought_golden, every_case_gives_what_it_says_however_it_is_cut) {
  for (const GoldenCase& golden : goldens().cases) {
    for (const GoldenBlock& block : golden.blocks) {
      const std::string failure = check_block(golden, block);
      if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
    }
  }
}

TEST(thought_golden_file, blocks_of_other_readers_are_errors) {
  Goldens read;
  read_thought_golden_text("x.md",
                           "## a\n```in\n```\n```filter --hide a\n```\n```tokens\n```\n"
                           "```thoughts --tag a\n```\n",
                           read);
  EXPECT_EQ(read.errors.size(), 2U);
  ASSERT_EQ(read.cases.size(), 1U);
  ASSERT_EQ(read.cases[0].blocks.size(), 1U);
  const auto parsed = thoughts_of(read.cases[0].blocks[0]);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->options.names, std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace tagstream::testing
