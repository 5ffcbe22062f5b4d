#include "json.hpp"

#include <algorithm>
#include <limits>

namespace tagstream::wire {

namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t skip_blanks(std::string_view json, std::size_t at) {
  return std::min(json.find_first_not_of(blanks, at), json.size());
}

// From the opening quote to the byte after the closing one.
std::size_t skip_string(std::string_view json, std::size_t at) {
  ++at;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return std::min(at + 1, json.size());
}

std::size_t skip_value(std::string_view json, std::size_t at) {
  std::size_t depth = 0;
  while (at < json.size()) {
    const char c = json[at];
    if (c == '"') {
      at = skip_string(json, at);
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

// Writes a point after the first digit of each integer that may have more than 64 bits: a number
// that simdjson reads, at the same place. False: there is no such integer.
bool soften_integers(std::string& json) {
  bool has_softened = false;
  for (std::size_t at = 0; at < json.size();) {
    if (json[at] == '"') {
      at = skip_string(json, at);
    } else if (is_digit(json[at])) {
      std::size_t end = at;
      while (end < json.size() && is_digit(json[end])) ++end;
      const bool is_integer =
          end == json.size() || std::string_view(".eE").find(json[end]) == std::string_view::npos;
      if (is_integer && end - at >= 19 && json[at] != '0') {
        json[at + 1] = '.';
        has_softened = true;
      }
      at = std::min(json.find_first_not_of("0123456789.eE+-", end), json.size());
    } else {
      ++at;
    }
  }
  return has_softened;
}

}  // namespace

std::optional<Json> JsonParser::parse(std::string_view text) { return parse(text, false); }

std::optional<Json> JsonParser::parse_padded(std::string_view text) { return parse(text, true); }

std::optional<Json> JsonParser::parse(std::string_view text, bool is_padded) {
  Json json;
  simdjson::error_code error = parser_.parse(text.data(), text.size(), !is_padded).get(json);
  if (error == simdjson::NUMBER_ERROR) {
    softened_ = text;
    if (soften_integers(softened_)) error = parser_.parse(softened_).get(json);
  }
  if (error != simdjson::SUCCESS) return std::nullopt;
  return json;
}

std::optional<Json> member(Json json, std::string_view key) {
  Json value;
  if (!json.is_object() || json.at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::string_view> as_string(Json json) {
  std::string_view text;
  if (json.get(text) != simdjson::SUCCESS) return std::nullopt;
  return text;
}

std::string_view string_member(Json json, std::string_view key) {
  const auto value = member(json, key);
  return value ? as_string(*value).value_or("") : "";
}

std::uint32_t number_member(Json json, std::string_view key, std::uint32_t otherwise) {
  const auto value = member(json, key);
  std::uint64_t number = 0;
  if (!value || value->get(number) != simdjson::SUCCESS) return otherwise;
  if (number > std::numeric_limits<std::uint32_t>::max()) return otherwise;
  return static_cast<std::uint32_t>(number);
}

bool is_true(Json json, std::string_view key) {
  const auto value = member(json, key);
  bool is_set = false;
  return value && value->get(is_set) == simdjson::SUCCESS && is_set;
}

std::vector<Json> array_member(Json json, std::string_view key) {
  simdjson::dom::array array;
  const auto value = member(json, key);
  if (!value || value->get(array) != simdjson::SUCCESS) return {};
  return {array.begin(), array.end()};
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

std::string_view raw_member(std::string_view object, std::string_view key) {
  for (RawWalk walk(object); walk.next();) {
    if (walk.key() == key) return walk.value();
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
