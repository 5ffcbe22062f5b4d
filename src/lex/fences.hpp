#pragma once

// Follows the fenced code blocks of the visible text. In a fence the openers of calls are content
// (`markdown_code` = `auto`), or all openers are (`all`); see docs/grammar.md.
//
//   a\n```\n<t>b</t>\n```\nc     a fence stands around <t>
//   ``` a`b                      no fence, since a backtick follows on the line
//
// This class follows the visible bytes after the lexer. A run of backticks at the start of a line
// may open a fence; only the rest of the line decides. Until that is decided, text is still
// emitted, since it is content in both cases, but a tag waits.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string_view>

#include "base/text.hpp"
#include "lex/segment.hpp"
#include "scan/tags.hpp"

namespace tagstream {

class Fences {
 public:
  /// @param quotes_all  all tags are content in a fence, so a fence is followed to its end
  explicit Fences(bool quotes_all) : quotes_all_(quotes_all) {}

  enum class Kind : std::uint8_t {
    outside,
    inside,
    unknown,  ///< the rest of the line decides, and it has not arrived yet
  };

  /// Follows the visible text from `position()` up to `to`, and says whether `to` lies in a fence.
  /// With `quotes_all` a fence around `to` is followed to its end.
  /// @param cut      a run ends at `to`, since a tag or marker begins there
  /// @param at_end   the text ends with the segment
  /// @param longest  the opening line must be decided in this many bytes from its run on
  Kind follow(const Segment& segment, std::uint64_t to, bool cut, bool at_end,
              std::uint64_t longest, LexerCounters& counters) {
    if (state_ != State::text || !is_plain() || !has_no_run(segment, to)) {
      return follow_fences(segment, to, cut, at_end, longest, counters);
    }
    counters.examined += to - position_;
    pass_plain(segment.slice(position_, to), to);
    return Kind::outside;
  }

  /// The bytes up to `to` begin no fence, and end no line.
  void skip(std::uint64_t to) { position_ = to; }

  /// The visible bytes of `text`, up to `to`, begin and end no fence. Precondition: `is_plain()`,
  /// and `text` is not empty and has no backtick and no tilde.
  void pass_plain(std::string_view text, std::uint64_t to) {
    assert(is_plain());
    position_ = to;
    if (static_cast<unsigned char>(text.back()) > ' ') {
      indent_ = not_at_start;  // as `note_line` does, for most texts
    } else {
      note_line(text.data(), text.data() + text.size());
    }
  }

  /// The bytes up to `to` are hidden: a tag that counts, with its section. A fence goes on across
  /// them.
  void pass_hidden(std::uint64_t to);

  /// The bytes up to `to` are visible: part of a line, but they begin no fence.
  void pass_visible(const Segment& segment, std::uint64_t to);

  /// Follows the bytes that an unclosed call gives back as text.
  void follow_given_back(const Segment& segment, std::uint64_t to, LexerCounters& counters);

  /// Goes back to `to`, the end of a visible tag that counts. There no fence is open.
  void go_back(std::uint64_t to) {
    begin_at(to);
    indent_ = not_at_start;
    has_text_ = true;
  }

  /// Notes that the following text is not the first of the answer: a fence in it quotes.
  void note_text() { has_text_ = true; }

  /// Starts anew: the text begins at `to`.
  void begin_at(std::uint64_t to) {
    *this = Fences(quotes_all_);
    position_ = to;
  }

  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The place before which no backtick and no tilde stands, counted from `position()` on. Whoever
  /// has searched further may move it on.
  [[nodiscard]] std::uint64_t* no_run_before() {
    no_run_before_ = std::max(no_run_before_, position_);
    return &no_run_before_;
  }
  /// True in a fence, also in one that quotes nothing.
  [[nodiscard]] bool is_inside() const { return state_ == State::fence; }
  /// True in the fence with which the answer begins. It quotes no calls if the answer itself
  /// stands in it, which is known only if no text follows the fence.
  [[nodiscard]] bool is_first() const { return fence_is_first_; }
  /// True in that fence, as long as it is not known whether it quotes.
  [[nodiscard]] bool is_undecided() const { return fence_is_first_ && !first_is_decided_; }
  /// Says that this fence quotes no calls.
  void let_first_count() { first_is_decided_ = true; }
  /// Says that this fence quotes, and does not end before `end`, whatever stands in its calls.
  void let_first_quote(std::uint64_t end) {
    fence_is_first_ = false;
    open_until_ = end;
  }
  /// Where that fence has ended; `no_end` if it has not.
  [[nodiscard]] std::uint64_t first_end() const { return first_end_; }
  static constexpr std::uint64_t no_end = ~std::uint64_t{0};
  /// True if bytes other than backticks and tildes change nothing but the place in the line: not in
  /// a run of them, not while one is undecided or may close a fence, and not before any text.
  [[nodiscard]] bool is_plain() const {
    return run_ == 0 && passed_run_ == 0 && has_text_ && !is_waiting();
  }
  /// True after a run that opens a fence only if no backtick follows on its line.
  [[nodiscard]] bool is_waiting() const { return state_ == State::maybe_fence; }

 private:
  enum class State : std::uint8_t {
    text,
    maybe_fence,  // after a run that opens a fence if no backtick follows on the line
    fence,
  };
  static constexpr std::uint8_t not_at_start = 255;

  /// True if there are bytes up to `to`, and it is soon seen that they begin no run.
  [[nodiscard]] bool has_no_run(const Segment& segment, std::uint64_t to) const {
    if (to <= position_ || no_run_before_ >= to) return to > position_;
    const std::string_view text = segment.slice(position_, to);
    return text.size() <= scan::longest_short && !scan::is_in_short(text, scan::run_bytes);
  }
  Kind follow_fences(const Segment& segment, std::uint64_t to, bool cut, bool at_end,
                     std::uint64_t longest, LexerCounters& counters);
  std::uint64_t next_run(const Segment& segment, std::uint64_t from, std::uint64_t to,
                         LexerCounters& counters);
  void follow_text(const Segment& segment, std::uint64_t to, LexerCounters& counters);
  void note_line(const char* from, const char* to);
  void end_run(bool is_before_tag);
  void open_fence();
  void leave_line();
  void note_line_byte(char byte);
  void close_fence();
  bool follow_fence(const Segment& segment, LexerCounters& counters);
  [[nodiscard]] bool is_closed_before_tag(char byte);
  /// A run with a word after it begins an inner fence.
  void note_inner(char byte) {
    const bool is_run = run_ >= opener_ && run_ != 0 && indent_ <= 3;
    has_inner_ = has_inner_ || (is_run && !is_blank(byte) && byte != '<');
  }
  [[nodiscard]] bool close_fence_line() const;
  bool decide(const Segment& segment, bool at_end, std::uint64_t longest, LexerCounters& counters);

  std::uint64_t position_ = 0;
  std::uint64_t no_run_before_ = 0;   // no backtick or tilde stands between `position_` and here
  std::uint64_t run_ = 0;             // length of the run being read; 0 if none
  std::uint64_t passed_run_ = 0;      // length of the run at the end of what was given back
  std::uint64_t opener_ = 0;          // length of the run that opened the fence
  std::uint64_t open_until_ = 0;      // no fence ends before this place
  std::uint64_t first_end_ = no_end;  // of the fence with which the answer begins
  std::uint64_t read_ahead_ = 0;      // `decide` has read the opening line up to here
  std::uint8_t indent_ = 0;  // spaces since the line's start; not_at_start after other bytes
  char run_byte_ = '`';
  char fence_byte_ = '`';
  State state_ = State::text;
  bool quotes_all_;
  bool has_text_ = false;               // a byte other than a blank was read
  bool fence_is_first_ = false;         // the run stands before any text
  bool first_is_decided_ = false;       // that fence is known not to quote
  bool fence_line_is_closing_ = false;  // this line has only a run that is long enough, and blanks
  bool has_inner_ = false;              // a run with a word after it stands in the fence
};

}  // namespace tagstream
