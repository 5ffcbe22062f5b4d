#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/input.hpp"
#include "processors.hpp"

namespace tagstream::cli {

/// Makes the message for a text in which nothing was found, from the beginning of the text.
using SayNothing = std::function<std::string(std::string_view seen)>;

/// The part that all reading commands share: opens the files, takes the answers out of them, feeds
/// them to processors, and prints notes and messages. Returns the exit code.
/// @param on_open  called with each file before it is read
[[nodiscard]] int run_processors(Arguments& arguments, const MakeProcessor& make_processor,
                                 const SayNothing& say_nothing,
                                 const std::function<void(const Input&)>& on_open = {});

/// A file that is written beside standard output. It must be neither an input nor standard output.
class SecondFile {
 public:
  /// @param path  empty: there is no such file
  explicit SecondFile(const std::string& path) : path_(path) {}

  /// Throws Failure if `input` is this file. Call it before `input` is read.
  void check(const Input& input);
  [[nodiscard]] Output* output() const { return file_.get(); }
  void close();

 private:
  std::string path_;
  std::unique_ptr<Output> file_;
};

}  // namespace tagstream::cli
