// Feeding and the output. What happens in text: interpreter_text.cpp; in hidden sections:
// interpreter_body.cpp; in tool calls: interpreter_call.cpp, interpreter_region.cpp.

#include "machine/interpreter.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace tagstream {

namespace {

constexpr std::size_t short_chunk = 64;
constexpr std::size_t idle_events = 4;  // a buffer for so many is kept by an idle reader
constexpr Event blank_event{};          // copied: cheaper than clearing each new one

}  // namespace

Interpreter::Interpreter(const FilterOptions& options, const RuleSet& set, const CallPolicy* calls)
    : options_(&options), set_(&set), lexer_(options.markdown_code) {
  if (calls == nullptr) return;
  calls_ = std::make_unique<Calls>();
  calls_->policy = calls;
  lexer_.plain().tell_failed_tags(&calls_->failed_tags);
}

// ---- feeding ---------------------------------------------------------------------------------

Result<std::span<const Event>> Interpreter::feed(std::string_view chunk) {
  if (error_) return *error_;
  if (finished_) return Error{Errc::finished, stats_.bytes_fed, "feed was called after finish"};
  events_.clear();
  retired_.clear();
  forget_tool_calls();
  stats_.bytes_fed += chunk.size();
  if (chunk.size() <= short_chunk && (feed_plain(chunk) || feed_in_string(chunk))) {
    return std::span<const Event>(events_);
  }
  if (!is_appended_) window_.begin(chunk);
  is_appended_ = false;
  begin_stream();
  run(false);
  if (error_) {
    keep_events_for_finish();
    return *error_;
  }
  end_feed();
  return std::span<const Event>(events_);
}

// True if in a chunk that begins nothing there is nothing to do but to pass it on.
bool Interpreter::is_plain() const {
  if (!started_ || window_.held() != 0 || in_call() || is_in_quote() || echo_ || leading_ ||
      trimming_ || header_ != nullptr || options_->markdown_code)
    return false;
  if (calls_ != nullptr && (calls_->region.is_open() || calls_->behind.is_open)) return false;
  return !in_body_ || !(hidden_->is_undecided || hidden_->is_withheld);
}

// A short chunk that begins nothing, where nothing is held: what most calls are while a model
// writes. The same as `run`, without setting up a window.
bool Interpreter::feed_plain(std::string_view chunk) {
  if (chunk.empty() || !is_plain()) return false;
  const scan::ByteSet& starts =
      in_body_ ? set_->rules[hidden_->rule].body_bytes : set_->text_bytes(false, closed_reasoning_);
  const char* const end = chunk.data() + chunk.size();
  counters_.examined += chunk.size() + 1;
  if (scan::find_in_set(chunk.data(), end, starts) != end) return false;
  if (utf8_incomplete_tail(chunk) != 0) return false;
  const Segment segment{chunk.data(), emitted_, emitted_ + chunk.size()};
  emit_until(segment, outer_kind(), segment.end);
  lexer_.plain().restart(segment.end);
  if (in_body_ || !recording_.empty()) collect(segment);
  window_.skip(chunk.size());
  ++stats_.events;
  return true;
}

std::span<const Event> Interpreter::finish() {
  if (error_ && !finished_) {  // the events of the call that failed, and what was held then
    finished_ = true;
    stats_.events += events_.size();
    return events_;
  }
  events_.clear();
  retired_.clear();
  forget_tool_calls();
  if (finished_) return {};
  finished_ = true;
  window_.begin({});
  begin_stream();
  run(true);
  if (!error_) end_open_records(window_.segment());
  end_feed();
  return events_;
}

void Interpreter::reset() {
  std::vector<Event> events = std::move(events_);
  events.clear();
  *this = Interpreter(*options_, *set_, calls_ == nullptr ? nullptr : calls_->policy);
  if (events.capacity() <= idle_events) events_ = std::move(events);
}

// A few are kept for the next calls.
void Interpreter::forget_tool_calls() {
  constexpr std::size_t few = 4;
  if (calls_ == nullptr) return;
  calls_->told_count = 0;
  if (calls_->told.size() > few) calls_->told.resize(few);
}

Stats Interpreter::stats() const {
  Stats stats = stats_;
  stats.bytes_examined = counters_.examined;
  stats.limit_hits = counters_.limit_hits;
  return stats;
}

void Interpreter::begin_stream() {
  if (started_) return;
  started_ = true;
  leading_ = options_->leading_only || set_->has_leading;
  if (set_->start_inside == no_rule) return;
  echo_ = true;
  enter_body(set_->start_inside, OpenSection::implied(options_->start_inside));
}

bool Interpreter::step(bool at_end) {
  if (header_ != nullptr) return header_step(at_end);
  if (trimming_ && trim(window_.segment())) return false;
  if (in_region()) return in_call() ? region_call_step(at_end) : region_step(at_end);
  if (in_call()) return call_step(at_end);
  return in_body_ ? body_step(at_end) : text_step(at_end);
}

// Blanks directly behind some markers are markup. True if the segment holds nothing else.
bool Interpreter::trim(const Segment& segment) {
  std::uint64_t at = emitted_;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  counters_.examined += at - emitted_ + 1;
  if (at != emitted_) {
    emit_markup(segment, emitted_, at);
    lexer_.plain().restart(at);
    lexer_.pass_hidden(at);
    blanks_until_ = std::max(blanks_until_, at);
  }
  trimming_ = at == segment.end;
  return trimming_;
}

void Interpreter::begin_trimming(RuleIndex rule) {
  trimming_ = set_->rules[rule].trims && set_->rules[rule].shown != Shown::content;
}

void Interpreter::run(bool at_end) {
  do {
    while (!error_ && step(at_end)) {
    }
    if (error_) return;
    if (calls_ != nullptr) follow_quote(window_.segment(), emitted_);
    collect(window_.segment());
  } while (window_.advance(keep_from()));
}

void Interpreter::end_feed() {
  if (in_body_ && body_kind() == EventKind::section_delta) hidden_->section.own_tag();
  for (RuleIndex rule : recording_) elements_[rule].section->own_tag();
  window_.end(keep_from());
  stats_.events += events_.size();
  stats_.bytes_held = finished_ ? 0 : window_.held();
  stats_.bytes_held_max = std::max(stats_.bytes_held_max, window_.held());
}

// The call has failed; its events, which point into the caller's chunk, come from `finish`.
void Interpreter::keep_events_for_finish() {
  const std::string_view chunk = window_.chunk();
  const std::string_view copy = window_.retain_chunk();
  auto address = [](const char* at) { return reinterpret_cast<std::uintptr_t>(at); };
  auto rebase = [&](std::string_view& view) {
    const std::uintptr_t at = address(view.data()) - address(chunk.data());
    if (at <= chunk.size() && view.size() <= chunk.size() - at) {
      view = copy.substr(at, view.size());
    }
  };
  for (Event& event : events_) {
    rebase(event.text);
    rebase(event.tag_name);
    rebase(event.raw_tag);
  }
  stats_.bytes_held = 0;
  if (calls_ == nullptr) return;
  for (const std::unique_ptr<ToolCall>& call : calls_->told) {
    rebase(call->name);
    rebase(call->arguments);
    rebase(call->id);
  }
}

// The place from which bytes may be read again.
std::uint64_t Interpreter::decided() const {
  if (header_ != nullptr) return header_->begin();
  if (in_call() && in_region() && !calls_->open->is_passed()) return calls_->region.begin;
  if (in_call()) return calls_->open->keep_from();
  if (in_body_ && hidden_->is_undecided) return hidden_->first_closer.begin;
  return lexer_.decided();
}

std::uint64_t Interpreter::keep_from() const {
  if (in_call()) return std::min(emitted_, decided());
  return std::min({emitted_, decided(), lexer_.keep_from()});
}

void Interpreter::collect(const Segment& segment) {
  const std::size_t longest = set_->limits.max_section_bytes;
  if (in_body_ && body_kind() == EventKind::section_delta) {
    hidden_->section.collect(segment, emitted_, longest);
  }
  for (RuleIndex rule : recording_) elements_[rule].section->collect(segment, decided(), longest);
}

// ---- output ----------------------------------------------------------------------------------

void Interpreter::emit_until(const Segment& segment, EventKind kind, std::uint64_t until) {
  if (until <= emitted_) return;
  const std::string_view text = segment.slice(emitted_, until);
  if (!events_.empty()) {
    Event& last = events_.back();
    if (last.kind == kind && last.text.data() + last.text.size() == text.data()) {
      last.text = {last.text.data(), last.text.size() + text.size()};
      last.end = emitted_ = until;
      return;
    }
  }
  Event& event = events_.emplace_back(blank_event);
  event.kind = kind;
  event.begin = emitted_;
  event.end = emitted_ = until;
  event.text = text;
}

// As emit_until, but what follows is not known: a code point is not cut.
void Interpreter::emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until) {
  if (until <= emitted_) return;
  if (until == segment.end || is_utf8_continuation(*segment.at(until))) {
    until -= utf8_incomplete_tail(segment.slice(emitted_, until));
    ++counters_.examined;
  }
  emit_until(segment, kind, until);
}

void Interpreter::emit_markup(const Segment& segment, std::uint64_t begin, std::uint64_t end) {
  Event& event = events_.emplace_back();
  event.kind = EventKind::markup;
  event.begin = begin;
  event.end = emitted_ = end;
  event.text = segment.slice(begin, end);
}

void Interpreter::emit_notice(std::uint64_t offset, NoticeCode code, std::string_view message) {
  Event& event = events_.emplace_back();
  event.kind = EventKind::notice;
  event.code = code;
  event.begin = event.end = offset;
  event.text = message;
}

// The place from which bytes must wait. Precondition: the segment is read.
std::uint64_t Interpreter::hold_point(const Segment& segment, const Scope& scope) {
  if (lexer_.is_waiting()) return lexer_.decided();
  const Lexer& lexer = lexer_.plain();
  if (!lexer.in_attempt()) return segment.end;
  // Where the line must tell what is code, whatever a rule names waits: so does what may become it.
  const bool waits = lexer.attempt_is_hard(scope) || (!in_body_ && lexer_.is_undecided());
  if (waits) return lexer.position();
  if (const auto marker = lexer.hard_marker_inside(scope)) {
    const std::uint64_t complete = in_body_ ? nowhere : lexer.complete_until();
    return std::min({*marker, complete, segment.end});
  }
  return scouted_hold(segment, scope);
}

// What has been read behind the start of the kept attempt, for the case that it fails.
const Lexer* Interpreter::lexer_ahead() const {
  const Scout& scout = scouts_[0];
  const bool fits = lexer_.plain().in_attempt() && scout.origin == lexer_.plain().position();
  return fits && !scout.has_met_any ? &scout.lexer : nullptr;
}

// Inside a soft attempt bytes leave, up to where a hard token would begin if the attempt failed:
// that is found by reading from its second byte as if it had. Three attempts overlap at most, so
// two scouts are enough. In text, bytes behind a complete soft token wait too: if it counts, its
// event comes before them.
std::uint64_t Interpreter::scouted_hold(const Segment& segment, Scope scope) {
  if (leading_ && !in_body_) scope.openers = false;  // the attempt's '<' would be visible
  std::uint64_t origin = lexer_.decided();
  std::uint64_t hold = in_body_ ? nowhere : lexer_.plain().complete_until();
  bool are_tags = lexer_.plain().is_at_tag_only();
  if (scouts_[0].origin != origin && scouts_[1].origin == origin) scouts_[0] = scouts_[1];
  for (Scout& scout : scouts_) {
    if (scout.origin != origin) {
      scout = Scout();
      scout.origin = origin;
      if (&scout != scouts_.data() && scouts_[0].is_own) {  // it reads on where that one stands
        scout.open = scouts_[0].open;
        scout.is_own = true;
      }
      scout.lexer.restart(origin + 1);
    }
    read_ahead(scout, segment, scope);
    if (scout.found != nowhere) return std::min(hold, scout.found);
    origin = scout.lexer.position();
    if (!scout.lexer.in_attempt()) return std::min(hold, segment.end);
    if (scout.lexer.attempt_is_hard(scope)) return std::min(hold, origin);
    if (!in_body_) hold = std::min(hold, scout.lexer.complete_until());
    are_tags = are_tags && scout.lexer.is_at_tag_only();
  }
  return std::min(hold, are_tags ? segment.end : origin);  // no fourth tag can have begun
}

// Lets a scout read to the end of the segment, or to the first token that something must wait for:
// a hard one from its start, one with an event of its own from its end.
void Interpreter::read_ahead(Scout& scout, const Segment& segment, Scope scope) {
  Match match;
  while (scout.found == nowhere) {
    if (scout.is_own) scope.open = &scout.open;
    if (scout.lexer.next(segment, scope, Lexer::no_limit, false, counters_, match) !=
        Lexer::Outcome::match) {
      return;
    }
    scout.has_met_any = true;
    if (match.hard) {
      scout.found = match.begin;
    } else if (!in_body_ && (match.closes || match.kind == TokenKind::empty)) {
      scout.found = match.end;
    } else if (!in_body_) {
      if (!scout.is_own) scout.open = open_;
      scout.is_own = true;
      scout.open.add(set_->rules[match.rule], match.rule);
    }
  }
}

}  // namespace tagstream
