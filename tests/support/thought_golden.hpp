#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/golden_file.hpp"
#include "support/thought_seen.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/thought.hpp"

/// The golden cases of `thoughts`: files as in golden_file.hpp with another block.
///
/// ```` ```thoughts ARGUMENTS ```` expects what `tagstream thoughts ARGUMENTS` prints, neighbouring
/// deltas of one kind joined. With --snapshots each line of the input is a JSON string; a snapshot
/// that is refused gives the line `error CODE OFFSET`, and the next one is read.
namespace tagstream::testing {

/// All `*.md` files of a folder, in the order of their names.
[[nodiscard]] Goldens read_thought_goldens(const std::string& folder);

/// Adds the cases of one file's text.
void read_thought_golden_text(const std::string& file, std::string_view text, Goldens& goldens);

/// What a block's arguments mean to the program.
struct GoldenThoughts {
  ThoughtOptions options;
  std::string task_id;
  std::string context_id;
  bool is_finished = true;             ///< false with --no-finish
  std::optional<Snapshots> snapshots;  ///< with --snapshots
};
[[nodiscard]] Result<GoldenThoughts> thoughts_of(const GoldenBlock& block);

/// In the form of a block: the program's own JSON, notices without their message.
[[nodiscard]] std::string to_lines(const std::vector<SeenThought>& events,
                                   const GoldenThoughts& golden);

/// What the snapshots in `input` give, in the form of a block. Precondition: it has --snapshots.
[[nodiscard]] std::string snapshot_lines(std::string_view input, const GoldenThoughts& golden);

}  // namespace tagstream::testing
