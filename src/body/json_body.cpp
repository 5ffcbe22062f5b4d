#include "body/json_body.hpp"

#include <string>

#include "body/schema_table.hpp"
#include "json/json_text.hpp"
#include "json/value_converter.hpp"
#include "lex/grammar.hpp"
#include "lex/rules.hpp"

// The id of a call is the value of `id`, `tool_call_id` or `call_id`. A value of more
// than 256 bytes is not an id.

namespace tagstream {

// The marks of the lexer for `{"tool":"a","name":"b","args":{"n":1}}`:
//
//   value_begin, depth 0     an item begins
//   key `tool`               a key of names; its value is `own_.name`
//   key `name`               also a key of names, but the first one counts: its value is ignored
//   key `args`               a key of arguments: `own_.arguments` from `{` to `}`
//   value_end, depth 0       the item ends: a({"n":1})
//
// In a list, `[{...}, {...}]`, all marks are one level deeper, and `base_` is 1. The fields
// of the inner object in `{"function": {"name": "f", "arguments": {}}}` go to `inner_`.
using Mark = JsonLexer::Mark;
using Status = JsonLexer::Status;
using Form = TextRef::Form;

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
    : keys_(place.keys),
      schemas_(place.schemas),
      strings_(place.set->rules[place.rule].strings.get()),
      begin_(place.begin),
      body_begin_(place.begin),
      has_lines_(place.format == CallBody::json_lines),
      shape_(Shape::calls) {
  if (place.format == CallBody::json_by_name) shape_ = Shape::by_name;
  if (place.is_named || place.format == CallBody::arguments) shape_ = Shape::arguments;
}

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
  const bool is_nameless = shape_ == Shape::arguments && list.head().name.empty();
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
    base_ = text[0] == '[' && shape_ != Shape::arguments ? 1 : 0;
    list.state.is_announced =
        !list.head().needs_both && (shape_ == Shape::arguments || list.head().name.empty());
  }
  const Status status = lexer_.feed(text, [&](Mark mark, std::size_t depth, std::uint64_t at) {
    const std::size_t deepest = in_function() ? base_ + 2U : base_ + 1U;
    if (depth <= deepest) {
      note(input, list, mark, depth, begin_ + at);
    } else if (mark == Mark::key && depth == deepest + 1) {
      const std::string_view key = input.segment.slice(string_begin(), begin_ + at);
      if (key.substr(1, key.size() - 2) == "properties") list.item().has_properties = true;
    }
  });
  if (item_changed_) tell(list, false);
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

// ---- values ----------------------------------------------------------------------------------

// `"a1"` and `7` are ids; `""`, `null` and objects are not.
bool JsonBody::Value::is_id() const {
  if (end == 0) return false;
  if (is_string()) return is_word() && end - begin - 2 <= max_id_bytes;
  const bool is_number = first == '-' || (first >= '0' && first <= '9');
  return is_number && end - begin <= max_id_bytes;
}

// False for null, `{}` and `[]`, which as arguments say nothing.
bool JsonBody::Value::holds(const Segment& segment) const {
  if (end == 0 || first == 'n' || first == 'N') return false;
  const bool is_nest = first == '{' || first == '[';
  return !is_nest || !trimmed(segment.slice(begin + 1, end - 1)).empty();
}

TextRef JsonBody::Value::piece() const {
  Form form = Form::other;
  if (first == 0) form = Form::absent;
  if (first == '{') form = Form::object;
  if (first == 'n' || first == 'N') form = Form::null;
  if (is_string()) form = Form::string;
  return {begin, end, form};
}

// Keys and values of items stand at depth base_ + 1, those of a function object one level deeper.
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

// Keys are compared decoded, so `n\u0061me` is `name`. Other keys, such as `why`, are
// ignored.
JsonBody::Key JsonBody::key_of(std::string_view literal) {
  constexpr std::size_t longest = 96;  // with every byte as \uXXXX
  is_spare_ = false;
  if (literal.size() > longest) return Key::other;
  std::string decoded;
  std::string_view key = literal.substr(1, literal.size() - 2);
  const Key usual = known_key(key);
  if (usual != Key::other && !keys_->are_given()) return usual;  // so it has no escape
  if (key.find('\\') != std::string_view::npos) {
    decoded = decode_json_string(literal);
    key = decoded;
  }
  const Key own = keys_->of(key);
  const Key known = own == Key::other ? known_key(key) : own;
  is_spare_ = own == Key::other && keys_->has(known);
  return known;
}

// Only keys of the item itself count: `{"name":"f","arguments":{"name":"g"}}` calls f.
// The key `tool_calls` may be all of the object if it comes first. In apertus the only key of an
// object is the name.
void JsonBody::note_key(const Segment& segment, CallList& list, std::size_t depth,
                        std::uint64_t at) {
  const bool is_own = depth == base_ + 1U;
  const bool is_inner = in_function() && depth == base_ + 2U;
  if (shape_ == Shape::arguments || (!is_own && !is_inner)) return;
  const std::string_view literal = segment.slice(string_begin(), at);
  key_ = key_of(literal);
  const bool is_extra = is_own && key_ == Key::other;
  has_extras_ = has_extras_ || is_extra;
  is_type_ = false;
  key_at_ = {string_begin(), at, '"'};
  if (key_ == Key::other) {
    const std::string_view word = literal.substr(1, literal.size() - 2);
    is_type_ = is_own && word == "type";
    const bool is_lost = word != "type" && word != "index";
    has_lost_ = has_lost_ || is_lost;
    if (is_lost) lose(key_at_);
  }
  if (is_extra && list.head().lacks_opener) list.state.has_non_call = true;
  const bool may_describe = list.head().needs_both && key_ == Key::other;
  if (may_describe && decode_json_string(literal) == "description") list.item().is_described = true;
  const bool is_first_line = begin_ == body_begin_;
  const bool is_list_next = key_ == Key::calls && whole_list_ == WholeList::may_come &&
                            base_ == 0 && is_first_line && list.head().name.empty();
  whole_list_ = is_list_next ? WholeList::is_next : WholeList::no;
  if (is_list_next) list_key_ = key_at_;
  if (shape_ != Shape::by_name) return;
  key_ = Key::other;
  if (!is_own) return;
  item_changed_ = true;  // an object with a second key is not a call
  if (own_.keys++ != 0) return;
  own_.name = {string_begin(), at, *segment.at(string_begin())};
  key_ = Key::arguments;
}

void JsonBody::note_value(const Segment& segment, CallList& list, std::size_t depth,
                          std::uint64_t at) {
  const char first = *segment.at(at);
  if (depth == base_) {
    begin_item(list, at, first);
    key_ = Key::other;
    return;
  }
  if (whole_list_ == WholeList::is_next && first == '[') return begin_list(list);
  const bool is_null = first == 'n' || first == 'N';
  if (key_ == Key::calls && depth == base_ + 1U && !is_null) lose_calls(key_at_);
  whole_list_ = WholeList::no;
  if (is_type_ && depth == base_ + 1U && !type_.is_given()) {
    type_.begin = at;
    type_.first = first;
    open_ = &type_;
  }
  if (key_ == Key::other) return;
  if (depth == base_ + 1U) {
    note_field(own_, at, first);
  } else if (in_function() && depth == base_ + 2U) {
    note_field(inner_, at, first);
  }
  key_ = Key::other;
  item_changed_ = true;
}

// A key `id` inside a function object is not the call's id. The key `name` in
// cohere_command4 is spare: it counts only if the format's own key, `tool_name`, is absent.
void JsonBody::note_field(Fields& fields, std::uint64_t at, char first) {
  // A function object is read only if no name came before it.
  const bool is_object = key_ == Key::function && first == '{' && !fields.name.is_given();
  Fields& into = is_spare_ && !is_object ? spare_ : fields;
  Value* field = nullptr;
  switch (key_) {
    case Key::name:
    case Key::function: field = &into.name; break;
    case Key::arguments: field = into.arguments.is_given() ? &again_ : &into.arguments; break;
    case Key::id:
      if (&fields == &inner_) return;
      field = &into.id;
      break;
    case Key::calls:
    case Key::other: return;
  }
  if (key_ == Key::id && !field->is_id()) *field = {};
  if (field->is_given()) {
    has_extras_ = has_extras_ || field == &own_.name;
    const bool is_name = key_ == Key::name || key_ == Key::function;
    if (is_name && &into == &fields) lose(key_at_);
    return;
  }
  field->begin = at;
  field->first = first;
  if (key_ == Key::function && first == '{' && &into == &own_) {
    function_ = Function::open;
    return;  // its end is noted in note_value_end
  }
  open_ = field;
}

void JsonBody::note_value_end(const BodyInput& input, CallList& list, std::size_t depth,
                              std::uint64_t at) {
  if (depth == base_) {
    take_type(input.segment, list);
    tell(list, true);
    if (has_extras_) take_extras(input, list, at);
    check_lost(input.segment, list);
    if (lost_.is_given()) tell_lost(input.segment, list);
    if (shape_ == Shape::arguments) list.item().arguments.end = at;
    list.end(input.segment, at,
             base_ == 0 && !has_lines_ ? CallList::Place::alone : CallList::Place::in_list,
             input.counters);
    return;
  }
  if (depth == base_ + 1U && in_function()) {
    function_ = Function::closed;
    own_.name.end = at;
  } else {
    const std::size_t own_depth = in_function() ? base_ + 2U : base_ + 1U;
    if (open_ == nullptr || depth != own_depth) return;
    open_->end = at;
    if (open_ == &again_ && !again_.holds(input.segment)) again_ = {};
    open_ = nullptr;
  }
  item_changed_ = true;
}

// ---- items -----------------------------------------------------------------------------------

// Begins a list that may be all of an object. Its items count only when the object has ended.
// `{"tool_calls": [{"name":"f"}, {"name":"g"}]}` is two calls.
void JsonBody::begin_list(CallList& list) {
  list.restart();
  list.state.is_announced = false;
  whole_list_ = WholeList::no;
  base_ = in_object;
  key_ = Key::other;
}

// Another key follows the list, so the object itself is the item.
// `{"tool_calls":[{"name":"f"}],"name":"g","arguments":{"a":1}}` calls g.
void JsonBody::leave_list(CallList& list) {
  list.restart();
  list.state.is_announced = !list.head().needs_both;
  base_ = 0;
  begin_item(list, begin_, '{');
  lose_calls(list_key_);
  own_.keys = shape_ == Shape::by_name ? 1 : 0;
}

// In function_json the tag names the tool, so
// `<function=plus>{"name":"minus","arguments":{"a":1}}</function>` calls plus with the whole
// object.
void JsonBody::begin_item(CallList& list, std::uint64_t at, char first) {
  own_ = inner_ = {};
  again_ = type_ = lost_ = {};
  function_ = Function::none;
  has_extras_ = has_lost_ = false;
  if (keys_->are_given()) spare_ = {};
  list.begin(at);
  list.item().error_at = at;
  const bool is_named_elsewhere = !list.head().name.empty();
  if (shape_ == Shape::arguments) {
    list.item().error_at = list.head().name_at_or(at);
    if (is_named_elsewhere) list.item().name = {0, 0, Form::head};
    list.item().arguments = {at, 0, first == '{' ? Form::object : Form::other};
    if (first != '{') list.state.has_non_call = true;
  } else if (first != '{' && !is_named_elsewhere) {
    list.state.has_non_call = true;
  }
}

// At the end of the object, values under other formats' keys fill in the fields that are missing.
// An id that is taken here may come too late for the start of the call, which needs only the name.
void JsonBody::take_spare(CallItem& item) {
  const Value& name = has_function() ? inner_.name : own_.name;
  item.is_id_late = name.is_given() && !own_.id.is_id();
  const auto fill = [](Value& own, const Value& spare) {
    if (!own.is_given()) own = spare;
  };
  fill(own_.name, spare_.name);
  fill(own_.arguments, spare_.arguments);
  if (!own_.id.is_id()) own_.id = spare_.id;
  if (has_function() && !inner_.name.is_given()) inner_.name = spare_.name;
}

namespace {

// True if the literal is a value of `type` that marks a call: {"type": "function", "name": ...}.
bool is_type_of_call(std::string_view literal) {
  if (literal.size() < 2 || (literal[0] != '"' && literal[0] != '\'')) return false;
  const std::string_view word = literal.substr(1, literal.size() - 2);
  return word == "function" || word == "tool_call" || word == "tool_use";
}

}  // namespace

// In an object that has arguments and no name, the value of `type` is the name if a tool of
// this name is offered. `{"arguments":{"a":1},"type":"calc"}` calls calc.
void JsonBody::take_type(const Segment& segment, CallList& list) {
  const bool has_name = own_.name.is_given() || spare_.name.is_given() || has_function();
  const bool has_arguments = own_.arguments.is_given() || spare_.arguments.is_given();
  const bool may_be = shape_ == Shape::calls && type_.is_word() && !has_name && has_arguments &&
                      list.head().name.empty() && !list.head().needs_both;
  if (!may_be) return;
  const std::string_view literal = segment.slice(type_.begin, type_.end);
  const std::string word = decode_json_string(literal);
  const ToolSchema* const tool = schemas_->find(word);
  if (tool == nullptr || tool->name != word || is_type_of_call(literal)) return;
  own_.name = type_;
  list.item().is_repaired = true;
}

// An object with a name, without arguments, but with other keys. These are the arguments if
// the tool has a parameter for each of them; else the object is the error `bad_arguments`. A call
// is never made without the values that the model wrote for it.
void JsonBody::take_extras(const BodyInput& input, CallList& list, std::uint64_t end) {
  CallItem& item = list.item();
  if (list.head().lacks_opener) return item.fail(Code::missing_name, item.begin);
  const bool is_lone = shape_ == Shape::calls && !has_function() && list.head().name.empty();
  const bool lacks_arguments = item.is_named() && item.arguments.form == Form::absent;
  if (!is_lone || !lacks_arguments || list.head().needs_both) return;
  const std::string_view name = input.segment.slice(item.name.begin, item.name.end);
  const ToolSchema* const tool = schemas_->find(decode_json_string(name));
  const std::string_view object = input.segment.slice(item.begin, end);
  input.counters.examined += object.size();
  bool are_known = true;
  std::string extras = "{";
  std::string_view key;
  std::uint64_t value_begin = 0;
  JsonLexer lexer(json_like);
  lexer.feed_small(object, [&](Mark mark, std::size_t depth, std::uint64_t at) {
    if (depth != 1) return;
    if (mark == Mark::key) key = object.substr(lexer.strings().begin, at - lexer.strings().begin);
    if (mark == Mark::value_begin) value_begin = at;
    if (mark != Mark::value_end) return;
    const Key known = key_of(key);
    const bool is_name = known == Key::name || known == Key::function;
    const bool is_second_name = is_name && item.begin + value_begin != item.name.begin;
    const std::string_view value = object.substr(value_begin, at - value_begin);
    const bool is_list = known == Key::calls && value[0] != 'n' && value[0] != 'N' &&
                         trimmed(value.substr(1)) != "]";
    if (known != Key::other && !is_second_name && !is_list) return;
    const std::string word = decode_json_string(key);
    const bool is_known = tool != nullptr && SchemaTable::find(*tool, word) != nullptr;
    const bool is_around = word == "type" && is_type_of_call(value);
    if (is_around || (!is_known && (word == "index" || word == "type"))) return;
    are_known = are_known && is_known;
    extras += extras.size() > 1 ? "," : "";
    extras += std::string(key) + ':' + std::string(value);
  });
  if (are_known && extras.size() == 1) return;  // no key but `type` and `index`
  std::string json;
  if (!are_known ||
      !append_json(json, extras + '}', json_like, list.head().strict, item.is_repaired)) {
    return item.fail(Code::bad_arguments, item.begin);
  }
  item.arguments = list.own(std::move(json));
  item.arguments.end = end;
  item.is_repaired = true;
  lost_ = {};  // nothing is
}

// A key beside a name and arguments is left out, and a notice says so:
// `{"name":"f","arguments":{},"extra":1}` calls f. A call that is whole without the key is better
// made than refused.
void JsonBody::tell_lost(const Segment& segment, CallList& list) {
  const CallItem& item = list.item();
  const bool has_both = item.is_named() && item.arguments.form != Form::absent;
  if (shape_ != Shape::calls || !has_both) return;
  list.leave_out(decode_json_string(segment.slice(lost_.begin, lost_.end)));
}

// An item that holds a value which no argument would have is an error:
// `{"name":"f","arguments":{},"parameters":{"a":1}}`, `{"function":{"name":"f","a":1}}`.
void JsonBody::check_lost(const Segment& segment, CallList& list) {
  CallItem& item = list.item();
  if (!item.is_named()) return;
  const bool lacks_arguments = item.arguments.form == Form::absent;
  if (has_function() && has_lost_ && lacks_arguments) item.fail(Code::bad_arguments, item.begin);
  const bool may_be_two = has_function() || again_.is_given() || spare_.arguments.is_given();
  if (!may_be_two) return;
  const Value* lost = nullptr;  // the first one
  for (const Value* one : {&again_, &own_.arguments, &inner_.arguments, &spare_.arguments}) {
    if (one->begin == arguments().begin || !one->holds(segment)) continue;
    if (lost == nullptr || one->begin < lost->begin) lost = one;
  }
  if (lost == nullptr) return;
  item.fail(Code::bad_arguments, lost->begin);
  item.has_second = true;
}

// Reports the open item to the list, at its end and where reading stops inside it. Arguments beside
// a function object count only if that object has none. `"name":5` is the error
// `missing_name`, at its value.
void JsonBody::tell(CallList& list, bool is_complete) {
  item_changed_ = false;
  if (shape_ == Shape::arguments) return;
  CallItem& item = list.item();
  if (is_complete && keys_->are_given()) take_spare(item);
  const Value& name = has_function() ? inner_.name : own_.name;
  const bool has_own = inner_.arguments.is_given();
  const bool is_other = shape_ == Shape::by_name && own_.keys != 1;
  const bool is_name_known = shape_ != Shape::by_name || is_complete;
  if (is_name_known) item.name = name.is_word() && !is_other ? name.piece() : TextRef{};
  const bool is_settled = !has_function() || has_own || own_.name.end != 0;
  const TextRef piece = is_settled ? arguments().piece() : TextRef{};
  const bool is_decoded =
      item.arguments.form == Form::owned ||
      (item.arguments.form == Form::other && item.arguments.end == piece.end && piece.end != 0);
  if (!is_decoded) item.arguments = piece;
  const Value& id = own_.id;
  item.id = id.is_id() ? id.piece() : TextRef{};
  if (item.id.form == Form::other) item.id.form = Form::plain;  // a number
  const Value& tried = has_function() && !inner_.name.is_given() ? own_.name : name;
  if (tried.is_given() && own_.keys == 0) item.error_at = tried.begin;
  if (is_no_call() && list.head().name.empty()) list.state.has_non_call = true;
}

// True if the open item can't be a call, whatever its other keys are. Before the name is read, a
// function object may still come, whose arguments count first. In open reasoning
// `{"name": "f", "args": []}` can't be a call from the `[` on, so reasoning does not wait for its
// end.
bool JsonBody::is_no_call() const {
  if (own_.keys > 1) return true;
  if (has_function() || !own_.name.is_given()) return false;
  const bool is_name_read = !own_.name.is_string() || own_.name.end != 0;
  return (is_name_read && !own_.name.is_word()) || !own_.arguments.may_be_arguments();
}

}  // namespace tagstream
