#include "machine/output.hpp"

#include <algorithm>

#include "base/entity.hpp"
#include "base/utf8.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

// Text that directly follows the text of the last event in memory makes that event longer. In
// hermes `Say <think> or </think>.` is emitted in several steps, and is one event.
inline void Output::emit(const Segment& segment, EventKind kind, std::uint64_t until) {
  if (until <= emitted_) return;
  const std::string_view text = segment.slice(emitted_, until);
  if (kind == EventKind::section_delta && decodes_section()) return emit_decoded(segment, until);
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
//   \n<think>\nSo \n it is.\n</think>\n\n Hi  there. \n\n<tool_call>…</tool_call>\nBye.\n
//
//   markup `\n`, `<think>`, `\n`        blanks before the first byte of the reasoning
//   reasoning `So \n it is.`            blanks within it stay
//   markup `\n</think>\n\n `            blanks at its end, which have waited, and the closer
//   content `Hi  there.`                then markup ` \n\n`, and the call
//   markup `\n`                         the blanks before the call separate already
//   content ` \n\n`                     they are content now that content follows; empty span
//   content `Bye.`                      then markup `\n`
void Output::emit_until(const Segment& segment, EventKind kind, std::uint64_t until) {
  if (until <= emitted_) return;
  if (trims()) {
    const std::uint64_t noted = std::max(emitted_, rare_->open_text.blanks_until);
    if (noted < until) line.note(kind, segment.slice(noted, until));
    until = trimmed_end(segment, kind, until);
  } else {
    line.note(kind, segment.slice(emitted_, until));
  }
  emit(segment, kind, until);
}

// The place up to which bytes may be emitted now, at most `until`. Blanks that begin a stretch are
// emitted as markup, but for those that alone separate it from the stretch before: these wait.
// More than `max_held_bytes` blanks in a row all stay text, so that the bytes that wait
// are bounded.
std::uint64_t Output::trimmed_end(const Segment& segment, EventKind kind, std::uint64_t until) {
  using State = OpenText::State;
  OpenText& open_text = rare_->open_text;
  const std::uint64_t from = std::min(std::max(emitted_, open_text.blanks_until), until);
  const bool is_new = !open_text.is_open() || open_text.kind != kind;
  if (is_new && from != emitted_) emit_markup(segment, from);  // they end the other kind's stretch
  open_text.blanks_until = until;
  // Bytes of a hidden section or message are not trimmed. Its marker has ended the stretch before.
  if (kind != EventKind::content && kind != EventKind::reasoning) return until;
  open_text.examined += until - from;
  if (is_new) {
    close_stretch();
    std::uint64_t begin = from;
    if (rare_->edge(kind).drops_blanks()) {
      while (begin < until && is_blank(*segment.at(begin))) ++begin;
      if (begin != emitted_) emit_markup(segment, begin);
      if (begin == until) return until;
      emit_separator(kind);
    }
    open_text.state = State::open;
    open_text.kind = kind;
    open_text.begin = begin;
  }
  std::uint64_t end = until;
  while (end > from && is_blank(*segment.at(end - 1))) --end;
  const bool is_blank_only = end == from;
  if (is_blank_only) end = emitted_;
  const bool has_many =
      (is_blank_only && open_text.state == State::blank) || until - end > open_text.most;
  if (has_many) {
    open_text.state = State::blank;
  } else if (!is_blank_only) {
    open_text.state = State::open;
  }
  return has_many ? until : end;
}

// The stretch has ended, and none of its blanks wait.
void Output::close_stretch() {
  OpenText& open_text = rare_->open_text;
  if (!open_text.is_open()) return;
  Edge& edge = rare_->edge(open_text.kind);
  if (emitted_ > open_text.begin) {
    edge.end = emitted_;
    edge.last = open_text.state == OpenText::State::open ? Edge::Last::text : Edge::Last::blank;
  }
  open_text.state = OpenText::State::closed;
}

// The blanks that wait, up to `until`, become markup. They are the first ones after the text, or
// belong to them: they become text if other text follows. The prompt's blanks do not.
void Output::keep_blanks(const Segment& segment, std::uint64_t until) {
  const OpenText& open_text = rare_->open_text;
  until = std::min(until, open_text.blanks_until);
  if (!open_text.is_open() || until <= emitted_) return;
  Edge& edge = rare_->edge(open_text.kind);
  const std::uint64_t from = std::max(emitted_, rare_->answer);
  if (from < until) edge.blanks = segment.slice(from, until);
  close_stretch();
  if (edge.blanks.empty()) edge.last = Edge::Last::blank;
}

// Of `one <b>x</b> two` with `hide: ["b"]` the blank before `<b>` separates the words. Its
// byte was emitted as markup, so the event has an empty span.
void Output::emit_separator(EventKind kind) {
  Edge& edge = rare_->edge(kind);
  if (edge.blanks.empty()) return;
  add(kind, {emitted_, emitted_}).text = keep(edge.blanks);
  edge.blanks.clear();
  edge.last = Edge::Last::blank;
}

// `a\n<think>b` with `unclosed_reasoning` = `content` makes the content `a\nb`.
void Output::separate_content(std::uint64_t begin) {
  if (!trims()) return;
  close_stretch();
  if (rare_->edge(EventKind::reasoning).end > begin) emit_separator(EventKind::content);
}

// No event has bytes of the prompt and of the answer.
void Output::emit_decoded(const Segment& segment, std::uint64_t until) {
  const std::uint64_t border = std::min(std::max(emitted_, rare_->answer), until);
  for (const std::uint64_t end : {border, until}) {
    if (end <= emitted_) continue;
    Event& event = add(EventKind::section_delta, {emitted_, end});
    event.text = keep(decode_entities(segment.slice(emitted_, end)));
    emitted_ = end;
  }
}

void Output::trim(std::size_t most) {
  rare().open_text.state = OpenText::State::closed;
  rare_->open_text.most = most;
}

void Output::release_blanks(const Segment& segment) {
  if (rare_ == nullptr || !rare_->open_text.is_open()) return;
  OpenText& open_text = rare_->open_text;
  if (open_text.blanks_until <= emitted_) return;
  if (open_text.state == OpenText::State::open) open_text.state = OpenText::State::released;
  emit(segment, open_text.kind, open_text.blanks_until);
}

// The section text `a &am` gives `a `, since the next byte may make an entity.
//
// The chunk `a\xe2\x82` gives `a`, since a third byte may complete `€`. `\xff` cannot become
// a code point, and is emitted at once.
void Output::emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until,
                          LexerCounters& counters) {
  if (until <= emitted_) return;
  if (kind == EventKind::section_delta && decodes_section()) {
    const bool may_go_on = until == segment.end || may_be_of_entity(*segment.at(until));
    if (may_go_on) until -= open_entity(segment.slice(emitted_, until));
    ++counters.examined;
    if (until == emitted_) return;
  }
  if (until == segment.end || is_utf8_continuation(*segment.at(until))) {
    until -= utf8_incomplete_tail(segment.slice(emitted_, until));
    ++counters.examined;
  }
  emit_until(segment, kind, until);
}

void Output::emit_markup(const Segment& segment, std::uint64_t end) {
  if (rare_ != nullptr) {
    keep_blanks(segment, end);
    close_stretch();
  }
  add(EventKind::markup, {emitted_, end}).text = segment.slice(emitted_, end);
  emitted_ = end;
}

// Each piece gets the name of its section. The loop runs from the last event to the first, so
// that the end of a section comes before its pieces.
void Output::name_pieces(std::string_view open) {
  for (std::size_t at = events_.size(); at-- > 0;) {
    Event& event = events_[at];
    if (event.kind == EventKind::section_end && !event.is_recorded) open = event.name;
    if (event.kind == EventKind::section_delta) event.name = open;
  }
}

// After the prompt `<x b='1'>PROMPT`, with `record: ["x"]`, the answer `abc</x>d` has a
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
