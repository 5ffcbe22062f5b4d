#pragma once

// The spellings in a text that JSON does not have. In `{'a': True}` these are the quotes and the
// word: `first_repair` is 1, the offset of the first quote.

#include <algorithm>
#include <cstdint>

namespace tagstream {

/// Which spellings a value has that JSON does not have.
struct JsonSpelling {
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  /// The offset at which the first spelling begins that JSON does not have; `none` if there is
  /// none. Raw CR and LF in strings do not count here.
  std::uint64_t first_repair = none;
  bool is_repaired = false;       ///< such a spelling was met, raw control bytes aside
  bool has_raw_control = false;   ///< a control byte stood raw in a string, not CR or LF
  bool has_raw_line_end = false;  ///< a CR or LF stood raw in a string

  void repair(std::uint64_t offset) {
    is_repaired = true;
    first_repair = std::min(first_repair, offset);
  }
  /// True if the value is JSON, or would be with its raw CR and LF in strings escaped.
  [[nodiscard]] bool is_strict() const { return first_repair == none; }
  /// True if the value is not JSON as it stands, so that it must be converted.
  [[nodiscard]] bool needs_repair() const { return !is_strict() || has_raw_line_end; }
};

}  // namespace tagstream
