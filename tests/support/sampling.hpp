#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

/// Decides how many of its texts a test tries, by environment variables:
///
///   TAGSTREAM_EVERY=N    one in N texts of an exhaustive test; one in N/10 random texts and cuts
///                        of golden cases; one in N/500 golden cases (N/10 and N/500 are rounded
///                        down, and at least 1). Above 1, hostile texts are smaller.
///   TAGSTREAM_SPARSER=M  as if TAGSTREAM_EVERY were M times N
///   TAGSTREAM_TEXTS=N    N random texts, rounded up to a multiple of 10, whatever the first two
///                        say
///   TAGSTREAM_SEED=S     the seed of the first random texts
///   TAGSTREAM_ROW=NAME   random answers are read by this family, or by `auto`
namespace tagstream::testing {

/// The number in the environment variable `name`; `otherwise` if it is not set.
[[nodiscard]] std::uint64_t from_environment(const char* name, std::uint64_t otherwise);

/// N times M: one text in this many is tried.
[[nodiscard]] std::uint64_t sample_every();

/// True for one number in `every`, and always for 0. The chosen numbers are scattered, so that the
/// choice does not depend on the last symbol of a text.
[[nodiscard]] bool is_sampled(std::uint64_t number, std::uint64_t every = sample_every());

/// The rate for items of which fewer are left out: `sample_every() / whole`, and at least 1. All
/// items are tried while `sample_every()` is at most `whole`.
[[nodiscard]] std::uint64_t sample_beyond(std::uint64_t whole);

/// True if a golden case is to be cut at `place`. While `sample_every()` is at most 10 every place
/// is.
[[nodiscard]] bool is_sampled_cut(std::uint64_t place);

/// True if the program runs under the address sanitizer: each step of a test then takes about ten
/// times as long.
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

/// The number of random texts to try if a full run tries `all`. A full run is every run whose
/// `sample_every()` is at most `whole`.
[[nodiscard]] std::uint64_t random_texts(std::uint64_t all, std::uint64_t whole = 1);

constexpr std::uint64_t texts_per_seed = 10;
constexpr int max_failures = 5;

/// Calls `check(seed)` with one seed after the other. Each call tries `texts_per_seed` texts and
/// returns a description of the first failure. A failure names its seed: with TAGSTREAM_SEED set to
/// it, and TAGSTREAM_TEXTS=1, the failure comes again. Ends after `max_failures` failures.
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
