#include "response_rewriter.hpp"

#include <utility>

#include "json/json_writer.hpp"

namespace tagstream::wire {

namespace {

// An event whose type begins with `response.` and goes on with one of these is of an item.
constexpr std::string_view prefix = "response.";

constexpr std::size_t most = 256;                   // items, and texts, that are read
constexpr std::size_t longest_waiting = 64 * 1024;  // bytes of an event that waits

std::string_view type_of(Json payload) {
  const std::string_view type = string_member(payload, "type");
  return type.starts_with(prefix) ? type.substr(prefix.size()) : "";
}

std::uint32_t place_of(Json payload) { return number_member(payload, "content_index", 0); }

bool is_text(Json part) { return string_member(part, "type") == "output_text"; }

// Gives a member another value, if it is there and has another one.
void set_number(Edits& edits, Json payload, std::string_view key, std::uint64_t number) {
  const auto old = member(payload, key);
  if (old && as_number(*old) != number) edits.replace(raw(*old), std::to_string(number));
}

void set_text(Edits& edits, Json payload, std::string_view key, std::string_view text) {
  const auto old = member(payload, key);
  if (old && as_string(*old) != text) edits.replace(raw(*old), quoted(text));
}

std::string reasoning_json(std::string_view id, std::string_view text, bool is_done) {
  std::string json;
  JsonWriter writer(json);
  writer.begin_object().field("id", id).field("type", "reasoning");
  writer.key("summary").begin_array().end_array().key("content").begin_array();
  if (is_done) {
    writer.begin_object().field("type", "reasoning_text").field("text", text).end_object();
  }
  writer.end_array().field("status", is_done ? "completed" : "in_progress").end_object();
  return json;
}

}  // namespace

bool ResponseRewriter::is_one(Json payload) {
  return string_member(payload, "type").starts_with(prefix);
}

std::size_t ResponseRewriter::bytes_held() const {
  std::size_t held = 0;
  for (const auto& [index, item] : items_) {
    if (!item.out) held += item.added.size();
    for (const auto& [place, part] : item.parts) {
      if (!part.is_sent) held += part.added.size();
      if (part.reader != nullptr) held += part.reader->stats().bytes_held;
    }
  }
  return held;
}

// ---- sending ---------------------------------------------------------------------------------

// The index of the next item of the output. `json` is the item, or empty until it is complete.
std::uint32_t ResponseRewriter::take_index(std::string json) {
  output_.push_back(std::move(json));
  return static_cast<std::uint32_t>(output_.size() - 1);
}

// An event of the server, with edits and its new number.
void ResponseRewriter::send(std::string_view data, Json payload, Edits& edits) {
  if (number_ && member(payload, "sequence_number")) {
    set_number(edits, payload, "sequence_number", (*number_)++);
  }
  sent_.push_back({std::string(string_member(payload, "type")),
                   edits.empty() ? std::string(data) : edits.apply()});
}

// An event that is made up. `fields` is JSON without the brackets around.
void ResponseRewriter::send_new(std::string_view type, std::string_view fields) {
  std::string data = "{\"type\":\"";
  data.append(type).append("\"");
  if (number_) data.append(",\"sequence_number\":").append(std::to_string((*number_)++));
  data.append(",").append(fields).append("}");
  sent_.push_back({std::string(type), std::move(data)});
}

// An event of an item that is not a text of a message. It gets the index under which its item was
// sent.
void ResponseRewriter::send_at_item(Json payload, std::string_view data) {
  Edits edits(data);
  Item* const item = member(payload, "output_index") ? item_of(payload) : nullptr;
  if (item != nullptr && item->is_message) {
    const auto part = item->parts.find(place_of(payload));
    const bool has_part = member(payload, "content_index") && part != item->parts.end();
    has_part ? open_part(*item, part->first) : open_message(*item);
  }
  if (item != nullptr && item->out) {
    set_number(edits, payload, "output_index", *item->out);
  }
  send(data, payload, edits);
}

// ---- events of the server --------------------------------------------------------------------

// The item of an event. Null if there are too many: events of others pass as they are.
ResponseRewriter::Item* ResponseRewriter::item_of(Json payload) {
  const std::uint32_t index = number_member(payload, "output_index", 0);
  const auto found = items_.find(index);
  if (found != items_.end()) return &found->second;
  return items_.size() < most ? &items_[index] : nullptr;
}

// The text of an event. It is begun here if the server has not said that it begins. Null if there
// are too many.
ResponseRewriter::Part* ResponseRewriter::part_of(Item& item, Json payload) {
  const std::uint32_t place = place_of(payload);
  const auto found = item.parts.find(place);
  if (found != item.parts.end()) return &found->second;
  if (parts_ == most) return nullptr;
  ++parts_;
  if (!item.is_message) begin_message(item, payload);
  Part& part = item.parts[place];
  part.reader = std::make_unique<Reader>(rules_);
  return &part;
}

void ResponseRewriter::begin_message(Item& item, Json payload) {
  const Options& options = rules_.options();
  const std::uint32_t index = number_member(payload, "output_index", 0);
  item.is_message = true;
  item.builder = std::make_unique<DeltaBuilder>(seed_of_choice(options.id_seed, index), taken_,
                                                options.id_style);
  if (item.id.empty()) item.id = string_member(payload, "item_id");
}

std::vector<ResponseRewriter::Sent> ResponseRewriter::feed(Json payload, std::string_view data) {
  if (!number_) {
    const auto number = member(payload, "sequence_number");
    if (number) number_ = as_number(*number);
  }
  const std::string_view type = type_of(payload);
  if (type == "output_item.added") {
    add_item(payload, data);
  } else if (type == "content_part.added") {
    add_part(payload, data);
  } else if (type == "output_text.delta") {
    Item* const item = item_of(payload);
    const bool is_read =
        item != nullptr && (item->is_message || !item->out) && part_of(*item, payload) != nullptr;
    if (is_read) {
      text_event_ = TextEvent{payload, data};
      read_text(*item, place_of(payload), string_member(payload, "delta"), false);
      text_event_.reset();
    } else {
      send_at_item(payload, data);
    }
  } else if (type == "output_text.done" || type == "content_part.done") {
    end_part(payload, data);
  } else if (type == "output_item.done") {
    end_item(payload, data);
  } else if (type == "completed" || type == "incomplete" || type == "failed") {
    end_response(payload, data);
  } else {
    send_at_item(payload, data);
  }
  return std::exchange(sent_, {});
}

// A message waits until it has visible text. Any other item is sent at once.
void ResponseRewriter::add_item(Json payload, std::string_view data) {
  Item* const item = item_of(payload);
  const auto its = member(payload, "item");
  if (item == nullptr || !its || item->out) return send_at_item(payload, data);
  if (string_member(*its, "type") == "message") {
    item->id = string_member(*its, "id");
    begin_message(*item, payload);
    item->added = data;
    if (data.size() > longest_waiting) open_message(*item);
    return;
  }
  taken_->try_emplace(std::string(string_member(*its, "call_id")), false);
  item->out = take_index(std::string(raw(*its)));
  send_at_item(payload, data);
}

void ResponseRewriter::add_part(Json payload, std::string_view data) {
  Item* const item = item_of(payload);
  const auto its = member(payload, "part");
  Part* const part = item != nullptr && item->is_message && its && is_text(*its)
                         ? part_of(*item, payload)
                         : nullptr;
  if (part == nullptr) return send_at_item(payload, data);
  part->added = data;
  if (data.size() > longest_waiting) open_part(*item, place_of(payload));
}

// The end of a text. A server that has sent no pieces sends the text here. The text of a
// message that was nothing but reasoning and calls is not sent.
void ResponseRewriter::end_part(Json payload, std::string_view data) {
  Item* const item = item_of(payload);
  const std::uint32_t place = place_of(payload);
  if (item == nullptr || !item->parts.contains(place)) return send_at_item(payload, data);
  Part& part = item->parts[place];
  const auto its = member(payload, "part");
  const Json holder = its ? *its : payload;
  read_text(*item, place, part.has_text ? "" : string_member(holder, "text"), true);
  if (!part.is_sent && item->has_made) return;
  open_part(*item, place);
  Edits edits(data);
  set_number(edits, payload, "output_index", *item->out);
  set_text(edits, holder, "text", part.visible);
  send(data, payload, edits);
}

void ResponseRewriter::end_item(Json payload, std::string_view data) {
  Item* const item = item_of(payload);
  const auto its = member(payload, "item");
  if (item == nullptr || !its) return send_at_item(payload, data);
  if (item->is_message) end_texts(*item);
  if (item->is_message && !item->has_made) open_message(*item);
  if (!item->out) return;
  Edits edits(data);
  set_number(edits, payload, "output_index", *item->out);
  std::string& json = output_[*item->out];
  json = item->is_message ? message_of(*its, *item) : std::string(raw(*its));
  edits.replace(raw(*its), json);
  send(data, payload, edits);
}

// The last event has the whole output.
void ResponseRewriter::end_response(Json payload, std::string_view data) {
  for (auto& [index, item] : items_) end_texts(item);
  Edits edits(data);
  const auto response = member(payload, "response");
  const std::string_view all = response ? raw_member(*response, "output") : "";
  if (all.starts_with('[') && !items_.empty() && changes(*response)) edits.replace(all, output());
  send(data, payload, edits);
}

std::vector<ResponseRewriter::Sent> ResponseRewriter::finish() {
  for (auto& [index, item] : items_) end_texts(item);
  return std::exchange(sent_, {});
}

// ---- the text of a message -------------------------------------------------------------------

void ResponseRewriter::read_text(Item& item, std::uint32_t place, std::string_view text,
                                 bool is_end) {
  Part& part = item.parts[place];
  if (part.is_finished || part.reader == nullptr) return;
  part.has_text = part.has_text || !text.empty();
  add_deltas(item, place, item.builder->add(part.reader->feed(text)));
  if (!is_end) return;
  part.is_finished = true;
  add_deltas(item, place, item.builder->add(part.reader->finish()));
  add_deltas(item, place, item.builder->finish());
  end_reasoning();
  end_calls();
  if (!item.has_made && !part.blanks.empty()) {
    open_part(item, place);
    add_content(item, place, {});
  }
  for (ChoiceToolCallError& error : item.builder->take_tool_call_errors()) {
    for (const auto& [index, other] : items_) {
      if (&other == &item) error.choice = index;
    }
    errors_.push_back(std::move(error));
  }
}

void ResponseRewriter::end_texts(Item& item) {
  for (auto& [place, part] : item.parts) read_text(item, place, {}, true);
}

void ResponseRewriter::add_deltas(Item& item, std::uint32_t place, std::span<const Delta> deltas) {
  for (const Delta& delta : deltas) {
    item.has_made = item.has_made || delta.kind != DeltaKind::content;
    if (delta.kind != DeltaKind::reasoning) end_reasoning();
    switch (delta.kind) {
      case DeltaKind::content: add_content(item, place, delta.text); break;
      case DeltaKind::reasoning: add_reasoning(item, delta.text); break;
      case DeltaKind::tool_call_start: begin_call(delta); break;
      case DeltaKind::tool_call_delta: add_arguments(delta); break;
    }
  }
}

// Sends an event that has waited.
void ResponseRewriter::send_waiting(std::string& added, std::uint32_t out) {
  const std::string data = std::exchange(added, {});
  JsonParser parser;
  const auto payload = parser.parse(data);
  if (!payload) return;
  Edits edits(data);
  set_number(edits, *payload, "output_index", out);
  send(data, *payload, edits);
}

void ResponseRewriter::open_message(Item& item) {
  if (item.out) return;
  item.out = take_index();
  send_waiting(item.added, *item.out);
}

void ResponseRewriter::open_part(Item& item, std::uint32_t place) {
  Part& part = item.parts[place];
  open_message(item);
  if (!std::exchange(part.is_sent, true)) send_waiting(part.added, *item.out);
}

// Blanks with which a text begins wait: beside reasoning and calls alone they are no text.
void ResponseRewriter::add_content(Item& item, std::uint32_t place, std::string_view text) {
  Part& part = item.parts[place];
  end_calls();
  part.blanks += text;
  if (!part.is_sent && text.find_first_not_of(" \t\r\n") == text.npos) return;
  open_part(item, place);
  const std::string whole = std::exchange(part.blanks, {});
  part.visible += whole;
  if (const auto event = std::exchange(text_event_, std::nullopt)) {
    Edits edits(event->data);
    set_number(edits, event->payload, "output_index", *item.out);
    set_text(edits, event->payload, "delta", whole);
    return send(event->data, event->payload, edits);
  }
  std::string fields;
  fields.append("\"item_id\":").append(quoted(item.id));
  fields.append(",\"output_index\":").append(std::to_string(*item.out));
  fields.append(",\"content_index\":").append(std::to_string(place));
  fields.append(",\"delta\":").append(quoted(whole)).append(",\"logprobs\":[]");
  send_new("response.output_text.delta", fields);
}

// ---- items that are made up ------------------------------------------------------------------

void ResponseRewriter::add_reasoning(Item& item, std::string_view text) {
  const auto fields_of = [](const Made& its) {
    return "\"item_id\":" + quoted(its.id) + ",\"output_index\":" + std::to_string(its.out) +
           ",\"content_index\":0";
  };
  if (!reasoning_) {
    end_calls();
    reasoning_ = Made{};
    reasoning_->out = take_index();
    reasoning_->id = "rs_" + item.id + '_' + std::to_string(thoughts_++);
    send_new("response.output_item.added",
             "\"output_index\":" + std::to_string(reasoning_->out) +
                 ",\"item\":" + reasoning_json(reasoning_->id, {}, false));
    send_new("response.content_part.added",
             fields_of(*reasoning_) + R"(,"part":{"type":"reasoning_text","text":""})");
  }
  reasoning_->text += text;
  send_new("response.reasoning_text.delta", fields_of(*reasoning_) + ",\"delta\":" + quoted(text));
}

void ResponseRewriter::end_reasoning() {
  if (!reasoning_) return;
  const Made its = *std::exchange(reasoning_, std::nullopt);
  const std::string at = std::to_string(its.out);
  const std::string fields =
      "\"item_id\":" + quoted(its.id) + ",\"output_index\":" + at + ",\"content_index\":0";
  const std::string text = quoted(its.text);
  send_new("response.reasoning_text.done", fields + ",\"text\":" + text);
  send_new("response.content_part.done",
           fields + R"(,"part":{"type":"reasoning_text","text":)" + text + '}');
  output_[its.out] = reasoning_json(its.id, its.text, true);
  send_new("response.output_item.done", "\"output_index\":" + at + ",\"item\":" + output_[its.out]);
}

namespace {

std::string call_json(std::string_view id, std::string_view call_id, std::string_view name,
                      std::string_view arguments, std::string_view status) {
  std::string json;
  JsonWriter writer(json);
  writer.begin_object().field("id", id).field("type", "function_call").field("call_id", call_id);
  writer.field("name", name).field("arguments", arguments).field("status", status).end_object();
  return json;
}

}  // namespace

void ResponseRewriter::begin_call(const Delta& delta) {
  Made& call = calls_[delta.index];
  call.call_id = delta.id;
  call.id = "fc_" + call.call_id;
  call.name = delta.name;
  call.out = take_index();
  send_new("response.output_item.added",
           "\"output_index\":" + std::to_string(call.out) +
               ",\"item\":" + call_json(call.id, call.call_id, call.name, {}, "in_progress"));
  if (!delta.text.empty()) add_arguments(delta);
}

void ResponseRewriter::add_arguments(const Delta& delta) {
  const auto found = calls_.find(delta.index);
  if (found == calls_.end() || delta.text.empty()) return;
  Made& call = found->second;
  call.text += delta.text;
  send_new("response.function_call_arguments.delta",
           "\"item_id\":" + quoted(call.id) + ",\"output_index\":" + std::to_string(call.out) +
               ",\"delta\":" + quoted(delta.text));
}

void ResponseRewriter::end_calls() {
  for (const auto& [index, call] : std::exchange(calls_, {})) {
    const std::string at = std::to_string(call.out);
    send_new("response.function_call_arguments.done",
             "\"item_id\":" + quoted(call.id) + ",\"output_index\":" + at +
                 ",\"name\":" + quoted(call.name) + ",\"arguments\":" + quoted(call.text));
    output_[call.out] = call_json(call.id, call.call_id, call.name, call.text, "completed");
    send_new("response.output_item.done",
             "\"output_index\":" + at + ",\"item\":" + output_[call.out]);
  }
}

// ---- the whole output ------------------------------------------------------------------------

// The message with what is visible of its texts. One that was nothing but reasoning and calls is
// left out.
std::string ResponseRewriter::message_of(Json item, const Item& its) const {
  Edits edits(raw(item));
  std::string rest = "[";
  bool leaves_out = false;
  std::uint32_t place = 0;
  for (const Json part : array_member(item, "content")) {
    const auto found = its.parts.find(place++);
    const bool is_read = found != its.parts.end();
    if (is_read && !found->second.is_sent) {
      leaves_out = true;
      continue;
    }
    Edits alone(raw(part));
    if (is_read) {
      set_text(edits, part, "text", found->second.visible);
      set_text(alone, part, "text", found->second.visible);
    }
    if (rest.size() > 1) rest += ',';
    rest += alone.apply();
  }
  if (!leaves_out) return edits.apply();
  Edits other(raw(item));
  other.replace(raw_member(item, "content"), rest + ']');
  return other.apply();
}

std::string ResponseRewriter::output() const {
  std::string json = "[";
  for (const std::string& item : output_) {
    if (item.empty()) continue;
    if (json.size() > 1) json += ',';
    json += item;
  }
  return json + ']';
}

// True if the items that were sent are not those of the server.
bool ResponseRewriter::changes(Json response) const {
  std::size_t index = 0;
  for (const Json one : array_member(response, "output")) {
    if (index == output_.size() || output_[index++] != raw(one)) return true;
  }
  return index != output_.size();
}

// A whole answer is read as its stream would be, whose events go nowhere.
std::string ResponseRewriter::whole(Json response, std::string_view data) {
  std::uint32_t index = 0;
  for (const Json one : array_member(response, "output")) {
    const std::string at = "\"output_index\":" + std::to_string(index++);
    const auto event = [&](std::string_view type, std::string_view fields) {
      const std::string text = "{\"type\":\"response." + std::string(type) + "\"," + at + ',' +
                               std::string(fields) + '}';
      JsonParser parser;
      if (const auto payload = parser.parse(text)) static_cast<void>(feed(*payload, text));
    };
    const std::string item = "\"item\":" + std::string(raw(one));
    event("output_item.added", item);
    std::uint32_t place = 0;
    for (const Json part : array_member(one, "content")) {
      const std::string fields =
          "\"content_index\":" + std::to_string(place++) + ",\"part\":" + std::string(raw(part));
      if (!is_text(part)) continue;
      event("content_part.added", fields);
      event("content_part.done", fields);
    }
    event("output_item.done", item);
  }
  Edits edits(data);
  if (changes(response)) edits.replace(raw_member(response, "output"), output());
  return edits.apply();
}

}  // namespace tagstream::wire
