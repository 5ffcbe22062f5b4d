#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/hostile.hpp"
#include "support/options.hpp"

/// Thoughts in shapes that make careless readers quadratic.
namespace tagstream::testing {
namespace {

constexpr std::size_t length = 256 * kibibyte;

// Reads `text` in pieces of `size` under the eyes of the laws.
Totals read_thoughts(std::string_view text, const Options& options, std::size_t size,
                     unsigned factor) {
  Reader reader = *Reader::make(options);
  return read_by_laws(text, reader, bounds_of(options), size, factor).totals;
}

Options thinking(Options options = {}) {
  options.thought = {"thinking"};
  return options;
}

struct Shape {
  const char* name;
  TextOfSize make;
  unsigned factor = 8;
  Options options = thinking();
};

// For gtest, which would print the bytes.
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class hostile_thoughts : public ::testing::TestWithParam<Shape> {};

TEST_P(hostile_thoughts, shape_is_read_in_linear_time) {
  Shape shape = GetParam();
  for (const bool is_live : {false, true}) {
    shape.options.incremental = is_live;
    SCOPED_TRACE(is_live ? "live" : "whole thoughts");
    read_at_sizes(shape.make, length, [&](std::string_view text, std::size_t piece) {
      return read_thoughts(text, shape.options, piece, shape.factor);
    });
  }
}

Options with_held(std::size_t bytes) {
  Options options = thinking();
  options.limits.max_held_bytes = bytes;
  return options;
}

Options with_code() { return thinking({.markdown_code = MarkdownCode::all}); }

const std::string opener = "<thinking thought=\"";

const Shape shapes[] = {
    {"endless_thought", flood("<thinking>", "a")},
    {"endless_thought_in_little_room", flood("<thinking>", "a"), 8, with_held(1000)},
    {"endless_blanks", flood("<thinking>", " \n")},
    {"endless_blanks_in_little_room", flood("<thinking>a", " \n"), 8, with_held(1000)},
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

INSTANTIATE_TEST_SUITE_P(thoughts, hostile_thoughts, ::testing::ValuesIn(shapes),
                         name_of_shape<Shape>);

TEST(thought_stats, tell_what_is_held) {
  Reader reader = *Reader::make(thinking());
  reader.feed("<thinking>" + std::string(1000, 'x'));
  EXPECT_GE(reader.stats().bytes_held, 1000U);
  reader.feed("</thinking>");
  EXPECT_EQ(reader.stats().bytes_held, 0U);
  EXPECT_GE(reader.stats().bytes_held_max, 1000U);
}

// The thought itself is held by then, up to its limit, and not one blank more.
TEST(thought_stats, tell_that_no_blanks_wait_in_a_thought_that_is_cut) {
  constexpr std::size_t limit = 1000;
  Options options = with_held(limit);
  options.incremental = true;
  Reader reader = *Reader::make(options);
  reader.feed("<thinking>a");
  const std::uint64_t tag = reader.stats().bytes_held - 1;
  for (std::size_t size = 2; size <= 4 * limit; ++size) {
    const std::uint64_t before = reader.stats().bytes_examined;
    const auto events = reader.feed(" ");
    EXPECT_EQ(events.empty(), size <= limit) << size;
    EXPECT_EQ(reader.stats().bytes_held - tag, size <= limit ? size + size - 1 : limit) << size;
    const std::uint64_t room = size == limit + 1 ? 2 * limit : 0;  // all that waited comes out
    ASSERT_LE(reader.stats().bytes_examined - before, room + 8) << size;
  }
}

}  // namespace
}  // namespace tagstream::testing
