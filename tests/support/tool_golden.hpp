#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/golden_file.hpp"
#include "support/laws.hpp"
#include "tagstream/tool.hpp"

/// The golden cases of `tools`: files as in golden_file.hpp with one kind of block.
///
/// ```` ```tools ARGUMENTS ```` expects what `tagstream tools ARGUMENTS` prints, one event a line,
/// neighbouring deltas of one kind (and one call) joined, the messages left out. The file after
/// --schema is looked for beside the golden file. Arguments that only the tests know:
/// --never NAME (no text that this one begins with may call that tool), --unwrap NAME and
/// --record NAME.
namespace tagstream::testing {

/// What a `tools` block's arguments mean.
struct GoldenTools {
  ToolOptions options;
  bool is_finished = true;         ///< false with --no-finish
  std::vector<std::string> never;  ///< tools that must not be called
};
/// @param folder  where the golden files are
[[nodiscard]] Result<GoldenTools> tools_of(const GoldenBlock& block, const std::string& folder);

/// An owned copy of one event of a `ToolReader`.
struct SeenCall {
  EventKind kind = EventKind::content;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t index = 0;  ///< of a call_delta
  std::string text;         ///< of a delta
  std::string line;         ///< the program's JSON without its message; empty for deltas

  friend bool operator==(const SeenCall&, const SeenCall&) = default;
};

/// In the form of a `tools` block.
[[nodiscard]] std::string to_lines(const std::vector<SeenCall>& events);

/// What one reading gave.
using GoldenRun = Run<SeenCall>;

/// Reads `text` in pieces that are overwritten and freed after each feed, and watches that nothing
/// is lost, given twice or out of order. `reader` is reset first.
[[nodiscard]] GoldenRun run_golden(std::string_view text, ToolReader& reader,
                                   const ToolOptions& options, const Cuts& cuts, Ending ending);

/// What is wrong with `run`'s work (L5) and hold-back (L6); empty if nothing is.
[[nodiscard]] std::string check_bounds(const GoldenRun& run, const ToolOptions& options,
                                       std::size_t length);

/// Reads every beginning of `text` as a text of its own, under every OnUnclosedCall, at once and in
/// pieces, and says where a tool of `never` is called. Empty if none is.
[[nodiscard]] std::string check_never(std::string_view text, const ToolOptions& options,
                                      const std::vector<std::string>& never);

}  // namespace tagstream::testing
