#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

#include "support/hostile.hpp"

/// Counts the heap that the program takes (L6): heap.cpp replaces its every `new`; `realloc`
/// and `free`, with which big arrays grow, are wrapped by the linker (tests/CMakeLists.txt).
namespace tagstream::testing {

inline std::atomic<std::size_t> live_bytes{0};
inline std::atomic<std::size_t> peak_bytes{0};
inline std::atomic<std::size_t> taken_bytes{0};

/// The heap that is taken from its beginning on.
class HeapWatch {
 public:
  HeapWatch() : before_(live_bytes), taken_before_(taken_bytes) { peak_bytes = before_; }

  /// More than at the beginning, now. 0 if it is less.
  [[nodiscard]] std::size_t live() const { return above(live_bytes); }
  /// The most that it has been. One watch at a time can tell.
  [[nodiscard]] std::size_t peak() const { return above(peak_bytes); }
  /// The whole, with the memory that has been given back.
  [[nodiscard]] std::size_t taken() const { return taken_bytes - taken_before_; }

 private:
  [[nodiscard]] std::size_t above(std::size_t bytes) const {
    return bytes > before_ ? bytes - before_ : 0;
  }

  std::size_t before_;
  std::size_t taken_before_;
};

constexpr std::size_t chunk_bytes = 4096;
constexpr std::size_t slack_bytes = 64 * kibibyte;

/// The most that a reader takes of the heap beside its rules, in pieces of 4 KiB.
std::size_t peak_of(std::string_view text, const Rules& rules);
/// The same for `start`, and `filling` again and again.
std::size_t peak_of_stream(std::string_view start, std::string_view filling, std::size_t total,
                           const Rules& rules);

}  // namespace tagstream::testing
