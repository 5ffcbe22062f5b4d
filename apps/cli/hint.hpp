#pragma once

#include <string>
#include <string_view>

#include "lane.hpp"

namespace tagstream::cli {

/// Sees whether what is read as text looks like a stream or like records.
class Hint {
 public:
  explicit Hint(const Arguments& arguments) : is_asked_(!arguments.snapshots) {}

  void see(std::string_view piece);

  /// One line, if it does.
  void finish(Notes& notes) const;

 private:
  bool is_asked_;
  std::string begin_;  // of the text
};

}  // namespace tagstream::cli
