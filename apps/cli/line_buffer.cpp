#include "line_buffer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tagstream::cli {

namespace {

constexpr std::size_t least_room = std::size_t{64} << 10;
// A buffer that is longer than this, because of a long line, is not kept.
constexpr std::size_t most_kept = 4 * block_size;

}  // namespace

LineBuffer::LineBuffer(std::size_t max_line) : max_line_(max_line) {}

void LineBuffer::reserve(std::size_t size) {
  if (size <= capacity_) return;
  capacity_ = std::max({size, 2 * capacity_, block_size + least_room});
  auto bytes = std::make_unique_for_overwrite<char[]>(capacity_);
  std::copy_n(bytes_.get(), size_, bytes.get());
  bytes_ = std::move(bytes);
}

std::span<char> LineBuffer::room() {
  reserve(size_ + least_room);
  // A multiple of the smallest room: the system copies such sizes fastest.
  const std::size_t most = std::max(least_room, (capacity_ - size_) / least_room * least_room);
  return {bytes_.get() + size_, std::min(most, block_size)};
}

void LineBuffer::add(std::size_t size) {
  std::string_view added(bytes_.get() + size_, size);
  if (is_too_long_) {
    const std::size_t end = std::min(added.find('\n'), added.size());
    is_too_long_ = end == added.size();
    std::memmove(bytes_.get() + size_, added.data() + end, size - end);
    added = added.substr(0, size - end);
  }
  const std::size_t last = added.rfind('\n');
  if (last != added.npos) whole_ = size_ + last + 1;
  size_ += added.size();
  if (size_ - whole_ > max_line_) {
    size_ = whole_ + max_line_ + 1;  // enough to see that the line is too long
    is_too_long_ = true;
  }
}

void LineBuffer::end() {
  if (size_ == whole_) return;
  reserve(size_ + 1);
  bytes_[size_++] = '\n';
  whole_ = size_;
}

std::size_t LineBuffer::count_whole() const {
  const std::string_view lines = whole();
  std::size_t count = 0;
  for (std::size_t at = lines.find('\n'); at != lines.npos; at = lines.find('\n', at + 1)) ++count;
  return count;
}

void LineBuffer::begin_with_rest_of(LineBuffer& other) {
  if (capacity_ > most_kept) *this = LineBuffer(max_line_);
  size_ = whole_ = 0;
  const std::size_t rest = other.size_ - other.whole_;
  reserve(rest + least_room);
  std::copy_n(other.bytes_.get() + other.whole_, rest, bytes_.get());
  size_ = rest;
  is_too_long_ = std::exchange(other.is_too_long_, false);
}

}  // namespace tagstream::cli
