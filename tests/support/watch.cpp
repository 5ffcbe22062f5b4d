#include "support/watch.hpp"

#include <algorithm>

#include "support/guarded_chunk.hpp"

namespace tagstream::testing {

namespace {

constexpr std::size_t markers_of_rows = 256;  // more than the longest one

Bounds common_bounds(const Limits& limits, std::size_t longest_marker) {
  Bounds bounds;
  // Up to three bytes more wait for the rest of a code point.
  bounds.max_held = limits.max_held_bytes + limits.max_tag_bytes + longest_marker + 3;
  bounds.max_section_bytes = limits.max_section_bytes;
  bounds.may_stop = limits.on_limit == OnLimit::stop;
  return bounds;
}

std::size_t longest_marker(const std::vector<Rule>& rules) {
  std::size_t longest = 0;
  for (const Rule& rule : rules) {
    longest = std::max({longest, rule.open.size(), rule.close.size()});
  }
  return longest;
}

// What is wrong with a message that has been collected from these events.
std::string check_message(const Message& message, const std::vector<Seen>& items) {
  Message want;
  CallIds ids;
  std::size_t notes = 0;
  bool is_moved = false;
  for (const Seen& item : items) {
    if (item.code == Code::unclosed_reasoning) is_moved = true;
    if (item.kind == EventKind::content) want.content += item.text;
    if (item.kind == EventKind::reasoning) want.reasoning += item.text;
    if (item.kind == EventKind::notice || item.kind == EventKind::tool_call_error) ++notes;
    if (item.kind != EventKind::tool_call) continue;
    Call call;
    CallDetail detail;
    call.set({.index = item.index, .id = item.id}, detail);
    MessageCall one;
    one.id = ids.id(call);
    one.tool = item.tool;
    one.arguments = item.arguments;
    want.calls.push_back(std::move(one));
  }
  if (is_moved && message.content.starts_with(want.content)) {  // the end of one to the other
    const std::string moved = message.content.substr(want.content.size());
    want.content += moved;
    if (want.reasoning.ends_with(moved))
      want.reasoning.resize(want.reasoning.size() - moved.size());
  }
  if (want.content != message.content || want.reasoning != message.reasoning) {
    return "the message has other text than the events";
  }
  const bool is_same_calls =
      std::equal(want.calls.begin(), want.calls.end(), message.calls.begin(), message.calls.end(),
                 [](const MessageCall& a, const MessageCall& b) {
                   return a.id == b.id && a.tool == b.tool && a.arguments == b.arguments;
                 });
  if (!is_same_calls) return "the message has other calls than the events";
  return notes == message.notes.size() ? "" : "the message has other notes than the events";
}

}  // namespace

Bounds bounds_of(const FilterOptions& options) {
  return common_bounds(options.limits, longest_marker(options.rules));
}

Bounds bounds_of(const ToolOptions& options) {
  Bounds bounds = common_bounds(options.limits, longest_marker(options.rules));
  bounds.kind = Bounds::Kind::tools;
  bounds.bad_calls = options.bad_calls;
  return bounds;
}

Bounds bounds_of(const ParseOptions& options) {
  Bounds bounds = common_bounds(options.limits, markers_of_rows);
  bounds.kind = Bounds::Kind::parse;
  bounds.bad_calls = options.bad_calls;
  return bounds;
}

bool Watch::is_given(EventKind kind) const {
  const bool is_section = kind == EventKind::section_start || kind == EventKind::section_delta ||
                          kind == EventKind::section_end;
  if (is_section) return bounds_.kind != Bounds::Kind::parse;
  if (kind == EventKind::reasoning) return bounds_.kind == Bounds::Kind::parse;
  return !is_call_kind(kind) || bounds_.kind != Bounds::Kind::filter;
}

void Watch::see(const Event& event) {
  ++events_;
  expect(!has_stopped_, event, "comes after the stop");
  expect((event.call() != nullptr) == is_call_kind(event.kind), event, "has no call");
  expect(is_given(event.kind), event, "is of a kind that this reader does not give");
  see_span(event);
  if (event.call() != nullptr) {
    see_call(event, *event.call());
  } else {
    see_kind(event);
  }
  last_event_ = event.kind;
  if (event.kind == EventKind::stopped) has_stopped_ = true;
}

void Watch::see_span(const Event& event) {
  const Span& span = event.span;
  expect(span.end >= span.begin && span.end <= text_.size(), event, "has an odd span (L3)");
  const bool only_quotes = is_message(event.kind) || event.kind == EventKind::tool_call_start ||
                           event.kind == EventKind::tool_call_delta || event.is_recorded;
  expect(!only_quotes || quotes_only(event), event, "covers input that it only quotes");
  if (event.kind == EventKind::stopped) return;
  expect(span.begin == position_, event, "begins elsewhere than the last ended (L2, L3)");
  if (quotes_only(event)) return;
  if (last_kind_ != event.kind) delta_begin_ = position_;
  last_kind_ = event.kind;
  position_ = span.end;
}

void Watch::see_kind(const Event& event) {
  switch (event.kind) {
    case EventKind::section_start: return see_section_start(event);
    case EventKind::section_end: return see_section_end(event);
    case EventKind::notice:
    case EventKind::stopped: return expect(!event.text.empty(), event, "says nothing");
    case EventKind::markup:
      expect(!section_.is_open || section_.is_implied, event, "stands inside a section");
      [[fallthrough]];
    default: return see_text(event);
  }
}

void Watch::see_text(const Event& event) {
  expect(!event.text.empty(), event, "is empty (L3)");
  expect(event.text == slice(event.span.begin, event.span.end), event, "has other bytes (L3)");
  if (!is_delta(event.kind)) return;
  const bool is_hidden = event.kind == EventKind::section_delta;
  expect(section_.is_open == is_hidden, event, "stands on the wrong side of a section");
  if (is_hidden) section_.body += event.text;
  if (last_event_ != event.kind || event.text.empty()) return;
  expect(!continues_code_point(slice(delta_begin_, event.span.begin), event.text.front()), event,
         "begins inside a code point");
}

void Watch::see_section_start(const Event& event) {
  expect(!section_.is_open, event, "stands inside a section");
  expect(event.element != nullptr, event, "has no element");
  if (event.element == nullptr) return;
  const Element& element = *event.element;
  expect(element.start() == event.span.begin, event, "has a wrong start");
  expect(element.raw_tag() == slice(event.span.begin, event.span.end), event,
         "has other bytes (L3)");
  expect(element.is_implied_open() == element.raw_tag().empty(), event, "is implied and has a tag");
  expect(!element.name().empty(), event, "has no name");
  section_ = {true, element.is_implied_open(), event.span.begin, event.span.end, {}};
}

void Watch::see_section_end(const Event& event) {
  expect(event.element != nullptr, event, "has no element");
  if (event.element == nullptr) return;
  if (event.is_recorded) {
    see_recorded_end(event, *event.element);
  } else {
    see_hidden_end(event, *event.element);
  }
  if (!event.is_closed) unclosed_at_ = std::min(unclosed_at_, event.span.end);
}

void Watch::see_hidden_end(const Event& event, const Element& element) {
  expect(section_.is_open, event, "ends a section that never began");
  expect(element.start() == section_.start, event, "has another start than its start");
  expect(element.is_implied_open() == section_.is_implied, event, "differs from its start");
  expect(element.raw_tag() == slice(section_.start, section_.body_begin), event, "has another tag");
  const bool is_self_closing = event.is_closed && event.span.empty();
  expect(!is_self_closing || element.raw_tag().ends_with("/>"), event, "is closed by nothing");
  expect(event.is_closed || event.span.empty(), event, "is unclosed and covers input");
  check_content(event, section_.body);
  section_.is_open = false;
}

void Watch::see_recorded_end(const Event& event, const Element& element) {
  const std::uint64_t body = element.start() + element.raw_tag().size();
  const std::uint64_t end = event.span.end;
  expect(!section_.is_open, event, "stands inside a section");
  expect(!element.raw_tag().empty() && element.raw_tag() == slice(element.start(), body), event,
         "has another tag");
  expect(body + event.text.size() <= end, event, "has too much content");
  check_content(event,
                event.is_truncated ? slice(body, end) : slice(body, body + event.text.size()));
  const bool may_be_shorter = event.is_closed || event.is_truncated;
  expect(may_be_shorter || body + event.text.size() == end, event, "has too little content");
}

void Watch::check_content(const Event& event, std::string_view content) {
  expect(event.text.size() <= bounds_.max_section_bytes, event, "has too much content (L6)");
  if (event.is_truncated) {
    expect(content.size() > bounds_.max_section_bytes, event, "is truncated for no reason");
    expect(content.starts_with(event.text), event, "has other content than the input");
  } else {
    expect(content == event.text, event, "has other content than the input");
  }
}

void Watch::see_call(const Event& event, const Call& call) {
  switch (event.kind) {
    case EventKind::tool_call_start:
      expect(call.has_index && call.index() == next_++, event, "has an odd index");
      expect(!call.tool().empty(), event, "has no name");
      open_[call.index()] = "";
      break;
    case EventKind::tool_call_delta:
      expect(open_.count(call.index()) == 1, event, "is of a call that is not open");
      expect(!event.text.empty(), event, "is empty");
      open_[call.index()] += event.text;
      break;
    case EventKind::tool_call: end_call(event, call); break;
    default: see_error(event, call); break;
  }
}

void Watch::end_call(const Event& event, const Call& call) {
  expect(call.has_index && call.error() == Code::none, event, "has an odd code");
  expect(!quotes_only(event), event, "covers nothing");
  if (!call.has_started) {
    expect(call.index() == next_++, event, "has an odd index");
  } else {
    expect(open_.count(call.index()) == 1, event, "ends a call that is not open");
    expect(open_[call.index()] == call.arguments(), event, "has other arguments than its deltas");
    open_.erase(call.index());
  }
  check_place(event, call);
}

void Watch::see_error(const Event& event, const Call& call) {
  expect(call.error() != Code::none, event, "has an odd code");
  expect(!call.message().empty(), event, "says nothing");
  expect(call.has_index == call.has_started, event, "has an odd index");
  expect(!call.has_index || open_.erase(call.index()) == 1, event, "ends a call that is not open");
  if (call.error() == Code::too_large) {
    return expect(quotes_only(event) && event.text.empty(), event, "covers what is content");
  }
  if (call.error() == Code::not_allowed) {
    expect(!quotes_only(event), event, "covers nothing");
  } else if (bounds_.bad_calls == BadCalls::content) {
    expect(call.has_index || quotes_only(event), event, "covers what is content");
  }
  check_place(event, call);
}

void Watch::check_place(const Event& event, const Call& call) {
  if (quotes_only(event) && bounds_.bad_calls == BadCalls::content) {
    expect(call.span().end <= position_, event, "comes before its bytes");
  } else {
    expect(call.span() == event.span, event, "is another stretch than its call");
  }
  expect(slice(call.span().begin, call.span().end).find(event.text) != std::string_view::npos,
         event, "has other content than the input (L3)");
}

void Watch::end_of_feed(std::uint64_t fed, const Stats& stats) {
  if (has_stopped_) return;  // what follows in the chunk is not read
  expect(position_ <= fed, "events go further than what was fed (L3)");
  expect(stats.bytes_held >= fed - position_, "stats: bytes_held hides what is held");
  if (!is_delta(last_kind_) || position_ != fed) return;
  expect(!ends_inside_code_point(slice(delta_begin_, position_)),
         "a delta ends inside a code point at " + std::to_string(position_));
}

void Watch::end_of_stream(std::uint64_t fed, const Stats& stats) {
  expect(!section_.is_open, "a section never ends");
  expect(open_.empty(), "a call that has started never ends");
  expect(unclosed_at_ >= position_, "a section is unclosed before the end");
  expect(has_stopped_ || position_ == fed, "bytes are missing at the end (L3)");
  expect(stats.bytes_held == 0, "stats: bytes are held after finish");
  const std::string totals = check_totals(stats, fed, events_);
  expect(totals.empty(), totals);
}

std::string_view Watch::slice(std::uint64_t begin, std::uint64_t end) const {
  if (begin > end || end > text_.size()) return {};
  return text_.substr(begin, end - begin);
}

void Watch::expect(bool holds, const Event& event, const char* rule) {
  if (!holds && failure_.empty()) failure_ = place_of(event) + rule;
}

void Watch::expect(bool holds, const std::string& rule) {
  if (!holds && failure_.empty()) failure_ = rule;
}

EventRun run(std::string_view text, Reader& reader, const Bounds& bounds, const Cuts& cuts,
             Ending ending, const std::function<void(const Event&)>& see) {
  reader.reset();
  EventRun run;
  Watch watch(text, bounds);
  Message message;
  const bool is_parser = bounds.kind == Bounds::Kind::parse;
  std::uint64_t fed = 0;
  const auto take = [&](std::span<const Event> events) {
    if (is_parser) message.add(events);
    for (const Event& event : events) {
      watch.see(event);
      if (see) see(event);
      is_parser ? append_parsed(run.items, to_seen(event)) : append_joined(run.items, event);
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
    watch.end_of_stream(fed, reader.stats());
    if (!reader.finish().empty()) run.failure = "a second finish gives events";
  }
  if (reader.error() != nullptr && !bounds.may_stop) run.failure = "it has stopped (L8)";
  run.stats = reader.stats();
  if (run.failure.empty()) run.failure = watch.failure();
  if (run.failure.empty() && is_parser) run.failure = check_message(message, run.items);
  if (!run.items.empty()) run.items.back().unclosed_reasoning = reader.unclosed_reasoning();
  return run;
}

std::string check_bounds(const Stats& stats, const Bounds& bounds, std::size_t largest_chunk,
                         unsigned factor) {
  const std::string failure = check_work(stats, factor);
  return failure.empty() ? check_held(stats, bounds.max_held, largest_chunk) : failure;
}

std::string check_reading(std::string_view text, Reader& reader, const Bounds& bounds,
                          const Cuts& cuts, const std::vector<Seen>& want) {
  const EventRun got = run(text, reader, bounds, cuts);
  if (!got.failure.empty()) return got.failure;
  const std::string failure = check_same(want, got.items);
  return failure.empty() ? check_bounds(got.stats, bounds, text.size()) : failure;
}

std::string check_whole(std::string_view text, const FilterRules& rules,
                        const std::vector<Seen>& events) {
  const auto whole = filter_all(text, rules);
  if (!whole) return "L7: filter_all failed: " + whole.error().message;
  std::string content;
  std::size_t index = 0;
  std::size_t notes = 0;
  for (const Seen& seen : events) {
    if (seen.kind == EventKind::content) content += seen.text;
    if (seen.kind == EventKind::notice) ++notes;
    if (seen.kind != EventKind::section_end) continue;
    if (index == whole->sections.size()) return "L7: filter_all has fewer sections";
    const Section& section = whole->sections[index++];
    const bool is_same =
        section.tag_name == seen.tag_name && section.raw_tag == seen.raw_tag &&
        section.content == seen.text && section.span == Span{seen.start_index, seen.end_index} &&
        section.is_closed == seen.is_closed && section.is_implied_open == seen.is_implied_open &&
        section.is_truncated == seen.is_truncated && section.is_recorded == seen.is_recorded;
    if (!is_same) return "L7: filter_all has another section " + std::to_string(index - 1);
  }
  if (index != whole->sections.size()) return "L7: filter_all has more sections";
  if (notes != whole->notes.size()) return "L7: filter_all has other notes";
  if (content != whole->content) return "L7: filter_all shows another text";
  return {};
}

}  // namespace tagstream::testing
