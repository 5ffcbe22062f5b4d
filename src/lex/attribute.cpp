// Reads the attributes of a tag that the lexer has accepted. Its text follows docs/grammar.md, so
// reading can't fail.
//
//   <file name="a.c" size=3 open>     name: `a.c`    size: `3`    open: no value
//   <function=get_weather>            an attribute without a name: `get_weather`
//   <a t="&lt;b&gt;">                 t: `&lt;b&gt;`; entities are not decoded
//   <a x="1" y="2" x="3">             three attributes; `find("x")` gives `1`
//   <a href=https://e.com/?q=1&r=2>   href: `https://e.com/?q=1&r=2`
//   <a @click=1>                      `@click`: a name may begin with `@`
//   <a b="<c d='e'>">                 b: `<c d='e'>`; only its own quote ends a quoted value
//   <a x=c//>                         x: `c/`; the last `/` belongs to the tag

#include "lex/attribute_range.hpp"

#include "base/text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {
namespace {

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

bool is_attr_byte(char c) { return is_name_byte(c) || c == '@'; }

// Reads the value at `at` into `out` and returns the place after it. A value without quotes
// ends before the next blank, or where the attributes end.
std::size_t read_value(std::string_view text, std::size_t at, Attribute& out) {
  out.has_value = true;
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const std::size_t close = text.find(text[at], at + 1);
    if (close == std::string_view::npos) return text.size();
    out.value = text.substr(at + 1, close - at - 1);
    return close + 1;
  }
  const std::size_t begin = at;
  while (at < text.size() && !is_blank(text[at])) ++at;
  out.value = text.substr(begin, at - begin);
  return at;
}

}  // namespace

AttributeRange::AttributeRange(std::string_view raw_tag) {
  if (raw_tag.size() < 4 || raw_tag.front() != '<' || raw_tag.back() != '>') return;
  if (!is_name_start(raw_tag[1])) return;
  std::size_t begin = 1;
  while (is_name_byte(raw_tag[begin])) ++begin;
  std::size_t end = raw_tag.size() - 1;
  if (raw_tag[end - 1] == '/') {
    // The '/' before the '>' ends the tag in `<a b=c/>`. In `<a b="/">` a quote stands there.
    --end;
  }
  if (begin < end) rest_ = raw_tag.substr(begin, end - begin);
}

AttributeRange::iterator& AttributeRange::iterator::operator++() {
  std::size_t at = skip_blanks(rest_, 0);
  current_ = Attribute{};
  if (at == rest_.size()) {
    *this = iterator();
    return *this;
  }
  if (rest_[at] == '=') {
    at = read_value(rest_, at + 1, current_);
  } else {
    const std::size_t begin = at;
    while (at < rest_.size() && is_attr_byte(rest_[at])) ++at;
    current_.name = rest_.substr(begin, at - begin);
    const std::size_t sign = skip_blanks(rest_, at);
    if (sign < rest_.size() && rest_[sign] == '=') {
      at = read_value(rest_, skip_blanks(rest_, sign + 1), current_);
    } else if (at == begin) {
      at = rest_.size();  // not a tag the lexer made: stop rather than loop
    }
  }
  rest_.remove_prefix(at);
  at_end_ = false;
  return *this;
}

std::optional<std::string_view> AttributeRange::find(std::string_view name,
                                                     bool ignore_case) const {
  for (const Attribute& attribute : *this) {
    if (same_name(attribute.name, name, ignore_case)) return attribute.value;
  }
  return std::nullopt;
}

std::vector<Attribute> attributes_of(std::string_view raw_tag) {
  std::vector<Attribute> attributes;
  for (const Attribute& one : AttributeRange(raw_tag)) {
    if (attributes.empty()) attributes.reserve(4);  // most tags have fewer
    attributes.push_back(one);
  }
  return attributes;
}

std::optional<std::string_view> attribute_of(std::string_view raw_tag, std::string_view name,
                                             bool ignore_case) {
  return AttributeRange(raw_tag).find(name, ignore_case);
}

}  // namespace tagstream
