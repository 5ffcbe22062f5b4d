#pragma once

#include <cstddef>
#include <vector>

namespace tagstream {

/// A list that may grow long. Its elements never move, except while the first block is filled, and
/// at most one block of 64 elements is partly empty. The first element stands in the list object:
/// most lists have no other, and need no memory of their own.
///
/// A body with 200 calls: the first call stands in the list, the others in three blocks of 64 and a
/// block of 7.
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
  /// The last element. If the list is empty, a spare element that is not part of the list.
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
  /// Frees the memory of elements before `i`, a block at a time. The caller calls it for every `i`
  /// in order, asks for no element before `i` again, and adds no element after the first call.
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
