#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/formats.hpp"
#include "support/options.hpp"

namespace tagstream::testing {

/// Calls as a family writes them, and the calls that a reader must give for them.
struct WrittenCalls {
  std::string text;
  std::vector<std::string> tools;
  std::vector<std::string> arguments;
  std::set<std::size_t> quoting{};  ///< calls with markers of their format in values: they may be
                                    ///< repaired, or have the notice `unknown_key`
};

/// Reads the text whole, byte by byte and in random pieces. Returns a description of the first
/// difference; empty if all calls come each time. With the option `incremental` the joined pieces
/// of a call must equal its arguments.
[[nodiscard]] std::string read_back(const WrittenCalls& calls, const Options& options,
                                    std::mt19937_64& random);

/// Calls `check(row, format, seed)` `texts` times for each call format of a family that has a
/// marker and a body of the kind `body`. `check` returns a description of the first failure. While
/// `sample_every()` is above 10, there are fewer calls. Fails if fewer than `least` call formats
/// have such a body.
void for_each_written(CallBody body, std::uint64_t texts, std::size_t least,
                      const std::function<std::string(const Dialect& row, const CallFormat& format,
                                                      std::uint64_t seed)>& check);

}  // namespace tagstream::testing
