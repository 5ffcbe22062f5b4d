#pragma once

// Searches for the end of a body: its own closer, or the opener of any rule. Strings of sound JSON
// are not searched: in `<tool>{"name":"f","arguments":{"a":"</tool>"}}</tool>` the first `</tool>`
// is part of an argument.

#include <cstdint>

#include "body/body_reader.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

class CallSearch {
 public:
  /// The markers that are searched for.
  enum class For : std::uint8_t {
    closers,  ///< the call's own closers
    overlap,  ///< closers and openers that begin before `until` and reach beyond it
    any_end,  ///< closers and openers
  };

  /// Precondition: the set outlives the object.
  CallSearch(const RuleSet& set, RuleIndex rule, std::uint64_t begin) : set_(&set), rule_(rule) {
    lexer_.restart(begin);
  }

  /// Begins a search for matches that begin in [from, until).
  void begin(For what, std::uint64_t from, std::uint64_t until = Lexer::no_limit) {
    what_ = what;
    until_ = until;
    lexer_.restart(from);
  }
  /// Extends the search to matches that begin before `until`.
  void go_on_until(std::uint64_t until) { until_ = until; }
  /// Searches on. @param at_end  the input ends with the segment: an unfinished attempt is decided
  Lexer::Outcome next(const BodyInput& input, bool at_end, Match& match);

  [[nodiscard]] For what() const { return what_; }
  [[nodiscard]] std::uint64_t until() const { return until_; }
  [[nodiscard]] std::uint64_t position() const { return lexer_.position(); }
  [[nodiscard]] bool in_attempt() const { return lexer_.in_attempt(); }
  /// True if the attempt has found a marker, but may still find a longer one.
  [[nodiscard]] bool has_marker() const { return lexer_.has_marker(); }
  /// The tags that have failed during the search.
  [[nodiscard]] const QuotedStretches& failed_tags() const { return failed_tags_; }
  /// True if `text` may be the beginning of the call's closer, or of its opener.
  [[nodiscard]] bool may_begin_own(std::string_view text) const;

  /// The first place, from `from` on, at which a marker may begin that has the byte at `at`.
  [[nodiscard]] std::uint64_t overlap_begin(std::uint64_t at, std::uint64_t from) const;

  /// The place before which all bytes certainly belong to the body. If the body fails in the open
  /// string of `shield`, it ends at the first closer in that string, so bytes after that closer are
  /// not certain. The body is read up to `read_until`.
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

  Lexer watch_;                          // searches the open string for closers
  std::uint64_t watched_ = none;         // where that string begins
  std::uint64_t watched_closer_ = none;  // the first closer in it
};

}  // namespace tagstream
