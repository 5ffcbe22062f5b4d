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
  }
  return "unknown";
}

const char* to_string(NoticeCode code) noexcept {
  switch (code) {
    case NoticeCode::none: return "none";
    case NoticeCode::max_held_bytes: return "max-held-bytes";
  }
  return "unknown";
}

}  // namespace tagstream
