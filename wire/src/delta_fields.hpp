#pragma once

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

/// Writes the fields of a delta.
template <class Writer>
void write_delta(Writer& to, const Delta& delta, ReasoningField field) {
  if (delta.kind == DeltaKind::content) {
    to.field("content", delta.text);
    return;
  }
  if (delta.kind == DeltaKind::reasoning) {
    if (field != ReasoningField::reasoning) to.field("reasoning_content", delta.text);
    if (field != ReasoningField::reasoning_content) to.field("reasoning", delta.text);
    return;
  }
  to.key("tool_calls").begin_array().begin_object().field("index", delta.index);
  const bool is_start = delta.kind == DeltaKind::tool_call_start;
  if (is_start) to.field("id", delta.id).field("type", std::string_view("function"));
  to.key("function").begin_object();
  if (is_start) to.field("name", delta.name);
  to.field("arguments", delta.text).end_object().end_object().end_array();
}

/// Writes the choice of a new chunk. A completion has no delta: reasoning and calls stand beside an
/// empty `text`.
template <class Writer>
void write_choice(Writer& to, const ChunkOutput& its, ReasoningField field) {
  to.begin_object().field("index", its.choice);
  if (!its.is_completion) {
    to.key("delta").begin_object();
    write_delta(to, its.delta, field);
    to.end_object();
  } else if (its.delta.kind == DeltaKind::content) {
    to.field("text", its.delta.text);
  } else {
    to.field("text", std::string_view());
    write_delta(to, its.delta, field);
  }
  to.key("logprobs").null().key("finish_reason").null().end_object();
}

}  // namespace tagstream::wire
