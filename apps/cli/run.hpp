#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/input.hpp"
#include "processors.hpp"

namespace tagstream::cli {

/// What is said where nothing was found, of the beginning of the text.
using SayNothing = std::function<std::string(std::string_view seen)>;

/// The part that is the same in every command that reads: opens the files, takes the answers out of
/// them, gives them to processors, and says how it went. Gives the exit code.
/// @param on_open  is called with each file, before it is read
[[nodiscard]] int run_processors(Arguments& arguments, const MakeProcessor& make_processor,
                                 const SayNothing& say_nothing,
                                 const std::function<void(const Input&)>& on_open = {});

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
