#pragma once

// The place inside a tool call. The call waits for its end; then it is emitted as one event for
// each call in it, as an error, or as content. With `call: ["tool"]`:
//
//   <tool>{"name":"f"}</tool>     the call f({})
//   <tool>oops</tool>             the error `invalid_json`, and the bytes as content
//   <tool>{"name":"f"             at the end of the input: content

#include "machine/context.hpp"

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
  /// @param call  the rule of the call that has just ended, if its closer may come again
  void enter(std::uint64_t at, RuleIndex call) {
    at_ = at;
    call_ = call;
    has_separator_ = false;
  }
  Next step(Context& context, bool at_end);
  /// True if the state is one that can be, for assertions: this place is only for dialects with
  /// wrappers or a separator.
  [[nodiscard]] bool is_sound(const Context& context) const {
    const bool separates = context.dialect().separator != 0;
    const bool follows = context.program->rules.has_wrapper || call_ != no_rule;
    return separates || (!has_separator_ && follows);
  }

 private:
  [[nodiscard]] Next on_match(Context& context, const Match& match) const;
  [[nodiscard]] Next on_closer(Context& context, const Match& match) const;
  /// True if only a call may follow.
  [[nodiscard]] bool awaits_call(const Context& context) const;

  std::uint64_t at_ = 0;  // read up to here
  RuleIndex call_ = no_rule;
  bool has_separator_ = false;
};

}  // namespace tagstream
