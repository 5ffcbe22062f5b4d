#include "json.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <utility>

#include "base/utf8.hpp"
#include "tagstream/wire/piece.hpp"
#include "utf8.hpp"

namespace tagstream::wire {

using Kind = JsonTree::Kind;

// Asks for values of a payload. In {"index":2,"delta":{"content":"a\n"}}, `number_member(json,
// "index", 0)` is 2, and `string_member(*member(json, "delta"), "content")` an `a` and a line end.

std::optional<std::size_t> read_strictly(JsonTree& tree, std::string_view text) {
  const std::optional<std::size_t> place = tree.read(text);
  return text.starts_with(byte_order_mark) ? 0 : place;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

std::optional<Json> JsonParser::parse(std::string_view text) {
  decoded_.clear();
  if (text.starts_with(byte_order_mark)) return std::nullopt;
  if (tree_.read(text, JsonTree::Words::python)) return std::nullopt;
  return Json{this, JsonTree::root};
}

// Most strings have no escapes: then no byte is copied.
std::string_view JsonParser::text(JsonTree::Id string) {
  const std::string_view literal = tree_.literal(string);
  if (literal.find('\\') == literal.npos) return literal.substr(1, literal.size() - 2);
  auto& decoded = decoded_.emplace_back(std::make_unique_for_overwrite<char[]>(literal.size()));
  return {decoded.get(), tree_.text(string, decoded.get())};
}

std::optional<Json> parse_mended(JsonParser& parser, std::string_view& text, std::string& mended) {
  if (const auto json = parser.parse(text)) return json;
  std::optional<std::string> valid = mend_utf8(text);
  if (!valid) return std::nullopt;
  mended = *std::move(valid);
  return parser.parse(text = mended);
}

std::string_view raw(Json json) { return json.parser->tree().literal(json.id); }

std::optional<std::string_view> as_string(Json json) {
  if (!json.parser->tree().is(json.id, Kind::string)) return std::nullopt;
  return json.parser->text(json.id);
}

std::optional<std::uint64_t> as_number(Json json) {
  const std::string_view digits = raw(json);
  const char* const end = digits.data() + digits.size();
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

bool has_members(Json json) { return !JsonValues(json).empty(); }

std::optional<Json> given(Json json, std::string_view key) {
  const auto value = json.parser->tree().find(json.id, key);
  if (!value) return std::nullopt;
  return Json{json.parser, *value};
}

std::optional<Json> member(Json json, std::string_view key) {
  const auto value = given(json, key);
  return value && json.parser->tree().is(value->id, Kind::null) ? std::nullopt : value;
}

std::string_view raw_member(Json json, std::string_view key) {
  const auto value = given(json, key);
  return value ? raw(*value) : std::string_view();
}

std::string_view string_member(Json json, std::string_view key) {
  const auto value = given(json, key);
  return value ? as_string(*value).value_or("") : "";
}

std::uint32_t number_member(Json json, std::string_view key, std::uint32_t otherwise) {
  const auto value = given(json, key);
  const auto number = value ? as_number(*value) : std::nullopt;
  if (!number || *number > std::numeric_limits<std::uint32_t>::max()) return otherwise;
  return static_cast<std::uint32_t>(*number);
}

// Without an index, or with a string, it is choice 0. A number that is not an index becomes
// `max_choices`, which no choice has.
std::uint32_t choice_number(Json json) {
  const auto value = member(json, "index");
  if (!value || json.parser->tree().is(value->id, Kind::string)) return 0;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(as_number(*value).value_or(max_choices), max_choices));
}

bool is_true(Json json, std::string_view key) { return raw_member(json, key) == "true"; }

std::vector<Json> JsonValues::list() const {
  std::vector<Json> values;
  for (const Json value : *this) values.push_back(value);
  return values;
}

JsonValues array_member(Json json, std::string_view key) {
  const auto value = given(json, key);
  const bool is_array = value && json.parser->tree().is(value->id, Kind::array);
  return is_array ? JsonValues(*value) : JsonValues();
}

}  // namespace tagstream::wire
