#include "support/thought_model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "support/model.hpp"
#include "support/model_tags.hpp"

namespace tagstream::testing {
namespace {

std::string without_first_blanks(std::string text) {
  while (!text.empty() && is_blank(text.front())) text.erase(0, 1);
  return text;
}

std::string trimmed(std::string text) {
  while (!text.empty() && is_blank(text.back())) text.pop_back();
  return without_first_blanks(std::move(text));
}

/// The attributes of one whole, valid opening tag.
class AttributeReader {
 public:
  AttributeReader(std::string_view tag, bool ignore_case) : ignore_case_(ignore_case) {
    const std::optional<Tag> read = read_tag(tag, 0, {.max_tag_bytes = tag.size() + 1});
    if (!read) return;
    const std::size_t end = read->kind == TokenKind::empty ? 2 : 1;
    rest_ = tag.substr(1 + read->name.size(), tag.size() - 1 - read->name.size() - end);
    if (rest_.starts_with('=')) add("");
    for (skip_blanks(); !rest_.empty(); skip_blanks()) {
      const std::size_t size = std::min(rest_.find_first_of("= \t\r\n\f"), rest_.size());
      const std::string_view name = rest_.substr(0, size);
      rest_.remove_prefix(size);
      skip_blanks();
      add(name);
    }
  }

  /// The first of that name; one without value is empty.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const {
    for (const auto& [key, value] : all_) {
      if (same_name(key, name, ignore_case_)) return value;
    }
    return std::nullopt;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }

  void add(std::string_view name) {
    std::string_view value;
    if (rest_.starts_with('=')) {
      rest_.remove_prefix(1);
      skip_blanks();
      const bool is_quoted = rest_.front() == '"' || rest_.front() == '\'';
      const std::size_t from = is_quoted ? 1 : 0;
      const std::size_t to = is_quoted ? rest_.find(rest_.front(), 1)
                                       : std::min(rest_.find_first_of(" \t\r\n\f"), rest_.size());
      value = rest_.substr(from, to - from);
      rest_.remove_prefix(to + from);
    }
    all_.emplace_back(name, value);
  }

  bool ignore_case_;
  std::string_view rest_;
  std::vector<std::pair<std::string, std::string>> all_;
};

std::string utf8(unsigned long code) {
  const auto byte = [](unsigned long value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 + code / 64), byte(0x80 + code % 64)};
  if (code < 0x10000) {
    return {byte(0xE0 + code / 4096), byte(0x80 + code / 64 % 64), byte(0x80 + code % 64)};
  }
  return {byte(0xF0 + code / 262144), byte(0x80 + code / 4096 % 64), byte(0x80 + code / 64 % 64),
          byte(0x80 + code % 64)};
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
  return utf8(code);
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

/// A decimal number: a sign, digits with at most one point, an exponent.
bool is_number(std::string_view text) {
  const auto digits = [&] {
    std::size_t count = 0;
    for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; ++count) {
      text.remove_prefix(1);
    }
    return count;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  std::size_t count = digits();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    count += digits();
  }
  if (count == 0) return false;
  if (!text.starts_with('e') && !text.starts_with('E')) return text.empty();
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return digits() > 0 && text.empty();
}

double confidence_of(const std::optional<std::string>& value) {
  const std::string text = value ? trimmed(decoded(*value)) : std::string();
  if (!is_number(text)) return 0.5;
  const double number = std::strtod(text.c_str(), nullptr);
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
    const std::vector<Seen> all = model_filter(text, filter);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (options_.live && all[i].kind == EventKind::section_start) add_delta(all, i);
      add(all[i]);
    }
    return std::move(seen_);
  }

 private:
  // The attribute, a line end, the body; nothing else is a thought. Not trimmed.
  [[nodiscard]] std::string thought_of(const Seen& section, std::size_t max_body) const {
    const AttributeReader attributes(section.raw_tag, options_.ignore_case);
    const std::string body = section.text.substr(0, max_body);
    const auto attribute = attributes.find("thought");
    return attribute ? decoded(*attribute) + "\n" + body : body;
  }

  // While it is open, a thought comes piece by piece: joined, all of it, however long. One that is
  // cut keeps the blanks at its end.
  void add_delta(const std::vector<Seen>& all, std::size_t start) {
    const auto end = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(start), all.end(),
                                  [](const Seen& s) { return s.kind == EventKind::section_end; });
    const std::string whole = thought_of(*end, end->text.size());
    SeenThought delta;
    delta.kind = ThoughtEventKind::thought_delta;
    delta.text = end->text.size() > max_body_ ? without_first_blanks(whole) : trimmed(whole);
    if (!delta.text.empty()) append_joined(seen_, std::move(delta));
  }

  void add(const Seen& event) {
    SeenThought seen;
    seen.begin = event.begin;
    seen.end = event.end;
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
    SeenThought seen;
    seen.kind = ThoughtEventKind::markup;
    seen.begin = section.start_index;
    seen.end = section.end_index;
    if (trimmed(thought_of(section, section.text.size())).empty()) return seen;
    const AttributeReader attributes(section.raw_tag, options_.ignore_case);
    const auto type = attributes.find("thought_type");
    const auto confidence = attributes.find("confidence");
    seen.kind = ThoughtEventKind::thought;
    seen.text = trimmed(thought_of(section, max_body_));
    seen.is_closed = section.is_closed;
    seen.is_truncated = section.text.size() > max_body_;
    seen.has_attributes = attributes.find("thought") || type || confidence;
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
