#pragma once

#include <cstdint>
#include <string_view>

#include "tagstream/event.hpp"

namespace tagstream {

/// Why the body of a call opener is not a call.
enum class CallErrorCode : std::uint8_t {
  none,
  invalid_json,   ///< it is not JSON
  missing_name,   ///< nothing says which tool is meant
  bad_arguments,  ///< the arguments are not an object
  empty,          ///< there is nothing in it
  unclosed,       ///< the input ended inside it
  too_large,      ///< it is longer than `Limits::max_held_bytes`: its bytes are content
  not_allowed,    ///< it is a call, but must not be called (`ParseOptions`); its bytes are its own
  unknown_tool,   ///< no tool of this name is offered (`ParseOptions::only_offered`)
};

/// The word used for `code` in output, for example "invalid-json".
[[nodiscard]] const char* to_string(CallErrorCode code) noexcept;

/// A tool call, or a `call_error`. Views live as long as those of the event: until the next `feed`,
/// `finish` or `reset`, and no longer than the bytes that were fed.
struct Call : Element {
  /// From its opening tag (in a list: from the end of the call before) to its end.
  Span span;

  std::string_view tool;  ///< the tool's name, decoded; empty for a raw body whose tag has none

  /// A JSON object, as the model wrote it: big numbers, the order of keys and blanks survive. Raw
  /// control bytes in strings are escaped, other spellings converted (`is_repaired`). Empty for raw
  /// bodies.
  std::string_view arguments;

  /// The model's own; empty if it wrote none (see `CallIds`). An id on the opening tag is that of
  /// the first call in the body; what is longer than 256 bytes is not an id.
  std::string_view id;
  std::string_view message;  ///< call_error: one plain sentence
  std::uint64_t index = 0;   ///< calls count from 0 in the order in which they come
  std::uint64_t offset = 0;  ///< call_error: the byte of the stream at which it shows
  CallErrorCode error = CallErrorCode::none;
  bool has_index = false;     ///< false for an error without pieces before it
  bool has_started = false;   ///< incremental: pieces of it came before
  bool is_repaired = false;   ///< a spelling was converted that JSON does not have
  bool is_recovered = false;  ///< its bytes were read again, after a body that was not JSON
};

inline const Call* Event::call() const noexcept {
  switch (kind) {
    case EventKind::call_start:
    case EventKind::call_delta:
    case EventKind::call:
    case EventKind::call_error: return static_cast<const Call*>(element);
    default: return nullptr;
  }
}

}  // namespace tagstream
