#include "machine/call_events.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "machine/calls.hpp"

namespace tagstream {

// One body may give several events. In hermes:
//
//   <tool_call>[{"name":"a"},{"n":1},{"name":"b"}]</tool_call>
//
//   tool_call a                  bytes 0 to 24: the opener is part of the first span
//   content `,{"n":1}`           the bytes of an element that is not a call become content
//   tool_call_error              missing_name, at byte 25; its span is empty, since it only quotes
//   tool_call b                  the rest, the closing tag included
//
// With `bad_calls` = `hide` there is no content: the error has these bytes as its span.
namespace {

// Makes a call that is not allowed an error. With `tool_choice` = `none`,
// `<tool_call>{"name":"f","arguments":{"a":1}}</tool_call>` is the error `not_allowed`, whose span
// is the whole call. `<tool_call>oops</tool_call>` is `invalid_json` as without the option.
void forbid(const Context& context, CallPart& part) {
  const bool is_none = context.program->calls.options.tool_choice == ToolChoice::none;
  part.error = Code::not_allowed;
  part.offset = part.begin;
  part.message = is_none ? "no tool may be called" : "only one tool may be called";
  part.arguments = {};
}

}  // namespace

// The names of the copy lie in the copy.
CallEvents::CallEvents(const CallEvents& other)
    : started_(other.started_),
      announced_items_(other.announced_items_),
      next_index_(other.next_index_),
      calls_(other.calls_),
      errors_before_(other.errors_before_) {
  for (Started& started : started_) started.name = keep(names_, started.name);
}

// ---- in pieces -------------------------------------------------------------------------------

// Only the last item of the previous feed and the items after it can have news. In
// `a <tool>{"name":"f","arguments":{"a": 1}}</tool>` with `call: ["tool"]` the call starts with its
// name, and its arguments follow. A call that is not allowed has no pieces.
void CallEvents::announce(Context& context, const Segment& segment) {
  CallReader& call = *context.calls->open;
  const std::size_t count = call.list().announced();
  for (std::size_t item = announced_items_; item < count; ++item) {
    Started* own = started(item);
    const std::size_t given = own == nullptr ? 0 : own->argument_bytes_sent;
    const CallProgress progress = call.progress(segment, item, given, context.counters);
    announced_items_ = item;
    if (progress.name.empty()) continue;
    if (!call.list().head().offers(progress.name) || !may_call(context, item)) continue;
    if (own == nullptr) {
      own = &started_.emplace_back(start(context, item, progress.name, progress.id));
    }
    send_arguments(context, *own, progress.fresh, progress.is_in_body);
  }
}

// True if the item may be called. The items before it have ended, so they are calls or errors.
// With `parallel_tool_calls` = `false` only the first call counts; errors do not count. In
// `[{"x":1},{"name":"g"},{"name":"h"}]` of hermes the first is an error, g is a call, and h is the
// error `not_allowed`.
bool CallEvents::may_call(const Context& context, std::size_t item) {
  const CallPolicy::Options& options = context.program->calls.options;
  if (options.tool_choice == ToolChoice::none) return false;
  if (!options.no_parallel) return true;
  if (calls_ != 0) return false;
  CallList& list = context.calls->open->list();
  while (errors_before_ < item && list.at(errors_before_).error != Code::none) {
    ++errors_before_;
  }
  return errors_before_ == item;
}

CallEvents::Started CallEvents::start(Context& context, std::size_t item, std::string_view tool,
                                      std::string_view id) {
  Started started{item, next_index_++, 0, keep(names_, tool), {}};
  const std::vector<std::string>& decoded = context.program->calls.options.decoded;
  if (!decoded.empty()) started.decoded.make(decoded, tool);
  context.out.end_stretch(context.segment, context.calls->open->facts().start);
  add_piece(context, EventKind::tool_call_start, started).id = context.out.keep(id);
  return started;
}

void CallEvents::send_arguments(Context& context, Started& started, std::string_view piece,
                                bool is_in_window) {
  if (piece.empty()) return;
  started.argument_bytes_sent += piece.size();
  std::string decoded;
  if (started.decoded != nullptr) {
    started.decoded->feed(piece, decoded);
    if (decoded.empty()) return;  // an entity that is not complete
    piece = decoded;
    is_in_window = false;
  }
  add_piece(context, EventKind::tool_call_delta, started).text =
      is_in_window ? piece : context.out.keep(piece);
}

bool CallEvents::is_level(CallReader& call, std::uint64_t at) {
  const Started* const own = started(announced_items_);
  return own == nullptr || call.is_level(at, own->argument_bytes_sent);
}

void CallEvents::send_plain(Context& context, std::string_view piece) {
  if (Started* const own = started(announced_items_)) send_arguments(context, *own, piece, true);
}

// ---- at the end ------------------------------------------------------------------------------

// True if the bytes of errors become content. They do not once a call has started, since the
// client has its name already.
bool CallEvents::gives_back(const Context& context) const {
  const CallReader& call = *context.calls->open;
  const bool is_tentative = context.rule(call.facts().opener).call.is_tentative;
  return !has_started() &&
         (is_tentative || context.program->calls.options.bad_calls == BadCalls::content);
}

// In hermes the bytes of `x <tool_call>oops <b` are emitted as content as they come, before
// the end of the body is known. They are held as well, since the error will quote them.
void CallEvents::give_back(Context& context, const Segment& segment) {
  const CallReader& call = *context.calls->open;
  if (!gives_back(context) || !call.facts().refuted_at) return;
  const std::uint64_t until = call.not_closer_before(segment.end);
  if (call.facts().has_ended()) {
    context.out.emit_until(segment, EventKind::content, until);
  } else {
    context.emit_flowing(segment, EventKind::content, until);
  }
}

// Without a marker all elements must be calls. In the dialect json,
// `[{"name":"a","arguments":{}}, {"name":"b"}] so` is content, without an event for an error.
void CallEvents::emit(Context& context) {
  CallReader& call = *context.calls->open;
  CallList& list = call.list();
  const bool gives_back_errors = gives_back(context);
  if (list.has_failed() && !gives_back_errors) {
    emit_error(context, list.part(context.segment, 0, context.out.kept(), context.counters));
    return;
  }
  const bool is_tentative = context.rule(call.facts().opener).call.is_tentative;
  const Standing standing = list.standing();
  const bool is_given_back = gives_back_errors && (list.has_failed() || standing.calls == 0 ||
                                                   (is_tentative && standing.errors != 0));
  if (is_given_back) give_back_all(context);
  if (!is_given_back || !is_tentative) emit_items(context, is_given_back);
}

// The bytes of the call become content, or markup if the body says nothing. A body of blanks
// is markup: `a <tool_call></tool_call>b` in hermes. A body with only a name is content, and so is
// a call of a tool that is not offered.
void CallEvents::give_back_all(Context& context) {
  CallReader& call = *context.calls->open;
  CallList& list = call.list();
  const Segment& segment = context.segment;
  const std::uint64_t end = call.facts().end_in(segment);
  const bool is_bare = !call.facts().has_closer || call.facts().content(segment).empty();
  const bool names_a_tool =
      list.size() != 0 && !list.has_failed() &&
      (list.at(0).error == Code::unknown_tool || list.at(0).error == Code::bad_arguments);
  if (call.facts().is_empty && is_bare && !names_a_tool) {
    context.out.emit_markup(segment, end);
  } else {
    context.emit_until(EventKind::content, end);
    pass_given_back(context, end);
  }
}

// The bytes up to `end` became content: code is searched for in them.
void CallEvents::pass_given_back(Context& context, std::uint64_t end) {
  const CallFacts& facts = context.calls->open->facts();
  const bool is_closed = facts.has_closer && !context.rule(facts.opener).call.is_tentative;
  context.lexer.pass_given_back(context.segment, end, is_closed, context.counters);
}

// Emits one event for each item. Of `[{"name": "f"}, {"name": "g"}]` the first call carries
// `{"name": "f"}`. @param is_given_back  all bytes of the call are content already
void CallEvents::emit_items(Context& context, bool is_given_back) {
  CallReader& call = *context.calls->open;
  const Segment& segment = context.segment;
  CallList& list = call.list();
  const std::size_t count = list.size();
  const std::uint64_t end = call.facts().end_in(segment);
  context.out.make_room(count);
  std::uint64_t begin = call.facts().start;
  auto started = started_.begin();
  for (std::size_t item = 0; item < count; ++item) {
    CallPart part = list.part(segment, item, context.out.kept(), context.counters);
    const Span span{begin, item + 1 == count ? end : part.end};
    Started* own = nullptr;
    if (started != started_.end() && started->item == item) own = &*started++;
    const bool is_call = part.error == Code::none;
    if (!is_call && errors_before_ == item) ++errors_before_;
    if (is_call && own == nullptr && !may_call(context, item)) forbid(context, part);
    const std::string_view raw =
        count == 1 ? call.facts().content(segment) : trimmed(segment.slice(part.begin, part.end));
    const bool is_content = context.program->calls.options.bad_calls == BadCalls::content &&
                            part.error != Code::not_allowed;
    if (part.error != Code::none && own == nullptr && is_content) {
      context.emit_until(EventKind::content, span.end);
      if (!is_given_back) {
        context.lexer.skip(span.start);
        pass_given_back(context, span.end);
      }
      quote_error(context, part, raw, span);
    } else {
      take_out(context, part, own, raw, span);
    }
    begin = span.end;
  }
}

void CallEvents::quote_error(Context& context, const CallPart& part, std::string_view raw,
                             Span span) {
  context.out.release_blanks(context.segment);
  const std::uint64_t emitted = context.out.emitted();
  emit_part(context, part, nullptr, raw, span);
  context.out.last().span = {emitted, emitted};
}

void CallEvents::take_out(Context& context, const CallPart& part, Started* started,
                          std::string_view raw, Span span) {
  context.out.end_stretch(context.segment, span.start);
  emit_part(context, part, started, raw, span);
  context.out.pass(span.end);
}

// With `decode_entities: ["a"]` the arguments `{"a":"&lt;"}` are `{"a":"<"}`.
std::string_view CallEvents::decoded(Context& context, const CallPart& part) {
  const std::vector<std::string>& names = context.program->calls.options.decoded;
  if (names.empty()) return part.arguments;
  std::string arguments;
  DecodedArguments(names, part.name).feed(part.arguments, arguments);
  return context.out.keep(arguments);
}

// `is_closed` is true if the call's own closer ended it. In
// `<tool_call>{"name":"f"}<tool_call>{"name":"g"}</tool_call>` the first call is not closed.
void CallEvents::emit_part(Context& context, const CallPart& part, Started* started,
                           std::string_view raw, Span span) {
  const bool is_error = part.error != Code::none;
  Started new_start;
  if (!is_error && started == nullptr && context.program->calls.options.incremental &&
      !part.arguments.empty()) {
    new_start = start(context, 0, part.name, part.id);
    started = &new_start;
  }
  if (!is_error && started != nullptr) {
    const std::size_t sent = std::min(started->argument_bytes_sent, part.arguments.size());
    send_arguments(context, *started, part.arguments.substr(sent), true);
  }
  if (!is_error && part.has_unknown_key) {
    context.out.emit_notice(span.start, Code::unknown_key,
                            "a value holds a tag that is not a parameter of the tool");
  }
  if (!is_error && part.left_out != nullptr)
    context.out.emit_notice(span.start, Code::unknown_key, part.left_out);
  Event& event =
      context.out.add(is_error ? EventKind::tool_call_error : EventKind::tool_call, span);
  // With `call: ["tool"]`, in `<tool>{"c":"oops}</tool> mid <tool>{"name":"d"}</tool>` the
  // first body was read as one string up to `{"`. The call d lies in it.
  event.is_recovered = context.calls->open->facts().start < context.flow.read_again_until;
  event.has_index = !is_error || started != nullptr;
  if (event.has_index) event.index = started != nullptr ? started->index : next_index_++;
  event.has_started = started != nullptr;
  event.is_closed = context.calls->open->facts().has_closer;
  event.name = is_error && started != nullptr ? started->name : part.name;
  event.raw = raw;
  if (is_error) {
    event.code = part.error;
    event.text = part.message;
    event.offset = part.offset;
  } else {
    event.text = decoded(context, part);
    event.id = part.id;
    event.is_repaired = part.is_repaired;
    ++calls_;
  }
}

// `<tool>{"name":"f","args":{"a": oops}}</tool>` with `incremental` has started f; the error
// `invalid_json` at byte 31 has the same index.
void CallEvents::emit_error(Context& context, const CallPart& part) {
  const CallReader& call = *context.calls->open;
  std::string_view raw = call.facts().content(context.segment);
  Span span{call.facts().start, call.facts().end_in(context.segment)};
  if (started_.empty()) {
    take_out(context, part, nullptr, raw, span);
    return;
  }
  context.out.make_room(started_.size());
  for (Started& started : started_) {
    take_out(context, part, &started, raw, span);
    span.start = span.end;
    raw = {};
  }
}

void CallEvents::emit_too_large(Context& context, std::uint64_t bound) {
  const CallReader& call = *context.calls->open;
  CallPart part;
  part.error = Code::too_large;
  part.offset = call.facts().start;
  part.message =
      "the call is longer than max_held_bytes: its bytes are content, and nothing after it is "
      "called";
  context.out.make_room(started_.size());
  context.out.release_blanks(context.segment);
  const std::uint64_t emitted = std::max(context.out.emitted(), call.facts().start);
  std::size_t i = 0;
  do {  // one for each call that has started
    emit_part(context, part, i < started_.size() ? &started_[i] : nullptr, {},
              {call.facts().start, bound});
    context.out.last().span = {emitted, emitted};
  } while (++i < started_.size());
  started_.clear();
}

Event& CallEvents::add_piece(Context& context, EventKind kind, const Started& started) {
  const std::uint64_t at = context.out.emitted();
  Event& event = context.out.add(kind, {at, at});
  event.has_index = true;
  event.index = started.index;
  event.name = started.name;
  return event;
}

// Most calls have the name of a call shortly before: the last names stay, for `keep` to find. Older
// ones live until the next feed, since events of this feed point to them.
void CallEvents::forget_call(Output& out) {
  constexpr std::size_t most = 4;  // as many as `keep` looks at
  if (names_.size() > most) {
    const auto last = names_.end() - most;
    std::move(names_.begin(), last, std::back_inserter(out.kept()));
    names_.erase(names_.begin(), last);
  }
  started_.clear();
  announced_items_ = errors_before_ = 0;
}

}  // namespace tagstream
