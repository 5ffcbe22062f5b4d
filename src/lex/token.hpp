#pragma once

#include <cstdint>
#include <string_view>

#include "lex/attribute_range.hpp"

namespace tagstream {

/// The kind of a token. `a<b x="1">c[X]` with the marker `[X]` is text, open, text and marker.
enum class TokenKind : std::uint8_t {
  text,    ///< anything that is neither a tag nor a marker
  open,    ///< `<name …>`
  close,   ///< `</name>`
  empty,   ///< `<name …/>`
  marker,  ///< one of the literal markers asked for
};

/// The word used for `kind` in output, for example "open".
[[nodiscard]] const char* to_string(TokenKind kind) noexcept;

/// A stretch of the input and its kind. Tokens tile the input: each begins where the last one ends.
///
/// Views live until the next `feed`, `finish` or `reset` of its tokenizer, and no longer than the
/// bytes that were fed.
struct Token {
  std::uint64_t begin = 0;      ///< offset of the first byte, from the start of the stream
  std::string_view raw;         ///< the bytes themselves
  std::uint32_t name_at = 0;    ///< where the name starts in `raw`
  std::uint32_t name_size = 0;  ///< its length; 0 for text and markers
  TokenKind kind = TokenKind::text;

  /// One past the last byte.
  [[nodiscard]] std::uint64_t end() const { return begin + raw.size(); }
  /// The tag's name as written; empty for text and markers.
  [[nodiscard]] std::string_view name() const { return raw.substr(name_at, name_size); }
  /// The tag's attributes; none for text, markers and closing tags.
  [[nodiscard]] AttributeRange attributes() const {
    return name_size == 0 ? AttributeRange() : AttributeRange(raw);
  }
};

}  // namespace tagstream
