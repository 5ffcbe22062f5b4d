#pragma once

#include <cstdint>
#include <string_view>

#include "tagstream/attribute.hpp"

namespace tagstream {

struct ToolCall;

/// What an event tells.
enum class EventKind : std::uint8_t {
  content_delta,  ///< visible text
  section_start,  ///< a hidden section begins
  section_delta,  ///< a piece of a hidden section's body
  section_end,    ///< a section (hidden or recorded) is complete, or the stream ended inside it
  markup,      ///< a tag that was taken out and belongs to no section (unwrapped, repeated opener)
  notice,      ///< something the caller should know, for example a limit that was reached
  tool_call,   ///< a call, complete
  tool_error,  ///< the body of a call opener that is no call
  tool_call_start,  ///< incremental: the name of a call that is still open
  tool_call_delta,  ///< incremental: a piece of its arguments
  tool_call_end,    ///< incremental: as tool_call, of a call that has started
  reasoning_delta,  ///< what the model thinks (`Parser` only)
};

/// The word used for `kind` in output, for example "content-delta".
[[nodiscard]] const char* to_string(EventKind kind) noexcept;

/// Why a notice was given.
enum class NoticeCode : std::uint8_t {
  none,
  max_held_bytes,  ///< `Limits::max_held_bytes` was reached
  unclosed_call,   ///< the input ended inside a call: its bytes are content
  not_a_call,      ///< the opening tag of a call is content: no parameter follows in an XML call,
                   ///< or an attribute of a tag that came to nothing has quoted it
};

/// The word used for `code` in output, for example "max-held-bytes".
[[nodiscard]] const char* to_string(NoticeCode code) noexcept;

/// One thing that happened in the stream.
///
/// `begin` and `end` say which input bytes the event accounts for: these spans tile the input (L3).
/// The end of a recorded section, a notice, the start and the deltas of a call that is still open,
/// and `tool_error` with `too_large` only quote: their span is empty. In a `Parser` so does each
/// `tool_error` whose call has not started.
/// Views live until the next `feed`, `finish` or `reset` of the reader that gave the event.
struct Event {
  EventKind kind = EventKind::content_delta;
  NoticeCode code = NoticeCode::none;  ///< notice
  bool is_closed = false;              ///< section_end, tool_*: the closing tag was there
  bool is_implied_open = false;        ///< section_start, section_end: the prompt had opened it
  bool is_truncated = false;           ///< section_end: `text` was cut at max_section_bytes
  bool is_recorded = false;            ///< section_end: of a `record` rule, visible as well

  std::uint64_t begin = 0;  ///< first input byte accounted for
  std::uint64_t end = 0;    ///< one past the last

  /// content_delta, section_delta: the bytes. section_end: the section's whole raw content.
  /// markup: the tag. notice: the message. tool_call_delta: a piece of the arguments.
  /// tool_call, tool_call_end, tool_error: the raw body, trimmed of blanks.
  std::string_view text;

  std::string_view tag_name;      ///< sections, calls: the name as written, or the opening marker
  std::string_view raw_tag;       ///< sections, calls: the opening tag as written; empty if implied
  std::uint64_t start_index = 0;  ///< sections, calls: offset of the opening tag
  std::uint64_t end_index = 0;    ///< their end: one past the closing tag, or the stream's end

  const ToolCall* call = nullptr;  ///< tool_*: what was read (tagstream/tool.hpp); else null

  /// Sections and calls: the opening tag's attributes; a marker has none.
  [[nodiscard]] AttributeRange attributes() const {
    return raw_tag.size() == tag_name.size() ? AttributeRange() : AttributeRange(raw_tag);
  }
};

}  // namespace tagstream
