#include "lex/markdown.hpp"

#include <algorithm>
#include <utility>

namespace tagstream {
namespace {

// Runs of backticks, with `hide: ["t"]` and `markdown_code` = `all`:
//
//   `` <t>a</t> ` <t>b</t> `` <t>c</t>
//       A run of two opens a span if another run of two follows on the line. The single backtick
//       does not close it, the next two do: only the last <t> counts (R55).
//   ``` a`b
//       No fence, since a backtick follows on the line (R52). `~~~ a`b` is a fence.
//      ```
//       A fence: at most three spaces may stand before it, and no tab (R50).
//   \`<t>a</t>\`
//       A span: a backslash escapes no backtick (R56).

constexpr scan::ByteSet line_ends_and_backtick = [] {
  scan::ByteSet bytes;
  for (char c : {'\n', '\r', '`'}) bytes.add(static_cast<unsigned char>(c));
  return bytes;
}();

// A search for runs reads this many bytes ahead. With `all` there is no reading ahead: the reader
// often goes back then (a tree's last closing tags), and would read them again.
constexpr std::uint64_t ahead = 4096;

}  // namespace

Markdown::Kind Markdown::follow_code(const Segment& segment, std::uint64_t to, bool cut,
                                     bool at_end, std::uint64_t longest, LexerCounters& counters) {
  if (std::exchange(passed_run_, 0) != 0) indent_ = not_at_start;  // it was cut off
  Segment code = segment;
  if (calls_only_) code.end = to;
  for (;;) {
    switch (state_) {
      case State::text:
        follow_text(segment, to, counters);
        if (run_ != 0 && (cut || at_end || position_ < to)) {
          end_run(position_ < segment.end && *segment.at(position_) == '<');
          continue;
        }
        if (position_ >= to) return Kind::plain;
        continue;
      case State::span_or_literal:
      case State::fence_or_span:
        if (!decide(segment, at_end, longest, counters)) return Kind::unknown;
        continue;
      case State::span:
        if (!follow_span(code, cut && calls_only_, counters) || position_ > to) {
          return Kind::code;
        }
        continue;
      case State::fence:
        if (follow_fence(code, counters)) {
          if (position_ > to) return Kind::code;
          continue;
        }
        if (!cut || !is_closed_before_tag(*segment.at(to))) return Kind::code;
        state_ = State::text;
        leave_line();
        continue;
    }
  }
}

// ---- text ------------------------------------------------------------------------------------

// The place of the next run from `from` on; `to` if no run begins before that. The end of the
// search is remembered, so that a text of many short pieces is searched once.
std::uint64_t Markdown::next_run(const Segment& segment, std::uint64_t from, std::uint64_t to,
                                 LexerCounters& counters) {
  no_run_before_ = std::max(no_run_before_, from);
  if (no_run_before_ < to) {
    const std::uint64_t most = calls_only_ ? std::max(to, no_run_before_ + ahead) : to;
    const char* const begin = segment.at(no_run_before_);
    const char* const found =
        scan::find_in_set(begin, segment.at(std::min(segment.end, most)), scan::run_bytes);
    counters.examined += static_cast<std::uint64_t>(found - begin);
    no_run_before_ += static_cast<std::uint64_t>(found - begin);
  }
  return std::min(to, no_run_before_);
}

// Reads up to `to`, or to the byte after a run.
void Markdown::follow_text(const Segment& segment, std::uint64_t to, LexerCounters& counters) {
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
    if (*at == '`' || indent_ <= 3) {
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
void Markdown::note_line(const char* from, const char* to) {
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

// R57: LF and CR end a line, FF does not. R54: after the `>` of a quotation no fence begins, so `>`
// is a byte like any other.
void Markdown::note_line_byte(char byte) {
  has_text_ = has_text_ || !is_blank(byte);
  if (is_line_end(byte)) {
    indent_ = 0;
  } else if (byte == ' ' && indent_ <= 3) {
    ++indent_;
  } else {
    indent_ = not_at_start;
  }
}

// A run has ended: decides what it may open. R376: a fence before any text quotes nothing, since an
// answer may stand in it.
void Markdown::end_run(bool is_before_tag) {
  const bool may_be_fence = indent_ <= 3 && run_ >= 3 && !(calls_only_ && is_before_tag);
  fence_is_first_ = !has_text_;
  has_text_ = true;
  opener_ = run_;
  run_ = 0;
  indent_ = not_at_start;
  if (run_byte_ == '`') {
    state_ = may_be_fence ? State::fence_or_span : State::span_or_literal;
  } else if (may_be_fence) {
    open_fence();
  }
}

void Markdown::pass_hidden(std::uint64_t to) {
  if (to == position_) return;
  position_ = to;
  if (state_ != State::text) leave_line();
}

// R58, R60: a tag is never code, so the first backtick of `<t a="`">b</t> `c` opens no span.
void Markdown::pass_visible(const Segment& segment, std::uint64_t to) {
  if (state_ != State::text) leave_line();
  if (position_ >= to) return;
  note_line(segment.at(position_), segment.at(to));
  position_ = to;
}

// R377: a fence in the bytes that a broken call gives back quotes the calls after it. A single run
// of backticks opens no span there.
void Markdown::follow_fences(const Segment& segment, std::uint64_t to, LexerCounters& counters) {
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
void Markdown::open_fence() {
  state_ = State::fence;
  fence_byte_ = run_byte_;
  fence_line_is_closing_ = false;
}

// Ends spans and runs on this line. An open fence goes on, but this line can't close it any more.
void Markdown::leave_line() {
  if (state_ != State::fence) state_ = State::text;
  run_ = 0;
  indent_ = not_at_start;
  fence_line_is_closing_ = false;
}

void Markdown::go_back(std::uint64_t to) {
  position_ = no_run_before_ = to;
  run_ = 0;
  indent_ = not_at_start;
  state_ = State::text;
  if (to < scouted_from_) scouted_ = 0;
}

// ---- code ------------------------------------------------------------------------------------

// `follow_span` and `follow_fence` read to the end of the code. They return false if the segment
// ends before that.
//
// A run at the end of the segment may go on in the next one, so it does not close the span yet.
// @param cut  a run at the end of the segment does not go on
bool Markdown::follow_span(const Segment& segment, bool cut, LexerCounters& counters) {
  const char* at = segment.at(position_);
  const char* const from = at;
  const char* const end = segment.at(segment.end);
  bool closed = false;
  while (at != end && !closed) {
    if (*at == '`') {
      ++run_;
      ++at;
    } else if (run_ == opener_) {
      closed = true;
    } else {
      run_ = 0;
      at = scan::find_byte(at, end, '`');
    }
  }
  counters.examined += static_cast<std::uint64_t>(at - from);
  position_ += static_cast<std::uint64_t>(at - from);
  if (!closed && !(cut && run_ == opener_)) return false;
  run_ = 0;
  state_ = State::text;
  return true;
}

// R51: in "```\n<t>a</t>\n``\n````" the last line closes the fence; the run of two is too short.
// R53: a fence that is not closed goes on to the end of the text.
bool Markdown::follow_fence(const Segment& segment, LexerCounters& counters) {
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
      closed = close_fence_line();
      indent_ = 0;
      run_ = 0;
      fence_line_is_closing_ = false;
    } else if (indent_ == not_at_start) {
      if (fence_line_is_closing_ && byte != ' ' && byte != '\t') fence_line_is_closing_ = false;
    } else if (byte == fence_byte_ && indent_ <= 3) {
      ++run_;
    } else if (is_closed_before_tag(byte)) {
      closed = true;
      leave_line();
      --at;
    } else if (run_ != 0) {
      fence_line_is_closing_ = close_fence_line() && (byte == ' ' || byte == '\t');
      indent_ = not_at_start;
    } else {
      note_line_byte(byte);
    }
  }
  counters.examined += static_cast<std::uint64_t>(at - from);
  position_ += static_cast<std::uint64_t>(at - from);
  if (closed) state_ = State::text;
  return closed;
}

// R377: a broken call may leave an open fence in the text. A run directly before the call's closing
// tag closes that fence, though its line goes on. A line end closes it as well, though it may
// belong to a marker: `\n\n<｜DSML｜ calls>` in deepseek_v41.
bool Markdown::is_closed_before_tag(char byte) const {
  if (!calls_only_) return false;
  return byte == '<' ? indent_ <= 3 && run_ >= opener_ : is_line_end(byte) && close_fence_line();
}

// True if the fence is closed when the current line ends here.
bool Markdown::close_fence_line() const {
  return fence_line_is_closing_ || (indent_ <= 3 && run_ >= opener_ && run_ != 0);
}

// ---- the rest of the line --------------------------------------------------------------------

// Decides what the run that ends at `position_` opens. Returns false if the rest of the line is
// needed and has not arrived. R323: if `longest` bytes do not decide, the run opens no span.
bool Markdown::decide(const Segment& segment, bool at_end, std::uint64_t longest,
                      LexerCounters& counters) {
  if (scouted_ <= position_) {
    scouted_ = scouted_from_ = position_;
    last_runs_.clear();
    last_backtick_ = 0;
    scout_run_ = 0;
    line_ended_ = false;
  }
  const std::uint64_t stop = position_ - opener_ + longest;
  for (;;) {
    if (state_ == State::fence_or_span && last_backtick_ > position_) {
      state_ = State::span_or_literal;
    }
    if (state_ == State::span_or_literal && run_follows(opener_)) {
      state_ = State::span;
      return true;
    }
    if (line_ended_ || scouted_ >= stop) break;
    if (!scout(segment, stop, at_end, counters)) return false;
  }
  if (!line_ended_) ++counters.limit_hits;
  if (state_ == State::fence_or_span) {
    open_fence();
  } else {
    state_ = State::text;
  }
  return true;
}

bool Markdown::run_follows(std::uint64_t length) const {
  const auto at = std::lower_bound(
      last_runs_.begin(), last_runs_.end(), length,
      [](const LastRun& run, std::uint64_t wanted) { return run.length < wanted; });
  return at != last_runs_.end() && at->length == length && at->begin >= position_;
}

// The scout reads to the end of the next run, of the line, or to `stop`. Returns false if the
// segment ends before that.
bool Markdown::scout(const Segment& segment, std::uint64_t stop, bool at_end,
                     LexerCounters& counters) {
  const char* at = segment.at(scouted_);
  const char* const from = at;
  const char* const end = segment.at(std::min(segment.end, stop));
  bool done = false;
  while (at != end && !done) {
    if (*at == '`') {
      ++scout_run_;
      ++at;
    } else if (scout_run_ != 0 || is_line_end(*at)) {
      done = true;
    } else {
      at = scan::find_in_set(at, end, line_ends_and_backtick);
    }
  }
  const auto read = static_cast<std::uint64_t>(at - from);
  counters.examined += read + 1;
  scouted_ += read;
  if (scout_run_ != 0) last_backtick_ = scouted_;
  if (at == end && at_end && scouted_ == segment.end) {
    line_ended_ = true;
    done = true;
  }
  if (done) {
    if (scout_run_ != 0) {
      note_run();
    } else {
      line_ended_ = true;
    }
  }
  return done || scouted_ >= stop;
}

// Notes a run. For each length the last run of the line is enough to tell whether one follows.
void Markdown::note_run() {
  const LastRun run{scout_run_, scouted_ - scout_run_};
  const auto at =
      std::lower_bound(last_runs_.begin(), last_runs_.end(), run.length,
                       [](const LastRun& other, std::uint64_t w) { return other.length < w; });
  if (at != last_runs_.end() && at->length == run.length) {
    at->begin = run.begin;
  } else {
    last_runs_.insert(at, run);
  }
  scout_run_ = 0;
}

}  // namespace tagstream
