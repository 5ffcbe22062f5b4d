#pragma once

// Calls inside open reasoning. The bytes after them decide: if only calls follow to the end of the
// input, they are calls, else they are reasoning. So all bytes from the first opener on wait: a
// *region*. Bodies are only judged here; if they are calls, the region is read again as text.
//
//   <think>a<tool_call>{"name": "f"}</tool_call>            reasoning `a`, then a call
//   <think>a<tool_call>{"name": "f"}</tool_call></think>b   all of it reasoning, content `b`
//
// In both, the bytes from the opener on wait. A closer inside a JSON string of the call is quoted:
// the region goes on.
//
// These hold between two feeds; `is_sound` says so:
//
//   last_              the open call    wrapper_              search_
//   opener, reopened   one, or none     only without a call   only in a call that has failed
//   call, separator    none             none                  none

#include <cstdint>
#include <optional>

#include "machine/context.hpp"

namespace tagstream {

class Hidden;

class Region {
 public:
  /// @param rule  the rule of the reasoning
  Region(Context& context, Hidden& hidden, RuleIndex rule, std::uint64_t begin)
      : context_(context), hidden_(hidden), begin_(begin), rule_(rule) {}

  /// Handles a call opener, a wrapper marker or a closer in the region.
  void on_match(const Match& match);
  Next step(bool at_end);

  [[nodiscard]] bool is_open() const { return is_open_; }
  /// True if the state is one that can be, for assertions.
  [[nodiscard]] bool is_sound() const;
  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] bool has_open_call() const;
  /// True if a closer of the reasoning counts in the open call.
  [[nodiscard]] bool may_close() const;
  /// The bytes that may begin such a closer, if none is found or begun up to `at`. Null: any byte
  /// may.
  [[nodiscard]] const scan::ByteSet* closer_bytes(std::uint64_t at) const;

 private:
  /// The part of the region that was read last.
  enum class Last : std::uint8_t {
    opener,     // the first opener, or a wrapper's tag before the first call
    call,       // a complete call, and blanks
    separator,  // a separator after a complete call
    reopened,   // an opener, or a wrapper's tag, after a complete call
  };

  [[nodiscard]] bool is_after_call() const {
    return last_ == Last::call || last_ == Last::separator;
  }
  [[nodiscard]] bool awaits_call() const;
  [[nodiscard]] bool takes_out() const;
  Next between_step(bool at_end);
  void begin_call(const Match& match, std::uint64_t start);
  Next call_step(bool at_end);
  Next refute_call(const Segment& segment, bool is_all);
  Next leave_call(std::uint64_t resume);
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
  [[nodiscard]] Scope scope() const;

  Context& context_;
  Hidden& hidden_;
  std::uint64_t begin_;
  std::uint64_t at_ = 0;          // blanks are read up to here
  std::uint64_t gap_ = 0;         // where those blanks begin
  std::optional<Match> wrapper_;  // a wrapper's opening tag, after which only blanks were read
  std::uint32_t wrappers_ = 0;    // number of open wrappers around calls
  std::optional<Lexer> search_;   // for a closer in the string in which a call has failed
  RuleIndex rule_;
  RuleIndex call_ = no_rule;  // the rule of the last call
  bool is_open_ = true;
  bool call_may_quote_closers_ = false;  // the open call may have closers inside strings
  Last last_ = Last::opener;
};

}  // namespace tagstream
