#include "body/text_body.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "body/typed_value.hpp"
#include "json/json_text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

// Bodies of cwm, `<tool: bash>…</tool>`:
//
//   \nls -l\n                         {"command":"ls -l"}: trimmed at its ends
//   {"city": "Oslo"}                  JSON: a quote follows the `{`
//   { echo "a"; } > c                 {"command":"{ echo \"a\"; } > c"}: a letter follows the `{`
//
// If the tool has exactly one parameter, such as `code`, the text is the value of that
// parameter, with the type that the schema says.

// ---- reading ---------------------------------------------------------------------------------

BodyEnd TextBody::read(const BodyInput& input, CallList& list) {
  if (state_ == State::start || state_ == State::brace) decide(input);
  switch (state_) {
    case State::json: return {BodyEnd::Kind::json, value_begin_, 0};
    case State::text: return read_text(input, list);
    default: return {};
  }
}

// Decides by the first bytes whether the body is text or JSON.
void TextBody::decide(const BodyInput& input) {
  const Segment& segment = input.segment;
  const std::uint64_t from = at_;
  while (at_ < segment.end && state_ != State::text) {
    const char byte = *segment.at(at_);
    if (is_blank(byte)) {
      ++at_;
    } else if (state_ == State::brace) {
      const bool is_json = byte == '"' || byte == '\'' || byte == '}';
      state_ = is_json ? State::json : State::text;
      break;
    } else {
      value_begin_ = at_++;
      state_ = byte == '{' ? State::brace : State::text;
    }
  }
  input.counters.examined += at_ - from + 1;
  if (state_ != State::text) return;
  lexer_.restart(begin_);
  at_ = value_begin_;
  tail_ = BodyTail(value_begin_, longest_token(place_));
}

// Reads text up to the closer. In inkling `<|content_invoke_tool_text|>go north` has no name
// of a tool, and is content.
BodyEnd TextBody::read_text(const BodyInput& input, CallList& list) {
  Scope scope;
  scope.set = place_.set;
  scope.rule = place_.rule;
  scope.place = Scope::Place::body;
  scope.openers = scope.empties = false;
  Match match;
  // Without a name the first byte of text refutes the call. No closer is searched for then, since
  // the text is read again as content.
  const bool is_refuted_by_text = list.head().name.empty();
  const std::uint64_t limit = is_refuted_by_text ? value_begin_ + 1 : Lexer::no_limit;
  const Lexer::Outcome outcome =  // a closer that is cut off at the end stays an attempt
      lexer_.next(input.segment, scope, limit, false, input.counters, match);
  if (outcome == Lexer::Outcome::limit) return {BodyEnd::Kind::no_call};
  const bool is_closed = outcome == Lexer::Outcome::match;
  std::uint64_t until = lexer_.in_attempt() ? lexer_.position() : input.segment.end;
  if (is_closed) until = match.begin;
  if (until > value_begin_) {
    list.state.is_announced = true;
    if (is_closed) {
      tell(input, list, until);
    } else if (place_.gives_pieces && argument(list).types == ValueTypes::string) {
      stream(input, list, until);
    }
  }
  if (!is_closed) return {};
  list.state.is_complete = true;
  return {BodyEnd::Kind::closed, match.end, match.begin};
}

// ---- what it says ----------------------------------------------------------------------------

SchemaTable::OfText TextBody::argument(const CallList& list) const {
  return place_.schemas->argument_of_text(list.head().name,
                                          place_.set->rules[place_.rule].call.argument);
}

void TextBody::begin_item(CallList& list) {
  list.begin(value_begin_);
  list.item().name = {0, 0, TextRef::Form::head};
  std::string arguments = "{";
  append_json_string(arguments, argument(list).name);
  list.item().arguments = list.own(std::move(arguments += ':'));
}

void TextBody::append(CallList& list, std::string_view value) {
  if (list.size() == 0) {
    begin_item(list);
    list.owned(list.item().arguments) += '"';
  }
  append_json_escaped(list.owned(list.item().arguments), value.substr(streamed_));
  streamed_ = value.size();
}

// The end of the value if the body ends at `until`: blanks and tokens at its end are left out.
std::uint64_t TextBody::value_end(const BodyInput& input, std::uint64_t until) {
  Segment text = input.segment;
  text.end = std::max(until, value_begin_);
  return tail_.follow(text, input.counters);
}

// Gives the part of the value that is certain. Blanks and tokens at its end wait, and so does an
// incomplete UTF-8 sequence.
void TextBody::stream(const BodyInput& input, CallList& list, std::uint64_t until) {
  if (until <= at_) return;
  at_ = until;
  std::string_view value = input.segment.slice(value_begin_, value_end(input, until));
  value.remove_suffix(utf8_incomplete_tail(value));
  if (value.size() > streamed_) append(list, value);
  list.state.known_until = value_begin_ + streamed_;
}

void TextBody::tell(const BodyInput& input, CallList& list, std::uint64_t until) {
  const std::string_view value = trimmed_back(input.segment.slice(value_begin_, until));
  input.counters.examined += value.size();
  const ValueTypes meant = argument(list).types;
  if (meant == ValueTypes::string) {
    append(list, value);
    list.owned(list.item().arguments) += '"';
  } else {
    begin_item(list);
    const bool is_repaired =
        append_typed_value(list.owned(list.item().arguments), value, meant, list.head().strict);
    if (is_repaired) list.item().is_repaired = true;
  }
  list.owned(list.item().arguments) += '}';
  list.end(input.segment, until, CallList::Place::alone, input.counters);
}

// A body with a closer has no end here, since more text might have followed, unless its
// format says that it may. A body that only the end of the input closes ends here.
std::optional<std::uint64_t> TextBody::ends_here(const BodyInput& input, CallList& list) {
  if (state_ != State::text || list.head().name.empty()) return std::nullopt;
  const CompiledRule& rule = place_.set->rules[place_.rule];
  if (rule.can_close() && !rule.call.end_closes) return std::nullopt;
  const std::uint64_t until = lexer_.in_attempt() ? lexer_.position() : input.segment.end;
  const std::uint64_t end = value_end(input, until);
  if (end <= value_begin_) return std::nullopt;
  tell(input, list, end);
  list.state.is_complete = true;
  return end;
}

}  // namespace tagstream
