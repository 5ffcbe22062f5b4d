#include "body/json_body.hpp"

#include "lex/grammar.hpp"
#include "lex/rules.hpp"

namespace tagstream {

// The marks of the lexer for `{"tool":"a","name":"b","args":{"n":1}}`:
//
//   value_begin, depth 0     an item begins
//   keys, values, depth 1    of the item
//   value_end, depth 0       the item ends: a({"n":1})
//
// In a list, `[{...}, {...}]`, all marks are one level deeper, and `base_` is 1.
using Mark = JsonLexer::Mark;
using Status = JsonLexer::Status;
using Form = TextRef::Form;
using Shape = JsonItem::Shape;

namespace {

// The value of `base_` for items in a list that is all of an object: {"tool_calls": [...]}.
constexpr std::uint8_t in_object = 2;

// Passes over the blanks after a value. Returns true if another value follows. In minimax_m1
// `{"name": "a"}{"name": "b"} [{"name": "c"}]` is three calls.
bool has_next_line(const BodyInput& input, std::uint64_t& at) {
  const std::uint64_t from = at;
  while (at < input.segment.end && is_blank(*input.segment.at(at))) ++at;
  input.counters.examined += at - from;
  if (at == input.segment.end) return false;
  return *input.segment.at(at) == '{' || *input.segment.at(at) == '[';
}

}  // namespace

JsonBody::JsonBody(const BodyPlace& place)
    : strings_(place.set->rules[place.rule].strings.get()),
      begin_(place.begin),
      body_begin_(place.begin),
      item_(place),
      has_lines_(place.format == CallBody::json_lines) {}

// `[]` is the error `empty`. With `strict_json`, `{'name':'f'}` is read to its end, and
// is then the error `invalid_json` at its first quote.
BodyEnd JsonBody::read(const BodyInput& input, CallList& list) {
  for (;;) {
    if (wait_at_ == 0) {
      const Status status = read_value(input, list);
      if (status == Status::open) return {};
      const std::uint64_t at = keep_from();
      if (status == Status::failed) return {BodyEnd::Kind::broken, at, at};
      value_end_ = at;
      if (base_ == in_object) {
        list.state.has_non_call = list.standing().errors != 0;
        list.state.is_announced = !list.head().needs_both;
      }
      if (!has_lines_) break;
      wait_at_ = at;
    }
    if (!has_next_line(input, wait_at_)) {
      if (wait_at_ == input.segment.end && !input.at_end) return {};
      break;
    }
    begin_ = wait_at_;
    wait_at_ = 0;
    whole_list_ = WholeList::may_come;
    lexer_ = JsonLexer(json_like);
  }
  list.state.is_complete = true;
  const bool is_nameless = item_.shape() == Shape::arguments && list.head().name.empty();
  if (list.head().strict && first_repair_ != 0 && !is_nameless) {
    list.fail(Code::invalid_json, first_repair_, "this spelling is not strict JSON");
  } else if (list.size() == 0) {
    list.fail(Code::empty, body_begin_, "the list of calls is empty");
  }
  return {BodyEnd::Kind::complete, value_end_, value_end_};
}

// A body that begins with neither `{` nor `[` fails at its first byte. A call that is
// named by its tag is announced only at its end: in `<tool name="f">{"a":1` the body may still name
// another tool.
Status JsonBody::read_value(const BodyInput& input, CallList& list) {
  const std::uint64_t from = keep_from();
  const std::string_view text = input.segment.slice(from, input.segment.end);
  if (from == begin_ && !text.empty()) {
    if (text[0] != '{' && text[0] != '[') return Status::failed;
    base_ = text[0] == '[' && item_.shape() != Shape::arguments ? 1 : 0;
    list.state.is_announced =
        !list.head().needs_both && (item_.shape() == Shape::arguments || list.head().name.empty());
  }
  const Status status = lexer_.feed(text, [&](Mark mark, std::size_t depth, std::uint64_t at) {
    const std::size_t deepest = item_.in_function() ? base_ + 2U : base_ + 1U;
    if (depth <= deepest) {
      note(input, list, mark, depth, begin_ + at);
    } else if (mark == Mark::key && depth == deepest + 1) {
      const std::string_view key = input.segment.slice(string_begin(), begin_ + at);
      if (key.substr(1, key.size() - 2) == "properties") list.item().has_properties = true;
    }
  });
  item_.tell_news(list);
  if (base_ == in_object) list.state.has_non_call = false;  // another key may follow the list
  const std::uint64_t at = keep_from();
  input.counters.examined += at - from;
  BodyState& state = list.state;
  state.read_until = state.known_until = at;
  if (lexer_.pending() != ~std::uint64_t{0}) state.known_until = begin_ + lexer_.pending();
  state.needs_repair = needs_repair_ || lexer_.spelling().needs_repair();
  if (status != Status::complete) return status;
  needs_repair_ = state.needs_repair;
  const JsonSpelling& spelling = lexer_.spelling();
  if (lexer_.strings().end != 0) literal_end_ = begin_ + lexer_.strings().end;
  if (first_repair_ == 0 && !spelling.is_strict()) first_repair_ = begin_ + spelling.first_repair;
  return status;
}

Shield JsonBody::shield() const {
  Shield shield;
  if (lexer_.is_at_string()) shield.begin = string_begin();
  if (lexer_.in_string()) shield.quote = lexer_.open_quote();
  shield.last_end = lexer_.strings().end != 0 ? begin_ + lexer_.strings().end : literal_end_;
  return shield;
}

// ---- items -----------------------------------------------------------------------------------

void JsonBody::note(const BodyInput& input, CallList& list, Mark mark, std::size_t depth,
                    std::uint64_t at) {
  switch (mark) {
    case Mark::key:
      if (depth == 1 && base_ == in_object) leave_list(list);
      note_key(input.segment, list, depth, at);
      break;
    case Mark::value_begin: note_value(input.segment, list, depth, at); break;
    case Mark::value_end: note_value_end(input, list, depth, at); break;
  }
}

// The key `tool_calls` may be all of the object if it comes first.
void JsonBody::note_key(const Segment& segment, CallList& list, std::size_t depth,
                        std::uint64_t at) {
  const bool is_inner = item_.in_function() && depth == base_ + 2U;
  if (item_.shape() == Shape::arguments || (depth != base_ + 1U && !is_inner)) return;
  const std::string_view literal = segment.slice(string_begin(), at);
  const JsonItem::Value key = {string_begin(), at, literal[0]};
  const JsonKey meaning = item_.note_key(literal, key, place_of(depth), list);
  const bool is_first_line = begin_ == body_begin_;
  const bool is_list_next = meaning == JsonKey::calls && whole_list_ == WholeList::may_come &&
                            base_ == 0 && is_first_line && list.head().name.empty();
  whole_list_ = is_list_next ? WholeList::is_next : WholeList::no;
  if (is_list_next) list_key_ = key;
}

void JsonBody::note_value(const Segment& segment, CallList& list, std::size_t depth,
                          std::uint64_t at) {
  const char first = *segment.at(at);
  if (depth == base_) return begin_item(list, at, first);
  if (whole_list_ == WholeList::is_next && first == '[') return begin_list(list);
  whole_list_ = WholeList::no;
  item_.note_value({at, 0, first}, place_of(depth));
}

void JsonBody::note_value_end(const BodyInput& input, CallList& list, std::size_t depth,
                              std::uint64_t at) {
  if (depth != base_) return item_.note_value_end(input.segment, place_of(depth), at);
  item_.end(input, list, at);
  list.end(input.segment, at,
           base_ == 0 && !has_lines_ ? CallList::Place::alone : CallList::Place::in_list,
           input.counters);
}

// Begins a list that may be all of an object. Its items count only when the object has ended.
// `{"tool_calls": [{"name":"f"}, {"name":"g"}]}` is two calls.
void JsonBody::begin_list(CallList& list) {
  list.restart();
  list.state.is_announced = false;
  whole_list_ = WholeList::no;
  base_ = in_object;
  item_.begin();
}

// Another key follows the list, so the object itself is the item.
// `{"tool_calls":[{"name":"f"}],"name":"g","arguments":{"a":1}}` calls g.
void JsonBody::leave_list(CallList& list) {
  list.restart();
  list.state.is_announced = !list.head().needs_both;
  base_ = 0;
  begin_item(list, begin_, '{');
  item_.lose_calls(list_key_);
}

// In function_json the tag names the tool, so
// `<function=plus>{"name":"minus","arguments":{"a":1}}</function>` calls plus with the whole
// object.
void JsonBody::begin_item(CallList& list, std::uint64_t at, char first) {
  item_.begin();
  list.begin(at);
  list.item().error_at = at;
  const bool is_named_elsewhere = !list.head().name.empty();
  if (item_.shape() == Shape::arguments) {
    list.item().error_at = list.head().name_at_or(at);
    if (is_named_elsewhere) list.item().name = {0, 0, Form::head};
    list.item().arguments = {at, 0, first == '{' ? Form::object : Form::other};
    if (first != '{') list.state.has_non_call = true;
  } else if (first != '{' && !is_named_elsewhere) {
    list.state.has_non_call = true;
  }
}

}  // namespace tagstream
