#include <ostream>
#include <string>
#include <string_view>

#include "support/parse_shapes.hpp"
#include "support/seen.hpp"

namespace tagstream::testing {

std::ostream& operator<<(std::ostream& out, const ParseTotals& t) {
  return out << "content " << t.content << " reasoning " << t.reasoning << " markup " << t.markup
             << " bodies " << t.bodies << " calls " << t.calls << " starts " << t.starts
             << " errors " << t.errors << " notices " << t.notices << " arguments " << t.arguments
             << " deltas " << t.deltas << " recovered " << t.recovered;
}

void ParseReading::take(const Event& event) {
  ++events_;
  tile(event);
  switch (event.kind) {
    case EventKind::content_delta: totals_.content += event.end - event.begin; break;
    case EventKind::reasoning_delta: totals_.reasoning += event.end - event.begin; break;
    case EventKind::markup: totals_.markup += event.end - event.begin; break;
    case EventKind::notice: ++totals_.notices; break;
    case EventKind::tool_call:
    case EventKind::tool_error:
    case EventKind::tool_call_start:
    case EventKind::tool_call_delta:
    case EventKind::tool_call_end: add(event); break;
    default: complain("is of no kind that a parser gives", event);
  }
}

// The event of a call.
void ParseReading::add(const Event& event) {
  if (event.call == nullptr) return complain("has no call", event);
  if (event.kind == EventKind::tool_call_start) ++totals_.starts;
  if (event.kind == EventKind::tool_call_delta) totals_.deltas += event.text.size();
  if (event.kind == EventKind::tool_call_start || event.kind == EventKind::tool_call_delta) return;
  const bool is_error = event.kind == EventKind::tool_error;
  ++(is_error ? totals_.errors : totals_.calls);
  totals_.bodies += event.end - event.begin;
  if (is_error && !event.call->has_index && event.begin != event.end) {
    complain("has bytes of a call that never started", event);
  }
  if (is_error) return;
  totals_.arguments += event.call->arguments.size();
  if (event.call->is_recovered) ++totals_.recovered;
}

void ParseReading::tile(const Event& event) {
  if (event.begin == event.end) return;
  if (event.begin != position_) complain("begins elsewhere than the last ended", event);
  position_ = event.end;
  if (event.end < event.begin || event.end > text_.size()) {
    return complain("ends outside of the text", event);
  }
  const bool is_text =
      event.kind == EventKind::content_delta || event.kind == EventKind::reasoning_delta;
  if (!is_text) return;
  if (event.text != text_.substr(event.begin, event.end - event.begin)) {
    complain("has other bytes", event);
  }
}

void ParseReading::complain(const char* what, const Event& event) {
  if (!fault_.empty()) return;
  fault_ = std::string(to_string(event.kind)) + span_text(event.begin, event.end) + ' ' + what;
}

}  // namespace tagstream::testing
