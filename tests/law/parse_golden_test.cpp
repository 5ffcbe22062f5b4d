#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "support/parse_golden.hpp"

/// Replays tests/golden/dialects/*.md in every cutting that all_small_cuts knows. Cuttings must
/// agree on the events, and on what has come out before the end (L1, L4).
namespace tagstream::testing {
namespace {

constexpr int min_cases_of_a_row = 6;

const std::string& folder() {
  static const std::string path = TAGSTREAM_GOLDEN_DIR "/dialects";
  return path;
}

const Goldens& goldens() {
  static const Goldens all = read_goldens(folder(), "tests/golden/dialects/",
                                          {GoldenBlock::Kind::parse, GoldenBlock::Kind::message});
  return all;
}

std::string difference(const std::string& what, const std::string& want, const std::string& got) {
  if (want == got) return {};
  return what + "expected:\n" + want + "got:\n" + got;
}

// The same bytes may reach the parser in any pieces: what it has given is the same, to the byte.
std::string check_cuts(const std::string& text, Parser& parser, const ParseOptions& options,
                       Ending ending) {
  const ParseRun want = run_parse(text, parser, options, {}, ending);
  for (const Cuts& cuts : all_small_cuts(text.size())) {
    const ParseRun run = run_parse(text, parser, options, cuts, ending);
    const std::string place = to_text(cuts) + (ending == Ending::open ? ", not finished: " : ": ");
    std::string failure = run.failure;
    if (failure.empty()) failure = difference("", to_lines(want.items), to_lines(run.items));
    if (failure.empty()) failure = difference("spans, ", to_spans(want.items), to_spans(run.items));
    if (failure.empty() && run.items != want.items) failure = "an event differs";
    if (failure.empty()) failure = difference("message, ", want.message, run.message);
    if (failure.empty()) failure = check_bounds(run, options, text.size());
    if (!failure.empty()) return place + failure;
  }
  return {};
}

std::string check_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = parse_of(block, folder(), row_of(golden));
  if (!parsed) return parsed.error().message;
  const ParseOptions& options = parsed->options;
  auto parser = Parser::make(options);
  if (!parser) return parser.error().message;
  const std::string& text = golden.input;
  const Ending ending = parsed->is_finished ? Ending::finish : Ending::open;
  const ParseRun run = run_parse(text, *parser, options, {}, ending);
  const bool is_message = block.kind == GoldenBlock::Kind::message;
  std::string failure =
      difference("", block.expected, is_message ? run.message + '\n' : to_lines(run.items));
  if (failure.empty()) failure = run.failure;
  // Where a parser stops with an error depends on what it had been handed by then.
  if (!failure.empty() || options.limits.on_limit == LimitPolicy::error) return failure;
  failure = check_cuts(text, *parser, options, Ending::open);
  if (failure.empty() && ending == Ending::finish) {
    failure = check_cuts(text, *parser, options, Ending::finish);
  }
  if (failure.empty() && ending == Ending::finish) failure = check_message(text, options, run);
  if (failure.empty() && parsed->has_prefixes) failure = check_prefixes(text, *parser, options);
  if (failure.empty()) failure = check_never(text, options, parsed->never);
  return failure;
}

TEST(parse_golden, files_are_well_formed) {
  for (const std::string& error : goldens().errors) ADD_FAILURE() << error;
}

TEST(parse_golden, every_row_has_its_file) {
  std::map<std::string, int> cases;
  for (const GoldenCase& golden : goldens().cases) ++cases[row_of(golden)];
  for (const Dialect& row : dialects()) {
    EXPECT_GE(cases[std::string(row.name)], min_cases_of_a_row) << row.name;
    cases.erase(std::string(row.name));
  }
  for (const auto& [name, count] : cases) ADD_FAILURE() << name << ".md: no row has this name";
}

TEST(parse_golden, every_row_with_calls_shows_what_a_cut_off_call_is) {
  std::map<std::string, bool> shown;
  for (const GoldenCase& golden : goldens().cases) {
    for (const GoldenBlock& block : golden.blocks) {
      const auto& words = block.arguments;
      if (std::find(words.begin(), words.end(), "--prefixes") == words.end()) continue;
      shown[row_of(golden)] = true;
    }
  }
  for (const Dialect& row : dialects()) {
    EXPECT_TRUE(row.tools == nullptr || shown[std::string(row.name)]) << row.name;
  }
}

TEST(parse_golden, every_case_gives_what_it_says_however_it_is_cut) {
  for (const GoldenCase& golden : goldens().cases) {
    for (const GoldenBlock& block : golden.blocks) {
      const std::string failure = check_block(golden, block);
      if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
    }
  }
}

TEST(parse_golden_file, a_tool_that_must_not_be_called_is_found) {
  const std::string_view text = R"(a <tool_call>{"name":"rm"}</tool_call> b)";
  ParseOptions options;
  options.dialect = "hermes";
  EXPECT_EQ(check_never(text, options, {"ls"}), "");
  EXPECT_EQ(check_never(text, options, {}), "");
  const std::string found = check_never(text, options, {"ls", "rm"});
  EXPECT_NE(found.find("rm is called"), std::string::npos) << found;
}

TEST(parse_golden_file, a_call_that_only_a_beginning_makes_is_found) {
  const std::string_view text = R"(<think><tool_call>{"name":"rm"}</tool_call> no.)";
  ParseOptions options;
  options.dialect = "hermes";
  auto parser = Parser::make(options);
  ASSERT_TRUE(parser);
  const std::string found = check_prefixes(text, *parser, options);
  EXPECT_TRUE(found.starts_with("the first 43 bytes: rm {} is none")) << found;
}

TEST(parse_golden_file, arguments_that_only_the_tests_know) {
  GoldenBlock block;
  block.arguments = {"--never", "rm", "--prefixes", "--drop", "<|x|>"};
  const auto parsed = parse_of(block, folder(), "hermes");
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->never, std::vector<std::string>{"rm"});
  EXPECT_TRUE(parsed->has_prefixes);
  EXPECT_EQ(parsed->options.dialect, "hermes");
  EXPECT_EQ(parsed->options.drop, std::vector<std::string>{"<|x|>"});
  block.arguments = {"--tool-format", "json"};
  const auto other = parse_of(block, folder(), "hermes");
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->options.dialect, "");
  EXPECT_EQ(other->options.tool_format, "json");
  block.arguments = {"--tools", "none.json"};
  EXPECT_FALSE(parse_of(block, folder(), "hermes"));
}

}  // namespace
}  // namespace tagstream::testing
