#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "support/tool_seen.hpp"
#include "tagstream/call.hpp"

namespace tagstream::testing {

/// What a reading comes to.
struct ToolTotals {
  std::uint64_t content = 0;  // bytes
  std::uint64_t sections = 0;
  std::uint64_t calls = 0;
  std::uint64_t starts = 0;
  std::uint64_t errors = 0;
  std::uint64_t notices = 0;
  std::uint64_t bodies = 0;     // bytes of calls and errors
  std::uint64_t arguments = 0;  // bytes
  std::uint64_t deltas = 0;     // bytes
  std::uint64_t recovered = 0;
  friend bool operator==(const ToolTotals&, const ToolTotals&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const ToolTotals& t) {
  return out << "content " << t.content << " sections " << t.sections << " calls " << t.calls
             << " starts " << t.starts << " errors " << t.errors << " notices " << t.notices
             << " bodies " << t.bodies << " arguments " << t.arguments << " deltas " << t.deltas
             << " recovered " << t.recovered;
}

/// Adds up events, and sees to it that their spans tile the text (L3).
class ToolReading {
 public:
  explicit ToolReading(std::string_view text) : text_(text) {}

  void take(std::span<const Event> events) {
    for (const Event& event : events) take(event);
  }

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const ToolTotals& totals() const { return totals_; }

 private:
  void take(const Event& event) {
    tile(event);
    if (event.kind == EventKind::content) totals_.content += event.text.size();
    if (event.kind == EventKind::section_end) ++totals_.sections;
    if (event.kind == EventKind::notice) ++totals_.notices;
    if (!is_call_kind(event.kind)) return;
    if (event.call() == nullptr) return complain("has no call", event);
    if (event.kind == EventKind::call_start) ++totals_.starts;
    if (event.kind == EventKind::call_delta) totals_.deltas += event.text.size();
    if (!is_call_end(event.kind)) return;
    ++(event.kind == EventKind::call_error ? totals_.errors : totals_.calls);
    totals_.bodies += event.text.size();
    totals_.arguments += event.call()->arguments.size();
    if (event.call()->is_recovered) ++totals_.recovered;
  }

  void tile(const Event& event) {
    if (quotes_only(event)) return;
    if (event.span.begin != position_) complain("begins elsewhere than the last ended", event);
    position_ = event.span.end;
    if (event.kind != EventKind::content) return;
    if (event.span.end > text_.size() ||
        event.text != text_.substr(event.span.begin, event.span.size())) {
      complain("has other bytes", event);
    }
  }

  void complain(const char* what, const Event& event) {
    if (fault_.empty()) fault_ = to_text(to_seen_tool(event)) + what;
  }

  std::string_view text_;
  std::uint64_t position_ = 0;
  ToolTotals totals_;
  std::string fault_;
};

}  // namespace tagstream::testing
