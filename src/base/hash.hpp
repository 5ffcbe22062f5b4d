#pragma once

// FNV-1a for 64 bits, for names that are compared and not kept. Two names have one hash by chance
// alone, or if somebody makes it so.

#include <cstdint>
#include <string_view>

#include "base/text.hpp"

namespace tagstream {

/// @param ignore_case  `A` counts as `a`
constexpr std::uint64_t hash_of(std::string_view name, bool ignore_case = false) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char byte : name) {
    const char one = ignore_case ? fold(byte) : byte;
    hash = (hash ^ static_cast<unsigned char>(one)) * 1099511628211U;
  }
  return hash;
}

}  // namespace tagstream
