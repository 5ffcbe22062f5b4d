#pragma once

// The place in the visible text: applies the rules to the tags and markers in it.
//
//   a < b        nothing: the byte after `<` begins no tag
//   <x>          of a `hide` rule: on to Hidden; `unwrap`: markup; no rule: content
//   <tool>       of a `call` rule: on to the call, unless it is quoted
//   `<x>`        in a code span: content, with the notice `quoted`
//   </think>     no reasoning is open: content, with the notice `stray_close` if text stands before
//   </x>         of a `hide` rule, and no <x> is open: content, with the notice `stray_close`

#include "machine/context.hpp"

namespace tagstream {

class Text {
 public:
  /// Reads to the next match, or to the end of the segment.
  static Next step(Context& context, bool at_end);

  /// Applies the rule of a match, and returns the place to go to.
  static Next accept(Context& context, const Match& match);

  /// Reads a match inside a quotation or Markdown code as text, with a notice.
  static Next refuse(Context& context, const Match& match);

 private:
  static bool is_passed_over(Context& context, const Match& match);
  static Next apply_rule(Context& context, const Match& match);
  static void end_content(Context& context);
  static Next take_out(Context& context, const Match& match);
  static bool is_mention(Context& context, const Match& match);
  static void note_stray(Context& context, const Match& match);
  static Next pass_closer(Context& context, const Match& match);
  static void note_closes_nothing(Context& context, const Match& match);
  static void note_cut(Context& context, const Match& match);
  static void name_family(Context& context, const Match& match);
};

}  // namespace tagstream
