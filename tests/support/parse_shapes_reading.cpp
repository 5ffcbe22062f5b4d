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
    case EventKind::content: totals_.content += event.span.size(); break;
    case EventKind::reasoning: totals_.reasoning += event.span.size(); break;
    case EventKind::markup: totals_.markup += event.span.size(); break;
    case EventKind::notice: ++totals_.notices; break;
    case EventKind::call:
    case EventKind::call_error:
    case EventKind::call_start:
    case EventKind::call_delta: add(event); break;
    default: complain("is of no kind that a parser gives", event);
  }
}

// The event of a call.
void ParseReading::add(const Event& event) {
  if (event.call() == nullptr) return complain("has no call", event);
  if (event.kind == EventKind::call_start) ++totals_.starts;
  if (event.kind == EventKind::call_delta) totals_.deltas += event.text.size();
  if (event.kind == EventKind::call_start || event.kind == EventKind::call_delta) return;
  const bool is_error = event.kind == EventKind::call_error;
  ++(is_error ? totals_.errors : totals_.calls);
  totals_.bodies += event.span.size();
  if (is_error && !event.call()->has_index && !quotes_only(event)) {
    complain("has bytes of a call that never started", event);
  }
  if (is_error) return;
  totals_.arguments += event.call()->arguments.size();
  if (event.call()->is_recovered) ++totals_.recovered;
}

void ParseReading::tile(const Event& event) {
  if (quotes_only(event)) return;
  if (event.span.begin != position_) complain("begins elsewhere than the last ended", event);
  position_ = event.span.end;
  if (event.span.end < event.span.begin || event.span.end > text_.size()) {
    return complain("ends outside of the text", event);
  }
  const bool is_text = event.kind == EventKind::content || event.kind == EventKind::reasoning;
  if (!is_text) return;
  if (event.text != text_.substr(event.span.begin, event.span.size())) {
    complain("has other bytes", event);
  }
}

void ParseReading::complain(const char* what, const Event& event) {
  if (!fault_.empty()) return;
  fault_ = place_of(event) + what;
}

}  // namespace tagstream::testing
