#include "support/golden.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "support/every_family.hpp"
#include "support/formats.hpp"
#include "support/guarded_chunk.hpp"
#include "support/model_of.hpp"
#include "support/sampling.hpp"
#include "tagstream/json.hpp"
#include "tagstream/write.hpp"

/// Replays the golden cases of filter, tools and parse in every cutting that all_small_cuts knows:
/// cuttings must agree on the events, on their spans, and on what has come out before the end (L1,
/// L4), and all laws hold.
namespace tagstream::testing {
namespace {

// The same bytes may reach the reader in any pieces: what it has given is the same, to the byte.
std::string check_cuts(const std::string& text, Reader& reader, const Bounds& bounds,
                       Ending ending) {
  const GoldenRun want = run_golden(text, reader, bounds, {}, ending);
  for (const Cuts& cuts : all_small_cuts(text.size())) {
    const GoldenRun run = run_golden(text, reader, bounds, cuts, ending);
    std::string failure = run.failure;
    if (failure.empty()) failure = check_same(want.items, run.items);
    if (failure.empty() && run.printed != want.printed) {
      failure = difference(to_lines(want) + to_spans(want.printed),
                           to_lines(run) + to_spans(run.printed));
    }
    if (failure.empty()) failure = difference(want.message, run.message);
    if (failure.empty()) failure = check_bounds(run.stats, bounds, text.size());
    if (failure.empty()) continue;
    return to_text(cuts) + (ending == Ending::open ? ", not finished: " : ": ") + failure;
  }
  for (const std::size_t size : {1U, 3U}) {
    const Cuts cuts = cut_by_size(text.size(), size);
    const GoldenRun run = run_golden(text, reader, bounds, cuts, ending, Relay::yes);
    std::string failure = run.failure;
    if (failure.empty() && run.printed != want.printed) {
      failure = difference(to_lines(want) + to_spans(want.printed),
                           to_lines(run) + to_spans(run.printed));
    }
    if (!failure.empty()) return "cloned after each piece, " + to_text(cuts) + ": " + failure;
  }
  return {};
}

std::string beginning(std::size_t length) {
  return "the first " + std::to_string(length) + " bytes: ";
}

std::string called(const std::vector<std::string>& never, std::span<const Event> events) {
  for (const Event& event : events) {
    if (!is_call_kind(event.kind) || event.kind == EventKind::tool_call_error) continue;
    const auto name = std::find(never.begin(), never.end(), event.name);
    if (name != never.end()) return *name + " is called: " + to_text(to_seen(event));
  }
  return {};
}

std::string check_beginnings(std::string_view text, Reader& reader,
                             const std::vector<std::string>& never) {
  for (std::size_t length = 0; length <= text.size(); ++length) {
    for (const std::size_t size : {length + 1, std::size_t{1}}) {
      reader.reset();
      std::string failure;
      for_each_piece(text.substr(0, length), cut_by_size(length, size), [&](std::string_view it) {
        const GuardedChunk chunk(it);
        failure = called(never, reader.feed(chunk.view()));
        return failure.empty() && reader.error() == nullptr;
      });
      if (failure.empty()) failure = called(never, reader.finish());
      if (!failure.empty()) return beginning(length) + failure;
    }
  }
  return {};
}

// Reads every beginning of `text` as a text of its own, under every UnclosedCall, at once and in
// pieces, and says where a tool of `never` is called. Empty if none is.
std::string check_never(std::string_view text, const Options& options,
                        const std::vector<std::string>& never) {
  if (never.empty()) return {};
  for (const auto unclosed_call : {UnclosedCall::text, UnclosedCall::call, UnclosedCall::error}) {
    for (const bool incremental : {false, true}) {
      Options changed = options;
      changed.unclosed_call = unclosed_call;
      changed.incremental = incremental;
      const auto rules = Rules::make(changed);
      if (!rules) return rules.error().message;
      Reader reader(*rules);
      const std::string failure = check_beginnings(text, reader, never);
      if (failure.empty()) continue;
      return failure + (incremental ? ", incremental" : "") + ", unclosed_call " +
             to_string(unclosed_call);
    }
  }
  return {};
}

// Why the calls of a beginning are none of the whole text.
std::string check_calls(const std::vector<Seen>& whole, const std::vector<Seen>& part,
                        bool may_be_open) {
  for (const Seen& call : part) {
    if (call.kind != EventKind::tool_call) continue;
    const auto is_it = [&](const Seen& one) {
      return one.kind == EventKind::tool_call && one.begin == call.begin && one.name == call.name &&
             one.text == call.text;
    };
    if (std::none_of(whole.begin(), whole.end(), is_it)) {
      return call.name + ' ' + call.text + " is none of the calls of the whole text";
    }
    if (!call.is_closed && !may_be_open) return call.name + " is called and not closed";
  }
  return {};
}

// Reads every beginning of `text` for which `is_tried(length)` is true as a text of its own. All
// laws hold; each of its calls is one of the whole text, and has its closing marker unless
// `unclosed_call` is `call`.
template <class IsTried>
std::string check_prefixes(std::string_view text, Reader& parser, const Options& options,
                           IsTried is_tried) {
  const ReadBy read_by(options);
  const FamilyFormat* const row = read_by.calls;
  const bool is_family = options.dialect == "auto" || (row != nullptr && row->tools != nullptr);
  const UnclosedCall usual = is_family ? UnclosedCall::call : UnclosedCall::text;
  const UnclosedCall unclosed =
      options.unclosed_call == UnclosedCall::automatic ? usual : options.unclosed_call;
  const bool may_be_open = unclosed == UnclosedCall::call;
  const Bounds bounds = bounds_of(options);
  const GoldenRun whole = run_golden(text, parser, bounds, {});
  for (std::size_t length = 0; length < text.size(); ++length) {
    if (!is_tried(length)) continue;
    const std::string_view part = text.substr(0, length);
    const GoldenRun want = run_golden(part, parser, bounds, {});
    std::string failure = want.failure;
    if (failure.empty()) failure = check_calls(whole.items, want.items, may_be_open);
    for (const std::size_t size : {1U, 2U, 3U, 5U}) {
      if (!failure.empty()) break;
      const GoldenRun run = run_golden(part, parser, bounds, cut_by_size(length, size));
      failure = run.failure;
      if (failure.empty() && run.printed != want.printed) {
        failure = "in pieces of " + std::to_string(size) + ":\n" +
                  difference(to_lines(want) + to_spans(want.printed),
                             to_lines(run) + to_spans(run.printed));
      }
    }
    if (!failure.empty()) return beginning(length) + failure;
  }
  return {};
}

// A message is read back whole from its JSON.
std::string check_json(const Message& message) {
  std::string json;
  to_json(json, message);
  const Result<Message> read_back = read_message(json);
  if (!read_back) return read_back.error().message + ": " + json;
  std::string again;
  to_json(again, *read_back);
  return difference(json, again);
}

// The differences between what a block says and what was read.
std::string check_given(const GoldenCase& golden, const GoldenBlock& block, const Rules& rules,
                        const GoldenRun& run) {
  const bool is_message = block.reader == "message";
  if (is_message) {
    const std::string lost = check_json(read(golden.input, rules));
    if (!lost.empty()) return "the message is not read back from its JSON: " + lost;
  }
  if (golden.row.empty()) {
    return check_lines(golden, block,
                       is_message ? to_line(read(golden.input, rules)) : to_lines(run));
  }
  // All rows share the block: nothing can put the lines of one there.
  const std::string failure =
      difference(block.expected,
                 is_message ? family_line(read(golden.input, rules)) : family_lines(run.items));
  return failure.empty() ? failure : "input: " + escaped(golden.input) + '\n' + failure;
}

// The ends of prompts: visible text, with and without its line, code, blanks, openers.
constexpr std::string_view prompt_tails[] = {"Sure. ", "So:\n",       "Say `",  "See:\n```\n",
                                             "\n",     "a <think> b", "<think>"};

// After a prompt, too, cuttings must agree. No case says what the answer then gives.
std::string check_prompts(const std::string& text, const Options& given) {
  if (!given.prompt_tail.empty()) return {};
  for (const std::string_view tail : prompt_tails) {
    Options options = given;
    options.prompt_tail = tail;
    Reader reader = *Reader::make(options);
    const Bounds bounds = bounds_of(options);
    const GoldenRun want = run_golden(text, reader, bounds, {});
    std::string failure = want.failure;
    for (const std::size_t size : {1U, 2U, 3U, 7U}) {
      if (!failure.empty()) break;
      const GoldenRun run = run_golden(text, reader, bounds, cut_by_size(text.size(), size));
      failure = run.failure;
      if (failure.empty()) failure = check_same(want.items, run.items);
      if (!failure.empty()) failure = "in pieces of " + std::to_string(size) + ": " + failure;
    }
    if (!failure.empty()) return "after the prompt " + escaped(tail) + ' ' + failure;
  }
  return {};
}

std::string check_block(const GoldenCase& golden, const GoldenBlock& block,
                        const Result<Golden>& parsed) {
  if (!parsed) return parsed.error().message;
  const Options& options = parsed->options;
  const auto rules = Rules::make(options);
  if (!rules) return rules.error().message;
  const std::string& text = golden.input;
  if (parsed->is_snapshots) return check_lines(golden, block, snapshot_lines(text, *parsed));
  Reader reader(*rules);
  const Bounds bounds = bounds_of(options);
  const Ending ending = parsed->is_finished ? Ending::finish : Ending::open;
  const GoldenRun run = run_golden(text, reader, bounds, {}, ending);
  std::string failure = check_given(golden, block, *rules, run);
  if (failure.empty()) failure = run.failure;
  // Where a reader stops depends on what it had been handed by then.
  if (!failure.empty() || bounds.may_stop) return failure;
  failure = check_cuts(text, reader, bounds, Ending::open);
  if (failure.empty() && ending == Ending::finish) {
    failure = check_cuts(text, reader, bounds, Ending::finish);
  }
  if (failure.empty() && ending == Ending::finish) failure = check_whole(text, *rules, run);
  if (failure.empty() && ending == Ending::finish) failure = check_prompts(text, options);
  if (failure.empty()) failure = check_never(text, options, parsed->never);
  if (failure.empty() && parsed->has_prefixes) {
    failure = check_prefixes(text, reader, options, is_sampled_cut);
  }
  return failure;
}

std::string check_own_block(const GoldenCase& golden, const GoldenBlock& block) {
  return check_block(golden, block, golden_of(golden, block));
}

std::string check_tokens_block(const GoldenCase& golden, const GoldenBlock& block) {
  const auto options = tokenizer_of(block);
  if (!options) return options.error().message;
  auto tokenizer = Tokenizer::make(*options);
  if (!tokenizer) return tokenizer.error().message;
  const TokenRun run = run_tokens(golden.input, *tokenizer, {});
  std::string failure = check_lines(golden, block, to_lines(run.items));
  if (failure.empty()) failure = run.failure;
  if (!failure.empty()) return failure;
  const TokenRun open = run_tokens(golden.input, *tokenizer, {}, Ending::open);
  for (const Cuts& cuts : all_small_cuts(golden.input.size())) {
    failure = check_tokens(golden.input, *tokenizer, cuts, run.items);
    if (failure.empty()) {
      failure =
          check_same(open.items, run_tokens(golden.input, *tokenizer, cuts, Ending::open).items);
    }
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

TEST(golden, rules_and_tokens_give_what_is_said_however_they_are_cut) {
  replay(read_goldens("", {"tokens", "read", "attributes"}), 120,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           if (block.reader == "read") return check_own_block(golden, block);
           if (block.reader == "tokens") return check_tokens_block(golden, block);
           return check_lines(golden, block, attribute_lines(golden.input));
         });
}

TEST(golden, thoughts_are_what_is_said_however_they_are_cut) {
  replay(read_goldens("thoughts", {"read"}), 60,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           std::string failure = check_own_block(golden, block);
           const auto parsed = golden_of(golden, block);
           const bool is_modelled = parsed && !parsed->is_snapshots && parsed->is_finished &&
                                    parsed->options.limits.on_limit == OnLimit::text;
           if (!failure.empty() || !is_modelled) return failure;
           Reader reader = *Reader::make(parsed->options);
           const EventRun got = run(golden.input, reader, bounds_of(parsed->options), {});
           failure = check_same(ModelOf(parsed->options)(golden.input), got.items);
           return failure.empty() ? failure : "by the model " + failure;
         });
}

TEST(golden, tools_give_what_is_said_however_they_are_cut) {
  replay(read_goldens("tools", {"read"}), 480,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           const auto parsed = golden_of(golden, block);
           if (golden.heading.starts_with("attack: ") && parsed && parsed->never.empty()) {
             return std::string("an attack does not name what must not be called");
           }
           return check_block(golden, block, parsed);
         });
}

Goldens dialect_goldens() { return read_goldens("dialects", {"read", "message"}); }

// The answers of all rows: with what every family has.
std::vector<GoldenCase> answers_of_rows() {
  std::vector<GoldenCase> cases = dialect_goldens().cases;
  for (GoldenCase& golden : every_family().cases) cases.push_back(std::move(golden));
  return cases;
}

// Every second case, from case `part` on: two tests, so that they can be in two shards.
Goldens half_of(Goldens goldens, std::size_t part) {
  std::size_t index = 0;
  std::erase_if(goldens.cases, [&](const GoldenCase&) { return index++ % 2 != part; });
  return goldens;
}

TEST(golden, dialects_give_what_is_said_however_they_are_cut) {
  replay(half_of(dialect_goldens(), 0), 0, check_own_block);
}
TEST(golden, dialects_give_what_is_said_however_they_are_cut_too) {
  replay(half_of(dialect_goldens(), 1), 0, check_own_block);
}

TEST(golden, every_family_gives_what_is_said_however_it_is_cut) {
  replay(half_of(every_family(), 0), 700, check_own_block);
}
TEST(golden, every_family_gives_what_is_said_however_it_is_cut_too) {
  replay(half_of(every_family(), 1), 700, check_own_block);
}

TEST(golden, formats_of_ones_own_give_what_is_said_however_they_are_cut) {
  replay(read_goldens("formats", {"read", "message"}), 10, check_own_block);
}

TEST(golden, dialect_auto_gives_what_is_said_however_it_is_cut) {
  replay(read_goldens("auto", {"read", "message"}), 20, check_own_block);
}

// Whose markers `auto` does not read, or ends otherwise: see docs/which_family.md.
bool is_unlike_auto(const std::string& row) {
  static const char* const rows[] = {"apriel",     "apriel16",  "claude_xml",  "cline",
                                     "composer",   "ernie45",   "granite",     "harmony",
                                     "hy_v3",      "mistral",   "rwkv",        "xlam",
                                     "minimax_m1", "nemotron3", "step_audio_2"};
  return std::any_of(std::begin(rows), std::end(rows), [&](const char* one) { return row == one; });
}

std::string thoughts_and_calls(const Message& message) {
  std::string text = message.reasoning;
  for (const ToolCall& call : message.tool_calls) text += "\n" + call.name + call.arguments;
  return text;
}

TEST(golden, dialect_auto_takes_calls_out_of_reasoning_as_the_row_does) {
  const auto read = [](const GoldenCase& golden, const std::string& dialect) {
    Options options{.dialect = dialect};
    options.calls_in_reasoning = CallsInReasoning::extract;
    return tagstream::read(golden.input, *Rules::make(options));
  };
  int compared = 0;
  for (const GoldenCase& golden : answers_of_rows()) {
    if (is_unlike_auto(golden.name())) continue;
    // Calls without end for `auto`.
    if (golden.heading.ends_with("ends in a wrapper")) continue;
    if (golden.heading.ends_with("closes in a wrapper")) continue;
    if (golden.heading == "the opener is missing") continue;  // only gemma4 in auto
    if (golden.heading.starts_with("At the beginning the opener of a call may be")) continue;
    const Message by_row = read(golden, golden.name());
    if (by_row.reasoning.empty() || by_row.tool_calls.empty()) continue;
    ++compared;
    EXPECT_EQ(thoughts_and_calls(read(golden, "auto")), thoughts_and_calls(by_row))
        << golden.name() << ": " << golden.heading;
  }
  EXPECT_GT(compared, 150);
}

TEST(golden, every_row_has_its_file) {
  constexpr int min_cases_of_a_row = 5;  // beside those of every family
  const Goldens goldens = dialect_goldens();
  std::map<std::string, int> cases;
  for (const GoldenCase& golden : goldens.cases) ++cases[golden.name()];
  for (const Dialect& row : dialects()) {
    EXPECT_GE(cases[std::string(row.name())], min_cases_of_a_row) << row.name();
    cases.erase(std::string(row.name()));
  }
  for (const auto& [name, count] : cases) ADD_FAILURE() << name << ".md: no row has this name";
}

TEST(golden, every_row_has_the_cases_of_every_family) {
  std::map<std::string, std::map<std::string, bool>> has;
  for (const GoldenCase& golden : every_family().cases) has[golden.row][golden.heading] = true;
  std::size_t count = 0;
  for (const Dialect& row : dialects()) {
    const std::map<std::string, bool>& of_row = has[std::string(row.name())];
    const FamilyFormat& format = format_of(row);
    const bool has_reasoning = format.reasoning != nullptr;
    const bool has_calls = format.tools != nullptr;
    const auto expect = [&](const char* heading, bool is_there) {
      EXPECT_EQ(of_row.contains(heading), is_there) << row.name() << ": " << heading;
    };
    expect("nothing at all", true);
    expect("reasoning, then the answer", has_reasoning);
    expect("a call", has_calls);
    expect("a call that is cut off", has_calls);
    expect("reasoning before a call", has_reasoning && has_calls);
    count += of_row.size();
  }
  EXPECT_GE(count, 2000U);
}

TEST(golden, every_row_with_calls_shows_what_a_cut_off_call_is) {
  std::map<std::string, bool> shown;
  for (const GoldenCase& golden : answers_of_rows()) {
    for (const GoldenBlock& block : golden.blocks) {
      const auto& words = block.arguments;
      if (std::find(words.begin(), words.end(), "--prefixes") == words.end()) continue;
      shown[golden.name()] = true;
    }
  }
  for (const Dialect& row : dialects()) {
    EXPECT_TRUE(format_of(row).tools == nullptr || shown[std::string(row.name())]) << row.name();
  }
}

// The words of a block that say how it reads: all but the flag of one more check.
std::vector<std::string> words_of_reading(const GoldenBlock& block) {
  std::vector<std::string> words = block.arguments;
  std::erase(words, "--prefixes");
  words.push_back(block.reader == "message" ? "read" : block.reader);
  return words;
}

TEST(golden, blocks_with_the_same_options_are_one_block) {
  int count = 0;
  for (const char* const folder : {"", "tools", "thoughts", "dialects", "formats", "auto"}) {
    const Goldens goldens = read_goldens(folder, {"tokens", "read", "message", "attributes"});
    for (const GoldenCase& golden : goldens.cases) {
      std::map<std::vector<std::string>, int> lines;
      for (const GoldenBlock& block : golden.blocks) {
        const int line = lines.try_emplace(words_of_reading(block), block.line).first->second;
        EXPECT_EQ(line, block.line) << golden.place(block) << ": make one read+message of them";
        ++count;
      }
    }
  }
  EXPECT_GE(count, 4000);
}

TEST(golden_check, a_block_of_events_and_the_message_is_two) {
  Goldens goldens;
  const std::string text = "## a\n```in\nx\n```\n```read+message --trim --prefixes\n";
  const std::string empty = "## b\n```in\nx\n```\n```read+message\n```\n";
  read_golden_text("x.md", text + "1\n2\n3\n```\n" + empty, goldens, {"read", "message"});
  ASSERT_EQ(goldens.errors, std::vector<std::string>{});
  const std::vector<GoldenBlock>& blocks = goldens.cases[0].blocks;
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].reader, "read");
  EXPECT_EQ(blocks[0].expected, "1\n2\n");
  EXPECT_EQ(blocks[0].begin, text.size());
  EXPECT_EQ(blocks[0].arguments, (std::vector<std::string>{"--trim", "--prefixes"}));
  EXPECT_EQ(blocks[1].reader, "message");
  EXPECT_EQ(blocks[1].expected, "3\n");
  EXPECT_EQ(blocks[1].begin, blocks[0].end);
  EXPECT_EQ(blocks[1].arguments, std::vector<std::string>{"--trim"});
  EXPECT_EQ(goldens.cases[1].blocks.at(1).expected, "");
}

TEST(golden_check, a_tool_that_must_not_be_called_is_found) {
  const std::string_view text = R"(a <tool>{"name":"rm"}</tool> b)";
  const Options tool{.call = {"tool"}};
  EXPECT_EQ(check_never(text, tool, {"ls"}), "");
  EXPECT_EQ(check_never(text, tool, {}), "");
  const std::string found = check_never(text, tool, {"ls", "rm"});
  EXPECT_TRUE(found.starts_with("the first 28 bytes: rm is called")) << found;
}

TEST(golden_check, a_tool_that_must_not_be_called_is_found_in_a_dialect) {
  const std::string_view text = R"(a <tool_call>{"name":"rm"}</tool_call> b)";
  const Options hermes{.dialect = "hermes"};
  EXPECT_EQ(check_never(text, hermes, {"ls"}), "");
  EXPECT_EQ(check_never(text, hermes, {}), "");
  const std::string found = check_never(text, hermes, {"ls", "rm"});
  EXPECT_NE(found.find("rm is called"), std::string::npos) << found;
}

TEST(golden_check, a_call_that_only_a_beginning_makes_is_found) {
  const std::string_view text = R"(<think><tool_call>{"name":"rm"}</tool_call> no.)";
  const Options hermes{.dialect = "hermes"};
  Reader parser = *Reader::make(hermes);
  const std::string found = check_prefixes(text, parser, hermes, [](std::size_t) { return true; });
  EXPECT_TRUE(found.starts_with("the first 43 bytes: rm {} is none")) << found;
}

// The cases of a text for all rows, or what is wrong with it.
Goldens expanded_text(const std::string& text) {
  Goldens templates;
  read_golden_text("x.md", text, templates, {"read", "message"});
  return expanded(templates);
}

TEST(golden_check, a_case_of_every_family_names_the_row_and_shows_the_input) {
  const Goldens all = expanded_text(
      "## a call\n```in\n«call f {\"n\": \"x\"}»\n```\n```read\ntool_call g {}\n```\n");
  EXPECT_EQ(all.errors, std::vector<std::string>{});
  const auto hermes = std::find_if(all.cases.begin(), all.cases.end(),
                                   [](const GoldenCase& one) { return one.row == "hermes"; });
  ASSERT_NE(hermes, all.cases.end());
  EXPECT_EQ(hermes->place(hermes->blocks[0]), "x.md:5: hermes: a call");
  const std::string found = check_own_block(*hermes, hermes->blocks[0]);
  EXPECT_NE(found.find("input: \"<tool_call>\\n{"), std::string::npos) << found;
  EXPECT_NE(found.find("expected:\ntool_call g {}\ngot:\ntool_call f {\"n\":\"x\"}\n"),
            std::string::npos)
      << found;
}

TEST(golden_check, every_family_leaves_out_rows_without_a_placeholder) {
  const Goldens all = expanded_text("## a\n```in\n«think»b«/think»\n```\n```read\n```\n");
  EXPECT_EQ(all.errors, std::vector<std::string>{});
  const auto has = [&](std::string_view row) {
    return std::any_of(all.cases.begin(), all.cases.end(),
                       [&](const GoldenCase& one) { return one.row == row; });
  };
  EXPECT_TRUE(has("qwen3"));
  EXPECT_FALSE(has("jamba"));
}

TEST(golden_check, exceptions_of_every_family_that_are_none_are_found) {
  const std::string begin = "## a\n```in\n«think»b\n```\n```read\nreasoning \"b\"\n```\n";
  const auto wrong = [&](const std::string& block) {
    return expanded_text(begin + block + "reasoning \"c\"\n```\n").errors.size();
  };
  EXPECT_EQ(wrong("```read --for qwen3,hermes\n"), 0U);
  EXPECT_EQ(wrong("```read --for jamba\n"), 1U);      // it has no reasoning
  EXPECT_EQ(wrong("```read --for magistral\n"), 1U);  // an alias of mistral
  EXPECT_EQ(expanded_text(begin + "```read --for qwen3\nreasoning \"b\"\n```\n").errors.size(), 1U);
  EXPECT_GT(expanded_text("## a\n```in\n«odd»\n```\n```read\n```\n").errors.size(), 1U);
}

TEST(golden_file, escapes_words_and_places_are_read) {
  Goldens read;
  read_golden_text("x.md",
                   "# T\n## one case\n```in escaped\na\\n\\x41\\\\\nb\n```\n"
                   "```read --hide \"a b\\\"\" c\nline\n```\n",
                   read, {"read"});
  ASSERT_EQ(read.cases.size(), 1U);
  EXPECT_TRUE(read.errors.empty());
  EXPECT_EQ(read.cases[0].input, "a\nA\\b");
  EXPECT_EQ(read.cases[0].blocks[0].arguments, (std::vector<std::string>{"--hide", "a b\"", "c"}));
  EXPECT_EQ(read.cases[0].blocks[0].expected, "line\n");
  EXPECT_EQ(read.cases[0].place(read.cases[0].blocks[0]), "x.md:7: one case");
}

TEST(golden_file, broken_files_are_reported) {
  Goldens read;
  read_golden_text("x.md", "## a\n```in\nb\n```\n## c\n```tokens\n```\n```odd\n```\n```in\n", read,
                   {"tokens"});
  EXPECT_EQ(read.errors.size(), 3U);
}

TEST(golden_file, arguments_that_only_the_tests_know) {
  GoldenCase golden{.file = "hermes.md", .path = "golden/dialects/hermes.md"};
  GoldenBlock block{.arguments = {"--never", "rm", "--unwrap", "a", "--no-finish", "--call", "t"}};
  const auto tools = golden_of(golden, block);
  ASSERT_TRUE(tools) << tools.error().message;
  EXPECT_EQ(tools->never, std::vector<std::string>{"rm"});
  EXPECT_EQ(rules_of(tools->options), (std::vector<Rule>{unwrap("a"), call("t")}));
  EXPECT_FALSE(tools->is_finished);
  block.arguments = {"--tools-file", "schemas/none.json"};
  EXPECT_FALSE(golden_of(golden, block));
  block.arguments = {"--never", "rm", "--prefixes", "--drop", "<|x|>", "--no-parallel-tool-calls"};
  const auto parsed = golden_of(golden, block);
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_TRUE(parsed->has_prefixes);
  EXPECT_FALSE(parsed->options.parallel_tool_calls);
  EXPECT_EQ(parsed->options.dialect, "hermes");
  EXPECT_EQ(parsed->options.drop, std::vector<std::string>{"<|x|>"});
  block.arguments = {"--calls-of", "json"};
  const auto other = golden_of(golden, block);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->options.dialect, "");
  EXPECT_EQ(other->options.calls_of, "json");
}

TEST(golden_file, lines_are_put_into_the_blocks_that_have_others) {
  const std::string path = ::testing::TempDir() + "/update.md";
  const std::string before =
      "## a\n```in\n<a>b\n```\nwords\n```tokens\n```\n```tokens --name c\ntext 0 4\n```\n";
  std::ofstream(path) << before;
  Goldens read;
  read_golden_text("x.md", before, read, {"tokens"});
  ASSERT_EQ(read.cases.size(), 1U);
  read.cases[0].path = path;
  EXPECT_NE(check_tokens_block(read.cases[0], read.cases[0].blocks[0]), "");
  setenv("TAGSTREAM_UPDATE", "1", 1);
  for (const GoldenBlock& block : read.cases[0].blocks) {
    EXPECT_EQ(check_tokens_block(read.cases[0], block), "");
  }
  unsetenv("TAGSTREAM_UPDATE");
  write_updates();
  std::ifstream stream(path);
  const std::string after((std::istreambuf_iterator<char>(stream)),
                          std::istreambuf_iterator<char>());
  EXPECT_EQ(after,
            "## a\n```in\n<a>b\n```\nwords\n```tokens\nopen 0 3 a\ntext 3 4\n```\n"
            "```tokens --name c\ntext 0 4\n```\n");
}

}  // namespace
}  // namespace tagstream::testing
