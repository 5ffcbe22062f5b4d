#include "machine/elements.hpp"

#include <algorithm>

#include "machine/section.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

// The opening tags of the copy point into the copy.
Elements::Opened::Opened(const Opened& other) : by_rule(other.by_rule), recorder(other.recorder) {
  for (One& one : by_rule) {
    if (one.tag_copy != nullptr) one.element = one.element.in(*one.tag_copy);
  }
}

// `depth` counts the open tags of one name. Of `<r>a<r>b</r>c</r>` only the outer element is
// reported.
void Elements::open_one(const RuleSet& rules, const Match& match) {
  if (opened_ == nullptr) {
    opened_.make().by_rule.resize(rules.rules.size());
  }
  One& one = opened_->by_rule[match.rule];
  if (++one.depth > 1) {
    if (one.nested.size() < most_nested) one.nested.push_back(match.begin);
    return;
  }
  one.start = match.begin;
  open_.add(rules.rules[match.rule], match.rule);
}

bool Elements::close_one(const RuleSet& rules, RuleIndex rule) {
  One& one = opened_->by_rule[rule];
  if (one.nested.size() == --one.depth && one.depth != 0) one.nested.pop_back();
  if (one.depth != 0) return false;
  open_.remove(rules.rules[rule], rule);
  return true;
}

// With `unwrap: ["b"]`, `</b>a<b>c</b>d</b>` is content `</b>a`, markup, content `c`,
// markup, content `d</b>`. An empty tag is markup, and opens nothing.
void Elements::unwrap(const RuleSet& rules, const Match& match) {
  if (match.kind == TokenKind::empty) return;
  if (!match.closes) {
    open_one(rules, match);
  } else {
    close_one(rules, match.rule);
  }
}

// With `unwrap: ["b", "bo"]`, `<b>1<bo>2<b>3</b` ends in the inner <b>, and `<b>1<bo>2<b>3</b>4</b`
// in <bo>.
Elements::HalfClosed Elements::half_closed(const RuleSet& rules, const Segment& segment,
                                           std::uint64_t from) const {
  const HalfClosed none{no_rule, segment.end, 0};
  if (opened_ == nullptr) return none;
  const HalfCloser half(segment);
  HalfClosed last = none;
  for (RuleIndex rule = 0; rule < opened_->by_rule.size(); ++rule) {
    const One& one = opened_->by_rule[rule];
    if (one.depth == 0 || one.last_start() < last.start) continue;
    if (half.is_of(rules, rule, from)) last = {rule, half.begin(), one.last_start()};
  }
  return last;
}

// With `record: ["r"]`:
//
//   a<r>b</r>c       content `a<r>b</r>`, then section_end with the text `b`, then content `c`
//   <b/>             with `record: ["b"]`: content, then section_end with no text
void Elements::record(const RuleSet& rules, const Segment& segment, const Match& match,
                      const Element& element, Output& out) {
  if (match.closes) {
    if (!close_one(rules, match.rule)) return;
    out.emit_until(segment, EventKind::content, match.end);
    out.release_blanks(segment);  // a marker may end in blanks
    end_section(rules, segment, match.rule, match.begin, match.end, true, out);
    return;
  }
  const bool is_nested = opened_ != nullptr && opened_->by_rule[match.rule].depth > 0;
  if (match.kind != TokenKind::empty) {
    open_one(rules, match);
    if (!is_nested) begin_section(rules, match.rule, match, element);
    return;
  }
  if (is_nested) return;
  out.emit_until(segment, EventKind::content, match.end);
  Event& event = out.add(EventKind::section_end, {match.end, match.end});
  element.describe(event);
  event.offset = element.start();
  event.is_closed = event.is_recorded = true;
}

// The open elements form a list inside `by_rule`, in order of opening, so that no memory is
// allocated for an element.
void Elements::begin_section(const RuleSet& rules, RuleIndex rule, const Match& match,
                             const Element& element) {
  One& one = opened_->by_rule[rule];
  one.element = element;
  one.content_begin = match.end;
  one.previous = last_;
  one.next = no_rule;
  (last_ == no_rule ? first_ : opened_->by_rule[last_].next) = rule;
  last_ = rule;
  opened_->recorder.begin(match.end, rules.limits.max_section_bytes);
}

// The text is raw, as in the input; hidden sections inside it stay. The event points into the
// segment if the whole text is there, else to the recorder's copy. The text is cut at
// `max_section_bytes`.
void Elements::end_section(const RuleSet& rules, const Segment& segment, RuleIndex rule,
                           std::uint64_t content_end, std::uint64_t end, bool is_closed,
                           Output& out) {
  One& one = opened_->by_rule[rule];
  (one.previous == no_rule ? first_ : opened_->by_rule[one.previous].next) = one.next;
  (one.next == no_rule ? last_ : opened_->by_rule[one.next].previous) = one.previous;
  Event& event = out.add(EventKind::section_end, {end, end});
  event.is_closed = is_closed;
  event.is_recorded = true;
  one.element.describe(event);
  event.offset = one.element.start();
  if (one.tag_copy != nullptr) out.kept().push_back(one.tag_copy.take());
  const std::uint64_t longest = one.content_begin + rules.limits.max_section_bytes;
  const std::uint64_t until = std::min(content_end, longest);
  event.is_truncated = until < content_end;
  if (one.content_begin >= segment.begin) {
    event.text = segment.slice(one.content_begin, until);
  } else {
    opened_->recorder.collect(segment, content_end, out.kept());
    event.text = opened_->recorder.content(one.content_begin, until);
  }
  if (rules.rules[rule].decodes && event.text.find('&') != event.text.npos) {
    event.text = out.keep(decode_entities(event.text));
  }
  const std::uint64_t from =
      one.previous == no_rule
          ? 0
          : opened_->by_rule[one.previous].content_begin + rules.limits.max_section_bytes;
  const std::uint64_t to =
      one.next == no_rule ? Recorder::no_more : opened_->by_rule[one.next].content_begin;
  opened_->recorder.end(from, to, out.kept());
}

void Elements::collect(const Segment& segment, std::uint64_t until, Output& out) {
  if (is_recording()) opened_->recorder.collect(segment, until, out.kept());
}

void Elements::begin_feed() {
  if (opened_ != nullptr) opened_->recorder.begin_feed();
}

// The chunk is gone after the feed, but the event at the end of the section needs the opening tag:
// so the tag is copied.
void Elements::end_feed() {
  for (RuleIndex rule = last_; rule != no_rule && opened_->by_rule[rule].tag_copy == nullptr;
       rule = opened_->by_rule[rule].previous) {
    One& one = opened_->by_rule[rule];
    one.element = one.element.in(one.tag_copy.make(one.element.raw()));
  }
}

}  // namespace tagstream
