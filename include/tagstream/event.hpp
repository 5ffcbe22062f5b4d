#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "tagstream/attribute.hpp"
#include "tagstream/code.hpp"

namespace tagstream {

/// A stretch of the stream, in bytes from its beginning.
struct Span {
  std::uint64_t start = 0;  ///< the first byte
  std::uint64_t end = 0;    ///< one past the last byte

  /// The number of bytes.
  [[nodiscard]] constexpr std::uint64_t size() const noexcept { return end - start; }
  /// True if the span has no bytes.
  [[nodiscard]] constexpr bool empty() const noexcept { return start == end; }
  friend constexpr bool operator==(const Span&, const Span&) = default;
};

/// The kind of an event. The numbers are stable: kinds are only ever appended.
enum class EventKind : std::uint8_t {
  content = 0,          ///< visible text
  reasoning = 1,        ///< text of the model's reasoning
  section_start = 2,    ///< a hidden section begins
  section_delta = 3,    ///< a piece of a hidden section's text
  section_end = 4,      ///< a hidden or recorded section has ended, or the stream ended inside it
  tool_call_start = 5,  ///< `incremental`: a call has begun, and its name is known
  tool_call_delta = 6,  ///< `incremental`: a piece of the arguments of an open call
  tool_call = 7,        ///< a complete call; with `incremental` it follows its pieces
  tool_call_error = 8,  ///< a broken call, or text in the place of a call
  thought = 9,          ///< a complete thought
  markup = 10,   ///< bytes that were taken out and belong to no other event: tags, dropped literals
  notice = 11,   ///< a remark for the caller
  stopped = 12,  ///< the reader has stopped: this is its last event
  thought_delta = 13,  ///< `incremental`: a piece of a thought that is still open
};

/// The word for `kind` in all output: the name of the enumerator.
[[nodiscard]] const char* to_string(EventKind kind) noexcept;

/// The flags of an event, each one bit of a word. The numbers are stable: bits are only ever added.
enum class EventFlag : std::uint32_t {
  is_closed = 1U << 0,        ///< the closing tag was there
  is_recorded = 1U << 1,      ///< of `record`: the section is content as well
  is_implied_open = 1U << 2,  ///< the prompt has opened it
  is_truncated = 1U << 3,     ///< `text` was cut at a limit
  has_attributes = 1U << 4,   ///< the thought has one of the attributes of thoughts
  has_index = 1U << 5,        ///< not set for an error without pieces before it
  has_started = 1U << 6,      ///< pieces of the call came before
  is_repaired = 1U << 7,      ///< a slip was mended, or another reading exists
  is_recovered = 1U << 8,     ///< read a second time: it was first part of a broken call
  is_native = 1U << 9,        ///< a server has read it itself; no reader makes such events
};

/// The flags of an event by their names, in the order of their bits; each reads as a `bool`.
class EventFlags {
 public:
  bool is_closed : 1 = false;        ///< section_end, tool_call, tool_call_error, thought: the
                                     ///< closing tag was there
  bool is_recorded : 1 = false;      ///< section_end: of `record`; the section is content as well
  bool is_implied_open : 1 = false;  ///< section_start, section_end: the prompt has opened it
  bool is_truncated : 1 = false;    ///< section_end of `record`, thought: `text` was cut at a limit
  bool has_attributes : 1 = false;  ///< thought: it has one of the attributes of thoughts
  bool has_index : 1 = false;       ///< tool_call*: false for an error without pieces before it
  bool has_started : 1 = false;     ///< tool_call, tool_call_error: pieces of the call came before
  bool is_repaired : 1 = false;     ///< tool_call: a slip was mended, or another reading exists
  bool is_recovered : 1 = false;    ///< tool_call, tool_call_error: the bytes were read a second
                                    ///< time, since they were first part of a broken call
  bool is_native : 1 = false;       ///< reasoning, tool_call*: a server has read it itself, and it
                                    ///< stands nowhere in the text. No reader makes such events

  /// All of them as one word: bits of `EventFlag`.
  [[nodiscard]] std::uint32_t flags() const noexcept {
    std::uint16_t bits = 0;
    std::memcpy(&bits, this, sizeof bits);
    return in_order(bits) & all;
  }
  /// Sets each flag to its bit. Other bits are passed over.
  void set_flags(std::uint32_t word) noexcept {
    const std::uint16_t bits = in_order(static_cast<std::uint16_t>(word & all));
    std::memcpy(static_cast<void*>(this), &bits, sizeof bits);
  }
  [[nodiscard]] bool has(EventFlag flag) const noexcept {
    return (flags() & static_cast<std::uint32_t>(flag)) != 0;
  }

 private:
  static constexpr std::uint32_t all = (1U << 10) - 1;

  // A compiler gives the first of such members the lowest bit, and the highest one on a machine
  // that stores high bytes first.
  static constexpr std::uint16_t in_order(std::uint16_t bits) noexcept {
    if constexpr (std::endian::native == std::endian::little) return bits;
    unsigned turned = 0;
    for (unsigned i = 0; i < 16; ++i) turned |= ((bits >> i) & 1U) << (15 - i);
    return static_cast<std::uint16_t>(turned);
  }
};
static_assert(sizeof(EventFlags) == sizeof(std::uint16_t));

/// One thing that happened in the stream. The comment of each field names the kinds that use it;
/// for all other kinds the field has its default.
///
/// Views live until the next `feed`, `finish` or `reset` of the reader, and no longer than the
/// bytes that were fed. A temporary `std::string` that is fed is kept.
/// @source docs/architecture.md#the-laws (L3)
struct Event : EventFlags {
  EventKind kind = EventKind::content;  ///< decides which fields are used
  Code code = Code::none;               ///< tool_call_error, notice, stopped
  std::uint32_t index = 0;              ///< tool_call*: calls are counted from 0, in stream order

  /// The bytes of the stream that the event accounts for. The spans of all events tile the stream.
  /// The span is empty if other events account for the bytes: see `quotes_only`.
  Span span;

  /// - content, reasoning, section_delta, markup: the bytes; the markup of a blank thought has
  ///   none. With `trim`, content and reasoning of an empty span are blanks that stood before
  ///   something that was taken out.
  /// - tool_call_delta: a piece of the arguments.
  /// - tool_call: all arguments, a JSON object as the model wrote it. Big numbers, the order of
  ///   keys and blanks are kept; spellings that JSON does not have are converted (`is_repaired`).
  /// - section_end of `record`: the raw content of the section.
  /// - thought, thought_delta: the text, trimmed of blanks, and a piece of that text.
  /// - tool_call_error, notice, stopped: one plain sentence.
  std::string_view text;

  /// section_*: the tag's name as written, or the opening marker. tool_call*: the tool's name; of
  /// an error the name if it is known.
  std::string_view name;

  /// section_start, section_end: the opening tag or marker as written. tool_call, tool_call_error:
  /// the whole body as written, trimmed of blanks.
  std::string_view raw;

  /// tool_call_start, tool_call: the id that the model wrote; empty if it wrote none (see
  /// `CallIds`). A text of more than 256 bytes is not an id.
  std::string_view id;

  /// thought: the value of `thought_type`, decoded.
  std::string_view thought_type;

  /// section_end: the first byte of the opening tag. tool_call_error, notice, stopped: the byte of
  /// the stream that the event is about.
  std::uint64_t offset = 0;

  /// thought: from 0 to 1; 0.5 if the attribute is missing or is not such a number; -1 if the
  /// thought has none of the attributes of thoughts. Other kinds have -1.
  double confidence = -1;

  /// section_start, section_end: the attributes of the opening tag; a marker has none. The views
  /// live as long as those of the event.
  [[nodiscard]] std::vector<Attribute> attributes() const { return attributes_of(opening_tag()); }
  /// section_start, section_end: the value of the first attribute of this name; null if absent.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view wanted,
                                                          bool ignore_case = false) const {
    return attribute_of(opening_tag(), wanted, ignore_case);
  }
  /// `text` of an event of this kind, else empty.
  [[nodiscard]] std::string_view content() const { return text_if(EventKind::content); }
  [[nodiscard]] std::string_view reasoning() const { return text_if(EventKind::reasoning); }
  [[nodiscard]] std::string_view arguments() const { return text_if(EventKind::tool_call); }
  /// `raw` of a section_start or section_end, else empty.
  [[nodiscard]] std::string_view raw_tag() const {
    const bool is_section = kind == EventKind::section_start || kind == EventKind::section_end;
    return is_section ? raw : std::string_view();
  }

 private:
  // The opening tag; empty for a marker, which has no attributes.
  [[nodiscard]] std::string_view opening_tag() const {
    return raw_tag().size() != name.size() ? raw_tag() : std::string_view();
  }
  [[nodiscard]] std::string_view text_if(EventKind wanted) const {
    return kind == wanted ? text : std::string_view();
  }
};

/// True if the span is empty, since other events account for the bytes that this event is about.
///
/// That is so for the end of a recorded section, a notice, `stopped`, the pieces of an open call or
/// thought, a `tool_call_error` whose bytes are content (`bad_calls`, or `too_large`), and the
/// blanks that `trim` keeps.
[[nodiscard]] constexpr bool quotes_only(const Event& event) noexcept { return event.span.empty(); }

}  // namespace tagstream
