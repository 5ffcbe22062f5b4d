#pragma once

#include <cstddef>
#include <string>
#include <string_view>
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
/// @param most  bytes: if there are more, it is the beginning, and longer than this
[[nodiscard]] std::string read_all(const std::string& file, std::size_t most = std::string::npos);

/// Where "what" ends in "what: where"; what stands in quotes may hold the same.
[[nodiscard]] constexpr std::size_t end_of_what(std::string_view message) {
  bool is_quoted = false;
  for (std::size_t at = 0; at < message.size(); ++at) {
    if (is_quoted && message[at] == '\\') {
      ++at;
    } else if (message[at] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && message.substr(at, 2) == ": ") {
      return at;
    }
  }
  return message.size();
}

/// What `read` makes of a file. What is wrong with it, "what: where", gets the name in between.
template <class Read>
[[nodiscard]] auto in_file(const std::string& path, Read read) {
  auto value = read(read_all(path));
  if (value) return *std::move(value);
  std::string message = value.error().message;
  throw Failure(exit_usage, message.insert(end_of_what(message), ": " + path));
}

}  // namespace tagstream::cli
