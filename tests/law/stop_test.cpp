#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/describe.hpp"
#include "support/guarded_chunk.hpp"
#include "support/parse_shapes.hpp"
#include "support/sampling.hpp"
#include "support/watch.hpp"

/// A reader that a limit stops (OnLimit::stop) stops at the same byte, with the same events,
/// whatever the cutting; what it has read is accounted for up to there.
namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

struct Stopped {
  std::vector<Seen> events;
  std::optional<std::uint64_t> offset;
  friend bool operator==(const Stopped&, const Stopped&) = default;
};

Stopped read_stopping(const Rules& rules, std::string_view text, std::size_t size) {
  Reader reader(rules);
  Stopped result;
  const auto take = [&](bool has_stopped, std::span<const Event> events) {
    EXPECT_TRUE(!has_stopped || events.empty());
    for (const Event& event : events) {
      EXPECT_EQ(reader.error() != nullptr && &event == &events.back(),
                event.kind == EventKind::stopped);
      append_joined(result.events, event);
    }
  };
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    const bool has_stopped = reader.error() != nullptr;
    take(has_stopped, reader.feed(chunk.view()));
  }
  const bool has_stopped = reader.error() != nullptr;
  take(has_stopped, reader.finish());
  if (reader.error() != nullptr) {
    EXPECT_EQ(reader.error()->code, Code::limit_exceeded);
    EXPECT_EQ(result.events.back().kind, EventKind::stopped);
    result.offset = reader.error()->offset;
  }
  EXPECT_TRUE(reader.finish().empty());
  reader.reset();
  EXPECT_EQ(reader.error(), nullptr);
  if (!bounds_of(rules.options()).has_calls) return result;  // it may have no room for any text
  reader.feed("a");
  EXPECT_EQ(reader.error(), nullptr);
  return result;
}

// Spans tile what was read: up to the stop, or all of the text. Sections balance.
std::string tiling_fault(const Stopped& stopped, std::string_view text) {
  std::uint64_t at = 0;
  std::size_t open = 0;
  for (const Seen& event : stopped.events) {
    if (event.kind == EventKind::section_start) ++open;
    if (event.kind == EventKind::section_end && !event.is_recorded) --open;
    if (event.begin == event.end || event.is_recorded) continue;
    if (event.begin != at || event.end < at) return "a gap at " + std::to_string(at);
    at = event.end;
  }
  if (at > text.size()) return "more than there is";
  if (!stopped.offset && at != text.size()) return "bytes are missing at the end";
  if (stopped.offset && at < *stopped.offset) return "bytes are missing before the stop";
  return open == 0 ? "" : "a section without end";
}

std::string text_of(std::span<const std::string> pieces, std::uint64_t longest, Random& random) {
  std::string text;
  for (std::uint64_t n = 1 + random() % longest; n > 0; --n) {
    text += pieces[random() % pieces.size()];
  }
  return text;
}

// The trials with one kind of reader: random options, and texts of those pieces.
struct FilterTrial {
  static constexpr std::uint64_t seed = 20260101;
  static constexpr std::uint64_t longest = 14;
  static constexpr std::uint64_t stops_in_40 = 5;

  static std::vector<std::string> pieces(const Options&) {
    return {"<t>",  "</t>", "<t a='", "'", "x",  "yz", "<r>", "</r>",
            "<t/>", "<",    ">",      "[", "]x", "[x", " ",   "\xE2\x82"};
  }
  static Options options(Random& random) {
    Options options;
    set_rules(options, {hide("t"), record("r"), hide_between("[x", "]x")});
    options.limits.max_held_bytes = random() % 20;
    if (random() % 2 == 0) options.unclosed_section = UnclosedSection::text;
    if (random() % 3 == 0) options.nesting = Nesting::first_close;
    if (random() % 3 == 0) options.start_inside = "t";
    return options;
  }
};

struct ToolTrial {
  static constexpr std::uint64_t seed = 20260101;
  static constexpr std::uint64_t longest = 14;
  static constexpr std::uint64_t stops_in_40 = 5;

  static std::vector<std::string> pieces(const Options&) {
    return {"<t>",
            "</t>",
            "<t name='n'>",
            "<t/>",
            "{",
            "}",
            "[",
            "]",
            "\"a\"",
            ":",
            ",",
            "\"name\":\"f\"",
            "\"",
            "'",
            "\\",
            "1",
            "x",
            " ",
            "\n",
            "<p>",
            "</p>",
            "<h>",
            "</h>",
            "<f=k>",
            "</f>",
            "```\n",
            "\xE2\x82",
            "<t>{\"name\":\"f\"}</t>"};
  }
  static Options options(Random& random) {
    Options options{.hide = {"h"}, .call = {"t"}};
    options.bad_calls = random() % 2 == 0 ? BadCalls::hide : BadCalls::content;
    options.limits.max_held_bytes = random() % 24;
    options.unclosed_call = static_cast<UnclosedCall>(random() % 4);
    options.incremental = random() % 3 == 0;
    options.strict_json = random() % 4 == 0;
    if (random() % 3 == 0) options.nesting = Nesting::first_close;
    return options;
  }
};

struct ParseTrial {
  static constexpr std::uint64_t seed = 20260202;
  static constexpr std::uint64_t longest = 10;
  static constexpr std::uint64_t stops_in_40 = 3;

  static std::vector<std::string> pieces(const Options& options) {
    const Dialect& row = *find_dialect(options.dialect);
    std::vector<std::string> pieces = parse_markers(row);
    const ParseWords words = parse_words(row);
    for (const std::string& piece :
         {words.opener, words.opener, words.closer, words.body, words.half, words.call(),
          words.half_call(), words.think, words.think, words.think_end}) {
      if (!piece.empty()) pieces.push_back(piece);
    }
    for (const char* const piece : {"{", "}", "[", "]", "\"a\"", ":", ",", "\"", "\\", "1", "x",
                                    " ", "\n", ";", "```", "<", "\xE2\x82", R"("name":"f")"}) {
      pieces.emplace_back(piece);
    }
    return pieces;
  }
  static Options options(Random& random) {
    const auto rows = parse_shape_rows();
    const Dialect& row = *find_dialect(rows[random() % rows.size()]);
    Options options;
    options.dialect = std::string(row.name());
    options.limits.max_held_bytes = random() % 60;
    if (random() % 2 == 0) options.calls_in_reasoning = static_cast<CallsInReasoning>(random() % 5);
    if (random() % 2 == 0) options.unclosed_call = static_cast<UnclosedCall>(random() % 4);
    options.incremental = random() % 3 == 0;
    options.strict_json = random() % 6 == 0;
    options.markdown_code = static_cast<MarkdownCode>(random() % 3);
    const ReasoningFormat* const reasoning = format_of(row).reasoning;
    const bool has_opener = reasoning != nullptr && !reasoning->open.empty();
    options.start_in_reasoning = has_opener && random() % 4 == 0;
    return options;
  }
};

template <class Trial>
class stop : public ::testing::Test {};
using Trials = ::testing::Types<FilterTrial, ToolTrial, ParseTrial>;
TYPED_TEST_SUITE(stop, Trials);

TYPED_TEST(stop, comes_at_the_same_byte_in_every_cutting) {
  Random random(TypeParam::seed);
  const std::uint64_t texts = random_texts(40000);
  std::uint64_t stopped = 0;
  for (std::uint64_t i = 0; i < texts; ++i) {
    Options options = TypeParam::options(random);
    options.limits.on_limit = OnLimit::stop;
    const auto rules = *Rules::make(options);
    const std::string text = text_of(TypeParam::pieces(options), TypeParam::longest, random);
    const Stopped whole = read_stopping(rules, text, text.size());
    const std::string where = std::to_string(i) + describe(options) + ": " + escaped(text) + '\n';
    ASSERT_EQ(tiling_fault(whole, text), "") << where << to_text(whole.events);
    if (whole.offset) ++stopped;
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}}) {
      const Stopped pieces = read_stopping(rules, text, size);
      ASSERT_EQ(pieces, whole) << where << "in pieces of " << size << '\n'
                               << to_text(pieces.events) << "instead of\n"
                               << to_text(whole.events);
    }
  }
  EXPECT_GT(40 * stopped, TypeParam::stops_in_40 * texts);
}

Options stopping(Options options, std::size_t bytes) {
  options.limits.max_held_bytes = bytes;
  options.limits.on_limit = OnLimit::stop;
  return options;
}

TEST(stop_of_a_filter, a_limit_shorter_than_the_opening_tag_loses_nothing_and_reads_nothing_else) {
  Options options{.hide = {"thinking"}, .unclosed_section = UnclosedSection::text};
  options.limits.max_held_bytes = 3;
  options.limits.on_limit = OnLimit::stop;
  const Stopped result = read_stopping(*Rules::make(options), "ab<thinking>secret", 100);
  ASSERT_EQ(result.events.size(), 5U);
  EXPECT_EQ(result.events[3].kind, EventKind::section_end);
  EXPECT_EQ(result.events[3].text, "");
  EXPECT_EQ(result.events[3].end, 12U);
  EXPECT_EQ(result.events[4].kind, EventKind::stopped);
}

TEST(stop_of_a_filter, at_the_end_of_the_stream_is_an_error_too) {
  Options options{.hide = {"t", "b"}};
  options.limits.max_held_bytes = 4;
  options.limits.on_limit = OnLimit::stop;
  const Rules rules = *Rules::make(options);
  const Message result = read("<b x='<t><t></t>0123456789VISIBLE", rules);
  ASSERT_TRUE(result.stopped);
  EXPECT_EQ(result.stopped->code, Code::max_held_bytes);
  EXPECT_EQ(result.stopped->offset, 12U);
}

TEST(stop_of_a_tool_reader, gives_the_error_then_what_was_held) {
  Reader reader(*Rules::make(stopping({.call = {"tool"}, .bad_calls = BadCalls::hide}, 10)));
  const auto first = reader.feed("ab<tool>{\"a\"");
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first.front().text, "ab");
  std::vector<Seen> rest;
  for (const Event& event : reader.feed(":1}</tool>c")) append_joined(rest, event);
  ASSERT_NE(reader.error(), nullptr);
  EXPECT_EQ(reader.error()->code, Code::limit_exceeded);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(rest[0].kind, EventKind::tool_call_error);
  EXPECT_EQ(rest[0].code, Code::too_large);
  EXPECT_EQ(rest[0].offset, 2U);
  EXPECT_EQ(rest[0].text, "");
  EXPECT_EQ(rest[1].kind, EventKind::content);
  EXPECT_EQ(rest[1].begin, 2U);
  EXPECT_EQ(rest[2].kind, EventKind::stopped);
}

const Options hermes{.dialect = "hermes"};

TEST(stop_of_a_parser, gives_the_error_then_what_was_held) {
  Reader parser(*Rules::make(stopping(hermes, 30)));
  const auto first = parser.feed(R"(ab<tool_call>{"a")");
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first.front().text, "ab");
  std::vector<Seen> rest;
  const auto second = parser.feed(R"(: "some long text"}</tool_call>c)");
  for (const Event& event : second) append_joined(rest, event);
  ASSERT_NE(parser.error(), nullptr);
  EXPECT_EQ(parser.error()->code, Code::limit_exceeded);
  EXPECT_EQ(parser.error()->offset, 2U);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(rest[0].kind, EventKind::tool_call_error);
  EXPECT_EQ(rest[0].code, Code::too_large);
  EXPECT_EQ(rest[1].kind, EventKind::content);
  EXPECT_EQ(rest[1].begin, 2U);
  EXPECT_EQ(rest[2].kind, EventKind::stopped);
}

TEST(stop_of_a_parser, inside_reasoning_gives_what_was_held_as_reasoning) {
  const std::string think = "<think>so ";
  const std::string call = R"(<tool_call>{"name":"f"}</tool_call>)";
  Reader parser(*Rules::make(stopping(hermes, 80)));
  std::vector<Seen> items;
  const std::string chunk = think + call + call;
  const auto first = parser.feed(chunk);
  for (const Event& event : first) append_joined(items, event);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[1].text, "so ");
  const auto second = parser.feed(call);
  for (const Event& event : second) append_joined(items, event);
  ASSERT_NE(parser.error(), nullptr);
  EXPECT_EQ(parser.error()->code, Code::limit_exceeded);
  std::uint64_t at = 0;
  for (const Seen& item : items) {
    EXPECT_TRUE(item.kind == EventKind::markup || item.kind == EventKind::notice ||
                item.kind == EventKind::reasoning || item.kind == EventKind::stopped);
    if (item.begin == item.end) continue;
    EXPECT_EQ(item.begin, at);
    at = item.end;
  }
  EXPECT_EQ(at, think.size() + 80);
  parser.reset();
  EXPECT_EQ(parser.error(), nullptr);
  const auto again = parser.feed("x");
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again.front().text, "x");
}

}  // namespace
}  // namespace tagstream::testing
