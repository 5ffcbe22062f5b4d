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

/// What a stretch of an event stream is.
enum class SseKind : std::uint8_t {
  event = 0,     ///< an event: it has data, which may be empty
  comment = 1,   ///< a comment between events: servers keep a connection alive with them
  other = 2,     ///< blank lines, and fields without data: the standard dispatches nothing for them
  too_long = 3,  ///< the beginning of an event that is longer than the limit
  skipped = 4,   ///< more of it
};

/// One stretch of an event stream. Views live until the next `feed`, `finish` or `reset`, and no
/// longer than the bytes that were fed.
struct SseEvent {
  SseKind kind = SseKind::other;
  bool is_complete = true;  ///< false: the stream ended before the blank line that ends an event

  /// Where it stands in the stream. The spans of all stretches tile it: a line feed that follows a
  /// carriage return, if that ended an event, is a stretch of its own, so that nothing waits for
  /// it.
  Span span;

  std::string_view raw;   ///< its bytes as they came, line ends included
  std::string_view type;  ///< what `event:` says, or "message"
  std::string_view data;  ///< the values of `data:`, joined by line feeds; a comment: its text
  std::string_view id;    ///< the last `id:` of the stream so far
};

/// Takes server-sent events out of bytes, as the HTML standard has it.
///
/// Line ends are LF, CRLF or CR, a byte order mark at the start is passed over, and the stream may
/// be cut anywhere: also between CR and LF. An event leaves with its blank line, a comment with its
/// line end.
/// @source
/// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
class SseDecoder {
 public:
  /// @param max_event_bytes  an event with more is an error (`SseKind::too_long`), and passed over
  ///                         up to its end; one long line and many short ones count alike. At
  ///                         least 1
  explicit SseDecoder(std::size_t max_event_bytes = std::size_t{1} << 20)
      : max_event_bytes_(max_event_bytes == 0 ? 1 : max_event_bytes) {}

  /// What this chunk makes complete.
  /// @cost  O(chunk) amortised; holds at most one event
  std::span<const SseEvent> feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND)
      TAGSTREAM_LIFETIMEBOUND;

  /// The same for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
  std::span<const SseEvent> feed(S&& chunk) TAGSTREAM_LIFETIMEBOUND {
    kept_ = std::move(chunk);
    return feed(std::string_view(kept_));
  }

  /// The end of the stream. An event without its blank line is given, though the standard drops it:
  /// `is_complete` is false.
  std::span<const SseEvent> finish() TAGSTREAM_LIFETIMEBOUND;

  /// Forgets the stream.
  void reset();

  /// The milliseconds of the last `retry:`, if there was one.
  [[nodiscard]] std::optional<std::uint64_t> retry() const { return retry_; }

  /// Events are stretches of any kind; a limit hit is an event that is too long.
  [[nodiscard]] Stats stats() const { return stats_; }

  /// How many bytes are held.
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

  // What is not complete, and what was given from it in the last feed. Places are those in the text
  // that is read: the buffer, or while that is empty the chunk.
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
