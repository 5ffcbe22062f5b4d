#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tagstream {

/// Objects that stand still until all of them are forgotten. A first small block is kept.
template <class T, std::size_t block_size>
class Pool {
 public:
  /// A new object. Its address holds until `clear`.
  T& add(T object) {
    const std::size_t block = size_ / block_size;
    if (block == blocks_.size()) blocks_.push_back(std::make_unique<T[]>(block_size));
    T& place = blocks_[block][size_++ % block_size];
    place = object;
    return place;
  }
  void clear() {
    size_ = 0;
    if (blocks_.size() > 1) blocks_.resize(1);
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& operator[](std::size_t index) {
    return blocks_[index / block_size][index % block_size];
  }

 private:
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tagstream
