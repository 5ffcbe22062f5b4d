#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "support/formats.hpp"
#include "support/options.hpp"

namespace tagstream::testing {

/// Calls as a family writes them, and what they must be read as.
struct WrittenCalls {
  std::string text;
  std::vector<std::string> tools;
  std::vector<std::string> arguments;
};

/// Reads the text whole, byte by byte and in random pieces. What is wrong; empty if all calls are
/// there each time, with `incremental` in pieces that are the arguments when joined.
[[nodiscard]] std::string read_back(const WrittenCalls& calls, const Options& options,
                                    std::mt19937_64& random);

/// Calls `check(row, format, seed)`, which gives what is wrong, for each way in which a family
/// writes calls with such bodies behind a marker: `texts` times, fewer in a sample beyond one
/// in ten. Fails if there are fewer such ways than `least`.
void for_each_written(CallBody body, std::uint64_t texts, std::size_t least,
                      const std::function<std::string(const Dialect& row, const CallFormat& format,
                                                      std::uint64_t seed)>& check);

}  // namespace tagstream::testing
