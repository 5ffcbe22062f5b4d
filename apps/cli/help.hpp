#pragma once

#include <string>

#include "command.hpp"

namespace tagstream::cli {

// Texts for help. All of them are made from the tables, so they always list the options that exist.

/// The text of `tagstream help`: one screen.
[[nodiscard]] std::string overview();

/// The text of `tagstream help inputs`: the inputs that all reading commands can read.
[[nodiscard]] std::string inputs_help();

/// The text of a command's --help.
[[nodiscard]] std::string option_help(const Command& command);

}  // namespace tagstream::cli
