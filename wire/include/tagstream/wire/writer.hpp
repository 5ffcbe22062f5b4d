#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/message.hpp"
#include "tagstream/wire/delta.hpp"

namespace tagstream::wire {

/// The fields that each chunk of an answer has.
struct WriterOptions {
  std::string id{};                                                    ///< of the answer
  std::string model{};                                                 ///< its name
  std::int64_t created = 0;                                            ///< seconds since 1970
  ReasoningField reasoning_field = ReasoningField::reasoning_content;  ///< where it goes
};

/// Writes deltas as server-sent events with OpenAI's chat completion chunks:
///
///   data: {"id":"…","object":"chat.completion.chunk","created":0,"model":"…",
///     "choices":[{"index":0,"delta":{"content":"Hi"},"logprobs":null,"finish_reason":null}]}\n\n
class OpenAiWriter {
 public:
  /// For one answer, with any number of choices.
  explicit OpenAiWriter(WriterOptions options = {}) : options_(std::move(options)) {}

  /// Appends a chunk for each delta; the first one of a choice has the role.
  void write(std::string& out, std::span<const Delta> deltas, std::uint32_t choice = 0);

  /// Appends the chunk that ends a choice.
  void finish(std::string& out, std::string_view reason, std::uint32_t choice = 0);

  /// Appends an event that makes the client's reader fail with this message.
  void error(std::string& out, std::string_view message);

  /// Appends `[DONE]`.
  void end(std::string& out);

 private:
  void write_chunk(std::string& out, std::uint32_t choice, std::string_view delta,
                   std::string_view reason);
  void begin(std::string& out, std::uint32_t choice);

  WriterOptions options_;
  std::set<std::uint32_t> begun_;
};

/// Anthropic's word for a reason in OpenAI's words: end_turn for stop, tool_use for tool_calls,
/// max_tokens for length. An unknown reason is returned unchanged.
[[nodiscard]] std::string anthropic_stop_reason(std::string_view reason);

/// Writes the deltas of one choice as server-sent events of Anthropic's messages.
///
/// Content, reasoning and calls are blocks, one after the other. Pieces of several native calls may
/// alternate, but blocks may not. So native calls are held, and `finish` writes them as whole
/// blocks, but for those whose arguments are no JSON object. They are held without a limit, since a
/// client holds them as well. A thinking block gets an empty signature, so a client can't send it
/// back to a server that checks signatures.
class AnthropicWriter {
 public:
  /// For one answer.
  explicit AnthropicWriter(WriterOptions options = {}) : options_(std::move(options)) {}

  /// Appends the events for each delta; before the first one, the beginning of the message.
  void write(std::string& out, std::span<const Delta> deltas);

  /// Appends the end of the message; the reason is OpenAI's. `tool_calls` counts as `stop` if no
  /// call was written.
  void finish(std::string& out, std::string_view reason);

  /// Appends an event that makes the client's reader fail with this message.
  void error(std::string& out, std::string_view message);

 private:
  void begin(std::string& out);
  void open_block(std::string& out, const Delta& delta);
  void close_block(std::string& out);
  void hold(const Delta& delta);
  void write_block(std::string& out, const Delta& delta);

  WriterOptions options_;
  bool has_begun_ = false;
  bool is_open_ = false;
  bool has_calls_ = false;               // a block of one has been written
  DeltaKind kind_ = DeltaKind::content;  // of the open block
  std::uint32_t call_ = 0;               // in the open block
  std::uint32_t block_ = 0;
  struct Held {
    std::uint32_t index;
    std::string id;
    std::string name;
    std::string arguments;
  };
  std::vector<Held> held_;  // native calls
};

/// Appends a whole message as Anthropic's API gives it: its reasoning, content and calls are
/// blocks. A call whose arguments are no JSON object, which only a server can send, is left out
/// (`finish_native_call`).
/// @param reason  in OpenAI's words; empty: the answer has broken off. Without a call in the
///                message `tool_calls` counts as `stop`
void to_anthropic_json(std::string& out, const Message& message, std::string_view reason,
                       const WriterOptions& options = {});

}  // namespace tagstream::wire
