#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/reader.hpp"
#include "tagstream/wire/chunk_rewriter.hpp"

namespace tagstream::wire {

/// Rewrites a stream of OpenAI chat completion chunks, from bytes to bytes: reasoning and calls
/// that the rules find in the text of a choice become native fields. With the dialect qwen3,
///
///   data: {"choices":[{"index":0,"delta":{"content":"<think>Hm.</think>Yes"}}]}
///
/// becomes a chunk with the reasoning `Hm.` and one with the content `Yes`. In a stream of the
/// Responses API they become items of the output: one of type `reasoning`, and the message.
///
/// - Everything native, unknown or broken passes byte for byte: comments, roles, native reasoning
///   and calls, usage, errors. The one exception is the index or id of a native call that a call of
///   the rewriter has as well.
/// - Text that is not decided yet is held. A chunk with nothing but held text waits with it. A
///   chunk with fields that a client joins, such as pieces of native calls, waits behind it.
/// - Before the chunk that ends a choice, all that is held is sent. Its `finish_reason` `stop`
///   becomes `tool_calls` if a call was sent.
/// - If the stream breaks off, all that is held is sent, and no end is made up. An error in the
///   stream does the same before it is sent; chunks after it are not read.
///
/// Completions, which have `text` instead of a delta, get the same: the text, and beside it the
/// reasoning and the calls in the fields of a delta.
/// @source docs/wire.md#the-rewriter
class Rewriter {
 public:
  /// For one stream. Each choice is read by these rules.
  explicit Rewriter(Rules rules, RewriteOptions options = {});
  Rewriter(Rewriter&&) noexcept;
  Rewriter& operator=(Rewriter&&) noexcept;
  ~Rewriter();

  /// Reads bytes of the stream, and returns the bytes to send on. They live until the next `feed`,
  /// `finish` or `reset`.
  std::string_view feed(std::string_view chunk) & TAGSTREAM_LIFETIMEBOUND;
  std::string_view feed(std::string_view chunk) && =
      delete;  // the bytes would outlive the rewriter

  /// The end of the stream: returns all that was held.
  std::string_view finish() & TAGSTREAM_LIFETIMEBOUND;
  std::string_view finish() && = delete;

  /// The calls that failed during the last `feed` or `finish`.
  [[nodiscard]] std::span<const ChoiceToolCallError> tool_call_errors()
      const& TAGSTREAM_LIFETIMEBOUND;
  std::span<const ChoiceToolCallError> tool_call_errors() const&& = delete;

  /// Forgets the stream.
  void reset();

  /// `events` counts the events that came in, and `bytes_held` the events and texts that wait. A
  /// byte that the JSON parser looks at counts once in `bytes_examined`. A limit hit is an event
  /// that is too long.
  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Rewrites an answer that comes whole: one object of chat completions, of completions or of the
/// Responses API. Any other text is returned unchanged. Calls come complete, even with
/// `Options::incremental`.
/// @param errors  calls that failed are appended here, unless it is null
[[nodiscard]] std::string rewrite_answer(const Rules& rules, std::string_view body,
                                         const RewriteOptions& options = {},
                                         std::vector<ChoiceToolCallError>* errors = nullptr);

}  // namespace tagstream::wire
