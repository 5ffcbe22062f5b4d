#pragma once

#include <memory>
#include <string>

#include "event_lane.hpp"
#include "io/input.hpp"
#include "tagstream/parse.hpp"

namespace tagstream::cli {

// What several of the commands that read do first. Each throws Failure.

/// Reads the file of --tools.
void add_schemas(Arguments& arguments);
/// What is to be read, where no name of a dialect says it: --dialect-file, --model.
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
