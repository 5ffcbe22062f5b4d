#include "lex/token.hpp"

#include <array>
#include <cstddef>

// `a<b/>[X]` with the marker `[X]` is three tokens: text `a`, empty `<b/>` and marker `[X]`.

namespace tagstream {

const char* to_string(TokenKind kind) noexcept {
  constexpr std::array words{"text", "open", "close", "empty", "marker"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace tagstream
