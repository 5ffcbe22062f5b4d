#pragma once

// Gives a reader the bytes that it needs at one time as one contiguous segment. If no bytes are
// held, the segment is the chunk in place. Else the chunk is appended to the held bytes, piece by
// piece, until its rest can be read in place.
//
//   held from earlier calls      chunk
//   [keep ........ chunk_begin)  [chunk_begin .................. chunk end)
//   \_________ segment: in the block ______/          ^ visible so far
//
// On average each byte is copied at most twice, however the text is cut. Bytes that a view may
// point to are not moved or freed before the next `begin`: outgrown blocks are retired until then.
//
//   feed("ab<th")     in place: "ab" leaves, "<th" waits and is copied at the end
//   feed("ink>c")     "<think>c" is one segment in the block
//   feed("d")         no bytes are held any more: in place again

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "lex/lexer.hpp"

namespace tagstream {

class Window {
 public:
  Window() = default;
  /// Between two feeds: the copy holds the same bytes.
  Window(const Window& other);
  Window& operator=(const Window&) = delete;
  ~Window() = default;

  /// Begins a feed: `chunk` follows the held bytes. Returns the bytes visible now. Views of the
  /// last feed are not valid any more.
  Segment begin(std::string_view chunk) {
    retired_.clear();
    chunk_ = chunk;
    in_place_ = held() == 0;
    block_in_use_ = !in_place_;
    if (!in_place_) {
      begin_after_held();
      return segment_;
    }
    // The local copy is returned: loading `segment_` directly after the store would be slower.
    const Segment all{chunk.data(), segment_.begin, segment_.begin + chunk.size()};
    segment_ = all;
    taken_ = chunk.size();
    return all;
  }

  /// Passes over a chunk of `size` bytes that is not kept. Precondition: no bytes are held.
  void skip(std::size_t size) {
    retired_.clear();
    segment_.begin = segment_.end = segment_.end + size;
  }

  /// Begins a feed whose short chunk follows the held bytes, if the block has room for it: the
  /// whole chunk is then visible, and views of the last feed are not valid any more. Returns false
  /// if there is no room.
  bool append_short(std::string_view chunk) {
    if (in_place_ || held() == 0) return false;
    const auto used = static_cast<std::size_t>(segment_.data - block_.get()) + held();
    if (capacity_ - used < chunk.size()) return false;
    copy_short(chunk, block_.get() + used);
    segment_.end += chunk.size();
    retired_.clear();
    block_in_use_ = true;
    return true;
  }

  /// The bytes visible now.
  [[nodiscard]] const Segment& segment() const { return segment_; }

  /// True if not all of the chunk is visible.
  [[nodiscard]] bool has_more() const { return taken_ != chunk_.size(); }
  /// Makes more of the chunk visible; bytes before `keep_from` are no longer needed. Returns false
  /// if the whole chunk is visible already.
  bool advance(std::uint64_t keep_from);

  /// Ends a feed: keeps the bytes from `keep_from` on.
  void end(std::uint64_t keep_from);

  [[nodiscard]] std::uint64_t held() const { return segment_.end - segment_.begin; }

 private:
  /// Tokens have about four bytes, so calling memcpy would take longer than the copy itself.
  static void copy_short(std::string_view chunk, char* to) {
    constexpr std::size_t half = 4;
    if (chunk.size() < half || chunk.size() > 2 * half) {
      if (!chunk.empty()) std::memcpy(to, chunk.data(), chunk.size());
      return;
    }
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, chunk.data(), half);
    std::memcpy(&last, chunk.data() + chunk.size() - half, half);
    std::memcpy(to, &first, half);
    std::memcpy(to + chunk.size() - half, &last, half);
  }

  void begin_after_held();
  void append(std::size_t size);
  void make_room(std::size_t size);
  void move_to_block(std::size_t kept);

  Segment segment_;
  std::string_view chunk_;
  std::size_t taken_ = 0;      // bytes of the chunk that are visible
  bool in_place_ = false;      // the segment lies in the chunk
  bool block_in_use_ = false;  // views of this feed may point into the block
  std::unique_ptr<char[]> block_;
  std::size_t capacity_ = 0;
  std::vector<std::unique_ptr<char[]>> retired_;
};

}  // namespace tagstream
