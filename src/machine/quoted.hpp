#pragma once

// Text that may be a quotation: the value of an attribute in a tag that turned out to be text, or
// the string in which a call's JSON turned out to be wrong. No call may begin in such text.
//
//   x <tool a="<tool>{"name": "f"}</tool> y
//       The first tag fails, and the second one stands in its attribute: it is content, with the
//       notice `not_a_call`.
//   <tool>{"name": "f\d <tool>{"name": "g"}</tool>"}</tool>
//       JSON has no `\d`: the first body fails inside a string, and the second opener is refused.

#include <cstdint>

#include "lex/quoted_stretches.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class Quoted {
 public:
  /// A body has failed at `at`, inside a string. The string goes on to its quote, even if the body
  /// ends before that.
  void begin_string(char quote, std::uint64_t at) {
    if (at_ < at) *this = Quoted(failed_tags_, quote, at);
  }
  [[nodiscard]] bool is_in_string() const { return quote_ != 0; }

  /// Searches for the end of that string in the bytes up to `until`.
  void follow(const Segment& segment, std::uint64_t until, LexerCounters& counters);

  /// True if an opener at `offset` is quoted.
  [[nodiscard]] bool holds(const Segment& segment, std::uint64_t offset, LexerCounters& counters) {
    follow(segment, offset, counters);
    return is_in_string() || failed_tags_.hold(offset);
  }

  [[nodiscard]] QuotedStretches& failed_tags() { return failed_tags_; }

  Quoted() = default;

 private:
  Quoted(const QuotedStretches& failed_tags, char quote, std::uint64_t at)
      : failed_tags_(failed_tags), at_(at), quote_(quote) {}

  QuotedStretches failed_tags_;
  std::uint64_t at_ = 0;  // the string is read up to here
  char quote_ = 0;        // of the open string
  bool is_escaped_ = false;
};

}  // namespace tagstream
