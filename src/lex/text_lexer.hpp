#pragma once

// The lexer in visible text: the same matches, without those in Markdown code.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "lex/lexer.hpp"
#include "lex/markdown.hpp"

namespace tagstream {

class TextLexer {
 public:
  explicit TextLexer(bool markdown_code = false) : markdown_code_(markdown_code) {}

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
    markdown_.skip(to);
    if (lexer_.failed_tags() != nullptr) lexer_.failed_tags()->settle();
  }
  /// The bytes up to `to`, a match, are visible.
  void pass_visible(const Segment& segment, std::uint64_t to) {
    if (markdown_code_) markdown_.pass_tag(segment, to);
  }

  /// Reads on from `to` again, the end of an earlier match that was visible.
  void go_back(std::uint64_t to) {
    waiting_.reset();
    markdown_.go_back(to);
    lexer_.restart(to);
  }

  [[nodiscard]] bool is_waiting() const { return waiting_.has_value(); }
  /// The place from which bytes may be read again.
  [[nodiscard]] std::uint64_t decided() const {
    return waiting_ ? waiting_->begin : lexer_.position();
  }
  /// The first byte that must stay in memory.
  [[nodiscard]] std::uint64_t keep_from() const {
    return markdown_.is_waiting() ? std::min(decided(), markdown_.position()) : decided();
  }

 private:
  bool settle_failed_tags(const Segment& segment, const Scope& scope, End end,
                          LexerCounters& counters);

  Lexer lexer_;
  MarkdownCode markdown_;
  std::optional<Match> waiting_;
  bool markdown_code_ = false;
};

}  // namespace tagstream
