#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tagstream/error.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"

namespace tagstream {

/// Turns snapshots, each of which is the whole text so far, into pieces for any reader.
///
/// A server that sends deltas has no need of it: comparing costs the sum of all snapshots.
/// @source docs/thoughts.md#snapshots
class Snapshots {
 public:
  /// @param max_snapshot_bytes  a longer snapshot is an error
  explicit Snapshots(std::size_t max_snapshot_bytes = std::size_t{64} << 20)
      : max_snapshot_bytes_(max_snapshot_bytes) {}

  /// What is new in `text`: all of it but what the last snapshot said.
  ///
  /// A snapshot that is refused changes nothing: the next one is compared with the same.
  /// @return  a part of `text`, which may be empty; it lives no longer than `text`
  /// @error   snapshot_mismatch — it does not begin with the last one; `offset` is the first byte
  ///          that differs, or its length if it is shorter
  /// @error   limit_exceeded — it is longer than `max_snapshot_bytes`
  /// @cost    O(text); keeps a copy of the last one
  Result<std::string_view> feed(std::string_view text TAGSTREAM_LIFETIMEBOUND);

  /// The same for a temporary string, which is kept: the view lives until the next feed or reset.
  template <TemporaryString S>
      Result<std::string_view> feed(S&& text) & TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(text)));
  }
  template <TemporaryString S>
  Result<std::string_view> feed(S&& text) && = delete;  // the view would dangle

  /// Forgets the last snapshot and the figures.
  void reset();

  /// Fed: each snapshot in full, also one that was refused. Examined: bytes compared. Held: the
  /// last snapshot. There are no events, and a limit reached is an error.
  [[nodiscard]] Stats stats() const { return stats_; }

 private:
  /// How much of `text` is known: all of the last one.
  Result<std::size_t> compare(std::string_view text);
  Result<std::string_view> feed_kept(std::string&& text);
  void note_held();

  std::size_t max_snapshot_bytes_;
  std::string last_;
  Stats stats_;
};

}  // namespace tagstream
