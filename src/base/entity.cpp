// Decodes XML's five entities and numeric references. Everything else stays as it is.

#include <array>
#include <cstdint>
#include <optional>

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

std::optional<std::uint32_t> digit_of(char c, std::uint32_t base) {
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0');
  const char lower = static_cast<char>(c | 0x20);
  if (base == 16 && lower >= 'a' && lower <= 'f')
    return static_cast<std::uint32_t>(lower - 'a' + 10);
  return std::nullopt;
}

// The code point of `digits`, which stand between "&#" and ";".
// `#x41` is `A`; `#xD800`, half of a pair, is none, and stays as it is.
std::optional<std::uint32_t> code_point(std::string_view digits) {
  std::uint32_t base = 10;
  if (!digits.empty() && (digits[0] == 'x' || digits[0] == 'X')) {
    base = 16;
    digits.remove_prefix(1);
  }
  if (digits.empty()) return std::nullopt;
  std::uint32_t value = 0;
  for (char c : digits) {
    const auto digit = digit_of(c, base);
    if (!digit) return std::nullopt;
    value = value * base + *digit;
    if (value > last_code_point) return std::nullopt;
  }
  if (value == 0 || (value >= 0xD800 && value <= 0xDFFF)) return std::nullopt;
  return value;
}

// Appends what `reference`, the bytes between '&' and ';', stands for; false if nothing.
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

// How far after '&' its ';' may stand. Leading zeros make a reference longer, but not for ever.
constexpr std::size_t longest_reference = 32;

}  // namespace

std::string decode_entities(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t begin = text.find('&');
    out.append(text.substr(0, begin));
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    const std::size_t end = text.substr(0, longest_reference).find(';');
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
