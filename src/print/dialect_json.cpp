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

void write_tools(JsonWriter& json, const ToolFormat& format) {
  json.begin_object().key("calls").begin_array();
  for (const CallFormat& call : format.calls) {
    if (call.open.empty()) continue;
    json.begin_object();
    write_list(json, "open", call.open);
    write_list(json, "close", call.close);
    json.field("body", to_string(call.body));
    write_name(json, call);
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
