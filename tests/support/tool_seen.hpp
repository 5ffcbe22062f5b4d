#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/seen.hpp"
#include "tagstream/tool.hpp"

namespace tagstream::testing {

/// An owned copy of one event of a `ToolReader`. Wordings of messages are not kept.
struct SeenTool {
  Seen event;
  std::string name;
  std::string arguments;
  std::string id;
  std::uint64_t index = 0;
  std::uint64_t offset = 0;  ///< tool_error
  ToolErrorCode error = ToolErrorCode::none;
  bool has_index = false;
  bool is_repaired = false;
  bool is_recovered = false;

  friend bool operator==(const SeenTool&, const SeenTool&) = default;
};

[[nodiscard]] inline bool is_tool_kind(EventKind kind) { return kind >= EventKind::tool_call; }

/// True for a call that is complete, and for an error.
[[nodiscard]] inline bool is_tool_end(EventKind kind) {
  return kind == EventKind::tool_call || kind == EventKind::tool_call_end ||
         kind == EventKind::tool_error;
}

/// Copies an event. What only one kind has is left out of the others: the start of a call has its
/// name, id and index; a delta its bytes and index; an error no name, id or arguments. The place of
/// starts and deltas is left to those who watch the spans.
[[nodiscard]] inline SeenTool to_seen_tool(const Event& event) {
  SeenTool seen;
  seen.event.kind = event.kind;
  seen.event.is_closed = event.is_closed;
  if (event.kind == EventKind::tool_call_delta) seen.event.text = std::string(event.text);
  if (!is_tool_kind(event.kind) || is_tool_end(event.kind)) seen.event = to_seen(event);
  if (event.call == nullptr) return seen;
  const ToolCall& call = *event.call;
  seen.has_index = call.has_index;
  seen.index = call.has_index ? call.index : 0;
  if (event.kind == EventKind::tool_call_delta) return seen;
  if (event.kind != EventKind::tool_error) {
    seen.name = std::string(call.name);
    seen.id = std::string(call.id);
  }
  if (event.kind == EventKind::tool_call_start) return seen;
  seen.error = call.error;
  seen.is_recovered = call.is_recovered;
  if (event.kind == EventKind::tool_error) {
    seen.offset = call.offset;
    return seen;
  }
  seen.arguments = std::string(call.arguments);
  seen.is_repaired = call.is_repaired;
  return seen;
}

/// Adds an event; neighbouring deltas of one kind (and of one call) become one.
inline void append_joined(std::vector<SeenTool>& list, SeenTool seen) {
  const EventKind kind = seen.event.kind;
  const bool is_delta = kind == EventKind::content_delta || kind == EventKind::section_delta ||
                        kind == EventKind::tool_call_delta;
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

/// The name of a kind, not taken from the library.
[[nodiscard]] inline std::string tool_kind_name(EventKind kind) {
  switch (kind) {
    case EventKind::tool_call: return "tool_call";
    case EventKind::tool_error: return "tool_error";
    case EventKind::tool_call_start: return "tool_call_start";
    case EventKind::tool_call_delta: return "tool_call_delta";
    case EventKind::tool_call_end: return "tool_call_end";
    default: return kind_name(kind);
  }
}

[[nodiscard]] inline const char* error_name(ToolErrorCode code) {
  switch (code) {
    case ToolErrorCode::none: return "none";
    case ToolErrorCode::invalid_json: return "invalid_json";
    case ToolErrorCode::missing_name: return "missing_name";
    case ToolErrorCode::bad_arguments: return "bad_arguments";
    case ToolErrorCode::empty: return "empty";
    case ToolErrorCode::unclosed: return "unclosed";
    case ToolErrorCode::too_large: return "too_large";
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
  std::string out = tool_kind_name(event.kind) + span_text(event.begin, event.end);
  if (event.kind == EventKind::notice) return out + ' ' + notice_name(event.code) + '\n';
  if (!is_tool_kind(event.kind)) {
    const std::string line = to_text(std::vector<Seen>{event});
    return line;
  }
  out += ' ' + escaped(event.text);
  if (!event.raw_tag.empty()) {
    out += " tag=" + escaped(event.tag_name) + " raw=" + escaped(event.raw_tag);
    out += " at=" + std::to_string(event.start_index) + ".." + std::to_string(event.end_index);
  }
  if (seen.error != ToolErrorCode::none) {
    out += std::string(" error=") + error_name(seen.error) + '@' + std::to_string(seen.offset);
  }
  if (!seen.name.empty()) out += " name=" + escaped(seen.name);
  if (!seen.arguments.empty()) out += " arguments=" + escaped(seen.arguments);
  if (!seen.id.empty()) out += " id=" + escaped(seen.id);
  if (seen.has_index) out += " index=" + std::to_string(seen.index);
  if (event.is_closed) out += " closed";
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
