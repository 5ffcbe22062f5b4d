#include <string>
#include <vector>

#include "support/golden.hpp"
#include "support/thought_laws.hpp"
#include "support/thought_model.hpp"

/// Replays tests/golden/thoughts/*.md in every cutting that all_small_cuts knows. The model must
/// agree, too.
namespace tagstream::testing {
namespace {

std::string check_cuts(const GoldenCase& golden, Reader& reader,
                       const Options& options, bool is_finished,
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
    return check_lines(golden, block, snapshot_lines(golden.input, *parsed));
  }
  auto reader = Reader::make(parsed->options);
  if (!reader) return reader.error().message;
  const ThoughtRun run =
      run_thoughts(golden.input, *reader, parsed->options, {}, parsed->is_finished);
  std::string failure = check_lines(golden, block, to_lines(run.items, *parsed));
  if (failure.empty()) failure = run.failure;
  if (!failure.empty()) return failure;
  // Where a reader stops with an error depends on what it had been handed by then.
  if (parsed->options.limits.on_limit == OnLimit::stop) return {};
  failure = check_cuts(golden, *reader, parsed->options, parsed->is_finished, run.items);
  if (!failure.empty() || !parsed->is_finished) return failure;
  failure = check_cuts(golden, *reader, parsed->options, false,
                       run_thoughts(golden.input, *reader, parsed->options, {}, false).items);
  if (!failure.empty()) return "without finish, " + failure;
  failure = check_same(model_thoughts(golden.input, parsed->options), run.items);
  return failure.empty() ? failure : "by the model " + failure;
}

TEST(golden, thoughts_are_what_is_said_however_they_are_cut) {
  replay(read_goldens("thoughts", {"thoughts"}), 60, check_block);
}

TEST(golden_file_of_thoughts, blocks_of_other_readers_are_errors) {
  Goldens read;
  read_golden_text("x.md",
                   "## a\n```in\n```\n```filter --hide a\n```\n```tokens\n```\n"
                   "```thoughts --tag a\n```\n",
                   read, {"thoughts"});
  EXPECT_EQ(read.errors.size(), 2U);
  ASSERT_EQ(read.cases.size(), 1U);
  ASSERT_EQ(read.cases[0].blocks.size(), 1U);
  const auto parsed = thoughts_of(read.cases[0].blocks[0]);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->options.names, std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace tagstream::testing
