#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "edits.hpp"
#include "json.hpp"
#include "tagstream/wire/chunk_rewriter.hpp"

// What a chat completion chunk says, by its bytes: those of JSON that has been read.

namespace tagstream::wire {

/// What one choice of a chunk is.
struct ChoiceBytes {
  std::string_view delta;
  std::string_view content;  ///< the string, as written; empty: there is none
  std::string_view twin;     ///< the same string once more: some send `text` beside a delta
  std::string_view finish;   ///< the string, or empty
};

inline bool is_string(std::string_view raw) { return raw.starts_with('"'); }
inline bool is_null(std::string_view raw) { return raw.empty() || raw == "null"; }

/// True for null, and for what holds nothing.
inline bool is_nothing(std::string_view raw) {
  if (is_null(raw) || raw == "\"\"") return true;
  const bool is_container = raw.starts_with('[') || raw.starts_with('{');
  return is_container && !RawWalk(raw).next();
}

/// A delta has its text under `content`, a completion under `text`.
inline ChoiceBytes choice_bytes(std::string_view choice) {
  ChoiceBytes bytes{};
  std::string_view text;
  for (RawWalk walk(choice); walk.next();) {
    if (is_key(walk.key(), "delta")) bytes.delta = walk.value();
    if (is_key(walk.key(), "finish_reason")) bytes.finish = walk.value();
    if (is_key(walk.key(), "text")) text = walk.value();
  }
  bytes.content = is_null(bytes.delta) ? text : raw_member(bytes.delta, "content");
  if (!is_null(bytes.delta) && text == bytes.content) bytes.twin = text;
  return bytes;
}

/// Other text for the choice: JSON.
inline void replace_text(Edits& edits, const ChoiceBytes& choice, const std::string& with) {
  edits.replace(choice.content, with);
  if (!choice.twin.empty()) edits.replace(choice.twin, with);
}

/// What a value is, by its bytes.
inline FieldHolds holds_of(std::string_view raw) {
  if (is_nothing(raw)) return FieldHolds::nothing;
  if (is_string(raw)) return FieldHolds::text;
  return raw.starts_with('{') ? FieldHolds::object : FieldHolds::other;
}

/// A key that is looked for, if it is one, however it is written; else as it is written.
inline std::string_view known_key(std::string_view written) {
  constexpr auto keys = std::to_array<std::string_view>(
      {"choices", "error", "object", "type", "id", "created", "model", "system_fingerprint",
       "service_tier", "index", "delta", "text", "finish_reason", "content", "role"});
  if (written.find('\\') == written.npos) return written;
  const auto key = std::find_if(keys.begin(), keys.end(),
                                [&](std::string_view one) { return is_key(written, one); });
  return key == keys.end() ? written : *key;
}

/// The beginning of a chunk that has no more than all chunks of a stream have in common.
inline std::string envelope_of(std::string_view chunk) {
  std::string envelope = "{";
  for (RawWalk walk(chunk); walk.next();) {
    if (walk.value().size() > Chunk::longest_common) continue;
    if (!Chunk::is_common(known_key(walk.key()))) continue;
    envelope.append("\"").append(walk.key()).append("\":").append(walk.value()).append(",");
  }
  return envelope;
}

/// What a rewriter must know of a choice.
inline ChunkChoice read_choice(std::string_view raw, Json json) {
  ChunkChoice choice;
  const auto delta = member(json, "delta");
  const ChoiceBytes bytes = choice_bytes(raw);
  choice.index = choice_number(json);
  choice.is_completion = !delta;
  choice.finish_reason = string_member(json, "finish_reason");
  if (is_string(bytes.content)) {
    choice.text = string_member(delta ? *delta : json, delta ? "content" : "text");
  }
  for (RawWalk walk(raw); walk.next();) {
    const bool is_twin = !bytes.twin.empty() && walk.value().data() == bytes.twin.data();
    if (!is_twin) choice.add_field(known_key(walk.key()), holds_of(walk.value()));
  }
  if (!delta) return choice;
  for (RawWalk walk(bytes.delta); walk.next();) {
    choice.add_delta_field(known_key(walk.key()), holds_of(walk.value()));
  }
  RawWalk call_bytes(raw_member(bytes.delta, "tool_calls"));
  for (const Json call : array_member(*delta, "tool_calls")) {
    if (!call_bytes.next()) break;
    choice.calls.push_back(
        {small_number(raw_member(call_bytes.value(), "index")), string_member(call, "id")});
  }
  return choice;
}

/// True if an event has more than its type and its data.
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
