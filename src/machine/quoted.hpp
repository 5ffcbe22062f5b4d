#pragma once

// What has been quoted: by an attribute of a tag that came to nothing, or by the string in which a
// body has turned out not to be JSON. A call opener in it may be a quotation, so it is refused.
//
//   x <tool a="<tool>{"name": "f"}</tool> y
//       The first tag comes to nothing, and the second stood in its attribute: it is content,
//       with the notice `not_a_call`.
//   <tool>{"name": "f\d <tool>{"name": "g"}</tool>"}</tool>
//       JSON has no `\d`: the first body fails inside a string, and the second opener is refused.

#include <cstdint>

#include "lex/quoted_stretches.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class Quoted {
 public:
  /// A body has failed at `at`, inside a string: that string goes on, wherever the body ends.
  void begin_string(char quote, std::uint64_t at) {
    if (at_ < at) *this = Quoted(failed_tags_, quote, at);
  }
  [[nodiscard]] bool is_in_string() const { return quote_ != 0; }

  /// Looks for the end of that string in the bytes up to `until`.
  void follow(const Segment& segment, std::uint64_t until, LexerCounters& counters);

  /// True if what begins at `offset` has been quoted.
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
