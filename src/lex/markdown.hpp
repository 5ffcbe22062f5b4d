#pragma once

// Finds the Markdown code in the visible text. In code, tags are content (`markdown_code` = `all`,
// R49), or only the tags of calls are (`calls`); see docs/grammar.md. In "a `<t>b</t>` c <t>d</t>"
// with `all` the first <t> is content, and the second one counts.
//
// This class follows the visible bytes after the lexer. A run of backticks may open an inline span,
// or a fence with an info string; only the rest of the line decides. So a scout reads ahead over
// the raw bytes, once a line, and notes the last place of each run length. Until that is decided,
// text is still emitted, since it is content in both cases, but a tag waits.

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lex/lexer.hpp"

namespace tagstream {

class Markdown {
 public:
  enum class Kind : std::uint8_t {
    plain,  ///< the text is followed up to `to`, and `to` is not in code
    code,   ///< `to` lies in code: unless other rules count there, reading goes on at `position()`
    unknown,  ///< the rest of the line decides, and it has not arrived yet
  };

  /// @param calls_only  only calls are content in code; other rules count there
  explicit Markdown(bool calls_only) : calls_only_(calls_only) {}

  /// Follows the visible text from `position()` up to `to`. Code is followed to its end, unless
  /// other rules count in it.
  /// @param cut      a run of backticks ends at `to`, since a tag or marker begins there
  /// @param at_end   the text ends with the segment
  /// @param longest  the span must be decided in this many bytes from its opening run on (R323)
  Kind follow(const Segment& segment, std::uint64_t to, bool cut, bool at_end,
              std::uint64_t longest, LexerCounters& counters) {
    if (state_ != State::text || !is_plain() || !has_no_run(segment, to)) {
      return follow_code(segment, to, cut, at_end, longest, counters);
    }
    counters.examined += to - position_;
    pass_plain(segment.slice(position_, to), to);
    return Kind::plain;
  }

  /// The bytes up to `to` begin no code, and end no line.
  void skip(std::uint64_t to) { position_ = to; }

  /// The visible bytes of `text`, up to `to`, begin and end no code. Precondition: `is_plain()`,
  /// and `text` is not empty and has no backtick and no tilde.
  void pass_plain(std::string_view text, std::uint64_t to) {
    position_ = to;
    if (static_cast<unsigned char>(text.back()) > ' ') {
      indent_ = not_at_start;  // as `note_line` does, for most texts
    } else {
      note_line(text.data(), text.data() + text.size());
    }
  }

  /// The bytes up to `to` are hidden: a tag that counts, with its section. A code span can't go on
  /// across them, a fence can.
  void pass_hidden(std::uint64_t to);

  /// The bytes up to `to` are a tag or marker that stays visible: part of a line, but never code.
  void pass_visible(const Segment& segment, std::uint64_t to);

  /// R377: follows the bytes that an unclosed call gives back as text. Only fences count in them.
  void follow_fences(const Segment& segment, std::uint64_t to, LexerCounters& counters);

  /// Notes that the following text is not the first of the answer: a fence in it quotes (R376).
  void note_text() { has_text_ = true; }

  /// Starts anew: the text begins at `to`.
  void begin_at(std::uint64_t to) {
    *this = Markdown(calls_only_);
    position_ = to;
  }

  /// Goes back to `to`, where a visible tag ends. After such a tag the state is always the same.
  /// The scout's notes stay if they are of that line.
  void go_back(std::uint64_t to);

  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The place before which no backtick and no tilde stands, counted from `position()` on. Whoever
  /// has searched further may move it on.
  [[nodiscard]] std::uint64_t* no_run_before() {
    no_run_before_ = std::max(no_run_before_, position_);
    return &no_run_before_;
  }
  /// True in code that quotes the calls in it. R376: a fence at the beginning of the answer does
  /// not quote, since the answer itself may stand in it.
  [[nodiscard]] bool is_quoting() const {
    return state_ == State::span || (state_ == State::fence && !fence_is_first_);
  }
  /// True after a run that opens a fence only if no backtick follows on its line.
  [[nodiscard]] bool may_be_fence() const { return state_ == State::fence_or_span; }
  /// True if bytes other than backticks and tildes change nothing but the place in the line: not in
  /// a run of them, not while one is undecided or may close a fence, and not before any text.
  [[nodiscard]] bool is_plain() const {
    return run_ == 0 && passed_run_ == 0 && has_text_ && !is_waiting();
  }
  /// True if a run is undecided, so that bytes from `position()` on will be read again.
  [[nodiscard]] bool is_waiting() const {
    return state_ == State::span_or_literal || state_ == State::fence_or_span;
  }

 private:
  enum class State : std::uint8_t {
    text,
    span_or_literal,  // after a run that opens a span if a run of its length follows on the line
    fence_or_span,    // after a run that opens a fence if no backtick follows on the line
    span,
    fence,
  };
  struct LastRun {
    std::uint64_t length;
    std::uint64_t begin;
  };
  static constexpr std::uint8_t not_at_start = 255;

  /// True if there are bytes up to `to`, and it is soon seen that they begin no run.
  [[nodiscard]] bool has_no_run(const Segment& segment, std::uint64_t to) const {
    if (to <= position_ || no_run_before_ >= to) return to > position_;
    const std::string_view text = segment.slice(position_, to);
    return text.size() <= scan::longest_short && !scan::is_in_short(text, scan::run_bytes);
  }
  Kind follow_code(const Segment& segment, std::uint64_t to, bool cut, bool at_end,
                   std::uint64_t longest, LexerCounters& counters);
  std::uint64_t next_run(const Segment& segment, std::uint64_t from, std::uint64_t to,
                         LexerCounters& counters);
  void follow_text(const Segment& segment, std::uint64_t to, LexerCounters& counters);
  void note_line(const char* from, const char* to);
  void end_run(bool is_before_tag);
  void open_fence();
  void leave_line();
  void note_line_byte(char byte);
  bool follow_span(const Segment& segment, bool cut, LexerCounters& counters);
  bool follow_fence(const Segment& segment, LexerCounters& counters);
  [[nodiscard]] bool is_closed_before_tag(char byte) const;
  [[nodiscard]] bool close_fence_line() const;
  bool decide(const Segment& segment, bool at_end, std::uint64_t longest, LexerCounters& counters);
  bool scout(const Segment& segment, std::uint64_t stop, bool at_end, LexerCounters& counters);
  void note_run();
  [[nodiscard]] bool run_follows(std::uint64_t length) const;

  std::uint64_t position_ = 0;
  std::uint64_t no_run_before_ = 0;  // no backtick or tilde stands between `position_` and here
  std::uint64_t run_ = 0;            // length of the run being read; 0 if none
  std::uint64_t passed_run_ = 0;     // length of the run at the end of `follow_fences`; 0 if none
  std::uint64_t opener_ = 0;         // length of the run that opened the span or fence
  std::uint8_t indent_ = 0;  // spaces since the line's start; not_at_start after other bytes
  char run_byte_ = '`';
  char fence_byte_ = '`';
  State state_ = State::text;
  bool calls_only_;
  bool has_text_ = false;               // a byte other than a blank was read
  bool fence_is_first_ = false;         // the run stands before any text
  bool fence_line_is_closing_ = false;  // this line has only a run that is long enough, and blanks
  bool line_ended_ = false;             // `scout` has come to the end of the line

  std::vector<LastRun> last_runs_;  // sorted by length
  std::uint64_t scouted_from_ = 0;  // `scout` has read from here
  std::uint64_t scouted_ = 0;       // up to here
  std::uint64_t scout_run_ = 0;
  std::uint64_t last_backtick_ = 0;  // one past the last backtick that `scout` has seen; 0 if none
};

}  // namespace tagstream
