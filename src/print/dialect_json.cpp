#include "tagstream/dialect.hpp"
#include "tagstream/json.hpp"

namespace tagstream {

namespace {

void write_list(JsonWriter& json, std::string_view name, const WordList& list) {
  json.key(name).begin_array();
  for (std::string_view word : list) json.value(word);
  json.end_array();
}

void write_header(JsonWriter& json, const HeaderFormat& format) {
  json.key("header");
  if (!format.is_given()) {
    json.null();
    return;
  }
  json.begin_object().field("start", format.start).field("channel", format.channel);
  json.field("constrain", format.constrain).field("message", format.message);
  write_list(json, "close", format.close);
  write_list(json, "endsBefore", format.ends_before);
  json.field("reasoningChannel", format.reasoning_channel);
  write_list(json, "textChannels", format.text_channels);
  json.field("reasoningRecipient", format.reasoning_recipient).end_object();
}

void write_reasoning(JsonWriter& json, const ReasoningFormat& format) {
  json.begin_object();
  write_list(json, "open", format.open);
  write_list(json, "close", format.close);
  write_list(json, "endsBefore", format.ends_before);
  write_list(json, "unwrap", format.unwrap);
  write_list(json, "drop", format.drop);
  json.field("startsInside", format.starts_inside).field("trims", format.trims);
  write_header(json, format.header);
  json.end_object();
}

void write_name(JsonWriter& json, const CallFormat& call) {
  json.key("name");
  if (!body_info(call.body).takes_name) {
    json.null();
    return;
  }
  const CallNameFormat& format = call.name;
  json.begin_object().field("before", format.before).field("kind", format.kind);
  json.field("idMark", format.id_mark).field("separator", format.separator);
  write_list(json, "then", format.then);
  json.field("prefix", format.prefix).field("needsSeparator", format.needs_separator);
  json.field("isId", format.is_id).field("idFirst", format.id_first).end_object();
}

void write_mark(JsonWriter& json, const XmlMark& mark) {
  json.begin_object().field("open", mark.open).field("close", mark.close).end_object();
}

void write_marks(JsonWriter& json, std::string_view name, const XmlShape::Marks& marks) {
  json.key(name).begin_array();
  for (const XmlMark& mark : marks) {
    if (mark.is_given()) write_mark(json, mark);
  }
  json.end_array();
}

void write_words(JsonWriter& json, std::string_view name,
                 const std::array<std::string_view, 2>& words) {
  json.key(name).begin_array();
  for (std::string_view word : words) {
    if (!word.empty()) json.value(word);
  }
  json.end_array();
}

void write_shape(JsonWriter& json, const CallFormat& call) {
  json.key("shape");
  if (call.body != CallBody::xml) {
    json.null();
    return;
  }
  const XmlShape& shape = *call.shape;
  json.begin_object();
  write_words(json, "functions", shape.functions);
  write_marks(json, "parameters", shape.parameters);
  write_marks(json, "keys", shape.keys);
  write_marks(json, "values", shape.values);
  json.key("type");
  if (shape.type.is_given()) {
    write_mark(json, shape.type);
  } else {
    json.null();
  }
  json.field("prefix", shape.prefix).field("nameAttribute", shape.name_attribute);
  json.field("keyAttribute", shape.key_attribute).field("stringAttribute", shape.string_attribute);
  json.field("typeAttribute", shape.type_attribute).field("nameIsValue", shape.name_is_value);
  json.field("tagIsKey", shape.tag_is_key).field("trimsLineEnds", shape.trims_line_ends);
  json.field("nameFirst", shape.name_first);
  write_words(json, "separators", shape.separators);
  json.field("headEnd", shape.head_end).field("isOneCall", shape.is_one_call);
  json.field("takesCdata", shape.takes_cdata).field("openersEndValues", shape.openers_end_values);
  json.field("firstKeyCounts", shape.first_key_counts).end_object();
}

void write_tools(JsonWriter& json, const ToolFormat& format) {
  json.begin_object().key("calls").begin_array();
  for (const CallFormat& call : format.calls) {
    if (call.open.empty()) continue;
    json.begin_object();
    write_list(json, "open", call.open);
    write_list(json, "close", call.close);
    json.field("body", to_string(call.body));
    write_name(json, call);
    write_shape(json, call);
    json.field("isLeading", call.is_leading);
    json.field("shared", static_cast<unsigned>(call.shared)).end_object();
  }
  json.end_array();
  write_list(json, "wrapOpen", format.wrap_open);
  write_list(json, "wrapClose", format.wrap_close);
  json.field("separator", std::string_view(&format.separator, format.separator == 0 ? 0 : 1));
  json.field("callsInReasoning", to_string(format.calls_in_reasoning));
  json.field("onUnclosed", to_string(format.on_unclosed));
  write_header(json, format.header);
  json.end_object();
}

}  // namespace

void to_json(std::string& out, const Dialect& row) {
  JsonWriter json(out);
  json.begin_object().field("name", row.name);
  write_list(json, "aliases", row.aliases);
  json.key("reasoning");
  if (row.reasoning == nullptr) {
    json.null();
  } else {
    write_reasoning(json, *row.reasoning);
  }
  json.key("tools");
  if (row.tools == nullptr) {
    json.null();
  } else {
    write_tools(json, *row.tools);
  }
  write_list(json, "drop", row.drop);
  json.field("writesCalls", row.writes_calls).field("opensInPrompt", row.opens_in_prompt);
  json.end_object();
}

}  // namespace tagstream
