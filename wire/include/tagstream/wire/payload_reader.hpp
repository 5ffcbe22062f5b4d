#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "tagstream/lifetime.hpp"
#include "tagstream/wire/piece.hpp"

namespace tagstream::wire {

/// How payloads are read.
struct PayloadOptions {
  Api api = Api::automatic;  ///< the API whose objects the payloads are

  /// True if the server sends the whole text so far each time: only its new end becomes a piece. A
  /// text that does not begin with the one before is `PieceKind::broken`; an empty text is ignored.
  bool snapshots = false;
};

/// Reads payloads. Each is a complete JSON text: the data of an SSE event, or a line of NDJSON.
/// From
///
///   {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}
///
/// come two pieces: the text `Hi` and the finish `stop`, both of choice 0.
///
/// Events and fields that it does not know are passed over. A single object with the whole answer,
/// as servers send without streaming, is read as well.
class PayloadReader {
 public:
  /// For one stream.
  explicit PayloadReader(PayloadOptions options = {});
  PayloadReader(PayloadReader&&) noexcept;
  PayloadReader& operator=(PayloadReader&&) noexcept;
  ~PayloadReader();

  /// Reads one payload. "[DONE]" is the end of the stream: after it no payload is read any more. A
  /// byte order mark before the first payload is passed over.
  /// @param offset  the offset that the pieces get
  /// @return        pieces; views live until the next read or reset
  std::span<const Piece> read(std::string_view payload, std::uint64_t offset = 0) &
      TAGSTREAM_LIFETIMEBOUND;
  std::span<const Piece> read(std::string_view payload, std::uint64_t offset = 0) && =
      delete;  // the pieces would outlive the reader

  /// As `read`, but the pieces of earlier reads stay, and the new ones come after them.
  std::span<const Piece> read_more(std::string_view payload, std::uint64_t offset) &
      TAGSTREAM_LIFETIMEBOUND;
  std::span<const Piece> read_more(std::string_view payload, std::uint64_t offset) && = delete;

  /// Reads a payload that a server has marked as an error: it becomes an error, whatever is in it.
  std::span<const Piece> read_failure(std::string_view payload, std::uint64_t offset) &
      TAGSTREAM_LIFETIMEBOUND;
  std::span<const Piece> read_failure(std::string_view payload, std::uint64_t offset) && = delete;

  /// Adds a broken event to the pieces.
  std::span<const Piece> add_broken(std::string_view message, std::uint64_t offset) &
      TAGSTREAM_LIFETIMEBOUND;
  std::span<const Piece> add_broken(std::string_view message, std::uint64_t offset) && = delete;

  /// The end of the stream: adds calls of which only the name has come. The pieces of the last read
  /// stay: `clear` drops them.
  std::span<const Piece> finish() & TAGSTREAM_LIFETIMEBOUND;
  std::span<const Piece> finish() && = delete;

  /// Drops the pieces that were read.
  void clear();

  /// Forgets the stream.
  void reset();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream::wire
