#include "support/naive_json.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "support/grammar_text.hpp"
#include "support/model_value.hpp"

namespace tagstream::testing {
namespace {

/// Adds the meaning of a complete value to `naive.meaning`.
void add_meaning(const ModelValue& value, std::string_view text, NaiveJson& naive) {
  std::string& out = naive.meaning;
  const auto add_string = [&](const std::string& string) {
    out += std::to_string(string.size()) + ':' + string;
  };
  const std::string_view raw = value.in(text);
  if (value.first == '{') {
    out += '{';
    for (const ModelMember& member : value.members) {
      add_string(member.key);
      add_meaning(member.value, text, naive);
    }
    out += '}';
  } else if (value.first == '[' || value.first == '(') {
    out += '[';
    for (const ModelValue& element : value.elements) add_meaning(element, text, naive);
    out += ']';
  } else if (value.is_string()) {
    add_string(decode_model_string(raw));
  } else if (value.is_number()) {
    const std::string number(raw);
    const std::size_t whole = std::min(number.find_first_of(".eE"), number.size());
    const std::size_t exponent = number.find_last_not_of("0123456789");
    const bool has_exponent = number.find_first_of("eE") != std::string::npos;
    const std::size_t sign = number[0] == '-' ? 1 : 0;
    naive.has_large_number |= whole - sign > 15;
    naive.has_large_number |= has_exponent && number.size() - exponent > 3;
    out += whole == number.size()
               ? meaning_of(std::int64_t{std::strtoll(number.c_str(), nullptr, 10)})
               : meaning_of(std::strtod(number.c_str(), nullptr));
  } else {
    out += raw.size() == 5 ? 'f' : value.is_null() ? 'n' : 't';
  }
}

}  // namespace

std::string to_text(const JsonReading& reading) {
  static constexpr std::array words = {"open", "complete", "failed"};
  std::string out = words[static_cast<std::size_t>(reading.outcome)];
  out += " at " + std::to_string(reading.offset);
  if (reading.is_repaired) out += ", repaired";
  if (reading.has_raw_control) out += ", raw control byte";
  if (reading.has_raw_line_end) out += ", raw line end";
  if (reading.first_repair != JsonReading::nowhere) {
    out += ", first at " + std::to_string(reading.first_repair);
  }
  for (const std::string& string : reading.strings) out += ", \"" + printable(string) + '"';
  return out;
}

NaiveJson read_naively(std::string_view text) {
  NaiveJson naive;
  JsonReading& reading = naive.reading;
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  reading.offset = first;
  if (first < text.size() && text[first] != '{' && text[first] != '[') {
    reading.outcome = JsonOutcome::failed;
    return naive;
  }
  ModelJson json(text, first);
  ModelValue value;
  json.read(value);
  static constexpr std::array outcomes = {JsonOutcome::complete, JsonOutcome::open,
                                          JsonOutcome::failed};
  reading.outcome = outcomes[static_cast<std::size_t>(json.status)];
  reading.offset = json.at;
  if (json.first_spelling != ModelJson::none) reading.first_repair = json.first_spelling;
  reading.is_repaired = json.is_converted;
  reading.has_raw_control = json.has_raw_control;
  reading.has_raw_line_end = json.has_raw_line_end;
  reading.strings = json.strings;
  naive.has_half_pair = json.has_half_pair;
  if (reading.outcome == JsonOutcome::complete) add_meaning(value, text, naive);
  return naive;
}

std::string meaning_of(std::int64_t integer) { return 'i' + std::to_string(integer) + ' '; }

std::string meaning_of(double number) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "d%a ", number);
  return digits.data();
}

}  // namespace tagstream::testing
