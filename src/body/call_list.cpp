#include "body/call_list.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "body/code_arguments.hpp"
#include "body/schema_table.hpp"
#include "body/tag_arguments.hpp"
#include "body/typed_value.hpp"
#include "json/json_text.hpp"
#include "json/value_converter.hpp"
#include "lex/attribute_range.hpp"

namespace tagstream {

namespace {

// The items of `[{"name":"a"},5,"x",{"name":"b","args":7}]`, with `call: ["tool"]`:
//
//   item 0    a, arguments absent: a call, with `{}`
//   item 1    `5,"x"`: two elements without a name are one error, `missing_name`
//   item 2    b, arguments of the form `other`: the error `bad_arguments`
//
// An item has places in the segment, not copies: `TextRef` has the place and the form.

// The object in a JSON string, as JSON; null if the string has no object. The string
// `"{\"a\": 1}"` gives `{"a": 1}`.
std::optional<std::string> object_in_string(std::string_view literal, bool strict,
                                            bool& is_repaired) {
  const std::string decoded = decode_json_string(literal);
  const std::string_view text = trimmed(decoded);
  if (text.empty() || text[0] != '{') return std::nullopt;
  std::string json;
  if (!append_json(json, text, json_like, strict, is_repaired)) return std::nullopt;
  return json;
}

// True for `{"a": 1}`, `{'a'` and `{}`; false for `{ echo "a"; }`.
bool begins_like_object(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text[0] != '{') return false;
  text = trimmed_front(text.substr(1));
  return !text.empty() && (text[0] == '"' || text[0] == '\'' || text[0] == '}');
}

// A message names at most so many keys or tools.
constexpr std::size_t most_keys = 4;

// A key as a message quotes it, without its quotes.
std::string quoted_word(std::string_view key) { return in_backticks(key, most_key_bytes); }
std::string quoted_key(std::string_view literal) {
  return quoted_word(literal.substr(1, literal.size() - 2));
}

// The keys of the object that begins a text, as a message lists them.
struct ListedKeys {
  std::string words;  // the first ones, quoted
  std::size_t count = 0;
  std::string_view tried;  // the key whose value begins at `tried`, in this object or inside it
};

ListedKeys keys_of(std::string_view text, std::size_t tried) {
  using Mark = JsonLexer::Mark;
  ListedKeys keys;
  std::string_view key;
  JsonLexer lexer(json_like);
  lexer.feed_small(text, [&](Mark mark, std::size_t depth, std::uint64_t at) {
    if (mark == Mark::value_begin && at == tried) keys.tried = key;
    if (mark != Mark::key) return;
    key = text.substr(lexer.strings().begin, at - lexer.strings().begin);
    if (depth != 1 || ++keys.count > most_keys) return;
    if (keys.count != 1) keys.words += ", ";
    keys.words += quoted_key(key);
  });
  return keys;
}

// Says where a name was looked for in an object that names no tool:
//
//   {"nmae": "f", "arguments": {}}        the keys are `nmae`, `arguments`
//   {"name": 5}                           the value of `name` is not a name
//   {"function": {"arguments": {}}}       in `function` the only key is `arguments`
//
// @param tried  where the value begins that should be the name or hold it, in `object`; 0: nowhere
std::string about_nameless(std::string_view object, std::size_t tried) {
  constexpr std::string_view sentence = "nothing names the tool";
  if (object.empty() || object[0] != '{') return std::string(sentence);
  ListedKeys keys = keys_of(object, tried);
  std::string_view where = ": ";
  std::string_view if_none = "the object is empty";
  if (!keys.tried.empty()) {
    const std::string holder = quoted_key(keys.tried);
    const bool holds_name = object[tried] == '{' && holder == "`function`";
    if (!holds_name) return joined({sentence, ": the value of ", holder, " is not a name"});
    where = ": in `function` ";
    if_none = "there is no key";
    keys = keys_of(object.substr(tried), 0);
  }
  if (keys.count == 0) return joined({sentence, where, if_none});
  if (keys.count == 1) return joined({sentence, where, "the only key is ", keys.words});
  if (keys.count <= most_keys) return joined({sentence, where, "the keys are ", keys.words});
  const std::string more = std::to_string(keys.count - most_keys);
  return joined({sentence, where, "the keys are ", keys.words, " and ", more, " more"});
}

// No tool `nmae` is offered; there are `f`, `g`
std::string about_unknown(std::string_view name, const SchemaTable& offered) {
  std::string sentence = joined({"no tool ", in_backticks(name, most_key_bytes), " is offered"});
  const std::vector<ToolSchema>& tools = offered.tools();
  const std::size_t named = std::min(tools.size(), most_keys);
  for (std::size_t i = 0; i < named; ++i) {
    sentence += i != 0 ? ", " : tools.size() == 1 ? "; the only one is " : "; there are ";
    sentence += in_backticks(tools[i].name, most_key_bytes);
  }
  const std::string more = std::to_string(tools.size() - named);
  return more == "0" ? sentence : joined({sentence, " and ", more, " more"});
}

constexpr const char* message_of(const CallItem& item) {
  using Form = TextRef::Form;
  const Code code = item.error;
  if (code == Code::tool_definition) return "this defines a tool, it does not call it";
  if (item.has_second && item.arguments.form != Form::other) return "two keys hold arguments";
  switch (item.arguments.form) {
    case Form::object: return "the tag names the tool: the body must be its arguments, one object";
    case Form::owned: return "a key has no value";  // in a body of elements
    case Form::absent: return "the call has a name and other keys, but no arguments";
    default: return "the arguments are not a JSON object";
  }
}

}  // namespace

// ---- as it is read ---------------------------------------------------------------------------

void CallList::begin(std::uint64_t at) {
  items_.emplace_back().begin = at;
  if (!head_.second_name.empty()) leave_out(head_.second_name);
}

TextRef CallList::own(std::string text) {
  owned_.emplace_back() = std::move(text);
  return {owned_.size() - 1, 0, Form::owned};
}

void CallList::fail_twice(std::string_view key, std::uint64_t at) {
  item().fail(Code::bad_arguments, at);
  item().twice = static_cast<std::uint32_t>(own(std::string(key)).begin) + 1;
}

void CallList::leave_out(std::string_view word) {
  if (item().left_out != 0) return;
  word = word.substr(0, most_key_bytes + 1);  // as much as the sentence needs
  item().left_out = static_cast<std::uint32_t>(own(std::string(word)).begin) + 1;
}

// True if an element of a list can't be a call, whatever else the list has: it has no name, or it
// has one that is not its own.
bool CallList::is_none(const CallItem& item) const {
  if (head_.name.empty() || head_.needs_both) return !item.is_named();
  return !item.is_named() || item.arguments.form == Form::absent;
}

// If neither this item nor the one before it can be a call, the one before is made longer and
// this one is removed.
void CallList::end(const Segment& segment, std::uint64_t at, Place place, LexerCounters& counters) {
  CallItem& item = items_.back();
  item.end = at;
  if (place == Place::in_list && is_none(item)) {
    if (none_ != nobody && none_ + 2 == items_.size()) {
      items_.pop_back();
      items_.back().end = at;
      return;
    }
    none_ = items_.size() - 1;
  }
  decide(segment, item, place, counters);
  if (!head_.tag.empty()) take_attributes(segment, item, place, counters);
  if (head_.offered != nullptr) check_offered(segment, item, counters);
  if (item.is_named()) head_id(items_.size() - 1);
  const bool is_call = item.error == Code::none;
  ++(is_call ? calls_ : errors_);
  if (!is_call) state.has_non_call = true;
}

// Decides whether an item is a call or an error. The name in the tag is only a fallback; the call
// then has the whole body as its arguments. Four bodies of `<tool name="f">`:
//
//   {"name":"Ann"}                        f: a name alone is an argument like any other
//   {"name":"g","arguments":{"a":1}}      g: it has both, so the body counts
//   {"args":{"a":1}}                      f, with the whole object as its arguments
//   [{"n":2}]                             `bad_arguments`: a list is no arguments object
//
// Without a marker an item needs a name and arguments.
void CallList::decide(const Segment& segment, CallItem& item, Place place,
                      LexerCounters& counters) {
  const bool has_both = item.is_named() && item.arguments.form != Form::absent;
  if (!has_both && head_.needs_both) return item.fail(Code::missing_name, item.begin);
  if (has_both && is_definition(segment, item, counters)) {
    return item.fail(Code::tool_definition, item.begin);
  }
  if (!has_both && !head_.name.empty()) {
    item.name = {0, 0, Form::head};
    item.id = {};
    item.arguments = {item.begin, item.end, Form::object};
    item.error = Code::none;
    if (place == Place::in_list) item.fail(Code::bad_arguments, item.begin);
    return;
  }
  if (!item.is_named()) {
    const bool says_nothing = item.arguments.form == Form::absent && item.error_at == item.begin;
    const bool is_object = place == Place::alone && *segment.at(item.begin) == '{';
    if (is_object && says_nothing && !head_.tag_tool.empty()) {
      item.name = own(std::string(head_.tag_tool));
      item.arguments = {item.begin, item.end, Form::object};
      return;
    }
    if (item.error_at == 0) item.error_at = head_.name_at_or(item.begin);
    return item.fail(Code::missing_name, item.error_at);
  }
  if (item.arguments.form == Form::string) decode_arguments(segment, item, counters);
  if (item.arguments.form == Form::other) {
    item.fail(Code::bad_arguments, item.arguments.begin);
  }
}

// The arguments of an item that has ended, as JSON.
std::string CallList::json_of(const Segment& segment, TextRef arguments) const {
  if (arguments.form == Form::owned) return owned_[arguments.begin];
  std::string json;
  bool is_repaired = false;
  if (arguments.form == Form::object) {
    const std::string_view text = segment.slice(arguments.begin, arguments.end);
    append_json(json, text, json_like, false, is_repaired);
  }
  return json.empty() ? "{}" : json;
}

namespace {

// The arguments in the attributes of a tag, by their names: as JSON, and, of strings, the text.
struct TagValue {
  std::string json;
  std::string text;

  [[nodiscard]] bool is(std::string_view value) const {
    const bool are_strings = value.starts_with('"') && json.starts_with('"');
    return value == json || (are_strings && decode_json_string(value) == text);
  }
};
using TagValues = std::map<std::string, TagValue, std::less<>>;

void append_member(std::string& json, std::string_view key, std::string_view value) {
  json += json.empty() ? '{' : ',';
  append_json_string(json, key);
  json += ':';
  json += value;
}

}  // namespace

// Attributes of the call's tag, where the body is not elements. They are arguments if the
// body has none, or if the tool has such parameters; any other is left out. An argument that both
// give has one value, or the call is an error. An attribute `id` is the id of the call there.
void CallList::take_attributes(const Segment& segment, CallItem& item, Place place,
                               LexerCounters& counters) {
  if (!item.is_named()) return;
  const ToolSchema* const tool = head_.schemas->find(word(segment, item.name));
  item.is_late = head_.tag_arguments.has_any(tool);
  if (item.error != Code::none) return;
  const std::string tag = std::exchange(head_.tag, {});
  counters.examined += tag.size();
  const bool is_one = place == Place::alone && state.pythonic == nullptr;
  item.is_late = item.is_late && state.pythonic == nullptr;
  const bool is_of_tag = head_.name.empty() || item.name.form == Form::head;
  const std::string object = is_one ? json_of(segment, item.arguments) : std::string();
  const bool is_empty = is_one && trimmed(std::string_view(object).substr(1)) == "}";
  counters.examined += object.size();
  TagValues values;
  std::string json;
  const std::string_view name = name_value(*head_.shape, tag);
  for (const Attribute& attribute : AttributeRange(tag)) {
    if (!is_free(*head_.shape, name, attribute) || is_id(attribute)) continue;
    const ParameterSchema* const known =
        tool == nullptr ? nullptr : SchemaTable::find(*tool, attribute.name);
    const bool is_taken = is_one && is_argument(*head_.shape, tool, attribute) &&
                          (known != nullptr || (is_empty && is_of_tag));
    if (!is_taken) {
      leave_out(attribute.name);
      continue;
    }
    TagValue value;
    const ValueTypes types = known == nullptr ? ValueTypes::none : known->types;
    append_typed_value(value.json, argument_text(attribute), types, head_.strict);
    if (value.json.starts_with('"')) value.text = decode_json_string(value.json);
    const auto [before, is_new] = values.try_emplace(std::string(attribute.name), value);
    if (!is_new && before->second.json != value.json) return fail_twice(attribute.name, item.begin);
    if (is_new) append_member(json, attribute.name, value.json);
  }
  if (values.empty()) return;
  std::string_view twice;
  for_each_member(object, [&](std::string_view literal, std::size_t begin, std::size_t end) {
    const std::string key = decode_json_string(literal);
    const std::string_view value = std::string_view(object).substr(begin, end - begin);
    const auto given = values.find(key);
    if (given == values.end()) {
      append_member(json, key, value);
    } else if (!given->second.is(value)) {
      twice = given->first;
    }
  });
  if (!twice.empty()) return fail_twice(twice, item.begin);
  item.arguments = own(json + '}');
  item.arguments.end = item.end;
  item.is_repaired = true;
}

namespace {

// True for an object that looks like the parameters of a tool's definition: {"type": "object",
// "properties": {...}}.
bool is_schema(std::string_view object) {
  JsonLexer lexer(json_like);
  std::string key;
  std::uint64_t value_begin = 0;
  bool has_type = false;
  bool has_properties = false;
  lexer.feed_small(object, [&](JsonLexer::Mark mark, std::size_t depth, std::uint64_t at) {
    if (depth != 1) return;
    const auto literal_from = [&](std::uint64_t from) { return object.substr(from, at - from); };
    switch (mark) {
      case JsonLexer::Mark::key:
        key = decode_json_string(literal_from(lexer.strings().begin));
        break;
      case JsonLexer::Mark::value_begin:
        value_begin = at;
        has_properties = has_properties || (key == "properties" && object[at] == '{');
        break;
      case JsonLexer::Mark::value_end: {
        if (key != "type") break;
        const std::string_view type = literal_from(value_begin);
        const bool is_string = type.size() > 2 && (type[0] == '"' || type[0] == '\'');
        const std::string word = is_string ? decode_json_string(type) : std::string();
        has_type = has_type || word == "object" || word == "dict";
      }
    }
  });
  return has_type && has_properties;
}

}  // namespace

bool defines_tool(std::string_view object, const ToolSchema* tool) {
  const bool may_have_both = tool != nullptr && SchemaTable::find(*tool, "type") != nullptr &&
                             SchemaTable::find(*tool, "properties") != nullptr;
  return !may_have_both && is_schema(object);
}

// A tool's definition, which an answer repeats from its prompt, is not a call. An argument
// that is itself a schema is one only if the tool has parameters `type` and `properties`.
bool CallList::is_definition(const Segment& segment, const CallItem& item,
                             LexerCounters& counters) const {
  if (item.is_described && head_.offered == nullptr) return true;
  const bool is_in_object = item.name.form == Form::string;
  if (!is_in_object || !item.has_properties || item.arguments.form != Form::object) return false;
  const std::string_view object = segment.slice(item.arguments.begin, item.arguments.end);
  counters.examined += object.size();
  return defines_tool(object, head_.schemas->find(word(segment, item.name)));
}

std::string CallList::word(const Segment& segment, TextRef piece) const {
  switch (piece.form) {
    case Form::head: return head_.name;
    case Form::owned: return owned_[piece.begin];
    case Form::string: return decode_json_string(segment.slice(piece.begin, piece.end));
    default: return std::string(segment.slice(piece.begin, piece.end));
  }
}

bool CallHead::offers(std::string_view tool) const {
  return offered == nullptr || offered->find(tool) != nullptr;
}

// Names are compared decoded: `"\u0067"` is `g`.
void CallList::check_offered(const Segment& segment, CallItem& item, LexerCounters& counters) {
  if (item.error != Code::none || !item.is_named()) return;
  const std::string tool = word(segment, item.name);
  const Form form = item.name.form;
  std::uint64_t at = form == Form::owned ? item.begin : item.name.begin;
  if (form == Form::head) at = head_.name_at_or(item.begin);
  counters.examined += tool.size();
  if (!head_.offers(tool)) item.fail(Code::unknown_tool, at);
}

// With `- a string is input` in the format `"arguments": "cats"` is `{"input":"cats"}`. A
// string that begins like an object of JSON is one, whole or broken.
std::optional<std::string> CallList::lone_argument(const Segment& segment, CallItem& item) const {
  const std::string text =
      decode_json_string(segment.slice(item.arguments.begin, item.arguments.end));
  if (begins_like_object(text)) return std::nullopt;
  const auto [name, types] =
      head_.schemas->argument_of_text(word(segment, item.name), head_.string_is);
  std::string value;
  if (types == ValueTypes::string) {
    append_json_string(value, text);
  } else if (append_typed_value(value, text, types, head_.strict)) {
    item.is_repaired = true;
  }
  std::string json;
  append_member(json, name, value);
  return json + '}';
}

// `"arguments":"{\"a\": 1}"` is `{"a": 1}`; `"cats"` and `"[1]"` have no object.
void CallList::decode_arguments(const Segment& segment, CallItem& item, LexerCounters& counters) {
  TextRef& value = item.arguments;
  counters.examined += 2 * (value.end - value.begin);
  bool is_repaired = false;
  auto object = object_in_string(segment.slice(value.begin, value.end), head_.strict, is_repaired);
  if (object && is_repaired) item.is_repaired = true;
  if (!object && !head_.string_is.empty()) object = lone_argument(segment, item);
  if (!object) {
    value.form = Form::other;
    return;
  }
  const std::uint64_t end = value.end;
  value = own(std::move(*object));
  value.end = end;
}

void CallList::fail(Code code, std::uint64_t at, std::string message) {
  error_ = code;
  error_at_ = at;
  message_ = std::move(message);
}

void CallList::restart() {
  items_ = {};
  owned_ = {};
  written = {};
  calls_ = errors_ = 0;
  id_owner_ = none_ = nobody;
  state.has_non_call = false;
}

// ---- asked for -------------------------------------------------------------------------------

Standing CallList::standing() const {
  using Kind = Standing::Kind;
  if (has_failed()) return {Kind::none, 0, 1};
  Standing standing{Kind::undecided, calls_, errors_};
  if (!state.is_complete) {
    if (state.has_non_call) standing.kind = Kind::mixed;
  } else if (calls_ == 0) {
    standing.kind = Kind::none;
  } else {
    standing.kind = errors_ == 0 ? Kind::calls : Kind::mixed;
  }
  return standing;
}

// In `<tool id="7">[5,{"name":"a"},{"name":"b"}]</tool>` a has the id 7, and b has none.
std::string_view CallList::head_id(std::size_t index) {
  if (id_owner_ == nobody) id_owner_ = index;
  return id_owner_ == index ? std::string_view(head_.id) : std::string_view();
}

std::string_view CallList::text_of(const Segment& segment, TextRef piece, KeptStrings& kept) {
  switch (piece.form) {
    case Form::head:
      if (kept_name_.empty()) kept_name_ = keep(kept, head_.name);
      return kept_name_;
    case Form::owned: return keep(kept, std::move(owned_[piece.begin]));
    case Form::string: {
      const std::string_view literal = segment.slice(piece.begin, piece.end);
      const std::string_view raw = literal.substr(1, literal.size() - 2);
      const bool is_plain = raw.find('\\') == std::string_view::npos;
      return is_plain ? raw : keep(kept, decode_json_string(literal));
    }
    case Form::literals: {
      std::string json;
      ValueConverter(arguments_lexer(*state.pythonic))
          .feed(segment.slice(piece.begin, piece.end), json);
      return keep(kept, std::move(json));
    }
    case Form::written:
      if (kept_written_.empty()) kept_written_ = keep(kept, std::move(written));
      return kept_written_.substr(piece.begin, piece.end - piece.begin);
    case Form::plain:
    case Form::object: return segment.slice(piece.begin, piece.end);
    default: return "{}";
  }
}

// Arguments are given as they stand: `12345678901234567890123` and `1.0` keep their
// digits, whatever the schema says. One repaired spelling marks all calls of the body.
CallPart CallList::part(const Segment& segment, std::size_t index, KeptStrings& kept,
                        LexerCounters& counters) {
  CallPart part;
  if (has_failed()) {
    part.error = error_;
    part.offset = error_at_;
    part.message = keep(kept, message_).data();
    return part;
  }
  items_.forget_before(index);
  const CallItem& item = items_[index];
  part.begin = item.begin;
  part.end = item.end;
  if (item.is_named()) {
    part.name = text_of(segment, item.name, kept);
    const std::string_view id = head_id(index);
    if (item.id.form != Form::absent) {
      part.id = text_of(segment, item.id, kept);
    } else if (!id.empty()) {
      part.id = keep(kept, id);
    }
  }
  part.error = item.error;
  if (item.error != Code::none) {
    const std::string_view name = part.name;
    if (name.size() > max_id_bytes) part.name = {};  // many errors may have it
    part.offset = item.error_at;
    if (item.error == Code::unknown_tool) {
      part.message = keep(kept, about_unknown(name, *head_.offered)).data();
      return part;
    }
    part.message = message_of(item);
    if (item.error == Code::bad_arguments && item.twice != 0) {
      const std::string key = quoted_word(owned_[item.twice - 1]);
      part.message = keep(kept, joined({key, " is given twice, with two values"})).data();
    }
    if (item.error != Code::missing_name) return part;
    const std::string_view object = segment.slice(item.begin, item.end);
    const bool is_inside = item.error_at > item.begin && item.error_at < item.end;
    counters.examined += object.size();
    const std::size_t tried = is_inside ? item.error_at - item.begin : 0;
    part.message = keep(kept, about_nameless(object, tried)).data();
    return part;
  }
  part.has_unknown_key = item.has_unknown_key;
  if (item.left_out != 0) {
    part.left_out = keep(kept, left_out_sentence(owned_[item.left_out - 1])).data();
  }
  part.is_repaired = item.is_repaired || state.needs_repair || state.has_surplus;
  part.arguments = text_of(segment, item.arguments, kept);
  if (item.arguments.form == Form::literals) {
    counters.examined += item.arguments.end - item.arguments.begin;
  }
  if (item.arguments.form != Form::object || !state.needs_repair) return part;
  counters.examined += part.arguments.size();
  std::string json;
  ValueConverter(JsonLexer(json_like)).feed(part.arguments, json);
  part.arguments = keep(kept, std::move(json));
  return part;
}

}  // namespace tagstream
