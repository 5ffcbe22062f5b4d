#pragma once

// The lexer for visible text, which knows Markdown code. With `markdown_code` = `all` it leaves out
// the matches in code. With `calls` it gives all matches and marks the openers of calls in code: in
// `` `<tool_call>` <think> `` the first of two matches has `is_in_code`.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "lex/lexer.hpp"
#include "lex/markdown.hpp"

namespace tagstream {

class TextLexer {
 public:
  explicit TextLexer(MarkdownCode mode) {
    if (mode != MarkdownCode::off) code_ = std::make_unique<Code>(mode == MarkdownCode::calls);
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

  /// The bytes of a match, which ends at `to`, are hidden.
  void pass_hidden(std::uint64_t to) {
    if (code_ != nullptr) code_->markdown.pass_hidden(to);
    if (lexer_.failed_tags() != nullptr) lexer_.failed_tags()->settle();
  }
  /// The bytes of a match, which ends at `to`, are visible. With `calls` code may go on across
  /// them.
  void pass_tag(const Segment& segment, std::uint64_t to) {
    if (code_ != nullptr && !code_->calls_only) code_->markdown.pass_visible(segment, to);
  }
  /// The bytes up to `to` are visible, and are not code.
  void pass_visible(const Segment& segment, std::uint64_t to) {
    if (code_ != nullptr) code_->markdown.pass_visible(segment, to);
  }
  /// The bytes up to `to` are a broken call that became text. R377: if its own closing tag ends it,
  /// no code is searched for in it.
  void pass_given_back(const Segment& segment, std::uint64_t to, bool is_closed,
                       LexerCounters& counters) {
    if (code_ == nullptr) return;
    if (is_closed || !code_->calls_only) {
      code_->markdown.pass_visible(segment, to);
    } else {
      code_->markdown.follow_fences(segment, to, counters);
    }
  }
  /// Reading goes on at `from`. The bytes before it are hidden, and end no line.
  void skip(std::uint64_t from) {
    if (code_ != nullptr) code_->markdown.skip(from);
  }

  /// The visible bytes of `text`, up to `to`, begin no tag, marker or code, and end no code.
  void pass_plain(std::string_view text, std::uint64_t to) {
    lexer_.restart(to);
    if (code_ != nullptr) code_->markdown.pass_plain(text, to);
  }
  /// True if `pass_plain` may be called: only a backtick or tilde could begin or end code.
  [[nodiscard]] bool is_plain() const {
    if (code_ == nullptr) return true;
    return !code_->waiting && code_->markdown.is_plain() &&
           code_->markdown.position() == lexer_.position();
  }

  /// True in code that quotes the calls in it.
  [[nodiscard]] bool is_quoting() const { return code_ != nullptr && code_->markdown.is_quoting(); }
  /// A call was read.
  void note_call() {
    if (code_ != nullptr) code_->markdown.note_text();
  }
  /// The prompt has ended: the answer's text begins at the current place.
  void begin_text() {
    if (code_ == nullptr) return;
    lexer_.restart(decided());
    code_->waiting.reset();
    code_->markdown.begin_at(lexer_.position());
  }

  /// Goes back to `to`, the end of an earlier match that is visible.
  void go_back(std::uint64_t to) {
    if (code_ != nullptr) {
      code_->waiting.reset();
      code_->markdown.go_back(to);
    }
    lexer_.restart(to);
  }

  [[nodiscard]] bool is_waiting() const { return code_ != nullptr && code_->waiting; }
  /// The place from which bytes may be read again.
  [[nodiscard]] std::uint64_t decided() const {
    return is_waiting() ? code_->waiting->begin : lexer_.position();
  }
  /// The first byte that must stay in memory.
  [[nodiscard]] std::uint64_t keep_from() const {
    if (code_ == nullptr || !code_->markdown.is_waiting()) return decided();
    return std::min(decided(), code_->markdown.position());
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
  Markdown::Kind follow(const Look& look, Lexer::Outcome outcome, std::uint64_t to);
  Lexer::Outcome next_marking_calls(const Look& look, Match& match);
  Lexer::Outcome next_outside_code(const Look& look, Match& match);
  bool settle_failed_tags(const Look& look);

  struct Code {
    explicit Code(bool only) : calls_only(only), markdown(only) {}
    const bool calls_only;  // all matches count but those of calls
    Markdown markdown;
    std::optional<Match> waiting;  // a match that the rest of the line may put into code
  };

  Lexer lexer_;
  std::unique_ptr<Code> code_;  // null with `markdown_code` = `off`
};

}  // namespace tagstream
