#pragma once

// The keywords of one call, to find one that is given twice: Python reads no such call.
//
// Only a number stands for each. That two keywords have the same one does not happen by chance, and
// whoever makes it happen has a call that is not called.
//
//   f(a=1, b=2, a=3)      repeated() is where the second `a` begins

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tagstream {

class Keywords {
 public:
  /// The keywords of another call come.
  void restart() {
    given_.clear();
    open_ = {};
  }
  /// One begins at `offset`, and has these bytes.
  void begin(std::uint64_t offset) { open_ = {first, offset}; }
  void take(char byte) { open_.first = (open_.first ^ static_cast<unsigned char>(byte)) * factor; }
  void end() {
    if (open_.first != 0) given_.push_back(open_);
    open_ = {};
  }

  /// Where the first one begins that has been given before; 0: there is none.
  std::uint64_t repeated() {
    std::sort(given_.begin(), given_.end());
    std::uint64_t found = 0;
    for (std::size_t i = 1; i < given_.size(); ++i) {
      if (given_[i].first != given_[i - 1].first) continue;
      const std::uint64_t at = given_[i].second;
      found = found == 0 ? at : std::min(found, at);
    }
    return found;
  }

 private:
  using Keyword = std::pair<std::uint64_t, std::uint64_t>;  // its number, where it begins
  // Fowler, Noll and Vo's for 64 bits.
  static constexpr std::uint64_t first = 14695981039346656037U;
  static constexpr std::uint64_t factor = 1099511628211U;

  std::vector<Keyword> given_;
  Keyword open_{};
};

}  // namespace tagstream
