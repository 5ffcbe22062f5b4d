#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// `tagstream dialects`: lists what `parse` can read.
ExitCode dialects_command(const std::vector<std::string>& words, Session& session);

}  // namespace tagstream::cli
