#include "support/model_thoughts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "support/model_tags.hpp"
#include "support/model_value.hpp"

namespace tagstream::testing {
namespace {

std::string without_first_blanks(std::string text) {
  while (!text.empty() && is_blank(text.front())) text.erase(0, 1);
  return text;
}

std::string trimmed(std::string_view text) { return std::string(trim_blanks(text)); }

/// The value of an attribute. The section has a whole and valid opening tag.
std::optional<std::string> attribute(const Seen& section, std::string_view name, bool ignore_case) {
  const std::size_t size = section.raw.size();
  const auto tag = read_tag(section.raw, 0, {.max_tag_bytes = size, .max_attributes = size});
  const auto value = tag ? tag->find(name, ignore_case) : std::nullopt;
  return value ? std::optional<std::string>(*value) : std::nullopt;
}

/// The text that `&reference;` stands for; nullopt if the reference is unknown.
std::optional<std::string> entity(std::string_view reference) {
  constexpr std::pair<std::string_view, char> named[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [name, byte] : named) {
    if (name == reference) return std::string(1, byte);
  }
  if (!reference.starts_with('#')) return std::nullopt;
  const bool is_hex = reference.substr(1).starts_with('x');
  const std::string digits(reference.substr(is_hex ? 2 : 1));
  const std::string_view allowed = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits.empty() || digits.size() > 8) return std::nullopt;
  if (digits.find_first_not_of(allowed) != std::string::npos) return std::nullopt;
  const unsigned long code = std::stoul(digits, nullptr, is_hex ? 16 : 10);
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (code == 0 || code > 0x10FFFF || is_surrogate) return std::nullopt;
  std::string out;
  append_utf8(out, code);
  return out;
}

}  // namespace

std::string decoded_entities(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = text[at] == '&' ? text.find(';', at) : std::string_view::npos;
    std::optional<std::string> value;
    if (end != std::string_view::npos) value = entity(text.substr(at + 1, end - at - 1));
    out += value ? *value : std::string(1, text[at]);
    if (value) at = end;
  }
  return out;
}

namespace {

// A number as -1.5e+3, with a digit before or after the point. (libc++ 19 has no from_chars for it,
// and strtod takes more: words, hexadecimal digits, a plus.)
bool is_decimal(const std::string& text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto skip_digits = [&] {
    const std::size_t begin = at;
    at = std::min(text.find_first_not_of("0123456789", at), text.size());
    return at - begin;
  };
  std::size_t digits = skip_digits();
  if (text[at] == '.') {
    ++at;
    digits += skip_digits();
  }
  if (digits == 0) return false;
  if (text[at] == 'e' || text[at] == 'E') {
    ++at;
    if (text[at] == '+' || text[at] == '-') ++at;
    if (skip_digits() == 0) return false;
  }
  return at == text.size();
}

double confidence_of(const std::optional<std::string>& value) {
  const std::string text = value ? trimmed(decoded_entities(*value)) : std::string();
  if (!is_decimal(text)) return 0.5;
  const double number = std::strtod(text.c_str(), nullptr);  // the least numbers are 0
  return number >= 0 && number <= 1 ? number : 0.5;
}

class ThoughtModel {
 public:
  explicit ThoughtModel(const Options& options)
      : options_(options),
        rules_(rules_of(options)),
        most_(std::min(options.limits.max_held_bytes, options.limits.max_section_bytes)) {}

  std::vector<Seen> run(const std::vector<Seen>& all) {
    for (auto event = all.begin(); event != all.end(); ++event) {
      if (event->kind != EventKind::section_start || !is_thought(event->name)) {
        append_joined(seen_, *event);
        if (event->code == Code::unclosed_section && is_thought(event->name)) {
          seen_.back().code = Code::unclosed_thought;
        }
        continue;
      }
      const auto end = std::find_if(event, all.end(), [](const Seen& one) {
        return one.kind == EventKind::section_end && !one.is_recorded;
      });
      std::string body;
      for (auto piece = event; piece != end; ++piece) {
        if (piece->kind == EventKind::section_delta) body += piece->text;
      }
      if (is_decoded(event->name)) body = decoded_entities(body);
      if (options_.incremental) add_pieces(*event, body);
      for (auto notice = event; notice != end; ++notice) {
        if (notice->kind != EventKind::notice) continue;
        Seen moved = *notice;
        moved.begin = moved.end = event->begin;
        append_joined(seen_, std::move(moved));
      }
      append_joined(seen_, thought(*event, *end, body));
      event = end;
    }
    return std::move(seen_);
  }

 private:
  [[nodiscard]] bool is_thought(std::string_view name) const {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
      if (rule.action != Action::thought) return false;
      return rule.name.empty() ? rule.open == name
                               : same_name(rule.name, name, options_.ignore_case);
    });
  }

  [[nodiscard]] bool is_decoded(std::string_view name) const {
    const std::vector<std::string>& names = options_.decode_entities;
    return std::any_of(names.begin(), names.end(), [&](const std::string& one) {
      return same_name(one, name, options_.ignore_case);
    });
  }

  // The text of the thought, not trimmed: the attribute, a line end, and the body.
  [[nodiscard]] std::string thought_of(const Seen& section, const std::string& body) const {
    const auto first = attribute(section, "thought", options_.ignore_case);
    return first ? decoded_entities(*first) + "\n" + body : body;
  }

  // Adds the pieces of an open thought. Joined, they are the whole thought, whatever its length. A
  // thought that the end of the text cuts off keeps the blanks at its end.
  void add_pieces(const Seen& start, const std::string& body) {
    const std::string whole = thought_of(start, body);
    Seen delta{.kind = EventKind::thought_delta,
               .text = body.size() > most_ ? without_first_blanks(whole) : trimmed(whole)};
    if (!delta.text.empty()) append_joined(seen_, std::move(delta));
  }

  [[nodiscard]] Seen thought(const Seen& start, const Seen& end, const std::string& body) const {
    Seen seen{.kind = EventKind::markup, .begin = start.begin, .end = end.end};
    if (trimmed(thought_of(start, body)).empty()) return seen;
    const bool has_thought = attribute(start, "thought", options_.ignore_case).has_value();
    const auto type = attribute(start, "thought_type", options_.ignore_case);
    const auto confidence = attribute(start, "confidence", options_.ignore_case);
    seen.kind = EventKind::thought;
    seen.text = trimmed(thought_of(start, body.substr(0, most_)));
    seen.is_closed = end.is_closed;
    seen.is_truncated = body.size() > most_;
    seen.has_attributes = has_thought || type || confidence;
    if (type) seen.thought_type = decoded_entities(*type);
    if (seen.has_attributes) seen.confidence = confidence_of(confidence);
    return seen;
  }

  const Options& options_;
  std::vector<Rule> rules_;
  std::size_t most_;
  std::vector<Seen> seen_;
};

}  // namespace

std::vector<Seen> with_thoughts(const std::vector<Seen>& events, const Options& options) {
  return ThoughtModel(options).run(events);
}

}  // namespace tagstream::testing
