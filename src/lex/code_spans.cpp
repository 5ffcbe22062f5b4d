#include "lex/code_spans.hpp"

#include <algorithm>
#include <cassert>

#include "base/text.hpp"
#include "scan/tags.hpp"

namespace tagstream {
namespace {

constexpr std::uint64_t farthest = 4096;  // so far the next backtick is searched for

// The runs of a line, from left to right. A run opens a span if a run of its length follows, else
// it is text. So each run may be an opener until one of its length comes. That one closes the span,
// and the runs inside the span open nothing:
//
//   `` a ` b `` c `     after the last run: two closed openers of 2, and an open one of 1
//
// At a tag, a span stands around it if a run of the length of any open opener follows.

// The place after the last member of `set` in [from, end); `from` if there is none.
const char* after_last(const char* from, const char* end, const scan::ByteSet& set) {
  constexpr std::ptrdiff_t word = sizeof(std::uint64_t);
  while (end - from >= word && !set.is_in(scan::load_word<std::uint64_t>(end - word))) end -= word;
  while (end != from && !set.has(static_cast<unsigned char>(end[-1]))) --end;
  return end;
}

}  // namespace

// LF and CR end a line. A backslash before a backtick is a byte like any other.
void CodeSpans::read(const Segment& segment, std::uint64_t to, LexerCounters& counters) {
  if (is_idle()) position_ = std::max(position_, segment.begin);  // `follow_plain` left it behind
  if (to <= position_) return;
  assert(position_ >= segment.begin);
  constexpr std::uint64_t few = 256;  // of so few bytes each is searched
  if (is_idle() && to - position_ <= few) {
    const std::uint64_t until = std::min(segment.end, position_ + farthest);
    const std::string_view text = segment.slice(position_, until);
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const bool is_clear =
        text.size() <= scan::longest_short && !scan::is_in_short(text, scan::backtick);
    const char* const found = is_clear ? end : scan::find_byte(begin, end, '`');
    counters.examined += static_cast<std::uint64_t>(found - begin);
    position_ += static_cast<std::uint64_t>(found - begin);
    if (position_ >= to) return;
  }
  const char* const from = segment.at(position_);
  const char* const end = segment.at(to);
  position_ = to;
  // Few last lines have a backtick. Most lines are short, and one search backwards says so. In a
  // longer line a search forwards is faster.
  const char* const near = from + few < end ? end - few : from;
  const char* at = after_last(near, end, scan::line_ends_and_backtick);
  counters.examined += static_cast<std::uint64_t>(end - at) + 1;
  if (at == near && near != from) {
    const char* const found = scan::find_byte(from, near, '`');
    counters.examined += static_cast<std::uint64_t>(found - from);
    if (found == near && is_idle()) return;
    at = after_last(from, near, scan::line_ends_and_backtick);
    counters.examined += static_cast<std::uint64_t>(near - at);
  }
  if (at == from || at[-1] != '`') {
    if (line_ != nullptr) at == from ? line_->end_run() : line_->forget();
    return;
  }
  const char* const last = at;
  at = after_last(from, last, scan::line_ends);
  counters.examined += static_cast<std::uint64_t>(last - at) + static_cast<std::uint64_t>(end - at);
  if (at != from && line_ != nullptr) line_->forget();
  if (line_ == nullptr) line_.make();
  while (at != end) {
    if (*at == '`') {
      ++line_->run;
      ++at;
      continue;
    }
    line_->end_run();
    at = scan::find_byte(at, end, '`');
  }
}

// `` `a`` <t> `` has an opener of 1 and an opener of 2, and <t> stands in the span of the
// latter.
void CodeSpans::Line::end_run() {
  const std::uint64_t length = run;
  run = 0;
  if (length == 0 || length > longest_run) return;
  const std::uint8_t own = order[length];
  if (own == 0) {
    order[length] = ++count;
    return;
  }
  for (std::uint8_t& other : order) {
    if (other >= own) other = 0;
  }
  count = static_cast<std::uint8_t>(own - 1);
}

// With runs on the line: three bits for each run, in their order, and above that their number.
// Without: 16 times the number of bytes from `at` on that have no backtick, as far as is known. So
// these bytes are not searched again when reading goes back.
std::uint32_t CodeSpans::state_at(std::uint64_t at) const {
  if (is_idle()) {
    const std::uint64_t clear = position_ > at ? position_ - at : 0;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(clear, farthest)) << 4U;
  }
  std::uint32_t runs = line_->count;
  for (std::uint32_t length = 1; length <= longest_run; ++length) {
    const std::uint8_t order = line_->order[length];
    if (order != 0) runs |= (length - 1) << (1U + 3U * order);
  }
  return runs;
}

void CodeSpans::go_back(std::uint64_t at, std::uint32_t state) {
  restart(at);
  const std::uint32_t count = state & 15U;
  position_ = count == 0 ? at + (state >> 4U) : at;
  if (count == 0) return;
  line_->count = static_cast<std::uint8_t>(count);
  for (std::uint8_t order = 1; order <= count; ++order) {
    line_->order[(state >> (1U + 3U * order) & 7U) + 1] = order;
  }
}

// In `` ` <t a="`"> `` the span began first, and ends in the attribute.
CodeSpans::Place CodeSpans::look(const Segment& segment, std::uint64_t at, bool at_end,
                                 std::uint64_t longest, LexerCounters& counters) {
  if (is_idle()) return Place::outside;
  line_->end_run();
  if (line_->count == 0) return Place::outside;
  Ahead& ahead = line_->ahead;
  const bool is_of_line =
      ahead.from <= at && (at < ahead.until || (at == ahead.until && !ahead.is_whole));
  if (!is_of_line) {
    ahead = {};
    ahead.from = ahead.until = at;
  }
  const std::uint64_t stop = longest > ~at ? ~std::uint64_t{0} : at + longest;
  for (;;) {
    if (line_->is_closed_after(at)) return Place::inside;
    if (ahead.is_whole) return Place::outside;
    if (ahead.until >= stop) {
      ++counters.limit_hits;
      return Place::outside;
    }
    if (!read_ahead(ahead, segment, stop, at_end, counters)) return Place::unknown;
  }
}

bool CodeSpans::Line::is_closed_after(std::uint64_t at) const {
  for (std::size_t length = 1; length <= longest_run; ++length) {
    if (order[length] != 0 && ahead.last[length] > at) return true;
  }
  return false;
}

CodeSpans::Quoted* CodeSpans::find_quoted(std::uint64_t name) const {
  if (line_ == nullptr) return nullptr;
  Quoted* const begin = line_->quoted.data();
  Quoted* const end = begin + line_->quoted_names;
  Quoted* const found =
      std::find_if(begin, end, [&](const Quoted& one) { return one.name == name; });
  return found == end ? nullptr : found;
}

// In an element <t>: of `` use `<t>a</t>` here`` neither tag counts, and of `` `<t>` and `</t>` ``
// neither.
void CodeSpans::add_quoted(std::uint64_t name) {
  Quoted* known = find_quoted(name);
  if (known == nullptr && line_->quoted_names < most_names) {
    known = &line_->quoted[line_->quoted_names++];
    *known = {name, 0};
  }
  if (known != nullptr) ++known->count;
}

bool CodeSpans::has_quoted(std::uint64_t name) const {
  const Quoted* const known = find_quoted(name);
  return known != nullptr && known->count != 0;
}

void CodeSpans::take_quoted(std::uint64_t name) { --find_quoted(name)->count; }

// Reads to the end of the next run, to the end of the line, or to `stop`. Returns false if the
// segment ends before that.
bool CodeSpans::read_ahead(Ahead& ahead, const Segment& segment, std::uint64_t stop, bool at_end,
                           LexerCounters& counters) {
  const char* at = segment.at(ahead.until);
  const char* const from = at;
  const char* const end = segment.at(std::min(segment.end, stop));
  bool has_ended = false;
  while (at != end && !has_ended) {
    if (*at == '`') {
      ++ahead.run;
      ++at;
    } else if (ahead.run != 0 || is_line_end(*at)) {
      has_ended = true;
    } else {
      at = scan::find_in_set(at, end, scan::line_ends_and_backtick);
    }
  }
  const auto read = static_cast<std::uint64_t>(at - from);
  counters.examined += read + 1;
  ahead.until += read;
  const bool ends_text = at_end && ahead.until == segment.end && ahead.until < stop;
  if (!has_ended && !ends_text) return ahead.until >= stop;
  if (ahead.run == 0) {
    ahead.is_whole = true;
  } else {
    if (ahead.run <= longest_run) ahead.last[ahead.run] = ahead.until;
    ahead.run = 0;
  }
  return true;
}

}  // namespace tagstream
