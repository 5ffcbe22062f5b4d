#pragma once

#include <string>
#include <utility>

#include "io/failure.hpp"
#include "tagstream/error.hpp"

namespace tagstream::cli {

/// The value. If there is none, the command ends: its arguments were bad.
template <class T>
[[nodiscard]] T value_of(Result<T> result) {
  if (!result) throw Failure(exit_usage, result.error().message);
  return *std::move(result);
}

/// All of a file; "-" is standard input.
[[nodiscard]] std::string read_all(const std::string& file);

}  // namespace tagstream::cli
