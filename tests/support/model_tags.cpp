#include "support/model_tags.hpp"

#include <algorithm>
#include <utility>

namespace tagstream::testing {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool begins_attribute(char c) {
  return is_letter(c) || c == '_' || c == ':' || c == '@' || is_high(c);
}
bool continues_attribute(char c) {
  return begins_attribute(c) || is_digit(c) || c == '-' || c == '.';
}
bool begins_name(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == ':' || is_high(c);
}
bool continues_name(char c) { return begins_name(c) || c == '-' || c == '.'; }

/// Reads one tag, part by part, in the order of docs/grammar.md.
class TagReader {
 public:
  TagReader(std::string_view text, std::size_t at, bool in_body)
      : text_(text), begin_(at), at_(at), in_body_(in_body) {}

  std::optional<Tag> read(const Limits& limits) {
    Tag tag;
    if (!eat("<")) return std::nullopt;
    const bool is_closing = eat("/");
    if (is_closing) skip_blanks();
    tag.name = word(begins_name, continues_name);
    if (tag.name.empty()) return std::nullopt;
    const std::optional<TokenKind> kind =
        is_closing ? closing_end() : attributes_and_end(limits.max_attributes);
    if (!kind || at_ - begin_ > limits.max_tag_bytes) return std::nullopt;
    tag.kind = *kind;
    tag.end = at_;
    tag.attributes = std::move(attributes_);
    return tag;
  }

 private:
  enum class Value { none, plain, quoted };

  bool eat(std::string_view bytes) {
    if (text_.substr(at_, bytes.size()) != bytes) return false;
    at_ += bytes.size();
    return true;
  }

  bool skip_blanks() {
    const std::size_t from = at_;
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    return at_ > from;
  }

  std::string_view word(bool (*first)(char), bool (*rest)(char)) {
    const std::size_t from = at_;
    if (at_ < text_.size() && first(text_[at_])) ++at_;
    while (at_ > from && at_ < text_.size() && rest(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }

  /// Reads, after `=`, the value of the last attribute.
  Value value() {
    for (const char quote : {'"', '\''}) {
      if (!eat({&quote, 1})) continue;
      const std::size_t end = text_.find(quote, at_);
      if (end == std::string_view::npos) return Value::none;
      attributes_.back().second = text_.substr(at_, end - at_);
      at_ = end + 1;
      return Value::quoted;
    }
    const std::size_t from = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n\f<>\"'", at_), text_.size());
    if (at_ > from && text_[at_ - 1] == '/' && text_.substr(at_, 1) == ">") --at_;
    attributes_.back().second = text_.substr(from, at_ - from);
    return at_ > from ? Value::plain : Value::none;
  }

  std::optional<TokenKind> closing_end() {
    if (in_body_ && eat("="))
      at_ = std::min(text_.find_first_of("<>", at_), text_.size());
    else
      skip_blanks();
    return eat(">") ? std::optional(TokenKind::close) : std::nullopt;
  }

  std::optional<TokenKind> attributes_and_end(std::size_t max_attributes) {
    Value last = Value::none;
    if (eat("=")) {
      attributes_.emplace_back();
      if ((last = value()) == Value::none) return std::nullopt;
    }
    for (;;) {
      const bool is_apart = skip_blanks() || last == Value::quoted;
      const bool is_open = eat(">");
      if (is_open || eat("/>")) {
        if (attributes_.size() > max_attributes) return std::nullopt;
        return is_open ? TokenKind::open : TokenKind::empty;
      }
      const std::string_view name = word(begins_attribute, continues_attribute);
      if (!is_apart || name.empty()) return std::nullopt;
      attributes_.emplace_back(name, std::string_view());
      const std::size_t after_name = at_;
      skip_blanks();
      if (!eat("=")) {
        at_ = after_name;
        last = Value::none;
        continue;
      }
      skip_blanks();
      if ((last = value()) == Value::none) return std::nullopt;
    }
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t at_;
  bool in_body_;
  std::vector<std::pair<std::string_view, std::string_view>> attributes_;
};

}  // namespace

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool same_name(std::string_view a, std::string_view b, bool ignore_case) {
  const auto fold = [&](char c) {
    return ignore_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return fold(x) == fold(y); });
}

bool is_named(const std::vector<std::string>& names, std::string_view name, bool ignore_case,
              bool as_beginning) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view one) {
    return same_name(as_beginning ? one.substr(0, name.size()) : one, name, ignore_case);
  });
}

std::optional<Tag> read_tag(std::string_view text, std::size_t at, const Limits& limits,
                            bool in_body) {
  return TagReader(text, at, in_body).read(limits);
}

std::optional<std::string_view> Tag::find(std::string_view key, bool ignore_case) const {
  for (const auto& [written, value] : attributes) {
    if (same_name(written, key, ignore_case)) return value;
  }
  return std::nullopt;
}

TooLargeTag too_large_tag(std::string_view text, std::size_t at, const Limits& given) {
  Limits limits = given;
  limits.max_tag_bytes = limits.max_attributes = Limits::none;
  for (std::size_t end = at + 2; end <= text.size(); ++end) {
    std::optional<Tag> tag;
    std::string known;
    for (const char* const more : {"", ">", "x>", "\">", "'>"}) {
      known = std::string(text.substr(0, end)) + more;
      tag = read_tag(known, at, limits);
      if (tag && tag->end >= end) break;
      tag.reset();
    }
    if (!tag || tag->end == end) return {};
    const std::string_view rest = known;
    const auto name_end =
        static_cast<std::size_t>(tag->name.data() - rest.data()) + tag->name.size();
    if (name_end >= end) {
      if (end - at >= given.max_tag_bytes) return {};
      continue;
    }
    if (tag->attributes.size() > given.max_attributes) return {Beyond::attributes, known};
    if (end - at >= given.max_tag_bytes) return {Beyond::bytes, known};
    const bool is_last = end == text.size() && tag->kind != TokenKind::close;
    if (is_last) return {Beyond::input, known};
  }
  return {};
}

std::string_view tag_name_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 1) != "<") return {};
  std::size_t end = at + 1;
  while (end < text.size() && continues_name(text[end])) ++end;
  return text.substr(at + 1, end - at - 1);
}

std::size_t failed_tag_end(std::string_view text, std::size_t at, const Limits& given) {
  Limits limits = given;
  limits.max_tag_bytes = Limits::none;
  const std::size_t name_end = at + 1 + tag_name_at(text, at).size();
  if (name_end == at + 1 || name_end >= text.size()) return 0;
  // True if the first `end` bytes can be continued to an opening tag.
  const auto may_be_tag = [&](std::size_t end) {
    for (const char* const more : {"", ">", "x>", "\">", "'>"}) {
      const std::string known = std::string(text.substr(0, end)) + more;
      const auto tag = read_tag(known, at, limits);
      if (tag && tag->kind != TokenKind::close && tag->end >= end) return true;
    }
    return false;
  };
  const std::size_t last = at + std::min(text.size() - at, given.max_tag_bytes);
  std::size_t end = name_end;
  while (end < last && may_be_tag(end + 1)) ++end;
  const std::string_view rest = text.substr(name_end, end - name_end);
  const bool has_attribute = rest.find_first_not_of(" \t\r\n\f/") != std::string_view::npos;
  return has_attribute && rest[0] != '>' ? end : 0;
}

}  // namespace tagstream::testing
