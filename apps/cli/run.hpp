#pragma once

#include <functional>
#include <memory>
#include <string>

#include "io/input.hpp"
#include "lanes.hpp"
#include "tagstream/parse.hpp"

namespace tagstream::cli {

/// The part that is the same in every command that reads: opens the files, takes the answers out of
/// them, gives them to lanes, and says how it went. Gives the exit code.
/// @param on_open  is called with each file, before it is read
[[nodiscard]] int run_lanes(Arguments& arguments, const MakeLane& make_lane,
                            const std::function<void(const Input&)>& on_open = {});

// What several of the commands that read do first. Each throws Failure.

/// Reads the file of --tools.
void add_schemas(Arguments& arguments);
/// Reads the file of --format-file.
void add_format(Arguments& arguments);
/// What is to be read, where no name of a dialect says it: --format-file, --model.
void add_row(Arguments& arguments);
/// Readers to which the end of the prompt has been given.
[[nodiscard]] MakeReader primed(ParseRules rules, std::string prompt_tail);

/// A file that is written beside standard output, which must not be what is read or written
/// otherwise.
class SecondFile {
 public:
  /// `path` is empty: there is none.
  explicit SecondFile(const std::string& path) : path_(path) {}

  /// Before `input` is read.
  void check(const Input& input);
  [[nodiscard]] Output* output() const { return file_.get(); }
  void close();

 private:
  std::string path_;
  std::unique_ptr<Output> file_;
};

}  // namespace tagstream::cli
