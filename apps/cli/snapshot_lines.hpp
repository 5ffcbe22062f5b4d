#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "processor.hpp"
#include "tagstream/snapshots.hpp"

namespace tagstream::cli {

/// Reads lines, each of which is a JSON string with the whole text so far; blank lines are passed.
/// The processor gets the new end of each: for the lines `"a"` and `"ab"` it gets `a` and `b`.
class SnapshotLines {
 public:
  SnapshotLines(const Arguments& arguments, Processor& processor, Output& output);

  /// Reads a piece of lines. Returns false if no more can be read. Throws Failure at a line that is
  /// no JSON string.
  bool feed(std::string_view piece);
  /// The last line may lack its end.
  void finish();
  /// Adds the sizes of the whole snapshots to the figures of the result.
  void add_to(AnswerResult& result) const;

 private:
  bool end_line();
  [[noreturn]] void refuse(const std::string& message);

  Processor& processor_;
  Output& output_;
  Snapshots snapshots_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::optional<Error> limit_;
  bool is_stopped_ = false;
};

}  // namespace tagstream::cli
