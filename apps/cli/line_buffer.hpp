#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace tagstream::cli {

/// The number of bytes of whole lines that a thread gets at once.
inline constexpr std::size_t block_size = std::size_t{512} << 10;

/// A buffer for bytes that are read, which knows where its last complete line ends. After `a\nbc`
/// has been added, `whole` is `a\n`.
///
/// The memory is not cleared before it is written to: clearing would cost nearly as much as
/// reading.
class LineBuffer {
 public:
  /// A line with more than `max_line` bytes is cut: more than `max_line` of its bytes are kept, but
  /// not all.
  explicit LineBuffer(std::size_t max_line);

  /// Where the next bytes go: there is always some room.
  [[nodiscard]] std::span<char> room();
  /// Notes that `size` bytes have been written to `room`.
  void add(std::size_t size);

  /// At the end of the input: the last line is whole, too.
  void end();

  /// The whole lines.
  [[nodiscard]] std::string_view whole() const { return {bytes_.get(), whole_}; }

  [[nodiscard]] std::size_t count_whole() const;

  /// Begins with the incomplete line of another buffer; the bytes that this one held are dropped.
  void begin_with_rest_of(LineBuffer& other);

 private:
  void reserve(std::size_t size);

  std::size_t max_line_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::size_t whole_ = 0;
  bool is_too_long_ = false;  // the incomplete line: its rest is left out
};

}  // namespace tagstream::cli
