#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/seen.hpp"
#include "tagstream/call.hpp"

namespace tagstream::testing {

/// An owned copy of one event. Wordings of messages are not kept.
struct SeenTool {
  Seen event;
  std::string tool;
  std::string arguments;
  std::string id;
  std::uint64_t index = 0;
  std::uint64_t offset = 0;  ///< call_error
  CallErrorCode error = CallErrorCode::none;
  bool has_index = false;
  bool has_started = false;  ///< call
  bool is_repaired = false;
  bool is_recovered = false;

  friend bool operator==(const SeenTool&, const SeenTool&) = default;
};

[[nodiscard]] inline bool is_call_kind(EventKind kind) {
  return kind == EventKind::call_start || kind == EventKind::call_delta ||
         kind == EventKind::call || kind == EventKind::call_error;
}

/// True for a call that is complete, and for an error.
[[nodiscard]] inline bool is_call_end(EventKind kind) {
  return kind == EventKind::call || kind == EventKind::call_error;
}

/// Copies an event. What only one kind has is left out of the others: the start of a call has its
/// name, id and index; a delta its bytes and index; an error no name, id or arguments. The place of
/// starts and deltas is left to those who watch the spans.
[[nodiscard]] inline SeenTool to_seen_tool(const Event& event) {
  SeenTool seen;
  seen.event.kind = event.kind;
  seen.event.is_closed = event.is_closed;
  if (event.kind == EventKind::call_delta) seen.event.text = std::string(event.text);
  if (!is_call_kind(event.kind) || is_call_end(event.kind)) seen.event = to_seen(event);
  if (event.call() == nullptr) return seen;
  const Call& call = *event.call();
  seen.has_index = call.has_index;
  seen.index = call.has_index ? call.index : 0;
  if (event.kind == EventKind::call_delta) return seen;
  if (event.kind != EventKind::call_error) {
    seen.tool = std::string(call.tool);
    seen.id = std::string(call.id);
  }
  if (event.kind == EventKind::call_start) return seen;
  seen.error = call.error;
  seen.is_recovered = call.is_recovered;
  if (event.kind == EventKind::call_error) {
    seen.offset = call.offset;
    return seen;
  }
  seen.arguments = std::string(call.arguments);
  seen.is_repaired = call.is_repaired;
  seen.has_started = call.has_started;
  return seen;
}

/// Adds an event; neighbouring deltas of one kind (and of one call) become one.
inline void append_joined(std::vector<SeenTool>& list, SeenTool seen) {
  const EventKind kind = seen.event.kind;
  const bool is_delta = kind == EventKind::content || kind == EventKind::section_delta ||
                        kind == EventKind::call_delta;
  if (is_delta && !list.empty() && list.back().event.kind == kind &&
      list.back().index == seen.index) {
    list.back().event.text += seen.event.text;
    list.back().event.end = seen.event.end;
    return;
  }
  list.push_back(std::move(seen));
}

inline void append_joined(std::vector<SeenTool>& list, const Event& event) {
  append_joined(list, to_seen_tool(event));
}

[[nodiscard]] inline const char* error_name(CallErrorCode code) {
  switch (code) {
    case CallErrorCode::none: return "none";
    case CallErrorCode::invalid_json: return "invalid_json";
    case CallErrorCode::missing_name: return "missing_name";
    case CallErrorCode::bad_arguments: return "bad_arguments";
    case CallErrorCode::empty: return "empty";
    case CallErrorCode::unclosed: return "unclosed";
    case CallErrorCode::too_large: return "too_large";
  }
  return "?";
}

[[nodiscard]] inline const char* notice_name(NoticeCode code) {
  switch (code) {
    case NoticeCode::none: return "none";
    case NoticeCode::max_held_bytes: return "max_held_bytes";
    case NoticeCode::unclosed_call: return "unclosed_call";
    case NoticeCode::not_a_call: return "not_a_call";
  }
  return "?";
}

/// One line, for failure messages.
[[nodiscard]] inline std::string to_text(const SeenTool& seen) {
  const Seen& event = seen.event;
  std::string out = kind_name(event.kind) + span_text(event.begin, event.end);
  if (event.kind == EventKind::notice) return out + ' ' + notice_name(event.code) + '\n';
  if (!is_call_kind(event.kind)) {
    const std::string line = to_text(std::vector<Seen>{event});
    return line;
  }
  out += ' ' + escaped(event.text);
  if (!event.raw_tag.empty()) {
    out += " tag=" + escaped(event.tag_name) + " raw=" + escaped(event.raw_tag);
    out += " at=" + std::to_string(event.start_index) + ".." + std::to_string(event.end_index);
  }
  if (seen.error != CallErrorCode::none) {
    out += std::string(" error=") + error_name(seen.error) + '@' + std::to_string(seen.offset);
  }
  if (!seen.tool.empty()) out += " tool=" + escaped(seen.tool);
  if (!seen.arguments.empty()) out += " arguments=" + escaped(seen.arguments);
  if (!seen.id.empty()) out += " id=" + escaped(seen.id);
  if (seen.has_index) out += " index=" + std::to_string(seen.index);
  if (event.is_closed) out += " closed";
  if (seen.has_started) out += " started";
  if (seen.is_repaired) out += " repaired";
  if (seen.is_recovered) out += " recovered";
  return out + '\n';
}

/// One line per event, for failure messages.
[[nodiscard]] inline std::string to_text(const std::vector<SeenTool>& list) {
  std::string out;
  for (const SeenTool& seen : list) out += to_text(seen);
  return out;
}

}  // namespace tagstream::testing
