#include "frame/call_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "body/body_tail.hpp"
#include "frame/call_sentences.hpp"

namespace tagstream {

// Four bodies in hermes, and the stages they go through:
//
//   {"name": "f"}\n</tool_call>       body, tail (a blank), done: the call f
//   {"name": "f"}}</tool_call>        body, tail (a bracket too many), done: f, repaired
//   {"a": 1 2}</tool_call>            body fails at `2`; search finds the closer: `invalid_json`
//   {"a": "x</tool_call> y\d"}        body fails at `d`, in a string; search begins at that string,
//                                     and the body ends at the closer in it
namespace {

// An empty match at `at`, for a body that ends without a closing tag. `closes`: the call counts as
// closed.
Match nothing_at(std::uint64_t at, bool closes) {
  return {.begin = at, .end = at, .closes = closes};
}

bool is_blank_between(const Segment& segment, std::uint64_t begin, std::uint64_t end) {
  return end <= begin || trimmed_front(segment.slice(begin, end)).empty();
}

// A message with the name of the body's language in it, such as JSON.
std::string about(std::string_view message, CallBody body, std::string_view rest = "") {
  return joined({message, body_info(body).language, rest});
}

// Names the byte at which a body has failed. `a <tool>{"name":"f" "a":1}</tool>` fails at
// byte 20, the second string: "unexpected `"` in JSON".
std::string wrong_byte(CallBody body, const Segment& segment, std::uint64_t at) {
  constexpr std::string_view digits = "0123456789abcdef";
  const char byte = *segment.at(at);
  const auto value = static_cast<unsigned char>(byte);
  const bool is_shown = value > ' ' && value < 0x7f;
  const std::string name =
      is_shown ? in_backticks({&byte, 1})
               : joined({"byte 0x", digits.substr(value >> 4, 1), digits.substr(value & 15, 1)});
  return joined({"unexpected ", name, " in ", body_info(body).language});
}

// Drops surplus brackets between a value and `end`.
// `<tool>[{"name":"f"},{"name":"g"}]]}</tool>` is two calls. With `strict_json` it is an
// error.
void drop_surplus(const Fence& fence, CallList& list, std::uint64_t end) {
  const std::uint64_t at = fence.surplus_at();
  if (at == 0 || at >= end) return;
  list.state.has_surplus = true;
  if (!list.head().strict || list.has_failed()) return;
  list.fail(Code::invalid_json, at, "a bracket too many follows the value");
}

// True if a complete value may end at `match`: a closer of the call, an empty match, or a marker
// that stands where the closer should be. With `call: ["tool"], hide: ["think"], record: ["b"]`:
//
//   <tool>{"name":"f"}<tool>{"name":"g"}</tool>     f is a call: the next opener ends it
//   <tool>{"name":"f"}<think>t</think>              f is a call
//   <tool>{"name":"f"}<b>...                        `invalid_json` at byte 18: <b> stays
//                                                   visible, so it does not show that the call ends
bool ends_value(const RuleSet& set, const Match& match) {
  if (match.closes || match.rule == no_rule || closes_wrapper(set, match)) return true;
  switch (set.rules[match.rule].role) {
    case Role::call:
    case Role::hide:
    case Role::header: return true;
    case Role::wrap_open: return set.rules[match.rule].takes_value;
    default: return false;
  }
}

}  // namespace

CallReader::CallReader(const CallOpening& call)
    : set_(&call.set),
      rule_(&call.set.rules[call.opener.rule]),
      facts_{.opener = call.opener,
             .start = call.start,
             .body_begin = call.opener.end - rule_->call.shared,
             .content_begin = call.opener.end - rule_->call.shared,
             .purpose = call.purpose},
      value_(call),
      search_(call.set, call.opener.rule, facts_.body_begin) {
  if (call.opener.kind != TokenKind::empty) return;
  LexerCounters none;
  const BodyInput input{call.segment, false, Purpose::collect, none};
  end_at(input, nothing_at(call.opener.end, true));
}

// ---- reading ---------------------------------------------------------------------------------

CallReader::Outcome CallReader::read(const Segment& segment, bool at_end, LexerCounters& counters) {
  const BodyInput input{segment, at_end, facts_.purpose, counters};
  if (facts_.stage == Stage::body) {
    const Outcome outcome = read_body(input);
    if (is_text()) return Outcome::not_a_call;
    if (facts_.stage == Stage::body) return outcome;
  }
  const auto is_refuted = [&] { return facts_.purpose == Purpose::judge && facts_.refuted_at; };
  if (facts_.stage == Stage::tail && !is_refuted()) read_tail(input);
  if (facts_.stage == Stage::search && !is_refuted() && !is_text()) read_search(input);
  if (is_text()) return Outcome::not_a_call;
  return facts_.stage == Stage::done ? Outcome::ended : Outcome::more;
}

// While the JSON is sound, no closer is searched for: the first `</tool>` in
// `<tool>{"name":"f","arguments":{"a":"x</tool>y"}}</tool>` is part of a string.
CallReader::Outcome CallReader::read_body(const BodyInput& input) {
  const BodyEnd body_end = value_.read(input);
  facts_.content_begin = std::max(facts_.content_begin, list().head().end);
  const bool is_all_or_none = facts_.purpose == Purpose::judge || rule_->call.is_tentative;
  facts_.all_or_none_failed = is_all_or_none && list().state.has_non_call;
  switch (body_end.kind) {
    case BodyEnd::Kind::open:
    case BodyEnd::Kind::json: break;  // not from here: CallValue goes on with the JSON
    case BodyEnd::Kind::no_call: return Outcome::not_a_call;
    case BodyEnd::Kind::complete: complete_value(input, body_end.at); break;
    case BodyEnd::Kind::broken: fail_value(input, body_end.at); break;
    case BodyEnd::Kind::closed:
      facts_.is_empty = list().size() == 0;
      end_at(input, {.begin = body_end.content_end, .end = body_end.at, .closes = true});
      break;
    case BodyEnd::Kind::ended:
      facts_.is_empty = list().size() == 0;
      end_at(input, nothing_at(body_end.at, false));
      break;
  }
  return Outcome::more;
}

// With `call: ["[CALL]..."]` there is no closer, so the end of the value ends the call: in
// `[CALL]{"name":"f"}}</tool>` the second `}` is content.
void CallReader::complete_value(const BodyInput& input, std::uint64_t at) {
  facts_.value_end = at;
  facts_.stage = Stage::tail;
  search_.begin(CallSearch::For::any_end, at);
  if (list().standing().kind == Standing::Kind::none || facts_.all_or_none_failed)
    facts_.refuted_at = at;
  const bool has_fence = !value_.fence().is_absent();
  if (!rule_->can_close() && !has_fence) end_at(input, nothing_at(at, true));
}

// `<tool>{"c":"oops}</tool> mid <tool>{"name":"d"}</tool>` fails at the `n` of `name`,
// directly after the string `oops}...{`. The string holds a closer, so the body ends there, and d
// is read. In `{"a":"</tool>","b":oops}` the string with the closer is sound, and the body
// fails after it, so that closer does not count. In gigachat3, `{"a" function
// call<|role_sep|>{...}` fails at the `f`, where the marker of the next call begins.
void CallReader::fail_value(const BodyInput& input, std::uint64_t at) {
  facts_.failed_at = at;
  facts_.stage = Stage::search;
  const bool is_judged = facts_.purpose == Purpose::judge;
  const bool may_be_empty = value_.is_blank_until(at) && !(is_judged && list().head().name.empty());
  const std::uint64_t overlap_at = overlap_begin(at);
  // A fence that belongs to both the opener and the body does not count as text of the body.
  const bool is_shared_fence = rule_->call.shared != 0 && !value_.fence().is_absent() &&
                               is_blank_between(input.segment, facts_.opener.end, overlap_at);
  const bool may_be_doubled = !is_judged && !value_.shield().is_given() &&
                              (is_shared_fence || value_.is_blank_until(overlap_at));
  if (!may_be_empty && !may_be_doubled) facts_.refuted_at = at;
  if (is_judged) {  // only its closing tag may stand there: it is a call without a body then
    search_.begin(CallSearch::For::closers, at, at + 1);
  } else if (value_.shield().is_given()) {
    search_.begin(CallSearch::For::closers, value_.shield().begin, at);
  } else {  // a marker may begin with bytes that JSON may go on with
    search_.begin(CallSearch::For::overlap, overlap_at, at);
  }
}

// Reads the bytes after the value: layout, the closing fence, and the end of the call. A closer may
// begin inside the layout, with a blank or a bracket.
// With `call: ["[[…]]"]`, `[[{"name":"g"}}]] c` has a bracket too many, and
// `[[[{"name":"h"}]]]` has a list before the closer. `<tool_call>{"name": "f"}<|im_end|>` in
// hermes is a call, since a control token ends the answer.
void CallReader::read_tail(const BodyInput& input) {
  const Segment& segment = input.segment;
  const std::uint64_t at =
      value_.fence().read_closing(segment, facts_.value_end, rule_->can_close(), input.counters);
  if (!rule_->can_close()) {  // the fence ends it, if there is one
    const std::uint64_t fence_end = value_.fence().closing_end();
    if (fence_end == 0 && at == segment.end && !input.at_end) return;
    const std::uint64_t end = fence_end != 0 ? fence_end : facts_.value_end;
    if (rule_->call.is_whole_answer) return end_with_answer(input, end);
    end_at(input, nothing_at(end, true));
    return;
  }
  search_.go_on_until(at == segment.end ? Lexer::no_limit : at + 1);
  Match match;
  Lexer::Outcome outcome = search_.next(input, false, match);
  // A closer with which a longer opener might begin.
  const bool is_closer = outcome == Lexer::Outcome::more && input.at_end && search_.has_marker();
  if (is_closer) outcome = search_.next(input, true, match);
  switch (outcome) {
    case Lexer::Outcome::match: end_at(input, match); return;
    case Lexer::Outcome::more: return;
    case Lexer::Outcome::limit: break;
  }
  ControlToken::Status token = ControlToken::Status::failed;
  if (rule_->takes_tokens())
    token = token_.read(segment, at, set_->limits.max_tag_bytes, input.counters);
  if (token == ControlToken::Status::open) return;
  if (token == ControlToken::Status::complete) return end_at(input, nothing_at(at, false));
  facts_.stage = Stage::search;
  search_.begin(CallSearch::For::any_end, at);
  if (!facts_.refuted_at) facts_.refuted_at = at;
}

// The fence that ends at `end` is the whole answer if only blanks follow, or a token.
void CallReader::end_with_answer(const BodyInput& input, std::uint64_t end) {
  const Segment& segment = input.segment;
  const std::uint64_t from = std::max(end, blanks_until_);
  blanks_until_ = from;
  while (blanks_until_ < segment.end && is_blank(*segment.at(blanks_until_))) ++blanks_until_;
  input.counters.examined += blanks_until_ - from;
  if (blanks_until_ == segment.end) {
    if (input.at_end) end_at(input, nothing_at(end, true));
    return;
  }
  const ControlToken::Status token =
      token_.read(segment, blanks_until_, set_->limits.max_tag_bytes, input.counters);
  if (token == ControlToken::Status::open && !input.at_end) return;
  end_at(input, nothing_at(end, true));
  if (token == ControlToken::Status::complete) return;
  list().fail(Code::invalid_json, blanks_until_, "text follows the code fence");
}

// Searches for the end of a broken body: first near the byte that failed, then after it.
// `<tool>{"a": oops <tool>{"name":"g"}</tool>` ends before the second opener, and g is
// called. With `call: ["[CALL]…"]` nothing closes it, so `a [CALL] so [CALL]{"name":"f"} b`
// ends at the `s`: content `so `, then the call f.
void CallReader::read_search(const BodyInput& input) {
  for (;;) {
    Match match;
    const Lexer::Outcome outcome = search_.next(input, input.at_end, match);
    const bool is_last = search_.until() == Lexer::no_limit;
    if (outcome == Lexer::Outcome::match) {
      if (search_.what() == CallSearch::For::overlap) facts_.failed_at = match.begin;
      end_at(input, match);
    }
    if (is_last) refute_failed(input);
    if (outcome != Lexer::Outcome::limit) return;
    if (facts_.purpose == Purpose::judge) {
      facts_.refuted_at = facts_.failed_at;
      return;
    }
    const std::uint64_t at = *facts_.failed_at;
    const bool may_be_again = search_.what() == CallSearch::For::overlap && !facts_.refuted_at;
    if (!rule_->can_close() && !may_be_again) {
      end_at(input, nothing_at(at, false));
      return;
    }
    search_.begin(CallSearch::For::any_end, at, rule_->can_close() ? Lexer::no_limit : at + 1);
  }
}

// A body that has failed at its first byte may still be an empty one. That is refuted when neither
// the closing tag nor the same opener follows.
void CallReader::refute_failed(const BodyInput& input) {
  const Segment& segment = input.segment;
  if (!facts_.failed_at || facts_.refuted_at || facts_.is_empty) return;
  const std::uint64_t failed_at = *facts_.failed_at;
  const bool is_end_near = search_.in_attempt() && search_.position() <= failed_at &&
                           search_.may_begin_own(segment.slice(failed_at, segment.end));
  const bool is_cut = input.at_end && !facts_.has_ended() && is_complete(segment, input.counters);
  const bool is_open = !facts_.has_ended() && (is_end_near || is_cut || segment.end <= failed_at);
  if (!is_open || !value_.is_blank_until(failed_at)) facts_.refuted_at = failed_at;
}

std::string CallReader::about_open_string(const Segment& segment, std::uint64_t end) const {
  const Shield open = shield();
  if (open.quote == 0 || facts_.failed_at) return {};
  return open_string(segment, open.begin, end);
}

// Ends the call at `match`, and decides its errors.
// `a <tool> \n <tool>\n{"name":"f"}</tool> b` is the error `empty` and the call f.
void CallReader::end_at(const BodyInput& input, const Match& match) {
  const Segment& segment = input.segment;
  const std::uint64_t end = match.begin;
  facts_.has_closer = match.closes;
  facts_.content_end = end;
  facts_.end = match.closes ? match.end : end;
  facts_.stage = Stage::done;
  const bool is_self_closing = facts_.opener.kind == TokenKind::empty;
  if (is_self_closing || (facts_.failed_at == end && facts_.has_closer)) {
    facts_.is_empty = is_self_closing || value_.is_blank_until(end);
  }
  list().state.is_complete = true;
  const bool is_again = facts_.failed_at && !match.closes && match.rule == facts_.opener.rule;
  if (is_again && is_blank_between(segment, facts_.opener.end, end)) {
    facts_.is_empty = true;
    input.counters.examined += end - facts_.opener.end;
    list().fail(Code::empty, end, "the opening tag is repeated");
  } else if (facts_.is_empty) {
    value_.be_empty(segment, end, is_self_closing, input.counters);
  } else if (facts_.failed_at) {
    fail_at(segment, *facts_.failed_at);
  } else if (facts_.value_end != 0) {
    check_tail(input, match);
  }
  if (rule_->call.lacks_opener) list().state.needs_repair = true;
}

// The error of a body that has failed at `at`.
void CallReader::fail_at(const Segment& segment, std::uint64_t at) {
  const std::uint64_t end = facts_.content_end;
  const Shield shield = value_.shield();
  if (end < at && shield.is_given()) {  // the string has run through the closing tag
    list().fail(Code::invalid_json, shield.begin,
                joined({open_string(segment, shield.begin, end), " never ends"}));
  } else {
    const bool is_byte_there = at < end || !rule_->can_close();
    list().fail(Code::invalid_json, at,
                is_byte_there ? wrong_byte(rule_->call.body, segment, at)
                              : about("the ", rule_->call.body, " ends too early"));
  }
}

// The error of a complete value, if other bytes than layout stand between it and `match`, or if
// `match` does not end it. `<tool>{"name":"f"},</tool>` is `invalid_json` at the comma.
void CallReader::check_tail(const BodyInput& input, const Match& match) {
  Segment body = input.segment;
  body.end = match.begin;
  value_.fence().read_closing(body, facts_.value_end, rule_->can_close(), input.counters);
  const std::uint64_t wrong = value_.fence().wrong_before(match.begin);
  if (wrong != 0) {
    list().fail(Code::invalid_json, wrong, about("text follows the ", rule_->call.body));
  } else if (!ends_value(*set_, match)) {
    list().fail(Code::invalid_json, match.begin,
                about("no closing tag follows the ", rule_->call.body));
  } else {
    drop_surplus(value_.fence(), list(), match.begin);
  }
}

// True if a call without an opener is only text. It is a call only if it is sound and its own
// closer follows.
bool CallReader::is_text() {
  if (!rule_->call.lacks_opener) return false;
  if (facts_.refuted_at || facts_.failed_at || facts_.all_or_none_failed) return true;
  const bool is_sound = facts_.has_closer && list().standing().errors == 0 &&
                        !list().has_failed() && !list().head().strict;
  return facts_.stage == Stage::done && !is_sound;
}

// ---- asked for -------------------------------------------------------------------------------

// Bytes that may begin the closer are held: the `</to` of `x <tool_call>oops </to`.
std::uint64_t CallReader::not_closer_before(std::uint64_t segment_end) const {
  switch (facts_.stage) {
    case Stage::body: {
      const Shield shield = value_.shield();
      return shield.is_given() ? shield.begin : overlap_begin(value_.keep_from());
    }
    case Stage::tail:
      if (!rule_->can_close()) return facts_.value_end;
      if (search_.in_attempt()) return search_.position();
      return search_.until() == Lexer::no_limit ? segment_end : search_.until() - 1;
    case Stage::search: return search_.position();
    case Stage::done: break;
  }
  return facts_.end;
}

// With `unclosed_call` = `call`, `<tool>{"name":"f"}\n</tool` is a call that is not closed.
bool CallReader::is_complete(const Segment& segment, LexerCounters& counters) {
  if (facts_.failed_at && list().state.is_complete) return true;  // decided by an earlier call
  const BodyInput input{segment, true, facts_.purpose, counters};
  const bool is_in_search = !facts_.failed_at && facts_.stage == Stage::search;
  std::optional<std::uint64_t> end;
  if (facts_.stage == Stage::tail) {
    // The value is complete, and a marker may have begun. `<|im_start|>` is a token, though
    // it may begin the marker of a call.
    end = search_.in_attempt() ? search_.position() : segment.end;
  } else if (!is_in_search) {
    end = value_.ends_here(input, facts_.failed_at);
  }
  if (!end) return false;
  facts_.content_end = *end;
  facts_.end = BodyTail::end_before_token(segment, *end, set_->limits.max_tag_bytes, counters);
  if (facts_.stage == Stage::tail) {
    const bool is_end_cut = search_.in_attempt() || search_.until() != Lexer::no_limit;
    if (!is_end_cut && !value_.fence().may_end_at(segment.end)) return false;
    // A closer or control token that is cut off at the end is not a part of the body.
    const std::uint64_t token = is_end_cut ? search_.until() - 1 : segment.end;
    facts_.content_end = search_.in_attempt() ? search_.position() : token;
    drop_surplus(value_.fence(), list(), search_.in_attempt() ? search_.position() : segment.end);
  }
  list().state.is_complete = true;
  return true;
}

// The bytes of a string after a closer in it are certain only when the string has ended.
CallProgress CallReader::progress(const Segment& segment, std::size_t index, std::size_t given,
                                  LexerCounters& counters) {
  const std::uint64_t until =
      search_.body_before(segment, value_.shield(), value_.keep_from(), counters);
  return stream_.next(segment, list(), index, given, until, counters);
}

}  // namespace tagstream
