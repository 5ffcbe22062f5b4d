#pragma once

// JSON, checked as a whole, then looked into. By simdjson, or where that is not to be had by a
// reader of our own (`TAGSTREAM_WIRE_OWN_JSON`), which is slower on long texts. Where the bytes of
// a value stand in the text, the functions at the end say: simdjson's tree does not know it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#ifdef TAGSTREAM_WIRE_OWN_JSON
#include "own_json.hpp"
#else
#include "simd_json.hpp"
#endif

namespace tagstream::wire {

/// Reads `text`. Where it is not JSON for bytes that are not UTF-8, `mended` is the text with
/// U+FFFD for them, and `text` is that from then on.
std::optional<Json> parse_mended(JsonParser& parser, std::string_view& text, std::string& mended);

/// The value of a key, if `json` is an object that has it and it is not null.
std::optional<Json> member(Json json, std::string_view key);

/// The string of a key; empty if there is none.
std::string_view string_member(Json json, std::string_view key);

/// The number of a key; `otherwise` if there is none that fits.
std::uint32_t number_member(Json json, std::string_view key, std::uint32_t otherwise);

/// The number of a choice; one that no choice has, if it is none.
std::uint32_t choice_number(Json json);

/// True if the key is there and says true.
bool is_true(Json json, std::string_view key);

/// The elements of the array of a key; none if there is no such array.
std::vector<Json> array_member(Json json, std::string_view key);

/// The string that `json` is, or nothing. Lives as long as the tree.
std::optional<std::string_view> as_string(Json json);

/// The number that `json` is, or nothing if it is none, negative, or has a point.
std::optional<std::uint64_t> as_number(Json json);

/// What `json` says, or nothing if it is no boolean.
std::optional<bool> as_bool(Json json);

/// The elements that `json` has, or nothing if it is no array.
std::optional<std::vector<Json>> as_array(Json json);

/// The members of `json`; none if it is no object.
std::vector<std::pair<std::string_view, Json>> members(Json json);

// In what follows the text must be JSON already.

/// Of the object `object`, the bytes of the value of `key`; empty if there is none.
std::string_view raw_member(std::string_view object, std::string_view key);

/// Of the array `array`, the bytes of an element; empty if it has fewer.
std::string_view raw_element(std::string_view array, std::size_t index);

/// True if a key is `key` that is `written` so, without its quotes: an escape for "a" is "a".
bool is_key(std::string_view written, std::string_view key);

/// Where the string ends whose opening quote is at `at`: after its closing quote.
std::size_t skip_json_string(std::string_view json, std::size_t at);

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
