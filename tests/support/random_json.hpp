#pragma once

#include <random>
#include <string>

namespace tagstream::testing {

/// Something like a JSON object or array: valid, with the spellings that models write, changed in
/// some places, or a heap of tokens.
[[nodiscard]] std::string random_json(std::mt19937_64& random);

}  // namespace tagstream::testing
