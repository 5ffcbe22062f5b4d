#include "support/thought_laws.hpp"

#include <algorithm>

#include "support/guarded_chunk.hpp"
#include "support/laws.hpp"
#include "support/model_tags.hpp"

namespace tagstream::testing {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view ThoughtWatch::slice(std::uint64_t begin, std::uint64_t end) const {
  if (begin > end || end > text_.size()) return {};
  return text_.substr(begin, end - begin);
}

void ThoughtWatch::expect(bool holds, const ThoughtEvent& event, const char* rule) {
  if (holds || !failure_.empty()) return;
  failure_ = std::string(to_string(event.kind)) + span_text(event.begin, event.end) + ": " + rule;
}

void ThoughtWatch::see(const ThoughtEvent& event) {
  ++events_;
  expect(!has_stopped_, event, "comes after the stop");
  switch (event.kind) {
    case ThoughtEventKind::content_delta: see_content(event); break;
    case ThoughtEventKind::thought: see_thought(event); break;
    case ThoughtEventKind::markup:
      expect(slice(event.begin, event.end).starts_with('<'), event, "is no tag");
      see_deltas_of(event);
      take(event);
      break;
    case ThoughtEventKind::thought_delta:
      expect(is_live_, event, "was not asked for");
      expect(!event.text.empty(), event, "is empty");
      deltas_ += event.text;
      break;
    case ThoughtEventKind::stopped: has_stopped_ = true; [[fallthrough]];
    case ThoughtEventKind::notice:
      expect(event.begin == event.end, event, "covers input");
      expect(!event.text.empty(), event, "says nothing");
      break;
  }
  ends_in_content_ = event.kind == ThoughtEventKind::content_delta;
}

void ThoughtWatch::take(const ThoughtEvent& event) {
  expect(event.begin == position_, event, "begins elsewhere than the last ended (L2)");
  expect(event.end > event.begin && event.end <= text_.size(), event, "has an odd span (L3)");
  position_ = event.end;
}

void ThoughtWatch::see_content(const ThoughtEvent& event) {
  expect(deltas_.empty(), event, "stands in a thought");
  expect(event.text == slice(event.begin, event.end), event, "has other bytes (L3)");
  if (!ends_in_content_) content_begin_ = event.begin;
  take(event);
}

void ThoughtWatch::see_thought(const ThoughtEvent& event) {
  const std::string_view bytes = slice(event.begin, event.end);
  expect(bytes.starts_with('<'), event, "begins without a tag");
  expect(!event.is_closed || bytes.ends_with('>'), event, "is closed by nothing");
  expect(event.text == trimmed(event.text), event, "is not trimmed");
  expect(event.is_truncated || !event.text.empty(), event, "is blank");
  expect(event.has_attributes || !event.has_type, event, "has a type and no attributes");
  expect(event.has_attributes || bytes.find(event.text) != std::string_view::npos, event,
         "has other bytes than the input");
  expect(event.confidence >= 0 && event.confidence <= 1, event, "has an odd confidence");
  if (!event.is_closed) unclosed_at_ = std::min(unclosed_at_, event.end);
  see_deltas_of(event);
  take(event);
}

void ThoughtWatch::see_deltas_of(const ThoughtEvent& event) {
  if (!is_live_) return;
  const bool is_same = event.is_truncated ? deltas_.starts_with(event.text) : deltas_ == event.text;
  expect(is_same, event, "differs from its deltas");
  deltas_.clear();
}

void ThoughtWatch::end_of_feed(std::uint64_t fed) {
  if (has_stopped_) return;  // what follows in the chunk is not read
  if (position_ > fed && failure_.empty()) failure_ = "events go further than what was fed (L3)";
  if (!ends_in_content_ || position_ != fed || !failure_.empty()) return;
  if (ends_inside_code_point(slice(content_begin_, position_))) {
    failure_ = "a delta ends inside a code point at " + std::to_string(position_);
  }
}

void ThoughtWatch::end_of_stream(std::uint64_t fed, const Stats& stats) {
  if (!failure_.empty()) return;
  if (!has_stopped_ && position_ != text_.size()) failure_ = "bytes are missing at the end (L3)";
  if (!deltas_.empty()) failure_ = "deltas without a thought";
  if (unclosed_at_ < position_) failure_ = "a thought is unclosed before the end";
  if (stats.bytes_held != 0) failure_ = "stats: bytes are held after finish";
  if (stats.bytes_fed != fed) failure_ = "stats: bytes_fed is wrong";
  if (stats.events != events_) failure_ = "stats: events is wrong";
}

ThoughtRun run_thoughts(std::string_view text, ThoughtReader& reader, const ThoughtOptions& options,
                        const Cuts& cuts, bool is_finished) {
  reader.reset();
  ThoughtRun run;
  ThoughtWatch watch(text, options.live);
  std::uint64_t fed = 0;
  const auto take = [&](std::span<const ThoughtEvent> events) {
    for (const ThoughtEvent& event : events) {
      watch.see(event);
      append_joined(run.items, event);
    }
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    fed += piece.size();
    const GuardedChunk chunk(piece);
    take(reader.feed(chunk.view()));
    watch.end_of_feed(fed);
    return reader.error() == nullptr;
  });
  if (is_finished) {
    take(reader.finish());
    watch.end_of_stream(fed, reader.stats());
    if (!reader.finish().empty()) run.failure = "a second finish gives events";
  }
  const bool may_stop = options.limits.on_limit == OnLimit::stop;
  if (reader.error() != nullptr && !may_stop) run.failure = "it has stopped (L8)";
  run.stats = reader.stats();
  if (run.failure.empty()) run.failure = watch.failure();
  return run;
}

std::string check_thoughts(std::string_view text, ThoughtReader& reader,
                           const ThoughtOptions& options, const Cuts& cuts,
                           const std::vector<SeenThought>& want, bool is_finished) {
  const ThoughtRun run = run_thoughts(text, reader, options, cuts, is_finished);
  if (!run.failure.empty()) return run.failure;
  const std::string difference = check_same(want, run.items);
  return difference.empty() ? check_work(run.stats, 16) : difference;
}

}  // namespace tagstream::testing
