#include "support/model_tags.hpp"

#include <algorithm>

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

/// Reads one tag, piece by piece, as the grammar writes it.
class TagReader {
 public:
  TagReader(std::string_view text, std::size_t at) : text_(text), begin_(at), at_(at) {}

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

  Value value() {
    for (const char quote : {'"', '\''}) {
      if (!eat({&quote, 1})) continue;
      const std::size_t end = text_.find(quote, at_);
      if (end == std::string_view::npos) return Value::none;
      at_ = end + 1;
      return Value::quoted;
    }
    const std::size_t from = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n\f<>\"'", at_), text_.size());
    if (at_ > from && text_[at_ - 1] == '/' && text_.substr(at_, 1) == ">") --at_;
    return at_ > from ? Value::plain : Value::none;
  }

  std::optional<TokenKind> closing_end() {
    skip_blanks();
    return eat(">") ? std::optional(TokenKind::close) : std::nullopt;
  }

  std::optional<TokenKind> attributes_and_end(std::size_t max_attributes) {
    Value last = Value::none;
    std::size_t count = 0;
    if (eat("=")) {
      ++count;
      if ((last = value()) == Value::none) return std::nullopt;
    }
    for (;; ++count) {
      const bool is_apart = skip_blanks() || last == Value::quoted;
      const bool is_open = eat(">");
      if (is_open || eat("/>")) {
        if (count > max_attributes) return std::nullopt;
        return is_open ? TokenKind::open : TokenKind::empty;
      }
      if (!is_apart || word(begins_attribute, continues_attribute).empty()) return std::nullopt;
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
};

}  // namespace

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

bool same_name(std::string_view a, std::string_view b, bool ignore_case) {
  const auto fold = [&](char c) {
    return ignore_case && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return fold(x) == fold(y); });
}

std::optional<Tag> read_tag(std::string_view text, std::size_t at, const Limits& limits) {
  return TagReader(text, at).read(limits);
}

}  // namespace tagstream::testing
