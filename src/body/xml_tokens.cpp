#include "body/xml_tokens.hpp"

#include "base/text.hpp"

namespace tagstream {

using Outcome = Lexer::Outcome;

namespace {

bool is_tag(const XmlMark& mark) { return !xml_tag_name(mark.open).empty(); }

}  // namespace

XmlTokens::XmlTokens(const BodyPlace& place)
    : tags_(place),
      has_tags_(place.shape->tag_is_key || is_tag(place.shape->parameters[0]) ||
                is_tag(place.shape->keys[0]) ||
                (place.shape->is_lines() && !place.call_name.empty())) {
  restart(place.begin);
  head_.begin(place.begin);
}

void XmlTokens::restart(std::uint64_t at) {
  step_ = Step::plain;
  lexer_.restart(at);
  lexer_.record_failed_tags(&failed_);
}

Scope XmlTokens::scope(Where where) const {
  Scope scope;
  scope.set = &tags_.set();
  scope.rule = tags_.rule();
  scope.place = where == Where::call_end ? Scope::Place::body_end : Scope::Place::xml;
  if (where == Where::value) scope.tags = &value_tags;
  if (where == Where::structure && !has_tags_) scope.tags = &no_tags_;
  if (!tags_.shape().is_one_call) return scope;
  scope.inner = RuleSet::wrapper_closer;
  if (where == Where::structure) scope.inner |= RuleSet::call_opener;
  if (where == Where::call_end) scope.inner |= RuleSet::drop_token;
  return scope;
}

const Scope& XmlTokens::kept_scope(Where where) {
  if (scope_.set != nullptr && where == where_) return scope_;
  where_ = where;
  return scope_ = scope(where);
}

Outcome XmlTokens::next(const BodyInput& input, Where where, std::uint64_t limit, XmlTag& tag) {
  for (;;) {
    Outcome outcome = Outcome::limit;
    switch (step_) {
      case Step::head: outcome = read_attributes(input, tag); break;
      case Step::prefix: outcome = read_prefixed(input, tag); break;
      case Step::plain:
        outcome = read_plain(input, where, limit, tag);
        if (outcome != Outcome::match) return outcome;
        break;
    }
    if (outcome == Outcome::more) return outcome;
    if (outcome == Outcome::limit) {  // the literal leads to nothing
      restart(opener_.match.begin + 1);
      continue;
    }
    const bool has_head =
        step_ == Step::plain && tag.part == XmlPart::parameter && tag.is_literal && !tag.is_closer;
    const bool is_prefix = step_ == Step::plain && tag.part == XmlPart::prefix;
    step_ = Step::plain;
    if (!has_head && !is_prefix) return outcome;
    opener_ = tag;
    opener_.raw = {};
    step_ = has_head ? Step::head : Step::prefix;
    head_.begin(tag.match.end);
    lexer_.restart(tag.match.end);
  }
}

Outcome XmlTokens::read_plain(const BodyInput& input, Where where, std::uint64_t limit,
                              XmlTag& tag) {
  for (;;) {
    Match match;
    const Outcome outcome =
        lexer_.next(input.segment, kept_scope(where), limit, false, input.counters, match);
    if (outcome != Outcome::match) return outcome;
    tags_.read(input.segment, match, tag);
    if (where != Where::value || counts_in_value(input.segment, tag)) return outcome;
    lexer_.restart(match.begin + 1);
  }
}

// A literal in a value: a closer counts, an opener directly after a line end.
bool XmlTokens::counts_in_value(const Segment& segment, const XmlTag& tag) const {
  if (!tag.is_literal || tag.is_closer || tag.part == XmlPart::prefix) return true;
  if (tag.part == XmlPart::wrapper) return true;
  if (tag.part == XmlPart::call && !tags_.shape().is_one_call) return true;
  const bool is_opener = tag.part == XmlPart::parameter || tag.part == XmlPart::key;
  return is_opener &&
         (tags_.shape().openers_end_values || is_line_end(*segment.at(tag.match.begin - 1)));
}

Outcome XmlTokens::read_attributes(const BodyInput& input, XmlTag& tag) {
  const std::string_view end = tags_.shape().head_end;
  switch (head_.read(input.segment, end, tags_.set().limits.max_tag_bytes, input.counters)) {
    case XmlHead::Status::open: return Outcome::more;
    case XmlHead::Status::failed:
      failed_.add(opener_.match.begin, head_.offset());
      return Outcome::limit;
    case XmlHead::Status::complete: break;
  }
  tag = opener_;
  tag.match.end = head_.offset();
  tag.match.kind = head_.is_empty() ? TokenKind::empty : TokenKind::open;
  tag.raw = head_.tag();
  tags_.read_attributes(tag);
  lexer_.restart(head_.offset());
  return Outcome::match;
}

// The tag directly after a prefix: its name is a key.
Outcome XmlTokens::read_prefixed(const BodyInput& input, XmlTag& tag) {
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
  tags_.read(input.segment, match, tag);
  tag.part = XmlPart::parameter;
  tag.match.begin = begin;
  return outcome;
}

XmlHead::Status XmlTokens::read_head(const BodyInput& input) {
  const XmlHead::Status status = head_.read(input.segment, tags_.shape().head_end,
                                            tags_.set().limits.max_tag_bytes, input.counters);
  if (status == XmlHead::Status::complete) restart(head_.offset());
  return status;
}

}  // namespace tagstream
