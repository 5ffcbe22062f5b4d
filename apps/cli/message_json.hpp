#pragma once

#include <string>

#include "tagstream/message.hpp"

namespace tagstream::cli {

/// The message as one compact JSON object of the shape and with the field names of OpenAI's chat
/// completions, without a line end. All three fields are always there.
[[nodiscard]] std::string message_json(const Message& message);

}  // namespace tagstream::cli
