#include "lex/token.hpp"

#include <array>
#include <cstddef>

// In `a<b/>[X]` with the marker `[X]` the tokens are text, empty and marker.

namespace tagstream {

const char* to_string(TokenKind kind) noexcept {
  constexpr std::array words{"text", "open", "close", "empty", "marker"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace tagstream
