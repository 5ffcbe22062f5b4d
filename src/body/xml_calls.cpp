#include "body/xml_calls.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "body/nested_value.hpp"
#include "body/typed_value.hpp"
#include "json/json_scanner.hpp"
#include "json/json_text.hpp"
#include "json/json_tree.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

// ---- calls -----------------------------------------------------------------------------------

namespace {
void begin_call(CallList& list, std::uint64_t at) {
  list.begin(at);
  list.item().arguments = list.own({});  // without the last brace
}
}  // namespace

void XmlCalls::begin_function(CallList& list, const XmlTags& tags, const XmlTag& tag,
                              std::string_view name) {
  has_functions_ = true;
  function_tag_ = tag.name;
  schema_ = schemas_->find(name);
  begin_call(list, tag.match.begin);
  list.item().name = list.own(std::string(name));
  const std::string_view id = call_id(tag.words.id, schema_);
  if (!id.empty()) list.item().id = list.own(std::string(id));
  if (has_argument(tags.shape(), schema_, tag.raw)) take_attributes(list, tags, tag.raw);
}

// R370: attributes beside the name are arguments.
void XmlCalls::take_attributes(CallList& list, const XmlTags& tags, std::string_view tag) {
  for (const Attribute& attribute : AttributeRange(tag)) {
    if (!is_argument(tags.shape(), schema_, attribute)) continue;
    begin_glued(list, tags, attribute.name);
    drops_line_ends_ = false;
    end_parameter(list, decode_entities(attribute.value), {});
    list.item().is_repaired = true;
  }
}

void XmlCalls::end_function(const BodyInput& input, CallList& list, std::uint64_t at) {
  function_tag_.clear();
  std::string& arguments = list.owned(list.item().arguments);
  arguments += arguments.empty() ? "{}" : "}";
  list.end(input.segment, at, CallList::Place::alone, input.counters);
}

void XmlCalls::begin_own(CallList& list, const XmlTags& tags) {
  has_own_ = true;
  const std::string_view name = list.head().name;
  schema_ = schemas_->find(name.empty() ? tags.call_name() : name);
  begin_call(list, list.head().name_at);
  if (!name.empty()) {
    list.item().name = {0, 0, Piece::Form::head};
  } else if (!tags.call_name().empty() && !tags.shape().is_one_call && tags.may_be_tool()) {
    list.item().name = list.own(std::string(tags.call_name()));
  }
  if (!list.head().tag.empty()) take_attributes(list, tags, list.head().tag);
}

void XmlCalls::end(const BodyInput& input, CallList& list, const XmlTags& tags, std::uint64_t at) {
  if (!has_functions_ && !has_own_) {  // no parameter has come to anything
    begin_own(list, tags);
    if (pair.lost() != 0) list.state.is_announced = false;  // nor is anything told of it
  }
  // R335: never a call without what was written for it.
  if (pair.lost() != 0) list.item().fail(Code::bad_arguments, pair.lost());
  if (!function_tag_.empty() || has_own_) end_function(input, list, at);
}

const ToolSchema* XmlCalls::schema() const {
  return has_functions_ && function_tag_.empty() ? nullptr : schema_;
}

// ---- parameters ------------------------------------------------------------------------------

void XmlPair::begin(const XmlTags& tags, const XmlTag& tag) {
  const XmlShape& shape = tags.shape();
  mark = &shape.keys[0];
  for (const XmlMark& one : shape.keys) {
    const bool is_literal = one.open == tag.raw || one.close == tag.raw;
    if (tag.is_literal ? is_literal : tags.is_name(tag.name, xml_tag_name(one.open))) {
      mark = &one;
    }
  }
  lost_at = lost();
  at = tag.match.begin;
  has_key = has_type = false;
}

void XmlCalls::begin_parameter(CallList& list, const XmlTags& tags, const XmlTag& tag) {
  if (!has_functions_ && !has_own_) begin_own(list, tags);
  const bool is_pair = tag.part == XmlPart::value;
  is_keyed_ = is_pair || tag.is_keyed;
  if (is_pair) key_ = pair.key;
  if (!is_pair) key_ = is_keyed_ ? tag.words.name : tag.name;
  const XmlShape& shape = tags.shape();
  const bool is_named = is_keyed_ ? tag.words.has_name_value : shape.plain_keys;
  drops_line_ends_ = shape.trims_line_ends && is_named;
  take_types(tags, tag);
}

void XmlCalls::begin_glued(CallList& list, const XmlTags& tags, std::string_view key) {
  if (!has_functions_ && !has_own_) begin_own(list, tags);
  is_keyed_ = true;
  key_ = key;
  drops_line_ends_ = tags.shape().trims_line_ends;
  take_types(tags, XmlTag());
}

bool XmlCalls::is_next_key(const XmlTag& tag) const {
  return XmlTags::is_bare(tag) && tag.name != key_ && !keys_.contains(tag.name);
}

bool XmlCalls::may_be_string() const {
  if (is_string_) return *is_string_;
  return types_ == ValueTypes::none || has(types_, ValueTypes::string);
}

bool XmlCalls::may_have(std::string_view key) const {
  const ToolSchema* const tool = schema();
  if (tool == nullptr || tool->allows_others || tool->parameters.empty()) return true;
  return SchemaTable::find(*tool, key) != nullptr;
}

bool XmlCalls::has_required(CallList& list) const {
  const ToolSchema* const tool = schema();
  if (tool == nullptr || tool->required.empty()) return false;
  const std::string text = list.owned(list.item().arguments) + '}';
  JsonTree arguments;
  if (arguments.read(text)) return false;
  return std::all_of(tool->required.begin(), tool->required.end(), [&](const std::string& name) {
    return arguments.find(JsonTree::root, name).has_value();
  });
}

// What the value is: by its own attribute or mark, else by the schema.
void XmlCalls::take_types(const XmlTags& tags, const XmlTag& tag) {
  is_string_.reset();
  types_ = pair.has_type ? pair.types : ValueTypes::none;
  const XmlShape& shape = tags.shape();
  if (tag.part == XmlPart::parameter && is_keyed_) {
    const std::string_view word = tag.words.string;
    if (word == "true" || word == "false") is_string_ = word == "true";
    types_ = value_type(tag.words.type);
  }
  pair.has_type = pair.has_key = has_begun_ = false;
  known_ = schema_ == nullptr ? nullptr : SchemaTable::find(*schema_, key_);
  if (types_ == ValueTypes::none && known_ != nullptr) types_ = known_->types;
  const bool is_string_only = types_ == ValueTypes::none || types_ == ValueTypes::string;
  may_be_null_ = types_ == (ValueTypes::string | ValueTypes::null) && !is_string_;
  is_text_ = is_string_ ? *is_string_ : is_string_only || may_be_null_;
  const bool may_nest = !shape.prefix.empty() && types_ != ValueTypes::string;
  notes_keys_ = shape.first_key_counts;
  is_repeated_ = notes_keys_ && keys_.contains(key_);
  is_text_ = is_text_ && !may_nest && !is_left_out();
  streamed_ = blanks_ = 0;
}

namespace {

std::size_t leading_line_end(std::string_view text) {
  if (text.substr(0, 2) == "\r\n") return 2;
  return text.substr(0, 1) == "\n" ? 1 : 0;
}

void drop_line_ends(std::string_view& text) {
  text.remove_prefix(leading_line_end(text));
  if (text.empty() || text.back() != '\n') return;
  text.remove_suffix(1);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
}

// Appends `text` if it is one JSON value.
bool append_json_value(std::string& out, std::string_view text, bool strict, bool& is_repaired) {
  text = trimmed(text);  // of blanks that JSON does not have, too
  const std::string list = '[' + std::string(text) + ']';
  JsonScanner scanner;
  std::size_t values = 0;
  scanner.feed(list, [&](JsonScanner::Mark mark, std::size_t depth, std::uint64_t) {
    if (mark == JsonScanner::Mark::value_begin && depth == 1) ++values;
  });
  const bool is_whole =
      scanner.status() == JsonScanner::Status::complete && scanner.offset() == list.size();
  if (!is_whole || values != 1 || text.back() == ',') return false;
  if (strict && !scanner.spelling().is_strict()) return false;
  if (scanner.spelling().needs_repair()) is_repaired = true;
  std::string json;
  JsonRepair().feed(list, json);
  out += trimmed(std::string_view(json).substr(1, json.size() - 2));
  return true;
}

}  // namespace

std::string& XmlCalls::begin_value(CallList& list, std::size_t size) {
  constexpr std::size_t around = 8;  // quotes, colon, brace
  std::string& arguments = list.owned(list.item().arguments);
  if (has_begun_) return arguments;
  has_begun_ = true;
  arguments.reserve(arguments.size() + key_.size() + size + around);  // grows once, not thrice
  if (notes_keys_) keys_.insert(key_);
  arguments += arguments.empty() ? '{' : ',';
  append_json_string(arguments, key_);
  arguments += ':';
  return arguments;
}

// True if the value may still be the word null. After that word it waits to its end.
bool XmlCalls::is_null_so_far(std::string_view text) {
  constexpr std::string_view null = "null";
  while (blanks_ < text.size() && is_blank(text[blanks_])) ++blanks_;
  const std::string_view word = text.substr(blanks_, null.size() + 1);
  const bool is_word = same_name(word.substr(0, null.size()), null.substr(0, word.size()), true);
  if (is_word && word.size() > null.size() && is_blank(word.back())) is_text_ = false;
  return is_word && (word.size() <= null.size() || !is_text_);
}

// Line ends that may be dropped wait, and so does half a character.
void XmlCalls::stream(CallList& list, std::uint64_t begin, std::string_view text) {
  if (!is_streaming()) return;
  if (may_be_null_ && streamed_ == 0 && is_null_so_far(text)) return;
  if (drops_line_ends_) {
    if (streamed_ == 0 && text.size() < 2) return;
    if (!text.empty() && text.back() == '\n') text.remove_suffix(1);
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  }
  text.remove_suffix(utf8_incomplete_tail(text));
  const std::size_t from = streamed_ == 0 && drops_line_ends_ ? leading_line_end(text) : streamed_;
  if (text.size() <= from) return;
  std::string& arguments = begin_value(list, text.size());
  if (streamed_ == 0) arguments += '"';
  append_json_escaped(arguments, text.substr(from));
  streamed_ = text.size();
  list.state.known_until = begin + streamed_;
}

void XmlCalls::end_parameter(CallList& list, std::string_view value, std::string_view prefix) {
  if (is_left_out()) return;
  const std::string_view whole = value;
  if (drops_line_ends_) drop_line_ends(value);
  CallItem& item = list.item();
  std::string& arguments = begin_value(list, value.size());
  if (streamed_ != 0) {
    const auto end = static_cast<std::size_t>(value.data() + value.size() - whole.data());
    append_json_escaped(arguments, whole.substr(streamed_, end - streamed_));
    arguments += '"';
    return;
  }
  const bool strict = list.head().strict;
  if (is_string_.has_value()) {
    if (*is_string_ || !append_json_value(arguments, value, strict, item.is_repaired)) {
      append_json_string(arguments, value);
    }
  } else if (types_ != ValueTypes::string && !prefix.empty() &&
             value.find(prefix) != std::string_view::npos) {
    const NestedType type{schema_, known_, strict};
    if (append_nested_value(arguments, value, prefix, type)) item.is_repaired = true;
  } else if (append_typed_value(arguments, value, types_, strict)) {
    item.is_repaired = true;
  }
}

}  // namespace tagstream
