#include "json.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "tagstream/wire/piece.hpp"
#include "utf8.hpp"

namespace tagstream::wire {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::size_t skip_blanks(std::string_view json, std::size_t at) {
  return std::min(json.find_first_not_of(blanks, at), json.size());
}

std::size_t skip_value(std::string_view json, std::size_t at) {
  std::size_t depth = 0;
  while (at < json.size()) {
    const char c = json[at];
    if (c == '"') {
      at = skip_json_string(json, at);
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at;
    } else if (c == '}' || c == ']') {
      --depth;
      ++at;
    } else if (depth == 0) {
      return std::min(json.find_first_of(" \t\r\n,]}", at), json.size());
    } else {
      ++at;
    }
    if (depth == 0) return at;
  }
  return at;
}

}  // namespace

std::optional<Json> parse_mended(JsonParser& parser, std::string_view& text, std::string& mended) {
  if (const auto json = parser.parse(text)) return json;
  std::optional<std::string> valid = mend_utf8(text);
  if (!valid) return std::nullopt;
  mended = *std::move(valid);
  return parser.parse(text = mended);
}

std::size_t skip_json_string(std::string_view json, std::size_t at) {
  ++at;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return std::min(at + 1, json.size());
}

std::string_view string_member(Json json, std::string_view key) {
  const auto value = member(json, key);
  return value ? as_string(*value).value_or("") : "";
}

std::uint32_t number_member(Json json, std::string_view key, std::uint32_t otherwise) {
  const auto value = member(json, key);
  const auto number = value ? as_number(*value) : std::nullopt;
  if (!number || *number > std::numeric_limits<std::uint32_t>::max()) return otherwise;
  return static_cast<std::uint32_t>(*number);
}

std::uint32_t choice_number(Json json) {
  const auto value = member(json, "index");
  if (!value || as_string(*value)) return 0;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(as_number(*value).value_or(max_choices), max_choices));
}

bool is_true(Json json, std::string_view key) {
  const auto value = member(json, key);
  return value && as_bool(*value).value_or(false);
}

std::vector<Json> array_member(Json json, std::string_view key) {
  const auto value = member(json, key);
  return value ? as_array(*value).value_or(std::vector<Json>()) : std::vector<Json>();
}

RawWalk::RawWalk(std::string_view json) : json_(json), at_(skip_blanks(json, 0)) {
  const bool is_container = at_ < json.size() && (json[at_] == '{' || json[at_] == '[');
  at_ = is_container ? at_ + 1 : json.size();
}

bool RawWalk::next() {
  at_ = skip_blanks(json_, at_);
  if (at_ < json_.size() && json_[at_] == ',') at_ = skip_blanks(json_, at_ + 1);
  if (at_ >= json_.size() || json_[at_] == '}' || json_[at_] == ']') return false;
  std::size_t end = skip_value(json_, at_);
  const std::size_t after = skip_blanks(json_, end);
  key_ = {};
  if (after < json_.size() && json_[after] == ':') {
    key_ = json_.substr(at_ + 1, end - at_ - 2);
    at_ = skip_blanks(json_, after + 1);
    end = skip_value(json_, at_);
  }
  value_ = json_.substr(at_, end - at_);
  at_ = end;
  return true;
}

bool is_key(std::string_view written, std::string_view key) {
  if (written.find('\\') == written.npos) return written == key;
  const std::string literal = '"' + std::string(written) + '"';
  JsonParser parser;
  const auto json = parser.parse(literal);
  return json && as_string(*json) == key;
}

std::string_view raw_member(std::string_view object, std::string_view key) {
  for (RawWalk walk(object); walk.next();) {
    if (is_key(walk.key(), key)) return walk.value();
  }
  return {};
}

std::string_view raw_element(std::string_view array, std::size_t index) {
  for (RawWalk walk(array); walk.next();) {
    if (index-- == 0) return walk.value();
  }
  return {};
}

}  // namespace tagstream::wire
