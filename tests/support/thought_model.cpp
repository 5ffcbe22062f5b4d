#include "support/thought_model.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "support/model.hpp"
#include "support/model_tags.hpp"
#include "support/model_value.hpp"

namespace tagstream::testing {
namespace {

std::string without_first_blanks(std::string text) {
  while (!text.empty() && is_blank(text.front())) text.erase(0, 1);
  return text;
}

std::string trimmed(std::string_view text) { return std::string(trim_blanks(text)); }

/// An attribute of one whole, valid opening tag.
std::optional<std::string> attribute(const Seen& section, std::string_view name, bool ignore_case) {
  const std::size_t size = section.raw_tag.size();
  const auto tag = read_tag(section.raw_tag, 0, {.max_tag_bytes = size, .max_attributes = size});
  const auto value = tag ? tag->find(name, ignore_case) : std::nullopt;
  return value ? std::optional<std::string>(*value) : std::nullopt;
}

/// What stands for `&reference;`, if anything does.
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

std::string decoded(std::string_view text) {
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

double confidence_of(const std::optional<std::string>& value) {
  const std::string text = value ? trimmed(decoded(*value)) : std::string();
  const bool is_word = text.find_first_of("infINF") < text.find_first_of("0123456789");
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (is_word || error == std::errc::invalid_argument || end != text.data() + text.size()) {
    return 0.5;
  }
  number = std::strtod(text.c_str(), nullptr);  // the least numbers are 0
  return number >= 0 && number <= 1 ? number : 0.5;
}

class ThoughtModel {
 public:
  explicit ThoughtModel(const ThoughtOptions& options)
      : options_(options),
        max_body_(std::min(options.limits.max_held_bytes, options.limits.max_section_bytes)) {}

  std::vector<SeenThought> run(std::string_view text) {
    FilterOptions filter;
    for (const std::string& name : options_.names) filter.rules.push_back(hide(name));
    filter.nesting = options_.nesting;
    filter.ignore_case = options_.ignore_case;
    filter.markdown_code = options_.markdown_code;
    filter.limits = options_.limits;
    filter.limits.max_section_bytes = text.size();
    const std::vector<Seen> all = read_by_model(text, make_program(filter)).seen;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (options_.live && all[i].kind == EventKind::section_start) add_delta(all, i);
      add(all[i]);
    }
    return std::move(seen_);
  }

 private:
  // The attribute, a line end, the body; nothing else is a thought. Not trimmed.
  [[nodiscard]] std::string thought_of(const Seen& section, std::size_t max_body) const {
    const std::string body = section.text.substr(0, max_body);
    const auto first = attribute(section, "thought", options_.ignore_case);
    return first ? decoded(*first) + "\n" + body : body;
  }

  // While it is open, a thought comes piece by piece: joined, all of it, however long. One that is
  // cut keeps the blanks at its end.
  void add_delta(const std::vector<Seen>& all, std::size_t start) {
    const auto end = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(start), all.end(),
                                  [](const Seen& s) { return s.kind == EventKind::section_end; });
    const std::string whole = thought_of(*end, end->text.size());
    SeenThought delta{
        .kind = ThoughtEventKind::thought_delta,
        .text = end->text.size() > max_body_ ? without_first_blanks(whole) : trimmed(whole)};
    if (!delta.text.empty()) append_joined(seen_, std::move(delta));
  }

  void add(const Seen& event) {
    SeenThought seen{.begin = event.begin, .end = event.end};
    if (event.kind == EventKind::content) {
      seen.text = event.text;
    } else if (event.kind == EventKind::notice) {
      seen.kind = ThoughtEventKind::notice;
      seen.code = event.code;
    } else if (event.kind == EventKind::section_end) {
      seen = thought(event);
    } else {
      return;
    }
    append_joined(seen_, std::move(seen));
  }

  [[nodiscard]] SeenThought thought(const Seen& section) const {
    SeenThought seen{
        .kind = ThoughtEventKind::markup, .begin = section.start_index, .end = section.end_index};
    if (trimmed(thought_of(section, section.text.size())).empty()) return seen;
    const bool has_thought = attribute(section, "thought", options_.ignore_case).has_value();
    const auto type = attribute(section, "thought_type", options_.ignore_case);
    const auto confidence = attribute(section, "confidence", options_.ignore_case);
    seen.kind = ThoughtEventKind::thought;
    seen.text = trimmed(thought_of(section, max_body_));
    seen.is_closed = section.is_closed;
    seen.is_truncated = section.text.size() > max_body_;
    seen.has_attributes = has_thought || type || confidence;
    seen.has_type = type.has_value();
    if (type) seen.type = decoded(*type);
    if (seen.has_attributes) seen.confidence = confidence_of(confidence);
    return seen;
  }

  const ThoughtOptions& options_;
  std::size_t max_body_;
  std::vector<SeenThought> seen_;
};

}  // namespace

std::vector<SeenThought> model_thoughts(std::string_view text, const ThoughtOptions& options) {
  return ThoughtModel(options).run(text);
}

}  // namespace tagstream::testing
