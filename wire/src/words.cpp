#include <array>
#include <string>
#include <utility>

#include "tagstream/wire/piece.hpp"

namespace tagstream::wire {

// `to_string(Api::openai_chat)` is "openai_chat", and `openai_finish_reason("end_turn")` is "stop".

const char* to_string(Api api) noexcept {
  switch (api) {
    case Api::automatic: return "auto";
    case Api::openai_chat: return "openai_chat";
    case Api::openai_completions: return "openai_completions";
    case Api::openai_responses: return "openai_responses";
    case Api::anthropic: return "anthropic";
    case Api::gemini: return "gemini";
    case Api::bedrock: return "bedrock";
    case Api::ollama: return "ollama";
  }
  return "";
}

const char* to_string(PieceKind kind) noexcept {
  switch (kind) {
    case PieceKind::text: return "text";
    case PieceKind::reasoning: return "reasoning";
    case PieceKind::tool_call_start: return "tool_call_start";
    case PieceKind::tool_call_delta: return "tool_call_delta";
    case PieceKind::finish: return "finish";
    case PieceKind::error: return "error";
    case PieceKind::broken: return "broken";
    case PieceKind::end: return "end";
  }
  return "";
}

// Words of Anthropic, Bedrock and Ollama are in small letters, those of Gemini in capitals.
std::string openai_finish_reason(std::string_view reason) {
  if (reason.empty()) return {};
  static constexpr auto table = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"end_turn", "stop"},
      {"stop_sequence", "stop"},
      {"pause_turn", "stop"},
      {"STOP", "stop"},
      {"max_tokens", "length"},
      {"max_output_tokens", "length"},
      {"model_length", "length"},
      {"model_context_window_exceeded", "length"},
      {"MAX_TOKENS", "length"},
      {"tool_use", "tool_calls"},
      {"function_call", "tool_calls"},
      {"refusal", "content_filter"},
      {"content_filtered", "content_filter"},
      {"guardrail_intervened", "content_filter"},
      {"SAFETY", "content_filter"},
      {"RECITATION", "content_filter"},
      {"BLOCKLIST", "content_filter"},
      {"PROHIBITED_CONTENT", "content_filter"},
      {"SPII", "content_filter"},
  });
  for (const auto& [word, meaning] : table) {
    if (word == reason) return std::string(meaning);
  }
  return std::string(reason);
}

}  // namespace tagstream::wire
