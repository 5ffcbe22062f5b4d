// Decodes XML's five entities and numeric references. Everything else stays as it is:
//
//   a &lt; b &#65;&#x42;      a < b AB
//   &nbsp; &#xD800; AT&T      unchanged: no entity of XML, half of a surrogate pair, no `;`

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/entity.hpp"
#include "base/utf8.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {
namespace {

struct Entity {
  std::string_view name;
  char byte;
};

constexpr std::array<Entity, 5> entities = {
    {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};

constexpr std::uint32_t last_code_point = 0x10FFFF;

// The code point of `digits`, the text between "&#" and ";": 0x41 for `65` and for `x41`. Nothing
// for 0, for half of a surrogate pair (`xD800`), and for numbers above 0x10FFFF.
std::optional<std::uint32_t> code_point(std::string_view digits) {
  std::uint32_t base = 10;
  if (!digits.empty() && (digits[0] == 'x' || digits[0] == 'X')) {
    base = 16;
    digits.remove_prefix(1);
  }
  if (digits.empty()) return std::nullopt;
  std::uint32_t value = 0;
  for (char c : digits) {
    const unsigned digit = digit_value(c);
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
    if (value > last_code_point) return std::nullopt;
  }
  if (value == 0 || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  return value;
}

// Appends the character of `reference`, the text between '&' and ';'. Returns false, and appends
// nothing, if it is not a reference.
bool append_reference(std::string& out, std::string_view reference) {
  if (!reference.empty() && reference[0] == '#') {
    const auto value = code_point(reference.substr(1));
    if (value) append_utf8(out, *value);
    return value.has_value();
  }
  for (const Entity& entity : entities) {
    if (entity.name != reference) continue;
    out.push_back(entity.byte);
    return true;
  }
  return false;
}

}  // namespace

std::size_t open_entity(std::string_view text) {
  const std::size_t at = text.rfind('&');
  if (at == text.npos || text.size() - at >= longest_entity) return 0;
  const std::string_view name = text.substr(at + 1);
  return std::all_of(name.begin(), name.end(), may_be_of_entity) ? text.size() - at : 0;
}

// An `&` that begins no reference is kept, and the search goes on directly after it, so that the
// second `&` in `&a&lt;` counts.
std::string decode_entities(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t begin = text.find('&');
    out.append(text.substr(0, begin));
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::size_t end = text.substr(0, longest_entity).find(';');
    if (end != std::string_view::npos && append_reference(out, text.substr(1, end - 1))) {
      text.remove_prefix(end + 1);
    } else {
      out.push_back('&');
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace tagstream
