#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/json_cases.hpp"

namespace tagstream::testing {

/// The result of reading a text as JSON.
struct JsonReading {
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  JsonOutcome outcome = JsonOutcome::open;
  std::uint64_t offset = 0;  ///< the end of the value, or the byte that fails
  std::uint64_t first_repair = nowhere;
  bool is_repaired = false;
  bool has_raw_control = false;
  bool has_raw_line_end = false;
  std::vector<std::string> strings;  ///< keys and values, decoded, in order

  friend bool operator==(const JsonReading&, const JsonReading&) = default;
};

/// For messages.
[[nodiscard]] std::string to_text(const JsonReading& reading);

/// The result of a naive reader, which is recursive and has the whole text. Example: for
/// `{"a":1}x` the offset is 7, after the brace, and `strings` is {"a"}.
struct NaiveJson {
  JsonReading reading;

  /// The value in a notation of this test: `{`…`}` and `[`…`]`, strings as `length:bytes`, numbers
  /// as `meaning_of` gives them, and `t`, `f` and `n` for true, false and null.
  std::string meaning;

  bool has_half_pair = false;     ///< an escape for one half of a surrogate pair alone
  bool has_large_number = false;  ///< digits before the point, or an exponent, of great length
};
[[nodiscard]] NaiveJson read_naively(std::string_view text);

[[nodiscard]] std::string meaning_of(std::int64_t integer);
[[nodiscard]] std::string meaning_of(double number);

}  // namespace tagstream::testing
