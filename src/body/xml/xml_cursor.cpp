#include "body/xml/xml_cursor.hpp"

#include "base/text.hpp"

namespace tagstream {

// Most tokens are one match of the lexer. Two kinds have two parts:
//
//   <|open|>argument key="a" type="string"<|sep|>
//       kimi_k3: the literal `<|open|>argument `, then attributes up to `<|sep|>`, read by XmlHead
//   ]<]minimax[>[<size>
//       minimax_m3: the prefix, then a tag directly after it
//
// If the second part is missing, the literal is text, and reading goes on at its second byte.
using Outcome = Lexer::Outcome;

namespace {

bool is_tag(const XmlMark& mark) { return !xml_tag_name(mark.open).empty(); }

}  // namespace

XmlCursor::XmlCursor(const BodyPlace& place)
    : grammar_(place),
      has_tags_(place.shape->tag_is_key || is_tag(place.shape->parameters[0]) ||
                is_tag(place.shape->keys[0]) ||
                (place.shape->is_lines() && !place.call_name.empty())) {
  restart(place.begin);
}

void XmlCursor::restart(std::uint64_t at) {
  step_ = Step::plain;
  lexer_.restart(at);
  lexer_.record_failed_tags(&failed_);
}

// The tags and markers that count. After a closer of the call these are the tokens that may follow
// a call, such as a dropped token or a wrapper's closer.
Scope XmlCursor::scope(Where where) const {
  Scope scope;
  scope.set = &grammar_.set();
  scope.rule = grammar_.rule_index();
  scope.place = where == Where::call_end ? Scope::Place::body_end : Scope::Place::xml;
  if (where == Where::value) scope.tags = &value_tags;
  if (where == Where::structure && !has_tags_) scope.tags = &no_tags_;
  if (!grammar_.shape().is_one_call) return scope;
  scope.inner = RuleSet::wrapper_closer;
  if (where == Where::structure) scope.inner |= RuleSet::call_opener;
  if (where == Where::call_end) scope.inner |= RuleSet::drop_token;
  return scope;
}

const Scope& XmlCursor::kept_scope(Where where) {
  if (scope_.set != nullptr && where == where_) return scope_;
  where_ = where;
  return scope_ = scope(where);
}

Outcome XmlCursor::next(const BodyInput& input, Where where, std::uint64_t limit, XmlToken& token) {
  for (;;) {
    Outcome outcome = Outcome::limit;
    switch (step_) {
      case Step::head: outcome = read_attributes(input, token); break;
      case Step::prefix: outcome = read_prefixed(input, token); break;
      case Step::plain:
        outcome = read_plain(input, where, limit, token);
        if (outcome != Outcome::match) return outcome;
        break;
    }
    if (outcome == Outcome::more) return outcome;
    if (outcome == Outcome::limit) {  // the literal leads to nothing
      restart(opener_.match.begin + 1);
      continue;
    }
    const bool is_plain = step_ == Step::plain;
    const bool is_mention = where == Where::value && is_inline(input.segment, token);
    const bool has_head =
        is_plain && token.is_literal() && !is_mention && token.sign == XmlSign::parameter_open;
    const bool is_prefix = is_plain && token.sign == XmlSign::prefix;
    step_ = Step::plain;
    if (!has_head && !is_prefix) return outcome;
    opener_ = token;
    opener_.raw = {};
    step_ = has_head ? Step::head : Step::prefix;
    head_.begin(token.match.end);
    lexer_.restart(token.match.end);
  }
}

// A tag that the end of the input cuts off stays an attempt: `XmlBody::ends_here` decides.
Outcome XmlCursor::read_plain(const BodyInput& input, Where where, std::uint64_t limit,
                              XmlToken& token) {
  for (;;) {
    Match match;
    const Outcome outcome =
        lexer_.next(input.segment, kept_scope(where), limit, false, input.counters, match);
    if (outcome != Outcome::match) return outcome;
    grammar_.read(input.segment, match, where == Where::value, token);
    if (where != Where::value || counts_in_value(token)) return outcome;
    lexer_.restart(match.begin + 1);
  }
}

// In solar_open2 an opener in a line counts as any other: `on the roof<|tool_arg:start|>`.
bool XmlCursor::is_inline(const Segment& segment, const XmlToken& token) const {
  const XmlShape& shape = grammar_.shape();
  return shape.is_one_call && shape.prefix.empty() && !shape.openers_end_values &&
         !is_line_end(*segment.at(token.match.begin - 1));
}

// True if a literal counts in a value: a closer does, and so does the opener of a parameter.
bool XmlCursor::counts_in_value(const XmlToken& token) const {
  const XmlSign sign = token.sign;
  if (!token.is_literal() || token.is_closer) return true;
  if (sign == XmlSign::prefix || sign == XmlSign::wrapper_close) return true;
  const XmlShape& shape = grammar_.shape();
  if (sign == XmlSign::call_open && !shape.is_one_call) return true;
  return sign == XmlSign::parameter_open || sign == XmlSign::key_open;
}

Outcome XmlCursor::read_attributes(const BodyInput& input, XmlToken& token) {
  const std::string_view end = grammar_.shape().head_end;
  const std::size_t longest = grammar_.set().limits.max_tag_bytes;
  switch (grammar_.shape().key_is_head
              ? head_.read_key(input.segment, end[0], longest, input.counters)
              : head_.read(input.segment, end, longest, input.counters)) {
    case XmlHead::Status::open: return Outcome::more;
    case XmlHead::Status::failed:
      failed_.add(opener_.match.begin, head_.position());
      return Outcome::limit;
    case XmlHead::Status::complete: break;
  }
  token = opener_;
  token.match.end = head_.position();
  token.match.kind = head_.is_empty() ? TokenKind::empty : TokenKind::open;
  token.raw = head_.tag();
  grammar_.read_attributes(token);
  lexer_.restart(head_.position());
  return Outcome::match;
}

// The tag directly after a prefix: its name is a key.
Outcome XmlCursor::read_prefixed(const BodyInput& input, XmlToken& token) {
  Match match;
  const std::uint64_t begin = opener_.match.begin;
  const std::uint64_t at = opener_.match.end;
  if (at < input.segment.end && *input.segment.at(at) != '<') return Outcome::limit;
  Scope all = scope(Where::structure);
  all.inner = 0;
  all.tags = nullptr;
  const Outcome outcome = lexer_.next(input.segment, all, at + 1, false, input.counters, match);
  if (outcome != Outcome::match || match.kind == TokenKind::marker) {
    return outcome == Outcome::more ? outcome : Outcome::limit;
  }
  grammar_.read_prefixed(input.segment, match, token);
  token.match.begin = begin;
  return outcome;
}

}  // namespace tagstream
