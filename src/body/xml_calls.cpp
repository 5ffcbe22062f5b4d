#include "body/xml_calls.hpp"

#include "base/text.hpp"
#include "body/typed_value.hpp"
#include "json/json_scanner.hpp"
#include "json/json_text.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

// ---- calls -----------------------------------------------------------------------------------

void XmlCalls::begin_call(CallList& list, std::uint64_t at) {
  list.begin(at);
  list.item().arguments = list.own({});  // without the last brace
}

void XmlCalls::begin_function(CallList& list, const XmlTags& tags, const XmlTag& tag,
                              std::string_view name) {
  has_functions_ = true;
  function_tag_ = tag.name;
  schema_ = schemas_->find(name);
  begin_call(list, tag.match.begin);
  list.item().name = list.own(std::string(name));
  const std::string_view id = tags.attribute(tag, "id");
  if (!id.empty() && id.size() <= max_id_bytes) list.item().id = list.own(std::string(id));
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
  } else if (!tags.call_name().empty()) {
    list.item().name = list.own(std::string(tags.call_name()));
  }
}

void XmlCalls::end(const BodyInput& input, CallList& list, std::uint64_t at) {
  if (!function_tag_.empty() || has_own_) end_function(input, list, at);
}

const ToolSchema* XmlCalls::schema() const {
  return has_functions_ && function_tag_.empty() ? nullptr : schema_;
}

// ---- parameters ------------------------------------------------------------------------------

void XmlCalls::begin_parameter(CallList& list, const XmlTags& tags, const XmlTag& tag) {
  if (!has_functions_ && !has_own_) begin_own(list, tags);
  is_keyed_ = tags.is_keyed(tag);
  key_ = is_keyed_ ? tags.name_attribute(tag) : tag.name;
  drops_line_ends_ =
      is_keyed_ && tags.shape().trims_line_ends && AttributeRange(tag.raw).find("").has_value();
  const std::string_view word =
      is_keyed_ ? tags.attribute(tag, tags.shape().string_attribute) : std::string_view();
  is_string_.reset();
  if (word == "true" || word == "false") is_string_ = word == "true";
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
  if (strict && !scanner.spelling().is_strict()) return false;
  if (scanner.spelling().needs_repair()) is_repaired = true;
  std::string json;
  JsonRepair().feed(list, json);
  out += trimmed(std::string_view(json).substr(1, json.size() - 2));
  return true;
}

}  // namespace

void XmlCalls::end_parameter(CallList& list, std::string_view value) {
  if (has_functions_ && function_tag_.empty()) return;  // it belongs to no call
  if (drops_line_ends_) drop_line_ends(value);
  CallItem& item = list.item();
  std::string& arguments = list.owned(item.arguments);
  arguments += arguments.empty() ? '{' : ',';
  append_json_string(arguments, key_);
  arguments += ':';
  const bool strict = list.head().strict;
  if (is_string_.has_value()) {
    if (*is_string_ || !append_json_value(arguments, value, strict, item.is_repaired)) {
      append_json_string(arguments, value);
    }
    return;
  }
  ValueTypes types = ValueTypes::none;
  if (schema_ != nullptr) {
    const ParameterSchema* parameter = SchemaTable::find(*schema_, key_);
    if (parameter != nullptr) types = parameter->types;
  }
  if (append_typed_value(arguments, value, types, strict)) item.is_repaired = true;
}

}  // namespace tagstream
