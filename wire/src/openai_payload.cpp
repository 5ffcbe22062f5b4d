// Reads payloads of OpenAI's chat completions, completions and Responses, and of the many servers
// that write like OpenAI. The chunk
//
//   {"choices":[{"index":0,"delta":{"reasoning_content":"Hm.","content":"Hi"}}]}
//
// gives the reasoning `Hm.` and the text `Hi` of choice 0.

#include "payload.hpp"

namespace tagstream::wire {

namespace {

// Reads a content: a string, or a list of parts such as {"type":"text","text":"Hi"} and
// {"type":"thinking","thinking":[{"type":"text","text":"Hm."}]}, which some hosts send.
void read_content(Json content, std::uint32_t choice, PieceKind kind, Pieces& pieces) {
  if (const auto text = as_string(content)) return pieces.add_text(kind, choice, *text);
  if (!raw(content).starts_with('[')) return;
  std::string text, thinking;  // joined: with snapshots the whole text counts
  for (const Json part : JsonValues(content)) {
    if (const auto inner = member(part, "thinking")) {
      if (const auto words = as_string(*inner)) thinking += *words;
      for (const Json one : array_member(part, "thinking")) thinking += string_member(one, "text");
    } else {
      text += string_member(part, "text");
    }
  }
  pieces.add_text(PieceKind::reasoning, choice, thinking);
  pieces.add_text(kind, choice, text);
}

// A piece with an id or a name begins a call, or goes on with its name; one with neither has more
// of the arguments. `has_all`: the name is complete if an id or a field for arguments stands beside
// it.
void read_function(Json function, std::uint32_t choice, std::uint64_t key, std::string_view id,
                   Pieces& pieces) {
  const std::string_view name = string_member(function, "name");
  const std::string_view arguments = arguments_of(function, "arguments");
  if (id.empty() && name.empty()) return pieces.add_arguments(choice, key, arguments);
  const bool has_all = !id.empty() || member(function, "arguments");
  pieces.begin_call(choice, key, {id, name, has_all}, arguments);
}

void read_tool_calls(Json delta, std::uint32_t choice, Pieces& pieces) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  for (const Json call : array_member(delta, "tool_calls")) {
    const std::uint32_t index = number_member(call, "index", none);
    const std::string_view id = string_member(call, "id");
    const auto function = member(call, "function");
    if (!function) continue;
    // Some servers leave the index out: then an id or a name begins a call.
    const bool has_name = !string_member(*function, "name").empty();
    const std::uint64_t key = index != none ? index : pieces.key_for(choice, !id.empty(), has_name);
    read_function(*function, choice, key, id, pieces);
  }
}

void read_delta(Json delta, std::uint32_t choice, Pieces& pieces) {
  // A server that sends both fields sends the same text in both.
  const std::string_view reasoning = string_member(delta, "reasoning_content");
  pieces.add_text(PieceKind::reasoning, choice,
                  reasoning.empty() ? string_member(delta, "reasoning") : reasoning);
  if (const auto content = member(delta, "content")) {
    read_content(*content, choice, PieceKind::text, pieces);
  }
  read_tool_calls(delta, choice, pieces);
  if (const auto function = member(delta, "function_call")) {
    read_function(*function, choice, 0, {}, pieces);
  }
}

std::string_view error_message(Json event) {
  const auto error = member(event, "error");
  const std::string_view message = string_member(error ? *error : event, "message");
  if (!message.empty()) return message;
  const std::string_view beside = string_member(event, "message");
  return beside.empty() ? string_member(event, "code") : beside;
}

// The end of a response: an error if it has failed, else the reason.
void read_response_end(std::string_view status, Json response, Pieces& pieces) {
  if (status == "failed") return pieces.add(PieceKind::error, 0, error_message(response));
  const auto details = member(response, "incomplete_details");
  const std::string_view reason = details ? string_member(*details, "reason") : "";
  pieces.add(PieceKind::finish, 0, reason.empty() ? "stop" : reason);
}

// A call. An item that is complete has all arguments; but they may have come in pieces before.
void read_response_call(Json item, std::uint32_t output, bool is_whole, Pieces& pieces) {
  if (string_member(item, "type") != "function_call") return;
  pieces.begin_call(0, output, {string_member(item, "call_id"), string_member(item, "name"), true});
  if (is_whole) pieces.add_all_arguments(0, output, arguments_of(item, "arguments"));
}

void read_response_texts(Json item, std::string_view key, PieceKind kind, Pieces& pieces) {
  for (const Json part : array_member(item, key)) {
    pieces.add_text(kind, 0, string_member(part, "text"));
  }
}

// A response without a stream: one object with all of the output.
void read_whole_response(Json response, Pieces& pieces) {
  std::uint32_t output = 0;
  for (const Json item : array_member(response, "output")) {
    const bool is_reasoning = string_member(item, "type") == "reasoning";
    read_response_texts(item, "summary", PieceKind::reasoning, pieces);
    read_response_texts(item, "content", is_reasoning ? PieceKind::reasoning : PieceKind::text,
                        pieces);
    read_response_call(item, output++, true, pieces);
  }
  const std::string_view status = string_member(response, "status");
  if (status == "completed" || status == "incomplete") {
    read_response_end(status, response, pieces);
  }
}

}  // namespace

std::string_view arguments_of(Json holder, std::string_view key) {
  const auto value = member(holder, key);
  if (!value) return {};
  const auto text = as_string(*value);
  return text ? *text : raw(*value);
}

bool read_openai(Json payload, Pieces& pieces) {
  if (!raw_member(payload, "choices").starts_with('[')) return false;
  for (const Json one : array_member(payload, "choices")) {
    const std::uint32_t choice = choice_number(one);
    if (!may_have(pieces, choice)) continue;
    const auto delta = member(one, "delta");
    const auto message = member(one, "message");
    if (delta || message) {
      read_delta(delta ? *delta : *message, choice, pieces);
    } else {
      pieces.add_text(PieceKind::text, choice, string_member(one, "text"));
    }
    const std::string_view reason = string_member(one, "finish_reason");
    if (!reason.empty()) pieces.add(PieceKind::finish, choice, reason);
  }
  return true;
}

bool read_responses(Json payload, Pieces& pieces) {
  const std::string_view type = string_member(payload, "type");
  if (string_member(payload, "object") == "response" && member(payload, "output")) {
    read_whole_response(payload, pieces);
    return true;
  }
  if (!type.starts_with("response.")) return false;
  const std::uint32_t output = number_member(payload, "output_index", 0);
  if (type == "response.output_text.delta") {
    pieces.add_text(PieceKind::text, 0, string_member(payload, "delta"));
  } else if (type == "response.reasoning_text.delta" ||
             type == "response.reasoning_summary_text.delta") {
    pieces.add_text(PieceKind::reasoning, 0, string_member(payload, "delta"));
  } else if (type == "response.output_item.added" || type == "response.output_item.done") {
    const auto item = member(payload, "item");
    if (!item) return true;
    read_response_call(*item, output, type.ends_with("done"), pieces);
  } else if (type == "response.function_call_arguments.delta") {
    pieces.add_arguments(0, output, arguments_of(payload, "delta"));
  } else if (type == "response.function_call_arguments.done") {
    pieces.add_all_arguments(0, output, arguments_of(payload, "arguments"));
  } else if (type == "response.completed" || type == "response.incomplete" ||
             type == "response.failed") {
    const auto response = member(payload, "response");
    if (response) read_response_end(type.substr(type.find('.') + 1), *response, pieces);
  }
  return true;
}

// Some servers have the field `error` in each event, with a value that means nothing: "", {} or
// false. It is an error if it has a message, a type, a code or the value true, or if the payload
// calls itself an error.
bool read_error(Json payload, Pieces& pieces) {
  const auto error = member(payload, "error");
  const auto text = error ? as_string(*error) : std::nullopt;
  const std::string_view message = text ? *text : error_message(payload);
  const bool is_named =
      string_member(payload, "type") == "error" || string_member(payload, "object") == "error";
  const bool is_error = error ? is_named || !message.empty() || is_true(payload, "error") ||
                                    !string_member(*error, "type").empty() ||
                                    number_member(*error, "code", 0) != 0
                              : is_named;
  if (is_error) pieces.add(PieceKind::error, 0, message);
  return is_error;
}

}  // namespace tagstream::wire
