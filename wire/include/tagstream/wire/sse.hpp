#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/event.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"

namespace tagstream::wire {

/// The kind of a stretch of an event stream.
enum class SseKind : std::uint8_t {
  event = 0,     ///< an event: it has data, which may be empty
  comment = 1,   ///< a comment between events: servers keep a connection alive with them
  other = 2,     ///< blank lines, and fields without data: the standard dispatches nothing for them
  too_long = 3,  ///< the beginning of an event that is longer than the limit
  skipped = 4,   ///< more of an event that is too long
};

/// One stretch of an event stream. Views live until the next `feed`, `finish` or `reset`, and no
/// longer than the bytes that were fed.
struct SseEvent {
  SseKind kind = SseKind::other;
  bool is_complete = true;  ///< false: the stream ended before the blank line that ends an event

  /// The place of the stretch in the stream. The spans of all stretches cover the stream without
  /// gaps. If a carriage return has ended an event, the line feed after it is a stretch of its own,
  /// so that the event need not wait for it.
  Span span;

  std::string_view raw;   ///< the bytes as they came, line ends included
  std::string_view type;  ///< the value of `event:`, or "message"
  std::string_view data;  ///< the values of `data:`, joined by line feeds; a comment: its text
  std::string_view id;    ///< the last `id:` of the stream so far
};

/// Takes server-sent events out of bytes, as the HTML standard defines them. The lines
///
///     : hello
///     data: a
///     data: b
///
/// and an empty line are a comment with the data ` hello`, at 0..8, and an event with the data `a`,
/// a line feed and `b`, at 8..25.
///
/// A line ends with LF, CRLF or CR. A byte order mark at the start is passed over. The stream may
/// be cut anywhere, even between CR and LF. An event is complete with its blank line, a comment
/// with its line end.
/// @source
/// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
class SseDecoder {
 public:
  /// @param max_event_bytes  an event with more bytes is an error (`SseKind::too_long`), and is
  ///                         passed over up to its end, be it one long line or many short ones. 0
  ///                         counts as 1
  explicit SseDecoder(std::size_t max_event_bytes = std::size_t{1} << 20)
      : max_event_bytes_(max_event_bytes == 0 ? 1 : max_event_bytes) {}

  /// Reads bytes, and returns the stretches that are complete with them.
  /// @cost  O(chunk) amortised; holds at most one event
  std::span<const SseEvent> feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND) &
      TAGSTREAM_LIFETIMEBOUND;

  /// As the other `feed`, for a temporary string, which is kept until the next feed, finish or
  /// reset.
  template <TemporaryString S>
      std::span<const SseEvent> feed(S&& chunk) & TAGSTREAM_LIFETIMEBOUND {
    kept_ = std::move(chunk);
    return feed(std::string_view(kept_));
  }
  std::span<const SseEvent> feed(std::string_view chunk) && =
      delete;  // the stretches would outlive the decoder

  /// The end of the stream. The standard drops an event without its blank line; here it is
  /// returned, with `is_complete` = false.
  std::span<const SseEvent> finish() & TAGSTREAM_LIFETIMEBOUND;
  std::span<const SseEvent> finish() && = delete;

  /// Forgets the stream.
  void reset();

  /// The value of the last `retry:` field, in milliseconds, if there was one.
  [[nodiscard]] std::optional<std::uint64_t> retry() const { return retry_; }

  /// `events` counts stretches of any kind; a limit hit is an event that is too long.
  [[nodiscard]] Stats stats() const { return stats_; }

  /// The number of bytes that are held.
  [[nodiscard]] std::size_t bytes_held() const { return buffer_.size() - begin_; }

 private:
  void read(std::string_view text);
  bool read_line(std::string_view text);
  void end_line(std::string_view text, std::size_t end);
  void give(SseKind kind, std::string_view text, std::size_t end);
  void dispatch(std::string_view text, std::size_t end, bool is_complete);
  void see_field(SseEvent& event, std::string_view line, bool& has_data);
  std::span<const SseEvent> returned();

  std::size_t max_event_bytes_;
  std::vector<SseEvent> events_;
  std::deque<std::string> joined_;  // data of several lines
  std::deque<std::string> ids_;     // the last one counts on
  std::optional<std::uint64_t> retry_;
  Stats stats_;

  // The stretch that is not complete, after the stretches that the last feed has returned. Places
  // below are places in the text that is read: the buffer or, while that is empty, the chunk.
  std::string buffer_;
  std::string kept_;           // a chunk that nobody else keeps
  std::size_t begin_ = 0;      // of the stretch
  std::size_t line_ = 0;       // of the line in it
  std::size_t searched_ = 0;   // up to here there is no line end
  std::uint64_t offset_ = 0;   // of the text's first byte in the stream
  bool after_return_ = false;  // the last line ended with CR
  bool is_skipping_ = false;   // in an event that is too long
  bool has_line_ = false;      // skipping: the line has bytes
};

}  // namespace tagstream::wire
