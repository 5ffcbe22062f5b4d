#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The golden cases: Markdown files with an input and what must come of it; tests/golden/README.md
/// describes them.
namespace tagstream::testing {

/// What one reader must give for the input.
struct GoldenBlock {
  std::string reader{};  ///< "filter", "tools", …
  std::vector<std::string> arguments;
  std::string expected{};  ///< one line for each event, each with its line end
  int line = 0;            ///< of its fence
  std::size_t begin = 0;   ///< of `expected` in the file
  std::size_t end = 0;
};

struct GoldenCase {
  std::string file;    ///< as messages name it
  std::string path{};  ///< where it is
  int line = 0;        ///< of its heading
  std::string heading{};
  std::string input{};
  std::vector<GoldenBlock> blocks{};
  std::string row{};  ///< of every_family.md: the dialect that it was expanded for

  /// "file:line: heading", and the row if there is one, for messages.
  [[nodiscard]] std::string place(const GoldenBlock& block) const;
  /// The folder it is in.
  [[nodiscard]] std::string folder() const;
  /// "hermes" of "tests/golden/dialects/hermes.md"; the row if there is one.
  [[nodiscard]] std::string name() const;
};

struct Goldens {
  std::vector<GoldenCase> cases;
  std::vector<std::string> errors;  ///< "file:line: what is wrong with the file itself"
};

/// The readers whose blocks the files of one folder may hold.
using GoldenReaders = std::vector<std::string>;

/// All `*.md` files of a folder of tests/golden, in the order of their names; "" is the folder
/// itself. README.md and every_family.md are none of them.
[[nodiscard]] Goldens read_goldens(const std::string& folder, const GoldenReaders& readers);

/// The cases of one file there.
[[nodiscard]] Goldens read_golden_file(const std::string& file, const GoldenReaders& readers);

/// Adds the cases of one file's text. A block of another reader is an error of the file.
void read_golden_text(const std::string& file, std::string_view text, Goldens& goldens,
                      const GoldenReaders& readers);

/// What differs between the lines that a block expects and those that there are. With
/// TAGSTREAM_UPDATE=1 nothing does: the block is noted, and `write_updates` puts them there.
[[nodiscard]] std::string check_lines(const GoldenCase& golden, const GoldenBlock& block,
                                      const std::string& lines);
/// Writes the noted blocks into their files.
void write_updates();

}  // namespace tagstream::testing
