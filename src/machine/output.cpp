#include "machine/output.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace tagstream {

namespace {

constexpr Event blank_event{};  // copied: cheaper than clearing each new one

}  // namespace

Event& Output::add(EventKind kind, Span span) {
  Event& event = events_.push_back(blank_event);
  event.kind = kind;
  event.span = span;
  return event;
}

void Output::emit_until(const Segment& segment, EventKind kind, std::uint64_t until) {
  if (until <= emitted_) return;
  const std::string_view text = segment.slice(emitted_, until);
  line.note(kind, text.back());
  if (!events_.empty()) {
    Event& last = events_.back();
    if (last.kind == kind && last.text.data() + last.text.size() == text.data()) {
      last.text = {last.text.data(), last.text.size() + text.size()};
      last.span.end = emitted_ = until;
      return;
    }
  }
  add(kind, {emitted_, until}).text = text;
  emitted_ = until;
}

void Output::emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until,
                          LexerCounters& counters) {
  if (until <= emitted_) return;
  if (until == segment.end || is_utf8_continuation(*segment.at(until))) {
    until -= utf8_incomplete_tail(segment.slice(emitted_, until));
    ++counters.examined;
  }
  emit_until(segment, kind, until);
}

void Output::emit_plain(EventKind kind, std::string_view chunk) {
  add(kind, {emitted_, emitted_ + chunk.size()}).text = chunk;
  line.note(kind, chunk.back());
  emitted_ += chunk.size();
}

void Output::emit_markup(const Segment& segment, std::uint64_t end) {
  add(EventKind::markup, {emitted_, end}).text = segment.slice(emitted_, end);
  emitted_ = end;
}

void Output::cut_prompt_off() {
  std::size_t kept = 0;
  for (Event event : events_.view()) {
    const bool is_piece = event.kind == EventKind::content || event.kind == EventKind::reasoning ||
                          event.kind == EventKind::markup;
    if (is_piece && event.span.begin < answer.begin) {
      if (event.span.end <= answer.begin) continue;
      event.text.remove_prefix(answer.begin - event.span.begin);
    }
    event.span = {answer.offset(event.span.begin), answer.offset(event.span.end)};
    events_[kept++] = event;
  }
  events_.truncate(kept);
}

void Output::emit_notice(std::uint64_t offset, NoticeCode code, std::string_view message) {
  Event& event = add(EventKind::notice, {offset, offset});
  event.code = code;
  event.text = message;
}

void Output::emit_stop(const Error& error) {
  add(EventKind::stopped, {error.offset, error.offset}).text = error.message;
}

void Output::make_room(std::size_t events) {
  constexpr std::size_t many = 64;
  if (events < many) return;
  const std::size_t needed = events_.size() + events + many;
  if (needed > events_.capacity()) events_.reserve(std::max(needed, events_.capacity() * 9 / 8));
}

}  // namespace tagstream
