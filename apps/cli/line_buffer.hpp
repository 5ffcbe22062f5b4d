#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace tagstream::cli {

/// So many bytes of whole lines are given to a thread at once.
inline constexpr std::size_t block_size = std::size_t{512} << 10;

/// Bytes as they are read, which know where their last whole line ends.
///
/// They are not cleared before they are written to: to read a file costs little more than that.
class LineBuffer {
 public:
  /// A line that is longer than `max_line` is cut: more is kept than that, but not all.
  explicit LineBuffer(std::size_t max_line);

  /// Where the next bytes go: there is always some room.
  [[nodiscard]] std::span<char> room();
  /// So many have been written there.
  void add(std::size_t size);

  /// At the end of the input: the last line is whole, too.
  void end();

  /// The whole lines.
  [[nodiscard]] std::string_view whole() const { return {bytes_.get(), whole_}; }

  [[nodiscard]] std::size_t count_whole() const;

  /// Goes on with the line of another that is not whole; what this held is gone.
  void begin_with_rest_of(LineBuffer& other);

 private:
  void reserve(std::size_t size);

  std::size_t max_line_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::size_t whole_ = 0;
  bool is_too_long_ = false;  // the line that is not whole: the rest of it is left out
};

}  // namespace tagstream::cli
