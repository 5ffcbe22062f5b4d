#pragma once

// Reads the tokens of an XML body, one by one. A token is a tag, a literal, a literal with
// attributes after it, or a tag after a prefix. In `<parameter=a>1</parameter>` the cursor gives
// `<parameter=a>`, with the sign parameter_open, and then `</parameter>`.

#include <cstdint>

#include "body/body_reader.hpp"
#include "body/xml/xml_grammar.hpp"
#include "body/xml/xml_head.hpp"
#include "lex/lexer.hpp"
#include "lex/rules.hpp"

namespace tagstream {

class XmlCursor {
 public:
  explicit XmlCursor(const BodyPlace& place);

  /// The place in which tokens are searched for.
  enum class Where : std::uint8_t {
    structure,  ///< each token counts
    value,      ///< tokens of `value_tags` count
    call_end,   ///< tokens count that may follow the end of a call
  };
  /// The next token that begins before `limit`. Precondition: the segment holds the byte before
  /// `position()`.
  Lexer::Outcome next(const BodyInput& input, Where where, std::uint64_t limit, XmlToken& token);

  /// The schema of the open call; null: not known.
  void know(const ToolSchema* tool) { grammar_.know(tool); }
  void restart(std::uint64_t at);
  /// Goes to `at`, unless a token has begun.
  void start_at(std::uint64_t at) {
    if (!in_attempt()) restart(at);
  }
  [[nodiscard]] bool in_attempt() const { return lexer_.in_attempt() || step_ != Step::plain; }
  [[nodiscard]] std::uint64_t position() const {
    return step_ == Step::plain ? lexer_.position() : opener_.match.begin;
  }
  [[nodiscard]] const XmlGrammar& grammar() const { return grammar_; }
  /// True for an opener that stands inside a line of a value. Its attributes are not read.
  [[nodiscard]] bool is_inline(const Segment& segment, const XmlToken& token) const;
  [[nodiscard]] const QuotedStretches& failed() const { return failed_; }

  ValueTags value_tags;

 private:
  enum class Step : std::uint8_t { plain, head, prefix };

  [[nodiscard]] Scope scope(Where where) const;
  const Scope& kept_scope(Where where);
  [[nodiscard]] bool counts_in_value(const XmlToken& token) const;
  Lexer::Outcome read_plain(const BodyInput& input, Where where, std::uint64_t limit,
                            XmlToken& token);
  Lexer::Outcome read_attributes(const BodyInput& input, XmlToken& token);
  Lexer::Outcome read_prefixed(const BodyInput& input, XmlToken& token);

  XmlGrammar grammar_;
  Lexer lexer_;
  QuotedStretches failed_;
  XmlHead head_;
  XmlToken opener_;  // head, prefix: the literal before the attributes or the tag
  Step step_ = Step::plain;
  bool has_tags_;  // structure is made of tags, not of literals that may look like some
  ValueTags no_tags_;
  Scope scope_;  // of `where_`; made anew only if that changes
  Where where_ = Where::structure;
};

}  // namespace tagstream
