#include "show/moment.hpp"

#include <string>

#include "tagstream/call.hpp"

namespace tagstream::cli {

namespace {

// The element's own closing tag in its body: it has not ended it.
bool holds_own_closer(const Event& event) {
  if (event.element->is_marker()) return false;
  const std::string closer = "</" + std::string(event.element->name()) + '>';
  return event.text.find(closer) != event.text.npos;
}

}  // namespace

std::string_view hard_moment(const Event& event) {
  switch (event.kind) {
    case EventKind::call:
      if (event.call()->is_repaired) return "not quite JSON: read all the same, and made JSON";
      if (holds_own_closer(event)) return "a closing tag in a string ends nothing";
      return {};
    case EventKind::section_end:
      if (event.is_closed && holds_own_closer(event)) {
        return "a pair inside it: the section goes on to its own closing tag";
      }
      return {};
    default: return {};
  }
}

}  // namespace tagstream::cli
