#include "support/hostile.hpp"

#include <algorithm>

#include "support/guarded_chunk.hpp"

namespace tagstream::testing {

void Totals::add(const Event& event) {
  switch (event.kind) {
    case EventKind::content: content += event.span.size(); return;
    case EventKind::reasoning: reasoning += event.span.size(); return;
    case EventKind::section_delta: hidden += event.span.size(); return;
    case EventKind::markup:
      markup += event.span.size();
      ++tags;
      return;
    case EventKind::section_start: ++tags; return;
    case EventKind::section_end:
      ++tags;
      ++sections;
      collected += event.text.size();
      return;
    case EventKind::notice: ++notices; return;
    case EventKind::stopped: return;
    case EventKind::thought:
      ++thoughts;
      collected += event.text.size();
      return;
    case EventKind::thought_delta: deltas += event.text.size(); return;
    case EventKind::tool_call_start: ++starts; return;
    case EventKind::tool_call_delta: deltas += event.text.size(); return;
    case EventKind::tool_call: ++calls; break;
    case EventKind::tool_call_error: ++errors; break;
  }
  bodies += event.span.size() + event.raw.size();
  arguments += event.arguments().size();
  if (event.is_recovered) ++recovered;
}

std::ostream& operator<<(std::ostream& out, const Totals& t) {
  return out << "content " << t.content << " reasoning " << t.reasoning << " hidden " << t.hidden
             << " markup " << t.markup << " tags " << t.tags << " sections " << t.sections
             << " collected " << t.collected << " calls " << t.calls << " starts " << t.starts
             << " errors " << t.errors << " notices " << t.notices << " bodies " << t.bodies
             << " arguments " << t.arguments << " deltas " << t.deltas << " recovered "
             << t.recovered << " thoughts " << t.thoughts;
}

Outcome read_by_laws(std::string_view text, Reader& reader, const Bounds& bounds, std::size_t size,
                     unsigned factor) {
  reader.reset();
  Watch watch(text, bounds);
  Outcome outcome;
  const auto take = [&](std::span<const Event> events) {
    outcome.totals.add(events);
    outcome.events += events.size();
    for (const Event& event : events) watch.see(event);
  };
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    take(reader.feed(chunk.view()));
    watch.end_of_feed(at + chunk.view().size(), reader.stats());
  }
  take(reader.finish());
  watch.end_of_stream(text.size(), reader.stats());
  EXPECT_EQ(watch.failure(), "");
  EXPECT_EQ(check_bounds(reader.stats(), bounds, std::min(size, text.size()), factor), "");
  if (bounds.has_reasoning) outcome.totals.tags = 0;  // markup comes in pieces
  return outcome;
}

}  // namespace tagstream::testing
