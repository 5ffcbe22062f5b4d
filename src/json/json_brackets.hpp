#pragma once

// Which bracket is open at each depth: one bit, so a million levels are 128 KiB, and no stack.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tagstream {

class JsonBrackets {
 public:
  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// Precondition: one is open.
  [[nodiscard]] bool is_in_object() const {
    const std::size_t at = depth_ - 1;
    return ((at < 64 ? bits_ : deep_bits_[at / 64 - 1]) >> (at % 64) & 1) != 0;
  }
  void open(bool is_object);
  /// Precondition: one is open.
  void close() { --depth_; }

 private:
  std::uint64_t bits_ = 0;                // 1 for an object
  std::vector<std::uint64_t> deep_bits_;  // from depth 64 on
  std::size_t depth_ = 0;
};

}  // namespace tagstream
