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

/// Turns snapshots into pieces for a reader. A snapshot is the whole text so far: after "He", the
/// snapshot "Hello" gives the piece "llo".
///
/// Use it only for servers that send snapshots: the cost is the total size of all snapshots.
/// @source docs/thoughts.md#snapshots
class Snapshots {
 public:
  /// @param max_snapshot_bytes  a longer snapshot is an error
  explicit Snapshots(std::size_t max_snapshot_bytes = std::size_t{64} << 20)
      : max_snapshot_bytes_(max_snapshot_bytes) {}

  /// The new part of `text`: all bytes after those of the last snapshot.
  ///
  /// A refused snapshot changes nothing: the next one is compared with the same last snapshot.
  /// @return  a part of `text`, which may be empty; it lives no longer than `text`
  /// @error   snapshot_mismatch — `text` does not begin with the last snapshot; `offset` is the
  ///          first byte that differs, or the size of `text` if it is shorter
  /// @error   limit_exceeded — `text` is longer than `max_snapshot_bytes`
  /// @cost    O(text); keeps a copy of the last snapshot
  Result<std::string_view> feed(std::string_view text TAGSTREAM_LIFETIMEBOUND);

  /// As `feed`, for a temporary string, which is kept: the view lives until the next feed or reset.
  template <TemporaryString S>
      Result<std::string_view> feed(S&& text) & TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(text)));
  }
  template <TemporaryString S>
  Result<std::string_view> feed(S&& text) && = delete;  // the view would dangle

  /// Forgets the last snapshot and the counters.
  void reset();

  /// The counters. `bytes_fed`: all snapshots, refused ones included. `bytes_examined`: bytes
  /// compared. `bytes_held`: the last snapshot. The others are 0.
  [[nodiscard]] Stats stats() const { return stats_; }

 private:
  /// The size of the known part of `text`: that of the last snapshot.
  Result<std::size_t> compare(std::string_view text);
  Result<std::string_view> feed_kept(std::string&& text);
  void note_held();

  std::size_t max_snapshot_bytes_;
  std::string last_;
  Stats stats_;
};

}  // namespace tagstream
