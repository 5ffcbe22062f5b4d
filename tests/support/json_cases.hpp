#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tagstream::testing {

/// The end of reading a text as JSON with the spellings that models write: the value is still
/// open, complete, or the reading failed.
enum class JsonOutcome : std::uint8_t { open, complete, failed };

/// A text in two parts, and the expected result. The text is `read` followed by `rest`. Example:
/// read `{"a":1}`, rest ` x`, outcome complete.
struct JsonCase {
  std::string read;  ///< the bytes up to the end of the value, or to the byte that fails
  std::string rest;  ///< the bytes from there on
  JsonOutcome outcome = JsonOutcome::complete;
  bool is_repaired = false;
  bool has_raw_control = false;
  bool has_raw_line_end = false;
  std::string json{};  ///< complete: the value as JSON
};

/// The hard shapes of JSON, accepted and rejected.
[[nodiscard]] std::vector<JsonCase> json_cases();

}  // namespace tagstream::testing
