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

/// What a `Call` says; see there.
struct CallFields {
  Span span{};
  std::uint64_t index = 0;
  std::string_view tool{};
  std::string_view id{};
  std::string_view arguments{};

  CallErrorCode error = CallErrorCode::none;  ///< a call_error, which has no arguments
  std::uint64_t offset = 0;                   ///< call_error
  const char* message = "";                   ///< call_error
};

/// Where a `Call` keeps what most errors don't have.
class CallDetail {
 private:
  friend struct Call;

  const char* tool_ = "";
  std::uint64_t tool_size_ : 40 = 0;
  std::uint64_t id_size_ : 24 = 0;
  const char* id_ = "";
  const char* text_ = "";     // the arguments, or the message
  std::uint64_t number_ = 0;  // the size of the arguments, or the offset of the error
  std::uint64_t begin_ = 0;   // of the span
};

/// A tool call, or a `call_error`. Views live as long as those of the event: until the next `feed`,
/// `finish` or `reset`, and no longer than the bytes that were fed. So long lives what a copy says,
/// too: take out of it what is to be kept.
///
/// A long text may hold very many in one feed: what only some have is kept apart.
struct Call : Element {
 private:
  // First of all: it and the bits fit into what `Element` leaves free at its end.
  CallErrorCode error_ = CallErrorCode::none;

 public:
  bool has_index : 1 = false;     ///< false for an error without pieces before it
  bool has_started : 1 = false;   ///< incremental: pieces of it came before
  bool is_repaired : 1 = false;   ///< a spelling was converted that JSON does not have
  bool is_recovered : 1 = false;  ///< its bytes were read again, after a body that was not JSON

 private:
  bool has_detail_ : 1 = false;
  bool is_at_its_end_ : 1 = true;  // the span is empty

 public:
  /// From its opening tag (in a list: from the end of the call before) to its end.
  [[nodiscard]] Span span() const {
    if (has_detail_) return {detail_->begin_, end_};
    return {is_at_its_end_ ? end_ : start(), end_};
  }
  /// The tool's name, decoded; empty for a raw body whose tag has none.
  [[nodiscard]] std::string_view tool() const {
    if (!has_detail_) return {};
    return {detail_->tool_, static_cast<std::size_t>(detail_->tool_size_)};
  }
  /// The model's own; empty if it wrote none (see `CallIds`). An id on the opening tag is that of
  /// the first call in the body; what is longer than 256 bytes is not an id.
  [[nodiscard]] std::string_view id() const {
    if (!has_detail_) return {};
    return {detail_->id_, static_cast<std::size_t>(detail_->id_size_)};
  }
  /// Calls count from 0 in the order in which they come.
  [[nodiscard]] std::uint64_t index() const {
    return has_detail_ || !is_error() ? index_or_offset_ : 0;
  }
  /// A JSON object, as the model wrote it: big numbers, the order of keys and blanks survive. Raw
  /// control bytes in strings are escaped, other spellings converted (`is_repaired`). Empty for raw
  /// bodies, and for a call_error.
  [[nodiscard]] std::string_view arguments() const {
    if (!has_detail_ || is_error()) return {};
    return {detail_->text_, static_cast<std::size_t>(detail_->number_)};
  }
  /// call_error: why it is not a call.
  [[nodiscard]] CallErrorCode error() const { return error_; }
  /// call_error: one plain sentence.
  [[nodiscard]] std::string_view message() const {
    if (!is_error()) return {};
    return has_detail_ ? detail_->text_ : message_;
  }
  /// call_error: the byte of the stream at which it shows.
  [[nodiscard]] std::uint64_t offset() const {
    if (!is_error()) return 0;
    return has_detail_ ? detail_->number_ : index_or_offset_;
  }

  /// True if it can say this without a `CallDetail`.
  [[nodiscard]] bool has_room_for(const CallFields& fields) const {
    return (fields.span.empty() || fields.span.begin == start()) && fields.tool.empty() &&
           fields.id.empty() && fields.arguments.empty() &&
           (fields.error == CallErrorCode::none || fields.index == 0);
  }
  /// Makes it say this; its element stays, which is set before. Precondition: it has room for it.
  void set(const CallFields& fields) {
    set_common(fields);
    has_detail_ = false;
    is_at_its_end_ = fields.span.empty();
    index_or_offset_ = is_error() ? fields.offset : fields.index;
    message_ = fields.message;
  }
  /// The same where it need not have room: `detail` is written, and lives as long as the call.
  /// Preconditions: a message ends in a null byte, a name is shorter than 1 TiB and an id than
  /// 16 MiB.
  void set(const CallFields& fields, CallDetail& detail) {
    set_common(fields);
    has_detail_ = true;
    index_or_offset_ = fields.index;
    detail.tool_ = fields.tool.data();
    detail.tool_size_ = fields.tool.size() & ((std::uint64_t{1} << 40) - 1);
    detail.id_ = fields.id.data();
    detail.id_size_ = fields.id.size() & ((std::uint64_t{1} << 24) - 1);
    detail.text_ = is_error() ? fields.message : fields.arguments.data();
    detail.number_ = is_error() ? fields.offset : fields.arguments.size();
    detail.begin_ = fields.span.begin;
    detail_ = &detail;
  }

 private:
  [[nodiscard]] bool is_error() const { return error_ != CallErrorCode::none; }
  void set_common(const CallFields& fields) {
    error_ = fields.error;
    end_ = fields.span.end;
  }

  std::uint64_t end_ = 0;              // of the span
  std::uint64_t index_or_offset_ = 0;  // the offset of an error that has no detail
  union {
    const char* message_ = "";  // an error that has no detail
    const CallDetail* detail_;
  };
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
