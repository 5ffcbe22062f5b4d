#include "tagstream/event.hpp"

namespace tagstream {

const char* to_string(EventKind kind) noexcept {
  switch (kind) {
    case EventKind::content_delta: return "content-delta";
    case EventKind::section_start: return "section-start";
    case EventKind::section_delta: return "section-delta";
    case EventKind::section_end: return "section-end";
    case EventKind::markup: return "markup";
    case EventKind::notice: return "notice";
    case EventKind::tool_call: return "tool-call";
    case EventKind::tool_error: return "tool-error";
    case EventKind::tool_call_start: return "tool-call-start";
    case EventKind::tool_call_delta: return "tool-call-delta";
    case EventKind::tool_call_end: return "tool-call-end";
    case EventKind::reasoning_delta: return "reasoning-delta";
  }
  return "unknown";
}

const char* to_string(NoticeCode code) noexcept {
  switch (code) {
    case NoticeCode::none: return "none";
    case NoticeCode::max_held_bytes: return "max-held-bytes";
    case NoticeCode::unclosed_call: return "unclosed-call";
    case NoticeCode::not_a_call: return "not-a-call";
  }
  return "unknown";
}

}  // namespace tagstream
