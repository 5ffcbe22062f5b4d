#pragma once

// Names seen so far, numbered in order of appearance: `a`, `b`, `a` get the numbers 0, 1 and 0.
//
// The names stand in a crit-bit tree: each inner node has the bit at which the names below it first
// differ. A search tests one bit a node and compares the whole name once. So the cost is bounded by
// the length of the name, whatever names an attacker chooses; a hash table has no such bound.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/growing_array.hpp"

namespace tagstream {

class NameTable {
 public:
  using Id = std::uint32_t;
  static constexpr Id none = ~std::uint32_t{0};

  explicit NameTable(bool ignore_case = false) : ignore_case_(ignore_case) {}

  /// The number of `name`, or `none`. Precondition: `name` has no NUL byte.
  [[nodiscard]] Id find(std::string_view name);
  /// The number of `name`. A new name is added, and gets the next number.
  Id add(std::string_view name);

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  void clear();
  /// Forgets all names and frees the memory.
  void release();

  /// Bytes of names looked at so far.
  [[nodiscard]] std::uint64_t examined() const { return examined_; }

 private:
  using Link = std::uint32_t;  // an inner node, or a name with `leaf` set
  static constexpr Link leaf = std::uint32_t{1} << 31;

  struct Inner {
    std::uint32_t at;   // byte
    unsigned char bit;  // mask with that one bit
    Id sample;          // a name below
    Link next[2];
  };
  struct Name {
    std::size_t begin;
    std::uint32_t size;
  };

  [[nodiscard]] unsigned char byte_of(std::string_view name, std::uint32_t at) const;
  [[nodiscard]] std::string_view text_of(Id id) const {
    return {pool_.view().data() + names_[id].begin, names_[id].size};
  }
  Id closest(std::string_view name);
  Id append(std::string_view name);
  [[nodiscard]] std::uint32_t first_difference(std::string_view a, std::string_view stored);

  GrowingArray<Inner> inner_;
  GrowingArray<Name> names_;
  GrowingArray<Link> path_;  // of the last descent
  GrowingArray<char> pool_;  // the names, folded if case is ignored
  Link root_ = 0;
  std::uint64_t examined_ = 0;
  bool ignore_case_;
};

}  // namespace tagstream
