#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "common_arguments.hpp"
#include "tagstream/extract.hpp"

namespace tagstream::cli {

/// What `tagstream extract` was told, beside the common options.
struct ExtractArguments {
  std::string file = "-";
  std::vector<std::string> names;
  std::size_t max_depth = Limits::none;
  Unclosed unclosed = Unclosed::extend;
  std::vector<std::string> last_close;
  bool jsonl = false;
  bool flat = false;
  bool content = false;  ///< with flat: the content as well
  bool pretty = false;
  bool diagnostics = false;
};

/// Adds the options to `app`, which fills the struct when it parses. The struct must outlive `app`.
void add_extract_options(CLI::App& app, ExtractArguments& arguments);

/// Takes those common options away again that mean nothing to `extract`, and describes the others
/// as they are there. Called last; without it all of them are taken.
void fit_common_options_to_extract(CLI::App& app);

/// What the arguments ask of the library. No input or output happens here.
/// @error bad_option — none so far. The library checks the options themselves.
[[nodiscard]] Result<ExtractOptions> extract_options(const ExtractArguments& extract,
                                                     const CommonArguments& common);

}  // namespace tagstream::cli
