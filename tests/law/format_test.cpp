#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "support/formats.hpp"
#include "support/golden.hpp"
#include "support/parse_text.hpp"
#include "support/random_cuts.hpp"
#include "support/sampling.hpp"

/// The text of a row, given as a format of one's own, reads what the row reads; and whatever a text
/// is, it is read or refused with a sentence and its place.
///
/// TAGSTREAM_SEED sets the seed, TAGSTREAM_TEXTS how many texts are tried.
namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

// A comment says nothing: the text of the row `none` is empty, and an empty format is none.
std::string text_of(const Dialect& row) { return "# a comment\n" + std::string(row.text()); }

ParseOptions as_format(ParseOptions options) {
  options.format = text_of(*find_dialect(options.dialect));
  options.dialect.clear();
  return options;
}

TEST(format, the_text_of_a_row_gives_what_its_goldens_say) {
  int count = 0;
  replay(read_goldens("dialects", {"parse", "message"}), 800,
         [&](const GoldenCase& golden, const GoldenBlock& block) -> std::string {
           const auto parsed = parse_of(golden, block);
           if (!parsed) return parsed.error().message;
           if (parsed->options.dialect.empty()) return {};  // parts of two rows
           const Bounds bounds = bounds_of(parsed->options);
           const auto rules = ParseRules::make(as_format(parsed->options));
           if (!rules) return rules.error().message;
           Reader reader(*rules);
           const Ending ending = parsed->is_finished ? Ending::finish : Ending::open;
           for (const std::size_t size : {golden.input.size() + 1, std::size_t{3}}) {
             // Where a reader stops with an error depends on what it had been handed by then.
             if (size == 3 && bounds.may_stop) break;
             const GoldenRun run = run_golden(golden.input, reader, bounds,
                                              cut_by_size(golden.input.size(), size), ending);
             const std::string lines = block.reader == "message" ? run.message : to_lines(run);
             if (lines != block.expected) return block.expected + "but not\n" + lines;
           }
           ++count;
           return {};
         });
  EXPECT_GE(count, 800);
}

// What is not the same when both read `text`, whole and in pieces.
std::string check_same_reading(const std::string& text, const ParseOptions& options,
                               const Cuts& cuts) {
  const auto by_name = ParseRules::make(options);
  const auto by_text = ParseRules::make(as_format(options));
  if (!by_name || !by_text) return (by_name ? by_text : by_name).error().message;
  Reader named(*by_name);
  Reader own(*by_text);
  const Bounds bounds = bounds_of(options);
  for (const Cuts& one : {Cuts{}, cuts}) {
    const GoldenRun want = run_golden(text, named, bounds, one);
    const GoldenRun run = run_golden(text, own, bounds, one);
    std::string failure = want.failure + run.failure;
    if (failure.empty()) failure = check_same(want.items, run.items);
    if (failure.empty()) failure = difference(want.message, run.message);
    if (!failure.empty()) return to_text(one) + ": " + failure;
  }
  return {};
}

TEST(format, the_text_of_a_row_reads_every_golden_answer_as_the_row_does) {
  int count = 0;
  const Goldens goldens = read_goldens("dialects", {"parse", "message"});
  for (const GoldenCase& golden : goldens.cases) {
    const ParseOptions options{.dialect = golden.name()};
    const std::string failure =
        check_same_reading(golden.input, options, cut_by_size(golden.input.size(), 3));
    EXPECT_EQ(failure, "") << golden.name() << ": " << golden.heading;
    ++count;
  }
  EXPECT_GE(count, 1000);
}

TEST(format, the_text_of_a_row_reads_random_texts_as_the_row_does) {
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", 20261125);
  const std::uint64_t texts = random_texts(40, 10);
  for (const Dialect& row : dialects()) {
    for (std::uint64_t i = 0; i < texts; ++i) {
      Random random(first + i);
      ParseOptions options = random_parse_options(random);
      options.reasoning.clear();
      options.tool_format.clear();
      options.format.clear();
      options.dialect = row.name();
      if (!ParseRules::make(options)) options.start_in_reasoning = false;
      add_random_limits(options, random);
      const std::string text = random_parse_text(options, random);
      const std::string failure =
          check_same_reading(text, options, cut_randomly(text.size(), random));
      ASSERT_EQ(failure, "") << row.name() << " TAGSTREAM_SEED=" << first + i << '\n' << text;
    }
  }
}

// ---- texts that are no formats ---------------------------------------------------------------

bool is_number(std::string_view& text) {
  const std::size_t size = text.find_first_not_of("0123456789");
  if (size == 0 || size == text.npos) return false;
  text.remove_prefix(size);
  return true;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// "" if a text is read, or refused with a sentence and its place in the text, or its line.
std::string check_refusal(const std::string& text, int& refused) {
  const auto rules = ParseRules::make({.format = text});
  if (rules) {
    const auto message = parse_all("a <think>b</think> <tool_call>{}</tool_call>\n", *rules);
    return message ? "" : message.error().message;
  }
  ++refused;
  const std::string& message = rules.error().message;
  if (rules.error().code != Errc::bad_option) return "another code: " + message;
  std::string_view rest = message;
  // A format that is tried and does not read what it writes is shown its line.
  if (take(rest, "format: the format's line `")) return {};
  const bool has_place = take(rest, "format: line ") && is_number(rest) &&
                         take(rest, ", column ") && is_number(rest) && take(rest, ": ");
  if (!has_place || rest.size() < 10) return "no sentence with its place: " + message;
  return {};
}

TEST(format, any_beginning_of_a_row_is_read_or_refused_with_its_place) {
  int refused = 0;
  std::uint64_t number = 0;
  for (const Dialect& row : dialects()) {
    for (std::size_t size = 1; size < row.text().size(); ++size) {
      if (!is_sampled(number++, sample_beyond(20))) continue;
      const std::string text(row.text().substr(0, size));
      EXPECT_EQ(check_refusal(text, refused), "") << row.name() << '\n' << text;
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(format, a_row_with_a_byte_lost_or_changed_is_read_or_refused_with_its_place) {
  constexpr std::string_view bytes = "{}[]<>|\\.-\"': \nANRa1\x01\x0E\xC3";
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", 20261125);
  const std::uint64_t texts = random_texts(20000, 100);
  int refused = 0;
  for (std::uint64_t i = 0; i < texts; ++i) {
    Random random(first + i);
    const Dialect& row = dialects()[random() % dialects().size()];
    std::string text = text_of(row);
    for (std::uint64_t slips = 1 + random() % 3; slips > 0 && !text.empty(); --slips) {
      const std::size_t at = random() % text.size();
      const char byte = bytes[random() % bytes.size()];
      switch (random() % 4) {
        case 0: text.erase(at, 1); break;
        case 1: text.insert(at, 1, byte); break;
        case 2: text.erase(at, random() % 12); break;
        default: text[at] = byte;
      }
    }
    ASSERT_EQ(check_refusal(text, refused), "")
        << row.name() << " TAGSTREAM_SEED=" << first + i << '\n'
        << text;
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace tagstream::testing
