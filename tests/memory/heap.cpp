#include "heap.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): the names that the linker gives them
void* __real_realloc(void* block, std::size_t size);
void __real_free(void* block);
// NOLINTEND(bugprone-reserved-identifier)
}

namespace tagstream::testing {

std::size_t peak_of(std::string_view text, const Rules& rules) {
  const HeapWatch heap;
  Reader reader(rules);
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    reader.feed(text.substr(at, chunk_bytes));
  }
  reader.finish();
  return heap.peak();
}

std::size_t peak_of_stream(std::string_view start, std::string_view filling, std::size_t total,
                           const Rules& rules) {
  const std::string chunk = flood("", std::string(filling))(chunk_bytes - filling.size());
  const HeapWatch heap;
  Reader reader(rules);
  reader.feed(start);
  for (std::size_t fed = 0; fed < total; fed += chunk.size()) reader.feed(chunk);
  reader.finish();
  return heap.peak();
}

namespace {

void count(std::size_t size) {
  taken_bytes += size;
  const std::size_t now = live_bytes += size;
  if (now > peak_bytes) peak_bytes = now;
}

// Other memory that is freed, such as the C library's, was never counted.
void discount(std::size_t size) { live_bytes -= size < live_bytes ? size : live_bytes.load(); }

constexpr std::size_t block_header = alignof(std::max_align_t);

void* counted_new(std::size_t size) {
  void* const block = std::malloc(size + block_header);
  if (block == nullptr) std::abort();
  *static_cast<std::size_t*>(block) = size;
  count(size);
  return static_cast<char*>(block) + block_header;
}

void counted_delete(void* pointer) noexcept {
  if (pointer == nullptr) return;
  void* const block = static_cast<char*>(pointer) - block_header;
  discount(*static_cast<std::size_t*>(block));
  __real_free(block);
}

// A block is moved, so that it and its new place are never there both: true of large ones.
void* counted_realloc(void* block, std::size_t size) {
  discount(malloc_usable_size(block));
  void* const moved = __real_realloc(block, size);
  count(malloc_usable_size(moved));
  return moved;
}

void counted_free(void* block) {
  discount(malloc_usable_size(block));
  __real_free(block);
}

}  // namespace

}  // namespace tagstream::testing

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" void* __wrap_realloc(void* block, std::size_t size) {
  return tagstream::testing::counted_realloc(block, size);
}
extern "C" void __wrap_free(void* block) { tagstream::testing::counted_free(block); }
void* operator new(std::size_t size) { return tagstream::testing::counted_new(size); }
void* operator new[](std::size_t size) { return tagstream::testing::counted_new(size); }
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return tagstream::testing::counted_new(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return tagstream::testing::counted_new(size);
}
void operator delete(void* pointer) noexcept { tagstream::testing::counted_delete(pointer); }
void operator delete[](void* pointer) noexcept { tagstream::testing::counted_delete(pointer); }
void operator delete(void* pointer, std::size_t /*size*/) noexcept {
  tagstream::testing::counted_delete(pointer);
}
void operator delete[](void* pointer, std::size_t /*size*/) noexcept {
  tagstream::testing::counted_delete(pointer);
}
void operator delete(void* pointer, const std::nothrow_t& /*tag*/) noexcept {
  tagstream::testing::counted_delete(pointer);
}
void operator delete[](void* pointer, const std::nothrow_t& /*tag*/) noexcept {
  tagstream::testing::counted_delete(pointer);
}
// NOLINTEND(bugprone-reserved-identifier)
