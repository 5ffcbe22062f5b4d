#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/extract_golden.hpp"
#include "support/extract_seen.hpp"
#include "support/laws.hpp"

/// Replays tests/golden/extract/*.md: whole, and as a stream in every cutting that all_small_cuts
/// knows. Cuttings must agree on the tags, the diagnostics and when each tag comes (L1, L4).
namespace tagstream::testing {
namespace {

constexpr std::size_t min_cases = 350;

const Goldens& goldens() {
  static const Goldens all = read_extract_goldens(TAGSTREAM_GOLDEN_DIR "/extract");
  return all;
}

std::string expected_and_got(const std::string& expected, const std::string& got) {
  return "expected:\n" + expected + "got:\n" + got;
}

std::string difference(const std::string& what, const SeenTree& want, const SeenTree& got) {
  if (want == got) return {};
  return what + ":\n" + expected_and_got(to_text(want), to_text(got));
}

// What a stream gave, and when.
struct StreamRun {
  SeenTree open;                                             // before finish
  SeenTree whole;                                            // with what finish gave
  std::vector<std::pair<std::size_t, std::size_t>> emitted;  // bytes fed, tags by then
  std::string failure;
};

StreamRun run_stream(std::string_view text, ExtractStream& stream, const Cuts& cuts) {
  StreamRun run;
  std::size_t fed = 0;
  const auto take = [&](const Tree& tree) {
    append(run.whole, tree);
    if (run.failure.empty()) run.failure = check_walk(tree);
  };
  stream.reset();
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    take(stream.feed(chunk.view()));
    fed += piece.size();
    run.emitted.emplace_back(fed, run.whole.tags.size());
    return true;
  });
  run.open = run.whole;
  take(stream.finish());
  if (stream.stats().bytes_fed != text.size()) run.failure += " bytes_fed is wrong";
  return run;
}

// How many tags have come after so many bytes, fed one by one.
std::vector<std::size_t> emitted_by_byte(std::string_view text, ExtractStream& stream) {
  std::vector<std::size_t> counts(text.size() + 1, 0);
  const StreamRun run = run_stream(text, stream, cut_by_size(text.size(), 1));
  for (const auto& [fed, tags] : run.emitted) counts[fed] = tags;
  return counts;
}

std::string check_emitted(const StreamRun& run, const std::vector<std::size_t>& want) {
  for (const auto& [fed, tags] : run.emitted) {
    if (tags == want[fed]) continue;
    return "after " + std::to_string(fed) + " bytes " + std::to_string(tags) +
           " tags have come, byte by byte " + std::to_string(want[fed]);
  }
  return {};
}

std::string check_cuts(const std::string& text, const Extractor& extractor, const SeenTree& open,
                       const SeenTree& whole) {
  const ExtractOptions& options = extractor.options();
  const unsigned factor = options.markdown_code || !options.last_close.empty() ? 16 : 8;
  ExtractStream stream(extractor);
  const std::vector<std::size_t> emitted = emitted_by_byte(text, stream);
  for (const Cuts& cuts : all_small_cuts(text.size())) {
    const StreamRun run = run_stream(text, stream, cuts);
    std::string failure = run.failure;
    if (failure.empty()) failure = difference("finished", whole, run.whole);
    if (failure.empty()) failure = difference("not finished", open, run.open);
    if (failure.empty()) failure = check_emitted(run, emitted);
    if (failure.empty()) failure = check_work(stream.stats(), factor);
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

// The other ways to read a whole text.
std::string check_whole_readings(const std::string& text, const Extractor& extractor,
                                 const SeenTree& want) {
  std::string failure =
      difference("a tree with its own text", want, to_seen(extractor.extract(std::string(text))));
  Tree tree;
  for (int i = 0; i < 2 && failure.empty(); ++i) {
    extractor.extract_into(text, tree);
    failure = difference("extract_into", want, to_seen(tree));
  }
  if (failure.empty()) failure = check_walk(tree);
  const Tree copy = tree;
  if (failure.empty()) failure = difference("a copy", want, to_seen(copy));
  return failure;
}

std::string check_extract_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = extract_of(block);
  if (!parsed) return parsed.error().message;
  const auto extractor = Extractor::make(parsed->options);
  if (!extractor) return extractor.error().message;
  const Tree tree = extractor->extract(golden.input);
  const SeenTree whole = to_seen(tree);
  ExtractStream stream(*extractor);
  const Tree& open = stream.feed(golden.input);
  const std::string lines = to_lines(parsed->is_finished ? tree : open, *parsed);
  if (lines != block.expected) return expected_and_got(block.expected, lines);
  std::string failure = check_cuts(golden.input, *extractor, to_seen(open), whole);
  if (failure.empty()) failure = check_whole_readings(golden.input, *extractor, whole);
  return failure;
}

std::string check_inner_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = inner_of(block);
  if (!parsed) return parsed.error().message;
  const std::string_view text = golden.input;
  const std::string line = to_line(inner(text, parsed->name, parsed->ignore_case));
  return line == block.expected ? std::string() : expected_and_got(block.expected, line);
}

TEST(extract_golden, files_are_well_formed) {
  for (const std::string& error : goldens().errors) ADD_FAILURE() << error;
}

TEST(extract_golden, there_are_enough_cases) {
  RecordProperty("cases", static_cast<int>(goldens().cases.size()));
  EXPECT_GE(goldens().cases.size(), min_cases);
}

TEST(extract_golden, every_case_gives_what_it_says_however_it_is_cut) {
  for (const GoldenCase& golden : goldens().cases) {
    for (const GoldenBlock& block : golden.blocks) {
      const std::string failure =
          is_inner(block) ? check_inner_block(golden, block) : check_extract_block(golden, block);
      if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
    }
  }
}

TEST(extract_golden_file, blocks_are_read) {
  Goldens read;
  read_extract_golden_text("x.md",
                           "## one case\n```in\n<a>\n```\n```extract --flat --name a\nline\n```\n"
                           "```inner a --ignore-case\nnull\n```\n",
                           read);
  EXPECT_TRUE(read.errors.empty());
  ASSERT_EQ(read.cases.size(), 1U);
  ASSERT_EQ(read.cases[0].blocks.size(), 2U);
  const GoldenBlock& first = read.cases[0].blocks[0];
  EXPECT_FALSE(is_inner(first));
  EXPECT_EQ(first.expected, "line\n");
  const auto extract = extract_of(first);
  ASSERT_TRUE(extract);
  EXPECT_TRUE(extract->is_flat);
  EXPECT_EQ(extract->options.names, std::vector<std::string>{"a"});
  EXPECT_TRUE(is_inner(read.cases[0].blocks[1]));
  const auto inner = inner_of(read.cases[0].blocks[1]);
  ASSERT_TRUE(inner);
  EXPECT_EQ(inner->name, "a");
  EXPECT_TRUE(inner->ignore_case);
}

TEST(extract_golden_file, blocks_of_other_readers_are_errors) {
  Goldens read;
  read_extract_golden_text("x.md", "## a\n```in\n```\n```filter --hide a\n```\n```tokens\n```\n",
                           read);
  EXPECT_EQ(read.errors.size(), 3U);  // the two blocks, and a case that expects nothing
}

TEST(extract_golden_file, there_is_no_limit_unless_one_is_given) {
  const auto golden = extract_of(GoldenBlock{});
  ASSERT_TRUE(golden);
  EXPECT_EQ(golden->options.limits.max_tag_bytes, Limits::none);
  EXPECT_EQ(golden->options.limits.max_attributes, Limits::none);
}

}  // namespace
}  // namespace tagstream::testing
