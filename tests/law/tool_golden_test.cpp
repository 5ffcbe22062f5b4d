#include <gtest/gtest.h>

#include <string>

#include "support/tool_golden.hpp"

/// Replays tests/golden/tools/*.md in every cutting that all_small_cuts knows. Cuttings must agree
/// on the events, and on what has come out before the end (L1, L4).
namespace tagstream::testing {
namespace {

constexpr std::size_t min_cases = 480;

const std::string& folder() {
  static const std::string path = TAGSTREAM_GOLDEN_DIR "/tools";
  return path;
}

const Goldens& goldens() {
  static const Goldens all =
      read_goldens(folder(), "tests/golden/tools/", {GoldenBlock::Kind::tools});
  return all;
}

std::string difference(const std::string& what, const std::string& want, const std::string& got) {
  if (want == got) return {};
  return what + "expected:\n" + want + "got:\n" + got;
}

std::string spans(const std::vector<SeenCall>& events) {
  std::string out;
  for (const SeenCall& seen : events) {
    out += std::string(to_string(seen.kind)) + span_text(seen.begin, seen.end) + '\n';
  }
  return out;
}

// The same bytes may reach the reader in any pieces: what it has given is the same, to the byte.
std::string check_cuts(const std::string& text, ToolReader& reader, const ToolOptions& options,
                       Ending ending) {
  const GoldenRun want = run_golden(text, reader, options, {}, ending);
  for (const Cuts& cuts : all_small_cuts(text.size())) {
    const GoldenRun run = run_golden(text, reader, options, cuts, ending);
    const std::string place = to_text(cuts) + (ending == Ending::open ? ", not finished: " : ": ");
    std::string failure = run.failure;
    if (failure.empty()) failure = difference("", to_lines(want.items), to_lines(run.items));
    if (failure.empty()) failure = difference("spans, ", spans(want.items), spans(run.items));
    if (failure.empty() && run.items != want.items) failure = "an event differs";
    if (failure.empty()) failure = check_bounds(run, options, text.size());
    if (!failure.empty()) return place + failure;
  }
  return {};
}

std::string check_block(const GoldenCase& golden, const GoldenBlock& block) {
  if (block.kind != GoldenBlock::Kind::tools) return "not a block of this reader";
  const auto parsed = tools_of(block, folder());
  if (!parsed) return parsed.error().message;
  const ToolOptions& options = parsed->options;
  auto reader = ToolReader::make(options);
  if (!reader) return reader.error().message;
  const Ending ending = parsed->is_finished ? Ending::finish : Ending::open;
  const GoldenRun run = run_golden(golden.input, *reader, options, {}, ending);
  std::string failure = difference("", block.expected, to_lines(run.items));
  if (failure.empty()) failure = run.failure;
  // Where a reader stops with an error depends on what it had been handed by then.
  if (!failure.empty() || options.limits.on_limit == LimitPolicy::error) return failure;
  failure = check_cuts(golden.input, *reader, options, Ending::open);
  if (failure.empty() && ending == Ending::finish) {
    failure = check_cuts(golden.input, *reader, options, Ending::finish);
  }
  if (failure.empty()) failure = check_never(golden.input, options, parsed->never);
  return failure;
}

TEST(tool_golden, files_are_well_formed) {
  for (const std::string& error : goldens().errors) ADD_FAILURE() << error;
}

TEST(tool_golden, there_are_enough_cases) {
  RecordProperty("cases", static_cast<int>(goldens().cases.size()));
  EXPECT_GE(goldens().cases.size(), min_cases);
}

TEST(tool_golden, every_case_gives_what_it_says_however_it_is_cut) {
  for (const GoldenCase& golden : goldens().cases) {
    for (const GoldenBlock& block : golden.blocks) {
      const std::string failure = check_block(golden, block);
      if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
    }
  }
}

TEST(tool_golden, attacks_name_what_must_not_be_called) {
  for (const GoldenCase& golden : goldens().cases) {
    if (!golden.heading.starts_with("attack: ")) continue;
    for (const GoldenBlock& block : golden.blocks) {
      const auto parsed = tools_of(block, folder());
      EXPECT_TRUE(parsed && !parsed->never.empty()) << golden.place(block);
    }
  }
}

TEST(tool_golden_file, a_tool_that_must_not_be_called_is_found) {
  const std::string_view text = R"(a <tool>{"name":"rm"}</tool> b)";
  EXPECT_EQ(check_never(text, {}, {"ls"}), "");
  EXPECT_EQ(check_never(text, {}, {}), "");
  const std::string found = check_never(text, {}, {"ls", "rm"});
  EXPECT_TRUE(found.starts_with("the first 28 bytes: rm is called")) << found;
}

TEST(tool_golden_file, messages_are_left_out) {
  EXPECT_EQ(without_message(R"({"kind":"notice","code":"c","offset":1,"message":"a \" b"})"),
            R"({"kind":"notice","code":"c","offset":1,"message":""})");
  EXPECT_EQ(without_message(R"({"kind":"tool-error","code":"c","message":"a","offset":1})"),
            R"({"kind":"tool-error","code":"c","message":"","offset":1})");
  EXPECT_EQ(without_message(R"({"kind":"tool-call","name":"{\"message\":\"a\"}"})"),
            R"({"kind":"tool-call","name":"{\"message\":\"a\"}"})");
}

TEST(tool_golden_file, arguments_that_only_the_tests_know) {
  GoldenBlock block;
  block.arguments = {"--never", "rm", "--unwrap", "a", "--record", "b", "--tag", "t"};
  const auto parsed = tools_of(block, folder());
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->never, std::vector<std::string>{"rm"});
  EXPECT_EQ(parsed->options.rules, (std::vector<Rule>{call("t"), unwrap("a"), record("b")}));
  block.arguments = {"--schema", "schemas/none.json"};
  EXPECT_FALSE(tools_of(block, folder()));
}

}  // namespace
}  // namespace tagstream::testing
