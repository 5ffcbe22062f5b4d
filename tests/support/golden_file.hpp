#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The golden cases: Markdown files with an input and the lines that each reader must give for the
/// input. tests/golden/README.md describes their form.
namespace tagstream::testing {

/// The lines that one reader must give for the input of the case.
struct GoldenBlock {
  std::string reader{};  ///< "filter", "tools", …
  std::vector<std::string> arguments;
  std::string expected{};  ///< one line for each event, each with its line end
  int line = 0;            ///< the line number of its fence
  std::size_t begin = 0;   ///< where `expected` begins in the file, in bytes
  std::size_t end = 0;
};

struct GoldenCase {
  std::string file;    ///< its name in messages
  std::string path{};  ///< its path on disk
  int line = 0;        ///< the line number of its heading
  std::string heading{};
  std::string input{};
  std::vector<GoldenBlock> blocks{};
  std::string row{};  ///< of every_family.md: the dialect that it was expanded for

  /// "file:line: heading", and the row if the case has one; for failure messages.
  [[nodiscard]] std::string place(const GoldenBlock& block) const;
  /// The folder of the file.
  [[nodiscard]] std::string folder() const;
  /// The row if the case has one; else the file's name without its ending: "hermes" for
  /// "tests/golden/dialects/hermes.md".
  [[nodiscard]] std::string name() const;
};

struct Goldens {
  std::vector<GoldenCase> cases;
  std::vector<std::string> errors;  ///< "file:line: what is wrong with the file itself"
};

/// The readers whose blocks the files of one folder may hold.
using GoldenReaders = std::vector<std::string>;

/// All `*.md` files of a folder of tests/golden, in the order of their names; "" is the folder
/// itself. README.md and every_family.md are left out.
[[nodiscard]] Goldens read_goldens(const std::string& folder, const GoldenReaders& readers);

/// The cases of one file of tests/golden.
[[nodiscard]] Goldens read_golden_file(const std::string& file, const GoldenReaders& readers);

/// Adds the cases of one file's text. A block of another reader is an error of the file.
void read_golden_text(const std::string& file, std::string_view text, Goldens& goldens,
                      const GoldenReaders& readers);

/// Compares the lines that a block expects with `lines`. Returns the difference; empty if they are
/// equal. With TAGSTREAM_UPDATE=1 the result is always empty: the block is noted, and
/// `write_updates` later writes `lines` into the file.
[[nodiscard]] std::string check_lines(const GoldenCase& golden, const GoldenBlock& block,
                                      const std::string& lines);
/// Writes the noted blocks into their files.
void write_updates();

}  // namespace tagstream::testing
