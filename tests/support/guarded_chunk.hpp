#pragma once

#include <memory>
#include <string_view>

namespace tagstream::testing {

/// A chunk in a heap block of exactly its size, overwritten and freed when it goes out of scope.
///
/// Catches a reader that looks past the chunk, or that keeps a view into the chunk after the call:
/// with an address sanitizer at once, without one by the 0xA5 bytes that the reader then sees.
class GuardedChunk {
 public:
  explicit GuardedChunk(std::string_view bytes);
  GuardedChunk(const GuardedChunk&) = delete;
  GuardedChunk& operator=(const GuardedChunk&) = delete;
  ~GuardedChunk();

  [[nodiscard]] std::string_view view() const { return {block_.get(), size_}; }

 private:
  std::unique_ptr<char[]> block_;
  std::size_t size_;
};

/// Fills `size` bytes at `block` with 0xA5, in a way that no compiler leaves out.
void poison(char* block, std::size_t size);

}  // namespace tagstream::testing
