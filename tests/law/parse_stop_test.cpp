#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/grammar_text.hpp"
#include "support/guarded_chunk.hpp"
#include "support/parse_shapes.hpp"
#include "tagstream/parse.hpp"

/// A parser that a limit stops (LimitPolicy::error) stops at the same byte, with the same events,
/// whatever the cutting; what it has read is accounted for up to there.
namespace tagstream::testing {
namespace {

// What an event says, wordings of messages aside.
struct Item {
  EventKind kind = EventKind::content;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string text;
  std::string tool;
  std::string arguments;
  std::string id;
  std::uint64_t index = 0;
  int code = 0;
  bool is_closed = false;
  bool has_started = false;
  friend bool operator==(const Item&, const Item&) = default;
};

// Of a start or a delta the place is left out: it depends on the cutting.
Item to_item(const Event& event) {
  Item item;
  item.kind = event.kind;
  const bool is_piece = event.kind == EventKind::call_start || event.kind == EventKind::call_delta;
  if (!is_piece) item.begin = event.span.begin;
  if (!is_piece) item.end = event.span.end;
  if (event.kind == EventKind::notice || event.kind == EventKind::stopped) {
    item.code = static_cast<int>(event.code);
    return item;
  }
  if (event.kind != EventKind::markup && event.kind != EventKind::call_start) {
    item.text = std::string(event.text);
  }
  item.is_closed = event.is_closed;
  if (event.call() == nullptr) return item;
  const Call& call = *event.call();
  if (call.has_index) item.index = call.index + 1;
  item.code = static_cast<int>(call.error);
  if (event.kind == EventKind::call_delta || event.kind == EventKind::call_error) return item;
  item.tool = std::string(call.tool);
  item.id = std::string(call.id);
  if (event.kind == EventKind::call_start) return item;
  item.arguments = std::string(call.arguments);
  item.has_started = call.has_started;
  return item;
}

bool is_joined(EventKind kind) {
  return kind == EventKind::content || kind == EventKind::reasoning || kind == EventKind::markup ||
         kind == EventKind::call_delta;
}

void append_joined(std::vector<Item>& list, const Event& event) {
  Item item = to_item(event);
  const bool joins = !list.empty() && is_joined(item.kind) && list.back().kind == item.kind &&
                     list.back().index == item.index;
  if (!joins) {
    list.push_back(std::move(item));
    return;
  }
  list.back().text += item.text;
  list.back().end = item.end;
}

std::string to_text(const std::vector<Item>& list) {
  std::string out;
  for (const Item& item : list) {
    out += std::string(to_string(item.kind)) + ' ' + std::to_string(item.begin) + ".." +
           std::to_string(item.end) + " [" + printable(item.text) + "] " + printable(item.tool) +
           ' ' + printable(item.arguments) + ' ' + printable(item.id) + ' ' +
           std::to_string(item.index) + ' ' + std::to_string(item.code) +
           (item.is_closed ? " closed\n" : "\n");
  }
  return out;
}

struct Stopped {
  std::vector<Item> events;
  std::optional<std::uint64_t> offset;
  friend bool operator==(const Stopped&, const Stopped&) = default;
};

Stopped read(const ParseRules& rules, std::string_view text, std::size_t size) {
  Parser parser(rules);
  Stopped result;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      EXPECT_EQ(parser.error() != nullptr && &event == &events.back(),
                event.kind == EventKind::stopped);
      append_joined(result.events, event);
    }
  };
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    const bool has_stopped = parser.error() != nullptr;
    const auto events = parser.feed(chunk.view());
    EXPECT_TRUE(!has_stopped || events.empty());
    take(events);
  }
  const bool has_stopped = parser.error() != nullptr;
  const auto last = parser.finish();
  EXPECT_TRUE(!has_stopped || last.empty());
  take(last);
  if (parser.error() != nullptr) {
    EXPECT_EQ(parser.error()->code, Errc::limit_exceeded);
    EXPECT_EQ(result.events.back().kind, EventKind::stopped);
    result.offset = parser.error()->offset;
  }
  EXPECT_TRUE(parser.finish().empty());
  parser.reset();
  parser.feed("a");
  EXPECT_EQ(parser.error(), nullptr);
  return result;
}

// Spans tile what was read: up to the stop, or all of the text.
std::string tiling_fault(const Stopped& stopped, std::string_view text) {
  std::uint64_t at = 0;
  for (const Item& item : stopped.events) {
    if (item.begin == item.end) continue;
    if (item.begin != at || item.end < at) return "a gap at " + std::to_string(at);
    at = item.end;
  }
  if (at > text.size()) return "more than there is";
  if (!stopped.offset && at != text.size()) return "bytes are missing at the end";
  if (stopped.offset && at < *stopped.offset) return "bytes are missing before the stop";
  return {};
}

std::vector<std::string> pieces_of(const Dialect& row) {
  std::vector<std::string> pieces = parse_markers(row);
  const ParseWords words = parse_words(row);
  for (const std::string& piece :
       {words.opener, words.opener, words.closer, words.body, words.half, words.call(),
        words.half_call(), words.think, words.think, words.think_end}) {
    if (!piece.empty()) pieces.push_back(piece);
  }
  for (const char* const piece : {"{", "}", "[", "]", "\"a\"", ":", ",", "\"", "\\", "1", "x", " ",
                                  "\n", ";", "```", "<", "\xE2\x82", R"("name":"f")"}) {
    pieces.emplace_back(piece);
  }
  return pieces;
}

ParseOptions random_options(const Dialect& row, std::mt19937_64& random) {
  ParseOptions options;
  options.dialect = std::string(row.name);
  options.limits.on_limit = LimitPolicy::error;
  options.limits.max_held_bytes = random() % 60;
  if (random() % 2 == 0) options.calls_in_reasoning = static_cast<CallsInReasoning>(random() % 4);
  if (random() % 2 == 0) options.on_unclosed_call = static_cast<OnUnclosedCall>(random() % 3);
  options.incremental = random() % 3 == 0;
  options.no_reasoning = random() % 6 == 0;
  options.strict_json = random() % 6 == 0;
  options.markdown_code = random() % 6 == 0;
  const bool has_opener = row.reasoning != nullptr && !row.reasoning->open.empty();
  options.start_in_reasoning = has_opener && random() % 4 == 0;
  return options;
}

std::string to_text(const ParseOptions& options) {
  std::string out = options.dialect;
  if (options.calls_in_reasoning) out += std::string(" ") + to_string(*options.calls_in_reasoning);
  if (options.on_unclosed_call) {
    out += std::string(" unclosed ") + to_string(*options.on_unclosed_call);
  }
  if (options.incremental) out += " incremental";
  if (options.no_reasoning) out += " no-reasoning";
  if (options.strict_json) out += " strict";
  if (options.markdown_code) out += " code";
  if (options.start_in_reasoning) out += " inside";
  return out + " held " + std::to_string(options.limits.max_held_bytes);
}

TEST(parse_stop, comes_at_the_same_byte_in_every_cutting) {
  std::mt19937_64 random(20260202);
  std::size_t stopped = 0;
  const auto rows = parse_shape_rows();
  for (int i = 0; i < 40000; ++i) {
    const Dialect& row = *find_dialect(rows[static_cast<std::size_t>(i) % rows.size()]);
    const std::vector<std::string> pieces = pieces_of(row);
    std::string text;
    for (std::uint64_t n = 1 + random() % 10; n > 0; --n) text += pieces[random() % pieces.size()];
    const ParseOptions options = random_options(row, random);
    const ParseRules rules = *ParseRules::make(options);
    const Stopped whole = read(rules, text, text.size());
    const std::string where =
        std::to_string(i) + ' ' + to_text(options) + ": " + printable(text) + '\n';
    ASSERT_EQ(tiling_fault(whole, text), "") << where << to_text(whole.events);
    if (whole.offset) ++stopped;
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}}) {
      const Stopped cut = read(rules, text, size);
      ASSERT_EQ(cut, whole) << where << "in pieces of " << size << "\n"
                            << to_text(cut.events) << "instead of\n"
                            << to_text(whole.events);
    }
  }
  EXPECT_GT(stopped, 3000U);
}

ParseOptions stopping(const char* dialect, std::size_t bytes) {
  ParseOptions options;
  options.dialect = dialect;
  options.limits.max_held_bytes = bytes;
  options.limits.on_limit = LimitPolicy::error;
  return options;
}

TEST(parse_stop, gives_the_error_then_what_was_held) {
  Parser parser(*ParseRules::make(stopping("hermes", 30)));
  const auto first = parser.feed(R"(ab<tool_call>{"a")");
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first.front().text, "ab");
  std::vector<Item> rest;
  const auto second = parser.feed(R"(: "some long text"}</tool_call>c)");
  for (const Event& event : second) append_joined(rest, event);
  ASSERT_NE(parser.error(), nullptr);
  EXPECT_EQ(parser.error()->code, Errc::limit_exceeded);
  EXPECT_EQ(parser.error()->offset, 2U);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(rest[0].kind, EventKind::call_error);
  EXPECT_EQ(rest[0].code, static_cast<int>(CallErrorCode::too_large));
  EXPECT_EQ(rest[1].kind, EventKind::content);
  EXPECT_EQ(rest[1].begin, 2U);
  EXPECT_EQ(rest[2].kind, EventKind::stopped);
}

TEST(parse_stop, inside_reasoning_gives_what_was_held_as_reasoning) {
  const std::string think = "<think>so ";
  const std::string call = R"(<tool_call>{"name":"f"}</tool_call>)";
  Parser parser(*ParseRules::make(stopping("hermes", 80)));
  std::vector<Item> items;
  const std::string chunk = think + call + call;
  const auto first = parser.feed(chunk);
  for (const Event& event : first) append_joined(items, event);
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[1].text, "so ");
  const auto second = parser.feed(call);
  for (const Event& event : second) append_joined(items, event);
  ASSERT_NE(parser.error(), nullptr);
  EXPECT_EQ(parser.error()->code, Errc::limit_exceeded);
  std::uint64_t at = 0;
  for (const Item& item : items) {
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
