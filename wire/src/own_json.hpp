#pragma once

// Included by json.hpp: a value is its bytes, in a text that has been checked.

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace tagstream::wire {

class JsonParser;

struct Json {
  JsonParser* parser;
  std::string_view raw;
};

/// Reads one JSON text after the other; values live until the next, and no longer than the text.
class JsonParser {
 public:
  static constexpr std::size_t padding = 0;

  /// Nothing: it is not JSON. Half of a surrogate pair is U+FFFD.
  std::optional<Json> parse(std::string_view text);
  std::optional<Json> parse(std::string&& text) = delete;  // values would outlive it
  std::optional<Json> parse_padded(std::string_view text) { return parse(text); }

  /// What a string says, kept until the next parse.
  std::string_view decode(std::string_view literal);

 private:
  std::deque<std::string> strings_;
};

}  // namespace tagstream::wire
