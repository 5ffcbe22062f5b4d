#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "common_arguments.hpp"
#include "tagstream/tool.hpp"

namespace tagstream::cli {

/// What `tagstream tools` was told, beside the common options.
struct ToolsArguments {
  std::string file = "-";
  std::vector<std::string> tags;  ///< none, and no markers: `tool`
  std::vector<std::pair<std::string, std::string>> tags_between;
  CallBody body = CallBody::automatic;  ///< of all calls
  std::string schema_file;              ///< empty: not asked for
  std::vector<ToolSchema> schemas;      ///< what stands in it: whoever reads it puts it here
  std::vector<std::string> hide;
  Nesting nesting = Nesting::balanced;
  OnUnclosedCall on_unclosed_call = OnUnclosedCall::text;
  bool strict_json = false;
  bool incremental = false;
  bool json = false;
};

/// Adds the options to `app`, which fills the struct when it parses. The struct must outlive `app`.
void add_tools_options(CLI::App& app, ToolsArguments& arguments);

/// Describes the common options as they are with `tools`. Called last.
void fit_common_options_to_tools(CLI::App& app);

/// What the arguments ask of the library, `schemas` included. No input or output happens here.
/// @error bad_option — none so far. The library checks the rules themselves.
[[nodiscard]] Result<ToolOptions> tools_options(const ToolsArguments& tools,
                                                const CommonArguments& common);

}  // namespace tagstream::cli
