#pragma once

// Entities of XML in a text that comes in pieces. `decode_entities` is public.

#include <cstddef>
#include <string_view>

#include "base/text.hpp"

namespace tagstream {

/// An entity is searched for in this many bytes from its `&` on. Leading zeros may make one long;
/// without this bound a text of many `&` and no `;` would take quadratic time.
inline constexpr std::size_t longest_entity = 32;

/// True for a byte that may stand between the `&` and the `;` of an entity.
[[nodiscard]] constexpr bool may_be_of_entity(char byte) {
  return is_ascii_letter(byte) || (byte >= '0' && byte <= '9') || byte == '#';
}

/// How many bytes at the end of `text` may be the beginning of an entity: 3 in `a &am`.
[[nodiscard]] std::size_t open_entity(std::string_view text);

}  // namespace tagstream
