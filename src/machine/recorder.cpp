#include "machine/recorder.hpp"

#include <algorithm>
#include <utility>

namespace tagstream {

void Recorder::begin(std::uint64_t begin, std::size_t longest) {
  if (wanted_until_ <= seen_until_) seen_until_ = std::max(seen_until_, begin);  // leaves a gap
  wanted_until_ = std::max(wanted_until_, begin + longest);
}

void Recorder::collect(const Segment& segment, std::uint64_t until, KeptStrings& retired) {
  const std::uint64_t from = seen_until_;
  const std::uint64_t to = std::min(until, wanted_until_);
  seen_until_ = std::max(seen_until_, until);
  if (from >= to) return;
  if (runs_.empty() || runs_.back().end() != from) {
    runs_.push_back({from, std::make_unique<std::string>()});
  }
  append(runs_.back(), segment.slice(from, to), retired);
}

void Recorder::append(Run& run, std::string_view piece, KeptStrings& retired) {
  const std::size_t size = run.text->size() + piece.size();
  if (is_viewed_ && size > run.text->capacity()) {  // it would move
    auto moved = std::make_unique<std::string>();
    moved->reserve(2 * size);
    moved->append(*run.text);
    retired.push_back(std::exchange(run.text, std::move(moved)));
  }
  run.text->append(piece);
}

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

void Recorder::clear(KeptStrings& retired) {
  drop_before(~std::uint64_t{0}, retired);
  wanted_until_ = 0;
}

void Recorder::drop_before(std::uint64_t begin, KeptStrings& retired) {
  auto run = runs_.begin();
  while (run != runs_.end() && run->end() <= begin) {
    if (is_viewed_) retired.push_back(std::move(run->text));
    ++run;
  }
  runs_.erase(runs_.begin(), run);
  // A run of which most is wanted no more gives it back: paid for by the bytes that go.
  if (runs_.empty() || runs_.front().begin >= begin) return;
  Run& first = runs_.front();
  const auto gone = static_cast<std::size_t>(begin - first.begin);
  if (gone < first.text->size() / 2) return;
  auto rest = std::make_unique<std::string>(first.text->substr(gone));
  if (is_viewed_) {
    retired.push_back(std::exchange(first.text, std::move(rest)));
  } else {
    first.text = std::move(rest);
  }
  first.begin = begin;
}

}  // namespace tagstream
