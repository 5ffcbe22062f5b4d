#include "tagstream/snapshots.hpp"

#include <algorithm>

// Some servers send the whole text again in each step: "He", "Hello", "Hello you". The reader must
// get "He", "llo", " you". A snapshot that does not begin with the last one is an error; its offset
// is the first byte that differs. "Hallo" after "Hello" has the offset 1.

namespace tagstream {

// After "He" the snapshot "Hello" gives "llo". Only these three bytes are copied: the part that is
// known is in `last_` already.
Result<std::string_view> Snapshots::feed(std::string_view text) {
  const Result<std::size_t> known = compare(text);
  if (!known) return known.error();
  const std::string_view added = text.substr(*known);
  last_.append(added);
  note_held();
  return added;
}

// A temporary snapshot takes the place of the last one. The result points into it.
Result<std::string_view> Snapshots::feed_kept(std::string&& text) {
  const Result<std::size_t> known = compare(text);
  if (!known) return known.error();
  last_ = std::move(text);
  note_held();
  return std::string_view(last_).substr(*known);
}

void Snapshots::reset() {
  last_ = std::string();
  stats_ = {};
}

Result<std::size_t> Snapshots::compare(std::string_view text) {
  stats_.bytes_fed += text.size();
  if (text.size() > max_snapshot_bytes_) {
    return Error{Code::limit_exceeded, max_snapshot_bytes_,
                 "the snapshot is longer than max_snapshot_bytes"};
  }
  if (text.starts_with(last_)) {
    stats_.bytes_examined += last_.size();
    return last_.size();
  }
  // `starts_with` is fast but does not say which byte differs.
  const auto differs = std::mismatch(text.begin(), text.end(), last_.begin(), last_.end());
  const auto same = static_cast<std::size_t>(differs.first - text.begin());
  stats_.bytes_examined += 2 * same + (same < text.size() ? 1 : 0);
  return Error{Code::snapshot_mismatch, same, "the snapshot does not begin with the last one"};
}

void Snapshots::note_held() {
  stats_.bytes_held = last_.size();
  stats_.bytes_held_max = std::max(stats_.bytes_held_max, stats_.bytes_held);
}

}  // namespace tagstream
