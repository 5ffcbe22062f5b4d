#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common_arguments.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/thought.hpp"

namespace tagstream::cli {

/// What `tagstream thoughts` was told, beside the common options.
struct ThoughtsArguments {
  std::string file = "-";
  std::vector<std::string> tags;  ///< none: the library's own
  Nesting nesting = Nesting::balanced;
  std::string task_id;
  std::string context_id;
  bool live = false;
  bool snapshots = false;
  std::optional<std::size_t> max_snapshot_bytes;
};

/// Adds the options to `app`, which fills the struct when it parses. The struct must outlive `app`.
void add_thoughts_options(CLI::App& app, ThoughtsArguments& arguments);

/// The common options, in the words of this command. Precondition: they have been added.
void fit_common_options_to_thoughts(CLI::App& app);

/// What the arguments ask of the library, which checks them itself. No input or output happens
/// here.
[[nodiscard]] ThoughtOptions thought_options(const ThoughtsArguments& thoughts,
                                             const CommonArguments& common);

/// The same for what stands in front of the reader with --snapshots.
[[nodiscard]] Snapshots snapshots_of(const ThoughtsArguments& thoughts);

}  // namespace tagstream::cli
