#pragma once

// The lexer in visible text: the same matches, without those in Markdown code. Or, if only calls do
// not count there, with a mark at openers of calls in code: in `` `<tool_call>` <think> `` all
// matches are there, and the first `is_in_code`.

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

  /// What follows the segment.
  enum class End : std::uint8_t {
    unknown,   ///< more, perhaps
    of_lines,  ///< nothing: code is decided, but a tag that is cut off is kept as an attempt
    of_text,   ///< nothing: all is decided
  };

  /// As `Lexer::next`. A match that the rest of the line may put into code is kept back: then the
  /// outcome is `more`, and `is_waiting()`.
  Lexer::Outcome next(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                      End end, LexerCounters& counters, Match& match);

  /// The lexer itself, for what is no visible text.
  [[nodiscard]] Lexer& plain() { return lexer_; }
  [[nodiscard]] const Lexer& plain() const { return lexer_; }

  /// The bytes up to `to`, a match, are not visible.
  void pass_hidden(std::uint64_t to) {
    if (code_ != nullptr) code_->markdown.pass_hidden(to);
    if (lexer_.failed_tags() != nullptr) lexer_.failed_tags()->settle();
  }
  /// The bytes up to `to`, a match, are visible. Code may go on in them if only calls do not count
  /// there.
  void pass_tag(const Segment& segment, std::uint64_t to) {
    if (code_ != nullptr && !code_->calls_only) code_->markdown.pass_visible(segment, to);
  }
  /// The bytes up to `to` are visible, and no code.
  void pass_visible(const Segment& segment, std::uint64_t to) {
    if (code_ != nullptr) code_->markdown.pass_visible(segment, to);
  }
  /// What a call gives back, up to `to`. R377: if its own closing tag ends it, it is no code.
  void pass_given_back(const Segment& segment, std::uint64_t to, bool is_closed,
                       LexerCounters& counters) {
    if (code_ == nullptr) return;
    if (is_closed || !code_->calls_only) {
      code_->markdown.pass_visible(segment, to);
    } else {
      code_->markdown.follow_fences(segment, to, counters);
    }
  }
  /// What is read on begins at `from`: what comes before it is not visible, and ends no line.
  void skip(std::uint64_t from) {
    if (code_ != nullptr) code_->markdown.skip(from);
  }

  /// The bytes up to `to` begin nothing.
  /// @param text  those that are visible
  void pass_plain(std::string_view text, std::uint64_t to) {
    lexer_.restart(to);
    if (code_ != nullptr) code_->markdown.pass_plain(text, to);
  }
  /// True if `pass_plain` may be called: Markdown only looks for a backtick or a tilde.
  [[nodiscard]] bool is_plain() const {
    if (code_ == nullptr) return true;
    return !code_->waiting && code_->markdown.is_plain() &&
           code_->markdown.position() == lexer_.position();
  }

  /// A call has come.
  void note_call() {
    if (code_ != nullptr) code_->markdown.note_text();
  }
  /// The prompt has ended: the text begins where reading stands.
  void begin_text() {
    if (code_ == nullptr) return;
    lexer_.restart(decided());
    code_->waiting.reset();
    code_->markdown.begin_at(lexer_.position());
  }

  /// Reads on from `to` again, the end of an earlier match that was visible.
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
  bool settle_failed_tags(const Segment& segment, const Scope& scope, End end,
                          LexerCounters& counters);

  struct Code {
    explicit Code(bool only) : calls_only(only), markdown(only) {}
    const bool calls_only;  // all matches count but those of calls
    Markdown markdown;
    std::optional<Match> waiting;  // a match that the rest of the line may put into code
  };

  Lexer lexer_;
  std::unique_ptr<Code> code_;  // null: code is not looked for
};

}  // namespace tagstream
