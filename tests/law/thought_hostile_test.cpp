#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/grammar_text.hpp"
#include "support/guarded_chunk.hpp"
#include "support/laws.hpp"
#include "support/thought_laws.hpp"

/// Thoughts in shapes that make careless readers quadratic, at a length and at twice that length,
/// and snapshots: how much they may cost, and what is refused. What counts is bytes looked at (L5),
/// never time.
namespace tagstream::testing {
namespace {

constexpr std::size_t length = std::size_t{1} << 18;  // and twice that

struct Totals {
  std::uint64_t content = 0;
  std::uint64_t thoughts = 0;
  std::uint64_t thought_bytes = 0;
  std::uint64_t delta_bytes = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};

// Reads `text` in pieces of `size` under the eyes of the laws.
Totals read(std::string_view text, const ThoughtOptions& options, std::size_t size,
            unsigned factor) {
  ThoughtReader reader = *ThoughtReader::make(options);
  ThoughtWatch watch(text, options.live);
  Totals totals;
  const auto take = [&](std::span<const ThoughtEvent> events) {
    for (const ThoughtEvent& event : events) {
      watch.see(event);
      if (event.kind == ThoughtEventKind::content_delta) totals.content += event.text.size();
      if (event.kind == ThoughtEventKind::thought_delta) totals.delta_bytes += event.text.size();
      if (event.kind != ThoughtEventKind::thought) continue;
      ++totals.thoughts;
      totals.thought_bytes += event.text.size();
    }
  };
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    const auto events = reader.feed(chunk.view());
    EXPECT_TRUE(events);
    if (!events) break;
    take(*events);
    watch.end_of_feed(at + chunk.view().size());
  }
  take(reader.finish());
  watch.end_of_stream(text.size(), reader.stats());
  EXPECT_EQ(watch.failure(), "");
  EXPECT_EQ(check_work(reader.stats(), factor), "");
  return totals;
}

struct Shape {
  const char* name;
  TextOfSize make;
  unsigned factor = 8;
  ThoughtOptions options{};
};

// For gtest, which would print the bytes.
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class hostile_thoughts : public ::testing::TestWithParam<Shape> {};

TEST_P(hostile_thoughts, shape_is_read_in_linear_time) {
  Shape shape = GetParam();
  for (const bool is_live : {false, true}) {
    shape.options.live = is_live;
    for (const std::size_t size : {length, 2 * length}) {
      const std::string text = shape.make(size);
      SCOPED_TRACE(std::to_string(text.size()) + (is_live ? " bytes, live" : " bytes"));
      const Totals whole = read(text, shape.options, text.size(), shape.factor);
      for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
        SCOPED_TRACE("pieces of " + std::to_string(piece));
        EXPECT_EQ(read(text, shape.options, piece, shape.factor), whole);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

ThoughtOptions with_held(std::size_t bytes) {
  ThoughtOptions options;
  options.limits.max_held_bytes = bytes;
  return options;
}

ThoughtOptions with_code() {
  ThoughtOptions options;
  options.markdown_code = true;
  return options;
}

const std::string opener = "<thinking thought=\"";

const Shape shapes[] = {
    {"endless_thought", flood("<thinking>", "a")},
    {"endless_thought_in_little_room", flood("<thinking>", "a"), 8, with_held(1000)},
    {"endless_blanks", flood("<thinking>", " \n")},
    {"blanks_and_letters", flood("<thinking>", std::string(5000, ' ') + "a")},
    {"openers", flood("", "<thinking>")},
    {"openers_almost", flood("", "<thinking ")},
    {"openers_then_closers", halves("<thinking>", "</thinking>")},
    {"closers", flood("<thinking>", "</thinking>")},
    {"closers_almost", flood("<thinking>", "</thinking ")},
    {"thoughts", flood("", "<thinking>a</thinking>")},
    {"thoughts_blank", flood("", "<thinking> </thinking>")},
    {"thoughts_in_attributes", flood("", "<thinking thought='a' confidence='1'/>")},
    {"thoughts_in_both", flood("", "<thinking thought='&amp;'>&amp;</thinking>b")},
    {"mentions", flood("<thinking>", "</thinking><thinking><thinking>"), 16},
    {"mentions_in_little_room", flood("<thinking>", "</thinking><thinking><thinking>"), 16,
     with_held(4096)},
    {"long_attribute", flood("", opener + std::string(60000, 'a') + "\"/>"), 8},
    {"long_entities", flood("", opener + flood("", "&amp;")(60000) + "\"/>"), 8},
    {"entities_without_end", flood("", opener + flood("", "&#")(60000) + "\"/>"), 8},
    {"long_numbers",
     flood("", "<thinking confidence=" + std::string(60000, '1') + ">a</thinking>")},
    {"attribute_too_long", flood(opener, "a")},
    {"attribute_never_closed", flood(opener, "</thinking>")},
    {"attributes_never_closed", flood("", opener)},
    {"attributes_many", flood("", "<thinking" + flood("", " thought")(9000) + "/>")},
    {"attributes_too_many", flood("<thinking", " thought=''")},
    {"code_spans", growing_runs("<thinking>"), 16, with_code()},
    {"code_spans_with_thoughts", growing_runs("<thinking thought='a'/>"), 16, with_code()},
    {"code_fences", flood("", "```\n<thinking>\n"), 16, with_code()},
    {"less_than_signs", flood("<thinking>", "<")},
    {"nul", flood("<thinking>", std::string(1, '\0'))},
    {"code_points_cut_short", flood("", "\xE2\x82<thinking>\xE2</thinking>")},
};

std::string name_of(const ::testing::TestParamInfo<Shape>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(thoughts, hostile_thoughts, ::testing::ValuesIn(shapes), name_of);

// Snapshots of `text`, each `step` bytes longer.
Stats feed_snapshots(ThoughtReader& reader, std::string_view text, std::size_t step) {
  std::uint64_t handed_in = 0;
  for (std::size_t size = step; size - step < text.size(); size += step) {
    const GuardedChunk chunk(text.substr(0, size));
    handed_in += chunk.view().size();
    EXPECT_TRUE(reader.feed_snapshot(chunk.view()));
  }
  EXPECT_EQ(reader.stats().bytes_fed, handed_in);
  return reader.stats();
}

TEST(snapshots, cost_one_look_at_what_is_known_and_reading_what_is_new) {
  const TextOfSize texts[] = {flood("<thinking>", "a "), flood("", "<thinking>a</thinking>b"),
                              flood("", "<thinking thought='a'/>"), flood("", "plain text ")};
  for (const TextOfSize& make : texts) {
    for (const std::size_t size : {std::size_t{1} << 15, std::size_t{1} << 16}) {
      const std::string text = make(size);
      ThoughtReader reader = *ThoughtReader::make({});
      const Stats stats = feed_snapshots(reader, text, 64);
      EXPECT_EQ(check_thought_work(stats, text.size(), 8), "") << text.substr(0, 40);
      // Not less than honest: all but the newest bytes of each snapshot are compared.
      EXPECT_GE(stats.bytes_examined, stats.bytes_fed) << text.substr(0, 40);
    }
  }
}

TEST(snapshots, of_the_same_text_cost_comparing_it) {
  const std::string text = flood("<thinking>", "<thinking> a </thinking>")(4096);
  ThoughtReader reader = *ThoughtReader::make({});
  ASSERT_TRUE(reader.feed_snapshot(text));
  const std::uint64_t before = reader.stats().bytes_examined;
  for (int i = 0; i < 100; ++i) {
    const auto events = reader.feed_snapshot(text);
    ASSERT_TRUE(events);
    EXPECT_TRUE(events->empty());
  }
  EXPECT_EQ(reader.stats().bytes_fed, 101 * text.size());
  EXPECT_LE(reader.stats().bytes_examined - before, 100 * text.size());
}

// What the reader says of the rest of `text`, of which `known` bytes are known, and of its end.
std::string rest_of(ThoughtReader& reader, std::string_view text) {
  std::vector<SeenThought> items;
  const auto events = reader.feed_snapshot(text);
  EXPECT_TRUE(events);
  if (!events) return events.error().message;
  for (const ThoughtEvent& event : *events) append_joined(items, event);
  for (const ThoughtEvent& event : reader.finish()) append_joined(items, event);
  return to_text(items);
}

const std::string mixed =
    "a <thinking>one <b></thinking> b<thinking thought=\"1 &lt; 2\" confidence='1'/> c <thin";

TEST(snapshots, that_differ_name_the_first_byte_and_change_nothing) {
  for (std::size_t known = 1; known <= mixed.size(); ++known) {
    const std::string_view good = std::string_view(mixed).substr(0, known);
    ThoughtReader plain = *ThoughtReader::make({});
    ASSERT_TRUE(plain.feed_snapshot(good));
    const std::string want = rest_of(plain, mixed);
    ThoughtReader reader = *ThoughtReader::make({});
    ASSERT_TRUE(reader.feed_snapshot(good));
    for (std::size_t at = 0; at < known; ++at) {
      std::string other(mixed);
      other[at] = '\x01';
      for (const std::size_t size : {at + 1, known, mixed.size()}) {
        const auto events = reader.feed_snapshot(std::string_view(other).substr(0, size));
        ASSERT_FALSE(events) << known << ' ' << at << ' ' << size;
        EXPECT_EQ(events.error().code, Errc::snapshot_mismatch);
        EXPECT_EQ(events.error().offset, at);
        EXPECT_FALSE(events.error().message.empty());
      }
    }
    EXPECT_EQ(rest_of(reader, mixed), want) << known;
  }
}

TEST(snapshots, that_are_shorter_differ_where_they_end) {
  for (std::size_t known = 1; known <= mixed.size(); ++known) {
    const std::string_view good = std::string_view(mixed).substr(0, known);
    ThoughtReader plain = *ThoughtReader::make({});
    ASSERT_TRUE(plain.feed_snapshot(good));
    ThoughtReader reader = *ThoughtReader::make({});
    ASSERT_TRUE(reader.feed_snapshot(good));
    for (std::size_t size = 0; size < known; ++size) {
      const auto events = reader.feed_snapshot(good.substr(0, size));
      ASSERT_FALSE(events);
      EXPECT_EQ(events.error().code, Errc::snapshot_mismatch);
      EXPECT_EQ(events.error().offset, size);
    }
    EXPECT_EQ(rest_of(reader, mixed), rest_of(plain, mixed)) << known;
  }
}

TEST(snapshots, that_are_refused_are_fed_all_the_same) {
  ThoughtReader reader = *ThoughtReader::make({});
  ASSERT_TRUE(reader.feed_snapshot("abc"));
  EXPECT_FALSE(reader.feed_snapshot("abX..."));
  EXPECT_EQ(reader.stats().bytes_fed, 9U);
  EXPECT_EQ(reader.stats().events, 1U);
}

TEST(snapshots, have_a_limit_that_counts_their_bytes) {
  ThoughtOptions options;
  options.max_snapshot_bytes = 30;
  const std::string_view text = "a <thinking>t</thinking> b and more";
  ThoughtReader reader = *ThoughtReader::make(options);
  ASSERT_TRUE(reader.feed_snapshot(text.substr(0, 10)));
  for (const std::size_t size : {std::size_t{31}, text.size()}) {
    const auto events = reader.feed_snapshot(text.substr(0, size));
    ASSERT_FALSE(events);
    EXPECT_EQ(events.error().code, Errc::limit_exceeded);
  }
  const auto events = reader.feed_snapshot(text.substr(0, 30));
  ASSERT_TRUE(events);
  ASSERT_EQ(events->size(), 2U);  // what the refused ones had is not lost
  EXPECT_EQ((*events)[0].text, "t");
  EXPECT_EQ((*events)[1].text, " b and");
}

TEST(snapshots, of_no_size_are_allowed) {
  ThoughtOptions options;
  options.max_snapshot_bytes = 0;
  ThoughtReader reader = *ThoughtReader::make(options);
  EXPECT_TRUE(reader.feed_snapshot(""));
  EXPECT_FALSE(reader.feed_snapshot("a"));
}

TEST(snapshots, behind_finish_are_refused_until_reset) {
  ThoughtReader reader = *ThoughtReader::make({});
  ASSERT_TRUE(reader.feed_snapshot("abc"));
  reader.finish();
  const auto events = reader.feed_snapshot("abcd");
  ASSERT_FALSE(events);
  EXPECT_EQ(events.error().code, Errc::finished);
  reader.reset();
  EXPECT_TRUE(reader.feed_snapshot("xyz"));
  EXPECT_EQ(reader.stats().bytes_fed, 3U);
}

TEST(thought_stats, tell_what_is_held) {
  ThoughtReader reader = *ThoughtReader::make({});
  ASSERT_TRUE(reader.feed("<thinking>" + std::string(1000, 'x')));
  EXPECT_GE(reader.stats().bytes_held, 1000U);
  ASSERT_TRUE(reader.feed("</thinking>"));
  EXPECT_EQ(reader.stats().bytes_held, 0U);
  EXPECT_GE(reader.stats().bytes_held_max, 1000U);
}

TEST(thought_limits, stop_the_reader_if_asked) {
  ThoughtOptions options = with_held(5);
  options.limits.on_limit = LimitPolicy::error;
  ThoughtReader reader = *ThoughtReader::make(options);
  ASSERT_TRUE(reader.feed("a<thinking>12345"));
  const auto events = reader.feed("6");
  ASSERT_FALSE(events);
  EXPECT_EQ(events.error().code, Errc::limit_exceeded);
  EXPECT_EQ(reader.feed("7").error().code, Errc::limit_exceeded);
  reader.finish();
  reader.reset();
  EXPECT_TRUE(reader.feed("a"));
}

}  // namespace
}  // namespace tagstream::testing
