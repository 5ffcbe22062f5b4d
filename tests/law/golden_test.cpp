#include <gtest/gtest.h>

#include <string>

#include "support/golden_file.hpp"
#include "support/laws.hpp"

/// Replays tests/golden/*.md in every cutting that all_small_cuts knows, and checks all laws.
namespace tagstream::testing {
namespace {

constexpr std::size_t min_cases = 120;

const Goldens& goldens() {
  static const Goldens all = read_goldens(TAGSTREAM_GOLDEN_DIR);
  return all;
}

std::string expected_and_got(const std::string& expected, const std::string& got) {
  return "expected:\n" + expected + "got:\n" + got;
}

// The bytes that have come out without `finish` are the same for every cutting, too.
std::string check_open_filter(const GoldenCase& golden, Filter& filter,
                              const FilterOptions& options, const std::vector<Seen>& want) {
  for (const Cuts& cuts : all_small_cuts(golden.input.size())) {
    const FilterRun run = run_filter(golden.input, filter, options, cuts, Ending::open);
    if (!run.failure.empty()) return to_text(cuts) + ": " + run.failure;
    const std::string difference = check_same(want, run.items);
    if (!difference.empty()) return to_text(cuts) + ", without finish: " + difference;
  }
  return {};
}

std::string check_filter_cuts(const GoldenCase& golden, const FilterRules& rules,
                              const std::vector<Seen>& want) {
  Filter filter(rules);
  for (const Cuts& cuts : all_small_cuts(golden.input.size())) {
    const std::string failure = check_filter(golden.input, filter, rules.options(), cuts, want);
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  const FilterRun open = run_filter(golden.input, filter, rules.options(), {}, Ending::open);
  std::string failure = check_open_filter(golden, filter, rules.options(), open.items);
  if (failure.empty()) failure = check_whole(golden.input, rules, want);
  return failure;
}

std::string check_filter_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = filter_of(block);
  if (!parsed) return parsed.error().message;
  const auto rules = FilterRules::make(parsed->options);
  if (!rules) return rules.error().message;
  Filter filter(*rules);
  const Ending ending = parsed->is_finished ? Ending::finish : Ending::open;
  const FilterRun run = run_filter(golden.input, filter, rules->options(), {}, ending);
  if (!run.failure.empty()) return "whole: " + run.failure;
  const std::string lines = to_lines(run.items);
  if (lines != block.expected) return expected_and_got(block.expected, lines);
  // Where a filter stops with an error depends on what it had been handed by then.
  if (rules->options().limits.on_limit == LimitPolicy::error) return {};
  return ending == Ending::finish ? check_filter_cuts(golden, *rules, run.items)
                                  : check_open_filter(golden, filter, rules->options(), run.items);
}

std::string check_tokens_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto options = tokenizer_of(block);
  if (!options) return options.error().message;
  auto tokenizer = Tokenizer::make(*options);
  if (!tokenizer) return tokenizer.error().message;
  const TokenRun run = run_tokens(golden.input, *tokenizer, {});
  if (!run.failure.empty()) return "whole: " + run.failure;
  const std::string lines = to_lines(run.items);
  if (lines != block.expected) return expected_and_got(block.expected, lines);
  const TokenRun open = run_tokens(golden.input, *tokenizer, {}, Ending::open);
  for (const Cuts& cuts : all_small_cuts(golden.input.size())) {
    std::string failure = check_tokens(golden.input, *tokenizer, cuts, run.items);
    if (failure.empty()) {
      failure =
          check_same(open.items, run_tokens(golden.input, *tokenizer, cuts, Ending::open).items);
    }
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

std::string check_block(const GoldenCase& golden, const GoldenBlock& block) {
  if (block.kind == GoldenBlock::Kind::filter) return check_filter_block(golden, block);
  if (block.kind == GoldenBlock::Kind::tokens) return check_tokens_block(golden, block);
  const std::string lines = attribute_lines(golden.input);
  return lines == block.expected ? std::string() : expected_and_got(block.expected, lines);
}

TEST(golden, files_are_well_formed) {
  for (const std::string& error : goldens().errors) ADD_FAILURE() << error;
}

TEST(golden, there_are_enough_cases) {
  RecordProperty("cases", static_cast<int>(goldens().cases.size()));
  EXPECT_GE(goldens().cases.size(), min_cases);
}

TEST(golden, every_case_gives_what_it_says_however_it_is_cut) {
  std::size_t blocks = 0;
  for (const GoldenCase& golden : goldens().cases) {
    for (const GoldenBlock& block : golden.blocks) {
      ++blocks;
      const std::string failure = check_block(golden, block);
      if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
    }
  }
  RecordProperty("blocks", static_cast<int>(blocks));
}

TEST(golden_file, escapes_words_and_places_are_read) {
  Goldens read;
  read_golden_text("x.md",
                   "# T\n## one case\n```in escaped\na\\n\\x41\\\\\nb\n```\n"
                   "```filter --hide \"a b\\\"\" c\nline\n```\n",
                   read);
  ASSERT_EQ(read.cases.size(), 1U);
  EXPECT_TRUE(read.errors.empty());
  EXPECT_EQ(read.cases[0].input, "a\nA\\b");
  EXPECT_EQ(read.cases[0].blocks[0].arguments, (std::vector<std::string>{"--hide", "a b\"", "c"}));
  EXPECT_EQ(read.cases[0].blocks[0].expected, "line\n");
  EXPECT_EQ(read.cases[0].place(read.cases[0].blocks[0]), "x.md:7: one case");
}

TEST(golden_file, broken_files_are_reported) {
  Goldens read;
  read_golden_text("x.md", "## a\n```in\nb\n```\n## c\n```tokens\n```\n```odd\n```\n```in\n", read);
  EXPECT_EQ(read.errors.size(), 3U);
}

}  // namespace
}  // namespace tagstream::testing
