#include <string>
#include <utility>

#include "body/json_item.hpp"
#include "body/schema_table.hpp"
#include "json/json_text.hpp"
#include "json/value_converter.hpp"
#include "json/value_lexer.hpp"

// The end of an item: all that its object has says whether it is a call.

namespace tagstream {

using Form = TextRef::Form;
using Mark = JsonLexer::Mark;

namespace {

// True if the literal is a value of `type` that marks a call: {"type": "function", "name": ...}.
bool is_type_of_call(std::string_view literal) {
  if (literal.size() < 2 || (literal[0] != '"' && literal[0] != '\'')) return false;
  const std::string_view word = literal.substr(1, literal.size() - 2);
  return word == "function" || word == "tool_call" || word == "tool_use";
}

}  // namespace

void JsonItem::end(const BodyInput& input, CallList& list, std::uint64_t at) {
  const Segment& segment = input.segment;
  CallItem& item = list.item();
  if (shape_ == Shape::arguments) {
    item.arguments.end = at;
    return;
  }
  take_type(segment, list);
  if (keys_->are_given()) take_spare(item);
  tell(list, true);
  if (seen_.has_extras) take_extras(input, list, at);
  refuse_second(segment, item);
  // A key beside a name and arguments is left out, and a notice says so:
  // `{"name":"f","arguments":{},"extra":1}` calls f. A call that is whole without the key is better
  // made than refused.
  const Value& lost = seen_.lost;
  const bool has_both = item.is_named() && item.arguments.form != Form::absent;
  if (shape_ == Shape::calls && has_both && lost.is_given()) {
    list.leave_out(decode_json_string(segment.slice(lost.begin, lost.end)));
  }
}

// In an object that has arguments and no name, the value of `type` is the name if a tool of
// this name is offered. `{"arguments":{"a":1},"type":"calc"}` calls calc.
void JsonItem::take_type(const Segment& segment, CallList& list) {
  const Value& type = of(Part::type);
  const bool has_name =
      of(Part::name).is_given() || of(Part::spare_name).is_given() || has_function();
  const bool has_arguments = of(Part::arguments).is_given() || of(Part::spare_arguments).is_given();
  const bool may_be = shape_ == Shape::calls && type.is_word() && !has_name && has_arguments &&
                      list.head().name.empty() && !list.head().needs_both;
  if (!may_be) return;
  const std::string_view literal = segment.slice(type.begin, type.end);
  const std::string word = decode_json_string(literal);
  const ToolSchema* const tool = schemas_->find(word);
  if (tool == nullptr || tool->name != word || is_type_of_call(literal)) return;
  of(Part::name) = type;
  list.item().is_repaired = true;
}

// Values under other formats' keys fill in the parts that are missing. An id that is taken here may
// come too late for the start of the call, which needs only the name.
void JsonItem::take_spare(CallItem& item) {
  item.is_id_late = name().is_given() && !of(Part::id).is_id();
  const auto fill = [this](Part part, Part spare) {
    if (!of(part).is_given()) of(part) = of(spare);
  };
  fill(Part::name, Part::spare_name);
  fill(Part::arguments, Part::spare_arguments);
  if (!of(Part::id).is_id()) of(Part::id) = of(Part::spare_id);
  if (has_function()) fill(Part::inner_name, Part::spare_name);
}

// An object with a name, without arguments, but with other keys. These are the arguments if
// the tool has a parameter for each of them; else the object is the error `bad_arguments`. A call
// is never made without the values that the model wrote for it.
void JsonItem::take_extras(const BodyInput& input, CallList& list, std::uint64_t end) {
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
    const JsonKey known = key_of(key).meaning;
    const bool is_name = known == JsonKey::name || known == JsonKey::function;
    const bool is_second_name = is_name && item.begin + value_begin != item.name.begin;
    const std::string_view value = object.substr(value_begin, at - value_begin);
    const bool is_list = known == JsonKey::calls && value[0] != 'n' && value[0] != 'N' &&
                         trimmed(value.substr(1)) != "]";
    if (known != JsonKey::other && !is_second_name && !is_list) return;
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
  seen_.lost = {};  // nothing is
}

// An item that holds a value which no argument would have is an error:
// `{"name":"f","arguments":{},"parameters":{"a":1}}`, `{"function":{"name":"f","a":1}}`.
void JsonItem::refuse_second(const Segment& segment, CallItem& item) const {
  if (!item.is_named()) return;
  const bool lacks_arguments = item.arguments.form == Form::absent;
  if (has_function() && seen_.has_lost && lacks_arguments) {
    item.fail(Code::bad_arguments, item.begin);
  }
  const bool may_be_two = has_function() || of(Part::second_arguments).is_given() ||
                          of(Part::spare_arguments).is_given();
  if (!may_be_two) return;
  const Value* lost = nullptr;  // the first one
  for (const Part part :
       {Part::second_arguments, Part::arguments, Part::inner_arguments, Part::spare_arguments}) {
    const Value& one = of(part);
    if (one.begin == arguments().begin || !one.holds(segment)) continue;
    if (lost == nullptr || one.begin < lost->begin) lost = &one;
  }
  if (lost == nullptr) return;
  item.fail(Code::bad_arguments, lost->begin);
  item.has_second = true;
}

}  // namespace tagstream
