#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "edits.hpp"
#include "json.hpp"

// What a chat completion chunk says, by its bytes: those of JSON that has been read.

namespace tagstream::wire {

/// What one choice of a chunk is.
struct ChoiceBytes {
  std::string_view whole;
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
  ChoiceBytes bytes{choice, {}, {}, {}, {}};
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

/// True if clients stop at such an event, whatever else it says.
inline bool is_error(std::string_view chunk) {
  const std::string_view error = raw_member(chunk, "error");
  if ((error.starts_with('{') || is_string(error)) && error.size() > 2) return true;
  return raw_member(chunk, "object") == "\"error\"" || raw_member(chunk, "type") == "\"error\"";
}

/// True for what all chunks of a stream have in common.
inline bool is_of_envelope(std::string_view key) {
  constexpr auto keys = std::to_array<std::string_view>(
      {"id", "object", "created", "model", "system_fingerprint", "service_tier"});
  return std::any_of(keys.begin(), keys.end(),
                     [&](std::string_view one) { return is_key(key, one); });
}

/// The beginning of a chunk that has no more than that. It is written again and again, so a long
/// value, which no server means to send, is not in it.
inline std::string envelope_of(std::string_view chunk) {
  constexpr std::size_t most = 1024;
  std::string envelope = "{";
  for (RawWalk walk(chunk); walk.next();) {
    if (walk.value().size() > most || !is_of_envelope(walk.key())) continue;
    envelope.append("\"").append(walk.key()).append("\":").append(walk.value()).append(",");
  }
  return envelope;
}

/// True if the chunk says something beside its choices that belongs to it alone.
inline bool has_more(std::string_view chunk) {
  for (RawWalk walk(chunk); walk.next();) {
    if (is_key(walk.key(), "choices") || is_of_envelope(walk.key())) continue;
    if (!is_nothing(walk.value())) return true;
  }
  return false;
}

/// True if the choice has nothing but its text: such a chunk may wait.
inline bool is_bare(const ChoiceBytes& choice) {
  if (!is_null(choice.finish)) return false;
  for (RawWalk walk(choice.delta); walk.next();) {
    if (walk.value().data() != choice.content.data() && !is_nothing(walk.value())) return false;
  }
  for (RawWalk walk(choice.whole); walk.next();) {
    const bool is_known = is_key(walk.key(), "index") || is_key(walk.key(), "delta");
    if (is_known || walk.value().data() == choice.content.data()) continue;
    if (walk.value().data() == choice.twin.data()) continue;
    if (!is_nothing(walk.value())) return false;
  }
  return true;
}

/// True if a client joins something of it to what came before: a call, reasoning, a refusal.
inline bool is_joined(const ChoiceBytes& choice) {
  for (RawWalk walk(choice.delta); walk.next();) {
    if (is_key(walk.key(), "role") || is_nothing(walk.value())) continue;
    if (walk.value().data() != choice.content.data() || !is_string(choice.content)) return true;
  }
  return false;
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
