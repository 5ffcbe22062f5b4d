#pragma once

#include <cstdint>
#include <string_view>

#include "readers/tokenizer.hpp"
#include "tagstream/tagstream.hpp"

namespace tagstream::testing {

/// A running hash of what a reader gives, the same in however many pieces deltas come.
class Signature {
 public:
  void add(const Event& event);
  void add(const Token& token);
  /// Tags and diagnostics apart: between these two a stream may choose the order.
  void add(const Tree& tree);

  [[nodiscard]] std::uint64_t value() const { return hash_ ^ (diagnostics_ * 3); }

 private:
  /// True where a piece goes on with the one before it.
  bool goes_on(bool is_piece, std::uint64_t kind, std::uint64_t index);
  /// A piece that goes on begins where the one before it has ended.
  void check_span(const Event& event);
  void mix(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15U;
    hash_ ^= hash_ >> 29U;
  }
  void mix(std::string_view bytes) {
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    }
  }

  static constexpr std::uint64_t no_piece = ~std::uint64_t{0};

  std::uint64_t hash_ = 0x243F6A8885A308D3U;
  std::uint64_t diagnostics_ = 0;
  std::uint64_t piece_ = no_piece;
  std::uint64_t index_ = 0;
  std::uint64_t end_ = 0;
  std::size_t tags_ = 0;  // of earlier trees
};

}  // namespace tagstream::testing
