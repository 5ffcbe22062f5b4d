#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tagstream {

/// Objects that stand still until all of them are forgotten. A first small block is kept.
template <class T, std::size_t block_size>
class Pool {
 public:
  /// An object with any value. Its address holds until `clear`.
  T& add() {
    const std::size_t block = size_ / block_size;
    if (block == blocks_.size()) blocks_.push_back(std::make_unique<T[]>(block_size));
    return blocks_[block][size_++ % block_size];
  }
  void clear() {
    if (size_ == 0) return;
    size_ = 0;
    if (blocks_.size() > 1) blocks_.resize(1);
  }

 private:
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tagstream
