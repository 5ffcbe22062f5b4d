#include "machine/hidden.hpp"

#include <algorithm>
#include <optional>

#include "machine/calls.hpp"
#include "machine/region.hpp"

namespace tagstream {

using Go = Next::Go;

// One section in pieces, with `hide: ["x"]`:
//
//   feed("a<x>b<x>c</x>")    content `a`, section_start, section_delta `b<x>c`; 4 bytes are held
//   feed("d")                nothing: 5 bytes are held
//   feed("</x>e")            section_delta `</x>d`, section_end, content `e`
//
// If the input ends before the last feed, `settle` ends the section with `b<x>c`, and `d` is read
// again as text.
namespace {

EventKind kind_of(EmittedAs as) {
  switch (as) {
    case EmittedAs::section: return EventKind::section_delta;
    case EmittedAs::reasoning: return EventKind::reasoning;
    case EmittedAs::markup: return EventKind::markup;
  }
  return EventKind::section_delta;
}

bool opens(const Match& match) {
  return match.kind == TokenKind::open || match.kind == TokenKind::marker;
}

// Reasoning closes at its first closer, and so does a section with `first_close`. Once a
// section has never balanced, all later sections do so, too.
bool closes_at_first(const Context& context, RuleIndex rule) {
  return context.flow.first_close_for_all || context.program->rules.rules[rule].hide.first_close;
}

}  // namespace

Hidden::Hidden(Context& context) : context_(context) {}
Hidden::~Hidden() = default;

// The copy reads the region again, from its first opener on, and forgets the results of the first
// reading.
Hidden::Hidden(const Hidden& other, Context& context) : OpenHidden(other), context_(context) {
  if (other.region_ == nullptr) return;
  const std::uint64_t begin = other.region_->begin();
  context_.lexer.plain().restart(begin);
  context_.calls->quoted.failed_tags().drop_from(begin);
  context_.calls->closer_ahead.reset();
}

// ---- entering --------------------------------------------------------------------------------

bool Hidden::enter(const Match& match) {
  const EventKind kind = kind_of(context_.rule(match).emitted_as);
  OpenSection section(context_.element_of(match));
  if (match.kind != TokenKind::empty) {
    begin_body(match.rule, std::move(section));
    if (context_.flow.priming) echo_expected_ = Echo::opener;
    return true;
  }
  // An empty tag of reasoning is markup, and counts as reasoning that has ended.
  if (kind != EventKind::section_delta) {
    context_.emit_marker(match.end);
    context_.begin_trimming(match.rule);
    context_.flow.stray = Stray::markup;
    context_.out.line.begin();
    return false;
  }
  // An empty tag of a section is an empty section.
  emit_start(section);
  section.emit_end(context_.out, match.end, true);
  return false;
}

// deepseek_r1 begins each answer so: `two and two</think>\n\nFour.` has the reasoning
// `two and two`.
void Hidden::enter_implied() {
  echo_expected_ = context_.dialect().label.empty() ? Echo::opener : Echo::label;
  const Program& program = *context_.program;
  begin_body(program.rules.start_inside, OpenSection(Element::implied(program.start_name)));
}

// From here on no other rule counts. With `hide: ["plan", "note"]`,
// `<plan>a<note>b</note>c</plan>d` is one section, `a<note>b</note>c`.
void Hidden::begin_body(RuleIndex rule, OpenSection section) {
  rule_ = rule;
  section_ = std::move(section);
  has_wrapper_ = false;
  context_.flow.kind = kind_of(context_.program->rules.rules[rule].emitted_as);
  context_.out.decode_section(context_.program->rules.rules[rule].decodes);
  if (context_.flow.is_section() && context_.program->unclosed_section == UnclosedSection::text) {
    waits_ = Waits::all;  // its start is emitted with its first closing tag
    return;
  }
  if (context_.flow.is_section()) {
    emit_start(section_);
    return;
  }
  if (section_.content_begin() == context_.out.emitted()) return;  // the prompt opened it
  context_.emit_marker(section_.content_begin());
  context_.begin_trimming(rule);
}

// Emits the start of the section. With the option `trim`, blanks that wait before it become markup.
void Hidden::emit_start(const OpenSection& section) {
  context_.out.end_stretch(context_.segment, section.start());
  section.emit_start(context_.out);
}

// ---- reading ---------------------------------------------------------------------------------

namespace {

// The prompt may have ended inside the opener, after its bracket. Returns the number of bytes of
// the answer that are the rest of the opener, the label. Null: not known yet.
std::optional<std::size_t> label_size(Context& context, bool at_end) {
  const std::string_view label = context.dialect().label;
  const std::size_t size = std::min<std::uint64_t>(context.segment.end, label.size());
  const std::string_view text = context.segment.slice(0, size);
  context.counters.examined += size;
  if (size < label.size() && label.substr(0, size) == text && !at_end) return std::nullopt;
  return text == label ? size : 0;
}

}  // namespace

// Calls do not count in a hidden section: `<think>I use <tool>{"name":"g"}</tool>.</think>`
// with `hide: ["think"], call: ["tool"]` is one section. `inner` is for reasoning, where calls may
// count (`calls_in_reasoning`).
Scope Hidden::scope() const {
  const RuleSet& rules = context_.program->rules;
  Scope scope;
  scope.set = &rules;
  scope.rule = rule_;
  scope.place = Scope::Place::body;
  scope.openers = echo_expected_ != Echo::none || !closes_at_first(context_, rule_);
  scope.empties = !closes_at_first(context_, rule_);
  scope.inner = rules.also_counts(rules.rules[rule_]);
  if ((scope.inner & RuleSet::call_opener) != 0) scope.empties = true;
  return scope;
}

// Markdown does not count here. With `hide: ["t"]`, the section of ``<t>say `</t>` end</t>x``
// is ``say ` ``.
Next Hidden::step(bool at_end) {
  if (region_ != nullptr) {
    const Next next = region_->step(at_end);
    if (!region_->is_open()) region_.reset();
    return next;
  }
  // After a prompt that ends with `<|channel>` an answer begins with `thought` and a line
  // end.
  if (echo_expected_ == Echo::label) {
    const std::optional<std::size_t> label = label_size(context_, at_end);
    if (!label) return Next::to(Go::more);
    echo_expected_ = *label != 0 ? Echo::none : Echo::opener;
    if (*label != 0) {
      context_.emit_marker(*label);
      context_.resume(*label, SkippedAs::hidden);
      context_.begin_trimming(rule_);
      return Next::to(Go::again);
    }
  }
  const std::size_t longest = context_.limits().max_held_bytes;
  // The last offset up to which bytes may be held.
  std::uint64_t bound = nowhere;
  if (waits_ == Waits::all) bound = section_.start() + longest;
  if (waits_ == Waits::from_closer) bound = first_closer_.begin + longest;
  const Readable part = context_.readable(bound, at_end);
  Lexer& lexer = context_.lexer.plain();
  if (part.is_bounded() && lexer.position() > bound) return overflow(bound);
  const std::uint64_t limit =
      echo_expected_ != Echo::none ? context_.first_non_blank_limit(part.segment) : Lexer::no_limit;
  Match match;
  switch (lexer.next(part.segment, scope(), limit, part.ends_input(), context_.counters, match)) {
    case Lexer::Outcome::match: return on_match(match);
    case Lexer::Outcome::limit: echo_expected_ = Echo::none; return Next::to(Go::again);
    case Lexer::Outcome::more: break;
  }
  switch (part.then) {
    case Readable::Then::limit: return overflow(bound);
    case Readable::Then::end: return end_of_input();
    case Readable::Then::more: break;
  }
  if (waits_ == Waits::nothing) {
    context_.emit_flowing(context_.segment, context_.flow.kind, lexer.position());
  }
  return Next::to(Go::more);
}

// With `hide: ["thinking"]`, `<thinking>a<thinking>b</thinking>c</thinking>d` is one section.
// An empty tag opens nothing: `<thinking>a<thinking/>b</thinking>c` closes at its first closer.
Next Hidden::on_match(const Match& match) {
  // The match was read before as part of a call that has failed, where it was quoted.
  if (match.end <= context_.flow.ignore_until) return Next::to(Go::again);
  if (match.rule != rule_) return on_inner_match(match);
  if (match.closes) return on_closer(match);
  if (match.kind == TokenKind::empty) return Next::to(Go::again);  // opens nothing
  if (echo_expected_ != Echo::none) {
    on_echo(match);
  } else {
    ++depth_;
    reopened_at_ = std::min(reopened_at_, match.begin);
  }
  return Next::to(Go::again);
}

// A match of another rule inside reasoning: a marker that ends it from outside, a token to drop, or
// the opener of a call.
Next Hidden::on_inner_match(const Match& match) {
  echo_expected_ = Echo::none;
  const RuleSet::DialectPolicy& dialect = context_.dialect();
  const CompiledRule& rule = context_.rule(match);
  const Role role = rule.role;
  if (rule.call.needs_wrapper && role == Role::call && !has_wrapper_) {
    return Next::to(Go::again);  // `bare_calls` = `never`
  }
  const bool is_call = role == Role::call || role == Role::wrap_open;
  const bool is_taken_out = dialect.calls_in_reasoning == CallsInReasoning::extract;
  const bool is_refused = is_call && context_.calls->refuses(context_, match.begin);
  // A wrapper's tag inside the quotes of a failed tag opens no call.
  const bool may_be_call =
      role == Role::call || (context_.rule(match).may_be_call() && opens(match) && !is_refused);
  // Tokens, and the markers of wrappers where calls are taken out, are markup.
  if (role == Role::drop ||
      (is_taken_out && !may_be_call && role != Role::header && role != Role::ender)) {
    take_out(match);
    return Next::to(Go::again);
  }
  // After a call that was too long, openers of calls are text. That holds with `end`, too,
  // where the opener of a call else ends the reasoning. With `settle` it is not known whether one
  // would be read.
  if (is_call && context_.calls->are_over) {
    const bool is_read = is_taken_out || dialect.calls_in_reasoning == CallsInReasoning::end;
    if (is_read && opens(match)) note_after_limit(match);
    return Next::to(Go::again);
  }
  // A marker that ends the reasoning from outside is read again as text. A
  // message to another role is skipped up to the next start of a header; its other markers do not
  // count.
  if (!is_call || dialect.calls_in_reasoning == CallsInReasoning::end) {
    const bool is_skipped = context_.flow.kind == EventKind::markup;
    const bool is_start = role != Role::header ||
                          context_.segment.slice(match.begin, match.end) == dialect.header->start;
    if (is_skipped && !is_start) return Next::to(Go::again);
    const Next next = end(match.begin, match.begin, false);  // text follows
    context_.resume(match.begin, SkippedAs::again);
    return next;
  }
  if (is_refused) return Next::to(Go::again);  // it is quoted
  // All bytes from here on wait until it is known whether these are calls.
  context_.emit_until(context_.flow.kind, match.begin);
  region_ = std::make_unique<Region>(context_, *this, rule_, match.begin);
  region_->on_match(match);
  if (!region_->is_open()) region_.reset();
  return Next::to(Go::again);
}

void Hidden::note_after_limit(const Match& match) {
  context_.emit_until(context_.flow.kind, match.begin);
  context_.notice_of(match, Code::after_limit,
                     "this call opener follows a call that was longer than max_held_bytes: it is "
                     "reasoning");
}

// Emits a marker as markup, and notes wrappers.
void Hidden::take_out(const Match& match) {
  context_.emit_until(context_.flow.kind, match.begin);
  context_.out.emit_markup(context_.segment, match.end);
  if (context_.rule(match).role == Role::wrap_open && opens(match)) has_wrapper_ = true;
  if (closes_wrapper(context_.program->rules, match)) has_wrapper_ = false;
  if (has_wrapper_) context_.flow.trimming = true;
}

// The prompt has opened the section, and the model writes the opener again: that is markup.
void Hidden::on_echo(const Match& match) {
  echo_expected_ = Echo::none;
  if (waits_ == Waits::all) {
    echo_ = match;
    return;
  }
  context_.emit_until(context_.flow.kind, match.begin);
  if (!context_.flow.is_section()) {
    context_.emit_marker(match.end);
    context_.begin_trimming(match.rule);
    return;
  }
  context_.out.emit_markup(context_.segment, match.end);
}

// Reasoning ends at its first closer, even if its opener stands in it again. In hermes
// `<think>a<think>b</think>c` is the reasoning `a<think>b`, and `c` is content.
Next Hidden::on_closer(const Match& match) {
  echo_expected_ = Echo::none;
  if (waits_ == Waits::all) release_withheld();
  if (closes_at_first(context_, rule_) || --depth_ == 0) return end(match.begin, match.end, true);
  // A tag of its name is still open in the section. If the rest never balances, the section
  // ends here after all.
  if (waits_ == Waits::nothing) {
    waits_ = Waits::from_closer;
    first_closer_ = match;
    context_.emit_until(EventKind::section_delta, match.begin);
  }
  return Next::to(Go::again);
}

// ---- ending ----------------------------------------------------------------------------------

// The withheld section is certain now: its start is emitted.
void Hidden::release_withheld() {
  waits_ = Waits::nothing;
  emit_start(section_);
  if (echo_.end != 0) on_echo(echo_);
}

Next Hidden::end(std::uint64_t content_end, std::uint64_t end, bool is_closed) {
  Flow& flow = context_.flow;
  context_.emit_until(flow.kind, content_end);
  if (context_.flow.is_section()) {
    section_.emit_end(context_.out, end, is_closed);
    flow.trimming = false;
  } else {
    context_.emit_marker(end);
    if (flow.kind != EventKind::markup) flow.stray = Stray::markup;
    context_.begin_trimming(rule_);
  }
  has_wrapper_ = false;
  flow.kind = EventKind::content;
  context_.out.line.begin();
  context_.resume(end, SkippedAs::hidden);
  return Next::to(Go::text);
}

// The section does not balance. It ends at its first closing tag, and the rest is read
// again. Each later section then ends at its first closing tag, so that a text is read at most
// twice.
Next Hidden::settle() {
  context_.flow.first_close_for_all = true;
  waits_ = Waits::nothing;
  const Next next = end(first_closer_.begin, first_closer_.end, true);
  context_.notice_of(
      rule_, Code::reopened, reopened_at_,
      "a closing tag is missing: the section ends at the first one, and this opening "
      "tag is text of the section");
  return next;
}

Next Hidden::overflow(std::uint64_t bound) {
  const std::uint64_t from = bound - context_.limits().max_held_bytes;
  // The section is decided here.
  if (context_.limits().on_limit != OnLimit::stop) {
    context_.note_limit(from);
    if (waits_ == Waits::from_closer) return settle();
    release_withheld();
    return Next::to(Go::again);
  }
  // The held bytes are emitted as part of their section; nothing after `bound` is read.
  context_.stop(from, waits_ == Waits::from_closer
                          ? "more than max_held_bytes after the first closing tag of a section"
                          : "more than max_held_bytes in a section that waits for its closing tag");
  context_.note_limit(from);
  if (waits_ == Waits::all) release_withheld();
  bound = std::max(bound, context_.out.emitted());  // the opening tag may be longer than the limit
  return end(bound, bound, false);
}

// With `hide: ["thinking"]`, `a<thinking>b` is content `a` and a section `b` that is not
// closed. A notice reports reasoning that is not closed. With the option
// `unclosed_reasoning` = `content` it is `reasoning_as_content`: the message has the reasoning as
// its content; the events stay reasoning.
// With all but the end of its last closing tag, `<x>a<x>b</x>c</x` balances.
Next Hidden::end_of_input() {
  const std::uint64_t at = context_.segment.end;
  const RuleSet& rules = context_.program->rules;
  const HalfCloser half_closer(context_.segment);
  const bool is_half_closed =
      half_closer.is_of(rules, rule_, std::max(context_.out.emitted(), section_.content_begin()));
  const std::uint64_t half = is_half_closed ? half_closer.begin() : at;
  if (waits_ == Waits::from_closer) {
    const bool has_name = is_half_closed && half_closer.has_name_of(rules, rule_);
    const bool is_text = context_.program->unclosed_section == UnclosedSection::text;
    if (depth_ != 1 || !has_name || is_text) return settle();
    waits_ = Waits::nothing;
  }
  if (waits_ == Waits::all) {
    // With `unclosed_section` = `text` the bytes are content, and are not read again.
    context_.flow.kind = EventKind::content;
    note_unclosed(context_, rule_, section_.start(), false);
    context_.emit_until(EventKind::content, at);
    context_.resume(at, SkippedAs::again);
    return Next::to(Go::text);
  }
  const EventKind kind = context_.flow.kind;
  const bool is_moved = context_.program->moves_unclosed &&
                        at > std::max(section_.content_begin(), context_.out.answer_begin());
  end(half, at, false);
  if (kind == EventKind::section_delta || (kind == EventKind::reasoning && is_half_closed)) {
    note_unclosed(context_, rule_, section_.start(), is_half_closed);
  } else if (kind == EventKind::reasoning) {
    if (is_moved) context_.out.separate_content(section_.start());
    context_.notice(section_.start(),
                    is_moved ? Code::reasoning_as_content : Code::unclosed_reasoning,
                    is_moved ? "the reasoning never closed: it is the content of the message"
                             : "the reasoning never closed");
    context_.out.last().name = rules.tag_of(rule_);
  }
  return Next::to(Go::text);
}

// ---- memory ----------------------------------------------------------------------------------

std::uint64_t Hidden::decided() const {
  if (region_ != nullptr && region_->has_open_call()) return region_->begin();
  if (waits_ == Waits::from_closer) return first_closer_.begin;
  return context_.lexer.decided();
}

bool Hidden::is_sound() const {
  const bool is_section = context_.flow.is_section();
  const bool takes_out = context_.dialect().calls_in_reasoning == CallsInReasoning::extract;
  if (has_wrapper_ && (is_section || !takes_out)) return false;
  if (context_.flow.kind == EventKind::markup) {
    return region_ == nullptr && !has_wrapper_ && waits_ == Waits::nothing;
  }
  if (region_ != nullptr) {
    return waits_ == Waits::nothing && echo_expected_ == Echo::none && !is_section &&
           !context_.flow.trimming && region_->is_open() && region_->is_sound();
  }
  switch (waits_) {
    case Waits::nothing: return true;
    case Waits::all:
      return is_section && context_.program->unclosed_section == UnclosedSection::text;
    case Waits::from_closer:
      return is_section && echo_expected_ == Echo::none && depth_ != 0 && first_closer_.end != 0 &&
             !closes_at_first(context_, rule_);
  }
  return false;
}

const scan::ByteSet* Hidden::plain_bytes() const {
  if (echo_expected_ != Echo::none || waits_ != Waits::nothing || region_ != nullptr)
    return nullptr;
  if (context_.program->rules.rules[rule_].decodes) return nullptr;
  return &context_.program->rules.rules[rule_].body_bytes;
}

}  // namespace tagstream
