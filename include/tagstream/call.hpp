#pragma once

#include <cstdint>
#include <string_view>

namespace tagstream {

/// Why the body of a call is no call.
enum class ToolErrorCode : std::uint8_t {
  none,
  invalid_json,   ///< it is not JSON
  missing_name,   ///< nothing says which tool is meant
  bad_arguments,  ///< the arguments are no object
  empty,          ///< there is nothing in it
  unclosed,       ///< the input ended inside it
  too_large,      ///< it is longer than `Limits::max_held_bytes`: its bytes are content
};

/// The word used for `code` in output, for example "invalid-json".
[[nodiscard]] const char* to_string(ToolErrorCode code) noexcept;

/// A tool call, or what was to be one. Views live as long as those of the event.
struct ToolCall {
  std::string_view name;  ///< decoded; empty for raw bodies without a name in the tag

  /// A JSON object, as the model wrote it: big numbers, the order of keys and blanks survive. Raw
  /// control bytes in strings are escaped, other spellings converted (`is_repaired`). Empty for raw
  /// bodies.
  std::string_view arguments;

  std::string_view id;       ///< the model's own; empty if it gave none
  std::string_view message;  ///< tool_error: one plain sentence
  std::uint64_t index = 0;   ///< calls count from 0 in the order in which they are given
  std::uint64_t offset = 0;  ///< tool_error: the byte of the stream at which it shows
  ToolErrorCode error = ToolErrorCode::none;
  bool has_index = false;     ///< false for an error whose call was never announced
  bool is_repaired = false;   ///< a spelling was converted that JSON does not have
  bool is_recovered = false;  ///< its bytes were read again, behind a body that was no JSON
};

}  // namespace tagstream
