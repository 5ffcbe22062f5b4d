#pragma once

// Reads the attributes after a literal that opens a call or a parameter, up to the literal that
// ends them. They follow the tag grammar. Two openers with attributes:
//
//   <|open|>call tool="f" index="1"<|sep|>       <｜DSML｜ invoke name="f">

#include <cstdint>
#include <string>
#include <string_view>

#include "lex/grammar.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class XmlHead {
 public:
  enum class Status : std::uint8_t { open, complete, failed };

  /// The attributes begin at `at`.
  void begin(std::uint64_t at) {
    begin_ = at_ = at;
    state_ = TagState::name_end_open;
    literal_ = 0;
  }
  /// Reads to the end of the segment, or to the byte that decides; each byte once. Precondition:
  /// the segment holds all bytes from `begin` on.
  Status read(const Segment& segment, std::string_view end, std::size_t longest,
              LexerCounters& counters);

  /// Reads a key up to `end`, a byte, in the place of attributes; it becomes the attribute `name`.
  Status read_key(const Segment& segment, char end, std::size_t longest, LexerCounters& counters);

  [[nodiscard]] std::uint64_t position() const { return at_; }
  /// A tag with these attributes. Precondition: complete.
  [[nodiscard]] std::string_view tag() const { return tag_; }
  [[nodiscard]] bool is_empty() const { return state_ == TagState::is_empty; }

 private:
  Status step(const Segment& segment, std::string_view end);

  std::uint64_t begin_ = 0;
  std::uint64_t at_ = 0;
  std::size_t literal_ = 0;  // bytes read of the literal that ends the attributes
  std::string tag_;
  TagState state_ = TagState::name_end_open;
};

}  // namespace tagstream
