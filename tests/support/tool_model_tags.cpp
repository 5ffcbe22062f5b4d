#include "support/tool_model_tags.hpp"

namespace tagstream::testing {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string integer(std::string_view text) {
  const bool is_negative = text.substr(0, 1) == "-";
  if (is_negative || text.substr(0, 1) == "+") text.remove_prefix(1);
  if (!all_digits(text)) return {};
  while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
  return (is_negative && text != "0" ? "-" : "") + std::string(text);
}

}  // namespace

std::optional<AnyTag> XmlTags::tag_at(std::string_view text, std::size_t at) const {
  std::optional<AnyTag> best;
  const auto offer = [&](const AnyTag& tag) {
    if (!best || tag.end > best->end) best = tag;
    best->raw = text.substr(at, best->end - at);
  };
  const Rule& rule = opening_.rule();
  if (rule.name.empty()) {
    if (text.substr(at).starts_with(rule.close)) {
      offer({TokenKind::close, true, at, at + rule.close.size(), {}, {}});
    }
    if (text.substr(at).starts_with(rule.open)) {
      offer({TokenKind::open, true, at, at + rule.open.size(), {}, {}});
    }
  }
  if (const auto tag = read_tag(text, at, opening_.options.limits)) {
    offer({tag->kind, false, at, tag->end, tag->name, {}});
  }
  return best;
}

bool XmlTags::is_call_tag(const AnyTag& tag) const {
  if (tag.is_marker) return true;
  return !opening_.rule().name.empty() && is_name(tag.name, opening_.rule().name);
}

std::string XmlTags::attribute(const AnyTag& tag, std::string_view name) const {
  return std::string(AttributeRange(tag.raw).find(name, opening_.options.ignore_case).value_or(""));
}

std::string XmlTags::name_in(const AnyTag& tag) const {
  const std::string name = attribute(tag, "name");
  return name.empty() ? attribute(tag, "") : name;
}

std::string XmlTags::function_in(const AnyTag& tag) const {
  if (tag.is_marker || tag.closes()) return {};
  const bool is_one = is_name(tag.name, "invoke") || is_name(tag.name, "function");
  return is_one ? name_in(tag) : std::string();
}

bool XmlTags::is_parameter(const AnyTag& tag) const {
  if (tag.closes() || tag.is_marker || is_call_tag(tag)) return false;
  for (const Rule& rule : opening_.options.rules) {
    if (!rule.name.empty() && is_name(rule.name, tag.name)) return false;
  }
  return !is_keyed(tag) || !name_in(tag).empty();
}

std::string typed_json(std::string_view text, ValueTypes types, bool is_strict, bool& is_repaired) {
  const std::string value(trim_blanks(text));
  const std::string word = lower(value);
  const auto is = [&](ValueTypes type) { return has(types, type); };
  if (types == ValueTypes::none) return quoted_json(text);
  if (word == "null" && (is(ValueTypes::null) || !is(ValueTypes::string))) return "null";
  if (is(ValueTypes::integer) || is(ValueTypes::number)) {
    if (const std::string number = integer(value); !number.empty()) return number;
  }
  const auto converted = convert_value(value);
  if (is(ValueTypes::number) && converted && (value[0] == '-' || all_digits(value.substr(0, 1)))) {
    return converted->json;
  }
  if (is(ValueTypes::boolean) && (word == "true" || word == "1")) return "true";
  if (is(ValueTypes::boolean) && (word == "false" || word == "0")) return "false";
  if (is(ValueTypes::object) && value.empty()) return "{}";
  if (is(ValueTypes::array) && value.empty()) return "[]";
  const bool is_meant = converted && ((is(ValueTypes::object) && converted->first == '{') ||
                                      (is(ValueTypes::array) && converted->first == '['));
  if (!is_meant || (is_strict && !converted->is_strict)) return quoted_json(text);
  is_repaired = is_repaired || converted->is_repaired;
  return converted->json;
}

void drop_line_ends(std::string_view& text) {
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (text.starts_with("\n")) {
    text.remove_prefix(1);
  }
  if (text.ends_with("\r\n")) {
    text.remove_suffix(2);
  } else if (text.ends_with("\n")) {
    text.remove_suffix(1);
  }
}

}  // namespace tagstream::testing
