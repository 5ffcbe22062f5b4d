#include "fences_for_notes.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t enough_of_line = 256;
constexpr std::size_t most_fences = 10000;

}  // namespace

void FencesForNotes::feed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view part = text.substr(0, end);
    if (line_.size() < enough_of_line) line_ += part.substr(0, enough_of_line - line_.size());
    at_ += part.size();
    if (end == text.npos) return;
    ++at_;
    end_line();
    text.remove_prefix(end + 1);
  }
}

void FencesForNotes::end_line() {
  const std::string_view line = trimmed(line_);
  const char sign = line.empty() ? '\0' : line.front();
  const bool may_be_fence = sign == '`' || sign == '~';
  const std::size_t marks = may_be_fence ? std::min(line.find_first_not_of(sign), line.size()) : 0;
  const std::string_view rest = line.substr(marks);
  if (marks_ != 0) {
    if (sign == sign_ && marks >= marks_ && rest.empty()) {
      fences_.back().end = at_;
      marks_ = 0;
    }
  } else if (marks >= 3 && (sign == '~' || rest.find('`') == rest.npos)) {
    if (fences_.size() < most_fences) fences_.push_back({line_begin_, open});
    sign_ = sign;
    marks_ = marks;
  }
  line_.clear();
  line_begin_ = at_;
}

bool FencesForNotes::hold(std::uint64_t offset) const {
  const auto after =
      std::upper_bound(fences_.begin(), fences_.end(), offset,
                       [](std::uint64_t at, const Fence& fence) { return at < fence.begin; });
  return after != fences_.begin() && offset < std::prev(after)->end;
}

}  // namespace tagstream::cli
