#pragma once

// Writes a value as JSON by copying it: the lexer says only where the spelling of JSON differs, and
// all bytes between these places are copied as they stand.
//
//   {'a': (1,)}      cut(1, 1, `"`), cut(3, 1, `"`), cut(6, 1, `[`), cut(8, 1, ``), cut(9, 1, `]`)
//   {"a": [1]}       and the bytes between
//
// Most cuts replace one byte by another. So after each cut the next 64 bytes are copied at once,
// and the next cuts change bytes of that copy. A cut that makes the text longer or shorter, such as
// the fourth one above, removes the rest of the copy first.
//
// The value may come in pieces. If a later byte decides whether some bytes are copied, they are
// kept until the next piece: the comma in `(1,` is dropped if `)` follows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tagstream {

class JsonCopy {
 public:
  /// Chooses the string to which JSON is appended from now on. It must outlive the next `end`.
  void write_to(std::string& out) { out_ = &out; }

  // ---- for the lexer, in the order of the places

  /// The next piece of the value.
  void begin(std::string_view piece) {
    piece_ = piece;
    size_ = out_->size();
  }
  /// The `size` bytes at `at` are left out, and `put` is written in their place. Offsets count the
  /// bytes of all pieces.
  void cut(std::uint64_t at, std::size_t size, std::string_view put) {
    if (put.size() != size || at + size > copied_) return replace(at, size, put);
    char* const copy = out_->data() + (size_ - (copied_ - at));
    if (size == 1) {
      *copy = put[0];
    } else {
      std::memcpy(copy, put.data(), size);
    }
  }
  /// The bytes in [from, to) are written as the inside of a JSON string, with escapes.
  void escape(std::uint64_t from, std::uint64_t to);
  /// The piece ends. Bytes from `known` on may still be cut; those from `read` on are not of the
  /// value.
  void end(std::uint64_t known, std::uint64_t read);

 private:
  void take_back(std::uint64_t from);
  void replace(std::uint64_t at, std::size_t size, std::string_view put);
  void copy_to(std::uint64_t at) {
    if (copied_ < piece_at_) return copy_kept_to(at);
    if (at <= copied_) return take_back(at);
    append(piece_.substr(copied_ - piece_at_, at - copied_));
    copied_ = at;
  }
  void copy_ahead() {
    constexpr std::size_t most = 64;
    if (copied_ < piece_at_) return;
    const std::string_view rest = piece_.substr(copied_ - piece_at_);
    if (rest.size() >= most) {
      std::memcpy(room(most), rest.data(), most);  // of a fixed size, so without a call
      size_ += most;
      copied_ += most;
    } else if (rest.size() >= 16) {
      append(rest);
      copied_ += rest.size();
    }
  }
  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  void append_escaped(std::string_view bytes);
  /// One past the last byte written, with room for `size` bytes. The string is made longer than
  /// needed, so that a few short appends need no call, and is cut at the end of the piece.
  char* room(std::size_t size) {
    if (out_->size() - size_ < size) grow(size);
    return out_->data() + size_;
  }
  void grow(std::size_t size);
  void copy_kept_to(std::uint64_t at);
  [[nodiscard]] std::string_view kept(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] std::string_view in_piece(std::uint64_t from, std::uint64_t to) const;

  std::string* out_ = nullptr;
  std::size_t size_ = 0;  // bytes written
  std::string_view piece_;
  std::uint64_t piece_at_ = 0;  // offset of the piece
  std::string kept_;            // bytes of earlier pieces that wait: the last ones before the piece
  std::uint64_t copied_ = 0;    // what becomes of the bytes before is written
};

}  // namespace tagstream
