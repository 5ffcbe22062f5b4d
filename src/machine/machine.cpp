#include "machine/machine.hpp"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "base/utf8.hpp"
#include "machine/calls.hpp"
#include "machine/region.hpp"
#include "machine/section.hpp"
#include "machine/text.hpp"

namespace tagstream {

using Go = Next::Go;

// One feed after another, with the dialect hermes:
//
//   feed("Hi")                      `read`: the answer begins, so `run` reads its first byte
//   feed(" there ")                 `feed_plain`: no byte is held, and none can begin a marker
//   feed("<tool_")                  `read`: the lexer is in an attempt at a tag, which is held
//   feed("call>{\"name\":")         `feed_held` appends it. The tag is complete, so `run` goes on
//   feed(" \"f\"}")                 `feed_in_call`: the call goes on, without an event
//   feed("</tool_call> Bye")        the call ends in `run`: tool_call, content ` Bye`
//   finish()                        no byte is held, so there is no event
//
// The functions for short chunks give the same events as `run`, with less work.
namespace {

// `data: {"a":1}` is content, and the last event is the notice `looks_like_sse`.
constexpr std::string_view sse_begin = "data: {";
constexpr std::uint8_t not_sse = 255;

// A model writes tokens of about four bytes. A longer chunk pays for the window that `run` sets up.
constexpr std::size_t short_chunk = 64;

bool in_call(const Context& context) {
  return context.calls != nullptr && context.calls->open != nullptr;
}

void note_held(const Window& window, Stats& stats) {
  stats.bytes_held = window.held();
  stats.bytes_held_max = std::max(stats.bytes_held_max, stats.bytes_held);
}

// With `record: ["r", "s"]`, `<r>a<s>b` ends in two sections that are not closed: `b`, then
// `a<s>b`. A notice names each of them, unless a limit has stopped the reader. Half a closing tag
// at the very end stays content. The section that it ends has a text without it. If it ends an
// element in a recorded one of its name, it stands in the text, as whole tags there do.
void end_stream(Context& context) {
  if (!context.elements.is_recording()) return;
  const RuleSet& rules = context.program->rules;
  const std::uint64_t end = context.lexer.plain().position();
  const bool is_over = context.error != nullptr;
  Elements::HalfClosed half;
  if (!is_over && !context.flow.is_half_closed) {
    half = context.elements.half_closed(rules, context.segment, context.segment.begin);
  }
  while (context.elements.is_recording()) {
    const Elements::Last last = context.elements.last();
    const bool is_half_closed = half.rule == last.rule && half.start == last.start;
    if (half.rule == last.rule && !is_half_closed) {
      note_unclosed(context, half.rule, half.start, true);
    }
    context.elements.end_last(rules, context.segment, is_half_closed ? half.begin : end, end,
                              context.out);
    if (!is_over) note_unclosed(context, last.rule, last.start, is_half_closed);
  }
}

// Prepares for the next feed, at the end of this one: notes the state of the open call, so that it
// need not be asked for each chunk.
// @param region  the region in which the open call stands; null: the call is not only judged
void follow_call(Context& context, const Region* region) {
  Followed& followed = context.calls->followed;
  followed = {};
  CallReader* const call = context.calls->open;
  if (call == nullptr || context.flow.priming) return;
  if (!call->facts().is_followed() || context.elements.is_recording()) return;
  const std::uint64_t at = context.segment.end;
  std::uint64_t begin = call->facts().start;
  if (region != nullptr) {
    begin = std::min(begin, region->begin());
    if (region->may_close()) {
      followed.closers = region->closer_bytes(at);
      if (followed.closers == nullptr) return;
    }
  }
  if (context.calls->events.is_level(*call, at)) followed.ends = call->plain_bytes();
  followed.until = begin + context.limits().max_held_bytes;
}

// Returns the events of the feed, without those of the prompt.
std::span<const Event> hand_over(Context& context, Stats& stats) {
  Output& out = context.out;
  if (out.answer_begin() != 0) out.cut_prompt_off();
  if (context.error != nullptr) context.error->offset = out.in_answer(context.error->offset);
  stats.events += out.events().size();
  return out.events();
}

}  // namespace

// A filter such as `hide: ["x"]` reads no calls, so `calls` is null and an idle filter stays
// small.
Machine::Machine(const Program& program, EventView* view) : context_(program), view_(view) {
  if (!program.reads_calls) return;
  context_.calls.make();
  follow_failed_tags();
}

void Machine::follow_failed_tags() {
  context_.lexer.plain().record_failed_tags(&context_.calls->quoted.failed_tags());
}

Machine::~Machine() = default;

Machine::Machine(const Machine& other, EventView* view) : Machine(other, view, other.window_) {
  context_.segment = window_.segment();
  if (place_ == Place::hidden) hidden_ = std::make_unique<Hidden>(*other.hidden_, context_);
  if (place_ == Place::fence) enter_fence(other.context_.calls->fence->opener());
  if (place_ == Place::call) {
    const OpenCall& call = *other.context_.calls;
    const CallFacts& facts = call.open->facts();
    context_.calls->begin(context_, facts.opener, facts.start, Purpose::collect, call.open_name);
    context_.calls->open->read(context_.segment, false, context_.counters);
  }
}

Machine::Machine(const Machine& other, EventView* view, const Window& window)
    : context_(other.context_),
      window_(window),
      header_(other.header_),
      between_(other.between_),
      stats_(other.stats_),
      view_(view),
      place_(other.place_),
      like_sse_(other.like_sse_),
      phase_(other.phase_) {
  if (context_.calls != nullptr) follow_failed_tags();
}

// ---- feeding ---------------------------------------------------------------------------------

std::span<const Event> Machine::feed(std::string_view chunk) {
  const bool is_short = chunk.size() - 1 < short_chunk;  // and not empty
  if (is_short && feeds_plain_ && feed_plain(chunk)) {
    stats_.bytes_fed += chunk.size();
    ++stats_.events;
    check();
    return context_.out.events();
  }
  return feed_any(chunk, is_short);
}

// Not inlined: what it needs would be made ready for plain feeds as well.
[[gnu::noinline]] std::span<const Event> Machine::feed_any(std::string_view chunk, bool is_short) {
  context_.out.begin_feed();
  if (context_.error != nullptr) return after_stop(Phase::answer);
  if (phase_ == Phase::ended) return refuse();
  begin_answer();
  if (is_beginning()) follow_beginning(chunk);
  stats_.bytes_fed += chunk.size();
  const Tried tried = is_short ? feed_short(chunk) : Tried::refused;
  if (tried == Tried::read) {
    check();
  } else {
    read(chunk, tried);
  }
  return hand_over(context_, stats_);
}

Machine::Tried Machine::feed_short(std::string_view chunk) {
  if (plain_ == nullptr) return in_call(context_) ? feed_in_call(chunk) : feed_held(chunk);
  return !feeds_plain_ && feed_plain(chunk) ? Tried::read : Tried::refused;
}

// Before the first byte of the answer.
void Machine::begin_answer() {
  if (phase_ == Phase::answer) return;
  if (phase_ == Phase::fresh) begin();
  if (phase_ == Phase::prompt && place_ == Place::text && context_.lexer.is_waiting()) {
    settle_prompt();
  }
  phase_ = Phase::answer;
  if (context_.out.answer_begin() == 0) return;
  context_.lexer.begin_text();
  plain_ = nullptr;  // it was found for the text of the prompt
  feeds_plain_ = false;
  if (context_.calls != nullptr) context_.calls->are_over = false;  // only of the prompt
  if (context_.flow.in_body()) hidden_->begin_answer();
}

// The prompt's last line ends with it: that decides whether a tag in it stands in code. After the
// prompt "Never write `<x>`" no section is open.
void Machine::settle_prompt() {
  context_.flow.priming = context_.flow.ends_lines = true;
  read({});
  context_.flow.priming = context_.flow.ends_lines = false;
  context_.out.begin_feed();  // the events are of the prompt
}

// True if the next bytes may go on with `sse_begin`.
bool Machine::is_beginning() const { return like_sse_ < sse_begin.size(); }

// Compares the beginning of the answer with `data: {`, as server-sent events begin.
void Machine::follow_beginning(std::string_view chunk) {
  const std::string_view rest = sse_begin.substr(like_sse_);
  const std::size_t size = std::min(chunk.size(), rest.size());
  const bool goes_on = chunk.substr(0, size) == rest.substr(0, size);
  like_sse_ = goes_on ? static_cast<std::uint8_t>(like_sse_ + size) : not_sse;
}

// Each feed after `finish` gives one event, `stopped` with the code `fed_after_finish`.
std::span<const Event> Machine::refuse() {
  const std::uint64_t at = context_.out.emitted();
  Event& event = context_.out.add(EventKind::stopped, {at, at});
  event.code = Code::fed_after_finish;
  event.text = "the stream has ended: reset the reader before it is fed again";
  event.offset = at;
  return hand_over(context_, stats_);
}

// A limit in the prompt stops the reader before the answer, and the prompt gives no events.
// So the first feed says it, or the end if there is none.
std::span<const Event> Machine::after_stop(Phase phase) {
  const bool is_said = phase_ != Phase::prompt;
  if (phase_ != Phase::ended) phase_ = phase;
  if (is_said) return {};
  say_stopped(context_.out.answer_begin());
  return hand_over(context_, stats_);
}

void Machine::say_stopped(std::uint64_t at) {
  Event& event = context_.out.add(EventKind::stopped, {at, at});
  event.code = Code::max_held_bytes;
  event.text = context_.error->message;
  event.offset = context_.error->offset;
}

void Machine::read(std::string_view chunk, Tried tried) {
  context_.elements.begin_feed();
  context_.segment = tried == Tried::appended ? window_.segment() : window_.begin(chunk);
  run(false);
  end_feed();
}

// True if no byte of a short chunk of text can begin a marker, though one may begin or end a code
// span: "Call `" and "read_file`". Each line about code has some of them.
[[gnu::noinline]] bool Machine::has_only_backticks(std::string_view chunk) const {
  const RuleSet& rules = context_.program->rules;
  return place_ == Place::text && context_.lexer.takes_backticks() &&
         !scan::is_in(chunk, rules.text_bytes(false, context_.flow.sees_stray_closers()));
}

// The fast path for most feeds while a model writes: no byte is held, and no byte of the short
// chunk can begin a marker. It gives the same events as `run`, without a window. `end_feed` has
// checked the state of the place at the end of the last feed.
bool Machine::feed_plain(std::string_view chunk) {
  Output& out = context_.out;
  const EventKind kind = context_.flow.kind;
  if (!out.takes_plain(kind, chunk.back())) return false;
  context_.counters.examined += chunk.size() + 1;
  const bool has_backtick = scan::is_in(chunk, *plain_);
  if (has_backtick && !has_only_backticks(chunk)) return false;
  if (utf8_incomplete_tail(chunk) != 0) return false;
  out.emit_plain(feeds_plain_ ? out.only_event(kind) : out.add(kind, {}), kind, chunk);
  const std::uint64_t end = out.emitted();
  if (place_ == Place::text) {
    has_backtick ? context_.lexer.pass_backticks(chunk, end, context_.counters)
                 : context_.lexer.pass_plain(chunk, end, context_.counters);
  } else {
    context_.lexer.plain().restart(end);
    context_.lexer.skip(end);
    if (kind == EventKind::section_delta) out.last().name = hidden_->name();
  }
  if (context_.elements.is_recording()) {
    context_.segment = {chunk.data(), end - chunk.size(), end};
    collect();
  }
  window_.skip(chunk.size());
  return true;
}

// A short chunk after an attempt that is held. The chunk is appended to the held bytes if there is
// room. Same result as `run`, as long as there is no event.
Machine::Tried Machine::feed_held(std::string_view chunk) {
  if (!window_.append_short(chunk)) return Tried::refused;
  const bool is_outside = place_ == Place::text || place_ == Place::wrapper;
  if (!is_outside || context_.flow.trimming || context_.elements.is_recording()) {
    return Tried::appended;
  }
  context_.segment = window_.segment();
  const bool has_news = step(false) || !context_.out.events().empty() ||
                        context_.error != nullptr ||
                        context_.out.emitted() != context_.segment.begin;
  if (has_news) return Tried::appended;
  note_held(window_, stats_);
  return Tried::read;
}

// A short chunk inside a call. Same result as `run`, as long as the call does not end. A chunk that
// only makes a string longer is kept unread, and read with a later chunk.
Machine::Tried Machine::feed_in_call(std::string_view chunk) {
  Calls& calls = *context_.calls;
  const Followed& followed = calls.followed;
  const std::uint64_t end = window_.segment().end + chunk.size();
  if (end > followed.until) return Tried::refused;
  const bool gives = calls.gives_pieces(*context_.program);
  const bool goes_on = followed.ends != nullptr && !scan::is_in(chunk, *followed.ends) &&
                       !(gives && utf8_incomplete_tail(chunk) != 0);
  const bool may_close =
      followed.closers != nullptr && (!goes_on || scan::is_in(chunk, *followed.closers));
  if (may_close || !window_.append_short(chunk)) return Tried::refused;
  context_.segment = window_.segment();
  CallReader& call = *calls.open;
  if (goes_on) {
    context_.counters.examined += chunk.size() + 1;
    if (gives) {
      calls.events.send_plain(context_, context_.segment.slice(end - chunk.size(), end));
    }
  } else {
    const bool has_news =
        call.read(context_.segment, false, context_.counters) != CallReader::Outcome::more ||
        !call.facts().is_followed() || is_already_text(call);
    if (has_news) return Tried::appended;
    if (gives) calls.events.announce(context_, context_.segment);
    follow_call(context_, place_ == Place::hidden ? hidden_->region() : nullptr);
  }
  note_held(window_, stats_);
  return Tried::read;
}

std::span<const Event> Machine::finish() {
  context_.out.begin_feed();
  if (phase_ == Phase::ended) return {};
  if (context_.error != nullptr) return after_stop(Phase::ended);
  begin_answer();
  phase_ = Phase::ended;
  plain_ = nullptr;
  feeds_plain_ = false;
  context_.elements.begin_feed();
  context_.segment = window_.begin({});
  run(true);
  if (context_.error == nullptr) {
    context_.out.end_stretch(context_.segment, context_.segment.end);
    end_stream(context_);
    if (like_sse_ == sse_begin.size()) {
      context_.notice(context_.out.answer_begin(), Code::looks_like_sse,
                      "the text looks like what a server streams: read it as sse");
    }
  }
  end_feed();
  return hand_over(context_, stats_);
}

// ---- the prompt ------------------------------------------------------------------------------

// The end of the prompt is read as the beginning of an answer, and its events are dropped.
// After the prompt `...<|im_start|>assistant\n<thi` the answer `nk>a` begins with the markup `nk>`,
// at offset 0. The `<thi` of the prompt is in no event.
bool Machine::prime(std::string_view piece) {
  const bool may_prime = phase_ == Phase::fresh || phase_ == Phase::prompt;
  assert(may_prime && "prime after feed: call reset first");
  if (!may_prime || context_.error != nullptr) return false;
  stats_.bytes_fed += piece.size();
  context_.counters.examined += 2 * piece.size();  // the search for the beginning of the turn
  context_.out.begin_feed();
  context_.flow.priming = true;
  if (phase_ == Phase::fresh) begin();
  phase_ = Phase::prompt;
  read(piece);
  context_.flow.priming = false;
  context_.out.begin_answer(window_.segment().end);
  if (context_.calls != nullptr) context_.calls->events.begin_answer();
  (void)hand_over(context_, stats_);
  const bool is_between = place_ == Place::text || place_ == Place::between;
  return !is_between || window_.held() != 0;
}

void Machine::reset(const Stats& before) {
  const Program& program = *context_.program;
  const Stats kept = before;
  EventView* const view = view_;
  std::destroy_at(this);
  std::construct_at(this, program, view);
  stats_ = kept;
  context_.counters = {kept.bytes_examined, kept.limit_hits};
}

Stats Machine::stats() const {
  Stats stats = stats_;
  stats.bytes_examined = context_.counters.examined + context_.out.examined();
  stats.limit_hits = context_.counters.limit_hits;
  return stats;
}

bool Machine::is_plain() const {
  return plain_ != nullptr || (in_call(context_) && context_.calls->followed.ends != nullptr);
}

// ---- reading ---------------------------------------------------------------------------------

// Decides in which place the answer begins. If there is a prompt, only the prompt decides,
// not `start_in_reasoning` or the dialect.
void Machine::begin() {
  const Program& program = *context_.program;
  if (program.leading_only || program.rules.has_leading) context_.flow.so_far = SoFar::nothing;
  if (context_.flow.priming) return;
  if (!program.first_notice.empty()) {
    context_.out.emit_notice(0, Code::family, program.first_notice);
  }
  if (program.starts_in_header) place_ = Place::header;
  if (program.rules.start_inside != no_rule) {
    hidden_ = std::make_unique<Hidden>(context_);
    hidden_->enter_implied();
    place_ = Place::hidden;
  }
}

// Reads the segment of the context. The loop reads the visible bytes, then asks the window for
// more. With `on_limit` = `stop` a place leaves an error in the context. `stopped` is then
// the last event:
//
//   a <t>{"name":"f","args":{"a":1}}</t> on      with `call: ["t"]` and max_held_bytes 20: content
//                                                `a `, the error `too_large`, 20 bytes of content,
//                                                `stopped`
void Machine::run(bool at_end) {
  bool has_more = true;
  while (has_more) {
    while (context_.error == nullptr && step(at_end)) shorten_events();
    if (context_.error != nullptr) {
      context_.out.release_blanks(context_.segment);
      end_stream(context_);
      return say_stopped(context_.out.emitted());
    }
    if (context_.calls != nullptr) {
      context_.calls->quoted.follow(context_.segment, context_.out.emitted(), context_.counters);
    }
    collect();
    has_more = window_.has_more() && window_.advance(keep_from());
    if (has_more) context_.segment = window_.segment();
  }
}

// Lets the view shorten the events of a long feed, some at a time. Events of the prompt are dropped
// or cut off when their feed ends, so a feed with such events stays as it is.
void Machine::shorten_events() {
  constexpr std::size_t many = 64;
  Output& out = context_.out;
  if (view_ == nullptr || out.events().size() < out.viewed() + many) return;
  if (context_.flow.priming || out.answer_begin() != 0) return;
  view_->shorten(out);
}

// Lets the current place read on. Returns false when the segment is read. Blanks that are
// layout are emitted as markup before the place reads. A header reads its own blanks.
bool Machine::step(bool at_end) {
  const bool may_trim = context_.flow.trimming && place_ != Place::header;
  const bool has_all = may_trim && context_.trim();
  if (has_all && !(at_end && place_ == Place::hidden)) return false;  // an open section still ends
  const auto read_on = [&] {  // a lambda, so that the result is not copied
    switch (place_) {
      case Place::text: break;
      case Place::header: return header_.step(context_, at_end);
      case Place::hidden: return hidden_->step(at_end);
      case Place::call: return CallPlace::step(context_, at_end);
      case Place::between: return between_.step(context_, at_end);
      case Place::wrapper: return context_.calls->wrapper.step(context_, at_end);
      case Place::fence: return context_.calls->fence->step(context_, at_end);
    }
    return Text::step(context_, at_end);
  };
  const Next next = read_on();
  if (next.go == Go::more) return false;
  if (next.go != Go::again) enter(next);
  return true;
}

// The only function that changes places.
void Machine::enter(const Next& next) {
  switch (next.go) {
    case Go::more:
    case Go::again: break;
    case Go::text: place_ = Place::text; break;
    case Go::hidden:
      if (hidden_ == nullptr) {
        hidden_ = std::make_unique<Hidden>(context_);
      } else {
        std::destroy_at(hidden_.get());
        std::construct_at(hidden_.get(), context_);
      }
      place_ = hidden_->enter(next.match) ? Place::hidden : Place::text;
      break;
    case Go::call:
      place_ = Place::call;
      enter(CallPlace::enter(context_, next.match, next.start, next.name));
      break;
    case Go::between:
      between_.enter(next.start, next.match.rule, next.match.closes);
      place_ = Place::between;
      break;
    case Go::wrapper:
      context_.calls->wrapper.enter(context_, next.match);
      place_ = Place::wrapper;
      break;
    case Go::header:
      header_.enter(context_, next.match);
      place_ = Place::header;
      break;
    case Go::fence: enter_fence(next.match); break;
  }
}

// The copy is made while the chunk is read. It shares the bytes of the segment, which all wait from
// the opener on.
void Machine::enter_fence(const Match& match) {
  keep_tags();
  std::unique_ptr<Machine> ahead(new Machine(*this, nullptr, Window()));
  ahead->context_.lexer.first_fence().let_first_count();
  ahead->context_.calls->reads_ahead = true;
  ahead->enter(Text::accept(ahead->context_, match));
  context_.calls->fence = std::make_unique<FirstFence>(match, std::move(ahead));
  place_ = Place::fence;
}

std::span<const Event> Machine::read_ahead(const Segment& segment, bool at_end) {
  context_.out.begin_feed();
  context_.elements.begin_feed();
  context_.segment = segment;
  run(at_end);
  keep_tags();
  return context_.out.events();
}

// Copies the opening tags of open elements, which are needed after the chunk is gone.
void Machine::keep_tags() {
  if (context_.flow.in_body()) hidden_->own_tag();
  context_.elements.end_feed();
}

// ---- the end of a feed -----------------------------------------------------------------------

// Ends a feed, and prepares for the next one: notes whether bytes are held, which bytes may begin a
// marker (`plain_bytes`), and which may end the open string of a call (`Followed`).
void Machine::end_feed() {
  const bool is_over = context_.error != nullptr || phase_ == Phase::ended;
  keep_tags();
  if (context_.program->rules.has_section) {
    context_.out.name_pieces(context_.flow.in_body() ? hidden_->name() : std::string_view());
  }
  if (context_.calls != nullptr) {
    context_.calls->end_feed(is_over);
    follow_call(context_, place_ == Place::hidden ? hidden_->region() : nullptr);
  }
  window_.end(is_over ? window_.segment().end : keep_from());
  stats_.bytes_held = is_over ? 0 : window_.held();
  stats_.bytes_held_max = std::max(stats_.bytes_held_max, window_.held());
  plain_ = is_over || window_.held() != 0 ? nullptr : plain_bytes();
  feeds_plain_ = plain_ != nullptr && phase_ == Phase::answer && !is_beginning() &&
                 context_.out.answer_begin() == 0;
  if (!is_over) check();
}

// Asserts what the table at the head of machine.hpp says, and what the flags of the places imply.
void Machine::check() const {
#ifndef NDEBUG
  const Flow& flow = context_.flow;
  const Program& program = *context_.program;
  const std::uint64_t end = window_.segment().end;
  assert(flow.in_body() == (place_ == Place::hidden));
  assert(!flow.trimming || place_ == Place::text || place_ == Place::hidden ||
         (place_ == Place::between && flow.wrappers != 0));
  assert(flow.priming == (phase_ == Phase::prompt));
  assert(flow.so_far == SoFar::text || program.leading_only || program.rules.has_leading);
  assert(flow.wrappers == 0 || context_.calls != nullptr);
  assert(!flow.first_close_for_all || program.rules.has_section);
  assert(flow.blanks_until <= end && flow.ignore_until <= end && flow.read_again_until <= end);
  assert(header_.is_sound(context_, place_ == Place::header));
  switch (place_) {
    case Place::text:
    case Place::header: break;
    case Place::hidden: assert(hidden_->is_sound()); break;
    case Place::call: assert(in_call(context_)); break;
    case Place::between: assert(between_.is_sound(context_)); break;
    case Place::wrapper: assert(context_.calls->wrapper.is_sound(context_)); break;
    case Place::fence:
      assert(context_.out.emitted() <= context_.calls->fence->opener().begin);
      break;
  }
  if (context_.calls != nullptr) {
    const bool is_judged = place_ == Place::hidden && hidden_->region() != nullptr;
    assert(!in_call(context_) || place_ == Place::call || is_judged);
    assert(context_.calls->is_sound(is_judged ? Purpose::judge : Purpose::collect));
  }
  assert(plain_ == nullptr || window_.held() == 0);
  assert(!feeds_plain_ || (plain_ != nullptr && phase_ == Phase::answer && !is_beginning()));
  assert(phase_ != Phase::fresh);
  const std::uint64_t emitted = context_.out.emitted();
  assert(emitted <= end);
  assert(keep_from() <= emitted);
#endif
}

// The bytes that may begin a marker. In the visible text of hermes these are `<` and the first
// bytes of other markers; with Markdown code, also the backtick and the tilde. Null if each byte
// matters: while blanks are markup, or while an opener that must come first may still come.
const scan::ByteSet* Machine::plain_bytes() const {
  const Program& program = *context_.program;
  const Flow& flow = context_.flow;
  if (flow.trimming) return nullptr;
  if (context_.calls != nullptr && context_.calls->quoted.is_in_string()) return nullptr;
  switch (place_) {
    case Place::text:
      if (flow.so_far != SoFar::text || !context_.lexer.is_plain()) return nullptr;
      if (program.markdown_code != MarkdownCode::off) {
        return &program.rules.code_bytes[flow.sees_stray_closers() ? 1 : 0];
      }
      return &program.rules.text_bytes(false, flow.sees_stray_closers());
    case Place::hidden: return hidden_->plain_bytes();
    default: return nullptr;
  }
}

// The place from which bytes may be read again. In `a<x>b<x>c</x>d` with `hide: ["x"]` that is the
// first `</x>`: if the section never balances, it ends there, and `d` is read as text.
std::uint64_t Machine::decided() const {
  switch (place_) {
    case Place::header: return header_.begin();
    case Place::hidden: return hidden_->decided();
    case Place::call: return context_.calls->open->facts().start;
    case Place::fence: return context_.calls->fence->opener().begin;
    default: return context_.lexer.decided();
  }
}

std::uint64_t Machine::keep_from() const {
  const std::uint64_t needed = std::min(context_.out.emitted(), decided());
  return in_call(context_) ? needed : std::min(needed, context_.lexer.keep_from());
}

void Machine::collect() { context_.elements.collect(context_.segment, decided(), context_.out); }

}  // namespace tagstream
