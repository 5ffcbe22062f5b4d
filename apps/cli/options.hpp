#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace tagstream::cli {

/// Reads the words after a command's name. False: they call for help.
/// Throws Failure, with one line, for words that the command can't take.
[[nodiscard]] bool read_words(const Command& command, const std::vector<std::string>& words,
                              Arguments& arguments);

/// The number that `text` stands for, with an optional K, M or G for KiB, MiB, GiB; `option` is
/// named by the Failure if it is not one, or less than `least`.
[[nodiscard]] std::size_t parse_size(const std::string& text, std::size_t least,
                                     std::string_view option);

}  // namespace tagstream::cli
