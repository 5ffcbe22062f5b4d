#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "support/guarded_chunk.hpp"
#include "support/tool_seen.hpp"
#include "tagstream/tool.hpp"

/// A tool reader that a limit stops (LimitPolicy::error) stops at the same byte, with the same
/// events, whatever the cutting; what it has read is accounted for up to there.
namespace tagstream::testing {
namespace {

struct Stopped {
  std::vector<SeenTool> events;
  std::optional<std::uint64_t> offset;
  friend bool operator==(const Stopped&, const Stopped&) = default;
};

Stopped read(const ToolRules& rules, std::string_view text, std::size_t size) {
  ToolReader reader(rules);
  Stopped result;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      EXPECT_EQ(reader.error() != nullptr && &event == &events.back(),
                event.kind == EventKind::stopped);
      append_joined(result.events, event);
    }
  };
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    const bool has_stopped = reader.error() != nullptr;
    const auto events = reader.feed(chunk.view());
    EXPECT_TRUE(!has_stopped || events.empty());
    take(events);
  }
  const bool has_stopped = reader.error() != nullptr;
  const auto last = reader.finish();
  EXPECT_TRUE(!has_stopped || last.empty());
  take(last);
  if (reader.error() != nullptr) {
    EXPECT_EQ(reader.error()->code, Errc::limit_exceeded);
    EXPECT_EQ(result.events.back().event.kind, EventKind::stopped);
    result.offset = reader.error()->offset;
  }
  EXPECT_TRUE(reader.finish().empty());
  reader.reset();
  reader.feed("a");
  EXPECT_EQ(reader.error(), nullptr);
  return result;
}

std::string tiling_fault(const std::vector<SeenTool>& events) {
  std::uint64_t at = 0;
  for (const SeenTool& seen : events) {
    const Seen& event = seen.event;
    if (event.begin == event.end) continue;
    if (event.begin != at || event.end < at) return "a gap at " + std::to_string(at);
    at = event.end;
  }
  return {};
}

std::string random_text(std::mt19937_64& random) {
  static const char* const pieces[] = {"<t>",
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
  std::string text;
  for (std::uint64_t n = 1 + random() % 14; n > 0; --n) {
    text += pieces[random() % std::size(pieces)];
  }
  return text;
}

ToolOptions random_options(std::mt19937_64& random) {
  constexpr CallBody formats[] = {CallBody::automatic, CallBody::json, CallBody::xml,
                                  CallBody::raw};
  ToolOptions options;
  options.rules = {call("t", formats[random() % std::size(formats)]), hide("h")};
  options.limits.on_limit = LimitPolicy::error;
  options.limits.max_held_bytes = random() % 24;
  options.on_unclosed_call = static_cast<OnUnclosedCall>(random() % 3);
  options.incremental = random() % 3 == 0;
  options.strict_json = random() % 4 == 0;
  if (random() % 3 == 0) options.nesting = Nesting::first_close;
  return options;
}

TEST(tool_stop, comes_at_the_same_byte_in_every_cutting) {
  std::mt19937_64 random(20260101);
  std::size_t stopped = 0;
  for (int i = 0; i < 40000; ++i) {
    const std::string text = random_text(random);
    const ToolRules rules = *ToolRules::make(random_options(random));
    const Stopped whole = read(rules, text, text.size());
    ASSERT_EQ(tiling_fault(whole.events), "") << i << "\n" << to_text(whole.events);
    if (whole.offset) ++stopped;
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}}) {
      const Stopped pieces = read(rules, text, size);
      ASSERT_EQ(pieces, whole) << i << ' ' << escaped(text) << " in pieces of " << size << "\n"
                               << to_text(pieces.events) << "instead of\n"
                               << to_text(whole.events);
    }
  }
  EXPECT_GT(stopped, 5000U);
}

TEST(tool_stop, gives_the_error_then_what_was_held) {
  ToolOptions options;
  options.limits.max_held_bytes = 10;
  options.limits.on_limit = LimitPolicy::error;
  ToolReader reader(*ToolRules::make(options));
  const auto first = reader.feed("ab<tool>{\"a\"");
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first.front().text, "ab");
  std::vector<SeenTool> rest;
  for (const Event& event : reader.feed(":1}</tool>c")) append_joined(rest, event);
  ASSERT_NE(reader.error(), nullptr);
  EXPECT_EQ(reader.error()->code, Errc::limit_exceeded);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(rest[0].event.kind, EventKind::call_error);
  EXPECT_EQ(rest[0].error, CallErrorCode::too_large);
  EXPECT_EQ(rest[0].offset, 2U);
  EXPECT_EQ(rest[0].event.text, "");
  EXPECT_EQ(rest[1].event.kind, EventKind::content);
  EXPECT_EQ(rest[1].event.begin, 2U);
  EXPECT_EQ(rest[2].event.kind, EventKind::stopped);
}

}  // namespace
}  // namespace tagstream::testing
