#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::cli {

/// Finds the Markdown code fences of a text that comes in pieces, for a note about what stands in
/// one. A line is a fence at any indentation, as in lists.
class FencesForNotes {
 public:
  void feed(std::string_view text);
  void clear() { *this = {}; }

  /// True if a byte that has been fed stands in a fence. Ask at the end of the text.
  [[nodiscard]] bool hold(std::uint64_t offset) const;

 private:
  struct Fence {
    std::uint64_t begin;
    std::uint64_t end;  // `open` while it is open
  };
  static constexpr std::uint64_t open = ~std::uint64_t{0};

  void end_line();

  std::vector<Fence> fences_;
  std::string line_;  // the beginning of the line that has begun
  std::uint64_t line_begin_ = 0;
  std::uint64_t at_ = 0;
  char sign_ = 0;          // of the open fence
  std::size_t marks_ = 0;  // its opening signs
};

}  // namespace tagstream::cli
