// JSON by simdjson.
#ifndef TAGSTREAM_WIRE_OWN_JSON

#include <algorithm>
#include <charconv>

#include "json.hpp"

namespace tagstream::wire {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Writes a point after the first digit of each integer that may have more than 64 bits: a number
// that simdjson reads, at the same place; and zeros in each exponent that may be too large. False:
// there is no such number.
bool soften_integers(std::string& json) {
  bool has_softened = false;
  for (std::size_t at = 0; at < json.size();) {
    if (json[at] == '"') {
      at = skip_json_string(json, at);
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
      std::size_t exponent = json.find_first_of("eE", end);
      if (exponent >= at) continue;
      for (++exponent; exponent < at; ++exponent) {
        has_softened = has_softened || is_digit(json[exponent]);
        if (is_digit(json[exponent])) json[exponent] = '0';
      }
    } else {
      ++at;
    }
  }
  return has_softened;
}

// The four digits of the escape "\\uXXXX" at `at`; nothing if there is none.
std::optional<unsigned> escape_at(std::string_view json, std::size_t at) {
  if (json.substr(at, 2) != "\\u" || json.size() < at + 6) return std::nullopt;
  unsigned code = 0;
  const char* const end = json.data() + at + 6;
  if (std::from_chars(json.data() + at + 2, end, code, 16).ptr != end) return std::nullopt;
  return code;
}

// Writes U+FFFD for each half of a surrogate pair: servers that cut a sign send it so, and simdjson
// refuses it. False: there is none.
bool mend_surrogates(std::string& json) {
  constexpr auto half = [](unsigned code) { return code & 0xFC00U; };
  bool has_mended = false;
  for (std::size_t at = json.find('\\'); at != json.npos; at = json.find('\\', at)) {
    const unsigned code = escape_at(json, at).value_or(0);
    if (half(code) == 0xD800 && half(escape_at(json, at + 6).value_or(0)) == 0xDC00) {
      at += 12;
      continue;
    }
    if (half(code) == 0xD800 || half(code) == 0xDC00) {
      json.replace(at, 6, "\\uFFFD");
      has_mended = true;
    }
    at += 2;
  }
  return has_mended;
}

}  // namespace

std::optional<Json> JsonParser::parse(std::string_view text) { return parse(text, false); }

std::optional<Json> JsonParser::parse_padded(std::string_view text) { return parse(text, true); }

std::optional<Json> JsonParser::parse(std::string_view text, bool is_padded) {
  Json json;
  simdjson::error_code error = parser_.parse(text.data(), text.size(), !is_padded).get(json);
  if (error == simdjson::NUMBER_ERROR || error == simdjson::STRING_ERROR) {
    softened_ = text;
    const bool has_softened = soften_integers(softened_);
    if (mend_surrogates(softened_) || has_softened) error = parser_.parse(softened_).get(json);
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

std::optional<std::uint64_t> as_number(Json json) {
  std::uint64_t number = 0;
  if (json.get(number) != simdjson::SUCCESS) return std::nullopt;
  return number;
}

std::optional<bool> as_bool(Json json) {
  bool is_set = false;
  if (json.get(is_set) != simdjson::SUCCESS) return std::nullopt;
  return is_set;
}

std::optional<std::vector<Json>> as_array(Json json) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) return std::nullopt;
  return std::vector<Json>(array.begin(), array.end());
}

std::vector<std::pair<std::string_view, Json>> members(Json json) {
  std::vector<std::pair<std::string_view, Json>> all;
  simdjson::dom::object object;
  if (json.get(object) != simdjson::SUCCESS) return all;
  for (const auto field : object) all.emplace_back(field.key, field.value);
  return all;
}

}  // namespace tagstream::wire

#endif
