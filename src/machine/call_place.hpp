#pragma once

// The place inside a tool call. The call waits for its end; then it is emitted as one event for
// each call in it, as an error, or as content. With `call: ["tool"]`:
//
//   <tool>{"name":"f"}</tool>     the call f({})
//   <tool>oops</tool>             the error `invalid_json`, and the bytes as content
//   <tool>{"name":"f"             at the end of the input: content

#include "machine/context.hpp"
#include "machine/part_after_call.hpp"

namespace tagstream {

class CallPlace {
 public:
  /// Opens the call that `match` begins. The call's span begins at `start`, which may be before the
  /// match.
  static Next enter(Context& context, const Match& match, std::uint64_t start,
                    std::string_view name);
  static Next step(Context& context, bool at_end);

  /// Ends the call and emits its events.
  static Next end(Context& context);
  /// Forgets the call, whose events were emitted. Reading goes on at `end`.
  static void leave(Context& context, std::uint64_t end);

 private:
  static Next end_as_content(Context& context, std::uint64_t end);
  static Next refuse(Context& context);
  static Next read_as_text(Context& context);
  static Next overflow(Context& context, std::uint64_t bound);
  static Next unclosed(Context& context);
};

/// The place after a call. Blanks and separators wait there: before a wrapper's closer they are
/// markup, a separator belongs to the call after it, and before any other text they are content.
class Between {
 public:
  /// @param call  the rule of the call that has just ended; after a wrapper `no_rule`
  /// @param may_close_again  the closer of that call may be written twice
  void enter(std::uint64_t at, RuleIndex call, bool may_close_again) {
    at_ = at;
    call_ = call;
    may_close_again_ = call != no_rule && may_close_again;
    has_separator_ = false;
  }
  Next step(Context& context, bool at_end);
  /// True if the state is one that can be, for assertions: without a call, a wrapper has ended.
  [[nodiscard]] bool is_sound(const Context& context) const {
    if (has_separator_) return may_take_blanks(context);
    return call_ != no_rule || context.program->rules.has_wrapper;
  }

 private:
  [[nodiscard]] Next on_match(Context& context, const Match& match) const;
  [[nodiscard]] Next on_closer(Context& context, const Match& match) const;
  [[nodiscard]] Next on_text(Context& context, bool at_end) const;
  void note_part(Context& context) const;
  static Next begin_call(Context& context, const Match& match);
  static Next be_text(Context& context);
  [[nodiscard]] bool may_take_blanks(const Context& context) const;
  [[nodiscard]] PartSign sign(const Context& context, bool at_end) const;
  /// True if only a call may follow.
  [[nodiscard]] bool awaits_call(const Context& context) const;

  std::uint64_t at_ = 0;  // read up to here
  RuleIndex call_ = no_rule;
  bool may_close_again_ = false;
  bool has_separator_ = false;
};

}  // namespace tagstream
