#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/grammar_text.hpp"
#include "support/laws.hpp"
#include "support/random_cuts.hpp"
#include "support/subjects.hpp"

/// Thoughts of every text of a small alphabet up to some length, and of random texts: whole, byte
/// by byte, in every two pieces, always the same events (L1), and those of the model.
namespace tagstream::testing {
namespace {

// The same in every cutting that all_small_cuts knows, under the eyes of the laws.
std::string check_all_cuts(const Options& options, std::string_view text) {
  ReaderSubject subject(options);
  const std::vector<Seen> want = ModelOf(options)(text);
  for (const Cuts& cuts : all_small_cuts(text.size())) {
    const std::string failure = subject.check(text, cuts, want);
    if (!failure.empty()) {
      return escaped(text) + to_text(cuts) + subject.explain(text, cuts) + failure;
    }
  }
  return {};
}

void try_all(const Options& options, const Symbols& symbols, std::size_t length) {
  exhaustive(ReaderSubject(options), symbols, length);
}

const Symbols tags = {"<t>", "</t>", "<t/>", "<t thought=\"", "\">", "<t ", " ", "x", "\n"};
const Symbols pieces = {"<t>",  "</t>", "<t ", "thought=\"", "\"", "/>",
                        "&lt;", ">",    " ",   "x",          "\n"};
const Symbols attributes = {"<t",
                            " thought=",
                            " thought_type=\"",
                            " confidence=\"",
                            "0",
                            ".7",
                            "\"",
                            "/>",
                            "</t>x",
                            "&#48;&quot;-",
                            ">"};
const Symbols code = {"<t>", "</t>", "`", "``", "\n", "x", "\n```\n", "<t thought=x/>"};

// A thought with about `limit` blanks: at its beginning, in it, at its end, or nothing else in it.
std::vector<std::string> texts_with_blanks(std::size_t limit) {
  std::vector<std::string> texts;
  for (const std::size_t size : {limit - 1, limit, limit + 1, 2 * limit}) {
    for (const char* opener : {"<t>", "<t thought='x'>", "<t thought=' x '>", "<t thought=''>"}) {
      for (const char* before : {"", "a", "ab ", "\n\ta"}) {
        for (const char* after : {"", "b", "b ", "b  c"}) {
          for (const char* closer : {"", "</t>", "</t> y"}) {
            const std::string blanks(size, size % 2 == 0 ? ' ' : '\n');
            texts.push_back("x" + std::string(opener) + before + blanks + after + closer);
          }
        }
      }
    }
  }
  return texts;
}

Options of_t(Options options = {}) {
  options.thought = {"t"};
  return options;
}

TEST(exhaustive_thoughts, of_tags) { try_all(of_t(), tags, 6); }

TEST(exhaustive_thoughts, of_pieces) { try_all(of_t(), pieces, 5); }

TEST(exhaustive_thoughts, of_pieces_after_an_opening_tag) {
  Symbols after = pieces;
  after[0] = "<t thought_type=x>";
  after[2] = "<t confidence=.7 ";
  try_all(of_t(), after, 5);
}

TEST(exhaustive_thoughts, of_attributes) { try_all(of_t(), attributes, 5); }

TEST(exhaustive_thoughts, of_attributes_in_a_tag) {
  Symbols in_a_tag = attributes;
  in_a_tag[0] = "<t thought=x";
  try_all(of_t(), in_a_tag, 5);
}

TEST(exhaustive_thoughts, live) {
  const Options live = of_t({.incremental = true});
  try_all(live, tags, 5);
  try_all(live, pieces, 5);
}

TEST(exhaustive_thoughts, first_close) {
  const Options plain = of_t({.nesting = Nesting::first_close});
  try_all(plain, tags, 5);
  try_all(plain, pieces, 4);
}

TEST(exhaustive_thoughts, markdown_code) {
  try_all(of_t({.markdown_code = MarkdownCode::all}), code, 5);
}

TEST(exhaustive_thoughts, of_two_names) {
  const Symbols two = {"<t>", "</t>", "<T THOUGHT=x>", "</T>", "<u/>", "<u>", "</U>", "x", " "};
  try_all({.thought = {"t", "u"}}, two, 4);
  try_all({.thought = {"t", "u"}, .ignore_case = true}, two, 4);
}

TEST(exhaustive_thoughts, tiny_limits) {
  for (const bool is_live : {false, true}) {
    for (const std::size_t held : {0U, 1U, 3U, 5U, 8U}) {
      const Options options = of_t({.incremental = is_live, .limits = {.max_held_bytes = held}});
      try_all(options, tags, 4);
    }
  }
  try_all(of_t({.limits = {.max_section_bytes = 2}}), tags, 4);
  try_all(of_t({.limits = {.max_tag_bytes = 14}}), tags, 4);
  try_all(of_t({.limits = {.max_attributes = 1}}), attributes, 3);
}

// The blanks of a thought that is open wait, but never more of them than a thought may have bytes.
TEST(exhaustive_thoughts, blanks_around_the_limit) {
  for (const std::size_t limit : {1U, 2U, 5U, 8U}) {
    for (const bool is_section : {false, true}) {
      Options options = of_t({.incremental = true});
      Limits& limits = options.limits;
      (is_section ? limits.max_section_bytes : limits.max_held_bytes) = limit;
      for (const std::string& text : texts_with_blanks(limit)) {
        ASSERT_EQ(check_all_cuts(options, text), "");
      }
    }
  }
}

TEST(exhaustive_thoughts, code_points) {
  const Symbols parts = {"<t>", "</t>", "\xE2", "\x82", "\xAC", "\xF0", "x", " "};
  try_all(of_t(), parts, 5);
}

using Random = std::mt19937_64;

bool one_in(std::uint64_t n, Random& random) { return random() % n == 0; }

Options random_options(Random& random) {
  const std::vector<std::vector<std::string>> names = {
      {"t"}, {"thinking"}, {"t", "thinking"}, {"\xC3\xA9", "t"}, {"x-y", "b", "t2"}};
  Options options;
  options.thought = names[random() % names.size()];
  if (one_in(3, random)) options.nesting = Nesting::first_close;
  options.incremental = one_in(2, random);
  options.ignore_case = one_in(4, random);
  if (one_in(3, random)) options.markdown_code = MarkdownCode::all;
  if (one_in(4, random)) options.limits.max_held_bytes = random() % 40;
  if (one_in(6, random)) options.limits.max_section_bytes = random() % 12;
  if (one_in(6, random)) options.limits.max_tag_bytes = 1 + random() % 60;
  if (one_in(8, random)) options.limits.max_attributes = random() % 4;
  return options;
}

std::string random_value(Random& random) {
  static constexpr std::array<std::string_view, 28> values = {
      "x",    "",     " ",     "0",   "1",   "0.7",  ".5e0",   "-0.0",   "1.5",  "high",
      "&lt;", "&amp", "&#32;", "<t>", "/>",  "</t>", "a\nb",   "&#x41;", "\xE2", "\xC3\xA9",
      "`",    "&",    ";",     "a b", "0.1", "nan",  "&quot;", "2e-1"};
  std::string value;
  for (std::uint64_t n = 1 + random() % 3; n > 0; --n) value += values[random() % values.size()];
  return value;
}

std::string random_thought(const std::vector<std::string>& names, Random& random) {
  static constexpr std::array<std::string_view, 7> known = {
      "thought", "thought_type", "confidence", "thought_id", "Thought", "CONFIDENCE", "lang"};
  const std::string& name = names[random() % names.size()];
  std::string tag = '<' + name;
  for (std::uint64_t n = random() % 4; n > 0; --n) {
    const std::string quote = one_in(3, random) ? "'" : one_in(8, random) ? "" : "\"";
    tag += ' ' + std::string(known[random() % known.size()]);
    if (!one_in(12, random)) tag += '=' + quote + random_value(random) + quote;
  }
  tag += one_in(3, random) ? "/>" : ">";
  if (one_in(2, random)) tag += random_value(random);
  if (one_in(2, random)) tag += "</" + name + '>';
  if (one_in(12, random)) tag.resize(random() % tag.size());
  return tag;
}

std::string random_thoughts(const std::vector<std::string>& names, Random& random) {
  const Vocabulary words{names, {}};
  std::string text;
  for (std::uint64_t n = 1 + random() % 5; n > 0; --n) {
    text += one_in(3, random) ? random_text(words, random) : random_thought(names, random);
  }
  return text;
}

TEST(random_thoughts, obey_the_laws_and_the_model) {
  for_each_seed(20260101, 120000, [](std::uint64_t seed) {
    Random random(seed);
    const Options options = random_options(random);
    ReaderSubject subject(options);
    return check_random_texts(
        subject, random, [&] { return random_thoughts(options.thought, random); },
        ModelOf(options));
  });
}

// Of a long feed the machine has the thoughts made a part at a time.
TEST(random_thoughts, of_a_long_feed) {
  for_each_seed(20261129, 2000, [](std::uint64_t seed) -> std::string {
    Random random(seed);
    Options options = random_options(random);
    std::vector<std::string> names = options.thought;
    for (const char* const other : {"h", "r"}) names.emplace_back(other);
    options.hide = {"h"};
    options.record = {"r"};
    std::string text;
    while (text.size() < 12000) text += random_thoughts(names, random);
    ReaderSubject subject(options);
    const std::vector<Seen> want = ModelOf(options)(text);
    for (const Cuts& cuts : {Cuts{}, cut_by_size(text.size(), 5000), cut_by_size(text.size(), 1)}) {
      std::string failure = subject.check(text, cuts, want);
      if (!failure.empty()) return escaped(text) + to_text(cuts) + failure;
    }
    return {};
  });
}

}  // namespace
}  // namespace tagstream::testing
