#pragma once

// An array that grows in place, for the big arrays of one feed.
//
// When a `std::vector` is full, it copies its elements into a block of twice the size, and frees
// the old block after that. So it needs three times the memory of its elements. This array calls
// `realloc`: for a large block the system moves the pages instead of copying them, and a page that
// was never written takes no memory.
//
// Growth: 8 elements, 16, 32 and so on up to 1 MiB, then a sixteenth more each time. An array with
// 16 MiB of elements has room for at most 17 MiB.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

namespace tagstream {

template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>, "elements are moved as bytes");
  static_assert(alignof(T) <= alignof(std::max_align_t));

 public:
  GrowingArray() = default;
  GrowingArray(GrowingArray&& other) noexcept { swap(other); }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    GrowingArray(std::move(other)).swap(*this);
    return *this;
  }
  ~GrowingArray() { std::free(data_); }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  /// The elements, to iterate over.
  [[nodiscard]] std::span<T> view() { return {data_, size_}; }
  [[nodiscard]] std::span<const T> view() const { return {data_, size_}; }
  [[nodiscard]] T& operator[](std::size_t index) { return view()[index]; }
  [[nodiscard]] const T& operator[](std::size_t index) const { return view()[index]; }
  [[nodiscard]] T& back() { return view().back(); }

  /// Appends a copy of `value`, which may be an element of this array. References to elements are
  /// invalid after the call.
  T& push_back(T value) {
    if (size_ == capacity_) set_capacity(next_capacity());
    T* const place = data_ + size_++;
    *place = value;
    return *place;
  }
  /// The same for a large value that is no element of this array: it is copied once.
  T& append(const T& value) {
    if (size_ == capacity_) set_capacity(next_capacity());
    return data_[size_++] = value;
  }
  void pop_back() { truncate(size_ - 1); }
  /// Keeps the first `size` elements. Precondition: the array has that many.
  void truncate(std::size_t size) {
    assert(size <= size_);
    size_ = size;
  }
  /// Makes the array `size` elements long: drops elements at the end, or adds copies of `value`.
  void resize(std::size_t size, T value) {
    if (size > capacity_) set_capacity(std::max(size, next_capacity()));
    for (; size_ < size; ++size_) data_[size_] = value;
    size_ = size;
  }
  /// Replaces all elements. Precondition: `values` does not point into this array.
  void assign(std::span<const T> values) {
    clear();
    reserve(values.size());
    size_ = values.size();
    if (size_ != 0) std::memcpy(data_, values.data(), size_ * sizeof(T));
  }
  /// Drops the first `count` elements. Precondition: the array has that many.
  void drop_front(std::size_t count) {
    assert(count <= size_);
    size_ -= count;
    if (size_ != 0) std::memmove(data_, data_ + count, size_ * sizeof(T));
  }

  /// Room for `capacity` in all, and no more: where the number is known.
  void reserve(std::size_t capacity) {
    if (capacity > capacity_) set_capacity(capacity);
  }
  /// Keeps the memory; assigning an empty array gives it back.
  void clear() { size_ = 0; }
  void swap(GrowingArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  static constexpr std::size_t large_bytes = std::size_t{1} << 20;

  [[nodiscard]] std::size_t next_capacity() const {
    if (capacity_ * sizeof(T) >= large_bytes) return capacity_ + capacity_ / 16;
    return std::max<std::size_t>(2 * capacity_, 8);
  }
  // Without memory the program ends, as it does where `new` fails in code without exceptions.
  void set_capacity(std::size_t capacity) {
    void* const block = capacity <= ~std::size_t{0} / sizeof(T)
                            ? std::realloc(data_, capacity * sizeof(T))
                            : nullptr;
    if (block == nullptr) std::abort();
    data_ = static_cast<T*>(block);
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace tagstream
