#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tagstream::testing {

/// What reading a text as JSON, with the spellings that models write, comes to.
enum class JsonOutcome : std::uint8_t { open, complete, failed };

/// A text, and what must be found in it.
struct JsonCase {
  std::string read;  ///< what is read: up to the end of the value, or to the byte that fails
  std::string rest;  ///< that byte and what follows it, or what follows the value
  JsonOutcome outcome = JsonOutcome::complete;
  bool is_repaired = false;
  bool has_raw_control = false;
  bool has_raw_line_end = false;
  std::string json{};  ///< complete: the value as JSON
};

/// The hard shapes of JSON, accepted and rejected.
[[nodiscard]] std::vector<JsonCase> json_cases();

}  // namespace tagstream::testing
