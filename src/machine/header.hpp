#pragma once

// In the header of a message: until it says what follows.

#include <memory>

#include "machine/context.hpp"
#include "machine/message_header.hpp"

namespace tagstream {

class Header {
 public:
  void enter(const Context& context, const Match& match);
  /// The answer may begin in a header that the prompt has begun.
  void enter_implied(std::uint64_t begin) { begin_ = at_ = begin; }
  Next step(Context& context, bool at_end);
  [[nodiscard]] std::uint64_t begin() const { return begin_; }

 private:
  Next begin_implied(Context& context, bool at_end);
  Next end(Context& context);

  std::unique_ptr<MessageHeader> header_;  // null: it is not known yet whether there is one
  std::uint64_t begin_ = 0;
  std::uint64_t at_ = 0;  // blanks are read up to here
};

}  // namespace tagstream
