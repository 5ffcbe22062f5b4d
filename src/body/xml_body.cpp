#include "body/xml_body.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "body/typed_value.hpp"
#include "json/json_scanner.hpp"
#include "json/json_text.hpp"

namespace tagstream {

// A tag that the input's end cuts off stays open, and so does the call: it is not read again for
// what it may quote.

// ---- reading ---------------------------------------------------------------------------------

XmlCall::XmlCall(const RuleSet& set, const SchemaTable& schemas, RuleIndex rule,
                 std::uint64_t begin, std::string_view tag_name, const CallHead& head)
    : set_(&set),
      schemas_(&schemas),
      rule_(rule),
      tag_name_(tag_name),
      head_name_(head.name),
      head_id_(head.id),
      blanks_until_(begin),
      strict_(head.strict) {
  lexer_.restart(begin);
  lexer_.tell_failed_tags(&failed_tags_);
}

Scope XmlCall::scope() const {
  Scope scope;
  scope.set = set_;
  scope.rule = rule_;
  const bool looks_for_calls = state_ == State::candidate && closer_ == Closer::call;
  scope.place = looks_for_calls ? Scope::Place::body_end : Scope::Place::xml;
  if (state_ == State::value) scope.tags = &tags_;
  return scope;
}

XmlCall::Outcome XmlCall::read(const Segment& segment, bool at_end, LexerCounters& counters) {
  Outcome outcome = Outcome::again;
  while (outcome == Outcome::again) {
    switch (state_) {
      case State::structure: outcome = structure_step(segment, counters); break;
      case State::value: outcome = value_step(segment, counters); break;
      case State::candidate: outcome = candidate_step(segment, at_end, counters); break;
    }
  }
  return outcome;
}

XmlCall::Tag XmlCall::tag_of(const Segment& segment, const Match& match) {
  Tag tag;
  tag.match = match;
  tag.raw = segment.slice(match.begin, match.end);
  if (match.kind != TokenKind::marker) tag.name = tag.raw.substr(match.name_at, match.name_size);
  return tag;
}

// True if a byte that is not blank stands at blanks_until_.
bool XmlCall::skip_blanks(const Segment& segment, LexerCounters& counters) {
  std::uint64_t at = blanks_until_;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  counters.examined += at - blanks_until_;
  blanks_until_ = at;
  return at < segment.end;
}

// ---- structure -------------------------------------------------------------------------------

XmlCall::Outcome XmlCall::structure_step(const Segment& segment, LexerCounters& counters) {
  std::uint64_t limit = Lexer::no_limit;
  if (is_first_) {
    if (!skip_blanks(segment, counters)) return Outcome::more;
    limit = blanks_until_ + 1;
    if (!lexer_.in_attempt()) lexer_.restart(blanks_until_);
  }
  Match match;
  switch (lexer_.next(segment, scope(), limit, false, counters, match)) {
    case Lexer::Outcome::more: return Outcome::more;
    case Lexer::Outcome::limit: return Outcome::not_a_call;
    case Lexer::Outcome::match: break;
  }
  const Tag tag = tag_of(segment, match);
  const bool closes = match.closes || match.kind == TokenKind::close;
  const Outcome outcome = closes ? on_structure_closer(tag) : on_structure_opener(segment, tag);
  if (outcome != Outcome::not_a_call) blanks_until_ = match.end;
  return outcome;
}

XmlCall::Outcome XmlCall::on_structure_closer(const Tag& tag) {
  if (is_call_tag(tag)) {
    if (depth_ > 0) {
      --depth_;
      return Outcome::again;
    }
    is_empty_ = is_first_ && !has_functions_;
    if (!function_.empty()) end_function(tag.match.begin);
    closer_begin_ = tag.match.begin;
    closer_end_ = tag.match.end;
    return Outcome::closed;
  }
  if (!function_.empty() && is_name(tag.name, function_)) {
    end_function(tag.match.end);
    is_first_ = false;
    return Outcome::again;
  }
  return is_first_ ? Outcome::not_a_call : Outcome::again;
}

XmlCall::Outcome XmlCall::on_structure_opener(const Segment& segment, const Tag& tag) {
  const bool may_be_function = head_name_.empty() && (calls_.empty() || has_functions_);
  const std::string_view name = may_be_function ? function_name(tag) : std::string_view();
  if (!name.empty()) {
    if (!function_.empty()) end_function(tag.match.begin);
    begin_function(tag, name);
    if (tag.match.kind != TokenKind::empty) return Outcome::again;
    end_function(tag.match.end);
    is_first_ = false;
  } else if (is_parameter(tag)) {
    begin_parameter(tag);
    if (tag.match.kind == TokenKind::empty) end_value(segment, value_begin_);
  } else if (is_first_) {
    return Outcome::not_a_call;
  } else if (is_call_tag(tag) && tag.match.kind != TokenKind::empty) {
    ++depth_;
  }
  return Outcome::again;
}

// ---- values ----------------------------------------------------------------------------------

XmlCall::Outcome XmlCall::value_step(const Segment& segment, LexerCounters& counters) {
  Match match;
  if (lexer_.next(segment, scope(), Lexer::no_limit, false, counters, match) !=
      Lexer::Outcome::match) {
    return Outcome::more;
  }
  const Tag tag = tag_of(segment, match);
  if (match.closes || match.kind == TokenKind::close) {
    on_value_closer(segment, tag);
  } else if (!is_call_tag(tag)) {
    on_value_opener(segment, tag);
  } else if (match.kind != TokenKind::empty) {
    ++depth_;
  }
  return Outcome::again;
}

void XmlCall::on_value_closer(const Segment& segment, const Tag& tag) {
  Closer closer = Closer::parameter;
  if (is_call_tag(tag)) {
    if (depth_ > 0) {
      --depth_;
      return;
    }
    closer = Closer::call;
  } else if (!function_.empty() && is_name(tag.name, function_)) {
    if (depth_ > 0) return;
    closer = Closer::function;
  }
  if (closer == Closer::parameter || remembered_ == none) {
    begin_candidate(closer, tag.match);
    return;
  }
  // The parameter's own closing tag does not come: its value ended at a line start.
  is_settled_ = true;
  depth_ = remembered_depth_;
  lexer_.restart(remembered_);
  end_value(segment, remembered_);
}

// An opening tag directly behind a line end. What does not count is text from its '<' on.
void XmlCall::on_value_opener(const Segment& segment, const Tag& tag) {
  const std::uint64_t begin = tag.match.begin;
  bool counts = tag.match.kind == TokenKind::open && is_parameter(tag);
  if (counts && !is_keyed_) {
    const Call* call = target();
    const ToolSchema* schema = call == nullptr ? nullptr : call->schema;
    if (schema != nullptr) {
      counts = SchemaTable::find(*schema, tag.name) != nullptr;
    } else {
      counts = !is_name(tag.name, parameter_);
      if (counts && !is_settled_) {
        counts = false;
        remembered_ = is_forgetful_ ? none : begin;
        remembered_depth_ = depth_;
        tags_.line_openers = false;
      }
    }
  }
  if (!counts) {
    lexer_.restart(begin + 1);
    return;
  }
  end_value(segment, begin);
  lexer_.restart(begin);
  lexer_.tell_failed_tags(&failed_tags_);
}

void XmlCall::begin_candidate(Closer closer, const Match& match) {
  state_ = State::candidate;
  closer_ = closer;
  candidate_ = match;
  blanks_until_ = match.end;
  lexer_.restart(match.end);
}

// A closing tag in a value counts only if what follows it fits.
XmlCall::Outcome XmlCall::candidate_step(const Segment& segment, bool at_end,
                                         LexerCounters& counters) {
  if (!skip_blanks(segment, counters)) return at_end ? accept(segment) : Outcome::more;
  if (!lexer_.in_attempt()) lexer_.restart(blanks_until_);
  Match match;
  switch (lexer_.next(segment, scope(), blanks_until_ + 1, false, counters, match)) {
    case Lexer::Outcome::more: return Outcome::more;
    case Lexer::Outcome::limit: break;
    case Lexer::Outcome::match:
      if (follows(tag_of(segment, match))) return accept(segment);
      break;
  }
  state_ = State::value;
  lexer_.restart(candidate_.end);
  return Outcome::again;
}

bool XmlCall::follows(const Tag& tag) const {
  const bool closes = tag.match.closes || tag.match.kind == TokenKind::close;
  switch (closer_) {
    case Closer::call: return !closes && set_->rules[tag.match.rule].role == Role::call;
    case Closer::function: return closes ? is_call_tag(tag) : !function_name(tag).empty();
    case Closer::parameter: break;
  }
  if (closes) {
    return is_call_tag(tag) || is_name(tag.name, parameter_) ||
           (!function_.empty() && is_name(tag.name, function_));
  }
  return is_parameter(tag) && (!is_keyed_ || is_name(tag.name, parameter_));
}

XmlCall::Outcome XmlCall::accept(const Segment& segment) {
  lexer_.restart(candidate_.end);
  end_value(segment, candidate_.begin);
  blanks_until_ = candidate_.end;
  if (closer_ == Closer::parameter) return Outcome::again;
  if (closer_ == Closer::function) {
    end_function(candidate_.end);
    return Outcome::again;
  }
  if (!function_.empty()) end_function(candidate_.begin);
  closer_begin_ = candidate_.begin;
  closer_end_ = candidate_.end;
  return Outcome::closed;
}

// ---- tags ------------------------------------------------------------------------------------

bool XmlCall::is_call_tag(const Tag& tag) const {
  if (tag.match.kind == TokenKind::marker) return true;
  return !tag_name_.empty() && is_name(tag.name, tag_name_);
}

bool XmlCall::opens_other_rule(std::string_view name) const {
  NameRange range = set_->names_from(static_cast<unsigned char>(name[0]));
  for (std::size_t i = 1; i < name.size() && !range.empty(); ++i) {
    range = set_->narrow(range, i, name[i]);
  }
  if (range.empty()) return false;
  const RuleSet::Name& found = set_->names[range.first];
  return found.text.size() == name.size() && found.rule != rule_;
}

// The attribute `name`, or the value directly behind the tag's name.
std::string_view XmlCall::name_attribute(const Tag& tag) const {
  const AttributeRange attributes(tag.raw);
  const auto by_name = attributes.find("name", set_->ignore_case);
  if (by_name && !by_name->empty()) return *by_name;
  return attributes.find("").value_or(std::string_view());
}

std::string_view XmlCall::function_name(const Tag& tag) const {
  if (tag.match.kind == TokenKind::marker) return {};
  const bool is_function = is_name(tag.name, "invoke") || is_name(tag.name, "function");
  return is_function ? name_attribute(tag) : std::string_view();
}

bool XmlCall::is_keyed(const Tag& tag) const {
  return is_name(tag.name, "parameter") || is_name(tag.name, "param");
}

bool XmlCall::is_parameter(const Tag& tag) const {
  if (is_call_tag(tag) || opens_other_rule(tag.name)) return false;
  return !is_keyed(tag) || !name_attribute(tag).empty();
}

// ---- calls -----------------------------------------------------------------------------------

void XmlCall::begin_function(const Tag& tag, std::string_view name) {
  has_functions_ = true;
  function_ = tag.name;
  if (is_forgetful_) calls_.clear();
  Call& call = calls_.emplace_back();
  call.begin = tag.match.begin;
  call.name = name;
  call.id = AttributeRange(tag.raw).find("id", set_->ignore_case).value_or(head_id_);
  call.schema = schemas_->find(call.name);
}

void XmlCall::end_function(std::uint64_t at) {
  Call& call = calls_.back();
  call.end = at;
  call.arguments += call.arguments.empty() ? "{}" : "}";
  function_.clear();
}

// Where a parameter belongs: to the open function, or to the call itself if it has none.
XmlCall::Call* XmlCall::target() {
  if (!function_.empty()) return &calls_.back();
  if (has_functions_) return nullptr;
  if (calls_.empty()) {
    Call& call = calls_.emplace_back();
    call.name = head_name_.empty() ? tag_name_ : head_name_;
    call.id = head_id_;
    call.schema = schemas_->find(call.name);
  }
  return &calls_.back();
}

void XmlCall::begin_parameter(const Tag& tag) {
  is_first_ = false;
  target();
  parameter_ = tag.name;
  is_keyed_ = is_keyed(tag);
  key_ = is_keyed_ ? name_attribute(tag) : tag.name;
  const AttributeRange attributes(tag.raw);
  drops_line_ends_ = is_keyed_ && attributes.find("").has_value();
  is_string_.reset();
  if (const auto string = attributes.find("string", set_->ignore_case); is_keyed_ && string) {
    if (*string == "true" || *string == "false") is_string_ = *string == "true";
  }
  state_ = State::value;
  value_begin_ = tag.match.end;
  tags_ = {tag_name_, function_, parameter_, !is_keyed_};
  remembered_ = none;
}

void XmlCall::end_value(const Segment& segment, std::uint64_t at) {
  state_ = State::structure;
  remembered_ = none;
  if (!is_forgetful_) add_value(segment.slice(value_begin_, at));
}

namespace {

void drop_line_ends(std::string_view& text) {
  if (text.substr(0, 2) == "\r\n") {
    text.remove_prefix(2);
  } else if (text.substr(0, 1) == "\n") {
    text.remove_prefix(1);
  }
  if (text.empty() || text.back() != '\n') return;
  text.remove_suffix(1);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
}

// Appends `text` if it is one JSON value.
bool append_json_value(std::string& out, std::string_view text, bool strict, bool& is_repaired) {
  const std::string list = '[' + std::string(text) + ']';
  JsonScanner scanner;
  std::size_t values = 0;
  scanner.feed(list, [&](JsonScanner::Mark mark, std::size_t depth, std::uint64_t) {
    if (mark == JsonScanner::Mark::value_begin && depth == 1) ++values;
  });
  const bool is_whole =
      scanner.status() == JsonScanner::Status::complete && scanner.offset() == list.size();
  if (!is_whole || values != 1 || trimmed(text).back() == ',') return false;
  if (strict && !scanner.is_strict()) return false;
  if (scanner.needs_repair()) is_repaired = true;
  std::string json;
  JsonRepair().feed(list, json);
  out += trimmed(std::string_view(json).substr(1, json.size() - 2));
  return true;
}

}  // namespace

void XmlCall::add_value(std::string_view text) {
  Call* const call = target();
  if (call == nullptr) return;
  if (drops_line_ends_) drop_line_ends(text);
  call->arguments += call->arguments.empty() ? '{' : ',';
  append_json_string(call->arguments, key_);
  call->arguments += ':';
  if (is_string_.has_value()) {
    if (*is_string_ || !append_json_value(call->arguments, text, strict_, call->is_repaired)) {
      append_json_string(call->arguments, text);
    }
    return;
  }
  ValueTypes types = ValueTypes::none;
  if (call->schema != nullptr) {
    const ParameterSchema* schema = SchemaTable::find(*call->schema, key_);
    if (schema != nullptr) types = schema->types;
  }
  if (append_typed_value(call->arguments, text, types, strict_)) call->is_repaired = true;
}

bool XmlCall::is_complete(const Segment& segment) const {
  if (!has_functions_ || !function_.empty() || state_ != State::structure) return false;
  return trimmed(segment.slice(calls_.back().end, segment.end)).empty();
}

std::size_t XmlCall::part_count() {
  if (calls_.empty()) target();
  return calls_.size();
}

CallPart XmlCall::part(std::size_t index, KeptStrings& owned) {
  Call& call = calls_[index];
  CallPart part;
  part.begin = call.begin;
  part.end = call.end;
  if (call.name.empty()) {
    part.error = CallErrorCode::missing_name;
    part.message = "nothing names the tool";
    return part;
  }
  if (call.end == 0) call.arguments += call.arguments.empty() ? "{}" : "}";
  part.name = keep(owned, std::move(call.name));
  part.arguments = keep(owned, std::move(call.arguments));
  part.id = keep(owned, std::move(call.id));
  part.is_repaired = call.is_repaired;
  return part;
}

CallProgress XmlCall::progress(std::size_t index) {
  Call& call = calls_[index];
  const std::size_t given = std::exchange(call.given, call.arguments.size());
  return {call.name, call.id, std::string_view(call.arguments).substr(given), false};
}

// ---- passing on ------------------------------------------------------------------------------

std::uint64_t XmlCall::keep_from() const {
  if (is_first_) return blanks_until_ - 1;
  return (state_ == State::candidate ? candidate_.end : lexer_.position()) - 1;
}

std::uint64_t XmlCall::passed_until(std::uint64_t segment_end) const {
  if (is_first_) return blanks_until_;
  const bool may_be_the_end = state_ == State::candidate && closer_ == Closer::call;
  if (may_be_the_end) return candidate_.end;
  return lexer_.in_attempt() ? lexer_.position()
                             : segment_end;  // it may end inside a tag that fails
}

}  // namespace tagstream
