#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// `tagstream thoughts`: tells thoughts from text.
ExitCode thoughts_command(const std::vector<std::string>& words, Session& session);

}  // namespace tagstream::cli
