#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/extract_seen.hpp"
#include "support/golden_file.hpp"
#include "support/sampling.hpp"
#include "support/watch.hpp"
#include "tagstream/snapshots.hpp"

/// Turns the arguments of a golden block into options, and events into the lines of a block. Both
/// use the code of the program: its command line and its JSON.
namespace tagstream::testing {

/// Options by name and value.
using Named = std::vector<std::pair<std::string, std::string>>;

/// The arguments of a `read` or `message` block: the options of the program, and those that only
/// tests have.
struct Golden {
  Options options{};
  Named named{};                     ///< the options again, in the order in which they are set
  bool is_finished = true;           ///< false with --no-finish
  std::vector<std::string> never{};  ///< --never: tools that must not be called
  bool has_prefixes = false;         ///< --prefixes
  bool is_snapshots = false;         ///< --snapshots: each line is the whole text so far
  std::size_t max_snapshot_bytes = Limits::none;
};
[[nodiscard]] Result<Golden> golden_of(const GoldenCase& golden, const GoldenBlock& block);
[[nodiscard]] Result<TokenizerOptions> tokenizer_of(const GoldenBlock& block);

struct GoldenExtract {
  ExtractOptions options{};
  Named named{};  ///< the options again, by name and value
  bool is_flat = false;
  bool has_content = false;  ///< with is_flat
  bool has_diagnostics = false;
  bool is_finished = true;
};
[[nodiscard]] Result<GoldenExtract> extract_of(const GoldenBlock& block);

struct GoldenInner {
  std::string name;
  bool ignore_case = false;
};
[[nodiscard]] Result<GoldenInner> inner_of(const GoldenBlock& block);

/// One event as a block shows it.
struct SeenLine {
  Seen seen;
  std::string line{};  ///< as printed, without sentences; empty for joined events

  friend bool operator==(const SeenLine&, const SeenLine&) = default;
};

struct GoldenRun : EventRun {
  std::vector<SeenLine> printed;  ///< joined
};

/// Resets `reader`, feeds it `text` in pieces, and checks the laws on the way.
[[nodiscard]] GoldenRun run_golden(std::string_view text, Reader& reader, const Bounds& bounds,
                                   const Cuts& cuts, Ending ending = Ending::finish,
                                   Relay relay = Relay::no);

/// Appends an event to the earlier ones. With `ids` null, the line has the id that the event has.
void append_line(std::vector<SeenLine>& printed, const Event& event, CallIds* ids);

/// The lines in the form that a golden block has.
[[nodiscard]] std::string to_lines(const GoldenRun& run);
[[nodiscard]] std::string to_lines(const std::vector<SeenLine>& printed);
[[nodiscard]] std::string to_lines(const std::vector<SeenToken>& tokens);
[[nodiscard]] std::string to_lines(const Tree& tree, const GoldenExtract& golden);
/// The line of an `inner` block: `content` is the result of `inner` for `text`.
[[nodiscard]] std::string to_line(std::string_view text, std::optional<std::string_view> content);
[[nodiscard]] std::string to_line(const Message& message);
/// One line for each event, with its span; for failure messages.
[[nodiscard]] std::string to_spans(const std::vector<SeenLine>& events);
/// The first tag's attributes, in the form of an `attributes` block.
[[nodiscard]] std::string attribute_lines(std::string_view text);
/// The lines that the snapshots in `input` give; each line of `input` is one snapshot.
/// Precondition: the block has --snapshots.
[[nodiscard]] std::string snapshot_lines(std::string_view input, const Golden& golden);

/// Calls `check(golden, block)` for each block, and reports each failure that it returns. Reports
/// the errors of the files as well, and fails if there are fewer than `min_cases` cases.
template <class Check>
void replay(const Goldens& goldens, std::size_t min_cases, Check check) {
  for (const std::string& error : goldens.errors) ADD_FAILURE() << error;
  EXPECT_GE(goldens.cases.size(), min_cases);
  std::uint64_t number = 0;
  for (const GoldenCase& golden : goldens.cases) {
    if (!is_sampled(number++, sample_beyond(500))) continue;
    for (const GoldenBlock& block : golden.blocks) {
      const std::string failure = check(golden, block);
      if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
    }
  }
  write_updates();
}

}  // namespace tagstream::testing
