#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/reader.hpp"
#include "tagstream/wire/chunk_rewriter.hpp"

namespace tagstream::wire {

/// Rewrites a stream of OpenAI chat completion chunks, bytes to bytes: what the text of each choice
/// holds by the rules becomes native reasoning and tool calls.
///
/// All that is native, unknown or broken passes as it is, byte for byte: comments, roles, native
/// reasoning and calls, usage, errors; but for an index or an id of a native call that one of ours
/// has. Text that is held waits; a chunk that has nothing else waits with it, and what a client
/// joins waits behind it. Before the chunk that ends a choice everything held goes out, and its
/// `finish_reason` `stop` becomes `tool_calls` if a call was given. A stream that breaks off gets
/// what was held, and no end is made up; so does one with an error, before it, and what follows is
/// not read.
///
/// Of completions, which have `text` alone, the same comes out: text, and beside it the reasoning
/// and the calls of a delta.
/// @source docs/wire.md#the-rewriter
class Rewriter {
 public:
  /// For one stream, of which each choice is read by these rules.
  explicit Rewriter(Rules rules, RewriteOptions options = {});
  Rewriter(Rewriter&&) noexcept;
  Rewriter& operator=(Rewriter&&) noexcept;
  ~Rewriter();

  /// What is to be sent on for this chunk; lives until the next `feed`, `finish` or `reset`.
  std::string_view feed(std::string_view chunk);

  /// The end of the stream: what was held.
  std::string_view finish();

  /// The calls that failed in what the last `feed` or `finish` read.
  [[nodiscard]] std::span<const BrokenCall> broken_calls() const;

  /// Forgets the stream.
  void reset();

  /// Of the stream: events are those that came, held is what events and texts wait for, and what
  /// JSON looks at counts once. A limit hit is an event that is too long.
  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The same for an answer that comes whole: one chat completion object, or one of completions. What
/// is not one is given back as it is. Its calls are whole, with `Options::incremental` as
/// well.
/// @param broken  calls that failed are added here, unless it is null
[[nodiscard]] std::string rewrite_answer(const Rules& rules, std::string_view body,
                                         const RewriteOptions& options = {},
                                         std::vector<BrokenCall>* broken = nullptr);

}  // namespace tagstream::wire
