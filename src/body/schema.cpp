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

bool is_word(std::string_view text, std::string_view word) { return same_name(text, word, true); }

// R194: `int64` is `int`, and `Str` is `str`.
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
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

constexpr bool is_one_of(char c, std::string_view bytes) {
  return bytes.find(c) != std::string_view::npos;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// The place after the closing bracket for the bracket at `at`; the end of `text` if it never
// closes. The words inside, as in `dict[str, List[int]]`, say nothing of the value itself.
std::size_t skip_brackets(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    if (is_one_of(text[at], "[<(")) ++depth;
    if (is_one_of(text[at], "]>)") && --depth == 0) return at + 1;
  }
  return at;
}

bool has_brackets(std::string_view text, std::size_t at) {
  return at < text.size() && is_one_of(text[at], "[<(");
}

}  // namespace

// Beside single words these spellings are known: `dict[str, int]`, `Array<string>`, `varchar(20)`,
// `int[]`; with several types `Optional[int]`, `Union[int, str]`, `int | None`. A sentence is no
// type. So glm45 reads 7 as a number if the type is `int64`, `Optional[int]` or `int | None`, and
// as a string if the type is `varchar`, `list[str]` or `a number of days`.
ValueTypes value_type(std::string_view text) noexcept {
  ValueTypes types = ValueTypes::none;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at;
    while (end < text.size() && is_in_word(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (word.empty()) {
      if (!is_blank(text[at]) && !is_one_of(text[at], ".,|]>)")) return ValueTypes::none;
      ++at;
      continue;
    }
    at = skip_blanks(text, end);
    if (at < text.size() && is_in_word(text[at])) return ValueTypes::none;
    if (at < text.size() && text[at] == '.') continue;  // typing.List
    const bool is_optional = is_word(word, "optional");
    if (has_brackets(text, at) && (is_optional || is_word(word, "union"))) {
      if (is_optional) types = types | ValueTypes::null;
      ++at;
      continue;
    }
    ValueTypes type = type_of_word(word);
    while (has_brackets(text, at)) {
      if (text.substr(at, 2) == "[]") type = ValueTypes::array;
      at = skip_blanks(text, skip_brackets(text, at));
    }
    types = types | type;
  }
  return types;
}

}  // namespace tagstream
