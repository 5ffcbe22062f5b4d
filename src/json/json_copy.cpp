#include "json/json_copy.hpp"

#include "scan/scan.hpp"

namespace tagstream {

// `(1,` and ` 2)` as two pieces: at the end of the first one `known` is 2, the place of the comma,
// so `[1` is written and `,` is kept. The second piece begins at 3, and nothing is cut before its
// `)`: the kept comma and ` 2` are copied, then `]` is written.

// The bytes in [from, to) that are kept. Empty if there are none.
std::string_view JsonCopy::kept(std::uint64_t from, std::uint64_t to) const {
  if (from >= piece_at_) return {};
  const std::uint64_t begin = piece_at_ - kept_.size();
  return std::string_view(kept_).substr(from - begin, std::min(to, piece_at_) - from);
}

// The bytes in [from, to) that are in the piece. Empty if there are none.
std::string_view JsonCopy::in_piece(std::uint64_t from, std::uint64_t to) const {
  if (to <= piece_at_) return {};
  const std::uint64_t begin = std::max(from, piece_at_);
  return piece_.substr(begin - piece_at_, to - begin);
}

void JsonCopy::grow(std::size_t size) {
  constexpr std::size_t most_spare = 128;
  out_->resize(size_ + size + std::min(piece_.size(), most_spare));
}

void JsonCopy::copy_kept_to(std::uint64_t at) {
  if (at <= copied_) return;
  append(kept(copied_, at));
  append(in_piece(copied_, at));
  copied_ = at;
}

// The kernels write up to six times as many bytes, and may write a little past the end.
void JsonCopy::append_escaped(std::string_view bytes) {
  constexpr std::size_t part = 256;
  while (!bytes.empty()) {
    const std::string_view some = bytes.substr(0, part);
    char* const to = room(scan::escaped_room(some.size()));
    size_ += static_cast<std::size_t>(
        scan::write_escaped(some.data(), some.data() + some.size(), to) - to);
    bytes.remove_prefix(some.size());
  }
}

// The bytes from `from` on, which were copied ahead, are to be written in another way.
void JsonCopy::take_back(std::uint64_t from) {
  size_ -= copied_ - from;
  copied_ = from;
}

void JsonCopy::replace(std::uint64_t at, std::size_t size, std::string_view put) {
  copy_to(at);
  if (put.size() == 1) {
    *room(1) = put[0];
    ++size_;
  } else {
    append(put);
  }
  copied_ = at + size;
  copy_ahead();
}

void JsonCopy::escape(std::uint64_t from, std::uint64_t to) {
  copy_to(from);
  append_escaped(kept(from, to));
  append_escaped(in_piece(from, to));
  copied_ = to;
}

void JsonCopy::end(std::uint64_t known, std::uint64_t read) {
  if (copied_ > known) take_back(known);
  out_->resize(size_);
  if (copied_ < known) {
    out_->append(kept(copied_, known)).append(in_piece(copied_, known));
    copied_ = known;
  }
  // Bytes that wait for long are not copied again with each piece: only new ones are added.
  const std::uint64_t kept_from = piece_at_ - kept_.size();
  if (copied_ >= piece_at_) {
    kept_.clear();
  } else if (copied_ > kept_from) {
    kept_.erase(0, copied_ - kept_from);
  }
  if (copied_ < read) kept_ += in_piece(copied_, read);
  piece_at_ = read;
  piece_ = {};
}

}  // namespace tagstream
