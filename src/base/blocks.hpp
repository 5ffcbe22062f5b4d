#pragma once

#include <cstddef>
#include <vector>

namespace tagstream {

/// A list that may grow long without taking more room than it needs, or moving what it holds.
template <class T>
class Blocks {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t i) { return blocks_[i / in_block][i % in_block]; }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    return blocks_[i / in_block][i % in_block];
  }
  [[nodiscard]] T& back() { return blocks_.back().back(); }

  T& emplace_back() {
    if (size_ % in_block == 0) {
      blocks_.emplace_back();
      if (size_ != 0) blocks_.back().reserve(in_block);
    }
    ++size_;
    return blocks_.back().emplace_back();
  }
  void pop_back() {
    blocks_.back().pop_back();
    if (--size_ % in_block == 0) blocks_.pop_back();
  }

 private:
  static constexpr std::size_t in_block = 16;
  std::vector<std::vector<T>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tagstream
