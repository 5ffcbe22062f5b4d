#pragma once

// The visible text: what the rules do with the tags and markers that are found there.
//
//   a < b        nothing: the byte after `<` begins no tag
//   <x>          of a `hide` rule: on to Hidden; `unwrap`: markup; no rule: content
//   <tool>       of a `call` rule: on to the call, unless it is quoted
//   </think>     nothing is open: content, and the notice `stray_close` if text came before it

#include "machine/context.hpp"

namespace tagstream {

class Text {
 public:
  /// Reads on.
  static Next step(Context& context, bool at_end);

  /// What a match in the visible text leads to.
  static Next accept(Context& context, const Match& match);

  /// What counts there now.
  [[nodiscard]] static Scope scope(const Context& context);

  /// What an opener of a call does that a quotation or Markdown code holds: it is text, and an
  /// event says so.
  static Next refuse_call(Context& context, const Match& match);

 private:
  static Next take_out(Context& context, const Match& match);
  static bool is_mention(Context& context, const Match& match);
  static void note_stray(Context& context, const Match& match);
  static void name_family(Context& context, const Match& match);
};

}  // namespace tagstream
