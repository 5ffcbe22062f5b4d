#include "tagstream/wire/writer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "delta_fields.hpp"
#include "json/json_writer.hpp"
#include "tagstream/wire/native_call.hpp"

namespace tagstream::wire {

namespace {

// The events of Anthropic for the content `Hi`, each with its type in the data as well:
//
//   message_start, content_block_start, content_block_delta ("Hi"), content_block_stop,
//   message_delta (stop_reason), message_stop

// Writes an event of Anthropic: the constructor its beginning, the destructor its end.
class AnthropicEvent {
 public:
  AnthropicEvent(std::string& out, std::string_view type) : out_(out), json_(out) {
    out_.append("event: ").append(type).append("\ndata: ");
    json_.begin_object().field("type", type);
  }
  AnthropicEvent(const AnthropicEvent&) = delete;
  AnthropicEvent& operator=(const AnthropicEvent&) = delete;
  ~AnthropicEvent() {
    json_.end_object();
    out_ += "\n\n";
  }
  JsonWriter& json() { return json_; }

 private:
  std::string& out_;
  JsonWriter json_;
};

void write_block_delta(std::string& out, std::uint32_t block, std::string_view type,
                       std::string_view key, std::string_view text) {
  AnthropicEvent event(out, "content_block_delta");
  event.json().field("index", block).key("delta").begin_object();
  event.json().field("type", type).field(key, text).end_object();
}

// The object of an Anthropic message, up to the first block of its content.
void begin_message(JsonWriter& json, const WriterOptions& options) {
  json.begin_object().field("id", options.id).field("type", "message").field("role", "assistant");
  json.field("model", options.model).key("content").begin_array();
}

// The rest of that object. The numbers of tokens are not known: 0.
void end_message(JsonWriter& json, std::string_view reason) {
  json.end_array().key("stop_reason");
  static_cast<void>(reason.empty() ? json.null() : json.value(anthropic_stop_reason(reason)));
  json.key("stop_sequence").null().key("usage").begin_object();
  json.field("input_tokens", 0).field("output_tokens", 0).end_object().end_object();
}

}  // namespace

std::string anthropic_stop_reason(std::string_view reason) {
  constexpr auto table = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"stop", "end_turn"},
      {"length", "max_tokens"},
      {"tool_calls", "tool_use"},
      {"content_filter", "refusal"},
  });
  for (const auto& [word, meaning] : table) {
    if (word == reason) return std::string(meaning);
  }
  return std::string(reason);
}

void OpenAiWriter::write(std::string& out, std::span<const Delta> deltas, std::uint32_t choice) {
  ChunkSizes sizes;
  while (!deltas.empty()) {
    begin(out, choice);
    const std::size_t count =
        sizes.next(deltas.size(), [&](std::size_t at) { return is_of_call(deltas[at]); });
    std::string json;
    JsonWriter writer(json);
    writer.begin_object();
    write_deltas(writer, deltas.first(count), options_.reasoning_field);
    writer.end_object();
    write_chunk(out, choice, json, {});
    deltas = deltas.subspan(count);
  }
}

void OpenAiWriter::finish(std::string& out, std::string_view reason, std::uint32_t choice) {
  begin(out, choice);
  write_chunk(out, choice, "{}", reason);
}

void OpenAiWriter::error(std::string& out, std::string_view message) {
  out += "data: ";
  JsonWriter json(out);
  json.begin_object().key("error").begin_object().field("message", message);
  json.field("type", "upstream_error").key("param").null().key("code").null();
  json.end_object().end_object();
  out += "\n\n";
}

void OpenAiWriter::end(std::string& out) { out += "data: [DONE]\n\n"; }

// The first chunk of a choice has the role and an empty content.
void OpenAiWriter::begin(std::string& out, std::uint32_t choice) {
  if (!begun_.insert(choice).second) return;
  write_chunk(out, choice, R"({"role":"assistant","content":""})", {});
}

void OpenAiWriter::write_chunk(std::string& out, std::uint32_t choice, std::string_view delta,
                               std::string_view reason) {
  out += "data: ";
  JsonWriter json(out);
  json.begin_object().field("id", options_.id).field("object", "chat.completion.chunk");
  json.field("created", options_.created).field("model", options_.model);
  json.key("choices").begin_array().begin_object().field("index", choice);
  json.key("delta").raw(delta).key("logprobs").null().key("finish_reason");
  static_cast<void>(reason.empty() ? json.null() : json.value(reason));
  json.end_object().end_array().end_object();
  out += "\n\n";
}

void AnthropicWriter::write(std::string& out, std::span<const Delta> deltas) {
  for (const Delta& delta : deltas) {
    begin(out);
    delta.is_native ? hold(delta) : write_block(out, delta);
  }
}

// Pieces of arguments go to the last native call with their index.
void AnthropicWriter::hold(const Delta& delta) {
  if (delta.kind == DeltaKind::tool_call_start) {
    held_.push_back({delta.index, std::string(delta.id), std::string(delta.name), {}});
    return;
  }
  const auto held = std::find_if(held_.rbegin(), held_.rend(),
                                 [&](const Held& one) { return one.index == delta.index; });
  if (held != held_.rend()) held->arguments += delta.text;
}

// Writes a delta into the open block, or closes that and opens the next one. Arguments whose block
// is closed already can't be written, and are dropped.
void AnthropicWriter::write_block(std::string& out, const Delta& delta) {
  const bool is_call =
      delta.kind == DeltaKind::tool_call_start || delta.kind == DeltaKind::tool_call_delta;
  const bool fits =
      is_open_ && (is_call ? delta.kind == DeltaKind::tool_call_delta &&
                                 kind_ == DeltaKind::tool_call_start && call_ == delta.index
                           : kind_ == delta.kind);
  if (!fits && delta.kind == DeltaKind::tool_call_delta) return;  // its block is closed
  if (!fits) open_block(out, delta);
  if (delta.kind == DeltaKind::content) {
    write_block_delta(out, block_, "text_delta", "text", delta.text);
  } else if (delta.kind == DeltaKind::reasoning) {
    write_block_delta(out, block_, "thinking_delta", "thinking", delta.text);
  } else if (delta.kind == DeltaKind::tool_call_delta) {
    write_block_delta(out, block_, "input_json_delta", "partial_json", delta.text);
  }
}

// Writes the held native calls as blocks, then the end. A client takes arguments that it can't read
// for `{}`, and runs the call, so a call with a fault is left out. The numbers of tokens are not
// known: 0.
void AnthropicWriter::finish(std::string& out, std::string_view reason) {
  begin(out);
  for (Held& call : held_) {
    if (finish_native_call(call.arguments, false)) continue;
    write_block(out, {DeltaKind::tool_call_start, call.index, {}, call.id, call.name});
    write_block(out, {DeltaKind::tool_call_delta, call.index, call.arguments, {}, {}});
  }
  held_.clear();
  close_block(out);
  if (reason == "tool_calls" && !has_calls_) reason = "stop";
  {
    AnthropicEvent event(out, "message_delta");
    event.json().key("delta").begin_object();
    event.json().field("stop_reason", anthropic_stop_reason(reason)).key("stop_sequence").null();
    event.json().end_object();
    event.json().key("usage").begin_object().field("output_tokens", 0).end_object();
  }
  const AnthropicEvent stop(out, "message_stop");
}

void AnthropicWriter::error(std::string& out, std::string_view message) {
  AnthropicEvent event(out, "error");
  event.json().key("error").begin_object().field("type", "api_error");
  event.json().field("message", message).end_object();
}

void AnthropicWriter::begin(std::string& out) {
  if (std::exchange(has_begun_, true)) return;
  AnthropicEvent event(out, "message_start");
  event.json().key("message");
  begin_message(event.json(), options_);
  end_message(event.json(), {});
}

void AnthropicWriter::open_block(std::string& out, const Delta& delta) {
  close_block(out);
  is_open_ = true;
  kind_ = delta.kind;
  call_ = delta.index;
  AnthropicEvent event(out, "content_block_start");
  JsonWriter& json = event.json();
  json.field("index", block_).key("content_block").begin_object();
  if (kind_ == DeltaKind::content) {
    json.field("type", "text").field("text", "");
  } else if (kind_ == DeltaKind::reasoning) {
    json.field("type", "thinking").field("thinking", "").field("signature", "");
  } else {
    has_calls_ = true;
    json.field("type", "tool_use").field("id", delta.id).field("name", delta.name);
    json.key("input").begin_object().end_object();
  }
  json.end_object();
}

// A thinking block ends with its signature, which is empty here.
void AnthropicWriter::close_block(std::string& out) {
  if (!std::exchange(is_open_, false)) return;
  if (kind_ == DeltaKind::reasoning) {
    write_block_delta(out, block_, "signature_delta", "signature", "");
  }
  AnthropicEvent event(out, "content_block_stop");
  event.json().field("index", block_);
  ++block_;
}

void to_anthropic_json(std::string& out, const Message& message, std::string_view reason,
                       const WriterOptions& options) {
  JsonWriter json(out);
  begin_message(json, options);
  if (!message.reasoning.empty()) {
    json.begin_object().field("type", "thinking").field("thinking", message.reasoning);
    json.field("signature", "").end_object();
  }
  if (message.has_content() && !message.content.empty()) {
    json.begin_object().field("type", "text").field("text", message.content).end_object();
  }
  const bool is_cut_off = reason.empty() || reason == "length";
  bool has_calls = false;
  for (const ToolCall& call : message.tool_calls) {
    std::string arguments = call.arguments;
    if (finish_native_call(arguments, is_cut_off)) continue;
    has_calls = true;
    json.begin_object().field("type", "tool_use").field("id", call.id).field("name", call.name);
    json.key("input").raw(arguments).end_object();
  }
  end_message(json, reason == "tool_calls" && !has_calls ? "stop" : reason);
}

}  // namespace tagstream::wire
