#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heap.hpp"
#include "readers/tokenizer.hpp"
#include "support/options.hpp"
#include "tagstream/reader.hpp"

/// How much memory sections take (L6).
namespace tagstream::testing {
namespace {

constexpr std::size_t idle_bytes = 640;  // of a reader, beside the rules that it shares
constexpr std::size_t events_bytes = 64 * chunk_bytes;  // of a chunk that is nothing but tags

Rule hide(std::string name) { return rule_of(Action::hide, std::move(name)); }
Rule record(std::string name) { return rule_of(Action::record, std::move(name)); }

Rules rules_of(const Rule& rule, Limits limits = {},
               UnclosedSection unclosed = UnclosedSection::section) {
  return *Rules::make(with_rules({rule}, {.unclosed_section = unclosed, .limits = limits}));
}

// Feeds `total` bytes: `start`, then `filling` again and again.
void feed_long(Reader& reader, std::string_view start, std::string_view filling,
               std::size_t total) {
  std::string chunk(start);
  std::size_t at = 0;
  for (std::size_t fed = 0; fed < total; fed += chunk_bytes) {
    while (chunk.size() < chunk_bytes) {
      const std::size_t count = std::min(chunk_bytes - chunk.size(), filling.size() - at);
      chunk.append(filling.substr(at, count));
      at = (at + count) % filling.size();
    }
    reader.feed(chunk);
    chunk.clear();
  }
}

// The most that a reader takes beside its rules while it reads such a stream.
std::size_t peak_of(const Rules& rules, std::string_view start, std::string_view filling) {
  const HeapWatch heap;
  Reader reader(rules);
  feed_long(reader, start, filling, 16 * mebibyte);
  reader.finish();
  return heap.peak();
}

// The heap of rules, and the most while they are made, for each byte of the texts they are made
// of.
template <class MakeRule>
void check_rules(std::size_t count, MakeRule make_rule) {
  std::vector<Rule> own;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    own.push_back(make_rule(std::to_string(1000000 + i)));
    const Rule& rule = own.back();
    bytes += rule.name.size() + rule.open.size() + rule.close.size();
  }
  Options options = with_rules(own);
  const HeapWatch heap;
  const auto rules = Rules::make(std::move(options));
  ASSERT_TRUE(rules);
  EXPECT_LT(heap.live(), 150 * bytes) << count;
  EXPECT_LT(heap.peak(), 300 * bytes) << count;
}

TEST(memory, rules_take_what_their_names_and_markers_ask_for) {
  for (const std::size_t count : {1000U, 4000U, 16000U}) {
    check_rules(count, [](const std::string& number) { return hide('t' + number); });
    check_rules(count, [](const std::string& number) {
      return rule_between(Action::hide, '[' + number + ']', "[/" + number + ']');
    });
    check_rules(count / 1000, [](const std::string& number) {
      return rule_between(Action::hide, number + std::string(20000, 'a'),
                          number + std::string(20000, 'b'));
    });
  }
}

TEST(memory, an_idle_reader_is_small) {
  const Rules rules = rules_of(hide("thinking"));
  const HeapWatch heap;
  const Reader reader(rules);
  EXPECT_LE(heap.live(), idle_bytes);
}

TEST(memory, an_idle_tokenizer_is_small) {
  const TokenRules rules = *TokenRules::make({.names = {"thinking"}});
  const HeapWatch heap;
  const Tokenizer tokenizer(rules);
  EXPECT_LE(heap.live(), idle_bytes);
}

TEST(memory, a_reader_that_was_reset_is_small) {
  const Rules rules = rules_of(hide("thinking"));
  const HeapWatch heap;
  Reader reader(rules);
  reader.feed("a <thinking a=\"b\">c</thinking> d <thinki");
  reader.finish();
  reader.reset();
  EXPECT_LE(heap.live(), idle_bytes);
}

TEST(memory, a_reader_that_held_much_and_was_reset_is_small) {
  const Rules rules = rules_of(hide("thinking"), {}, UnclosedSection::text);
  const HeapWatch heap;
  Reader reader(rules);
  feed_long(reader, "<thinking>", "some thought ", std::size_t{8} << 20);
  reader.reset();
  EXPECT_LE(heap.live(), idle_bytes);
}

TEST(memory, nothing_is_left_after) {
  const HeapWatch heap;
  {
    Reader reader(rules_of(record("thinking")));
    feed_long(reader, "<thinking>", "<b>x</thinking><thinking>", std::size_t{1} << 20);
  }
  EXPECT_EQ(heap.live(), 0U);
}

// One feed gives all that a text holds at once: the heap of its events, for each byte.
// `<a/>"` are five bytes and three events of 128.
TEST(memory, a_byte_of_one_feed_takes_less_than_90) {
  Options options{.hide = {"a", "[T]…[/T]"}, .record = {"r"}, .unwrap = {"u"}};
  const Rules rules = *Rules::make(options);
  for (const std::string_view piece :
       {"<a/>\"", "<a/>", "<a></a>", "<u>", "<u>x", "<r/>", "<r></r>x", "[T][/T]"}) {
    std::string text;
    while (text.size() < 2 * mebibyte) text += piece;
    Reader reader(rules);
    const HeapWatch heap;
    EXPECT_FALSE(reader.feed(text).empty());
    EXPECT_LT(heap.peak(), 90 * text.size()) << piece;
    reader.finish();
  }
}

TEST(memory, a_byte_of_one_feed_of_tokens_takes_less_than_40) {
  const TokenRules rules = *TokenRules::make({});
  for (const std::string_view piece : {"<a>", "<a>x", "<a/>\"", "</a>"}) {
    std::string text;
    while (text.size() < 2 * mebibyte) text += piece;
    Tokenizer tokenizer(rules);
    const HeapWatch heap;
    EXPECT_FALSE(tokenizer.feed(text).empty());
    EXPECT_LT(heap.peak(), 40 * text.size()) << piece;
  }
}

TEST(memory, visible_text_is_not_kept) {
  const Rules rules = rules_of(hide("thinking"));
  EXPECT_LT(peak_of(rules, "", "a < b and </thinking> and so on "), slack_bytes);
}

TEST(memory, unwrapped_text_is_not_kept) {
  const Rules rules = rules_of(rule_of(Action::unwrap, "b"));
  EXPECT_LT(peak_of(rules, "<b>", "<b>x</b> and so on "), slack_bytes + events_bytes);
}

TEST(memory, an_endless_section_stays_below_its_limit) {
  Limits limits{.max_section_bytes = std::size_t{1} << 20};
  for (const Rule& rule : {hide("thinking"), record("thinking")}) {
    const Rules rules = rules_of(rule, limits);
    EXPECT_LT(peak_of(rules, "<thinking>", "some thought "),
              4 * limits.max_section_bytes + slack_bytes);
  }
}

TEST(memory, an_endless_tag_stays_below_its_limit) {
  const Rules rules = rules_of(hide("thinking"));
  const std::size_t limit = Limits().max_tag_bytes;
  EXPECT_LT(peak_of(rules, "<thinking a=\"", "some value "), 4 * limit + slack_bytes);
}

TEST(memory, a_held_section_stays_below_its_limit) {
  Limits limits{.max_held_bytes = std::size_t{1} << 20, .max_section_bytes = std::size_t{1} << 20};
  const std::size_t allowed =
      4 * (limits.max_held_bytes + limits.max_tag_bytes + limits.max_section_bytes);
  const Rules balanced = rules_of(hide("thinking"), limits);
  EXPECT_LT(peak_of(balanced, "<thinking><thinking></thinking>", "some thought "), allowed);
  const Rules text = rules_of(hide("thinking"), limits, UnclosedSection::text);
  EXPECT_LT(peak_of(text, "<thinking>", "some thought "), allowed);
}

// The most that sections may take of which `open` are open at a time: each byte that is wanted is
// kept once, in a string that grows to twice its size.
std::size_t allowed_for(const Limits& limits, std::size_t open) {
  return 4 * open * limits.max_section_bytes + slack_bytes + events_bytes;
}

void check_many_sections(std::size_t max_section_bytes) {
  constexpr std::size_t sections = 2000;
  constexpr std::size_t text_bytes = std::size_t{1} << 20;
  Options options;
  std::string openers;
  for (std::size_t i = 0; i < sections; ++i) {
    options.record.push_back('r' + std::to_string(i));
    openers += '<' + options.record.back() + '>';
  }
  options.limits.max_section_bytes = max_section_bytes;
  Reader reader = *Reader::make(std::move(options));
  reader.feed(openers);
  const HeapWatch heap;
  for (std::size_t fed = 0; fed < text_bytes; fed += 4) reader.feed("text");
  EXPECT_LT(heap.peak(), 4 * text_bytes);
  EXPECT_LT(heap.taken(), 8 * text_bytes);  // so not many more bytes have been written
  const std::size_t wanted = std::min(max_section_bytes, text_bytes);
  std::size_t quoted = 0;
  const auto count = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      if (event.is_recorded && event.text.size() >= wanted) ++quoted;
    }
  };
  for (std::size_t i = 1; i < sections; i += 2) count(reader.feed("</r" + std::to_string(i) + '>'));
  count(reader.finish());
  EXPECT_EQ(quoted, sections);
  EXPECT_LT(heap.taken(), 8 * text_bytes + slack_bytes + events_bytes);
}

TEST(memory, recorded_text_is_kept_once_however_many_sections_are_open) {
  check_many_sections(Limits().max_section_bytes);
  check_many_sections(std::size_t{64} << 10);
}

TEST(memory, what_no_recorded_section_wants_any_more_is_not_kept) {
  Limits limits{.max_section_bytes = std::size_t{64} << 10};
  Options options{.record = {"all", "b", "c"}, .limits = limits};
  const Rules rules = *Rules::make(std::move(options));
  EXPECT_LT(peak_of(rules, "<all>", "<b>text</b> and so on "), allowed_for(limits, 2));
  EXPECT_LT(peak_of(rules, "<all><b>", "text<c>text</b>text<b>text</c>"), allowed_for(limits, 3));
}

TEST(memory, text_is_not_kept_after_the_only_section_that_wants_it) {
  Options options{.record = {"all", "b"}, .limits = {.max_section_bytes = std::size_t{1} << 20}};
  Reader reader = *Reader::make(std::move(options));
  feed_long(reader, "<all>", "some text ", std::size_t{2} << 20);
  const HeapWatch heap;
  reader.feed("<b>text</b>");
  feed_long(reader, "", "some text ", std::size_t{2} << 20);
  EXPECT_LT(heap.taken(), slack_bytes);
}

TEST(memory, a_million_recorded_sections_cost_no_more_than_one) {
  const Rules rules = rules_of(record("b"));
  EXPECT_LT(peak_of(rules, "", "<b>x</b>"), slack_bytes + events_bytes);
}

}  // namespace
}  // namespace tagstream::testing
