#pragma once

// Included by json.hpp: values are simdjson's.

#include <simdjson.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tagstream::wire {

using Json = simdjson::dom::element;

/// Reads one JSON text after the other; the tree of the last one lives until the next.
class JsonParser {
 public:
  static constexpr std::size_t padding = simdjson::SIMDJSON_PADDING;

  /// Nothing: it is not JSON. Integers of more than 64 bits are read, as numbers near to them.
  std::optional<Json> parse(std::string_view text);

  /// The same, where `padding` bytes after the text can be read.
  std::optional<Json> parse_padded(std::string_view text);

 private:
  std::optional<Json> parse(std::string_view text, bool is_padded);

  simdjson::dom::parser parser_;
  std::string softened_;
};

}  // namespace tagstream::wire
