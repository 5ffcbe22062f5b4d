#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// `tagstream parse`: content, reasoning and calls of what a model family writes.
ExitCode parse_command(const std::vector<std::string>& words, Session& session);

}  // namespace tagstream::cli
