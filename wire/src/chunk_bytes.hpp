#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "edits.hpp"
#include "json.hpp"
#include "tagstream/wire/chunk_rewriter.hpp"

// Reads a chat completion chunk, and finds the bytes of the values that may be replaced. In
//
//   {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}
//
// `content` of the choice is the view `"Hi"`, with its quotes, and `finish` the view `null`. The
// envelope of new chunks holds the fields that are common to all chunks: here it is `{`.

namespace tagstream::wire {

/// The values of a choice that may be replaced, as views of their bytes.
struct ChoiceBytes {
  std::string_view content;  ///< the string, as written; empty: there is none
  std::string_view twin;     ///< the same string once more: some send `text` beside a delta
  std::string_view finish;   ///< the string, or empty
  JsonValues calls;
};

/// Finds them. A delta has its text under `content`, a completion under `text`. Two strings are
/// twins only if they are written alike, escape by escape.
inline ChoiceBytes choice_bytes(Json choice) {
  ChoiceBytes bytes;
  const auto delta = member(choice, "delta");
  const std::string_view text = raw_member(choice, "text");
  bytes.content = delta ? raw_member(*delta, "content") : text;
  if (delta && text == bytes.content) bytes.twin = text;
  bytes.finish = raw_member(choice, "finish_reason");
  if (delta) bytes.calls = array_member(*delta, "tool_calls");
  return bytes;
}

/// Replaces the text of the choice. @param with  a JSON string
inline void replace_text(Edits& edits, const ChoiceBytes& choice, const std::string& with) {
  edits.replace(choice.content, with);
  if (!choice.twin.empty()) edits.replace(choice.twin, with);
}

/// The kind of a value: text, an object, nothing (null, "", {} or []), or something else.
inline FieldHolds holds_of(Json value) {
  const std::string_view bytes = raw(value);
  if (bytes == "null" || bytes == "\"\"") return FieldHolds::nothing;
  if (bytes.starts_with('"')) return FieldHolds::text;
  const bool is_object = bytes.starts_with('{');
  if ((is_object || bytes.starts_with('[')) && !has_members(value)) return FieldHolds::nothing;
  return is_object ? FieldHolds::object : FieldHolds::other;
}

/// The beginning of a new chunk: the fields that all chunks of the stream have in common, as
/// `{"id":"x","model":"m",`.
inline std::string envelope_of(Json chunk) {
  std::string envelope = "{";
  const JsonValues fields(chunk);
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    const std::string_view value = raw(*field);
    if (value.size() > Chunk::longest_common || !Chunk::is_common(field.key())) continue;
    envelope.append("\"").append(field.key()).append("\":").append(value).append(",");
  }
  return envelope;
}

/// Reads the facts about a choice that a rewriter needs.
inline ChunkChoice read_choice(Json json) {
  ChunkChoice choice;
  const auto delta = member(json, "delta");
  const ChoiceBytes bytes = choice_bytes(json);
  choice.index = choice_number(json);
  choice.is_completion = !delta;
  choice.finish_reason = string_member(json, "finish_reason");
  choice.text = string_member(delta ? *delta : json, delta ? "content" : "text");
  const JsonValues fields(json);
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    const bool is_twin = !bytes.twin.empty() && raw(*field).data() == bytes.twin.data();
    if (!is_twin) choice.add_field(field.key(), holds_of(*field));
  }
  if (!delta) return choice;
  const JsonValues delta_fields(*delta);
  for (auto field = delta_fields.begin(); field != delta_fields.end(); ++field) {
    choice.add_delta_field(field.key(), holds_of(*field));
  }
  for (const Json call : bytes.calls) {
    choice.calls.push_back({small_number(raw_member(call, "index")), string_member(call, "id")});
  }
  return choice;
}

/// True if an event has other fields than `event:` and `data:`, such as `id:`, or a comment.
inline bool has_other_fields(std::string_view event) {
  while (!event.empty()) {
    const std::size_t end = std::min(event.find_first_of("\r\n"), event.size());
    const std::string_view line = event.substr(0, end);
    const std::string_view name = line.substr(0, line.find(':'));
    if (!line.empty() && name != "data" && name != "event") return true;
    event.remove_prefix(std::min(end + 1, event.size()));
  }
  return false;
}

}  // namespace tagstream::wire
