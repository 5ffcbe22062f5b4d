#include "support/watch.hpp"

#include "support/guarded_chunk.hpp"
#include "support/tool_seen.hpp"

namespace tagstream::testing {

void Watch::see(const Event& event) {
  ++events_;
  expect(!has_stopped_, event, "comes after the stop");
  expect((event.call() != nullptr) == is_call_kind(event.kind), event, "has no call");
  see_span(event);
  if (event.kind == EventKind::stopped) has_stopped_ = true;
  if (event.call() != nullptr) {
    see_call(event, *event.call());
  } else {
    see_text(event);
  }
}

void Watch::see_span(const Event& event) {
  const Span& span = event.span;
  expect(span.end >= span.begin && span.end <= text_.size(), event, "has an odd span (L3)");
  const bool only_quotes = event.kind == EventKind::notice || event.kind == EventKind::stopped ||
                           event.kind == EventKind::call_start ||
                           event.kind == EventKind::call_delta || event.is_recorded;
  expect(!only_quotes || quotes_only(event), event, "covers input that it only quotes");
  if (event.kind == EventKind::stopped) return;
  expect(span.begin == position_, event, "begins elsewhere than the last ended (L2, L3)");
  if (quotes_only(event)) return;
  if (last_kind_ != event.kind) delta_begin_ = position_;
  last_kind_ = event.kind;
  position_ = span.end;
}

void Watch::see_text(const Event& event) {
  if (event.kind == EventKind::notice || event.kind == EventKind::stopped) {
    return expect(!event.text.empty(), event, "says nothing");
  }
  const bool is_piece = is_delta(event.kind) || event.kind == EventKind::markup;
  if (!is_piece) return;
  expect(!event.text.empty(), event, "is empty (L3)");
  expect(event.text == slice(event.span), event, "has other bytes (L3)");
}

void Watch::see_call(const Event& event, const Call& call) {
  switch (event.kind) {
    case EventKind::call_start:
      expect(call.has_index && call.index == next_++, event, "has an odd index");
      expect(!call.tool.empty(), event, "has no name");
      open_[call.index] = "";
      break;
    case EventKind::call_delta:
      expect(open_.count(call.index) == 1, event, "is of a call that is not open");
      expect(!event.text.empty(), event, "is empty");
      open_[call.index] += event.text;
      break;
    case EventKind::call: end_call(event, call); break;
    default: see_error(event, call); break;
  }
}

void Watch::end_call(const Event& event, const Call& call) {
  expect(call.has_index && call.error == CallErrorCode::none, event, "has an odd code");
  expect(!quotes_only(event), event, "covers nothing");
  if (!call.has_started) {
    expect(call.index == next_++, event, "has an odd index");
  } else {
    expect(open_.count(call.index) == 1, event, "ends a call that is not open");
    expect(open_[call.index] == call.arguments, event, "has other arguments than its deltas");
    open_.erase(call.index);
  }
  check_place(event, call);
}

void Watch::see_error(const Event& event, const Call& call) {
  expect(call.error != CallErrorCode::none, event, "has an odd code");
  expect(!call.message.empty(), event, "says nothing");
  expect(call.has_index == call.has_started, event, "has an odd index");
  expect(!call.has_index || open_.erase(call.index) == 1, event, "ends a call that is not open");
  if (call.error == CallErrorCode::too_large) {
    return expect(quotes_only(event) && event.text.empty(), event, "covers what is content");
  }
  if (bad_calls_ == BadCalls::content) {
    expect(call.has_index || quotes_only(event), event, "covers what is content");
  }
  check_place(event, call);
}

void Watch::check_place(const Event& event, const Call& call) {
  if (quotes_only(event) && bad_calls_ == BadCalls::content) {
    expect(call.span.end <= position_, event, "comes before its bytes");
  } else {
    expect(call.span == event.span, event, "is another stretch than its call");
  }
  expect(slice(call.span).find(event.text) != std::string_view::npos, event,
         "has other content than the input (L3)");
}

void Watch::end_of_feed(std::uint64_t fed, const Stats& stats) {
  if (has_stopped_) return;  // what follows in the chunk is not read
  expect(position_ <= fed, "events go further than what was fed (L3)");
  expect(stats.bytes_held >= fed - position_, "bytes_held hides what is held");
  if (!is_delta(last_kind_) || position_ != fed) return;
  expect(!ends_inside_code_point(slice({delta_begin_, position_})),
         "a delta ends inside a code point at " + std::to_string(position_));
}

void Watch::end_of_stream(const Stats& stats) {
  expect(open_.empty(), "a call that has started never ends");
  expect(stats.bytes_held == 0, "bytes are held after finish");
  expect(stats.events == events_, "the events are miscounted");
  if (has_stopped_) return;
  expect(position_ == text_.size(), "bytes are missing at the end (L3)");
  expect(stats.bytes_fed == text_.size(), "bytes_fed is wrong");
}

std::string_view Watch::slice(const Span& span) const {
  if (span.begin > span.end || span.end > text_.size()) return {};
  return text_.substr(span.begin, span.size());
}

void Watch::expect(bool holds, const Event& event, const char* rule) {
  if (!holds && failure_.empty()) failure_ = place_of(event) + rule;
}

void Watch::expect(bool holds, const std::string& rule) {
  if (!holds && failure_.empty()) failure_ = rule;
}

Watched read_watched(std::string_view text, Reader& reader, const Cuts& cuts, Ending ending,
                     BadCalls bad_calls, const Limits& limits,
                     const std::function<void(const Event&)>& see) {
  reader.reset();
  Watched run;
  Watch watch(text, bad_calls);
  std::uint64_t fed = 0;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      watch.see(event);
      see(event);
    }
    run.emitted.push_back(watch.position());
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    take(reader.feed(chunk.view()));
    watch.end_of_feed(fed += piece.size(), reader.stats());
    return reader.error() == nullptr;
  });
  if (ending == Ending::finish) {
    take(reader.finish());
    watch.end_of_stream(reader.stats());
    if (!reader.finish().empty()) run.failure = "a second finish gives events";
  }
  const bool may_stop = limits.on_limit == LimitPolicy::error;
  if (reader.error() != nullptr && !may_stop) run.failure = "it has stopped (L8)";
  run.stats = reader.stats();
  if (run.failure.empty()) run.failure = watch.failure();
  return run;
}

}  // namespace tagstream::testing
