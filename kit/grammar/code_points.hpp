#pragma once

// A set of code points, as ranges. `CodePoints::of("abx")` has the ranges a-b and x-x, and
// `CodePoints::range('a', 'z') | CodePoints::of("_")` the ranges _-_ and a-z.

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"

namespace tagstream::grammar {

/// The code points of `text`. Each broken sequence counts as one U+FFFD.
[[nodiscard]] std::vector<std::uint32_t> code_points_of(std::string_view text);

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
  friend auto operator<=>(const CodeRange&, const CodeRange&) = default;
};

/// A set of code points. Its ranges are sorted, and neither overlap nor touch, so equal sets have
/// equal ranges.
class CodePoints {
 public:
  CodePoints() = default;
  /// All code points except surrogates.
  [[nodiscard]] static CodePoints any();
  /// The code points of `text`.
  [[nodiscard]] static CodePoints of(std::string_view text);
  [[nodiscard]] static CodePoints range(std::uint32_t first, std::uint32_t last);

  [[nodiscard]] bool has(std::uint32_t point) const;
  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] const std::vector<CodeRange>& ranges() const { return ranges_; }
  [[nodiscard]] CodePoints operator|(const CodePoints& other) const;
  /// All code points that are neither in the set nor surrogates.
  [[nodiscard]] CodePoints operator~() const;

  friend auto operator<=>(const CodePoints&, const CodePoints&) = default;

 private:
  std::vector<CodeRange> ranges_;
};

}  // namespace tagstream::grammar
