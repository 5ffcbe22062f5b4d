#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tagstream/lifetime.hpp"
#include "tagstream/wire/payload_reader.hpp"
#include "tagstream/wire/sse.hpp"

namespace tagstream::wire {

/// How payloads follow each other in a stream.
enum class Framing : std::uint8_t {
  sse = 0,     ///< server-sent events
  ndjson = 1,  ///< a payload in each line
};

/// How a stream of bytes is read.
struct StreamOptions {
  Framing framing = Framing::sse;  ///< how payloads follow each other
  PayloadOptions payload{};        ///< how each is read

  /// A longer event or line is `PieceKind::broken`, and passed over.
  std::size_t max_event_bytes = std::size_t{1} << 20;
};

/// Reads the bytes that a server streams, cut anywhere, into pieces. The events
///
///     data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}
///
///     data: [DONE]
///
/// give the text `Hi` of choice 0, with the offset 0 of its event, and then the end.
class StreamReader {
 public:
  /// For one stream.
  explicit StreamReader(StreamOptions options = {})
      : options_(options), sse_(options.max_event_bytes), payloads_(options.payload) {}

  /// Reads bytes, and returns the pieces that are complete with them, in stream order. Views live
  /// until the next `feed`, `finish` or `reset`.
  std::span<const Piece> feed(std::string_view chunk) & TAGSTREAM_LIFETIMEBOUND;
  std::span<const Piece> feed(std::string_view chunk) && = delete;  // the pieces would outlive it

  /// The end of the stream: an event without its blank line, or a line without its end, is read.
  std::span<const Piece> finish() & TAGSTREAM_LIFETIMEBOUND;
  std::span<const Piece> finish() && = delete;

  /// Forgets the stream.
  void reset();

  /// `events` counts pieces. A byte that the JSON parser looks at counts once in `bytes_examined`.
  /// A limit hit is an event or line that is too long.
  [[nodiscard]] Stats stats() const;

 private:
  std::span<const Piece> read_events(std::span<const SseEvent> events);
  std::span<const Piece> read_lines(std::string_view chunk, bool is_end);
  void read_line(std::string_view line);
  bool is_array(std::string_view chunk);
  std::span<const Piece> read_elements(std::string_view chunk, bool is_end);
  void see_between(char c);
  void add_to_element(std::string_view part);
  void end_element();
  void read_payload(std::string_view payload, std::uint64_t offset);
  void read_event(const SseEvent& event);
  void read_other(const SseEvent& event);
  void refuse(std::uint64_t offset);
  std::span<const Piece> returned(std::span<const Piece> pieces);

  StreamOptions options_;
  SseDecoder sse_;
  PayloadReader payloads_;
  // ndjson: Gemini sends one array instead of lines if a client does not ask for SSE.
  enum class Lines : unsigned char { unknown, lines, array };
  Lines form_ = Lines::unknown;
  struct Element {
    std::size_t depth = 0;   // of brackets; 0: between two
    std::uint64_t size = 0;  // so far
    bool is_in_string = false;
    bool is_escaped = false;
    bool is_stray = false;  // other text stands in this gap, which was reported

    void see(char c);
  };
  Element element_;
  std::string line_;          // ndjson: the incomplete line
  std::uint64_t offset_ = 0;  // ndjson: of the line, or the element
  bool is_too_long_ = false;  // ndjson: the line
  Stats stats_;               // without what the decoder examines
};

}  // namespace tagstream::wire
