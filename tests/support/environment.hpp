#pragma once

#include <cstdint>
#include <cstdlib>

namespace tagstream::testing {

/// The number in an environment variable, or another if it is not set.
[[nodiscard]] inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

/// TAGSTREAM_EVERY=N makes the exhaustive tests try each Nth text only: for builds that are slow.
[[nodiscard]] inline std::uint64_t every_nth_text() {
  return from_environment("TAGSTREAM_EVERY", 1);
}

}  // namespace tagstream::testing
