#include "body/xml/xml_arguments.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "body/nested_value.hpp"
#include "body/typed_value.hpp"
#include "json/json_text.hpp"
#include "json/value_converter.hpp"
#include "json/value_dialect.hpp"
#include "tagstream/attribute.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

// The JSON that is written for a body of qwen3_coder, token by token:
//
//   <function=f>             list.begin; the arguments are ``
//   <parameter=a>            key_ `a`; a string, since no schema says another type (R185)
//   \n1\n</parameter>        `{"a":"1"`: one line end is dropped on each side (R178)
//   <parameter=b>\n</parameter>    `,"b":""`
//   </function>              `}`: the call f({"a":"1","b":""})

// ---- calls -----------------------------------------------------------------------------------

namespace {
void begin_call(CallList& list, std::uint64_t at) {
  list.begin(at);
  list.item().arguments = list.own({});  // without the last brace
}
}  // namespace

// R152: `<invoke name="a">…</invoke>\n<invoke name="b"></invoke>` in one body are two calls.
void XmlArguments::begin_function(CallList& list, const XmlToken& opener) {
  owner_ = Owner::functions;
  function_tag_ = opener.name;
  schema_ = schemas_->find(opener.words.name);
  begin_call(list, opener.match.begin);
  list.item().name = list.own(std::string(opener.words.name));
  const std::string_view id = call_id(opener.words.id, schema_);
  if (!id.empty()) list.item().id = list.own(std::string(id));
  if (has_argument(*shape_, schema_, opener.raw)) take_attributes(list, opener.raw);
}

// R370: attributes beside the name are arguments. `<function=read path="a b.txt" id="c1" lines=''
// required>` calls read with path and lines. An id is an argument only if the tool has a parameter
// `id`, and an attribute without a value is none.
void XmlArguments::take_attributes(CallList& list, std::string_view tag) {
  for (const Attribute& attribute : AttributeRange(tag)) {
    if (!is_argument(*shape_, schema_, attribute)) continue;
    key_ = attribute.name;
    begin_value(ValueTypes::none, {});
    drops_line_ends_ = false;
    end_parameter(list, decode_entities(attribute.value), {});
    list.item().is_repaired = true;
  }
}

void XmlArguments::end_function(const BodyInput& input, CallList& list, std::uint64_t at) {
  function_tag_.clear();
  std::string& arguments = list.owned(list.item().arguments);
  arguments += arguments.empty() ? "{}" : "}";
  if (refused_at_ != 0) list.item().arguments.begin = refused_at_;
  list.end(input.segment, at, CallList::Place::alone, input.counters);
}

// R68: `<read_file><path>a.c</path></read_file>` calls read_file, by the tag's own name.
void XmlArguments::begin_own(CallList& list, const XmlGrammar& grammar) {
  owner_ = Owner::own;
  const std::string_view name = list.head().name;
  const std::string_view tag = grammar.call_name();
  schema_ = schemas_->find(name.empty() ? tag : name);
  begin_call(list, list.head().name_at);
  if (!name.empty()) {
    list.item().name = {0, 0, TextRef::Form::head};
  } else if (!tag.empty() && !shape_->is_one_call && grammar.may_be_tool()) {
    list.item().name = list.own(std::string(tag));
  }
  if (!list.head().tag.empty()) take_attributes(list, list.head().tag);
}

// R335: `<arg_key>a</arg_key></tool_call>` has a key and no value: the error `bad_arguments`.
void XmlArguments::end(const BodyInput& input, CallList& list, const XmlGrammar& grammar,
                       std::uint64_t lost_key, std::uint64_t at) {
  if (owner_ == Owner::unknown) {  // the body has no parameter
    begin_own(list, grammar);
    if (lost_key != 0) list.state.is_announced = false;  // no piece of the call was given either
  }
  // R335: a call is never made without a value that the model may have meant.
  if (lost_key != 0) list.item().fail(Code::bad_arguments, lost_key);
  if (!function_tag_.empty() || owner_ == Owner::own) end_function(input, list, at);
}

// ---- parameters ------------------------------------------------------------------------------

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
  use();
}

void XmlArguments::begin_parameter(CallList& list, const XmlGrammar& grammar,
                                   const XmlToken& opener, const XmlPair& pair) {
  if (owner_ == Owner::unknown) begin_own(list, grammar);
  const XmlWords& its = opener.words;
  if (opener.sign == XmlSign::value_open) {
    key_ = pair.key;
    begin_value(pair.types, {});
  } else {
    key_ = opener.is_keyed ? its.name : opener.name;
    opener.is_keyed ? begin_value(value_type(its.type), its.string)
                    : begin_value(ValueTypes::none, {});
  }
  const bool is_keyed = opener.is_keyed || opener.sign == XmlSign::value_open;
  const bool is_own_way = its.has_name_value || !shape_->name_is_value;
  const bool is_named = is_keyed ? is_own_way : shape_->plain_keys;
  drops_line_ends_ = shape_->trims_line_ends && is_named;
  if (!shape_->is_one_call && !is_keyed && XmlGrammar::is_bare(opener)) settle_part(list);
}

// R388: in `<tool_call><name>f</name><arguments>{"a":1}</arguments></tool_call>` the first element
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
                                 std::string_view value) {
  if (owner_ == Owner::unknown) begin_own(list, grammar);
  key_ = key;
  begin_value(ValueTypes::none, {});
  drops_line_ends_ = shape_->trims_line_ends;
  end_parameter(list, value, {});
}

// ---- what a value becomes --------------------------------------------------------------------

// Begins a value. Its types come from its own attribute or mark, else from the schema. R192:
// `string="true"` keeps `12` a string, `string="false"` reads it as a number. R193: the `type` of
// the tag counts before that of the schema.
void XmlArguments::begin_value(ValueTypes types, std::string_view word) {
  known_ = schema_ == nullptr ? nullptr : SchemaTable::find(*schema_, key_);
  if (types == ValueTypes::none && known_ != nullptr) types = known_->types;
  if (word == "true") types = ValueTypes::string;
  if (word == "false") types = ValueTypes::object | ValueTypes::array;  // not a string
  types_ = types;
  holds_ = find_holds(word);
  streamed_ = blanks_ = 0;
}

// R159: in solar_open2 the second value of a key is left out. R156: a parameter outside of all
// functions is left out, too.
XmlArguments::Holds XmlArguments::find_holds(std::string_view word) const {
  if (belongs_to_none()) return Holds::left_out;
  if (shape_->first_key_counts && keys_.contains(key_)) return Holds::left_out;
  if (word == "true") return Holds::text;
  if (word == "false") return Holds::json;
  if (!shape_->prefix.empty() && types_ != ValueTypes::string) return Holds::nested;
  if (types_ == ValueTypes::none || types_ == ValueTypes::string) return Holds::text;
  return types_ == (ValueTypes::string | ValueTypes::null) ? Holds::text_or_null : Holds::typed;
}

bool XmlArguments::is_next_key(const XmlToken& token) const {
  return XmlGrammar::is_bare(token) && token.name != key_ && !keys_.contains(token.name);
}

// R327: false if the schema has parameters but not this one, and allows no others. The opening tag
// is then text.
bool XmlArguments::may_have(std::string_view key) const {
  const ToolSchema* const tool = schema();
  if (tool == nullptr || tool->allows_others || tool->parameters.empty()) return true;
  return SchemaTable::find(*tool, key) != nullptr;
}

// R368: the keys in `required` of the schema are compared with the arguments written so far.
bool XmlArguments::has_required(CallList& list) const {
  const ToolSchema* const tool = schema();
  if (tool == nullptr || tool->required.empty()) return false;
  const std::string text = list.owned(list.item().arguments) + '}';
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

// R178: one line end is dropped at each side: `\n\n x\n\n` becomes `\n x\n`. That is only done if
// the key stands directly after the tag's name.
void drop_line_ends(std::string_view& text) {
  text.remove_prefix(leading_line_end(text));
  if (text.empty() || text.back() != '\n') return;
  text.remove_suffix(1);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
}

}  // namespace

// R158: a parameter that is given twice is written twice.
std::string& XmlArguments::write_key(CallList& list, std::size_t size) {
  constexpr std::size_t around = 8;  // quotes, colon, brace
  std::string& arguments = list.owned(list.item().arguments);
  if (streamed_ != 0) return arguments;
  arguments.reserve(arguments.size() + key_.size() + size + around);  // grows once, not thrice
  if (shape_->first_key_counts) keys_.insert(key_);
  arguments += arguments.empty() ? '{' : ',';
  append_json_string(arguments, key_);
  arguments += ':';
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
  if (drops_line_ends_) {
    if (streamed_ == 0 && text.size() < 2) return;
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

// Ends an element that names the tool, or is all its arguments (R388).
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
  // R337: `<name>f</name><parameters>{"type":"object","properties":{}}</parameters>` defines f.
  if (defines_tool(value, schema_)) item.fail(Code::tool_definition, item.begin);
  if (has_any) arguments = json;
  return true;
}

// R179: no entity is decoded: `&lt;` in a value is `&lt;`.
bool XmlArguments::end_parameter(CallList& list, std::string_view value, std::string_view prefix) {
  if (holds_ == Holds::left_out) return true;
  if (holds_ == Holds::tool || holds_ == Holds::arguments) return end_part(list, trimmed(value));
  const std::string_view whole = value;
  if (drops_line_ends_) drop_line_ends(value);
  CallItem& item = list.item();
  std::string& arguments = write_key(list, value.size());
  if (streamed_ != 0) {
    const auto end = static_cast<std::size_t>(value.data() + value.size() - whole.data());
    append_json_escaped(arguments, whole.substr(streamed_, end - streamed_));
    arguments += '"';
    return true;
  }
  const bool strict = list.head().strict;
  const bool has_tags =
      holds_ == Holds::nested && !prefix.empty() && value.find(prefix) != value.npos;
  if (holds_ == Holds::text) {
    append_json_string(arguments, value);
  } else if (holds_ == Holds::json) {
    // R192: `{"z":[1,null]}` is JSON; `no JSON` and `1, 2` are not, and become strings. A form feed
    // is a blank here, and none in JSON.
    if (append_json(arguments, trimmed(value), json_like_value, strict, item.is_repaired))
      return true;
    append_json_string(arguments, value);
  } else if (has_tags) {
    if (append_nested_value(arguments, value, prefix, {schema_, known_, strict}))
      item.is_repaired = true;
  } else if (append_typed_value(arguments, value, types_, strict)) {
    item.is_repaired = true;
  }
  return true;
}

}  // namespace tagstream
