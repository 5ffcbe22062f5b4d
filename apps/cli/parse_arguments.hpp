#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "common_arguments.hpp"
#include "tagstream/parse.hpp"

namespace tagstream::cli {

/// What `tagstream parse` was told, beside the common options.
struct ParseArguments {
  ParseOptions options;    ///< `schemas`: whoever reads `tools_file` puts them here
  std::string tools_file;  ///< empty: not asked for
  std::string file = "-";
  bool is_json = false;
};

/// Adds the options to `app`, which fills the struct when it parses. The struct must outlive `app`.
void add_parse_options(CLI::App& app, ParseArguments& arguments);

/// Describes the common options as they are with `parse`. Called last.
void fit_common_options_to_parse(CLI::App& app);

/// What the arguments ask of the library. No input or output happens here.
/// @error bad_option — nothing says what to read, or a name is unknown: the message gives those
/// that
///                     are close to it. The library checks the rest.
[[nodiscard]] Result<ParseOptions> parse_options(const ParseArguments& parse,
                                                 const CommonArguments& common);

/// Names and aliases of rows that `name` may have been meant to be, the closest first: two slips
/// away at most, or the one begins with the other.
[[nodiscard]] std::vector<std::string_view> close_names(std::string_view name);

}  // namespace tagstream::cli
