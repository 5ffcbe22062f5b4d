#pragma once

// Calls inside open reasoning. What they are shows only after them: calls if nothing but calls
// follows to the end of the input, else reasoning. So all of it waits, from the first opener on: a
// *region*. Bodies are only judged here; if they are calls after all, the region is read as text.
//
//   <think>a<tool_call>{"name": "f"}</tool_call>            reasoning `a`, then a call
//   <think>a<tool_call>{"name": "f"}</tool_call></think>b   all of it reasoning, content `b`
//
// In both, the bytes from the opener on wait. A closer inside a JSON string of the call is quoted:
// the region goes on.

#include <cstdint>
#include <optional>

#include "machine/context.hpp"

namespace tagstream {

class Hidden;

class Region {
 public:
  /// @param rule  of the reasoning
  Region(Context& context, Hidden& hidden, RuleIndex rule, std::uint64_t begin)
      : context_(context), hidden_(hidden), begin_(begin), rule_(rule) {}

  /// A call opener or wrapper marker in it: the first one, or one that follows.
  void on_match(const Match& match);
  Next step(bool at_end);

  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] bool has_open_call() const;
  /// True if a closer of the reasoning counts in the open call.
  [[nodiscard]] bool may_close() const;
  /// What may begin such a closer, if none is found or begun up to `at`; else null: any byte.
  [[nodiscard]] const scan::ByteSet* closer_bytes(std::uint64_t at) const;

 private:
  [[nodiscard]] bool awaits_call() const;
  [[nodiscard]] bool takes_out() const;
  Next between_step(bool at_end);
  void begin_call(const Match& match, std::uint64_t start);
  Next call_step(bool at_end);
  Next refute_call(const Segment& segment, bool is_all);
  Next end_call();
  Next unclosed_call();
  Next leave_wrapper();
  Next settle();
  [[nodiscard]] std::uint64_t after_gap(std::uint64_t at) const;
  Next leave(std::uint64_t resume);
  Next close_at(const Match& closer);
  Next overflow(std::uint64_t bound);
  Lexer::Outcome find_remembered(const Segment& segment, std::uint64_t from, std::uint64_t until,
                                 bool is_all, Match& closer);
  bool cut_off(Segment& text, bool at_end);
  [[nodiscard]] Scope scope() const;

  Context& context_;
  Hidden& hidden_;
  std::uint64_t begin_;
  std::uint64_t at_ = 0;          // blanks are read up to here
  std::uint64_t gap_ = 0;         // where those blanks begin
  std::optional<Match> wrapper_;  // its opening tag, and only blanks since
  Lexer search_;                  // for a closer in the string in which a call has failed
  RuleIndex rule_;
  bool is_searching_ = false;
  bool is_open_ = true;
  bool call_may_quote_closers_ = false;  // a closer may stand in it, quoted or not
  bool has_call_ = false;                // a complete one
  bool is_after_call_ = false;           // nothing else has come since
  bool has_separator_ = false;           // between calls
};

}  // namespace tagstream
