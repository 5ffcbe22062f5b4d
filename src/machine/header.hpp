#pragma once

// The place inside the header of a message. The header waits until its end, which says how the text
// after it is read. In harmony:
//
//   <|channel|>analysis<|message|>a     markup up to `<|message|>`, then reasoning `a`
//   a <|channel|> is a marker.          no header: only the marker is markup

#include "base/apart.hpp"
#include "machine/context.hpp"
#include "machine/message_header.hpp"

namespace tagstream {

class Header {
 public:
  void enter(const Context& context, const Match& match);
  /// Without `enter` before it, the answer begins: the prompt may have begun a header.
  Next step(Context& context, bool at_end);
  [[nodiscard]] std::uint64_t begin() const { return header_ == nullptr ? 0 : header_->begin(); }
  /// True if the state is one that can be, for assertions: a header is kept in this place alone,
  /// and none is known only before the first byte of the answer.
  [[nodiscard]] bool is_sound(const Context& context, bool is_here) const {
    return header_ == nullptr ? !is_here || context.out.emitted() == 0 : is_here;
  }

 private:
  Next begin_implied(Context& context, bool at_end);
  Next end(Context& context);

  Apart<MessageHeader> header_;  // null: not known yet whether there is a header
};

}  // namespace tagstream
