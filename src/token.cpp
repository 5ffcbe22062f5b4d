#include "tagstream/token.hpp"

namespace tagstream {

const char* to_string(TokenKind kind) noexcept {
  switch (kind) {
    case TokenKind::text: return "text";
    case TokenKind::open: return "open";
    case TokenKind::close: return "close";
    case TokenKind::empty: return "empty";
    case TokenKind::marker: return "marker";
  }
  return "unknown";
}

}  // namespace tagstream
