#include "machine/output.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace tagstream {

// Text that directly follows the text of the last event in memory makes that event longer. In
// hermes `Say <think> or </think>.` is emitted in several steps, and is one event.
inline void Output::emit(const Segment& segment, EventKind kind, std::uint64_t until) {
  if (until <= emitted_) return;
  const std::string_view text = segment.slice(emitted_, until);
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

// With `trim`, in hermes:
//
//   \n<think>\nSo \n it is.\n</think>\n\n Hi  there. \n\n<tool_call>…
//
//   markup `\n`, `<think>`, `\n`        blanks before the first byte of a stretch
//   reasoning `So \n it is.`            blanks within it stay
//   markup `\n</think>\n\n `            blanks at its end, which have waited, and the closer
//   content `Hi  there.`                then markup ` \n\n`, and the call
void Output::emit_until(const Segment& segment, EventKind kind, std::uint64_t until) {
  if (until <= emitted_) return;
  line.note(kind, *segment.at(until - 1));
  if (trims()) until = trimmed_end(segment, kind, until);
  emit(segment, kind, until);
}

// The place up to which bytes may be emitted now, at most `until`. Blanks that begin a stretch are
// emitted as markup. R290, R291: more than `max_held_bytes` blanks in a row all stay text, so that
// the bytes that wait are bounded.
std::uint64_t Output::trimmed_end(const Segment& segment, EventKind kind, std::uint64_t until) {
  OpenText& open_text = rare_->open_text;
  const std::uint64_t from = std::min(std::max(emitted_, open_text.blanks_until), until);
  open_text.blanks_until = until;
  // Bytes of a hidden section or message are not trimmed. Its marker has ended the stretch before.
  if (kind != EventKind::content && kind != EventKind::reasoning) return until;
  open_text.examined += until - from;
  if (!open_text.is_open() || open_text.kind != kind) {
    std::uint64_t begin = from;
    while (begin < until && is_blank(*segment.at(begin))) ++begin;
    if (begin != emitted_) emit_markup(segment, begin);
    if (begin == until) return until;
    open_text.state = OpenText::State::open;
    open_text.kind = kind;
  }
  std::uint64_t end = until;
  while (end > from && is_blank(*segment.at(end - 1))) --end;
  const bool is_blank_only = end == from;
  if (is_blank_only) end = emitted_;
  const bool has_many =
      (is_blank_only && open_text.state == OpenText::State::blank) || until - end > open_text.most;
  open_text.state = has_many ? OpenText::State::blank : OpenText::State::open;
  return has_many ? until : end;
}

void Output::trim(std::size_t most) {
  rare().open_text.state = OpenText::State::closed;
  rare_->open_text.most = most;
}

void Output::release_blanks(const Segment& segment) {
  if (rare_ == nullptr || !rare_->open_text.is_open()) return;
  emit(segment, rare_->open_text.kind, std::max(emitted_, rare_->open_text.blanks_until));
}

// R305: the chunk `a\xe2\x82` gives `a`, since a third byte may complete `€`. `\xff` cannot become
// a code point, and is emitted at once.
void Output::emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until,
                          LexerCounters& counters) {
  if (until <= emitted_) return;
  if (until == segment.end || is_utf8_continuation(*segment.at(until))) {
    until -= utf8_incomplete_tail(segment.slice(emitted_, until));
    ++counters.examined;
  }
  emit_until(segment, kind, until);
}

void Output::emit_markup(const Segment& segment, std::uint64_t end) {
  if (rare_ != nullptr) rare_->open_text.close();
  add(EventKind::markup, {emitted_, end}).text = segment.slice(emitted_, end);
  emitted_ = end;
}

// R367: each piece gets the name of its section. The loop runs from the last event to the first, so
// that the end of a section comes before its pieces.
void Output::name_pieces(std::string_view open) {
  for (std::size_t at = events_.size(); at-- > 0;) {
    Event& event = events_[at];
    if (event.kind == EventKind::section_end && !event.is_recorded) open = event.name;
    if (event.kind == EventKind::section_delta) event.name = open;
  }
}

// R366: after the prompt `<x b='1'>PROMPT`, with `record: ["x"]`, the answer `abc</x>d` has a
// section of `abc`, whose tag is the prompt's. Pieces of the prompt's bytes are dropped or cut.
void Output::cut_prompt_off() {
  std::size_t kept = 0;
  for (Event event : events_.view()) {
    const bool is_piece = event.kind == EventKind::content || event.kind == EventKind::reasoning ||
                          event.kind == EventKind::section_delta || event.kind == EventKind::markup;
    const bool is_start = event.kind == EventKind::section_start;
    if (is_start || event.kind == EventKind::section_end) {
      const std::uint64_t opener = is_start ? event.span.start : event.offset;
      event.is_implied_open = event.is_implied_open || opener < answer_begin();
      const std::uint64_t body = opener + event.raw.size();
      if (event.is_recorded && body < answer_begin()) {
        event.text.remove_prefix(std::min<std::uint64_t>(event.text.size(), answer_begin() - body));
      }
    }
    if (is_piece && event.span.start < answer_begin()) {
      if (event.span.end <= answer_begin()) continue;
      event.text.remove_prefix(answer_begin() - event.span.start);
    }
    event.span = {in_answer(event.span.start), in_answer(event.span.end)};
    event.offset = in_answer(event.offset);
    events_[kept++] = event;
  }
  events_.truncate(kept);
}

void Output::emit_notice(std::uint64_t offset, Code code, std::string_view message) {
  Event& event = add(EventKind::notice, {emitted_, emitted_});
  event.offset = offset;
  event.code = code;
  event.text = message;
}

}  // namespace tagstream
