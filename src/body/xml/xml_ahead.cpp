#include "body/xml/xml_ahead.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/text.hpp"
#include "body/xml/xml_head.hpp"
#include "lex/tag_walk.hpp"

namespace tagstream {

namespace {

using Status = XmlAhead::Status;

constexpr std::size_t most_bytes = 256;  // of the attributes, or of a key
constexpr std::size_t most_blanks = 64;

// How `text` begins: with `word`, perhaps with it if more bytes come, or with something else.
Status begins_with(std::string_view text, std::string_view word) {
  if (text.starts_with(word)) return Status::complete;
  return word.starts_with(text) ? Status::open : Status::mention;
}

// Where the line of the opener ends it: after `end`, outside of quotes. 0: nowhere.
XmlAhead::Status find_end(std::string_view text, std::string_view end, std::size_t& size) {
  char quote = 0;
  for (size = 0; size < std::min(text.size(), most_bytes); ++size) {
    const char c = text[size];
    if (quote == 0 && c == end[0]) {
      const Status status = begins_with(text.substr(size), end);
      size += end.size();
      return status;
    }
    if (is_line_end(c) || c == '<') return Status::mention;
    if (quote == c) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    }
  }
  return text.size() < most_bytes ? Status::open : Status::mention;
}

// The attributes of `<parameter name="unit">` or `<parameter=unit>`. They end in the line of the
// opener, no tag begins in them, and they are those of a tag: in structure they are read again.
XmlAhead read_attributes(const XmlGrammar& grammar, const Segment& segment, std::string_view text,
                         std::uint64_t begin, std::uint64_t name_end, bool is_literal) {
  const std::string_view head_end = grammar.shape().head_end;
  const std::string_view end = is_literal && !head_end.empty() ? head_end : ">";
  std::size_t size = 0;
  const Status status = find_end(text, end, size);
  if (status != Status::complete) return {status, {}};
  Segment tag = segment;
  tag.end = name_end + size;
  LexerCounters counters;
  XmlToken token;
  XmlHead head;
  bool is_tag = false;
  if (is_literal) {
    head.begin(name_end);
    is_tag = head.read(tag, end, grammar.set().limits.max_tag_bytes, counters) ==
                 XmlHead::Status::complete &&
             head.position() == tag.end && !head.is_empty();
    token.raw = head.tag();
  } else {
    Scope scope;
    scope.set = &grammar.set();
    scope.rule = grammar.rule_index();
    scope.place = Scope::Place::xml;
    TagWalk walk;
    walk.begin(begin);
    walk.run(begin, tag, scope, counters);
    Match match;
    walk.write(match);
    is_tag = walk.walk() == Walk::matched && walk.at() == tag.end && match.kind == TokenKind::open;
    token.raw = segment.slice(begin, tag.end);
    token.name = segment.slice(begin + 1, name_end);
  }
  if (!is_tag) return {Status::mention, {}};
  token.is_keyed = true;
  token.sign = XmlSign::parameter_open;
  grammar.read_attributes(token);
  if (token.sign != XmlSign::parameter_open) return {Status::mention, {}};
  return {Status::complete, std::string(token.words.name), token.words.has_name_value};
}

// A key, its closer if it has one, and the opener of its value or of the value's type.
XmlAhead read_pair(const XmlGrammar& grammar, std::string_view text, bool is_tag) {
  const XmlShape& shape = grammar.shape();
  const std::size_t longest = grammar.set().limits.max_tag_bytes;
  const auto fits = [&](const XmlMark& mark) {
    return std::max(mark.open.size(), mark.close.size()) < longest;
  };
  const bool are_tags = std::all_of(shape.keys.begin(), shape.keys.end(), fits) &&
                        std::all_of(shape.values.begin(), shape.values.end(), fits);
  if (!are_tags) return {Status::mention, {}};
  if (is_tag) {
    if (text.empty()) return {Status::open, {}};
    if (text[0] != '>') return {Status::mention, {}};
    text.remove_prefix(1);
  }
  std::size_t size = 0;
  while (size < text.size() && size <= most_bytes && text[size] != '<' && !is_line_end(text[size]))
    ++size;
  if (size == text.size()) return {size <= most_bytes ? Status::open : Status::mention, {}};
  const std::string_view key = trimmed(text.substr(0, size));
  if (text[size] != '<' || size > most_bytes || key.empty()) return {Status::mention, {}};
  const std::string_view rest = text.substr(size);
  bool is_open = false;
  const auto opens_value = [&](std::string_view after) {
    std::size_t blanks = 0;
    while (blanks < after.size() && blanks < most_blanks && is_blank(after[blanks])) ++blanks;
    after.remove_prefix(blanks);
    bool opens = false;
    const auto look = [&](const XmlMark& mark) {
      if (!mark.is_given()) return;
      const Status status = begins_with(after, mark.open);
      opens = opens || status == Status::complete;
      is_open = is_open || status == Status::open;
    };
    std::for_each(shape.values.begin(), shape.values.end(), look);
    look(shape.type);
    return opens;
  };
  bool is_complete = opens_value(rest);
  for (const XmlMark& mark : shape.keys) {
    if (mark.close.empty()) continue;
    const Status status = begins_with(rest, mark.close);
    is_open = is_open || status == Status::open;
    if (status != Status::complete) continue;
    is_complete = is_complete || opens_value(rest.substr(mark.close.size()));
  }
  if (is_complete) return {Status::complete, std::string(key)};
  return {is_open ? Status::open : Status::mention, {}};
}

}  // namespace

XmlAhead look_ahead(const XmlGrammar& grammar, const Segment& segment, std::uint64_t begin,
                    std::uint64_t end, const XmlToken& opener) {
  constexpr std::uint64_t most = 2 * most_bytes + most_blanks;
  const std::string_view text = segment.slice(end, std::min(segment.end, end + most));
  const bool is_literal = opener.is_literal();
  if (opener.sign == XmlSign::key_open) return read_pair(grammar, text, !is_literal);
  return read_attributes(grammar, segment, text, begin, end, is_literal);
}

}  // namespace tagstream
