// Runs through the calls of a body in code. The example with its states stands before `read`.

#include "body/pythonic_body.hpp"

#include "body/call_name.hpp"
#include "body/code_arguments.hpp"
#include "lex/grammar.hpp"
#include "lex/rules.hpp"

namespace tagstream {

PythonicBody::PythonicBody(const BodyPlace& place)
    : shape_(place.pythonic),
      begin_(place.begin),
      at_(place.begin),
      lexer_(arguments_lexer(*place.pythonic)),
      line_end_(line_end()),
      set_(place.set),
      strings_(place.set->rules[place.rule].strings.get()),
      gives_pieces_(place.gives_pieces),
      ends_with_(EndsWith::closer) {
  const CompiledRule& rule = place.set->rules[place.rule];
  if (rule.can_close()) return;
  ends_with_ = rule.call.is_tentative || !shape_->after.empty() ? EndsWith::line : EndsWith::call;
}

// The states for `[light(on=True), lock()]`, without a marker in the dialect pythonic:
//
//   [  start → list      light  name      (  arguments, read by CodeLexer: {"on":true}
//   ,  after_call        lock   name      (  arguments: {}
//   ]  line_end: the list counts if its line ends here
//
// If one call is wrong, as in `[light(on=True), lock(now=soon)]`, the whole list is text.

// ---- reading ---------------------------------------------------------------------------------

BodyEnd PythonicBody::read(const BodyInput& input, CallList& list) {
  const Segment& segment = input.segment;
  list.state.pythonic = shape_;
  list.state.is_announced = !list.head().needs_both;
  list.state.needs_repair = false;
  const std::uint64_t from = at_;
  Step result = Step::next;
  while (at_ < segment.end && (result == Step::next || result == Step::again)) {
    if (state_ == State::arguments) {
      result = read_arguments(input, list);
    } else if (state_ == State::line_end) {
      result = read_line_end(input, list);
      if (result == Step::next) break;
    } else {
      result = step(input, list, *segment.at(at_));
      if (result == Step::next) ++at_;
    }
  }
  input.counters.examined += at_ - from;
  list.state.read_until = list.state.known_until = at_;
  switch (result) {
    case Step::json: return {BodyEnd::Kind::json, begin_, 0};
    case Step::failed: return {BodyEnd::Kind::broken, at_, at_};
    case Step::complete: return complete(list);
    default: break;
  }
  if (!input.at_end) return {};
  const bool is_whole = state_ == State::next_list || (state_ == State::after_call && !is_list_) ||
                        (state_ == State::line_end && read_line_end(input, list) == Step::complete);
  return is_whole ? complete(list) : BodyEnd();
}

PythonicBody::Step PythonicBody::step(const BodyInput& input, CallList& list, char byte) {
  switch (state_) {
    case State::start: return start_step(byte);
    case State::list:
      if (byte == '{' || byte == ']') return value_end_ == 0 ? Step::json : Step::failed;
      if (is_blank(byte)) return Step::next;
      state_ = State::call;
      return Step::again;
    case State::call:
      if (is_blank(byte)) return Step::next;
      if (byte == ']' && is_list_ && value_end_ != 0) return end_list();
      call_begin_ = at_;
      matched_ = 0;
      state_ = before().empty() ? State::name_begin : State::before;
      return Step::again;
    case State::before:
      if (byte != before()[matched_]) return Step::failed;
      if (++matched_ == before().size()) {
        state_ = shape_->has_name_in_front() ? State::after_name : State::name_begin;
      }
      return Step::next;
    case State::name_begin:
      if (!begins_call_name(byte)) return Step::failed;
      name_begin_ = at_;
      may_go_on_ = shape_->spaced_names;
      state_ = State::name;
      return Step::next;
    case State::name: return name_step(input.segment);
    case State::after_name: return after_name_step(list, byte);
    case State::after_call: return after_call_step(byte);
    case State::next_list:
      if (byte == '[') state_ = State::list;
      return byte == '[' || is_blank(byte) ? Step::next : Step::failed;
    case State::arguments:
    case State::line_end:
    case State::done: break;
  }
  return Step::failed;
}

// `[f(a=1), g()]` and `f(a=1) g()` are two calls. `{`, `[{` and `[]` begin JSON.
PythonicBody::Step PythonicBody::start_step(char byte) {
  if (byte == '{') return Step::json;
  is_list_ = byte == '[' && !shape_->has_name_in_front();
  state_ = is_list_ ? State::list : State::call;
  return is_list_ ? Step::next : Step::again;
}

// A name has at most 256 bytes.
PythonicBody::Step PythonicBody::name_step(const Segment& segment) {
  while (at_ < segment.end && is_call_name_byte(*segment.at(at_))) {
    if (at_ - name_begin_ >= max_id_bytes) return Step::failed;
    ++at_;
  }
  if (at_ == segment.end) return Step::again;
  // `f.call(a=1)` calls f.
  const std::string_view name = segment.slice(name_begin_, at_);
  const std::string_view after = shape_->after;
  if (name.size() <= after.size() || !name.ends_with(after)) return Step::failed;
  name_end_ = at_ - after.size();
  state_ = State::after_name;
  return Step::again;
}

// In toolace `Market Trends API(` is one name; a name has no line end in it. If the
// name stands in front of the body, the word before the bracket must be the fixed word of the
// format.
PythonicBody::Step PythonicBody::after_name_step(CallList& list, char byte) {
  if (is_blank(byte)) {
    if (byte != ' ') may_go_on_ = false;
    return Step::next;
  }
  if (may_go_on_ && is_call_name_byte(byte)) {
    state_ = State::name;
    return Step::again;
  }
  if (byte != '(' && (shape_->quote.empty() || byte != '{')) return Step::failed;
  arguments_begin_ = at_;
  keywords_.restart();
  lexer_ = arguments_lexer(*shape_);
  copy_ = JsonCopy();
  state_ = State::arguments;
  const bool is_in_front = shape_->has_name_in_front();
  const bool has_head = is_in_front && !list.head().name.empty();
  list.begin(has_head ? list.head().name_at_or(call_begin_) : call_begin_);
  if (!is_in_front) list.item().name = {name_begin_, name_end_, TextRef::Form::plain};
  if (has_head) list.item().name.form = TextRef::Form::head;
  list.item().arguments = gives_pieces_ ? TextRef{arguments_begin_, 0, TextRef::Form::literals}
                                        : TextRef{list.written.size(), 0, TextRef::Form::written};
  return Step::again;
}

PythonicBody::Step PythonicBody::read_arguments(const BodyInput& input, CallList& list) {
  const Segment& segment = input.segment;
  const bool has_keywords = shape_->quote.empty();
  copy_.write_to(list.written);
  const auto sink = [&](CodeLexer::Mark mark, std::size_t depth, std::uint64_t end) {
    if (mark != CodeLexer::Mark::key || depth != 1) return;
    const std::uint64_t begin = lexer_.strings().begin;
    if (lexer_.is_dictionary()) return;
    keywords_.add(segment.slice(arguments_begin_ + begin, arguments_begin_ + end), begin);
  };
  const auto status =
      lexer_.feed_small(segment.slice(at_, segment.end), sink, gives_pieces_ ? nullptr : &copy_);
  at_ = arguments_begin_ + lexer_.offset();
  if (status == CodeLexer::Status::failed) return Step::failed;
  if (status == CodeLexer::Status::open) return Step::again;
  value_end_ = at_;
  state_ = State::after_call;
  if (lexer_.strings().end != 0) literal_end_ = arguments_begin_ + lexer_.strings().end;
  const JsonSpelling& spelling = lexer_.spelling();
  const bool has_slip = spelling.is_repaired;
  if (has_slip && first_slip_ == 0) first_slip_ = arguments_begin_ + spelling.first_repair;
  const std::uint64_t repeated = keywords_.repeated();
  if (repeated != 0 && repeated_ == 0 && has_keywords) repeated_ = arguments_begin_ + repeated;
  if (!is_list_ && ends_with_ == EndsWith::line) state_ = State::line_end;
  const Step step = !is_list_ && ends_with_ == EndsWith::call ? Step::complete : Step::again;
  list.item().arguments.end = gives_pieces_ ? at_ : list.written.size();
  // Where the arguments are no code of Python, as in gemma4, both stand, as in JSON.
  list.item().is_repaired = has_slip || lexer_.is_dictionary() || repeated != 0;
  list.end(input.segment, at_, CallList::Place::alone, input.counters);
  return step;
}

PythonicBody::Step PythonicBody::after_call_step(char byte) {
  if (is_blank(byte)) return Step::next;
  if (is_list_) {
    if (byte == ']') return end_list();
    if (byte != ',') return Step::failed;
    state_ = State::call;
    return Step::next;
  }
  if (!may_begin_call(byte)) return Step::complete;
  state_ = State::call;
  return Step::again;
}

PythonicBody::Step PythonicBody::end_list() {
  value_end_ = at_ + 1;
  if (ends_with_ != EndsWith::line) return Step::complete;
  state_ = State::line_end;
  return Step::next;
}

// In lfm2 `[light(on=True)]Done.` is a call if `light` is offered. After a comma the
// list may go on in another one, as in `[light(on=True)], [lock()]`.
PythonicBody::Step PythonicBody::read_line_end(const BodyInput& input, const CallList& list) {
  switch (line_end_.read(input.segment, value_end_, input.at_end, *set_, input.counters)) {
    case LineEnd::Status::open: return Step::next;
    case LineEnd::Status::ends: return Step::complete;
    case LineEnd::Status::goes_on: break;
  }
  at_ = line_end_.at();
  if (is_list_ && *input.segment.at(at_) == ',') {
    line_end_ = line_end();
    state_ = State::next_list;
    ++at_;
    return Step::again;
  }
  const bool may_touch = shape_->text_may_touch && is_list_ && list.head().offered != nullptr;
  const bool touches = at_ == value_end_ && begins_call_name(*input.segment.at(at_));
  return may_touch && touches ? Step::complete : Step::failed;
}

// `[f(a=1, b=2, a=3)]` is the error `invalid_json`, since it has a keyword twice. The whole
// body is the error, at the second `a`.
BodyEnd PythonicBody::complete(CallList& list) {
  if (is_list_ || state_ == State::line_end) at_ = value_end_;
  state_ = State::done;
  list.state.read_until = list.state.known_until = at_;
  list.state.is_complete = true;
  if (list.head().strict && first_slip_ != 0) {
    list.fail(Code::invalid_json, first_slip_,
              "a delimiter or a comma is not as the format has it");
  }
  if (repeated_ != 0) {
    list.fail(Code::invalid_json, repeated_, "a keyword is given twice");
  }
  return {BodyEnd::Kind::complete, value_end_, value_end_};
}

// ---- asked for -------------------------------------------------------------------------------

bool PythonicBody::may_begin_call(char byte) const {
  if (shape_->has_name_in_front()) return false;
  return shape_->before.empty() ? begins_call_name(byte) : byte == shape_->before[0];
}

// A closer inside a string belongs to the string, unless the body fails in that string.
Shield PythonicBody::shield() const {
  Shield shield;
  shield.last_end = literal_end_;
  const CodeLexer::Strings& strings = lexer_.strings();
  if (lexer_.is_at_string()) shield.begin = arguments_begin_ + strings.begin;
  shield.quote = lexer_.open_quote();
  if (strings.end != 0) shield.last_end = arguments_begin_ + strings.end;
  return shield;
}

}  // namespace tagstream
