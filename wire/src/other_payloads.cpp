// Reads payloads of Anthropic messages, Gemini, Bedrock Converse and Ollama. The event
//
//   {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}
//
// of Anthropic gives the text `Hi`; the line {"message":{"content":"Hi"},"done":false} of Ollama
// gives the same.

#include "payload.hpp"

namespace tagstream::wire {

namespace {

constexpr std::string_view unfinished_call = "a call was not finished";

// The beginning of a block of an Anthropic message, or a whole block. An empty `input` at the
// beginning of a call means that the arguments follow.
void read_block(Json block, std::uint64_t key, Pieces& pieces) {
  const std::string_view type = string_member(block, "type");
  if (type == "text") pieces.add_text(PieceKind::text, 0, string_member(block, "text"));
  if (type == "thinking") {
    pieces.add_text(PieceKind::reasoning, 0, string_member(block, "thinking"));
  }
  if (type != "tool_use") return;
  const auto input = member(block, "input");
  pieces.begin_call(0, key, {string_member(block, "id"), string_member(block, "name")},
                    input && has_members(*input) ? raw(*input) : "");
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

// Adds a value of a Gemini call that comes value by value, such as {"jsonPath":"$.city",
// "stringValue":"Os"}. Returns false if the value does not fit those before.
bool add_value(Json value, PartialArguments& arguments) {
  const std::string_view path = string_member(value, "jsonPath");
  if (const auto text = member(value, "stringValue")) {
    return as_string(*text) && arguments.add_string(path, *as_string(*text));
  }
  for (const char* const key : {"numberValue", "boolValue"}) {
    const std::string_view literal = raw_member(value, key);
    if (!literal.empty()) return arguments.add_literal(path, literal);
  }
  return arguments.add_literal(path, "null");
}

// A part of such a call. A part with a name begins it; one without `willContinue` ends it.
void read_partial_call(Json call, std::uint32_t choice, Pieces& pieces) {
  std::optional<Pieces::PartialCall>& open = pieces.partial_call(choice);
  const std::string_view name = string_member(call, "name");
  if (!name.empty()) {
    if (open) pieces.add(PieceKind::broken, choice, unfinished_call);
    open = {std::string(string_member(call, "id")), std::string(name)};
  }
  if (!open) return;
  for (const Json value : array_member(call, "partialArgs")) {
    if (!add_value(value, open->arguments)) open->is_broken = true;
  }
  if (is_true(call, "willContinue")) return;
  if (open->is_broken) {
    pieces.add(PieceKind::broken, choice, "the arguments of a call do not fit together");
  } else {
    pieces.add_call(choice, open->id, open->name, open->arguments.to_json());
  }
  open.reset();
}

// A part of a Gemini answer: text, reasoning (`"thought":true`), or a call, whole or in parts.
void read_part(Json part, std::uint32_t choice, Pieces& pieces) {
  pieces.add_text(is_true(part, "thought") ? PieceKind::reasoning : PieceKind::text, choice,
                  string_member(part, "text"));
  const auto call = member(part, "functionCall");
  if (!call) return;
  const bool is_partial = member(*call, "partialArgs") || member(*call, "willContinue");
  const bool has_name = !string_member(*call, "name").empty();
  if (is_partial || !has_name) return read_partial_call(*call, choice, pieces);
  pieces.add_call(choice, string_member(*call, "id"), string_member(*call, "name"),
                  raw_member(*call, "args"));
}

void read_candidate(Json candidate, Pieces& pieces) {
  const std::uint32_t choice = choice_number(candidate);
  if (!may_have(pieces, choice)) return;
  if (const auto content = member(candidate, "content")) {
    for (const Json part : array_member(*content, "parts")) read_part(part, choice, pieces);
  }
  const std::string_view reason = string_member(candidate, "finishReason");
  if (reason.empty()) return;
  if (pieces.partial_call(choice)) pieces.add(PieceKind::broken, choice, unfinished_call);
  pieces.partial_call(choice).reset();
  pieces.add(PieceKind::finish, choice, reason);
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
                    {string_member(*tool, "toolUseId"), string_member(*tool, "name")});
}

void read_ollama_message(Json message, Pieces& pieces) {
  pieces.add_text(PieceKind::reasoning, 0, string_member(message, "thinking"));
  pieces.add_text(PieceKind::text, 0, string_member(message, "content"));
  for (const Json call : array_member(message, "tool_calls")) {
    const auto function = member(call, "function");
    if (!function) continue;
    pieces.add_call(0, string_member(call, "id"), string_member(*function, "name"),
                    arguments_of(*function, "arguments"));
  }
}

// A Bedrock answer without a stream: one object.
void read_bedrock_message(Json message, Pieces& pieces) {
  for (const Json block : array_member(message, "content")) {
    if (const auto reasoning = member(block, "reasoningContent")) {
      const auto text = member(*reasoning, "reasoningText");
      if (text) pieces.add_text(PieceKind::reasoning, 0, string_member(*text, "text"));
    }
    pieces.add_text(PieceKind::text, 0, string_member(block, "text"));
    if (const auto tool = member(block, "toolUse")) {
      pieces.add_call(0, string_member(*tool, "toolUseId"), string_member(*tool, "name"),
                      raw_member(*tool, "input"));
    }
  }
}

// An error of Bedrock: any field whose name ends with `Exception`, as in
// {"throttlingException":{"message":"…"}}.
bool read_exception(Json payload, Pieces& pieces) {
  const JsonValues fields(payload);
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    if (!field.key().ends_with("Exception")) continue;
    pieces.add(PieceKind::error, 0, string_member(*field, "message"));
    return true;
  }
  return false;
}

}  // namespace

bool read_anthropic(Json payload, Pieces& pieces) {
  const std::string_view type = string_member(payload, "type");
  const std::uint32_t key = number_member(payload, "index", 0);
  if (type == "content_block_start") {
    const auto block = member(payload, "content_block");
    if (block) read_block(*block, key, pieces);
  } else if (type == "content_block_delta") {
    if (const auto delta = member(payload, "delta")) read_block_delta(*delta, key, pieces);
  } else if (type == "message_delta") {
    if (const auto delta = member(payload, "delta")) read_stop(*delta, pieces);
  } else if (type == "message") {
    std::uint32_t at = 0;
    for (const Json block : array_member(payload, "content")) read_block(block, at++, pieces);
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

bool read_gemini(Json payload, Pieces& pieces) {
  if (!member(payload, "candidates")) return false;
  for (const Json candidate : array_member(payload, "candidates")) {
    read_candidate(candidate, pieces);
  }
  return true;
}

bool read_bedrock(Json payload, Pieces& pieces) {
  const auto output = member(payload, "output");
  if (const auto message = output ? member(*output, "message") : std::nullopt) {
    read_bedrock_message(*message, pieces);
    pieces.add(PieceKind::finish, 0, string_member(payload, "stopReason"));
    return true;
  }
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

bool read_ollama(Json payload, Pieces& pieces) {
  const auto message = member(payload, "message");
  const bool is_generated = member(payload, "response").has_value();
  if (!member(payload, "done") || (!message && !is_generated)) return false;
  if (message) {
    read_ollama_message(*message, pieces);
  } else {
    read_ollama_message(payload, pieces);
    pieces.add_text(PieceKind::text, 0, string_member(payload, "response"));
  }
  if (!is_true(payload, "done")) return true;
  const std::string_view reason = string_member(payload, "done_reason");
  pieces.add(PieceKind::finish, 0, reason.empty() ? "stop" : reason);
  return true;
}

}  // namespace tagstream::wire
