#include "response_rewriter.hpp"

#include <algorithm>

#include "delta_fields.hpp"
#include "json/json_writer.hpp"

namespace tagstream::wire {

namespace {

constexpr std::string_view prefix = "response.";
constexpr std::size_t most_items = 4096;            // of more, no item is read
constexpr std::size_t most_texts = 256;             // further texts pass as they are
constexpr std::size_t longest_waiting = 64 * 1024;  // bytes of an event, or of blanks
constexpr std::uint32_t no_index = ~std::uint32_t{0};

std::string_view type_of(Json payload) {
  const std::string_view type = string_member(payload, "type");
  return type.starts_with(prefix) ? type.substr(prefix.size()) : "";
}

std::uint32_t place_of(Json payload) { return number_member(payload, "content_index", 0); }

bool is_text(Json part) { return string_member(part, "type") == "output_text"; }

// JSON without line ends, which can only stand between its values: an event has them in a line.
std::string one_line(std::string_view json) {
  std::string line(json);
  std::replace_if(
      line.begin(), line.end(), [](char byte) { return byte == '\n' || byte == '\r'; }, ' ');
  return line;
}

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

std::string call_json(std::string_view id, std::string_view call_id, std::string_view name,
                      std::string_view arguments, std::string_view status) {
  std::string json;
  JsonWriter writer(json);
  writer.begin_object().field("id", id).field("type", "function_call").field("call_id", call_id);
  writer.field("name", name).field("arguments", arguments).field("status", status).end_object();
  return json;
}

// The rest of a text of which `given` bytes have come.
std::string_view rest_of(std::string_view text, std::uint64_t given) {
  return text.substr(std::min<std::uint64_t>(text.size(), given));
}

// The fields of an event that has an item whole.
std::string fields_with(std::uint32_t out, std::string_view item) {
  return "\"output_index\":" + std::to_string(out) + ",\"item\":" + std::string(item);
}

// The fields by which an event names its item.
std::string fields_at(std::string_view id, std::uint32_t out) {
  return "\"item_id\":" + quoted(id) + ",\"output_index\":" + std::to_string(out);
}

}  // namespace

bool ResponseRewriter::is_one(Json payload) {
  return string_member(payload, "type").starts_with(prefix);
}

std::size_t ResponseRewriter::bytes_held() const {
  std::size_t held = 0;
  for (const auto& [key, item] : items_) {
    held += item.added.size();
    for (const auto& [place, part] : item.parts) {
      held += part.added.size() + part.blanks.size();
      if (part.reader != nullptr && !part.is_finished) held += part.reader->stats().bytes_held;
    }
  }
  return held;
}

// ---- items -----------------------------------------------------------------------------------

// The key of an event's item: the server's index or, where there is none, the order in which the
// ids of items came. An event without either is of the last item.
std::uint32_t ResponseRewriter::key_of(Json payload, bool begins) {
  const std::uint32_t index = number_member(payload, "output_index", no_index);
  if (index != no_index) return last_key_ = index;
  const auto item = member(payload, "item");
  std::string_view id = string_member(payload, "item_id");
  if (id.empty() && item) id = string_member(*item, "id");
  if (id.empty() && item) id = string_member(*item, "call_id");
  const auto found = keys_.find(id);
  if (found != keys_.end()) return last_key_ = found->second;
  if (!begins) return last_key_;
  last_key_ = items_.empty() ? 0 : items_.rbegin()->first + 1;
  if (!id.empty()) keys_.emplace(id, last_key_);
  const std::string_view call = item ? string_member(*item, "call_id") : "";
  if (!call.empty()) keys_.emplace(call, last_key_);
  return last_key_;
}

// The item with this key. Null if there are too many: from then on all events pass.
ResponseRewriter::Item* ResponseRewriter::item_at(std::uint32_t key) {
  const auto found = items_.find(key);
  if (found != items_.end()) return &found->second;
  if (items_.size() == most_items) {
    passes_ = true;
    return nullptr;
  }
  Item& item = items_[key];
  item.number = key;
  return &item;
}

ResponseRewriter::Item* ResponseRewriter::item_of(Json payload, bool begins) {
  return item_at(key_of(payload, begins));
}

// A part of a message. Null if it is a text, and there are too many.
ResponseRewriter::Part* ResponseRewriter::part_of(Item& item, std::uint32_t place, bool is_text) {
  const auto found = item.parts.find(place);
  if (found != item.parts.end()) return &found->second;
  if (item.parts.size() == most_texts || (is_text && texts_ == most_texts)) return nullptr;
  Part& part = item.parts[place];
  if (!is_text) return &part;
  ++texts_;
  const Options& options = rules_.options();
  const std::uint64_t seed = seed_of_choice(options.id_seed, item.number);
  part.reader = std::make_unique<Reader>(rules_);
  part.builder = std::make_unique<DeltaBuilder>(seed, taken_, options.id_style);
  return &part;
}

void ResponseRewriter::begin_item(Item& item, Json json) {
  item.is_known = true;
  item.is_message = string_member(json, "type") == "message";
  item.id = string_member(json, "id");
  const std::string_view call = string_member(json, "call_id");
  if (!item.is_message && !call.empty()) taken_->try_emplace(std::string(call), false);
}

// The index of the next item of the output. `json` is the item, or empty until it is complete.
std::uint32_t ResponseRewriter::take_index(std::string json) {
  output_.push_back(std::move(json));
  return static_cast<std::uint32_t>(output_.size() - 1);
}

// ---- sending ---------------------------------------------------------------------------------

// An event of the server, with edits and its new number.
void ResponseRewriter::send(std::string_view data, Json payload, Edits& edits, bool is_fed) {
  if (number_ && member(payload, "sequence_number")) {
    set_number(edits, payload, "sequence_number", (*number_)++);
  }
  sent_.push_back({std::string(string_member(payload, "type")),
                   edits.empty() ? std::string(data) : edits.apply(), is_fed});
}

// An event that is made up. `fields` is JSON without the brackets around.
void ResponseRewriter::send_new(std::string_view type, const std::string& fields) {
  std::string data = "{\"type\":\"";
  data.append(type).append("\"");
  if (number_) data.append(",\"sequence_number\":").append(std::to_string((*number_)++));
  data.append(",").append(fields).append("}");
  sent_.push_back({std::string(type), std::move(data)});
}

// Sends an event that has waited.
void ResponseRewriter::send_waiting(std::string& added, const Item& item, const Part* part) {
  const std::string data = std::exchange(added, {});
  JsonParser parser;
  const auto payload = parser.parse(data);
  if (!payload) return;
  Edits edits(data);
  set_number(edits, *payload, "output_index", *item.out);
  if (part != nullptr) set_number(edits, *payload, "content_index", part->place);
  send(data, *payload, edits, false);
}

// Sends the event that was fed, with the index of its item and the place of its part. A message
// that waits goes out before it.
void ResponseRewriter::send_at(Json payload, std::string_view data, Item* item) {
  Edits edits(data);
  if (item != nullptr && item->is_message) {
    open_message(*item);
    const auto part = item->parts.find(place_of(payload));
    if (member(payload, "content_index") && part != item->parts.end()) {
      open_part(*item, part->second);
      set_number(edits, payload, "content_index", part->second.place);
    }
  }
  if (item != nullptr && item->out) set_number(edits, payload, "output_index", *item->out);
  send(data, payload, edits);
}

// ---- events of the server --------------------------------------------------------------------

std::vector<ResponseRewriter::Sent> ResponseRewriter::feed(Json payload, std::string_view data) {
  const auto number = member(payload, "sequence_number");
  if (!number_ && number) number_ = as_number(*number);
  const std::string_view type = type_of(payload);
  const bool is_end = type == "completed" || type == "incomplete" || type == "failed";
  if (passes_ || has_ended_) {
    send_at(payload, data, nullptr);
  } else if (type == "output_item.added") {
    add_item(payload, data);
  } else if (type == "content_part.added") {
    add_part(payload, data);
  } else if (type == "output_text.delta") {
    add_text(payload, data);
  } else if (type == "output_text.done" || type == "content_part.done") {
    end_part(payload, data, type == "content_part.done");
  } else if (type == "output_item.done") {
    end_item(payload, data);
  } else if (is_end) {
    end_response(payload, data);
  } else {
    const bool is_of_item = member(payload, "output_index") || member(payload, "item_id");
    send_at(payload, data, is_of_item ? item_of(payload) : nullptr);
  }
  if (passes_ && !has_ended_) {
    has_ended_ = true;
    for (auto& [key, item] : items_) release(item);
  }
  return std::exchange(sent_, {});
}

// A message waits until it has visible text. Any other item is sent at once.
void ResponseRewriter::add_item(Json payload, std::string_view data) {
  const auto json = member(payload, "item");
  Item* const item = item_of(payload, true);
  if (item == nullptr || !json || item->is_known) return send_at(payload, data, item);
  begin_item(*item, *json);
  if (!item->is_message) {
    item->out = take_index(one_line(raw(*json)));
    return send_at(payload, data, item);
  }
  item->added = one_line(data);
  if (data.size() > longest_waiting) open_message(*item);
}

void ResponseRewriter::add_part(Json payload, std::string_view data) {
  Item* const item = item_of(payload);
  const auto json = member(payload, "part");
  const std::uint32_t place = place_of(payload);
  const bool is_new = item != nullptr && item->is_message && json && !item->parts.contains(place);
  Part* const part = is_new ? part_of(*item, place, is_text(*json)) : nullptr;
  if (part == nullptr) return send_at(payload, data, item);
  part->added = one_line(data);
  if (part->reader == nullptr || data.size() > longest_waiting) open_part(*item, *part);
}

// A text that no event has announced is read all the same.
void ResponseRewriter::add_text(Json payload, std::string_view data) {
  Item* const item = item_of(payload, true);
  if (item == nullptr) return send_at(payload, data, item);
  if (!item->is_known) {
    item->is_known = item->is_message = true;
    item->id = string_member(payload, "item_id");
  }
  const auto text = member(payload, "delta");
  Part* const part = item->is_message && text && as_string(*text)
                         ? part_of(*item, place_of(payload), true)
                         : nullptr;
  if (part == nullptr || part->reader == nullptr) return send_at(payload, data, item);
  if (part->is_finished) {
    part->visible += *as_string(*text);
    return send_at(payload, data, item);
  }
  text_event_ = TextEvent{payload, data};
  read_text(*item, *part, *as_string(*text), false);
  text_event_.reset();
}

// The end of a text. The server may send text here that it has sent in no piece.
void ResponseRewriter::end_part(Json payload, std::string_view data, bool is_part) {
  Item* const item = item_of(payload);
  const std::uint32_t place = place_of(payload);
  const bool is_known = item != nullptr && item->parts.contains(place);
  if (!is_known || item->parts[place].reader == nullptr) return send_at(payload, data, item);
  Part& part = item->parts[place];
  if (std::exchange(is_part ? part.has_part_done : part.has_text_done, true)) {
    return send_at(payload, data, item);  // once more
  }
  const auto json = member(payload, "part");
  const Json holder = is_part && json ? *json : payload;
  const std::string_view text = string_member(holder, "text");
  read_text(*item, part, rest_of(text, part.given), is_part || !text.empty());
  if (!part.is_sent && item->has_made) return;
  open_part(*item, part);
  Edits edits(data);
  set_number(edits, payload, "output_index", *item->out);
  set_number(edits, payload, "content_index", part.place);
  if (part.is_changed) set_text(edits, holder, "text", part.visible);
  send(data, payload, edits);
}

void ResponseRewriter::end_item(Json payload, std::string_view data) {
  const auto json = member(payload, "item");
  Item* const item = item_of(payload, true);
  if (item == nullptr || !json || item->is_done) return send_at(payload, data, item);
  complete(*item, *json);
  if (!item->out) return;
  Edits edits(data);
  set_number(edits, payload, "output_index", *item->out);
  const std::string& its = output_[*item->out];
  if (its != one_line(raw(*json))) edits.replace(raw(*json), its);
  send(data, payload, edits);
}

// The last event has the whole output.
void ResponseRewriter::end_response(Json payload, std::string_view data) {
  const auto response = member(payload, "response");
  if (response) complete_all(*response);
  for (auto& [key, item] : items_) release(item);
  has_ended_ = true;
  Edits edits(data);
  const std::string_view all = response ? raw_member(*response, "output") : "";
  if (all.starts_with('[') && is_changed_ && !passes_) edits.replace(all, output());
  send(data, payload, edits);
}

std::vector<ResponseRewriter::Sent> ResponseRewriter::finish() {
  for (auto& [key, item] : items_) release(item);
  return std::exchange(sent_, {});
}

// ---- the text of a message -------------------------------------------------------------------

void ResponseRewriter::read_text(Item& item, Part& part, std::string_view text, bool is_end) {
  if (part.is_finished || part.reader == nullptr) return;
  part.given += text.size();
  add_deltas(item, part, part.builder->add(part.reader->feed(text)));
  if (!is_end) return;
  part.is_finished = true;
  text_event_.reset();
  add_deltas(item, part, part.builder->add(part.reader->finish()));
  add_deltas(item, part, part.builder->finish());
  end_reasoning(part);
  end_calls(part);
  if (!item.has_made && !part.blanks.empty()) {
    open_part(item, part);
    add_content(item, part, {});
  }
  part.is_changed = part.is_changed || part.visible.size() != part.given;
  for (ChoiceToolCallError& error : part.builder->take_tool_call_errors()) {
    error.choice = item.number;
    errors_.push_back(std::move(error));
  }
}

void ResponseRewriter::add_deltas(Item& item, Part& part, std::span<const Delta> deltas) {
  for (const Delta& delta : deltas) {
    if (delta.kind != DeltaKind::content) {
      item.has_made = part.is_changed = is_changed_ = true;
    }
    if (delta.kind != DeltaKind::reasoning) end_reasoning(part);
    switch (delta.kind) {
      case DeltaKind::content: add_content(item, part, delta.text); break;
      case DeltaKind::reasoning: add_reasoning(item, part, delta.text); break;
      case DeltaKind::tool_call_start: begin_call(part, delta); break;
      case DeltaKind::tool_call_delta: add_arguments(part, delta); break;
    }
  }
}

void ResponseRewriter::open_message(Item& item) {
  if (item.out) return;
  item.out = take_index();
  if (!item.added.empty()) send_waiting(item.added, item, nullptr);
}

void ResponseRewriter::open_part(Item& item, Part& part) {
  open_message(item);
  if (std::exchange(part.is_sent, true)) return;
  part.place = item.sent_parts++;
  if (!part.added.empty()) send_waiting(part.added, item, &part);
}

// Blanks with which a text begins wait: beside reasoning and calls alone they are no text.
void ResponseRewriter::add_content(Item& item, Part& part, std::string_view text) {
  end_calls(part);
  part.blanks += text;
  if (!part.is_sent && has_only_blanks(text) && part.blanks.size() < longest_waiting) return;
  open_part(item, part);
  const std::string whole = std::exchange(part.blanks, {});
  part.visible += whole;
  if (const auto event = std::exchange(text_event_, std::nullopt)) {
    Edits edits(event->data);
    set_number(edits, event->payload, "output_index", *item.out);
    set_number(edits, event->payload, "content_index", part.place);
    set_text(edits, event->payload, "delta", whole);
    return send(event->data, event->payload, edits);
  }
  send_new("response.output_text.delta", fields_at(item.id, *item.out) +
                                             ",\"content_index\":" + std::to_string(part.place) +
                                             ",\"delta\":" + quoted(whole) + ",\"logprobs\":[]");
}

// ---- items that are made up ------------------------------------------------------------------

void ResponseRewriter::add_reasoning(Item& item, Part& part, std::string_view text) {
  constexpr std::string_view at_place = ",\"content_index\":0";
  if (!part.reasoning) {
    end_calls(part);
    part.reasoning = Made{take_index()};
    part.reasoning->id = "rs_" + item.id + '_' + std::to_string(thoughts_++);
    send_new("response.output_item.added",
             fields_with(part.reasoning->out, reasoning_json(part.reasoning->id, {}, false)));
    send_new("response.content_part.added",
             fields_at(part.reasoning->id, part.reasoning->out).append(at_place) +
                 R"(,"part":{"type":"reasoning_text","text":""})");
  }
  part.reasoning->text += text;
  send_new("response.reasoning_text.delta",
           fields_at(part.reasoning->id, part.reasoning->out).append(at_place) +
               ",\"delta\":" + quoted(text));
}

void ResponseRewriter::end_reasoning(Part& part) {
  if (!part.reasoning) return;
  const Made its = *std::exchange(part.reasoning, std::nullopt);
  const std::string fields = fields_at(its.id, its.out) + ",\"content_index\":0";
  const std::string text = quoted(its.text);
  send_new("response.reasoning_text.done", fields + ",\"text\":" + text);
  send_new("response.content_part.done",
           fields + R"(,"part":{"type":"reasoning_text","text":)" + text + '}');
  output_[its.out] = reasoning_json(its.id, its.text, true);
  send_new("response.output_item.done", fields_with(its.out, output_[its.out]));
}

void ResponseRewriter::begin_call(Part& part, const Delta& delta) {
  Made& call = part.calls[delta.index];
  call.call_id = delta.id;
  call.id = "fc_" + call.call_id;
  call.name = delta.name;
  call.out = take_index();
  send_new("response.output_item.added",
           fields_with(call.out, call_json(call.id, call.call_id, call.name, {}, "in_progress")));
  add_arguments(part, delta);
}

void ResponseRewriter::add_arguments(Part& part, const Delta& delta) {
  const auto found = part.calls.find(delta.index);
  if (found == part.calls.end() || delta.text.empty()) return;
  Made& call = found->second;
  call.text += delta.text;
  send_new("response.function_call_arguments.delta",
           fields_at(call.id, call.out) + ",\"delta\":" + quoted(delta.text));
}

void ResponseRewriter::end_calls(Part& part) {
  for (const auto& [index, call] : std::exchange(part.calls, {})) {
    send_new("response.function_call_arguments.done", fields_at(call.id, call.out) +
                                                          ",\"name\":" + quoted(call.name) +
                                                          ",\"arguments\":" + quoted(call.text));
    output_[call.out] = call_json(call.id, call.call_id, call.name, call.text, "completed");
    send_new("response.output_item.done", fields_with(call.out, output_[call.out]));
  }
}

// ---- the whole output ------------------------------------------------------------------------

// All that is held comes out.
void ResponseRewriter::release(Item& item) {
  for (auto& [place, part] : item.parts) read_text(item, part, {}, true);
  if (!item.is_message || item.has_made) return;
  if (!item.added.empty()) open_message(item);
  for (auto& [place, part] : item.parts) {
    if (!part.added.empty()) open_part(item, part);
  }
}

// Takes an item over from the object that has it whole. Text that came in no event is read here.
void ResponseRewriter::complete(Item& item, Json json) {
  if (std::exchange(item.is_done, true)) return;
  if (!item.is_known) begin_item(item, json);
  if (!item.is_message) {
    if (!item.out) item.out = take_index();
    output_[*item.out] = one_line(raw(json));
    return;
  }
  std::uint32_t place = 0;
  for (const Json one : array_member(json, "content")) {
    Part* const part = part_of(item, place++, is_text(one));
    if (part == nullptr) continue;
    const std::string_view text = string_member(one, "text");
    read_text(item, *part, rest_of(text, part->given), true);
    if (part->reader == nullptr || !item.has_made) open_part(item, *part);
  }
  for (auto& [its, part] : item.parts) read_text(item, part, {}, true);
  if (!item.has_made) open_message(item);
  if (item.out) output_[*item.out] = message_of(json, item);
}

void ResponseRewriter::complete_all(Json response) {
  std::uint32_t index = 0;
  for (const Json one : array_member(response, "output")) {
    const std::string_view id = string_member(one, "id");
    const auto by_id = keys_.find(id.empty() ? string_member(one, "call_id") : id);
    const std::uint32_t key = by_id != keys_.end() ? by_id->second : index;
    ++index;
    Item* const item = item_at(key);
    if (item == nullptr) return;
    complete(*item, one);
  }
}

// The message with what is visible of its texts, as its parts were sent. A text that was nothing
// but reasoning and calls is left out.
std::string ResponseRewriter::message_of(Json json, Item& item) {
  std::vector<std::string> parts(item.sent_parts);
  std::string rest;
  bool is_same = true;
  std::uint32_t place = 0;
  for (const Json one : array_member(json, "content")) {
    const auto found = item.parts.find(place++);
    Part* const part = found == item.parts.end() ? nullptr : &found->second;
    if (part != nullptr && part->reader != nullptr && !part->is_sent) {
      if (item.has_made) {
        is_same = false;
        continue;
      }
      open_part(item, *part);
      parts.resize(item.sent_parts);
    }
    Edits edits(raw(one));
    if (part != nullptr && part->is_changed) set_text(edits, one, "text", part->visible);
    is_same = is_same && edits.empty() && (part == nullptr || part->place + 1 == place);
    std::string text = edits.apply();
    if (part != nullptr && part->is_sent && part->place < parts.size()) {
      parts[part->place] = std::move(text);
    } else {
      rest.append(",").append(text);
    }
  }
  if (is_same) return one_line(raw(json));
  is_changed_ = true;
  std::string content;
  for (const std::string& part : parts) {
    if (!part.empty()) content.append(",").append(part);
  }
  content += rest;
  if (!content.empty()) content.erase(0, 1);
  Edits edits(raw(json));
  edits.replace(raw_member(json, "content"), '[' + content + ']');
  return one_line(edits.apply());
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

// A whole answer is read as its last event would be.
std::optional<std::string> ResponseRewriter::whole(Json response, std::string_view data) {
  complete_all(response);
  sent_.clear();
  if (!is_changed_ || passes_) return std::nullopt;
  Edits edits(data);
  edits.replace(raw_member(response, "output"), output());
  return edits.apply();
}

}  // namespace tagstream::wire
