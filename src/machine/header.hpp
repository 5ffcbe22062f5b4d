#pragma once

// In the header of a message: until it says what follows.

#include <memory>

#include "machine/context.hpp"
#include "machine/message_header.hpp"

namespace tagstream {

class Header {
 public:
  void enter(const Context& context, const Match& match);
  Next step(Context& context, bool at_end);
  [[nodiscard]] std::uint64_t begin() const { return header_->begin(); }

 private:
  Next end(Context& context);

  std::unique_ptr<MessageHeader> header_;
};

}  // namespace tagstream
