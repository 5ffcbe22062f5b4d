#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// `tagstream tools`: tells tool calls from text.
ExitCode tools_command(const std::vector<std::string>& words, Session& session);

}  // namespace tagstream::cli
