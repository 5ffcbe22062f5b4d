#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// `tagstream filter`: shows the answer and keeps the rest apart.
ExitCode filter_command(const std::vector<std::string>& arguments, Session& session);

}  // namespace tagstream::cli
