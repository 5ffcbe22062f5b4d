#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "tagstream/wire/piece.hpp"

namespace tagstream::wire {

/// How payloads are read.
struct PayloadOptions {
  Api api = Api::automatic;  ///< whose objects they are

  /// The server sends the whole text each time: only what is new in it is a piece. A text that does
  /// not begin with the one before is `PieceKind::broken`; an empty one says nothing.
  bool snapshots = false;
};

/// Reads payloads, each of which is a whole JSON text: the data of an SSE event, a line of NDJSON.
///
/// What it does not know, events or fields, it passes over. A payload without a stream (one object
/// with the whole answer) is read as well.
class PayloadReader {
 public:
  /// For one stream.
  explicit PayloadReader(PayloadOptions options = {});
  PayloadReader(PayloadReader&&) noexcept;
  PayloadReader& operator=(PayloadReader&&) noexcept;
  ~PayloadReader();

  /// What one payload says; "[DONE]" is the end. After it nothing is text any more.
  /// @param offset  that of the pieces
  /// @return        pieces; views live until the next read or reset
  std::span<const Piece> read(std::string_view payload, std::uint64_t offset = 0);

  /// The same, but the pieces follow those of the reads before, which stay.
  std::span<const Piece> read_more(std::string_view payload, std::uint64_t offset);

  /// The same for what a server sends as an error: it is one, whatever it says.
  std::span<const Piece> read_failure(std::string_view payload, std::uint64_t offset);

  /// Adds a broken event to the pieces.
  std::span<const Piece> add_broken(std::string_view message, std::uint64_t offset);

  /// Adds what waits for more at the end of the stream: a call of which there is a name only.
  std::span<const Piece> finish();

  /// Drops the pieces that were read.
  void clear();

  /// Forgets the stream.
  void reset();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream::wire
