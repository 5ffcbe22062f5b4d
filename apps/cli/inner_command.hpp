#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// `tagstream inner`: what stands in the first element of a name.
ExitCode inner_command(const std::vector<std::string>& arguments, Session& session);

}  // namespace tagstream::cli
