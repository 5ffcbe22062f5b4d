#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "tagstream/wire/chunk_rewriter.hpp"
#include "tagstream/wire/delta.hpp"

// Writes the fields of a delta, as JSON or as objects of a client library: `Writer` has the
// functions of `JsonWriter`. A piece of reasoning, with `ReasoningField::both`, is
//
//   "reasoning_content":"Hm.","reasoning":"Hm."
//
// and a piece of arguments
//
//   "tool_calls":[{"index":0,"function":{"arguments":"{\"a\""}}]

namespace tagstream::wire {

/// True for the start of a call and for a piece of its arguments.
inline bool is_of_call(const Delta& delta) {
  return delta.kind == DeltaKind::tool_call_start || delta.kind == DeltaKind::tool_call_delta;
}

/// True if a text has nothing but blanks: beside calls it is no content.
inline bool has_only_blanks(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

/// Decides which deltas of one feed share a chunk. Each has one of its own, as clients know it from
/// servers. But a text of `f(),f(),…` would become 140 times as long: so after the first deltas of
/// calls, those of further calls come together.
class ChunkSizes {
 public:
  /// The number of deltas in the next chunk.
  /// @param size     the number of deltas that are left
  /// @param is_call  says of the place of one of these, from 0, if it is of a call, and of the same
  ///                 choice as the first one
  template <class IsCall>
  std::size_t next(std::size_t size, IsCall is_call) {
    if (!is_call(0) || alone_++ < most_alone) return 1;
    std::size_t joined = 1;
    while (joined < std::min(size, most_joined) && is_call(joined)) ++joined;
    return joined;
  }

 private:
  static constexpr std::size_t most_alone = 32;
  static constexpr std::size_t most_joined = 64;
  std::size_t alone_ = 0;
};

/// Writes the start of a call, or a piece of its arguments.
template <class Writer>
void write_call(Writer& to, const Delta& delta) {
  to.begin_object().field("index", delta.index);
  const bool is_start = delta.kind == DeltaKind::tool_call_start;
  if (is_start) to.field("id", delta.id).field("type", std::string_view("function"));
  to.key("function").begin_object();
  if (is_start) to.field("name", delta.name);
  to.field("arguments", delta.text).end_object().end_object();
}

/// Writes the fields of a delta, or of several that are of calls.
template <class Writer>
void write_deltas(Writer& to, std::span<const Delta> deltas, ReasoningField field) {
  const Delta& first = deltas[0];
  if (first.kind == DeltaKind::content) {
    to.field("content", first.text);
    return;
  }
  if (first.kind == DeltaKind::reasoning) {
    if (field != ReasoningField::reasoning) to.field("reasoning_content", first.text);
    if (field != ReasoningField::reasoning_content) to.field("reasoning", first.text);
    return;
  }
  to.key("tool_calls").begin_array();
  for (const Delta& delta : deltas) write_call(to, delta);
  to.end_array();
}

/// Writes the choice of a new chunk with these deltas. A completion has no delta: reasoning and
/// calls stand beside an empty `text`.
template <class Writer>
void write_choice(Writer& to, const ChunkOutput& its, std::span<const Delta> deltas,
                  ReasoningField field) {
  to.begin_object().field("index", its.choice);
  if (!its.is_completion) {
    to.key("delta").begin_object();
    write_deltas(to, deltas, field);
    to.end_object();
  } else if (deltas[0].kind == DeltaKind::content) {
    to.field("text", deltas[0].text);
  } else {
    to.field("text", std::string_view());
    write_deltas(to, deltas, field);
  }
  to.key("logprobs").null().key("finish_reason").null().end_object();
}

}  // namespace tagstream::wire
