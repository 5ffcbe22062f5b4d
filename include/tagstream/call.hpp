#pragma once

#include <cstddef>
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
///
/// A long text may hold very many in one feed, so what only a call has and what only an error has
/// share their room.
struct Call : Element {
 private:
  // First of all: it and the bits fit into what `Element` leaves free at its end.
  CallErrorCode error_ = CallErrorCode::none;

 public:
  bool has_index : 1 = false;     ///< false for an error without pieces before it
  bool has_started : 1 = false;   ///< incremental: pieces of it came before
  bool is_repaired : 1 = false;   ///< a spelling was converted that JSON does not have
  bool is_recovered : 1 = false;  ///< its bytes were read again, after a body that was not JSON

  /// From its opening tag (in a list: from the end of the call before) to its end.
  Span span;

  std::string_view tool;  ///< the tool's name, decoded; empty for a raw body whose tag has none

  /// The model's own; empty if it wrote none (see `CallIds`). An id on the opening tag is that of
  /// the first call in the body; what is longer than 256 bytes is not an id.
  std::string_view id;
  std::uint64_t index = 0;  ///< calls count from 0 in the order in which they come

  /// A JSON object, as the model wrote it: big numbers, the order of keys and blanks survive. Raw
  /// control bytes in strings are escaped, other spellings converted (`is_repaired`). Empty for raw
  /// bodies, and for a call_error.
  [[nodiscard]] std::string_view arguments() const {
    return is_error() ? std::string_view()
                      : std::string_view(text_, static_cast<std::size_t>(number_));
  }
  /// call_error: why it is not a call.
  [[nodiscard]] CallErrorCode error() const { return error_; }
  /// call_error: one plain sentence.
  [[nodiscard]] std::string_view message() const { return is_error() ? text_ : ""; }
  /// call_error: the byte of the stream at which it shows.
  [[nodiscard]] std::uint64_t offset() const { return is_error() ? number_ : 0; }

  /// Makes it a call with these arguments.
  void set_arguments(std::string_view json) {
    error_ = CallErrorCode::none;
    text_ = json.data();
    number_ = json.size();
  }
  /// Makes it a call_error. Preconditions: `code` is not `none`, `sentence` ends in a null byte.
  void set_error(CallErrorCode code, std::uint64_t at, const char* sentence) {
    error_ = code;
    text_ = sentence;
    number_ = at;
  }

 private:
  [[nodiscard]] bool is_error() const { return error_ != CallErrorCode::none; }

  const char* text_ = "";     // the arguments, or the message
  std::uint64_t number_ = 0;  // the size of the arguments, or the offset of the error
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
