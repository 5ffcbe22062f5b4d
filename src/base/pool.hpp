#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tagstream {

/// Objects that stand still until all of them are forgotten. The first block is small, and kept.
template <class T, std::size_t first_size>
class Pool {
 public:
  /// An object with any value. Its address holds until `clear`.
  T& add() {
    const std::size_t i = size_++;
    const std::size_t block = i < first_size ? 0 : 1 + (i - first_size) / in_block;
    if (block == blocks_.size()) {
      blocks_.push_back(std::make_unique<T[]>(block == 0 ? first_size : in_block));
    }
    return blocks_[block][block == 0 ? i : (i - first_size) % in_block];
  }
  void clear() {
    if (size_ == 0) return;
    size_ = 0;
    if (blocks_.size() > 1) blocks_.resize(1);
  }

 private:
  static constexpr std::size_t in_block = 64;  // so that one takes little but what is in it
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tagstream
