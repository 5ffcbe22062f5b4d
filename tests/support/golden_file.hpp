#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/seen.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/tokenizer.hpp"

/// The golden cases: Markdown files with an input and what must come of it.
///
/// A case is a `## heading`, one ```` ```in ```` block (or ```` ```in escaped ````, with \n \r \t
/// \0
/// \\ \xHH and real line ends dropped) and one or more expectations, whose fence names the reader
/// and its arguments: ```` ```tokens --name a ````, ```` ```filter --hide a ````, ````
/// ```attributes
/// ````. The line end before a closing fence does not belong to the block.
namespace tagstream::testing {

struct GoldenBlock {
  enum class Kind : std::uint8_t {
    tokens,
    filter,
    attributes,
    extract,
    inner,
    tools,
    thoughts,
    parse,
    message
  };
  Kind kind = Kind::tokens;
  std::vector<std::string> arguments;
  std::string expected;  ///< one line for each event, each with its line end
  int line = 0;          ///< of its fence
};

struct GoldenCase {
  std::string file;
  int line = 0;  ///< of its heading
  std::string heading;
  std::string input;
  std::vector<GoldenBlock> blocks;

  /// "file:line: heading", for messages.
  [[nodiscard]] std::string place(const GoldenBlock& block) const;
};

struct Goldens {
  std::vector<GoldenCase> cases;
  std::vector<std::string> errors;  ///< "file:line: what is wrong with the file itself"
};

/// The kinds of block that the files of one folder may hold.
using GoldenKinds = std::vector<GoldenBlock::Kind>;
[[nodiscard]] GoldenKinds plain_golden_kinds();  ///< those of tests/golden itself

/// All `*.md` files of a folder, in the order of their names. `shown_as` stands for the folder in
/// messages.
[[nodiscard]] Goldens read_goldens(const std::string& folder,
                                   const std::string& shown_as = "tests/golden/",
                                   const GoldenKinds& kinds = plain_golden_kinds());

/// Adds the cases of one file's text. A block of another kind is an error of the file.
void read_golden_text(const std::string& file, std::string_view text, Goldens& goldens,
                      const GoldenKinds& kinds = plain_golden_kinds());

/// A line of JSON without the wording of a notice or an error, which is no part of a golden case.
[[nodiscard]] std::string without_message(std::string_view line);

/// What a `filter` block's arguments mean to the program.
struct GoldenFilter {
  FilterOptions options;
  bool is_finished = true;  ///< false with --no-finish
};
[[nodiscard]] Result<GoldenFilter> filter_of(const GoldenBlock& block);
[[nodiscard]] Result<TokenizerOptions> tokenizer_of(const GoldenBlock& block);

/// In the form of a `tokens` block.
[[nodiscard]] std::string to_lines(const std::vector<SeenToken>& tokens);
/// In the form of a `filter` block: the program's own JSON, notices without their message.
[[nodiscard]] std::string to_lines(const std::vector<Seen>& events);
/// The first tag's attributes, in the form of an `attributes` block.
[[nodiscard]] std::string attribute_lines(std::string_view text);

}  // namespace tagstream::testing
