#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "common_arguments.hpp"
#include "tagstream/filter.hpp"

namespace tagstream::cli {

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
void add_filter_options(CLI::App& app, FilterArguments& arguments);

/// What the arguments ask of the library. No input or output happens here.
/// @error bad_option — no rule at all. The library checks the rules themselves.
[[nodiscard]] Result<FilterOptions> filter_options(const FilterArguments& filter,
                                                   const CommonArguments& common);

}  // namespace tagstream::cli
