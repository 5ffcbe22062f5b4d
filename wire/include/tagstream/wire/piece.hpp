#pragma once

#include <cstdint>
#include <string_view>

namespace tagstream::wire {

/// Whose payloads are read.
enum class Api : std::uint8_t {
  automatic,           ///< as each payload shows by itself
  openai_chat,         ///< OpenAI chat completions, and all who speak like it
  openai_completions,  ///< OpenAI completions: text alone
  openai_responses,    ///< OpenAI Responses
  anthropic,           ///< Anthropic messages
  gemini,              ///< Gemini generateContent
  bedrock,             ///< Amazon Bedrock Converse, as JSON
  ollama,              ///< Ollama chat and generate
};

/// The word used for `api`, for example "openai-chat".
[[nodiscard]] const char* to_string(Api api) noexcept;

/// How many choices an answer may have. What a payload says of others is broken.
inline constexpr std::uint32_t max_choices = 1024;

/// What a piece is.
enum class PieceKind : std::uint8_t {
  text,            ///< text of the model: what a reader is fed with
  reasoning,       ///< reasoning that the server has taken apart already
  call_start,      ///< a tool call that the server has taken apart: its id and name
  call_arguments,  ///< bytes of its arguments
  finish,          ///< the choice has ended: why, in the server's word
  error,           ///< the server says that something failed; text: its message
  broken,          ///< an event that can't be read; text: one plain sentence. Reading goes on
  end,             ///< the server says that the stream is complete
};

/// The word used for `kind`, for example "call-start".
[[nodiscard]] const char* to_string(PieceKind kind) noexcept;

/// One thing that a payload says. Views live until the next `feed`, `finish` or `reset`.
struct Piece {
  PieceKind kind = PieceKind::text;
  std::uint32_t choice = 0;  ///< which of several answers: each has a stream of its own
  std::uint32_t call = 0;    ///< call_*: calls count from 0 in each choice
  std::uint64_t offset = 0;  ///< of the event in the input
  std::string_view text;
  std::string_view id;    ///< call_start; may be empty
  std::string_view name;  ///< call_start
};

/// The reason in OpenAI's words: stop, length, tool_calls, content_filter. What is unknown stays.
[[nodiscard]] std::string_view openai_finish_reason(std::string_view reason) noexcept;

}  // namespace tagstream::wire
