#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>

#include "command.hpp"
#include "tagstream/limits.hpp"

namespace tagstream::cli {

/// The options that every command which reads model text has.
struct CommonArguments {
  std::size_t chunk_size = 0;  ///< bytes per feed; 0: as the input comes
  bool no_finish = false;
  bool markdown_code = false;
  bool ignore_case = false;
  std::optional<std::size_t> max_tag_bytes;
  std::optional<std::size_t> max_held_bytes;
  std::optional<std::size_t> max_section_bytes;
  std::optional<std::size_t> max_attributes;
  LimitPolicy on_limit = LimitPolicy::text;
  bool stats = false;
  bool fail_if_nothing = false;  ///< -e
  bool strict = false;
  ColorChoice color = ColorChoice::automatic;
};

/// Adds the options to `app`, which fills the struct when it parses. The struct must outlive `app`.
void add_common_options(CLI::App& app, CommonArguments& arguments);

/// The limits that were given; the others are those of `usual`.
[[nodiscard]] Limits limits_of(const CommonArguments& arguments, Limits usual);

/// One line that says what is wrong and where, for a failure to parse `app`'s arguments.
[[nodiscard]] std::string usage_message(const CLI::ParseError& error, const CLI::App& app);

}  // namespace tagstream::cli
