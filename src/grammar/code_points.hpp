#pragma once

// A set of code points, as ranges.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"

namespace tagstream::grammar {

/// The code points of valid UTF-8. Bytes that are not UTF-8 count as U+FFFD.
[[nodiscard]] std::vector<std::uint32_t> code_points_of(std::string_view text);

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
  friend bool operator==(const CodeRange&, const CodeRange&) = default;
};

/// Its ranges are sorted, and neither overlap nor touch.
class CodePoints {
 public:
  CodePoints() = default;
  /// All but surrogates.
  [[nodiscard]] static CodePoints any();
  /// Those of `text`.
  [[nodiscard]] static CodePoints of(std::string_view text);
  [[nodiscard]] static CodePoints range(std::uint32_t first, std::uint32_t last);

  [[nodiscard]] bool has(std::uint32_t point) const;
  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] const std::vector<CodeRange>& ranges() const { return ranges_; }
  [[nodiscard]] CodePoints operator|(const CodePoints& other) const;
  /// All others but surrogates.
  [[nodiscard]] CodePoints operator~() const;

  friend bool operator==(const CodePoints&, const CodePoints&) = default;

 private:
  std::vector<CodeRange> ranges_;
};

}  // namespace tagstream::grammar
