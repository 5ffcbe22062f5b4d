#pragma once

#include <cstdint>
#include <string_view>

#include "readers/tokenizer.hpp"
#include "tagstream/tagstream.hpp"

namespace tagstream::testing {

/// A running hash of a reader's output. The hash does not depend on how deltas are cut: "ab" has
/// the same hash as "a" and "b".
class Signature {
 public:
  void add(const Event& event);
  void add(const Token& token);
  /// Tags and diagnostics are hashed separately, since a stream may give either of them first.
  void add(const Tree& tree);

  [[nodiscard]] std::uint64_t value() const { return hash_ ^ (diagnostics_ * 3); }

 private:
  /// True if this piece continues the piece before it.
  bool goes_on(bool is_piece, std::uint64_t kind, std::uint64_t index);
  /// Checks that a piece begins where the piece before it ended.
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
  std::size_t tags_ = 0;  // number of tags in earlier trees
};

}  // namespace tagstream::testing
