#include "body/xml/xml_arguments.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "body/nested_value.hpp"
#include "body/tag_arguments.hpp"
#include "body/typed_value.hpp"
#include "formats/json_keys.hpp"
#include "json/json_text.hpp"
#include "json/value_converter.hpp"
#include "json/value_dialect.hpp"
#include "lex/attribute_range.hpp"
#include "tagstream/attribute.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

// The JSON that is written for a body of qwen3_coder, token by token:
//
//   <function=f>             list.begin; the arguments are ``
//   <parameter=a>            key_ `a`; a string, since no schema says another type
//   \n1\n</parameter>        `{"a":"1"`: one line end is dropped on each side
//   <parameter=b>\n</parameter>    `,"b":""`
//   </function>              `}`: the call f({"a":"1","b":""})

// ---- calls -----------------------------------------------------------------------------------

void XmlArguments::begin_call(CallList& list, std::uint64_t at) {
  given_.clear();
  list.begin(at);
  list.item().arguments = list.own({});  // without the last brace
  list.item().is_repaired = std::exchange(has_slip_, false);
}

// `<invoke name="a">…</invoke>\n<invoke name="b"></invoke>` in one body are two calls.
void XmlArguments::begin_function(CallList& list, const XmlToken& opener) {
  owner_ = Owner::functions;
  function_tag_ = opener.name;
  schema_ = schemas_->find(opener.words.name);
  begin_call(list, opener.match.begin);
  list.item().name = list.own(std::string(opener.words.name));
  const std::string_view id = call_id(opener.words.id, schema_);
  if (!id.empty()) list.item().id = list.own(std::string(id));
  leave_out_head(list);
  const std::string_view other = second_name(*shape_, opener.raw, opener.words.name);
  if (!other.empty()) list.leave_out(other);
  if (!TagArguments(*shape_, opener.raw).empty()) take_attributes(list, opener.raw);
}

// Attributes beside the name are arguments. `<function=read path="a b.txt" id="c1" lines=''
// required>` calls read with path and lines. An id is an argument only if the tool has a parameter
// `id`, and `required`, which has no value, only if that is a boolean parameter. In `<function f>`
// the name is an attribute without a value.
void XmlArguments::take_attributes(CallList& list, std::string_view tag) {
  const std::string_view name = name_value(*shape_, tag);
  for (const Attribute& attribute : AttributeRange(tag)) {
    if (!is_free(*shape_, name, attribute)) continue;
    if (!is_argument(*shape_, schema_, attribute)) {
      if (!is_id(attribute)) list.leave_out(attribute.name);
      continue;
    }
    at_ = list.item().begin;
    key_ = attribute.name;
    begin_value(list, ValueTypes::none, {});
    drops_line_ends_ = false;
    end_parameter(list, argument_text(attribute), {});
    list.item().is_repaired = true;
  }
  end_list(list);  // what the body gives stands in another place
}

// The call's own tag has no arguments where it is around functions.
void XmlArguments::leave_out_head(CallList& list) {
  const std::string tag = std::exchange(list.head().tag, {});
  const std::string_view name = name_value(*shape_, tag);
  for (const Attribute& attribute : AttributeRange(tag)) {
    if (is_free(*shape_, name, attribute) && !is_id(attribute)) list.leave_out(attribute.name);
  }
}

// Takes the attributes of the call's own tag.
void XmlArguments::take_head(CallList& list) {
  CallHead& head = list.head();
  if (head.tag.empty()) return;
  const std::string tag = std::exchange(head.tag, {});
  head.id = call_id(head.id, schema_);
  take_attributes(list, tag);
}

void XmlArguments::end_function(const BodyInput& input, CallList& list, std::uint64_t at) {
  std::string& arguments = list.owned(list.item().arguments);
  if (listed_ && listed_->may_be_all) {
    input.counters.examined += listed_->value.size();
    if (take_lone(arguments, list.head().strict, list.item().is_repaired)) listed_.reset();
  }
  end_list(list);
  if (is_named_by_element_ && !list.head().tag.empty()) {
    list.item().is_late = has_argument(*shape_, schema_, list.head().tag);
    take_head(list);
  }
  function_tag_.clear();
  arguments += arguments.empty() ? "{}" : "}";
  if (refused_at_ != 0) list.item().arguments.begin = refused_at_;
  list.end(input.segment, at, CallList::Place::alone, input.counters);
}

// `<read_file><path>a.c</path></read_file>` calls read_file, by the tag's own name.
void XmlArguments::begin_own(CallList& list, const XmlGrammar& grammar) {
  owner_ = Owner::own;
  const std::string_view name = list.head().name;
  const std::string_view tag = tool_of_tag(grammar);
  schema_ = schemas_->find(name.empty() ? tag : name);
  begin_call(list, list.head().name_at);
  if (!name.empty()) {
    list.item().name = {0, 0, TextRef::Form::head};
  } else if (!tag.empty() && !shape_->is_one_call && grammar.may_be_tool()) {
    list.item().name = list.own(std::string(tag));
  }
  if (list.item().is_named()) take_head(list);
}

bool XmlArguments::takes_attributes(const CallHead& head, const XmlGrammar& grammar) const {
  if (head.tag.empty()) return false;
  const bool is_by_tag =
      !grammar.call_name().empty() && !shape_->is_one_call && grammar.may_be_tool();
  if (head.name.empty() && !is_by_tag) return false;
  const std::string_view tool = head.name.empty() ? tool_of_tag(grammar) : head.name;
  return has_argument(*shape_, schemas_->find(tool), head.tag);
}

// `<arg_key>a</arg_key></tool_call>` has a key and no value: the error `bad_arguments`.
void XmlArguments::end(const BodyInput& input, CallList& list, const XmlGrammar& grammar,
                       std::uint64_t lost_key, std::uint64_t at) {
  if (owner_ == Owner::unknown) {  // the body has no parameter
    begin_own(list, grammar);
    if (lost_key != 0) list.state.is_announced = false;  // no piece of the call was given either
  }
  // A call is never made without a value that the model may have meant.
  if (lost_key != 0 && list.item().error == Code::none)
    list.item().fail(Code::bad_arguments, lost_key);
  if (!function_tag_.empty() || owner_ == Owner::own) end_function(input, list, at);
}

// ---- parameters ------------------------------------------------------------------------------

namespace {

// A literal of a pair has no attributes.
std::string_view left_out_in(const XmlToken& opener) {
  return opener.is_literal() ? std::string_view() : left_out_of(opener.raw);
}

}  // namespace

void XmlPair::begin(const XmlGrammar& grammar, const XmlToken& opener) {
  const XmlShape& shape = grammar.shape();
  mark = &shape.keys[0];
  for (const XmlMark& one : shape.keys) {
    const bool is_literal = one.open == opener.raw || one.close == opener.raw;
    const bool is_it =
        opener.is_literal() ? is_literal : grammar.is_name(opener.name, xml_tag_name(one.open));
    if (is_it) mark = &one;
  }
  lost_at = lost();
  at = opener.match.begin;
  left_out.clear();
  if (!opener.is_closer && opener.sign == XmlSign::key_open) left_out = left_out_in(opener);
  use();
}

void XmlArguments::begin_parameter(CallList& list, const XmlGrammar& grammar,
                                   const XmlToken& opener, const XmlPair& pair) {
  if (owner_ == Owner::unknown) begin_own(list, grammar);
  const XmlWords& its = opener.words;
  if (opener.sign == XmlSign::value_open) {
    at_ = pair.at;
    key_ = pair.key;
    begin_value(list, pair.types, {});
  } else {
    at_ = opener.match.begin;
    key_ = opener.is_keyed ? its.name : opener.name;
    opener.is_keyed ? begin_value(list, value_type(its.type), its.string)
                    : begin_value(list, ValueTypes::none, {});
  }
  const bool is_keyed = opener.is_keyed || opener.sign == XmlSign::value_open;
  const bool is_own_way = its.has_name_value || !shape_->name_is_value;
  const bool is_named = is_keyed ? is_own_way : shape_->plain_keys;
  drops_line_ends_ = shape_->trims_line_ends && is_named;
  begin_lone(list);
  note_attributes(list, opener, pair);
  if (!shape_->is_one_call && !is_keyed && XmlGrammar::is_bare(opener)) settle_part(list);
}

// In `<path lang="en">a</path>` nothing reads `lang`.
void XmlArguments::note_attributes(CallList& list, const XmlToken& opener,
                                   const XmlPair& pair) const {
  if (belongs_to_none()) return list.leave_out(key_);
  const bool is_value = opener.sign == XmlSign::value_open;
  if (is_value && !pair.left_out.empty()) list.leave_out(pair.left_out);
  const bool has_keys = opener.is_keyed && !is_value;
  const std::string_view word = has_keys ? opener.words.left_out : left_out_in(opener);
  if (!word.empty()) list.leave_out(word);
}

// `<parameter=arguments>{"path":"/tmp"}</parameter>` may be all arguments of a tool with a
// parameter `path` and none that is called `arguments`. No piece of the value is emitted before the
// next parameter or the end of the call decides.
void XmlArguments::begin_lone(CallList& list) {
  may_be_all_ = shape_->is_one_call && shape_->prefix.empty() && !shape_->first_key_counts &&
                schema_ != nullptr && !schema_->parameters.empty() && known_ == nullptr &&
                known_key(key_) == JsonKey::arguments && list.owned(list.item().arguments).empty();
}

// Makes the object in the parameter that waits the arguments, without its last brace. Returns false
// if it is none, or if the tool has no parameter for one of its keys.
bool XmlArguments::take_lone(std::string& arguments, bool strict, bool& is_repaired) const {
  if (!listed_->may_be_all) return false;
  std::string value = listed_->value;
  if (value.starts_with('"')) value = decode_json_string(value);
  const std::string_view text = trimmed(value);
  std::string json;
  if (!text.starts_with('{') || !append_json(json, text, json_like_value, strict, is_repaired)) {
    return false;
  }
  bool are_known = true;
  for_each_member(json, [&](std::string_view literal, std::size_t, std::size_t) {
    are_known = are_known && SchemaTable::find(*schema_, decode_json_string(literal)) != nullptr;
  });
  if (!are_known) return false;
  is_repaired = true;
  json.pop_back();
  if (trimmed(json).size() > 1) arguments = json;
  return true;
}

// In `<tool_call><name>f</name><arguments>{"a":1}</arguments></tool_call>` the first element
// names the tool, since its tag does not, and the second one is all arguments.
void XmlArguments::settle_part(CallList& list) {
  CallItem& item = list.item();
  const JsonKey part = known_key(key_);
  const bool is_first = list.owned(item.arguments).empty();
  if (is_first && !item.is_named() && part == JsonKey::name) holds_ = Holds::tool;
  if (is_named_by_element_ && part == JsonKey::arguments && known_ == nullptr) {
    holds_ = Holds::arguments;
  }
}

void XmlArguments::add_parameter(CallList& list, const XmlGrammar& grammar, std::string_view key,
                                 std::string_view value, std::uint64_t at) {
  if (owner_ == Owner::unknown) begin_own(list, grammar);
  at_ = at;
  key_ = key;
  begin_value(list, ValueTypes::none, {});
  drops_line_ends_ = shape_->trims_line_ends;
  begin_lone(list);
  end_parameter(list, value, {});
}

// ---- what a value becomes --------------------------------------------------------------------

// Begins a value. Its types come from its own attribute or mark, else from the schema.
// `string="true"` keeps `12` a string, `string="false"` reads it as a number. The `type` of
// the tag counts before that of the schema.
void XmlArguments::begin_value(CallList& list, ValueTypes types, std::string_view word) {
  may_be_all_ = false;
  known_ = schema_ == nullptr ? nullptr : SchemaTable::find(*schema_, key_);
  if (listed_ && (listed_->key != key_ || listed_->may_be_all)) end_list(list);
  const auto given = given_.find(key_);
  is_again_ = given != given_.end();
  given_now_ = is_again_ ? &given->second : nullptr;
  if (types == ValueTypes::none && known_ != nullptr) types = known_->types;
  if (word == "true") types = ValueTypes::string;
  if (word == "false") types = ValueTypes::object | ValueTypes::array;  // not a string
  types_ = types;
  const bool has_failed = owner_ != Owner::unknown && list.item().error != Code::none;
  holds_ = has_failed ? Holds::left_out : find_holds(word);
  streamed_ = blanks_ = 0;
}

// A parameter outside of all functions is left out.
XmlArguments::Holds XmlArguments::find_holds(std::string_view word) const {
  if (belongs_to_none()) return Holds::left_out;
  if (word == "true") return Holds::text;
  if (word == "false") return Holds::json;
  if (!shape_->prefix.empty() && types_ != ValueTypes::string) return Holds::nested;
  if (types_ == ValueTypes::none || types_ == ValueTypes::string) return Holds::text;
  return types_ == (ValueTypes::string | ValueTypes::null) ? Holds::text_or_null : Holds::typed;
}

bool XmlArguments::is_next_key(const XmlToken& token) const {
  return XmlGrammar::is_bare(token) && token.name != key_ && !given_.contains(token.name);
}

// False if the schema has parameters but not this one, and allows no others. The opening tag
// is then text.
bool XmlArguments::may_have(std::string_view key) const {
  const ToolSchema* const tool = schema();
  if (tool == nullptr || tool->allows_others || tool->parameters.empty()) return true;
  return SchemaTable::find(*tool, key) != nullptr;
}

bool XmlArguments::has_key(std::string_view key) const {
  const ToolSchema* const tool = schema();
  return tool != nullptr && key != key_ && SchemaTable::find(*tool, key) != nullptr;
}

bool XmlArguments::names(std::string_view key) const {
  const ToolSchema* const tool = schema();
  return tool == nullptr || tool->parameters.empty() || has_key(key);
}

// The keys in `required` of the schema are compared with the arguments written so far.
bool XmlArguments::has_required(CallList& list) const {
  const ToolSchema* const tool = schema();
  if (tool == nullptr || tool->required.empty()) return false;
  std::string text = list.owned(list.item().arguments);
  if (listed_) {
    bool is_repaired = false;
    if (!take_lone(text, list.head().strict, is_repaired))
      text += (text.empty() ? "{" : ",") + json_of_list();
  }
  text += text.empty() ? "{}" : "}";
  JsonTree arguments;
  if (arguments.read(text)) return false;
  return std::all_of(tool->required.begin(), tool->required.end(), [&](const std::string& name) {
    return arguments.find(JsonTree::root, name).has_value();
  });
}

// ---- written as JSON -------------------------------------------------------------------------

namespace {

std::size_t leading_line_end(std::string_view text) {
  if (text.substr(0, 2) == "\r\n") return 2;
  return text.substr(0, 1) == "\n" ? 1 : 0;
}

// One line end is dropped at each side: `\n\n x\n\n` becomes `\n x\n`. That is only done if
// the key stands directly after the tag's name.
void drop_line_ends(std::string_view& text) {
  text.remove_prefix(leading_line_end(text));
  if (text.empty() || text.back() != '\n') return;
  text.remove_suffix(1);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
}

}  // namespace

std::string& XmlArguments::write_key(CallList& list, std::size_t size) {
  constexpr std::size_t around = 8;  // quotes, colon, brace
  std::string& arguments = list.owned(list.item().arguments);
  if (streamed_ != 0) return arguments;
  arguments.reserve(arguments.size() + key_.size() + size + around);  // grows once, not thrice
  arguments += arguments.empty() ? '{' : ',';
  append_json_string(arguments, key_);
  arguments += ':';
  given_now_ = &given_[key_];
  given_now_->begin = arguments.size();
  return arguments;
}

// True if the value may still be the word null, so that none of its bytes may be given. If the
// types are string and null, `nu` waits, and `nut` is a string. After the word null and a blank,
// the whole value waits.
bool XmlArguments::is_null_so_far(std::string_view text) {
  constexpr std::string_view null = "null";
  while (blanks_ < text.size() && is_blank(text[blanks_])) ++blanks_;
  const std::string_view word = text.substr(blanks_, null.size() + 1);
  const bool is_word = same_name(word.substr(0, null.size()), null.substr(0, word.size()), true);
  if (!is_word || word.size() <= null.size()) return is_word;
  if (is_blank(word.back())) holds_ = Holds::typed;
  return holds_ == Holds::typed;
}

// Gives the bytes of the open value that are certain. A line end that may be dropped waits, and so
// does an incomplete UTF-8 sequence. Of `use here\n` all bytes but the line end are given at once.
void XmlArguments::stream(CallList& list, std::uint64_t begin, std::string_view text) {
  if (!is_streaming()) return;
  if (holds_ == Holds::text_or_null && streamed_ == 0 && is_null_so_far(text)) return;
  if (drops_line_ends_ && streamed_ == 0 && text.size() < 2) return;
  if (drops_line_ends_ || shape_->is_one_call) {  // also where its closer may be missing
    if (!text.empty() && text.back() == '\n') text.remove_suffix(1);
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  }
  text.remove_suffix(utf8_incomplete_tail(text));
  const std::size_t from = streamed_ == 0 && drops_line_ends_ ? leading_line_end(text) : streamed_;
  if (text.size() <= from) return;
  std::string& arguments = write_key(list, text.size());
  if (streamed_ == 0) arguments += '"';
  append_json_escaped(arguments, text.substr(from));
  streamed_ = text.size();
  list.state.known_until = begin + streamed_;
}

// Ends an element that names the tool, or is all its arguments.
bool XmlArguments::end_part(CallList& list, std::string_view value) {
  CallItem& item = list.item();
  if (holds_ == Holds::tool) {
    const bool is_name = !value.empty() && value.size() <= max_id_bytes &&
                         std::all_of(value.begin(), value.end(), is_call_name_byte);
    if (!is_name) return true;
    item.name = list.own(std::string(value));
    schema_ = schemas_->find(value);
    return is_named_by_element_ = true;
  }
  std::string json;
  const bool is_object =
      value.starts_with('{') &&
      append_json(json, value, json_like_value, list.head().strict, item.is_repaired);
  if (!is_object) return false;
  json.pop_back();  // the last brace comes with the call's end
  std::string& arguments = list.owned(item.arguments);
  const bool has_any = trimmed(json).size() > 1;
  if (has_any && !arguments.empty()) return false;
  // `<name>f</name><parameters>{"type":"object","properties":{}}</parameters>` defines f.
  if (defines_tool(value, schema_)) item.fail(Code::tool_definition, item.begin);
  if (!has_any) return true;
  arguments = json;
  for_each_member(json + '}', [&](std::string_view literal, std::size_t begin, std::size_t end) {
    given_[decode_json_string(literal)] = {begin, end};
  });
  return true;
}

// No entity is decoded: `&lt;` in a value is `&lt;`.
bool XmlArguments::end_parameter(CallList& list, std::string_view value, std::string_view prefix) {
  if (holds_ == Holds::left_out) return true;
  if (holds_ == Holds::tool || holds_ == Holds::arguments) return end_part(list, trimmed(value));
  // After a prefix a tag is an element of the value, unless the value is a string.
  const bool is_text = !prefix.empty() && holds_ != Holds::nested;
  if (is_text && value.find(prefix) != value.npos) list.item().is_repaired = true;
  const std::string_view whole = value;
  if (drops_line_ends_) drop_line_ends(value);
  if (may_be_all_ || (may_be_listed() && (!is_again_ || listed_))) {
    add_to_list(list, value, prefix);
    return true;
  }
  if (is_again_) {
    compare(list, value, prefix);
    return true;
  }
  std::string& arguments = write_key(list, value.size());
  if (streamed_ != 0) {
    const auto end = static_cast<std::size_t>(value.data() + value.size() - whole.data());
    append_json_escaped(arguments, whole.substr(streamed_, end - streamed_));
    arguments += '"';
  } else if (append_value(list, arguments, value, prefix, known_, types_)) {
    list.item().is_repaired = true;
  }
  given_now_->end = arguments.size();
  return true;
}

// Appends the value as JSON, with the types that its tag or the schema says. Returns true if it was
// converted from a spelling that JSON does not have.
bool XmlArguments::append_value(CallList& list, std::string& out, std::string_view value,
                                std::string_view prefix, const ParameterSchema* known,
                                ValueTypes types) const {
  const bool strict = list.head().strict;
  const bool has_tags =
      holds_ == Holds::nested && !prefix.empty() && value.find(prefix) != value.npos;
  bool is_repaired = false;
  if (holds_ == Holds::text) {
    append_json_string(out, value);
  } else if (holds_ == Holds::json) {
    // `{"z":[1,null]}` is JSON; `no JSON` and `1, 2` are not, and become strings. A form feed
    // is a blank here, and none in JSON.
    if (!append_json(out, trimmed(value), json_like_value, strict, is_repaired))
      append_json_string(out, value);
  } else if (has_tags) {
    is_repaired = append_nested_value(out, value, prefix, {schema_, known, strict});
  } else {
    is_repaired = append_typed_value(out, value, types, strict);
  }
  return is_repaired;
}

// ---- parameters that come again --------------------------------------------------------------

// A parameter that is given twice is one if both values are equal. In solar_open2 the
// first value counts, and later ones are left out.
void XmlArguments::compare(CallList& list, std::string_view value, std::string_view prefix) {
  const Given given = *given_now_;
  CallItem& item = list.item();
  const std::string_view arguments = list.owned(item.arguments);
  std::string json;
  append_value(list, json, value, prefix, known_, types_);
  item.is_repaired = true;
  const bool is_same = arguments.substr(given.begin, given.end - given.begin) == json;
  if (!is_same && !shape_->first_key_counts) fail(list);
}

// Without a name the call is an error anyway.
void XmlArguments::fail(CallList& list) const {
  if (list.item().is_named()) list.fail_twice(key_, at_);
}

// Where the schema says that the parameter is an array, neighbours of one name are its
// elements: `<tag>a</tag><tag>b</tag>` is `"tag":["a","b"]`. A value that is an array itself can't
// be an element, unless the schema says that the elements are arrays.
void XmlArguments::add_to_list(CallList& list, std::string_view value, std::string_view prefix) {
  Listed next;
  next.key = key_;
  next.may_be_all = may_be_all_;
  next.has_repaired_value = append_value(list, next.value, value, prefix, known_, types_);
  next.is_array = next.value.starts_with('[');
  if (known_ != nullptr) next.item = listed_ ? listed_->item : InsideTable(*schema_).item(known_);
  const ValueTypes types = next.item == nullptr ? ValueTypes::none : next.item->types;
  next.has_repaired_element = append_value(list, next.elements, value, prefix, next.item, types);
  if (!listed_) {
    given_[key_] = {};
    listed_ = std::make_unique<Listed>(std::move(next));
    return;
  }
  list.item().is_repaired = true;
  if (listed_->count == 1 && next.is_array && next.value == listed_->value) return;
  const bool may_be_element =
      has(types, ValueTypes::array) || !(next.is_array || listed_->is_array);
  if (!may_be_element) return fail(list);
  listed_->elements += ',';
  listed_->elements += next.elements;
  ++listed_->count;
}

std::string XmlArguments::json_of_list() const {
  std::string json;
  append_json_string(json, listed_->key);
  json += ':';
  json += listed_->count == 1 ? listed_->value : '[' + listed_->elements + ']';
  return json;
}

// Writes the parameter that no other one of its name follows.
void XmlArguments::end_list(CallList& list) {
  if (!listed_) return;
  CallItem& item = list.item();
  std::string& arguments = list.owned(item.arguments);
  arguments += arguments.empty() ? '{' : ',';
  arguments += json_of_list();
  const std::size_t size =
      listed_->count == 1 ? listed_->value.size() : listed_->elements.size() + 2;
  given_[listed_->key] = {arguments.size() - size, arguments.size()};
  if (listed_->count == 1 ? listed_->has_repaired_value : listed_->has_repaired_element)
    item.is_repaired = true;
  listed_.reset();
}

}  // namespace tagstream
