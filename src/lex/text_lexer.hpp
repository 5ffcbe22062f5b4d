#pragma once

// The lexer for visible text, which knows Markdown code. It gives all matches, and marks those that
// code makes text: in `` `<think>` <think> `` the first of two matches has `is_in_code`.
//
// A code span can keep an opener from opening. It never keeps a closer from closing: a closer of an
// element that is open counts there, too.

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/apart.hpp"
#include "lex/code_spans.hpp"
#include "lex/fences.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

class TextLexer {
 public:
  /// @param follows_fences  a match may be text since it stands in a fence: with `all` that of any
  ///                        rule, with `automatic` that of a call
  TextLexer(MarkdownCode mode, bool follows_fences) : mode_(mode) {
    if (mode != MarkdownCode::off && follows_fences) {
      fences_.make(mode == MarkdownCode::all);
    }
  }

  /// The text after the segment.
  enum class End : std::uint8_t {
    unknown,   ///< more bytes may follow
    of_lines,  ///< no more lines: code is decided, but an unfinished tag is kept as an attempt
    of_text,   ///< no more bytes: code and tags are decided
  };

  /// As `Lexer::next`. A match waits if the rest of the line decides whether it stands in code. The
  /// outcome is then `more`, and `is_waiting()` is true.
  Lexer::Outcome next(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                      End end, LexerCounters& counters, Match& match);

  /// The plain lexer, for bytes that are not visible text.
  [[nodiscard]] Lexer& plain() { return lexer_; }
  [[nodiscard]] const Lexer& plain() const { return lexer_; }

  /// The bytes up to `to` are hidden: a match that counts, with its section.
  void pass_hidden(std::uint64_t to) {
    spans_.restart(to);
    if (fences_ != nullptr) fences_->pass_hidden(to);
    if (lexer_.failed_tags() != nullptr) lexer_.failed_tags()->settle();
  }
  /// A visible tag outside of code ends at `to`. With `all` no fence begins in it.
  void pass_tag(const Segment& segment, std::uint64_t to) {
    if (mode_ == MarkdownCode::all && fences_ != nullptr) fences_->pass_visible(segment, to);
  }
  /// The bytes up to `to` are visible, and are not code.
  void pass_visible(const Segment& segment, std::uint64_t to) {
    spans_.restart(to);
    if (fences_ != nullptr) fences_->pass_visible(segment, to);
  }
  /// The bytes up to `to` are a broken call that became text. If its own closing tag ends it,
  /// no code is searched for in it.
  void pass_given_back(const Segment& segment, std::uint64_t to, bool is_closed,
                       LexerCounters& counters) {
    spans_.restart(to);
    if (fences_ == nullptr) return;
    is_closed ? fences_->pass_visible(segment, to)
              : fences_->follow_given_back(segment, to, counters);
  }
  /// Reading goes on at `from`. The bytes before it are hidden, and end no line.
  void skip(std::uint64_t from) {
    spans_.restart(from);
    if (fences_ != nullptr) fences_->skip(from);
  }

  /// The visible bytes of `text`, up to `to`, begin no tag, marker or code, and end no code.
  void pass_plain(std::string_view text, std::uint64_t to, LexerCounters& counters) {
    lexer_.restart(to);
    spans_.follow_plain(text, to, counters);
    if (fences_ != nullptr) fences_->pass_plain(text, to);
  }
  /// True if text with backticks may be passed on: they begin and end nothing but code spans.
  [[nodiscard]] bool takes_backticks() const { return fences_ == nullptr; }
  /// As `pass_plain`, where backticks may stand in the text. Precondition: `takes_backticks()`.
  void pass_backticks(std::string_view text, std::uint64_t to, LexerCounters& counters) {
    lexer_.restart(to);
    spans_.follow({text.data(), to - text.size(), to}, to, counters);
  }
  /// True if `pass_plain` may be called: only a backtick or tilde could begin or end code.
  [[nodiscard]] bool is_plain() const {
    if (is_waiting()) return false;
    return fences_ == nullptr || (fences_->is_plain() && fences_->position() == lexer_.position());
  }

  /// True in a fence that quotes the calls in it.
  [[nodiscard]] bool is_quoting() const {
    if (fences_ == nullptr || !fences_->is_inside()) return false;
    return mode_ == MarkdownCode::all || !fences_->is_first();
  }
  /// True in the fence with which the answer begins, as long as it is not known whether it quotes
  /// the calls in it.
  [[nodiscard]] bool is_undecided() const {
    const bool follows = fences_ != nullptr && mode_ == MarkdownCode::automatic;
    return follows && fences_->is_inside() && fences_->is_undecided();
  }
  /// That fence. Precondition: `is_undecided()`, now or in the machine that was copied.
  [[nodiscard]] Fences& first_fence() { return *fences_; }
  [[nodiscard]] const Fences& first_fence() const { return *fences_; }
  /// A call was read.
  void note_call() {
    if (fences_ != nullptr) fences_->note_text();
  }
  /// The prompt has ended: the answer's text begins at the current place.
  void begin_text() {
    lexer_.restart(decided());
    waiting_.reset();
    spans_.restart(lexer_.position());
    if (fences_ != nullptr) fences_->begin_at(lexer_.position());
  }

  /// The state of the code spans at the last match, which begins at `begin`, for `go_back`.
  [[nodiscard]] std::uint32_t spans_at(std::uint64_t begin) const { return spans_.state_at(begin); }
  /// Goes back to the end of a visible tag in [begin, end), which was a match before.
  void go_back(std::uint64_t begin, std::uint64_t end, std::uint32_t spans) {
    waiting_.reset();
    lexer_.restart(end);
    spans_.go_back(begin, spans);
    if (fences_ != nullptr) fences_->go_back(end);
  }

  [[nodiscard]] bool is_waiting() const { return waiting_ != nullptr; }
  /// The place from which bytes may be read again.
  [[nodiscard]] std::uint64_t decided() const {
    return is_waiting() ? waiting_->begin : lexer_.position();
  }
  /// The first byte that must stay in memory.
  [[nodiscard]] std::uint64_t keep_from() const {
    if (fences_ == nullptr || !fences_->is_waiting()) return decided();
    return std::min(decided(), fences_->position());
  }

 private:
  struct Look {  // the arguments of `next`
    const Segment& segment;
    const Scope& scope;
    std::uint64_t start_limit;
    End end;
    LexerCounters& counters;
  };
  Lexer::Outcome find(const Look& look, std::uint64_t until, Match& match);
  Lexer::Outcome next_with_fences(const Look& look, Match& match);
  Lexer::Outcome mark(const Look& look, bool is_in_fence, Match& match);
  Lexer::Outcome wait(const Match& match);
  Lexer::Outcome take_waiting(Match& match);
  bool settle_failed_tags(const Look& look);

  Lexer lexer_;
  CodeSpans spans_;
  Apart<Fences> fences_;  // null if no match is text in a fence
  Apart<Match> waiting_;  // a match that the rest of the line may put into code
  MarkdownCode mode_;
};

}  // namespace tagstream
