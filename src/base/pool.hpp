#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tagstream {

/// Objects that stand still until all of them are forgotten. A first small block is kept.
template <class T, std::size_t first_size>
class Pool {
 public:
  /// An object with any value. Its address holds until `clear`.
  T& add() {
    const std::size_t i = size_++;
    if (i < first_size) {
      if (first_ == nullptr) first_ = std::make_unique<T[]>(first_size);
      return first_[i];
    }
    const std::size_t block = (i - first_size) / in_block;
    if (block == blocks_.size()) blocks_.push_back(std::make_unique<T[]>(in_block));
    return blocks_[block][(i - first_size) % in_block];
  }
  void clear() {
    size_ = 0;
    blocks_.clear();
  }

 private:
  static constexpr std::size_t in_block = 64;  // so that one takes little but what is in it
  std::unique_ptr<T[]> first_;
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tagstream
