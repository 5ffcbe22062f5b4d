#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::cli {

/// The text of `--help`: `usage`, then a line for each option of `app` by group, then `closing`.
/// Made from the options themselves, so it can't be wrong about which there are.
[[nodiscard]] std::string option_help(const CLI::App& app, std::string_view usage,
                                      std::string_view closing);

/// Parses the words after the command's name. False: they call for help, which is printed.
/// Throws Failure, with one line, for words that `app` can't take.
[[nodiscard]] bool parse_or_help(CLI::App& app, const std::vector<std::string>& words,
                                 std::string_view usage, std::string_view closing);

}  // namespace tagstream::cli
