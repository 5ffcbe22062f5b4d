#pragma once

// A body that is not looked into: the closing tag that balances ends it, or the first one if none
// does.

#include <cstdint>
#include <optional>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "lex/lexer.hpp"
#include "lex/rules.hpp"

namespace tagstream {

class RawBody {
 public:
  static constexpr bool finds_closer = true;

  explicit RawBody(const BodyPlace& place)
      : set_(place.set),
        begin_(place.begin),
        rule_(place.rule),
        first_close_(place.first_close),
        takes_tokens_(place.takes_tokens) {
    lexer_.restart(place.begin);
  }

  Verdict read(const BodyInput& input, CallList& list);
  /// The call that such a body is, which ends at `at`.
  static void tell(CallList& list, const Segment& segment, std::uint64_t at,
                   LexerCounters& counters);

  [[nodiscard]] const scan::ByteSet* plain_bytes() const {
    return lexer_.in_attempt() ? nullptr : &set_->rules[rule_].body_bytes;
  }
  [[nodiscard]] Shield shield() const { return {}; }
  [[nodiscard]] std::uint64_t keep_from() const { return lexer_.position(); }
  [[nodiscard]] std::uint64_t certain_until(std::uint64_t segment_end) const {
    return lexer_.in_attempt() ? lexer_.position() : segment_end;
  }
  std::optional<std::uint64_t> ends_here(const BodyInput& input, CallList& list);
  [[nodiscard]] const QuotedStretches* failed_tags() const { return &failed_tags_; }

 private:
  bool find_closer(const BodyInput& input, bool at_end, Match& closer);
  [[nodiscard]] bool may_close(std::string_view text) const;
  static Verdict close(const BodyInput& input, CallList& list, const Match& closer,
                       bool is_settled);

  const RuleSet* set_;
  std::uint64_t begin_;
  RuleIndex rule_;
  Lexer lexer_;
  QuotedStretches failed_tags_;
  std::uint64_t depth_ = 0;
  std::uint64_t cut_at_ = 0;           // where a closer begins that the input ends in; 0: none
  Match first_closer_;                 // of one that does not balance; `end` 0: there is none
  QuotedStretches first_failed_tags_;  // what has failed up to there
  bool first_close_;
  bool takes_tokens_;
};

}  // namespace tagstream
