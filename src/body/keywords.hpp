#pragma once

// The keywords of one call, to find one that is given twice: Python accepts no such call.
//
// Each keyword is kept as a hash of 64 bits. If somebody makes two keywords with one hash, the call
// is refused or marked as repaired, which does no harm.
//
//   (a=1, b=2, a=3)      repeated() is 11, where the second `a` begins

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"

namespace tagstream {

class Keywords {
 public:
  /// Forgets the keywords: another call begins.
  void restart() { given_.clear(); }
  /// Adds the keyword that begins at `offset`.
  void add(std::string_view keyword, std::uint64_t offset) {
    given_.emplace_back(hash_of(keyword), offset);
  }

  /// The beginning of the first keyword that was given before; 0 if there is none.
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
  using Keyword = std::pair<std::uint64_t, std::uint64_t>;  // its hash, its offset
  std::vector<Keyword> given_;
};

}  // namespace tagstream
