#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/golden_file.hpp"
#include "support/laws.hpp"
#include "tagstream/parse.hpp"

/// The golden cases of `parse`: a file for each row of the table of dialects, named like the row,
/// in the form of golden_file.hpp with two kinds of block.
///
/// ```` ```parse ARGUMENTS ```` expects what `tagstream parse ARGUMENTS` prints, one event a line,
/// neighbouring deltas of one kind (and one call) joined, those with only markup between them, too,
/// the messages left out. ```` ```message ARGUMENTS ```` expects the line that --json prints.
/// Without --dialect, --reasoning and --tool-format the row is that of the file. The file after
/// --tools is looked for in the folder `schemas` beside the golden files. Arguments that only the
/// tests know: --never NAME (no text that this one begins with may call that tool), and --prefixes
/// (every such text is read alike however it is cut, and calls only what the whole text calls).
namespace tagstream::testing {

/// What a block's arguments mean.
struct GoldenParse {
  ParseOptions options;
  bool is_finished = true;  ///< false with --no-finish
  bool has_prefixes = false;
  std::vector<std::string> never;  ///< tools that must not be called
};
/// @param folder  where the golden files are
/// @param row     the dialect of a block that names none
[[nodiscard]] Result<GoldenParse> parse_of(const GoldenBlock& block, const std::string& folder,
                                           const std::string& row);

/// "hermes" of "tests/golden/dialects/hermes.md".
[[nodiscard]] std::string row_of(const GoldenCase& golden);

/// An owned copy of one event of a `Parser`.
struct SeenParse {
  EventKind kind = EventKind::content;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t index = 0;  ///< of a call_delta
  std::string text;         ///< of a delta
  std::string line;         ///< the program's JSON without its message; empty for deltas

  friend bool operator==(const SeenParse&, const SeenParse&) = default;
};

/// In the form of a `parse` block.
[[nodiscard]] std::string to_lines(const std::vector<SeenParse>& events);
/// Every event with its span, markup too, for messages.
[[nodiscard]] std::string to_spans(const std::vector<SeenParse>& events);

/// A call that a reading gave.
struct SeenParseCall {
  std::uint64_t begin = 0;
  std::string tool;
  std::string arguments;
  bool is_closed = false;
};

/// What one reading gave.
struct ParseRun : Run<SeenParse> {
  std::vector<SeenParseCall> calls;
  std::string message;  ///< in the form of a `message` block
};

/// Reads `text` in pieces that are overwritten and freed after each feed, and watches that nothing
/// is lost, given twice or out of order. `parser` is reset first.
[[nodiscard]] ParseRun run_parse(std::string_view text, Parser& parser, const ParseOptions& options,
                                 const Cuts& cuts, Ending ending);

/// What is wrong with `run`'s work (L5) and hold-back (L6); empty if nothing is.
[[nodiscard]] std::string check_bounds(const ParseRun& run, const ParseOptions& options,
                                       std::size_t length);

/// Whole reading is `feed` and `finish` collected (L7).
[[nodiscard]] std::string check_message(std::string_view text, const ParseOptions& options,
                                        const ParseRun& run);

/// Reads every beginning of `text` as a text of its own, under every OnUnclosedCall, at once and in
/// pieces, and says where a tool of `never` is called. Empty if none is.
[[nodiscard]] std::string check_never(std::string_view text, const ParseOptions& options,
                                      const std::vector<std::string>& never);

/// Reads every beginning of `text` as a text of its own. All laws hold; a call of it is one of the
/// whole text, and has its closing marker unless `on_unclosed_call` is `call`.
[[nodiscard]] std::string check_prefixes(std::string_view text, Parser& parser,
                                         const ParseOptions& options);

}  // namespace tagstream::testing
