#include "body/json_item.hpp"

#include <string>
#include <utility>

#include "json/json_text.hpp"
#include "lex/rules.hpp"

// The id of a call is the value of `id`, `tool_call_id` or `call_id`. A value of more
// than 256 bytes is not an id.

namespace tagstream {

using Form = TextRef::Form;

namespace {

constexpr std::string_view inside(std::string_view literal) {
  return literal.substr(1, literal.size() - 2);
}

}  // namespace

// `"a1"` and `7` are ids; `""`, `null` and objects are not.
bool JsonItem::Value::is_id() const {
  if (end == 0) return false;
  if (is_string()) return is_word() && end - begin - 2 <= max_id_bytes;
  const bool is_number = first == '-' || (first >= '0' && first <= '9');
  return is_number && end - begin <= max_id_bytes;
}

// False for null, `{}` and `[]`, which as arguments say nothing.
bool JsonItem::Value::holds(const Segment& segment) const {
  if (end == 0 || is_null()) return false;
  const bool is_nest = first == '{' || first == '[';
  return !is_nest || !trimmed(segment.slice(begin + 1, end - 1)).empty();
}

TextRef JsonItem::Value::piece() const {
  Form form = Form::other;
  if (first == 0) form = Form::absent;
  if (first == '{') form = Form::object;
  if (is_null()) form = Form::null;
  if (is_string()) form = Form::string;
  return {begin, end, form};
}

JsonItem::JsonItem(const BodyPlace& place) : keys_(place.keys), schemas_(place.schemas) {
  if (place.format == CallBody::json_by_name) shape_ = Shape::by_name;
  if (place.is_named || place.format == CallBody::arguments) shape_ = Shape::arguments;
}

// ---- keys and values -------------------------------------------------------------------------

// Keys are compared decoded, so `n\u0061me` is `name`. Other keys, such as `why`, are
// ignored.
JsonItem::Key JsonItem::key_of(std::string_view literal) const {
  constexpr std::size_t longest = 96;  // with every byte as \uXXXX
  Key key;
  if (literal.size() > longest) return key;
  std::string decoded;
  std::string_view word = inside(literal);
  key.meaning = known_key(word);
  if (key.meaning != JsonKey::other && !keys_->are_given()) return key;  // so it has no escape
  if (word.find('\\') != std::string_view::npos) {
    decoded = decode_json_string(literal);
    word = decoded;
  }
  const JsonKey own = keys_->of(word);
  key.meaning = own == JsonKey::other ? known_key(word) : own;
  key.is_spare = own == JsonKey::other && keys_->has(key.meaning);
  return key;
}

// Only keys of the item itself count: `{"name":"f","arguments":{"name":"g"}}` calls f.
// In apertus the only key of an object is the name.
JsonKey JsonItem::note_key(std::string_view literal, const Value& at, Place place, CallList& list) {
  Key& key = seen_.next;
  key = key_of(literal);
  seen_.last_key = at;
  const JsonKey meaning = key.meaning;
  const bool is_own = place == Place::own;
  if (meaning == JsonKey::other) {
    const std::string_view word = inside(literal);
    key.is_type = is_own && word == "type";
    seen_.has_extras = seen_.has_extras || is_own;
    if (word != "type" && word != "index") {
      seen_.has_lost = true;
      lose(at);
    }
    const CallHead& head = list.head();
    if (is_own && head.lacks_opener) list.state.has_non_call = true;
    if (head.needs_both && decode_json_string(literal) == "description") {
      list.item().is_described = true;
    }
  }
  if (shape_ == Shape::by_name) {
    key = {};
    if (!is_own) return meaning;
    seen_.has_news = true;  // an object with a second key is not a call
    if (seen_.keys++ != 0) return meaning;
    of(Part::name) = at;
    key.meaning = JsonKey::arguments;
  }
  return meaning;
}

void JsonItem::lose_calls(const Value& key) {
  seen_.has_extras = true;
  lose(key);
  if (shape_ == Shape::by_name) seen_.keys = 1;
}

// A key `id` inside a function object is not the call's id. The key `name` in
// cohere_command4 is spare: it counts only if the format's own key, `tool_name`, is absent.
JsonItem::Part JsonItem::part_of(const Key& key, Place place, bool is_object) const {
  const bool is_inner = place == Place::inner;
  const bool is_spare = key.is_spare && !is_object;
  switch (key.meaning) {
    case JsonKey::name:
    case JsonKey::function:
      return is_spare ? Part::spare_name : is_inner ? Part::inner_name : Part::name;
    case JsonKey::arguments: {
      const Part part = is_spare   ? Part::spare_arguments
                        : is_inner ? Part::inner_arguments
                                   : Part::arguments;
      return of(part).is_given() ? Part::second_arguments : part;
    }
    case JsonKey::id: return is_inner ? Part::none : is_spare ? Part::spare_id : Part::id;
    case JsonKey::calls:
    case JsonKey::other: return Part::none;
  }
  return Part::none;
}

void JsonItem::note_value(Value value, Place place) {
  const Key key = std::exchange(seen_.next, {});
  const bool is_own = place == Place::own;
  if (key.meaning == JsonKey::calls && is_own && !value.is_null()) lose_calls(seen_.last_key);
  if (key.is_type && !of(Part::type).is_given()) {
    of(Part::type) = value;
    seen_.open = Part::type;
  }
  if (key.meaning == JsonKey::other) return;
  seen_.has_news = true;
  // A function object is read only if no name came before it.
  const bool is_function = key.meaning == JsonKey::function;
  const Part named = is_own ? Part::name : Part::inner_name;
  const bool is_object = is_function && value.first == '{' && !of(named).is_given();
  const Part part = part_of(key, place, is_object);
  if (part == Part::none) return;
  Value& kept = of(part);
  if (key.meaning == JsonKey::id && !kept.is_id()) kept = {};
  if (kept.is_given()) {
    seen_.has_extras = seen_.has_extras || part == Part::name;
    if (part == named) lose(seen_.last_key);
    return;
  }
  kept = value;
  if (is_object && is_own) {
    seen_.function = Function::open;
  } else {
    seen_.open = part;
  }
}

void JsonItem::note_value_end(const Segment& segment, Place place, std::uint64_t at) {
  if (place == Place::own && in_function()) {
    seen_.function = Function::closed;
    of(Part::name).end = at;
  } else {
    const Part part = seen_.open;
    if (part == Part::none || (place == Place::inner) != in_function()) return;
    of(part).end = at;
    if (part == Part::second_arguments && !of(part).holds(segment)) of(part) = {};
    seen_.open = Part::none;
  }
  seen_.has_news = true;
}

// ---- what is told ----------------------------------------------------------------------------

// Arguments beside a function object count only if that object has none. `"name":5` is the error
// `missing_name`, at its value.
void JsonItem::tell(CallList& list, bool is_complete) {
  seen_.has_news = false;
  CallItem& item = list.item();
  const bool is_other = shape_ == Shape::by_name && seen_.keys != 1;
  const bool is_name_known = shape_ != Shape::by_name || is_complete;
  if (is_name_known) item.name = name().is_word() && !is_other ? name().piece() : TextRef{};
  const bool has_own = of(Part::inner_arguments).is_given();
  const bool is_settled = !has_function() || has_own || of(Part::name).end != 0;
  const TextRef piece = is_settled ? arguments().piece() : TextRef{};
  const bool is_decoded =
      item.arguments.form == Form::owned ||
      (item.arguments.form == Form::other && item.arguments.end == piece.end && piece.end != 0);
  if (!is_decoded) item.arguments = piece;
  const Value& id = of(Part::id);
  item.id = id.is_id() ? id.piece() : TextRef{};
  if (item.id.form == Form::other) item.id.form = Form::plain;  // a number
  const bool lacks_inner = has_function() && !of(Part::inner_name).is_given();
  const Value& tried = lacks_inner ? of(Part::name) : name();
  if (tried.is_given() && seen_.keys == 0) item.error_at = tried.begin;
  if (is_no_call() && list.head().name.empty()) list.state.has_non_call = true;
}

// True if the open item can't be a call, whatever its other keys are. Before the name is read, a
// function object may still come, whose arguments count first. In open reasoning
// `{"name": "f", "args": []}` can't be a call from the `[` on, so reasoning does not wait for its
// end.
bool JsonItem::is_no_call() const {
  const Value& name = of(Part::name);
  if (seen_.keys > 1) return true;
  if (has_function() || !name.is_given()) return false;
  const bool is_name_read = !name.is_string() || name.end != 0;
  return (is_name_read && !name.is_word()) || !of(Part::arguments).may_be_arguments();
}

}  // namespace tagstream
