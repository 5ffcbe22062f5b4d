// XmlBody at the end of the input.

#include "body/xml/xml_cut.hpp"

#include <algorithm>
#include <vector>

#include "body/xml/xml_body.hpp"

namespace tagstream {

namespace {

// True if one of the markers begins with `rest`.
bool any_begins_with(std::string_view rest, const std::vector<MarkerTrie::Marker>& markers,
                     const RuleSet& set) {
  return std::any_of(markers.begin(), markers.end(), [&](MarkerTrie::Marker marker) {
    return set.trie.text(marker).starts_with(rest);
  });
}

// For bytes that do not begin with `</`: true if only a closing marker of the call begins with
// them.
bool may_be_closing_marker(const XmlGrammar& grammar, std::string_view rest) {
  const auto opens = [&](const XmlShape::Marks& marks) {
    return std::any_of(marks.begin(), marks.end(),
                       [&](const XmlMark& mark) { return mark.open.starts_with(rest); });
  };
  const CompiledRule& rule = grammar.rule();
  return any_begins_with(rest, rule.closes, grammar.set()) &&
         !any_begins_with(rest, rule.opens, grammar.set()) && !opens(grammar.shape().parameters) &&
         !opens(grammar.shape().keys);
}

}  // namespace

// Closers that are cut off, in a call `run` with `<function=f>` open, after a parameter:
//
//   </        may close     </func     may close     </run      may close
//   </x       may not       <para      may not: a parameter may begin
bool may_close(const XmlGrammar& grammar, std::string_view rest, const XmlClosers& closers) {
  if (rest == "<") return true;
  if (rest.substr(0, 2) != "</") return may_be_closing_marker(grammar, rest);
  const RuleSet& set = grammar.set();
  const XmlShape& shape = grammar.shape();
  const std::string_view named = rest.substr(0, rest.find('='));  // </parameter=city
  const std::string_view begun = trimmed(named.substr(2));
  const bool is_whole = !begun.empty() && (named.size() < rest.size() || is_blank(rest.back()));
  const auto is_of = [&](std::string_view name) {
    const std::string_view part = is_whole ? name : name.substr(0, begun.size());
    return !name.empty() && same_name(part, begun, set.ignore_case);
  };
  if (any_begins_with(rest, grammar.rule().closes, set) || is_of(grammar.call_name())) return true;
  if (is_of(closers.function)) return true;
  if (closers.value != nullptr && is_of(closers.value->tag)) return true;
  const auto is_closer = [&](const XmlMark& mark) {
    return mark.is_given() && xml_tag_name(mark.open).empty() && mark.close.starts_with(rest);
  };
  for (const XmlShape::Marks& marks : {shape.parameters, shape.values}) {
    if (closers.value != nullptr && std::any_of(marks.begin(), marks.end(), is_closer)) return true;
  }
  if (!shape.is_one_call) return false;
  return std::any_of(set.rules.begin(), set.rules.end(), [&](const CompiledRule& other) {
    if (other.role == Role::wrap_close) return any_begins_with(rest, other.opens, set);
    if (other.role != Role::wrap_open) return false;
    return any_begins_with(rest, other.closes, set) ||
           (other.is_tag && is_of(set.names[other.name].text));
  });
}

// ---- the body --------------------------------------------------------------------------------

// The beginning of a closer at the end of the input. Empty if the input ends after a tag, blanks or
// the beginning of a control token. Null if it ends inside another tag, with which the call may
// have gone on.
std::optional<std::string_view> XmlBody::cut_closer(const BodyInput& input) const {
  if (!cursor_.in_attempt()) return std::string_view();
  const std::string_view rest = input.segment.slice(cursor_.position(), input.segment.end);
  if (trimmed(rest).empty() && value_.is_open) return std::string_view();
  if (value_.is_open) return rest;
  if (may_close(cursor_.grammar(), rest, {arguments_.function_tag()})) return rest;
  if (trimmed(rest).empty()) return std::string_view();
  return std::nullopt;
}

// A body that ends inside a value is not a call:
// `...<parameter=a>1</parameter><parameter=b>2`. A key without its value counts as an open
// parameter.
std::optional<std::uint64_t> XmlBody::ends_here(const BodyInput& input, CallList& list) {
  const std::optional<std::string_view> cut = cut_closer(input);
  if (!cut) return std::nullopt;
  const XmlGrammar& grammar = cursor_.grammar();
  Segment text = input.segment;
  text.end -= cut->size();
  const BodyInput before{text, input.at_end, input.purpose, input.counters};
  Reading reading{before, list, {}};
  if (value_.is_open) end_at_closer(reading, *cut);
  if (value_.is_open || state_ != State::structure) return std::nullopt;
  const bool is_nested = depth_ != 0 && !grammar.shape().is_one_call;
  const bool is_key_open = pair_.has_key || gap_holds_ != Gap::plain;
  if (is_nested || is_key_open || !is_whole(list, *cut)) return std::nullopt;
  if (!BodyTail(gap_, longest_token_).is_without_text(text, input.counters)) return std::nullopt;
  if (!is_empty(list)) arguments_.end(input, list, grammar, pair_.lost(), gap_);
  return gap_;
}

// The value ends at its last closer if only `cut`, a closer that is cut off, follows it.
void XmlBody::end_at_closer(Reading& reading, std::string_view cut) {
  if (value_.is_slip || lacks_closer()) return;
  XmlClosers closers;
  if (value_.closes == XmlSign::parameter_close) {
    closers.function = arguments_.function_tag();
    if (value_.quoted_openers == 0) closers.value = &value_;
  }
  if (!cut.empty() && !may_close(cursor_.grammar(), cut, closers)) return;
  const BodyInput& input = reading.input;
  const auto is_tail = [&] {  // as for `known_value`: a cut tag breaks a token before it
    return value_.tail.is_without_text(input.segment, input.counters) &&
           (cut.empty() || !value_.tail.is_in_token());
  };
  const bool counts = state_ == State::structure ? !cut.empty() && !value_.closes_call()
                                                 : state_ == State::value && is_tail();
  if (counts) accept(reading);
}

// Another parameter might have followed, so the call is whole only if a closing tag has begun
// with a byte of its name, or if the schema has required parameters and the call has all of them. A
// closing marker counts only after a parameter: `<|c` may also go on to `<|channel|>`.
// `...<parameter=a>1</parameter>\n</func` is a call. Without `</func` it is a call if the schema of
// the tool requires `a` alone.
bool XmlBody::is_whole(CallList& list, std::string_view cut) const {
  const std::string& function = arguments_.function_tag();
  if (arguments_.has_functions() && function.empty()) return true;
  const bool may_be_closer = has_name_byte(cut) && (cut.starts_with("</") || !is_first_);
  if (may_be_closer && may_close(cursor_.grammar(), cut, {function})) return true;
  return !is_first_ && arguments_.has_required(list);
}

}  // namespace tagstream
