#pragma once

#include <string>
#include <string_view>

#include "processor.hpp"

namespace tagstream::cli {

/// What a text is that begins so, as a word of `--from`: "sse", "ndjson", "jsonl". Empty: text.
[[nodiscard]] std::string_view looks_like(std::string_view begin);

/// Sees whether what is read looks like a stream or like records, and is read as something else.
class FormatHint {
 public:
  explicit FormatHint(const Arguments& arguments)
      : is_asked_(!arguments.snapshots), from_(to_string(arguments.from)) {}

  void see(std::string_view piece);

  /// One line, if it does.
  void finish(Notes& notes) const;

 private:
  bool is_asked_;
  std::string_view from_;  // what it is read as
  std::string begin_;      // of the text
};

}  // namespace tagstream::cli
