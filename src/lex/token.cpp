#include "lex/token.hpp"

#include <array>
#include <cstddef>

namespace tagstream {

const char* to_string(TokenKind kind) noexcept {
  constexpr std::array words{"text", "open", "close", "empty", "marker"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace tagstream
