#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace tagstream::cli {

/// The text of `--help`: `usage`, then a line for each option of `app` by group, then `closing`.
/// Made from the options themselves, so it can't be wrong about which there are.
[[nodiscard]] std::string option_help(const CLI::App& app, std::string_view usage,
                                      std::string_view closing);

}  // namespace tagstream::cli
