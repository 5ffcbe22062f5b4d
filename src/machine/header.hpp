#pragma once

// In the header of a message: until it says what follows.
//
//   <|channel|>analysis<|message|>a     markup up to `<|message|>`, then reasoning `a`
//   a <|channel|> is a marker.          no header: the marker alone is markup

#include <memory>

#include "machine/context.hpp"
#include "machine/message_header.hpp"

namespace tagstream {

class Header {
 public:
  void enter(const Context& context, const Match& match);
  /// Not entered, it is at the first byte: the prompt may have begun a header.
  Next step(Context& context, bool at_end);
  [[nodiscard]] std::uint64_t begin() const { return header_ == nullptr ? 0 : header_->begin(); }

 private:
  Next begin_implied(Context& context, bool at_end);
  Next end(Context& context);

  std::unique_ptr<MessageHeader> header_;  // null: it is not known yet whether there is one
};

}  // namespace tagstream
