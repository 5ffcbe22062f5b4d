#include "machine/recorder.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tagstream {

// Each section collects at most `longest` bytes: with `max_section_bytes` = 3 the bytes
// [begin, begin + 3). Bytes that no section collects leave a gap between two runs.
void Recorder::begin(std::uint64_t begin, std::size_t longest) {
  if (wanted_until_ <= seen_until_) seen_until_ = std::max(seen_until_, begin);  // leaves a gap
  wanted_until_ = std::max(wanted_until_, begin + longest);
}

// Fed with `a<b>c` and `d</b>`, a run begins at the `c` and gets `d` in the second feed.
void Recorder::collect(const Segment& segment, std::uint64_t until, KeptStrings& retired) {
  const std::uint64_t from = seen_until_;
  const std::uint64_t to = std::min(until, wanted_until_);
  seen_until_ = std::max(seen_until_, until);
  if (from >= to) return;
  if (runs_.empty() || runs_.back().end() != from) {
    runs_.emplace_back(from, "");
  }
  append(runs_.back(), segment.slice(from, to), retired);
}

void Recorder::append(Run& run, std::string_view piece, KeptStrings& retired) {
  const std::size_t size = run.text->size() + piece.size();
  if (is_viewed_ && size > run.text->capacity()) {  // growing would move the viewed bytes
    retired.push_back(run.text.take());
    run.text.make().reserve(2 * size);
    run.text->append(*retired.back());
  }
  run.text->append(piece);
}

// The raw text. A run that a view points to is moved to `retired` before it grows.
std::string_view Recorder::content(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return {};
  const auto after =
      std::upper_bound(runs_.begin(), runs_.end(), begin,
                       [](std::uint64_t at, const Run& run) { return at < run.begin; });
  if (after == runs_.begin()) return {};
  const Run& run = *(after - 1);
  is_viewed_ = true;
  return std::string_view(*run.text).substr(static_cast<std::size_t>(begin - run.begin),
                                            static_cast<std::size_t>(end - begin));
}

void Recorder::end(std::uint64_t from, std::uint64_t to, KeptStrings& retired) {
  if (to == no_more) wanted_until_ = from;
  if (from >= to) return;
  const auto after =
      std::lower_bound(runs_.begin(), runs_.end(), to,
                       [](const Run& run, std::uint64_t at) { return run.begin < at; });
  auto index = static_cast<std::size_t>(after - runs_.begin());
  while (index > 0 && runs_[index - 1].end() > from) drop(--index, from, to, retired);
}

// Removes the bytes from `from` to `to` from a run. The other bytes are copied, so this is done
// only if at least half of the run is removed.
void Recorder::drop(std::size_t index, std::uint64_t from, std::uint64_t to, KeptStrings& retired) {
  Run& run = runs_[index];
  from = std::max(from, run.begin);
  to = std::min(to, run.end());
  if (to - from < run.text->size() / 2) return;
  const std::string_view text = *run.text;
  const std::string_view head = text.substr(0, static_cast<std::size_t>(from - run.begin));
  const std::string_view tail = text.substr(static_cast<std::size_t>(to - run.begin));
  std::vector<Run> kept;
  if (!head.empty()) kept.emplace_back(run.begin, head);
  if (!tail.empty()) kept.emplace_back(to, tail);
  if (is_viewed_) retired.push_back(run.text.take());
  const auto place = runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(index));
  runs_.insert(place, std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
}

}  // namespace tagstream
