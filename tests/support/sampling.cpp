#include "support/sampling.hpp"

#include <algorithm>
#include <cstdlib>

namespace tagstream::testing {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

std::uint64_t sample_every() {
  static const std::uint64_t every =
      std::max<std::uint64_t>(1, from_environment("TAGSTREAM_EVERY", 1)) *
      std::max<std::uint64_t>(1, from_environment("TAGSTREAM_SPARSER", 1));
  return every;
}

bool is_sampled(std::uint64_t number, std::uint64_t every) {
  if (every == 1) return true;
  std::uint64_t hash = number * 0x9E3779B97F4A7C15U;
  hash = (hash ^ (hash >> 32U)) * 0xD6E8FEB86659FD93U;
  return (hash ^ (hash >> 32U)) % every == 0;
}

std::uint64_t sample_beyond(std::uint64_t whole) {
  return std::max<std::uint64_t>(1, sample_every() / whole);
}

bool is_sampled_cut(std::uint64_t place) { return is_sampled(place, sample_beyond(10)); }

std::uint64_t random_texts(std::uint64_t all, std::uint64_t whole) {
  return from_environment("TAGSTREAM_TEXTS",
                          std::max<std::uint64_t>(1, all / sample_beyond(whole)));
}

}  // namespace tagstream::testing
