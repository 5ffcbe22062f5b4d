#pragma once

#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

/// Counts what the program takes of the heap (L6). It replaces every `new` of the program, so it is
/// included by one source file of it; `realloc` and `free`, with which big arrays grow, are wrapped
/// by the linker (tests/CMakeLists.txt).
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): the names that the linker gives them
void* __real_realloc(void* block, std::size_t size);
void __real_free(void* block);
// NOLINTEND(bugprone-reserved-identifier)
}

namespace tagstream::testing {

inline std::atomic<std::size_t> live_bytes{0};
inline std::atomic<std::size_t> peak_bytes{0};
inline std::atomic<std::size_t> taken_bytes{0};

/// What is taken from its beginning on.
class HeapWatch {
 public:
  HeapWatch() : before_(live_bytes), taken_before_(taken_bytes) { peak_bytes = before_; }

  /// More than at the beginning, now. 0 if it is less.
  [[nodiscard]] std::size_t live() const { return above(live_bytes); }
  /// The most that it has been. One watch at a time can tell.
  [[nodiscard]] std::size_t peak() const { return above(peak_bytes); }
  /// All of it, what has been given back included.
  [[nodiscard]] std::size_t taken() const { return taken_bytes - taken_before_; }

 private:
  [[nodiscard]] std::size_t above(std::size_t bytes) const {
    return bytes > before_ ? bytes - before_ : 0;
  }

  std::size_t before_;
  std::size_t taken_before_;
};

namespace detail {

inline void count(std::size_t size) {
  taken_bytes += size;
  const std::size_t now = live_bytes += size;
  if (now > peak_bytes) peak_bytes = now;
}

// What else is freed, such as what the C library has made, was never counted.
inline void discount(std::size_t size) {
  live_bytes -= size < live_bytes ? size : live_bytes.load();
}

constexpr std::size_t block_header = alignof(std::max_align_t);

inline void* counted_new(std::size_t size) {
  void* const block = std::malloc(size + block_header);
  if (block == nullptr) std::abort();
  *static_cast<std::size_t*>(block) = size;
  count(size);
  return static_cast<char*>(block) + block_header;
}

inline void counted_delete(void* pointer) noexcept {
  if (pointer == nullptr) return;
  void* const block = static_cast<char*>(pointer) - block_header;
  discount(*static_cast<std::size_t*>(block));
  __real_free(block);
}

// A block is moved, so that it and its new place are never there both: true of large ones.
inline void* counted_realloc(void* block, std::size_t size) {
  discount(malloc_usable_size(block));
  void* const moved = __real_realloc(block, size);
  count(malloc_usable_size(moved));
  return moved;
}

inline void counted_free(void* block) {
  discount(malloc_usable_size(block));
  __real_free(block);
}

}  // namespace detail

}  // namespace tagstream::testing

// A replacement can't be inline, and a second one in a program does not link.
// NOLINTBEGIN(misc-definitions-in-headers,bugprone-reserved-identifier)
extern "C" void* __wrap_realloc(void* block, std::size_t size) {
  return tagstream::testing::detail::counted_realloc(block, size);
}
extern "C" void __wrap_free(void* block) { tagstream::testing::detail::counted_free(block); }
void* operator new(std::size_t size) { return tagstream::testing::detail::counted_new(size); }
void* operator new[](std::size_t size) { return tagstream::testing::detail::counted_new(size); }
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return tagstream::testing::detail::counted_new(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return tagstream::testing::detail::counted_new(size);
}
void operator delete(void* pointer) noexcept {
  tagstream::testing::detail::counted_delete(pointer);
}
void operator delete[](void* pointer) noexcept {
  tagstream::testing::detail::counted_delete(pointer);
}
void operator delete(void* pointer, std::size_t /*size*/) noexcept {
  tagstream::testing::detail::counted_delete(pointer);
}
void operator delete[](void* pointer, std::size_t /*size*/) noexcept {
  tagstream::testing::detail::counted_delete(pointer);
}
void operator delete(void* pointer, const std::nothrow_t& /*tag*/) noexcept {
  tagstream::testing::detail::counted_delete(pointer);
}
void operator delete[](void* pointer, const std::nothrow_t& /*tag*/) noexcept {
  tagstream::testing::detail::counted_delete(pointer);
}
// NOLINTEND(misc-definitions-in-headers,bugprone-reserved-identifier)
