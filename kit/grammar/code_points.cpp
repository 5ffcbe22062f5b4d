#include "grammar/code_points.hpp"

#include <algorithm>

#include "base/sort.hpp"

namespace tagstream::grammar {

namespace {

// `~CodePoints::of("b")` has three ranges: U+0000 to `a`, `c` to U+D7FF, U+E000 to U+10FFFF. No set
// made here holds a surrogate, as no valid text has one.
constexpr std::uint32_t last_point = 0x10FFFF;

}  // namespace

// The lead byte of a sequence of n bytes has 7 - n bits of the code point, each other byte six.
std::vector<std::uint32_t> code_points_of(std::string_view text) {
  std::vector<std::uint32_t> points;
  while (!text.empty()) {
    const Utf8Sequence sequence = utf8_first(text);
    const auto lead = static_cast<unsigned char>(text[0]);
    std::uint32_t point = lead;
    if (!sequence.is_valid) point = 0xFFFD;
    if (sequence.is_valid && sequence.size > 1) {
      point = lead & (0x7FU >> sequence.size);
      for (std::size_t i = 1; i < sequence.size; ++i) {
        point = (point << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
      }
    }
    points.push_back(point);
    text.remove_prefix(sequence.size);
  }
  return points;
}

CodePoints CodePoints::any() {
  CodePoints all;
  all.ranges_ = {{0, 0xD7FF}, {0xE000, last_point}};
  return all;
}

CodePoints CodePoints::of(std::string_view text) {
  CodePoints all;
  for (const std::uint32_t point : code_points_of(text)) all = all | range(point, point);
  return all;
}

CodePoints CodePoints::range(std::uint32_t first, std::uint32_t last) {
  CodePoints one;
  one.ranges_ = {{first, last}};
  return one;
}

bool CodePoints::has(std::uint32_t point) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [point](const CodeRange& one) {
    return one.first <= point && point <= one.last;
  });
}

// Sorts the ranges of both sets, and joins ranges that overlap or touch: a-c and d-f become a-f.
CodePoints CodePoints::operator|(const CodePoints& other) const {
  std::vector<CodeRange> all = ranges_;
  all.insert(all.end(), other.ranges_.begin(), other.ranges_.end());
  sort_items(all, [](const CodeRange& a, const CodeRange& b) { return a.first < b.first; });
  CodePoints sum;
  for (const CodeRange& one : all) {
    if (!sum.ranges_.empty() && one.first <= sum.ranges_.back().last + 1) {
      sum.ranges_.back().last = std::max(sum.ranges_.back().last, one.last);
    } else {
      sum.ranges_.push_back(one);
    }
  }
  return sum;
}

// The gaps between the ranges; surrogates count as taken.
CodePoints CodePoints::operator~() const {
  const CodePoints taken = *this | range(0xD800, 0xDFFF);
  CodePoints rest;
  std::uint32_t next = 0;
  for (const CodeRange& one : taken.ranges_) {
    if (one.first > next) rest.ranges_.push_back({next, one.first - 1});
    next = one.last + 1;
  }
  if (next <= last_point) rest.ranges_.push_back({next, last_point});
  return rest;
}

}  // namespace tagstream::grammar
