#include "support/watch.hpp"

#include <algorithm>

#include "support/as_json.hpp"
#include "support/guarded_chunk.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream::testing {

namespace {

constexpr std::size_t markers_of_rows = 256;  // more than the longest one

std::size_t longest_marker(const Options& options) {
  std::size_t longest = has_dialect(options) ? markers_of_rows : 0;
  for (const Rule& rule : rules_of(options)) {
    longest = std::max({longest, rule.open.size(), rule.close.size()});
    if (!rule.line.empty()) longest = std::max(longest, markers_of_rows);
  }
  return longest;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

// True for the blanks that `trim` gives after something that was taken out: they stand before it.
bool is_separator(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_blank);
}

bool is_trimmed(std::string_view text) {
  return text.empty() || (!is_blank(text.front()) && !is_blank(text.back()));
}

// The message that collects these events should be.
Message message_of(const std::vector<Seen>& items) {
  Message want;
  CallIds ids;
  std::string section;
  for (const Seen& item : items) {
    switch (item.kind) {
      case EventKind::content: want.content += item.text; break;
      case EventKind::reasoning: want.reasoning += item.text; break;
      case EventKind::section_delta: section += item.text; break;
      case EventKind::section_end: {
        Section& one = want.sections.emplace_back();
        one.name = item.name;
        one.content = item.is_recorded ? item.text : std::exchange(section, {});
        break;
      }
      case EventKind::notice:
        if (item.code == Code::unclosed_call) {
          want.tool_call_errors.emplace_back().code = Code::unclosed;
        } else {
          want.notices.emplace_back().code = item.code;
        }
        break;
      case EventKind::tool_call_error: want.tool_call_errors.emplace_back().code = item.code; break;
      case EventKind::thought: want.thoughts.emplace_back().text = item.text; break;
      case EventKind::tool_call_start: {  // a client has its id from here on
        Event event;
        event.index = static_cast<std::uint32_t>(item.index);
        event.id = item.id;
        static_cast<void>(ids.id(event));
        break;
      }
      case EventKind::tool_call: {
        Event event;
        event.index = static_cast<std::uint32_t>(item.index);
        event.id = item.id;
        ToolCall& one = want.tool_calls.emplace_back();
        one.id = ids.id(event);
        one.name = item.name;
        one.arguments = item.text;
        break;
      }
      default: break;
    }
  }
  return want;
}

// Compares a message with the one that should be collected from these events. Returns the first
// difference; empty if there is none.
std::string check_message(const Message& message, const std::vector<Seen>& items) {
  Message want = message_of(items);
  const bool is_moved = std::any_of(items.begin(), items.end(), [](const Seen& item) {
    return item.code == Code::reasoning_as_content;
  });
  if (is_moved && message.content.starts_with(want.content)) {  // the end of one to the other
    const std::string moved = message.content.substr(want.content.size());
    want.content += moved;
    if (want.reasoning.ends_with(moved)) {
      want.reasoning.resize(want.reasoning.size() - moved.size());
      // With `trim`: what separated it from the reasoning before.
      const bool is_longer = want.reasoning.size() > message.reasoning.size();
      if (is_longer && is_separator(want.reasoning.substr(message.reasoning.size()))) {
        want.reasoning.resize(message.reasoning.size());
      }
    }
  }
  if (want.content != message.content || want.reasoning != message.reasoning) {
    return "the message has other text than the events";
  }
  const auto same = [](const auto& a, const auto& b, auto is_same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same);
  };
  if (!same(want.tool_calls, message.tool_calls, [](const ToolCall& a, const ToolCall& b) {
        return a.id == b.id && a.name == b.name && a.arguments == b.arguments;
      })) {
    return "the message has other calls than the events";
  }
  if (!same(want.sections, message.sections, [](const Section& a, const Section& b) {
        return a.name == b.name && a.content == b.content;
      })) {
    return "the message has other sections than the events";
  }
  const auto same_code = [](const auto& a, const auto& b) { return a.code == b.code; };
  if (!same(want.notices, message.notices, same_code) ||
      !same(want.tool_call_errors, message.tool_call_errors, same_code)) {
    return "the message has other errors or notices than the events";
  }
  const bool is_same_thoughts =
      same(want.thoughts, message.thoughts,
           [](const Thought& a, const Thought& b) { return a.text == b.text; });
  return is_same_thoughts ? "" : "the message has other thoughts than the events";
}

}  // namespace

Bounds bounds_of(const Options& options) {
  const Limits& limits = options.limits;
  Bounds bounds;
  // Up to three bytes more are held for the rest of a code point.
  bounds.max_held = limits.max_held_bytes + limits.max_tag_bytes + longest_marker(options) + 3;
  bounds.max_section_bytes = limits.max_section_bytes;
  bounds.max_thought_bytes = std::min(limits.max_section_bytes, limits.max_held_bytes);
  if (!options.thought.empty()) {  // the thought itself, and blanks that wait
    bounds.max_held += 2 * std::min(bounds.max_thought_bytes, ~std::size_t{0} / 8);
  }
  bounds.may_stop = limits.on_limit == OnLimit::stop;
  bounds.bad_calls = options.bad_calls;
  bounds.has_reasoning = has_dialect(options) || !options.reasoning.empty();
  const bool is_call_asked_for = !options.tool_choice.empty() && options.tool_choice != "auto" &&
                                 options.tool_choice != "none";
  bounds.has_calls = has_dialect(options) || !options.call.empty() || is_call_asked_for;
  bounds.has_sections = !options.hide.empty() || !options.record.empty();
  bounds.has_thoughts = !options.thought.empty();
  bounds.prompt_bytes = options.prompt_tail.size();
  bounds.is_incremental = options.incremental;
  bounds.trims = options.trim;
  bounds.decodes = !options.decode_entities.empty();
  return bounds;
}

bool Watch::is_given(EventKind kind) const {
  switch (kind) {
    case EventKind::section_start:
    case EventKind::section_delta:
    case EventKind::section_end: return bounds_.has_sections;
    case EventKind::reasoning: return bounds_.has_reasoning;
    case EventKind::thought: return bounds_.has_thoughts;
    case EventKind::thought_delta: return bounds_.has_thoughts && bounds_.is_incremental;
    case EventKind::tool_call_start:
    case EventKind::tool_call_delta: return bounds_.has_calls && bounds_.is_incremental;
    case EventKind::tool_call:
    case EventKind::tool_call_error: return bounds_.has_calls;
    default: return true;
  }
}

void Watch::see(const Event& event) {
  ++events_;
  expect(!has_stopped_, event, "comes after the stop");
  expect(is_given(event.kind), event, "is of a kind that this reader does not give");
  see_span(event);
  is_call_kind(event.kind) ? see_call(event) : see_kind(event);
  last_event_ = event.kind;
  if (event.kind == EventKind::stopped) has_stopped_ = true;
}

void Watch::see_span(const Event& event) {
  const Span& span = event.span;
  expect(span.end >= span.start && span.end <= text_.size(), event, "has an odd span (L3)");
  const bool only_quotes = is_message(event.kind) || event.kind == EventKind::tool_call_start ||
                           is_quoted_piece(event.kind) || event.is_recorded;
  expect(!only_quotes || quotes_only(event), event, "covers input that it only quotes");
  if (event.kind == EventKind::stopped) return;
  expect(span.start == position_, event, "begins elsewhere than the last ended (L2, L3)");
  if (quotes_only(event)) return;
  if (last_kind_ != event.kind) delta_begin_ = position_;
  last_kind_ = event.kind;
  position_ = span.end;
}

void Watch::see_kind(const Event& event) {
  switch (event.kind) {
    case EventKind::section_start: return see_section_start(event);
    case EventKind::section_end: return see_section_end(event);
    case EventKind::thought: return see_thought(event);
    case EventKind::thought_delta:
      expect(!event.text.empty(), event, "is empty");
      pieces_ += event.text;
      return;
    case EventKind::notice:
    case EventKind::stopped:
      return expect(!event.text.empty() && event.code != Code::none, event, "says nothing");
    case EventKind::markup:
      expect(!section_.is_open || section_.is_implied, event, "stands inside a section");
      if (bounds_.has_thoughts) pieces_.clear();  // of a thought of blanks
      [[fallthrough]];
    default: return see_text(event);
  }
}

void Watch::see_text(const Event& event) {
  const bool is_blank_thought =
      event.kind == EventKind::markup && bounds_.has_thoughts && event.text.empty();
  expect(is_blank_thought || !event.text.empty(), event, "is empty (L3)");
  if (is_text(event.kind) && quotes_only(event)) return see_separator(event);
  const std::string_view bytes = slice(event.span.start, event.span.end);
  const bool is_decoded = bounds_.decodes && event.kind == EventKind::section_delta;
  expect(is_blank_thought || event.text == bytes ||
             (is_decoded && event.text == decode_entities(bytes)),
         event, "has other bytes (L3)");
  if (is_text(event.kind)) text_end_[event.kind == EventKind::content ? 0 : 1] = event.span.end;
  if (!is_delta(event.kind)) return;
  const bool is_hidden = event.kind == EventKind::section_delta;
  expect(section_.is_open == is_hidden, event, "stands on the wrong side of a section");
  expect(pieces_.empty(), event, "stands in a thought");
  if (last_event_ != event.kind || event.text.empty()) return;
  expect(!continues_code_point(slice(delta_begin_, event.span.start), event.text.front()), event,
         "begins inside a code point");
}

// With `trim`: the blanks that separate two stretches of text. They stand between the two, and were
// markup until the second came.
void Watch::see_separator(const Event& event) {
  const std::uint64_t from = text_end_[event.kind == EventKind::content ? 0 : 1];
  expect(bounds_.trims && is_separator(event.text), event, "covers nothing");
  expect(slice(from, event.span.start).find(event.text) != std::string_view::npos, event,
         "separates by blanks that are not there");
  expect(last_kind_ != event.kind, event, "separates what stands side by side");
}

void Watch::see_section_start(const Event& event) {
  expect(!section_.is_open, event, "stands inside a section");
  if (is_of_prompt(event)) {
    expect(quotes_only(event), event, "covers bytes that the prompt has");
  } else {
    expect(event.raw == slice(event.span.start, event.span.end), event, "has other bytes (L3)");
    expect(event.is_implied_open == event.raw.empty(), event, "is implied and has a tag");
  }
  expect(!event.name.empty(), event, "has no name");
  section_ = {true, event.is_implied_open, event.span.start, event.span.end};
}

void Watch::see_section_end(const Event& event) {
  event.is_recorded ? see_recorded_end(event) : see_hidden_end(event);
  if (!event.is_closed) unclosed_at_ = std::min(unclosed_at_, event.span.end);
}

void Watch::see_hidden_end(const Event& event) {
  expect(section_.is_open, event, "ends a section that never began");
  expect(event.offset == section_.start, event, "has another start than its start");
  expect(event.is_implied_open == section_.is_implied, event, "differs from its start");
  const bool is_said = event.raw == slice(section_.start, section_.body_begin);
  expect(is_said || is_of_prompt(event), event, "has another tag");
  expect(event.text.empty(), event, "has content");
  const bool is_self_closing = event.is_closed && event.span.empty();
  expect(!is_self_closing || event.raw.ends_with("/>"), event, "is closed by nothing");
  const bool is_half = slice(event.span.start, event.span.end).starts_with("</");
  expect(event.is_closed || event.span.empty() || is_half, event, "is unclosed and covers input");
  section_.is_open = false;
}

void Watch::see_recorded_end(const Event& event) {
  if (is_of_prompt(event)) {
    expect(event.text == slice(0, event.text.size()), event, "has other content than the answer");
    return;
  }
  const std::uint64_t body = event.offset + event.raw.size();
  const std::uint64_t end = event.span.end;
  expect(!section_.is_open, event, "stands inside a section");
  expect(!event.raw.empty() && event.raw == slice(event.offset, body), event, "has another tag");
  expect(body + event.text.size() <= end, event, "has too much content");
  if (bounds_.decodes && event.text.size() < end - body) {
    const std::string decoded = decode_entities(slice(body, end));
    return expect(decoded.starts_with(event.text), event, "has other content than the input");
  }
  expect(event.text == slice(body, body + event.text.size()), event,
         "has other content than the input");
  expect(event.text.size() <= bounds_.max_section_bytes, event, "has too much content (L6)");
  if (event.is_truncated) {
    expect(end - body > bounds_.max_section_bytes, event, "is truncated for no reason");
  }
  const bool is_half = slice(body + event.text.size(), end).starts_with("</");
  const bool may_be_shorter = event.is_closed || event.is_truncated || is_half;
  expect(may_be_shorter || body + event.text.size() == end, event, "has too little content");
}

void Watch::see_thought(const Event& event) {
  const std::string_view bytes = slice(event.span.start, event.span.end);
  expect(is_trimmed(event.text), event, "is not trimmed");
  expect(event.is_truncated || !event.text.empty(), event, "is blank");
  expect(event.has_attributes || event.thought_type.empty(), event, "has a type and no attributes");
  const bool is_quoted =
      bytes.find(event.text) != std::string_view::npos ||
      (bounds_.decodes && decode_entities(bytes).find(event.text) != std::string::npos);
  expect(event.has_attributes || is_quoted, event, "has other bytes than the input");
  const bool has_confidence = event.confidence >= 0 && event.confidence <= 1;
  expect(has_confidence == event.has_attributes, event, "has an odd confidence");
  if (!event.is_closed) unclosed_at_ = std::min(unclosed_at_, event.span.end);
  if (!bounds_.is_incremental) return;
  const bool is_same = event.is_truncated ? pieces_.starts_with(event.text) : pieces_ == event.text;
  expect(is_same, event, "differs from its pieces");
  pieces_.clear();
}

void Watch::see_call(const Event& event) {
  expect(!event.has_index || event.index < next_ || event.index == next_, event,
         "has an odd index");
  switch (event.kind) {
    case EventKind::tool_call_start:
      expect(event.has_index && event.index == next_++, event, "has an odd index");
      expect(!event.name.empty(), event, "has no name");
      open_[event.index] = "";
      break;
    case EventKind::tool_call_delta:
      expect(open_.count(event.index) == 1, event, "is of a call that is not open");
      expect(!event.text.empty(), event, "is empty");
      expect(!event.name.empty(), event, "has no name");
      open_[event.index] += event.text;
      break;
    case EventKind::tool_call: end_call(event); break;
    default: see_error(event); break;
  }
}

void Watch::end_call(const Event& event) {
  expect(event.has_index && event.code == Code::none, event, "has an odd code");
  expect(!quotes_only(event), event, "covers nothing");
  if (!event.has_started) {
    expect(event.index == next_++, event, "has an odd index");
  } else {
    expect(open_.count(event.index) == 1, event, "ends a call that is not open");
    expect(open_[event.index] == event.text, event, "has other arguments than its deltas");
    open_.erase(event.index);
  }
  check_raw(event);
}

void Watch::see_error(const Event& event) {
  expect(event.code != Code::none, event, "has an odd code");
  expect(!event.text.empty(), event, "says nothing");
  expect(event.has_index == event.has_started, event, "has an odd index");
  expect(!event.has_index || open_.erase(event.index) == 1, event, "ends a call that is not open");
  const bool is_after_start = quotes_only(event) || event.offset >= event.span.start;
  expect(is_after_start && event.offset <= event.span.end, event, "shows outside of its span");
  if (event.code == Code::too_large) {
    return expect(quotes_only(event) && event.raw.empty(), event, "covers what is content");
  }
  if (event.code == Code::not_allowed) {
    expect(!quotes_only(event), event, "covers nothing");
  } else if (bounds_.bad_calls == BadCalls::content) {
    expect(event.has_index || quotes_only(event), event, "covers what is content");
  }
  check_raw(event);
}

void Watch::check_raw(const Event& event) {
  const std::uint64_t from = quotes_only(event) ? 0 : event.span.start;
  expect(slice(from, event.span.end).find(event.raw) != std::string_view::npos, event,
         "has other content than the input (L3)");
}

void Watch::end_of_feed(std::uint64_t fed, const Stats& stats) {
  if (has_stopped_) return;  // what follows in the chunk is not read
  expect(position_ <= fed, "events go further than what was fed (L3)");
  if (!bounds_.has_thoughts) {  // of a thought no more is held than is kept
    expect(stats.bytes_held >= fed - position_, "stats: bytes_held hides what is held");
  }
  if (!is_delta(last_kind_) || position_ != fed) return;
  expect(!ends_inside_code_point(slice(delta_begin_, position_)),
         "a delta ends inside a code point at " + std::to_string(position_));
}

void Watch::end_of_stream(std::uint64_t fed, const Stats& stats) {
  expect(!section_.is_open, "a section never ends");
  expect(open_.empty(), "a call that has started never ends");
  expect(pieces_.empty(), "pieces without a thought");
  expect(unclosed_at_ >= position_, "a section is unclosed before the end");
  expect(has_stopped_ || position_ == fed, "bytes are missing at the end (L3)");
  expect(stats.bytes_held == 0, "stats: bytes are held after finish");
  const std::string totals = check_totals(stats, fed + bounds_.prompt_bytes, events_);
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
             Ending ending, const std::function<void(const Event&)>& see, Relay relay) {
  reader.reset();
  EventRun run;
  Watch watch(text, bounds);
  const Options& options = reader.rules().options();
  Message message(CallIds(options.id_style, options.id_seed));
  std::uint64_t fed = 0;
  const auto take = [&](std::span<const Event> events) {
    message.add(events);
    for (const Event& event : events) {
      watch.see(event);
      if (see) see(event);
      append_joined(run.items, event);
    }
    run.emitted.push_back(watch.position());
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    take(reader.feed(chunk.view()));
    watch.end_of_feed(fed += piece.size(), reader.stats());
    if (relay == Relay::yes) reader = reader.clone();
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
  if (run.failure.empty()) run.failure = check_message(message, run.items);
  if (ending == Ending::finish) message.finish();
  run.message = as_json(message);
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
  std::string failure = check_same(want, got.items);
  if (failure.empty()) failure = check_bounds(got.stats, bounds, text.size());
  if (!failure.empty()) return failure;
  const EventRun relay = run(text, reader, bounds, cuts, Ending::finish, {}, Relay::yes);
  failure = relay.failure.empty() ? check_same(want, relay.items) : relay.failure;
  return failure.empty() ? failure : "cloned after each piece: " + failure;
}

std::string check_whole(std::string_view text, const Rules& rules, const EventRun& run) {
  const std::string failure = difference(run.message, as_json(read(text, rules)));
  return failure.empty() ? failure : "L7: read says something else: " + failure;
}

}  // namespace tagstream::testing
