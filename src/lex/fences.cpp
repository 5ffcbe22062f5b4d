#include "lex/fences.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "scan/tags.hpp"

namespace tagstream {
namespace {

// Runs at the start of a line:
//
//   ``` a`b
//       No fence, since a backtick follows on the line. `~~~ a`b` is a fence.
//      ```
//       A fence: at most three spaces may stand before it, and no tab.

// A search for runs reads this many bytes ahead.
constexpr std::uint64_t ahead = 4096;

}  // namespace

Fences::Kind Fences::follow_fences(const Segment& segment, std::uint64_t to, bool cut, bool at_end,
                                   std::uint64_t longest, LexerCounters& counters) {
  if (std::exchange(passed_run_, 0) != 0) indent_ = not_at_start;  // it was cut off
  Segment text = segment;
  if (!quotes_all_) text.end = to;
  for (;;) {
    switch (state_) {
      case State::text:
        follow_text(segment, to, counters);
        if (run_ != 0 && (cut || at_end || position_ < to)) {
          end_run(position_ < segment.end && *segment.at(position_) == '<');
          continue;
        }
        if (position_ >= to) return Kind::outside;
        continue;
      case State::maybe_fence:
        if (!decide(segment, at_end, longest, counters)) return Kind::unknown;
        continue;
      case State::fence:
        if (follow_fence(text, counters)) {
          if (position_ > to) return Kind::inside;
          continue;
        }
        if (!cut) return Kind::inside;
        if (!is_closed_before_tag(*segment.at(to))) {
          note_inner(*segment.at(to));
          return Kind::inside;
        }
        leave_line();
        if (position_ < open_until_) return Kind::inside;
        close_fence();
        continue;
    }
  }
}

// ---- text ------------------------------------------------------------------------------------

// The place of the next run from `from` on; `to` if no run begins before that. The end of the
// search is remembered, so that a text of many short pieces is searched once.
std::uint64_t Fences::next_run(const Segment& segment, std::uint64_t from, std::uint64_t to,
                               LexerCounters& counters) {
  no_run_before_ = std::max(no_run_before_, from);
  if (no_run_before_ < to) {
    const std::uint64_t most = std::max(to, no_run_before_ + ahead);
    const char* const begin = segment.at(no_run_before_);
    const char* const found =
        scan::find_in_set(begin, segment.at(std::min(segment.end, most)), scan::run_bytes);
    counters.examined += static_cast<std::uint64_t>(found - begin);
    no_run_before_ += static_cast<std::uint64_t>(found - begin);
  }
  return std::min(to, no_run_before_);
}

// Reads up to `to`, or to the byte after a run.
void Fences::follow_text(const Segment& segment, std::uint64_t to, LexerCounters& counters) {
  const char* at = segment.at(position_);
  const char* const from = at;
  const char* const end = segment.at(to);
  while (at < end) {
    if (run_ != 0) {
      if (*at != run_byte_) break;
      ++run_;
      ++at;
      continue;
    }
    const char* const run = segment.at(
        next_run(segment, position_ + static_cast<std::uint64_t>(at - from), to, counters));
    note_line(at, run);
    at = run;
    if (at == end) break;
    if (indent_ <= 3) {
      run_byte_ = *at;
      run_ = 1;
    } else {
      note_line_byte(*at);
    }
    ++at;
  }
  const auto read = static_cast<std::uint64_t>(at - from);
  counters.examined += read;
  position_ += read;
}

// As `note_line_byte` for each byte, but reads only the end. The indent depends on the spaces at
// the end alone: `x\n  ` leaves an indent of 2, and `x  ` leaves `not_at_start`.
void Fences::note_line(const char* from, const char* to) {
  has_text_ = has_text_ || std::any_of(from, to, [](char byte) { return !is_blank(byte); });
  const char* at = to;
  while (at != from && to - at <= 3 && at[-1] == ' ') --at;
  const auto spaces = static_cast<std::uint8_t>(to - at);
  if (at == from) {
    indent_ = indent_ + spaces > 4 ? not_at_start : static_cast<std::uint8_t>(indent_ + spaces);
  } else {
    indent_ = is_line_end(at[-1]) ? spaces : not_at_start;
  }
}

// LF and CR end a line, FF does not. After the `>` of a quotation no fence begins, so `>`
// is a byte like any other.
void Fences::note_line_byte(char byte) {
  has_text_ = has_text_ || !is_blank(byte);
  if (is_line_end(byte)) {
    indent_ = 0;
  } else if (byte == ' ' && indent_ <= 3) {
    ++indent_;
  } else {
    indent_ = not_at_start;
  }
}

// A run at the start of a line has ended: decides whether it may open a fence. A fence before
// any text is marked, since an answer may stand in it. Directly before a `<` it opens none.
void Fences::end_run(bool is_before_tag) {
  const bool may_open = run_ >= 3 && (quotes_all_ || !is_before_tag);
  fence_is_first_ = !has_text_;
  has_text_ = true;
  opener_ = run_;
  run_ = 0;
  indent_ = not_at_start;
  if (!may_open) return;
  if (run_byte_ == '`') {
    state_ = State::maybe_fence;
    read_ahead_ = position_;
  } else {
    open_fence();
  }
}

void Fences::pass_hidden(std::uint64_t to) {
  if (to == position_) return;
  position_ = to;
  if (state_ != State::text) leave_line();
}

void Fences::pass_visible(const Segment& segment, std::uint64_t to) {
  if (state_ != State::text) leave_line();
  if (position_ >= to) return;
  note_line(segment.at(position_), segment.at(to));
  position_ = to;
}

// A fence in the bytes that a broken call gives back quotes the calls after it.
void Fences::follow_given_back(const Segment& segment, std::uint64_t to, LexerCounters& counters) {
  Segment passed = segment;
  passed.end = to;
  while (position_ < to) {
    if (state_ == State::fence) {
      follow_fence(passed, counters);
      continue;
    }
    const char byte = *segment.at(position_);
    const bool is_of_run =
        (byte == '`' || byte == '~') && indent_ <= 3 && (passed_run_ == 0 || byte == run_byte_);
    if (is_of_run) {
      run_byte_ = byte;
      ++passed_run_;
      has_text_ = true;
    } else {
      if (passed_run_ >= 3 && byte != '<') {
        run_ = std::exchange(passed_run_, 0);
        end_run(false);
        open_fence();
        continue;
      }
      if (passed_run_ != 0) indent_ = not_at_start;
      passed_run_ = 0;
      note_line_byte(byte);
    }
    ++position_;
  }
}

// The run that was read last opens a fence.
void Fences::open_fence() {
  state_ = State::fence;
  fence_byte_ = run_byte_;
  fence_line_is_closing_ = false;
  has_inner_ = false;
}

void Fences::close_fence() {
  state_ = State::text;
  if (fence_is_first_) first_end_ = std::min(first_end_, position_);
}

// Ends runs on this line. An open fence goes on, but this line can't close it any more.
void Fences::leave_line() {
  if (state_ != State::fence) state_ = State::text;
  run_ = 0;
  indent_ = not_at_start;
  fence_line_is_closing_ = false;
}

// ---- fences ----------------------------------------------------------------------------------

// Reads to the end of the fence. Returns false if the segment ends before that.
//
// In "```\n<t>a</t>\n``\n````" the last line closes the fence; the run of two is too short.
// A fence that is not closed goes on to the end of the text.
bool Fences::follow_fence(const Segment& segment, LexerCounters& counters) {
  const char* at = segment.at(position_);
  const char* const from = at;
  const char* const end = segment.at(segment.end);
  bool closed = false;
  while (at != end && !closed) {
    if (run_ == 0) {  // only a run can close the fence
      const char* const run = segment.at(next_run(
          segment, position_ + static_cast<std::uint64_t>(at - from), segment.end, counters));
      note_line(at, run);
      at = run;
      if (at == end) break;
    }
    const char byte = *at++;
    if (is_line_end(byte)) {
      closed =
          close_fence_line() && position_ + static_cast<std::uint64_t>(at - from) >= open_until_;
      indent_ = 0;
      run_ = 0;
      fence_line_is_closing_ = false;
    } else if (indent_ == not_at_start) {
      if (fence_line_is_closing_ && byte != ' ' && byte != '\t') fence_line_is_closing_ = false;
    } else if (byte == fence_byte_ && indent_ <= 3) {
      ++run_;
    } else if (is_closed_before_tag(byte)) {
      leave_line();
      closed = position_ + static_cast<std::uint64_t>(at - from) > open_until_;
      if (closed) --at;
    } else if (run_ != 0) {
      fence_line_is_closing_ = close_fence_line() && (byte == ' ' || byte == '\t');
      note_inner(byte);
      indent_ = not_at_start;
    } else {
      note_line_byte(byte);
    }
  }
  counters.examined += static_cast<std::uint64_t>(at - from);
  position_ += static_cast<std::uint64_t>(at - from);
  if (closed) close_fence();
  return closed;
}

// A broken call may leave an open fence in the text. A run directly before the call's closing
// tag closes that fence, though its line goes on. A line end closes it as well, though it may
// belong to a marker: `\n\n<｜DSML｜ calls>` in deepseek_v41. A call of deepseek_v3 that the fence
// quotes has a fence of its own, and the run before its closing marker ends that one.
bool Fences::is_closed_before_tag(char byte) {
  if (quotes_all_) return false;
  if (byte != '<') return is_line_end(byte) && close_fence_line();
  if (indent_ > 3 || run_ < opener_) return false;
  if (!std::exchange(has_inner_, false)) return true;
  leave_line();
  return false;
}

// True if the fence is closed when the current line ends here.
bool Fences::close_fence_line() const {
  return fence_line_is_closing_ || (indent_ <= 3 && run_ >= opener_ && run_ != 0);
}

// Decides whether the run that ends at `position_` opens a fence: no backtick may follow on its
// line. Returns false if the rest of the line is needed and has not arrived. If `longest` bytes do
// not decide, it opens one.
bool Fences::decide(const Segment& segment, bool at_end, std::uint64_t longest,
                    LexerCounters& counters) {
  const std::uint64_t from = position_ - opener_;
  const std::uint64_t stop = longest > ~from ? ~std::uint64_t{0} : from + longest;
  const std::uint64_t until = std::max(read_ahead_, std::min(segment.end, stop));
  const char* const begin = segment.at(read_ahead_);
  const char* const found =
      scan::find_in_set(begin, segment.at(until), scan::line_ends_and_backtick);
  counters.examined += static_cast<std::uint64_t>(found - begin) + 1;
  read_ahead_ += static_cast<std::uint64_t>(found - begin);
  if (read_ahead_ != until) {
    *found == '`' ? leave_line() : open_fence();
    return true;
  }
  if (until >= stop) {
    ++counters.limit_hits;
  } else if (!at_end) {
    return false;
  }
  open_fence();
  return true;
}

}  // namespace tagstream
