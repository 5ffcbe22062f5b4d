#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagstream::wire {

/// The APIs whose payloads can be read.
enum class Api : std::uint8_t {
  automatic = 0,           ///< each payload shows by its fields which API it is of
  openai_chat = 1,         ///< OpenAI chat completions, and all who speak like it
  openai_completions = 2,  ///< OpenAI completions: text alone
  openai_responses = 3,    ///< OpenAI Responses
  anthropic = 4,           ///< Anthropic messages
  gemini = 5,              ///< Gemini generateContent
  bedrock = 6,             ///< Amazon Bedrock Converse, as JSON
  ollama = 7,              ///< Ollama chat and generate
};

/// The word used for `api`, for example "openai_chat".
[[nodiscard]] const char* to_string(Api api) noexcept;

/// How many choices an answer may have. A choice with a higher index is `PieceKind::broken`.
inline constexpr std::uint32_t max_choices = 1024;

/// The kind of a piece.
enum class PieceKind : std::uint8_t {
  text = 0,             ///< text of the model, which a reader is fed with
  reasoning = 1,        ///< reasoning that the server has parsed itself
  tool_call_start = 2,  ///< a tool call that the server has parsed: its id and name
  tool_call_delta = 3,  ///< bytes of its arguments
  finish = 4,           ///< the choice has ended: why, in the server's word
  error = 5,            ///< the server says that something failed; text: its message
  broken = 6,           ///< an event that can't be read; text: one plain sentence. Reading goes on
  end = 7,              ///< the server says that the stream is complete
};

/// The word used for `kind`, for example "tool_call_start".
[[nodiscard]] const char* to_string(PieceKind kind) noexcept;

/// One piece of an answer, from a payload. Views live until the next `feed`, `finish` or `reset`.
struct Piece {
  PieceKind kind = PieceKind::text;
  std::uint32_t choice = 0;  ///< which of several answers: each has a stream of its own
  std::uint32_t index = 0;   ///< tool_call_*: calls count from 0 in each choice
  std::uint64_t offset = 0;  ///< of the event in the input
  std::string_view text;
  std::string_view id;    ///< tool_call_start; may be empty
  std::string_view name;  ///< tool_call_start
};

/// The reason in OpenAI's words: stop, length, tool_calls, content_filter. An unknown reason is
/// returned unchanged.
[[nodiscard]] std::string openai_finish_reason(std::string_view reason);

}  // namespace tagstream::wire
