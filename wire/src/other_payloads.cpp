// Anthropic messages, Gemini, Bedrock Converse, Ollama.
#include "payload.hpp"

namespace tagstream::wire {

namespace {

// The bytes of a value in the payload, by keys and places of elements.
std::string_view raw_at(std::string_view raw, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) raw = raw_member(raw, key);
  return raw;
}

// The beginning of a block of an Anthropic message, or all of it.
void read_block(Json block, std::string_view raw_input, std::uint64_t key, Pieces& pieces) {
  const std::string_view type = string_member(block, "type");
  if (type == "text") pieces.add_text(PieceKind::text, 0, string_member(block, "text"));
  if (type == "thinking") {
    pieces.add_text(PieceKind::reasoning, 0, string_member(block, "thinking"));
  }
  if (type != "tool_use") return;
  pieces.begin_call(0, key, string_member(block, "id"), string_member(block, "name"));
  if (RawWalk(raw_input).next()) pieces.add_arguments(0, key, raw_input);  // not {}
}

void read_block_delta(Json delta, std::uint64_t key, Pieces& pieces) {
  const std::string_view type = string_member(delta, "type");
  if (type == "text_delta") {
    pieces.add_text(PieceKind::text, 0, string_member(delta, "text"));
  } else if (type == "thinking_delta") {
    pieces.add_text(PieceKind::reasoning, 0, string_member(delta, "thinking"));
  } else if (type == "input_json_delta") {
    pieces.add_arguments(0, key, string_member(delta, "partial_json"));
  }
}

void read_stop(Json holder, Pieces& pieces) {
  const std::string_view reason = string_member(holder, "stop_reason");
  if (!reason.empty()) pieces.add(PieceKind::finish, 0, reason);
}

void read_part(Json part, std::string_view raw, std::uint32_t choice, Pieces& pieces) {
  pieces.add_text(is_true(part, "thought") ? PieceKind::reasoning : PieceKind::text, choice,
                  string_member(part, "text"));
  const auto call = member(part, "functionCall");
  if (!call || string_member(*call, "name").empty()) return;
  pieces.add_call(choice, string_member(*call, "id"), string_member(*call, "name"),
                  raw_at(raw, {"functionCall", "args"}));
}

void read_candidate(Json candidate, std::string_view raw, Pieces& pieces) {
  const std::uint32_t choice = number_member(candidate, "index", 0);
  if (const auto content = member(candidate, "content")) {
    const std::string_view parts = raw_at(raw, {"content", "parts"});
    std::size_t at = 0;
    for (const Json part : array_member(*content, "parts")) {
      read_part(part, raw_element(parts, at++), choice, pieces);
    }
  }
  const std::string_view reason = string_member(candidate, "finishReason");
  if (!reason.empty()) pieces.add(PieceKind::finish, choice, reason);
}

void read_bedrock_delta(Json event, Pieces& pieces) {
  const std::uint32_t key = number_member(event, "contentBlockIndex", 0);
  const auto delta = member(event, "delta");
  if (!delta) return;
  pieces.add_text(PieceKind::text, 0, string_member(*delta, "text"));
  if (const auto reasoning = member(*delta, "reasoningContent")) {
    pieces.add_text(PieceKind::reasoning, 0, string_member(*reasoning, "text"));
  }
  if (const auto tool = member(*delta, "toolUse")) {
    pieces.add_arguments(0, key, string_member(*tool, "input"));
  }
}

void read_bedrock_start(Json event, Pieces& pieces) {
  const auto start = member(event, "start");
  const auto tool = start ? member(*start, "toolUse") : std::nullopt;
  if (!tool) return;
  pieces.begin_call(0, number_member(event, "contentBlockIndex", 0),
                    string_member(*tool, "toolUseId"), string_member(*tool, "name"));
}

void read_ollama_message(Json message, std::string_view raw, Pieces& pieces) {
  pieces.add_text(PieceKind::reasoning, 0, string_member(message, "thinking"));
  pieces.add_text(PieceKind::text, 0, string_member(message, "content"));
  const std::string_view raw_calls = raw_member(raw, "tool_calls");
  std::size_t at = 0;
  for (const Json call : array_member(message, "tool_calls")) {
    const std::string_view raw_call = raw_element(raw_calls, at++);
    const auto function = member(call, "function");
    if (!function) continue;
    pieces.add_call(0, string_member(call, "id"), string_member(*function, "name"),
                    raw_at(raw_call, {"function", "arguments"}));
  }
}

// {"throttlingException":{"message":…}} and the like.
bool read_exception(Json payload, Pieces& pieces) {
  simdjson::dom::object object;
  if (payload.get(object) != simdjson::SUCCESS) return false;
  for (const auto field : object) {
    if (!field.key.ends_with("Exception")) continue;
    pieces.add(PieceKind::error, 0, string_member(field.value, "message"));
    return true;
  }
  return false;
}

}  // namespace

bool read_anthropic(Json payload, std::string_view raw, Pieces& pieces) {
  const std::string_view type = string_member(payload, "type");
  const std::uint32_t key = number_member(payload, "index", 0);
  if (type == "content_block_start") {
    const auto block = member(payload, "content_block");
    if (block) read_block(*block, raw_at(raw, {"content_block", "input"}), key, pieces);
  } else if (type == "content_block_delta") {
    if (const auto delta = member(payload, "delta")) read_block_delta(*delta, key, pieces);
  } else if (type == "message_delta") {
    if (const auto delta = member(payload, "delta")) read_stop(*delta, pieces);
  } else if (type == "message") {
    const std::string_view blocks = raw_member(raw, "content");
    std::uint32_t at = 0;
    for (const Json block : array_member(payload, "content")) {
      read_block(block, raw_member(raw_element(blocks, at), "input"), at, pieces);
      ++at;
    }
    read_stop(payload, pieces);
  } else if (type == "completion") {
    pieces.add_text(PieceKind::text, 0, string_member(payload, "completion"));
    read_stop(payload, pieces);
  } else {
    return type == "message_start" || type == "message_stop" || type == "content_block_stop" ||
           type == "ping";
  }
  return true;
}

bool read_gemini(Json payload, std::string_view raw, Pieces& pieces) {
  if (!member(payload, "candidates")) return false;
  const std::string_view candidates = raw_member(raw, "candidates");
  std::size_t at = 0;
  for (const Json candidate : array_member(payload, "candidates")) {
    read_candidate(candidate, raw_element(candidates, at++), pieces);
  }
  return true;
}

bool read_bedrock(Json payload, Pieces& pieces) {
  if (const auto event = member(payload, "contentBlockDelta")) {
    read_bedrock_delta(*event, pieces);
  } else if (const auto start = member(payload, "contentBlockStart")) {
    read_bedrock_start(*start, pieces);
  } else if (const auto stop = member(payload, "messageStop")) {
    pieces.add(PieceKind::finish, 0, string_member(*stop, "stopReason"));
  } else {
    return member(payload, "messageStart") || member(payload, "contentBlockStop") ||
           read_exception(payload, pieces);
  }
  return true;
}

bool read_ollama(Json payload, std::string_view raw, Pieces& pieces) {
  const auto message = member(payload, "message");
  const bool is_generated = member(payload, "response").has_value();
  if (!member(payload, "done") || (!message && !is_generated)) return false;
  if (message) {
    read_ollama_message(*message, raw_member(raw, "message"), pieces);
  } else {
    read_ollama_message(payload, raw, pieces);
    pieces.add_text(PieceKind::text, 0, string_member(payload, "response"));
  }
  if (!is_true(payload, "done")) return true;
  const std::string_view reason = string_member(payload, "done_reason");
  pieces.add(PieceKind::finish, 0, reason.empty() ? "stop" : reason);
  return true;
}

}  // namespace tagstream::wire
