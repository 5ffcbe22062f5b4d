#pragma once

#include <cstddef>
#include <vector>

namespace tagstream {

/// A list that may grow long without taking more room than it needs, or moving what it holds. The
/// first stands in the list itself: most have no other.
// Calls of one body: 200 of them are one in the list itself, three blocks of 64 and one of 7.
template <class T>
class Blocks {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t i) {
    return i == 0 ? first_ : blocks_[(i - 1) / in_block][(i - 1) % in_block];
  }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    return i == 0 ? first_ : blocks_[(i - 1) / in_block][(i - 1) % in_block];
  }
  /// The last; of an empty list one that is not in it.
  [[nodiscard]] T& back() { return size_ < 2 ? first_ : blocks_.back().back(); }

  T& emplace_back() {
    if (size_++ == 0) return first_ = T();
    if (blocks_.empty() || blocks_.back().size() == in_block) {
      blocks_.emplace_back();
      if (blocks_.size() > 1) blocks_.back().reserve(in_block);
    }
    return blocks_.back().emplace_back();
  }
  void pop_back() {
    if (--size_ == 0) return;
    blocks_.back().pop_back();
    if (blocks_.back().empty()) blocks_.pop_back();
  }
  /// Gives back what those before `i` take, where it stands apart: they are not asked for again,
  /// and none is added. Is asked for every `i`.
  void forget_before(std::size_t i) {
    if (i <= in_block || (i - 1) % in_block != 0) return;
    std::vector<T>().swap(blocks_[(i - 1) / in_block - 1]);
  }

 private:
  static constexpr std::size_t in_block = 64;
  T first_{};
  std::vector<std::vector<T>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tagstream
