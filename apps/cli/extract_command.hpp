#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// `tagstream extract`: every tag of the text, as a tree.
ExitCode extract_command(const std::vector<std::string>& arguments, Session& session);

}  // namespace tagstream::cli
