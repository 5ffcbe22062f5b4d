#pragma once

#include <cstdint>
#include <string_view>

#include "tagstream/attribute.hpp"

namespace tagstream {

struct Call;

/// A stretch of the stream: bytes counted from its start.
struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< one past the last byte

  [[nodiscard]] constexpr std::uint64_t size() const noexcept { return end - begin; }
  [[nodiscard]] constexpr bool empty() const noexcept { return begin == end; }
  friend constexpr bool operator==(const Span&, const Span&) = default;
};

/// What an event reports.
enum class EventKind : std::uint8_t {
  content,        ///< visible text
  reasoning,      ///< what the model thinks (`Parser` only)
  section_start,  ///< a hidden section begins
  section_delta,  ///< a piece of a hidden section's body
  section_end,    ///< a section (hidden or recorded) is complete, or the stream ended inside it
  call_start,     ///< incremental: the name of a call that is still open
  call_delta,     ///< incremental: a piece of its arguments
  call,           ///< a call, complete; with `incremental` it follows its pieces
  call_error,     ///< the body of a call opener that is not a call
  markup,         ///< a tag that was taken out and belongs to no section or call
  notice,         ///< something the caller should know, for example a limit that was reached
  stopped,        ///< `LimitPolicy::error`: the reader has stopped, this is its last event
};

/// The word used for `kind` in output, for example "content-delta".
[[nodiscard]] const char* to_string(EventKind kind) noexcept;

/// What a notice is about.
enum class NoticeCode : std::uint8_t {
  none,
  max_held_bytes,      ///< `Limits::max_held_bytes` was reached
  unclosed_call,       ///< the input ended inside a call: its bytes are content
  unclosed_reasoning,  ///< the input ended in reasoning, which `UnclosedReasoning::content` makes
                       ///< the content of the message
  not_a_call,   ///< the opening tag of a call is content: no parameter follows in an XML call,
                ///< or it stands inside a quoted attribute or string
  family,       ///< dialect auto: the first marker, and the rows that have it
  unknown_key,  ///< an opening tag in a value is its text: the tool's schema has no such parameter;
                ///< one for each call, at its first byte
};

/// The word used for `code` in output, for example "max-held-bytes".
[[nodiscard]] const char* to_string(NoticeCode code) noexcept;

/// The opening tag or marker of a section or call. Views live as long as those of the event: until
/// the next `feed`, `finish` or `reset`, and no longer than the bytes that were fed.
class Element {
 public:
  Element() = default;
  /// An opening tag as written, whose name is the `name_size` bytes after its '<'.
  Element(std::uint64_t start, std::string_view raw_tag, std::uint32_t name_size)
      : start_(start), text_(raw_tag), name_size_(name_size) {}
  /// A marker.
  Element(std::uint64_t start, std::string_view marker) : start_(start), text_(marker) {}
  /// What the prompt has opened.
  static Element implied(std::string_view name) {
    Element element(0, name);
    element.is_implied_ = true;
    return element;
  }

  /// Offset of its first byte.
  [[nodiscard]] std::uint64_t start() const { return start_; }
  /// The name as written, or the marker.
  [[nodiscard]] std::string_view name() const {
    return name_size_ == 0 ? text_ : text_.substr(1, name_size_);
  }
  /// The opening tag or marker as written; empty if the prompt has opened it.
  [[nodiscard]] std::string_view raw_tag() const {
    return is_implied_ ? std::string_view() : text_;
  }
  [[nodiscard]] bool is_marker() const { return name_size_ == 0 && !is_implied_; }
  [[nodiscard]] bool is_implied_open() const { return is_implied_; }
  /// The attributes of the opening tag; a marker has none.
  [[nodiscard]] AttributeRange attributes() const {
    return name_size_ == 0 ? AttributeRange() : AttributeRange(text_);
  }

 private:
  std::uint64_t start_ = 0;
  std::string_view text_;
  std::uint32_t name_size_ = 0;  // 0: a marker, or implied
  bool is_implied_ = false;
};

/// One thing that happened in the stream.
///
/// Views, and what it points to, live until the next `feed`, `finish` or `reset` of its reader, and
/// no longer than the bytes that were fed. A temporary `std::string` that is fed is kept.
/// @source docs/architecture.md#the-laws (L3)
struct Event {
  EventKind kind = EventKind::content;
  NoticeCode code = NoticeCode::none;  ///< notice
  bool is_closed = false;              ///< section_end, call, call_error: the closing tag was there
  bool is_truncated = false;           ///< section_end: `text` was cut at max_section_bytes
  bool is_recorded = false;            ///< section_end: of a `record` rule, visible as well

  /// The input bytes that the event accounts for: these spans tile the input (see `quotes_only`).
  /// section_end: ends where the section ends.
  Span span;

  /// content, reasoning, section_delta: the bytes. section_end: the section's whole raw content.
  /// markup: the tag. call_delta: a piece of the arguments. call, call_error: the raw body, trimmed
  /// of blanks. notice, stopped: one plain sentence.
  std::string_view text;

  /// Sections and calls: their opening tag; else null. A call's element is its `Call`. Notice
  /// `unclosed_reasoning`: only says where the opening tag stood.
  const Element* element = nullptr;

  /// call_*: what was read (tagstream/call.hpp); null for every other kind.
  [[nodiscard]] const Call* call() const noexcept;
};

/// True if another event accounts for the bytes that this one speaks of: its span is empty.
///
/// So are the end of a recorded section, a notice, a stop, the pieces of a call that is still open,
/// and a `call_error` whose bytes are content (`BadCalls::content`, or `too_large`).
[[nodiscard]] constexpr bool quotes_only(const Event& event) noexcept { return event.span.empty(); }

}  // namespace tagstream
