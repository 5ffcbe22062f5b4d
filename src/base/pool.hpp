#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace tagstream {

/// Objects that stand still until all of them are forgotten. The first block is small, and kept.
template <class T, std::size_t first_size>
class Pool {
 public:
  /// A new object. Its address holds until `clear`.
  T& add() { return *::new (place()) T; }
  void clear() {
    if (size_ == 0) return;
    size_ = 0;
    if (blocks_.size() > 1) blocks_.resize(1);
  }

 private:
  static_assert(std::is_trivially_destructible_v<T>);
  static constexpr std::size_t in_block = 64;  // so that one takes little but what is in it
  struct alignas(T) Place {
    std::byte bytes[sizeof(T)];
  };

  Place* place() {
    const std::size_t i = size_++;
    const std::size_t block = i < first_size ? 0 : 1 + (i - first_size) / in_block;
    if (block == blocks_.size()) {
      const std::size_t size = block == 0 ? first_size : in_block;
      blocks_.push_back(std::make_unique_for_overwrite<Place[]>(size));
    }
    return &blocks_[block][block == 0 ? i : (i - first_size) % in_block];
  }

  std::vector<std::unique_ptr<Place[]>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace tagstream
