#include "machine/window.hpp"

#include <algorithm>
#include <cstring>

namespace tagstream {
namespace {

// Reads a long chunk after held bytes. The chunk is appended in pieces, each as long as the held
// bytes and at least 4096 bytes, until the rest can be read in place:
//
//   feed("a<th")                      in place. 3 bytes are held at the end, in a block of 64
//   feed("ink>" and a megabyte)       4096 bytes are appended. The tag is complete in them, so the
//                                     rest is read in the chunk itself, and not copied
//
// While a call is held no byte can be dropped. Each `advance` then doubles the held bytes, so on
// average each byte is copied at most twice.

constexpr std::size_t smallest_block = 64;
constexpr std::size_t idle_block = 128;  // a block up to this size is kept while no bytes are held
constexpr std::size_t smallest_piece = 4096;

}  // namespace

Window::Window(const Window& other)
    : segment_{nullptr, other.segment_.begin, other.segment_.end}, capacity_(other.held()) {
  if (capacity_ == 0) return;
  block_.reset(new char[capacity_]);
  std::memcpy(block_.get(), other.segment_.data, capacity_);
  segment_.data = block_.get();
}

// Bytes at the front of the block that were emitted make room: `ab` of `ab<th`.
void Window::begin_after_held() {
  taken_ = 0;
  const std::size_t kept = held();
  const auto gap = static_cast<std::size_t>(segment_.data - block_.get());
  const std::size_t room = capacity_ - gap - kept;
  if (gap >= kept && room < std::min(chunk_.size(), smallest_piece)) {
    std::memmove(block_.get(), segment_.data, kept);  // costs no more than the emitted bytes
    segment_.data = block_.get();
  }
  append(std::min(chunk_.size(), std::max<std::size_t>(kept, smallest_piece)));
}

// If `keep_from` lies in the chunk, no byte of the block is needed any more, and the rest is read
// in place.
bool Window::advance(std::uint64_t keep_from) {
  if (!has_more()) return false;
  const std::uint64_t chunk_begin = segment_.end - taken_;
  if (keep_from >= chunk_begin) {
    const auto skipped = static_cast<std::size_t>(keep_from - chunk_begin);
    segment_ = {chunk_.data() + skipped, keep_from, chunk_begin + chunk_.size()};
    in_place_ = true;
    taken_ = chunk_.size();
    return true;
  }
  segment_.data = segment_.at(keep_from);
  segment_.begin = keep_from;
  append(std::min(chunk_.size() - taken_, std::max<std::size_t>(held(), smallest_piece)));
  return true;
}

void Window::append(std::size_t size) {
  if (size == 0) return;
  make_room(size);
  std::memcpy(block_.get() + (segment_.data - block_.get()) + held(), chunk_.data() + taken_, size);
  segment_.end += size;
  taken_ += size;
}

// An outgrown block is retired, not freed: events of this feed may point into it.
void Window::make_room(std::size_t size) {
  const std::size_t kept = held();
  const auto gap = static_cast<std::size_t>(segment_.data - block_.get());
  if (capacity_ - gap - kept >= size) return;
  std::size_t capacity = smallest_block;
  while (capacity < 2 * (kept + size)) capacity *= 2;
  std::unique_ptr<char[]> block(new char[capacity]);
  std::memcpy(block.get(), segment_.data, kept);
  if (block_ != nullptr) retired_.push_back(std::move(block_));
  block_ = std::move(block);
  capacity_ = capacity;
  segment_.data = block_.get();
}

// The chunk belongs to the caller and is gone after the feed, so the bytes to keep are copied.
void Window::end(std::uint64_t keep_from) {
  const auto kept = static_cast<std::size_t>(segment_.end - keep_from);
  const char* from = kept == 0 ? block_.get() : segment_.at(keep_from);
  segment_.begin = keep_from;
  chunk_ = {};
  taken_ = 0;
  if (kept == 0) {
    if (capacity_ > idle_block) {
      retired_.push_back(std::move(block_));
      capacity_ = 0;
    }
    segment_.data = block_.get();
    return;
  }
  segment_.data = from;
  const bool oversized = capacity_ > smallest_piece && kept < capacity_ / 8;
  if (in_place_ || oversized) move_to_block(kept);
  in_place_ = false;
}

// Moves the segment's `kept` bytes to the front of a block that no view of this feed points into.
void Window::move_to_block(std::size_t kept) {
  const char* from = segment_.data;
  if (block_in_use_ || capacity_ < kept) {
    if (block_ != nullptr) retired_.push_back(std::move(block_));
    capacity_ = smallest_block;
    while (capacity_ < 2 * kept) capacity_ *= 2;
    block_.reset(new char[capacity_]);
  }
  std::memcpy(block_.get(), from, kept);
  segment_.data = block_.get();
}

}  // namespace tagstream
