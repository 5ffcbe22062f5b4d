#include <string>
#include <utility>
#include <vector>

#include "support/golden.hpp"
#include "tagstream/extract.hpp"

/// Replays tests/golden/extract/*.md: whole, and as a stream in every cutting that all_small_cuts
/// knows. Cuttings must agree on the tags, the diagnostics and when each tag comes (L1, L4).
namespace tagstream::testing {
namespace {

std::string difference_of(const std::string& what, const SeenTree& want, const SeenTree& got) {
  if (want == got) return {};
  return what + ":\n" + difference(to_text(want), to_text(got));
}

// The output of a stream, and when it came.
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
  const unsigned factor =
      options.markdown_code == MarkdownCode::all || !options.last_close.empty() ? 16 : 8;
  ExtractStream stream = *ExtractStream::make(extractor.options());
  const std::vector<std::size_t> emitted = emitted_by_byte(text, stream);
  for (const Cuts& cuts : all_small_cuts(text.size())) {
    const StreamRun run = run_stream(text, stream, cuts);
    std::string failure = run.failure;
    if (failure.empty()) failure = difference_of("finished", whole, run.whole);
    if (failure.empty()) failure = difference_of("not finished", open, run.open);
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
      difference_of("a tree with its own text", want,
                    to_seen(tagstream::extract(std::string(text), extractor.options()).value()));
  Tree tree;
  for (int i = 0; i < 2 && failure.empty(); ++i) {
    extractor.extract_into(text, tree);
    failure = difference_of("extract_into", want, to_seen(tree));
  }
  if (failure.empty()) failure = check_walk(tree);
  const Tree copy = tree;
  if (failure.empty()) failure = difference_of("a copy", want, to_seen(copy));
  return failure;
}

std::string check_extract_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = extract_of(block);
  if (!parsed) return parsed.error().message;
  const auto extractor = Extractor::make(parsed->options);
  if (!extractor) return extractor.error().message;
  const Tree tree = extractor->extract(golden.input);
  const SeenTree whole = to_seen(tree);
  ExtractStream stream = *ExtractStream::make(extractor->options());
  const Tree& open = stream.feed(golden.input);
  std::string failure =
      check_lines(golden, block, to_lines(parsed->is_finished ? tree : open, *parsed));
  if (failure.empty()) failure = check_cuts(golden.input, *extractor, to_seen(open), whole);
  if (failure.empty()) failure = check_whole_readings(golden.input, *extractor, whole);
  return failure;
}

std::string check_inner_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = inner_of(block);
  if (!parsed) return parsed.error().message;
  const std::string_view text = golden.input;
  return check_lines(golden, block, to_line(text, inner(text, parsed->name, parsed->ignore_case)));
}

TEST(golden, extract_and_inner_give_what_is_said_however_they_are_cut) {
  replay(read_goldens("extract", {"extract", "inner"}), 350,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           return block.reader == "inner" ? check_inner_block(golden, block)
                                          : check_extract_block(golden, block);
         });
}

TEST(golden_file_of_extract, blocks_are_read) {
  Goldens read;
  read_golden_text("x.md",
                   "## one case\n```in\n<a>\n```\n```extract --flat --names a\nline\n```\n"
                   "```inner a --ignore-case\nnull\n```\n",
                   read, {"extract", "inner"});
  EXPECT_TRUE(read.errors.empty());
  ASSERT_EQ(read.cases.size(), 1U);
  ASSERT_EQ(read.cases[0].blocks.size(), 2U);
  const GoldenBlock& first = read.cases[0].blocks[0];
  EXPECT_EQ(first.reader, "extract");
  EXPECT_EQ(first.expected, "line\n");
  const auto extract = extract_of(first);
  ASSERT_TRUE(extract);
  EXPECT_TRUE(extract->is_flat);
  EXPECT_EQ(extract->options.names, std::vector<std::string>{"a"});
  EXPECT_EQ(read.cases[0].blocks[1].reader, "inner");
  const auto inner = inner_of(read.cases[0].blocks[1]);
  ASSERT_TRUE(inner);
  EXPECT_EQ(inner->name, "a");
  EXPECT_TRUE(inner->ignore_case);
}

TEST(golden_file_of_extract, blocks_of_other_readers_are_errors) {
  Goldens read;
  read_golden_text("x.md", "## a\n```in\n```\n```filter --hide a\n```\n```tokens\n```\n", read,
                   {"extract", "inner"});
  EXPECT_EQ(read.errors.size(), 3U);  // the two blocks, and a case that expects nothing
}

TEST(golden_file_of_extract, there_is_no_limit_unless_one_is_given) {
  const auto golden = extract_of(GoldenBlock{});
  ASSERT_TRUE(golden);
  EXPECT_EQ(golden->options.limits.max_tag_bytes, Limits::none);
  EXPECT_EQ(golden->options.limits.max_attributes, Limits::none);
}

}  // namespace
}  // namespace tagstream::testing
