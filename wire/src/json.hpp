#pragma once

// JSON by simdjson: checked as a whole, then looked into. Where the bytes of a value stand in the
// text, the functions below say: simdjson's tree does not know it.

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::wire {

using Json = simdjson::dom::element;

/// Reads one JSON text after the other; the tree of the last one lives until the next.
class JsonParser {
 public:
  /// Nothing: it is not JSON. Integers of more than 64 bits are read, as numbers near to them.
  std::optional<Json> parse(std::string_view text);

  /// The same, where simdjson::SIMDJSON_PADDING bytes after the text can be read.
  std::optional<Json> parse_padded(std::string_view text);

 private:
  std::optional<Json> parse(std::string_view text, bool is_padded);

  simdjson::dom::parser parser_;
  std::string softened_;
};

/// The value of a key, if `json` is an object that has it and it is not null.
std::optional<Json> member(Json json, std::string_view key);

/// The string of a key; empty if there is none.
std::string_view string_member(Json json, std::string_view key);

/// The number of a key; `otherwise` if there is none that fits.
std::uint32_t number_member(Json json, std::string_view key, std::uint32_t otherwise);

/// True if the key is there and says true.
bool is_true(Json json, std::string_view key);

/// The elements of the array of a key; none if there is no such array.
std::vector<Json> array_member(Json json, std::string_view key);

/// The string that `json` is, or nothing.
std::optional<std::string_view> as_string(Json json);

// In what follows the text must be JSON already.

/// Of the object `object`, the bytes of the value of `key`; empty if there is none.
std::string_view raw_member(std::string_view object, std::string_view key);

/// Of the array `array`, the bytes of an element; empty if it has fewer.
std::string_view raw_element(std::string_view array, std::size_t index);

/// Walks over the members of an object, or the elements of an array.
class RawWalk {
 public:
  explicit RawWalk(std::string_view json);

  /// The next one. False: there is none.
  bool next();

  [[nodiscard]] std::string_view key() const { return key_; }  ///< as written, without quotes
  [[nodiscard]] std::string_view value() const { return value_; }

 private:
  std::string_view json_;
  std::size_t at_;
  std::string_view key_;
  std::string_view value_;
};

}  // namespace tagstream::wire
