#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/seen.hpp"
#include "tagstream/thought.hpp"

namespace tagstream::testing {

/// An owned copy of one `ThoughtEvent`, to be kept, joined and compared.
struct SeenThought {
  ThoughtEventKind kind = ThoughtEventKind::content_delta;
  std::uint64_t begin = 0;  ///< 0 for a thought_delta: it only quotes
  std::uint64_t end = 0;
  std::string text{};  ///< left empty for notices: their wording is not compared
  std::string type{};
  double confidence = 0;  ///< 0 without has_attributes: it means nothing there
  bool has_attributes = false;
  bool has_type = false;
  bool is_closed = false;
  bool is_truncated = false;
  Code code = Code::none;

  friend bool operator==(const SeenThought&, const SeenThought&) = default;
};

/// Copies an event, without what is not compared.
[[nodiscard]] inline SeenThought to_seen(const ThoughtEvent& event) {
  SeenThought seen{.kind = event.kind, .code = event.code};
  if (event.kind == ThoughtEventKind::thought_delta) {
    seen.text = std::string(event.text);
    return seen;
  }
  seen.begin = event.begin;
  seen.end = event.end;
  const bool is_message =
      event.kind == ThoughtEventKind::notice || event.kind == ThoughtEventKind::stopped;
  if (is_message) return seen;
  seen.text = std::string(event.text);
  if (event.kind != ThoughtEventKind::thought) return seen;
  seen.type = std::string(event.type);
  seen.has_attributes = event.has_attributes;
  seen.has_type = event.has_type;
  seen.is_closed = event.is_closed;
  seen.is_truncated = event.is_truncated;
  if (event.has_attributes) seen.confidence = event.confidence;
  return seen;
}

/// Adds an event; neighbouring content deltas become one, and so do neighbouring thought deltas.
inline void append_joined(std::vector<SeenThought>& list, SeenThought seen) {
  const bool is_delta =
      seen.kind == ThoughtEventKind::content_delta || seen.kind == ThoughtEventKind::thought_delta;
  if (is_delta && !list.empty() && list.back().kind == seen.kind) {
    list.back().text += seen.text;
    list.back().end = seen.end;
    return;
  }
  list.push_back(std::move(seen));
}

inline void append_joined(std::vector<SeenThought>& list, const ThoughtEvent& event) {
  append_joined(list, to_seen(event));
}

/// One line per event, for failure messages.
[[nodiscard]] inline std::string to_text(const std::vector<SeenThought>& list) {
  std::string out;
  for (const SeenThought& seen : list) {
    out += to_string(seen.kind) + span_text(seen.begin, seen.end) + ' ' + escaped(seen.text);
    if (seen.has_attributes) out += " confidence=" + std::to_string(seen.confidence);
    if (seen.has_type) out += " type=" + escaped(seen.type);
    if (seen.is_closed) out += " closed";
    if (seen.is_truncated) out += " truncated";
    if (seen.code == Code::max_held_bytes) out += " max_held_bytes";
    out += '\n';
  }
  return out;
}

}  // namespace tagstream::testing
