#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/grammar_text.hpp"
#include "support/sampling.hpp"
#include "support/watch.hpp"

/// Readings of texts that would make a careless reader quadratic. The tests measure the bytes that
/// a reader looks at (L5) and the bytes that it holds (L6), never time.
namespace tagstream::testing {

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t mebibyte = 1024 * kibibyte;

/// Sums over all events of a reading. They do not depend on how the text was cut.
struct Totals {
  std::uint64_t content = 0;    // bytes
  std::uint64_t reasoning = 0;  // bytes
  std::uint64_t hidden = 0;     // bytes
  std::uint64_t markup = 0;     // bytes
  std::uint64_t tags = 0;       // markup, beginnings of sections and their ends
  std::uint64_t sections = 0;
  std::uint64_t collected = 0;  // bytes of recorded sections and thoughts
  std::uint64_t calls = 0;
  std::uint64_t starts = 0;
  std::uint64_t errors = 0;
  std::uint64_t notices = 0;
  std::uint64_t bodies = 0;     // bytes of calls and errors
  std::uint64_t arguments = 0;  // bytes
  std::uint64_t deltas = 0;     // bytes
  std::uint64_t recovered = 0;
  std::uint64_t thoughts = 0;

  void add(const Event& event);
  void add(std::span<const Event> events) {
    for (const Event& event : events) add(event);
  }
  friend bool operator==(const Totals&, const Totals&) = default;
};
std::ostream& operator<<(std::ostream& out, const Totals& totals);

struct Outcome {
  Totals totals;
  std::uint64_t events = 0;
};

/// Reads `text` in pieces of `size`, and expects that all laws hold.
Outcome read_by_laws(std::string_view text, Reader& reader, const Bounds& bounds, std::size_t size,
                     unsigned factor = 16);

/// Calls `read(text, piece)` with texts of three sizes: a quarter of `size` in pieces of 1 and of 7
/// bytes, `size` in pieces of 64 bytes, and twice `size` in pieces of 4096 bytes. Each result must
/// equal that of the text in one piece. Under a sanitizer `size` is divided by 8: the places where
/// a reader could look beside a chunk are the same. In a sample (sampling.hpp) it is divided by 4:
/// the growth of the work shows at that size, too.
template <class Read>
void read_at_sizes(const TextOfSize& make, std::size_t size, Read read) {
  if (is_sanitized) {
    size /= 8;
  } else if (sample_every() > 1) {
    size = std::max(size / 4, 4 * kibibyte);  // more than one piece of 4096
  }
  struct Step {
    std::size_t size;
    std::vector<std::size_t> pieces;
  };
  for (const Step& step : {Step{size / 4, {1, 7}}, Step{size, {64}}, Step{2 * size, {4096}}}) {
    const std::string text = make(step.size);
    SCOPED_TRACE(std::to_string(text.size()) + " bytes");
    const auto whole = read(std::string_view(text), text.size());
    for (const std::size_t piece : step.pieces) {
      SCOPED_TRACE("pieces of " + std::to_string(piece));
      EXPECT_EQ(read(std::string_view(text), piece), whole);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

/// The suffix that gtest appends to the name of a test of one shape.
template <class Shape>
std::string name_of_shape(const ::testing::TestParamInfo<Shape>& info) {
  return info.param.name;
}

}  // namespace tagstream::testing
