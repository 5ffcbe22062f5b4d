#pragma once

// Looks for what ends a body: its own closer, or the opener of any rule. A closer in a string of
// JSON ends nothing: in `<tool>{"name":"f","arguments":{"a":"</tool>"}}</tool>` the first `</tool>`
// is an argument.

#include <cstdint>

#include "body/body_reader.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

class CallSearch {
 public:
  /// What is looked for.
  enum class For : std::uint8_t {
    closers,  ///< the call's own
    overlap,  ///< the same, and openers, if they reach beyond `until`
    any_end,  ///< closers and openers
  };

  /// Precondition: the set outlives the object.
  CallSearch(const RuleSet& set, RuleIndex rule, std::uint64_t begin) : set_(&set), rule_(rule) {
    lexer_.restart(begin);
  }

  /// Looks for what begins from `from` on and before `until`.
  void begin(For what, std::uint64_t from, std::uint64_t until = Lexer::no_limit) {
    what_ = what;
    until_ = until;
    lexer_.restart(from);
  }
  /// The same search goes on for what begins before `until`.
  void go_on_until(std::uint64_t until) { until_ = until; }
  /// Reads on. @param at_end  nothing follows: what is cut off counts as it stands
  Lexer::Outcome next(const BodyInput& input, bool at_end, Match& match);

  [[nodiscard]] For what() const { return what_; }
  [[nodiscard]] std::uint64_t until() const { return until_; }
  [[nodiscard]] std::uint64_t position() const { return lexer_.position(); }
  [[nodiscard]] bool in_attempt() const { return lexer_.in_attempt(); }
  /// True if the attempt has come to a marker, and may come to a longer one.
  [[nodiscard]] bool has_marker() const { return lexer_.has_marker(); }
  /// The tags that came to nothing on the way.
  [[nodiscard]] const QuotedStretches& failed_tags() const { return failed_tags_; }
  /// True if `text` may be the beginning of the call's closer, or of its opener.
  [[nodiscard]] bool may_begin_own(std::string_view text) const;

  /// The first byte, from `from` on, at which a marker may begin that holds the byte at `at`.
  [[nodiscard]] std::uint64_t overlap_begin(std::uint64_t at, std::uint64_t from) const;

  /// The bytes before it belong to the body, which is read up to `read_until`. If the body proves
  /// to be broken in the literal of `shield`, it ends at the first closer in that literal.
  std::uint64_t body_before(const Segment& segment, const Shield& shield, std::uint64_t read_until,
                            LexerCounters& counters);

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  [[nodiscard]] Scope scope(For what) const;

  const RuleSet* set_;
  RuleIndex rule_;
  Lexer lexer_;
  QuotedStretches failed_tags_;
  std::uint64_t until_ = Lexer::no_limit;
  For what_ = For::any_end;

  Lexer watch_;  // reads the literal that is shielded
  std::uint64_t watched_ = none;
  std::uint64_t watched_closer_ = none;  // the first in it
};

}  // namespace tagstream
