#pragma once

// A payload as JSON: read whole, then asked for its members.

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

/// Reads one JSON text after the other.
class JsonParser {
 public:
  /// The root; nothing if the text is not JSON, or begins with a byte order mark, which clients
  /// refuse. The text must outlive the values.
  std::optional<Json> parse(std::string_view text);
  std::optional<Json> parse(std::string&& text) = delete;

  [[nodiscard]] const JsonTree& tree() const { return tree_; }
  /// What a string says: its bytes in the text, or, if it has escapes, a copy that lives until the
  /// next parse.
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

/// The string that `json` is, or nothing. Lives as `JsonParser::text` says.
[[nodiscard]] std::optional<std::string_view> as_string(Json json);

/// The number that `json` is; nothing if it is none, is negative, or has a point or an exponent.
[[nodiscard]] std::optional<std::uint64_t> as_number(Json json);

/// True for an object or an array in which something stands.
[[nodiscard]] bool has_members(Json json);

// Of one member. A key that stands there several times has its last value.

/// The value of a key, null included; nothing if there is none, or `json` is no object.
[[nodiscard]] std::optional<Json> given(Json json, std::string_view key);

/// The value of a key, unless it is null.
[[nodiscard]] std::optional<Json> member(Json json, std::string_view key);

/// The bytes of the value of a key, null included; empty if there is none.
[[nodiscard]] std::string_view raw_member(Json json, std::string_view key);

/// The string of a key; empty if there is none.
[[nodiscard]] std::string_view string_member(Json json, std::string_view key);

/// The number of a key; `otherwise` if there is none that fits.
[[nodiscard]] std::uint32_t number_member(Json json, std::string_view key, std::uint32_t otherwise);

/// The `index` of a choice. If it is no number that fits: a number that no choice has.
[[nodiscard]] std::uint32_t choice_number(Json json);

/// True if the key is there and says true.
[[nodiscard]] bool is_true(Json json, std::string_view key);

/// The values that stand in an object or an array, in their order; none of another value.
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
  /// The same, to ask for them by their places.
  [[nodiscard]] std::vector<Json> list() const;

 private:
  JsonParser* parser_ = nullptr;
  JsonTree::Members all_;
};

/// The elements of the array of a key; none if there is no such array.
[[nodiscard]] JsonValues array_member(Json json, std::string_view key);

}  // namespace tagstream::wire
