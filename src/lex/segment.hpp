#pragma once

// The input and the result of the lexer. In the segment 10..15 with the bytes `a<b>c`, the tag
// `<b>` is the match 11..14: offsets count from the start of the stream, not of the segment.

#include <cstdint>
#include <string_view>

#include "lex/token.hpp"

namespace tagstream {

using RuleIndex = std::uint32_t;
inline constexpr RuleIndex no_rule = ~std::uint32_t{0};

/// Bytes of the stream that are in memory now; offsets count from the start of the stream.
struct Segment {
  const char* data = nullptr;  // the byte at `begin`
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] const char* at(std::uint64_t offset) const { return data + (offset - begin); }
  [[nodiscard]] std::string_view slice(std::uint64_t from, std::uint64_t to) const {
    return {at(from), static_cast<std::size_t>(to - from)};
  }
};

/// The cause that keeps a tag from its end, so that it is text: a limit, or the end of the input.
enum class Cut : std::uint8_t { no, bytes, attributes, input };

/// A tag or marker that `Lexer::next` has found.
struct Match {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  RuleIndex rule = no_rule;
  TokenKind kind = TokenKind::open;  // open, close, empty or marker
  bool closes = false;               // it is the closing tag or marker of `rule`
  bool is_in_code = false;           // Markdown code makes it text
  bool closes_quoted = false;        // a closing tag in code, whose opening tag code makes text
  Cut cut = Cut::no;                 // a limit makes it text; `end` is not known
  std::uint32_t name_at = 0;         // tags: where the name starts, from `begin`
  std::uint32_t name_size = 0;
};

/// Counters that several lexers of one reader share.
struct LexerCounters {
  std::uint64_t examined = 0;
  std::uint64_t limit_hits = 0;
};

}  // namespace tagstream
