#include "machine/open_call.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace tagstream {

using Status = JsonScanner::Status;

namespace {

JsonCall::Shape shape_of(CallBody body) {
  switch (body) {
    case CallBody::json_by_name: return JsonCall::Shape::by_name;
    case CallBody::arguments: return JsonCall::Shape::arguments;
    default: return JsonCall::Shape::calls;
  }
}

}  // namespace

OpenCall::OpenCall(const CallPolicy& policy, const RuleSet& set, const Segment& segment,
                   const Match& opener, std::uint64_t start, std::string_view name)
    : policy_(&policy),
      set_(&set),
      rule_(&set.rules[opener.rule]),
      opener_(opener),
      start_(start),
      body_begin_(opener.end - rule_->shared),
      name_(name),
      body_(rule_->body),
      json_(body_begin_, name.empty() ? shape_of(rule_->body) : JsonCall::Shape::arguments),
      head_at_(body_begin_) {
  is_named_by_header_ = !name.empty();
  lexer_.restart(body_begin_);
  lexer_.tell_failed_tags(&failed_tags_);
  const bool is_marker = opener.kind == TokenKind::marker;
  const std::string_view tag = segment.slice(opener.begin, opener.end);
  std::string_view tag_name;
  if (!is_marker) {
    tag_name = tag.substr(opener.name_at, opener.name_size);
    const AttributeRange attributes(tag);
    const bool ignore_case = set.ignore_case;
    name_ = attributes.find("name", ignore_case).value_or(std::string_view());
    if (name_.empty()) name_ = attributes.find("").value_or(std::string_view());
    id_ = attributes.find("id", ignore_case).value_or(std::string_view());
  }
  if (body_ == CallBody::automatic || body_ == CallBody::xml) {
    xml_ =
        std::make_unique<XmlCall>(set, policy.schemas, opener.rule, body_begin_, tag_name, head());
  }
  if (body_ == CallBody::raw) phase_ = Phase::raw;
  if (body_ == CallBody::xml) phase_ = Phase::xml;
  if (rule_->body == CallBody::name_then_json) {
    call_name_.emplace(*rule_->name_format, body_begin_);
    phase_ = Phase::name;
  }
  if (opener.kind != TokenKind::empty) return;
  end_at(opener.end, true);
}

void OpenCall::end_at(std::uint64_t end, bool has_closer) {
  content_end_ = end_ = end;
  has_closer_ = has_closer;
}

CallHead OpenCall::head() const { return {name_, id_, policy_->options.strict_json}; }

Scope OpenCall::closer_scope() const {
  Scope scope;
  scope.set = set_;
  scope.rule = opener_.rule;
  scope.place = Scope::Place::body;
  scope.openers = scope.empties = false;
  return scope;
}

Scope OpenCall::end_scope() const {
  Scope scope = closer_scope();
  const bool is_broken =
      phase_ == Phase::broken || phase_ == Phase::overlap || phase_ == Phase::json_junk;
  scope.openers = scope.empties = phase_ == Phase::raw || is_broken;
  if (is_broken) scope.place = Scope::Place::body_end;
  return scope;
}

// ---- reading ---------------------------------------------------------------------------------

OpenCall::Outcome OpenCall::read(const Segment& segment, bool at_end, LexerCounters& counters) {
  if (phase_ == Phase::head && read_head(segment, counters) == Outcome::more) return Outcome::more;
  if (phase_ == Phase::name && read_name(segment, counters) == Outcome::more) return Outcome::more;
  if (phase_ == Phase::json && read_json(segment, counters) == Outcome::more) return Outcome::more;
  if (end_ != 0) return Outcome::ended;
  if (phase_ == Phase::json_end) {
    const Outcome outcome = read_json_end(segment, at_end, counters);
    if (phase_ == Phase::json_end) return outcome;
  }
  if (is_checked_ && is_refuted_) return Outcome::more;
  if (is_checked_ && has_failed_) return read_empty(segment, at_end, counters);
  if (phase_ == Phase::json_string) {
    const Outcome outcome = read_string(segment, at_end, counters);
    if (phase_ == Phase::json_string) return outcome;
  }
  if (phase_ == Phase::overlap) {
    const Outcome outcome = read_overlap(segment, at_end, counters);
    if (phase_ == Phase::overlap) return outcome;
  }
  if (end_ != 0) return Outcome::ended;
  if (phase_ == Phase::xml) return read_xml(segment, at_end, counters);
  const Outcome outcome = read_to_closer(segment, at_end, counters);
  refute_failed(segment);
  return outcome;
}

// What the body is, by its first byte that is not blank.
OpenCall::Outcome OpenCall::read_head(const Segment& segment, LexerCounters& counters) {
  const std::uint64_t from = head_at_;
  while (head_at_ < segment.end && is_blank(*segment.at(head_at_))) ++head_at_;
  counters.examined += head_at_ - from;
  json_.skip_to(head_at_);
  lexer_.restart(head_at_);
  if (xml_ != nullptr) xml_->skip_to(head_at_);
  if (head_at_ == segment.end) return Outcome::more;
  const bool is_xml = body_ == CallBody::automatic && *segment.at(head_at_) == '<';
  phase_ = is_xml ? Phase::xml : Phase::json;
  return Outcome::ended;
}

OpenCall::Outcome OpenCall::read_name(const Segment& segment, LexerCounters& counters) {
  const std::uint64_t from = call_name_->offset();
  const CallName::Status status = call_name_->read(segment);
  counters.examined += call_name_->offset() - from;
  json_.skip_to(call_name_->offset());
  switch (status) {
    case CallName::Status::open: return Outcome::more;
    case CallName::Status::failed:
      if (call_name_->is_ready()) take_name(segment);
      fail_json();
      break;
    case CallName::Status::complete:
      take_name(segment);
      json_.set_shape(JsonCall::Shape::arguments);
      [[fallthrough]];
    case CallName::Status::no_name: phase_ = Phase::json; break;
  }
  return Outcome::ended;
}

void OpenCall::take_name(const Segment& segment) {
  if (is_passed_) return;
  const CallName::Name name = call_name_->name(segment);
  name_ = name.name;
  id_ = name.id;
}

OpenCall::Outcome OpenCall::read_json(const Segment& segment, LexerCounters& counters) {
  const std::uint64_t from = json_.offset();
  const Status status = json_.feed(segment);
  counters.examined += json_.offset() - from;
  if (status == Status::open) return Outcome::more;
  if (status == Status::complete) {
    complete_json();
  } else {
    fail_json();
  }
  return Outcome::ended;
}

void OpenCall::complete_json() {
  phase_ = rule_->has_plain_closers && !is_passed_ ? Phase::json_end : Phase::json_junk;
  lexer_.restart(json_.offset());
  const bool is_lost = (is_checked_ || rule_->is_leading) && json_.is_hopeless(head());
  if (is_lost || json_.error(head()) || json_.is_clearly_no_call(head()) || is_nameless()) {
    refute(json_.offset());
  }
  if (!rule_->can_close() && (!json_.is_fenced() || is_passed_)) end_at(json_.offset(), true);
}

// Only its closing tag may stand where it has failed: it is a call without a body then.
OpenCall::Outcome OpenCall::read_empty(const Segment& segment, bool at_end,
                                       LexerCounters& counters) {
  if (lexer_.position() < failed_at_) lexer_.restart(failed_at_);
  Match match;
  switch (lexer_.next(segment, closer_scope(), failed_at_ + 1, at_end, counters, match)) {
    case Lexer::Outcome::match: return end_before_or_at(match);
    case Lexer::Outcome::more: break;
    case Lexer::Outcome::limit: refute(failed_at_); break;
  }
  return Outcome::more;
}

// Behind the value: blanks, the closing fence, the closing tag, and nothing else.
OpenCall::Outcome OpenCall::read_json_end(const Segment& segment, bool at_end,
                                          LexerCounters& counters) {
  const std::uint64_t at = json_.read_suffix(segment, counters);
  if (!rule_->can_close()) {  // the fence ends it, if there is one
    if (at == segment.end && !at_end) return Outcome::more;
    end_at(json_.fence_end() != 0 ? json_.fence_end() : json_.offset(), true);
    return Outcome::ended;
  }
  if (at == segment.end) return Outcome::more;
  if (!lexer_.in_attempt()) lexer_.restart(at);
  Match match;
  switch (lexer_.next(segment, closer_scope(), at + 1, false, counters, match)) {
    case Lexer::Outcome::match: return end_before_or_at(match);
    case Lexer::Outcome::more:
      is_closer_cut_ = at_end;  // the input ends in the closing tag
      return Outcome::more;
    case Lexer::Outcome::limit: break;
  }
  phase_ = Phase::json_junk;
  lexer_.restart(at);  // openers count there, too
  refute(at);
  return Outcome::more;
}

void OpenCall::refute(std::uint64_t offset) {
  if (is_refuted_) return;
  is_refuted_ = true;
  refuted_at_ = offset;
}

// A body that has failed may still be an empty one, until it shows that no closing tag follows.
void OpenCall::refute_failed(const Segment& segment) {
  if (!has_failed_ || is_refuted_ || has_nothing()) return;
  const bool is_closer_near = lexer_.in_attempt() && lexer_.position() <= failed_at_ &&
                              may_begin_closer(segment.slice(failed_at_, segment.end));
  const bool is_open = !has_ended() && (is_closer_near || segment.end <= failed_at_);
  if (is_open && is_blank_until_failure()) return;
  refute(failed_at_);
}

bool OpenCall::may_begin_closer(std::string_view text) const {
  if (text.empty() || (rule_->is_tag && text[0] == '<' && (text.size() == 1 || text[1] == '/')))
    return true;
  return std::any_of(rule_->closes.begin(), rule_->closes.end(), [&](MarkerTrie::Marker marker) {
    return set_->trie.text(marker).substr(0, text.size()) == text;
  });
}

bool OpenCall::is_blank_until_failure() const {
  if (call_name_ && !call_name_->is_empty() && (!call_name_->is_ready() || is_nameless())) {
    return false;
  }
  return json_.is_blank_until(failed_at_);
}

void OpenCall::fail_json() {
  has_failed_ = true;
  failed_at_ = json_.offset();
  if (is_passed_) {  // nothing of it is held, so it need not be followed any further
    content_end_ = end_ = failed_at_;
    return;
  }
  if (!is_blank_until_failure() || (is_checked_ && !is_named())) refute(failed_at_);
  if (json_.is_at_string()) {
    phase_ = Phase::json_string;
    lexer_.restart(json_.string_begin());
    return;
  }
  // A marker may begin with bytes that JSON may go on with.
  phase_ = Phase::overlap;
  lexer_.restart(overlap_begin(failed_at_));
}

std::uint64_t OpenCall::overlap_begin(std::uint64_t at) const {
  const std::uint64_t before = std::max(set_->longest_marker, 1U) - 1;
  const std::uint64_t from = json_.last_string_end(body_begin_);
  return std::max(at, from + before) - before;
}

// Closing tags that begin in the last string, before the byte that is not JSON.
OpenCall::Outcome OpenCall::read_string(const Segment& segment, bool at_end,
                                        LexerCounters& counters) {
  Match match;
  switch (lexer_.next(segment, closer_scope(), failed_at_, at_end, counters, match)) {
    case Lexer::Outcome::match: return end_before_or_at(match);
    case Lexer::Outcome::more:
      if (!at_end) return Outcome::more;
      [[fallthrough]];
    case Lexer::Outcome::limit: break_off(); break;
  }
  return Outcome::more;
}

// A marker that begins before the byte that is not JSON, and holds it.
OpenCall::Outcome OpenCall::read_overlap(const Segment& segment, bool at_end,
                                         LexerCounters& counters) {
  Match match;
  for (;;) {
    switch (lexer_.next(segment, end_scope(), failed_at_, at_end, counters, match)) {
      case Lexer::Outcome::match:
        if (match.end <= failed_at_) continue;
        failed_at_ = match.begin;
        return end_before_or_at(match);
      case Lexer::Outcome::more:
        if (!at_end) return Outcome::more;
        [[fallthrough]];
      case Lexer::Outcome::limit: break_off(); return Outcome::more;
    }
  }
}

// It is no JSON, and nothing has ended it before the byte that showed it.
void OpenCall::break_off() {
  phase_ = Phase::broken;
  lexer_.restart(failed_at_);
  if (rule_->can_close()) return;
  end_at(failed_at_, false);
  has_wrong_byte_ = true;
}

OpenCall::Outcome OpenCall::read_to_closer(const Segment& segment, bool at_end,
                                           LexerCounters& counters) {
  Match match;
  while (lexer_.next(segment, end_scope(), Lexer::no_limit, at_end, counters, match) ==
         Lexer::Outcome::match) {
    if (phase_ != Phase::raw) return end_before_or_at(match);
    if (match.kind == TokenKind::empty) continue;
    if (!match.closes) {
      ++depth_;
    } else if (depth_-- == 0) {
      return end_before_or_at(match);
    }
  }
  return Outcome::more;
}

OpenCall::Outcome OpenCall::read_xml(const Segment& segment, bool at_end, LexerCounters& counters) {
  switch (xml_->read(segment, at_end, counters)) {
    case XmlCall::Outcome::closed:
      has_closer_ = true;
      content_end_ = xml_->content_end();
      end_ = xml_->end();
      return Outcome::ended;
    case XmlCall::Outcome::not_a_call: return Outcome::not_a_call;
    default: return Outcome::more;
  }
}

OpenCall::Outcome OpenCall::end_before_or_at(const Match& match) {
  has_closer_ = match.closes;
  content_end_ = match.begin;
  end_ = match.closes ? match.end : match.begin;
  return Outcome::ended;
}

void OpenCall::note_quoted(FailedTags& failed) const {
  failed.add(failed_tags_);
  if (xml_ != nullptr) failed.add(xml_->failed_tags());
}

// ---- passing on ------------------------------------------------------------------------------

void OpenCall::pass() {
  is_passed_ = true;
  is_checked_ = false;
  if (phase_ == Phase::json_end) {
    phase_ = Phase::json_junk;
    lexer_.restart(lexer_.position());  // openers count there, too
  }
  json_.forget();
  if (xml_ != nullptr) xml_->forget();
}

std::uint64_t OpenCall::passed_until(std::uint64_t segment_end) const {
  if (phase_ == Phase::xml) return xml_->passed_until(segment_end);
  if (is_searching()) return lexer_.position();
  const bool is_read_by_lexer =
      phase_ != Phase::head && phase_ != Phase::json && phase_ != Phase::name;
  return is_read_by_lexer && lexer_.in_attempt() ? lexer_.position() : segment_end;
}

std::uint64_t OpenCall::hopeless_until() const {
  return json_.is_at_string() ? json_.string_begin() : overlap_begin(json_.offset());
}

std::uint64_t OpenCall::refuted_until(std::uint64_t segment_end) const {
  if (has_ended()) return end_;
  if (is_searching()) return lexer_.position();
  if (!rule_->can_close()) return json_.offset();
  return lexer_.in_attempt() ? lexer_.position() : segment_end;
}

bool OpenCall::is_searching() const {
  return phase_ == Phase::broken || phase_ == Phase::json_string || phase_ == Phase::overlap;
}

std::optional<std::uint64_t> OpenCall::string_begin() const {
  if (!json_.is_at_string()) return std::nullopt;
  return json_.string_begin();
}

bool OpenCall::has_nothing() const {
  const bool is_blank = has_failed_ && is_blank_until_failure() && failed_at_ == content_end_;
  return has_closer_ && (is_blank || opener_.kind == TokenKind::empty);
}

OpenCall::Tally OpenCall::tally(const Segment& segment, LexerCounters& counters) {
  KeptStrings owned;
  const std::size_t count = part_count(segment, owned, counters);
  Tally tally;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_call = part(segment, i, owned, counters).error == CallErrorCode::none;
    ++(is_call ? tally.calls : tally.errors);
    owned.clear();
  }
  return tally;
}

std::uint64_t OpenCall::keep_from() const {
  if (!is_passed_) return start();
  switch (phase_) {
    case Phase::head: return head_at_ - 1;  // XML asks what stands before a tag
    case Phase::name: return call_name_->keep_from();
    case Phase::json: return json_.offset();
    case Phase::xml: return xml_->keep_from();
    default: return lexer_.position();
  }
}

std::string_view OpenCall::content(const Segment& segment) const {
  return trimmed(segment.slice(body_begin_, has_ended() ? content_end_ : segment.end));
}

}  // namespace tagstream
