#pragma once

// A payload as JSON: it is read as a whole, then asked for its members by functions that never
// fail. `string_member(json, "id")` is empty if there is no `id`, or if it is not a string.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/json_tree.hpp"

namespace tagstream::wire {

class JsonParser;

/// One value of a payload: valid until its parser reads again, and no longer than the text.
struct Json {
  JsonParser* parser;
  JsonTree::Id id;
};

/// Reads a text as JSON. Unlike `JsonTree`, it refuses a byte order mark, as clients do.
/// @return  where the text fails, in bytes; nothing if it is JSON
[[nodiscard]] std::optional<std::size_t> read_strictly(JsonTree& tree, std::string_view text);

/// The text without the byte order mark at its beginning.
[[nodiscard]] std::string_view without_mark(std::string_view text);

/// Reads JSON texts, one after the other, and keeps the last one.
class JsonParser {
 public:
  /// The root; nothing if the text is not JSON. The text must outlive the values. `NaN`, `Infinity`
  /// and `-Infinity` are values: servers in Python write them, as in `"logprobs": -Infinity`. A
  /// byte order mark is refused.
  std::optional<Json> parse(std::string_view text);
  std::optional<Json> parse(std::string&& text) = delete;

  [[nodiscard]] const JsonTree& tree() const { return tree_; }
  /// The value of a string: a view of the text or, if the string has escapes, of a copy that lives
  /// until the next parse.
  [[nodiscard]] std::string_view text(JsonTree::Id string);

 private:
  JsonTree tree_;
  std::vector<std::unique_ptr<char[]>> decoded_;
};

/// Reads `text`. If it is not JSON because some of its bytes are not UTF-8, `mended` becomes the
/// text with U+FFFD for them, and `text` a view of that.
std::optional<Json> parse_mended(JsonParser& parser, std::string_view& text, std::string& mended);

/// The bytes of a value, as written.
[[nodiscard]] std::string_view raw(Json json);

/// The value of a string; nothing if `json` is not a string. It lives as `JsonParser::text` says.
[[nodiscard]] std::optional<std::string_view> as_string(Json json);

/// The value of a whole number; nothing if `json` is not a number, is negative, or has a point or
/// an exponent.
[[nodiscard]] std::optional<std::uint64_t> as_number(Json json);

/// True for an object or an array that is not empty.
[[nodiscard]] bool has_members(Json json);

// The functions below give one member of an object. Of a key that stands twice, the last value
// counts.

/// The value of a key, null included; nothing if there is none, or `json` is not an object.
[[nodiscard]] std::optional<Json> given(Json json, std::string_view key);

/// The value of a key, unless it is null.
[[nodiscard]] std::optional<Json> member(Json json, std::string_view key);

/// The bytes of the value of a key, null included; empty if there is none.
[[nodiscard]] std::string_view raw_member(Json json, std::string_view key);

/// The string of a key; empty if there is none.
[[nodiscard]] std::string_view string_member(Json json, std::string_view key);

/// The number of a key; `otherwise` if there is none that fits.
[[nodiscard]] std::uint32_t number_member(Json json, std::string_view key, std::uint32_t otherwise);

/// The `index` of a choice; `max_choices`, which no choice has, if it is not a number that fits.
[[nodiscard]] std::uint32_t choice_number(Json json);

/// True if the value of the key is `true`.
[[nodiscard]] bool is_true(Json json, std::string_view key);

/// The values in an object or an array, in their order. Any other value has none.
class JsonValues {
 public:
  class Iterator {
   public:
    Iterator(JsonParser* parser, JsonTree::Members::Iterator at) : parser_(parser), at_(at) {}
    [[nodiscard]] Json operator*() const { return {parser_, (*at_).value}; }
    [[nodiscard]] std::string_view key() const { return (*at_).key; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    [[nodiscard]] bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    JsonParser* parser_;
    JsonTree::Members::Iterator at_;
  };

  JsonValues() = default;
  explicit JsonValues(Json json) : parser_(json.parser), all_(parser_->tree().members(json.id)) {}

  [[nodiscard]] Iterator begin() const { return {parser_, all_.begin()}; }
  [[nodiscard]] Iterator end() const { return {parser_, all_.end()}; }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  /// The values as a list, for access by their places.
  [[nodiscard]] std::vector<Json> list() const;

 private:
  JsonParser* parser_ = nullptr;
  JsonTree::Members all_;
};

/// The elements of the array under a key; none if there is no such array.
[[nodiscard]] JsonValues array_member(Json json, std::string_view key);

}  // namespace tagstream::wire
