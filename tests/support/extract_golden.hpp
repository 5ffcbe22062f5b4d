#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "support/golden_file.hpp"
#include "tagstream/extract.hpp"

/// The golden cases of `extract` and `inner`: files as in golden_file.hpp with two other blocks.
///
/// ```` ```extract ARGUMENTS ```` expects what `tagstream extract --jsonl ARGUMENTS` prints: one
/// top-level tag a line, or one tag of any depth with --flat, and the diagnostics as last line if
/// they are asked for. ```` ```inner NAME [--ignore-case] ```` expects what `tagstream inner
/// --json` prints: a JSON string or null.
namespace tagstream::testing {

/// All `*.md` files of a folder, in the order of their names.
[[nodiscard]] Goldens read_extract_goldens(const std::string& folder);

/// Adds the cases of one file's text.
void read_extract_golden_text(const std::string& file, std::string_view text, Goldens& goldens);

[[nodiscard]] bool is_inner(const GoldenBlock& block);

/// What an `extract` block's arguments mean to the program.
struct GoldenExtract {
  ExtractOptions options;
  bool is_flat = false;
  bool has_content = false;  ///< with is_flat
  bool has_diagnostics = false;
  bool is_finished = true;  ///< false with --no-finish
};
[[nodiscard]] Result<GoldenExtract> extract_of(const GoldenBlock& block);

/// What an `inner` block's arguments mean to the program.
struct GoldenInner {
  std::string name;
  bool ignore_case = false;
};
[[nodiscard]] Result<GoldenInner> inner_of(const GoldenBlock& block);

/// In the form of an `extract` block.
[[nodiscard]] std::string to_lines(const Tree& tree, const GoldenExtract& golden);
/// In the form of an `inner` block.
[[nodiscard]] std::string to_line(std::optional<std::string_view> content);

}  // namespace tagstream::testing
