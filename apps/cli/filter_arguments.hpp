#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "tagstream/filter.hpp"

namespace tagstream::cli {

/// The options that every command which reads model text has.
struct CommonArguments {
  std::size_t chunk_size = 0;  ///< bytes per feed; 0: as the input comes
  bool no_finish = false;
  bool markdown_code = false;
  bool ignore_case = false;
  Limits limits;
  bool stats = false;
  bool fail_if_nothing = false;  ///< -e
  bool strict = false;
  ColorChoice color = ColorChoice::automatic;
};

/// What `tagstream filter` was told, beside the common options.
struct FilterArguments {
  std::string file = "-";
  std::vector<std::string> hide;
  std::vector<std::pair<std::string, std::string>> hide_between;
  std::vector<std::string> unwrap;
  std::vector<std::string> record;
  Nesting nesting = Nesting::balanced;
  OnUnclosed on_unclosed = OnUnclosed::section;
  std::string start_inside;
  bool leading_only = false;
  bool events = false;
  bool json = false;
  std::string sections_file;  ///< empty: not asked for
};

/// Adds the options to `app`, which fills the struct when it parses. The struct must outlive `app`.
void add_common_options(CLI::App& app, CommonArguments& arguments);

/// The same for the options of `filter` alone and its FILE.
void add_filter_options(CLI::App& app, FilterArguments& arguments);

/// What the arguments ask of the library. No input or output happens here.
/// @error bad_option — no rule at all. The library checks the rules themselves.
[[nodiscard]] Result<FilterOptions> filter_options(const FilterArguments& filter,
                                                   const CommonArguments& common);

/// One line that says what is wrong and where, for a failure to parse `app`'s arguments.
[[nodiscard]] std::string usage_message(const CLI::ParseError& error, const CLI::App& app);

}  // namespace tagstream::cli
