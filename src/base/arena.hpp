#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace tagstream {

/// Objects of several types that stand still until all of them are forgotten: they stand one after
/// the other. The first block is small, and kept.
template <std::size_t first_bytes>
class Arena {
 public:
  /// A new object. Its address holds until `clear`.
  template <class T>
  T& add() {
    return *::new (place<T>()) T;
  }
  /// The first object that was added before `clear`, once more. Preconditions: it was a `T`, and
  /// nothing has been added since.
  template <class T>
  T& add_first_again() {
    used_ = sizeof(T);
    return *std::launder(reinterpret_cast<T*>(blocks_.front().get()));
  }
  void clear() {
    if (used_ == 0) return;
    used_ = 0;
    if (blocks_.size() > 1) blocks_.resize(1);
  }

 private:
  struct Aligned {  // as what is added: a pointer may be smaller than an offset
    void* pointer;
    std::uint64_t offset;
  };
  static_assert(alignof(Aligned) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  static constexpr std::size_t block_bytes = 6656;  // so that one takes little but what is in it

  [[nodiscard]] std::size_t room() const {
    return blocks_.size() > 1 ? block_bytes : blocks_.size() * first_bytes;
  }
  template <class T>
  std::byte* place() {
    static_assert(std::is_trivially_destructible_v<T> && sizeof(T) <= first_bytes);
    static_assert(sizeof(T) % alignof(Aligned) == 0 && alignof(T) <= alignof(Aligned));
    if (used_ + sizeof(T) > room()) add_block();
    std::byte* const at = blocks_.back().get() + used_;
    used_ += sizeof(T);
    return at;
  }
  void add_block() {
    const std::size_t size = blocks_.empty() ? first_bytes : block_bytes;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    used_ = 0;
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t used_ = 0;  // of the last block
};

}  // namespace tagstream
