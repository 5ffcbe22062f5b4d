#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

/// How many of its texts a test tries. TAGSTREAM_EVERY=N asks for one in N: of the texts of an
/// exhaustive test, and of the ways in which a hostile shape is read, which is smaller then. Random
/// texts are all tried up to one in ten, golden cases up to one in 500, and cut everywhere up to
/// one in ten. TAGSTREAM_SPARSER=M asks for one in M times N. TAGSTREAM_TEXTS=N says how many
/// random texts, whatever these two say, and TAGSTREAM_SEED the seed of the first.
namespace tagstream::testing {

/// The number in an environment variable, or another if it is not set.
[[nodiscard]] std::uint64_t from_environment(const char* name, std::uint64_t otherwise);

/// N times M: one in so many is tried.
[[nodiscard]] std::uint64_t sample_every();

/// True for one number in N: scattered, so that no alphabet is in step with it. Always for 0.
[[nodiscard]] bool is_sampled(std::uint64_t number, std::uint64_t every = sample_every());

/// N for what is tried whole up to one in `whole`: 1 up to there.
[[nodiscard]] std::uint64_t sample_beyond(std::uint64_t whole);

/// True for the places at which a golden case is cut: for all of them up to one in ten.
[[nodiscard]] bool is_sampled_cut(std::uint64_t place);

/// True where a sanitizer is at work, which makes every step of a test some ten times as long.
#if defined(__SANITIZE_ADDRESS__)  // gcc
constexpr bool is_sanitized = true;
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
#else
constexpr bool is_sanitized = false;
#endif

/// How many random texts are tried where all are so many, which they are up to one in `whole`.
[[nodiscard]] std::uint64_t random_texts(std::uint64_t all, std::uint64_t whole = 1);

constexpr std::uint64_t texts_per_seed = 10;
constexpr int max_failures = 5;

/// Calls `check(seed)`, which tries `texts_per_seed` texts and gives what is wrong, until that many
/// texts have been tried. A failure names its seed: with it as TAGSTREAM_SEED and TAGSTREAM_TEXTS=1
/// it comes again.
template <class Check>
void for_each_seed(std::uint64_t default_seed, std::uint64_t all_texts, Check check) {
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", default_seed);
  const std::uint64_t texts = random_texts(all_texts, is_sanitized ? 1 : 10);
  int failures = 0;
  for (std::uint64_t i = 0; i * texts_per_seed < texts && failures < max_failures; ++i) {
    const std::string failure = check(first + i);
    if (failure.empty()) continue;
    ++failures;
    ADD_FAILURE() << "TAGSTREAM_SEED=" << first + i << ' ' << failure;
  }
}

}  // namespace tagstream::testing
