#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "support/guarded_chunk.hpp"
#include "support/seen.hpp"
#include "tagstream/filter.hpp"

/// A reader that a limit stops (LimitPolicy::error) stops at the same byte, with the same events,
/// whatever the cutting; what it has read is accounted for up to there.
namespace tagstream::testing {
namespace {

struct Stopped {
  std::vector<Seen> events;
  std::optional<std::uint64_t> offset;
  friend bool operator==(const Stopped&, const Stopped&) = default;
};

Stopped read(const FilterRules& rules, std::string_view text, std::size_t size) {
  Filter filter(rules);
  Stopped result;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      EXPECT_EQ(filter.error() != nullptr && &event == &events.back(),
                event.kind == EventKind::stopped);
      append_joined(result.events, event);
    }
  };
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    const bool has_stopped = filter.error() != nullptr;
    const auto events = filter.feed(chunk.view());
    EXPECT_TRUE(!has_stopped || events.empty());
    take(events);
  }
  const bool has_stopped = filter.error() != nullptr;
  const auto last = filter.finish();
  EXPECT_TRUE(!has_stopped || last.empty());
  take(last);
  if (filter.error() != nullptr) {
    EXPECT_EQ(filter.error()->code, Errc::limit_exceeded);
    EXPECT_EQ(result.events.back().kind, EventKind::stopped);
    result.offset = filter.error()->offset;
  }
  EXPECT_TRUE(filter.finish().empty());
  filter.reset();
  EXPECT_EQ(filter.error(), nullptr);
  return result;
}

std::string tiling_fault(const std::vector<Seen>& events) {
  std::uint64_t at = 0;
  std::size_t open = 0;
  for (const Seen& event : events) {
    const bool is_quote = event.kind == EventKind::notice || event.kind == EventKind::stopped;
    if (is_quote || event.is_recorded) continue;
    if (event.begin != at || event.end < at) return "a gap at " + std::to_string(at);
    at = event.end;
    if (event.kind == EventKind::section_start) ++open;
    if (event.kind == EventKind::section_end) --open;
  }
  return open == 0 ? "" : "a section without end";
}

std::string random_text(std::mt19937_64& random) {
  static const char* const pieces[] = {"<t>", "</t>", "<t a='", "'",       "x", "yz",
                                       "<r>", "</r>", "<t/>",   "<",       ">", "[",
                                       "]x",  "[x",   " ",      "\xE2\x82"};
  std::string text;
  for (std::uint64_t n = 1 + random() % 14; n > 0; --n) {
    text += pieces[random() % std::size(pieces)];
  }
  return text;
}

FilterOptions random_options(std::mt19937_64& random) {
  FilterOptions options;
  options.rules = {hide("t"), record("r"), hide_between("[x", "]x")};
  options.limits.on_limit = LimitPolicy::error;
  options.limits.max_held_bytes = random() % 20;
  if (random() % 2 == 0) options.on_unclosed = OnUnclosed::text;
  if (random() % 3 == 0) options.nesting = Nesting::first_close;
  if (random() % 3 == 0) options.start_inside = "t";
  return options;
}

TEST(stop, comes_at_the_same_byte_in_every_cutting) {
  std::mt19937_64 random(20260101);
  std::size_t stopped = 0;
  for (int i = 0; i < 40000; ++i) {
    const std::string text = random_text(random);
    const FilterRules rules = *FilterRules::make(random_options(random));
    const Stopped whole = read(rules, text, text.size());
    ASSERT_EQ(tiling_fault(whole.events), "") << i << "\n" << to_text(whole.events);
    if (whole.offset) ++stopped;
    for (std::size_t size : {1, 2, 3, 7}) {
      const Stopped pieces = read(rules, text, size);
      ASSERT_EQ(pieces, whole) << i << " in pieces of " << size << "\n"
                               << to_text(pieces.events) << "instead of\n"
                               << to_text(whole.events);
    }
  }
  EXPECT_GT(stopped, 5000U);
}

TEST(stop, a_limit_shorter_than_the_opening_tag_loses_nothing_and_reads_nothing_else) {
  FilterOptions options{.rules = {hide("thinking")}, .on_unclosed = OnUnclosed::text};
  options.limits.max_held_bytes = 3;
  options.limits.on_limit = LimitPolicy::error;
  const Stopped result = read(*FilterRules::make(options), "ab<thinking>secret", 100);
  ASSERT_EQ(result.events.size(), 5U);
  EXPECT_EQ(result.events[3].kind, EventKind::section_end);
  EXPECT_EQ(result.events[3].text, "");
  EXPECT_EQ(result.events[3].end, 12U);
  EXPECT_EQ(result.events[4].kind, EventKind::stopped);
}

TEST(stop, at_the_end_of_the_stream_is_an_error_too) {
  FilterOptions options{.rules = {hide("t"), hide("b")}};
  options.limits.max_held_bytes = 4;
  options.limits.on_limit = LimitPolicy::error;
  const FilterRules rules = *FilterRules::make(options);
  const auto result = filter_all("<b x='<t><t></t>0123456789VISIBLE", rules);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Errc::limit_exceeded);
  EXPECT_EQ(result.error().offset, 12U);
}

}  // namespace
}  // namespace tagstream::testing
