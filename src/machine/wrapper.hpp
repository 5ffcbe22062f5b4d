#pragma once

// The place after the opening tag of a wrapper around calls. The tag is markup if a call, another
// wrapper or its own closing tag follows, blanks aside. Else it is content, since an answer may
// mention the tag.
//
//   <tool_calls>\n<invoke name="f">…      markup: a call follows
//   Use <tool_calls> so.                   content: `s` follows

#include "machine/context.hpp"

namespace tagstream {

class WrapperTag {
 public:
  void enter(Context& context, const Match& match);
  Next step(Context& context, bool at_end);
  /// True if the state is one that can be, for assertions: the tag waits as a whole.
  [[nodiscard]] bool is_sound(const Context& context) const {
    return context.rule(opener_).role == Role::wrap_open && opener_.kind == TokenKind::open &&
           at_ >= opener_.end && context.out.emitted() <= opener_.begin;
  }

 private:
  [[nodiscard]] bool is_followed_by(Context& context, const Match& match) const;
  Next be_markup(Context& context) const;
  void note_attributes(Context& context, std::string_view tag) const;
  Next be_text(Context& context) const;
  Next be_mention(Context& context) const;
  Next be_cut_off(Context& context) const;

  Match opener_;
  std::uint64_t at_ = 0;     // blanks up to here
  bool is_refused_ = false;  // it stands in a quotation, or after a call that was too long
};

/// Emits the text before an opening tag of a wrapper that is text, and its notice.
void note_wrapper_mention(Context& context, const Match& match);

}  // namespace tagstream
