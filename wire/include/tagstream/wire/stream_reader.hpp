#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tagstream/sse.hpp"
#include "tagstream/wire/payload_reader.hpp"

namespace tagstream::wire {

/// How payloads are put together to a stream.
enum class Framing : std::uint8_t {
  sse,     ///< server-sent events
  ndjson,  ///< a payload in each line
};

struct StreamOptions {
  Framing framing = Framing::sse;
  PayloadOptions payload{};

  /// A longer event or line is `PieceKind::broken`, and passed over.
  std::size_t max_event_bytes = std::size_t{1} << 20;
};

/// Reads what a server streams, cut anywhere, to pieces.
class StreamReader {
 public:
  explicit StreamReader(StreamOptions options = {})
      : options_(options), sse_(options.max_event_bytes), payloads_(options.payload) {}

  /// What this chunk makes complete: pieces in stream order; views live until the next `feed`,
  /// `finish` or `reset`.
  std::span<const Piece> feed(std::string_view chunk);

  /// The end: an event without its blank line, or a line without its end, is read.
  std::span<const Piece> finish();

  /// Forgets the stream.
  void reset();

 private:
  std::span<const Piece> read_events(std::span<const SseEvent> events);
  std::span<const Piece> read_lines(std::string_view chunk, bool is_end);
  void read_line(std::string_view line);

  StreamOptions options_;
  SseDecoder sse_;
  PayloadReader payloads_;
  std::string line_;          // ndjson: what is not complete
  std::uint64_t offset_ = 0;  // ndjson: of the line
  bool is_too_long_ = false;  // ndjson: the line
};

}  // namespace tagstream::wire
