#include "body/schema.hpp"

#include <cstddef>

#include "base/text.hpp"

namespace tagstream {
namespace {

struct Word {
  std::string_view text;
  ValueTypes type;
};

// The words for types in schemas, in lower case. A width, as in int64, is taken off before.
constexpr Word words[] = {
    {"string", ValueTypes::string},     {"str", ValueTypes::string},
    {"text", ValueTypes::string},       {"varchar", ValueTypes::string},
    {"char", ValueTypes::string},       {"enum", ValueTypes::string},
    {"date", ValueTypes::string},       {"datetime", ValueTypes::string},
    {"date-time", ValueTypes::string},  {"time", ValueTypes::string},
    {"uuid", ValueTypes::string},       {"uri", ValueTypes::string},
    {"url", ValueTypes::string},        {"integer", ValueTypes::integer},
    {"int", ValueTypes::integer},       {"uint", ValueTypes::integer},
    {"unsigned", ValueTypes::integer},  {"long", ValueTypes::integer},
    {"short", ValueTypes::integer},     {"bigint", ValueTypes::integer},
    {"smallint", ValueTypes::integer},  {"tinyint", ValueTypes::integer},
    {"number", ValueTypes::number},     {"float", ValueTypes::number},
    {"double", ValueTypes::number},     {"decimal", ValueTypes::number},
    {"boolean", ValueTypes::boolean},   {"bool", ValueTypes::boolean},
    {"object", ValueTypes::object},     {"dict", ValueTypes::object},
    {"dictionary", ValueTypes::object}, {"map", ValueTypes::object},
    {"mapping", ValueTypes::object},    {"record", ValueTypes::object},
    {"struct", ValueTypes::object},     {"array", ValueTypes::array},
    {"list", ValueTypes::array},        {"tuple", ValueTypes::array},
    {"set", ValueTypes::array},         {"sequence", ValueTypes::array},
    {"null", ValueTypes::null},         {"none", ValueTypes::null},
    {"nonetype", ValueTypes::null},
};

// `int64` is `int`, and `Str` is `str`.
ValueTypes type_of_word(std::string_view text) {
  const std::string_view name = text.substr(0, text.find_last_not_of("0123456789") + 1);
  const bool may_have_width =
      is_word(name, "int") || is_word(name, "uint") || is_word(name, "float");
  for (const Word& word : words) {
    if (is_word(may_have_width ? name : text, word.text)) return word.type;
  }
  return ValueTypes::none;
}

constexpr bool is_in_word(char c) {
  return is_ascii_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

// Beside single words, `dict[str, int]` and `list[str]` are known; what stands in the
// brackets does not matter. A sentence is not a type. So glm45 reads 7 as a number if the type is
// `int64`, and as a string if it is `varchar` or `a number of days`.
ValueTypes value_type(std::string_view text) noexcept {
  text = trimmed(text);
  if (text.empty()) return ValueTypes::none;
  std::size_t end = 0;
  while (end < text.size() && is_in_word(text[end])) ++end;
  const ValueTypes type = type_of_word(text.substr(0, end));
  if (end == text.size()) return type;
  const bool has_brackets = text[end] == '[' && text.back() == ']';
  const bool may_have_brackets = type == ValueTypes::object || type == ValueTypes::array;
  return has_brackets && may_have_brackets ? type : ValueTypes::none;
}

}  // namespace tagstream
