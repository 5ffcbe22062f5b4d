#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "processor.hpp"
#include "tagstream/snapshots.hpp"

namespace tagstream::cli {

/// Reads lines, each of which is a JSON string with all of the text so far; blank ones are not. A
/// processor gets what is new in each.
class SnapshotLines {
 public:
  SnapshotLines(const Arguments& arguments, Processor& processor, Output& output);

  /// Takes pieces of lines. False: no more can be read. Throws Failure at what is no such line.
  bool feed(std::string_view piece);
  /// The last line may lack its end.
  void finish();
  /// Each snapshot has been fed in full.
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
