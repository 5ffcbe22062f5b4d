#include "machine/call_events.hpp"

#include <algorithm>

#include "machine/calls.hpp"

namespace tagstream {

namespace {

Span in_answer(const Output& out, Span read) {
  return {out.in_answer(read.begin), out.in_answer(read.end)};
}

// It is a call that must not be called.
void forbid(const Context& context, CallPart& part) {
  const bool is_none = context.program->calls.options.tool_choice == ToolChoice::none;
  part.error = CallErrorCode::not_allowed;
  part.offset = part.begin;
  part.message = is_none ? "no tool may be called" : "only one tool may be called";
  part.arguments = {};
}

}  // namespace

// ---- in pieces -------------------------------------------------------------------------------

// Only the last item can have something new, and those that have begun since.
void CallEvents::announce(Context& context, const Segment& segment) {
  CallReader& call = *context.calls->open;
  const std::size_t count = call.value().list().announced();
  for (std::size_t item = announced_items_; item < count; ++item) {
    const CallProgress progress = call.progress(segment, item, context.counters);
    announced_items_ = item;
    if (progress.name.empty()) continue;
    if (!call.list().head().offers(progress.name) || !may_call(context, item)) continue;
    if (started_.empty() || started_.back().item != item) {
      started_.push_back(start(context, item, progress.name, progress.id));
    }
    send_arguments(context, started_.back(), progress.fresh, progress.is_in_body);
  }
}

// Items before it have ended: they are calls, or errors.
bool CallEvents::may_call(const Context& context, std::size_t item) {
  const CallPolicy::Options& options = context.program->calls.options;
  if (options.tool_choice == ToolChoice::none) return false;
  if (!options.no_parallel) return true;
  if (calls_ != 0) return false;
  CallList& list = context.calls->open->list();
  while (errors_before_ < item && list.at(errors_before_).error != CallErrorCode::none) {
    ++errors_before_;
  }
  return errors_before_ == item;
}

CallEvents::Started CallEvents::start(Context& context, std::size_t item, std::string_view tool,
                                      std::string_view id) {
  const Started started{item, next_index_++, 0};
  context.out.end_stretch(context.segment, context.calls->open->facts().start);
  const std::uint64_t at = context.out.emitted();
  Call& call = add_event(context, EventKind::call_start, {at, at});
  const Span place = in_answer(context.out, {at, at});
  context.out.set(call, {.span = place,
                         .index = started.index,
                         .tool = context.out.keep(tool),
                         .id = context.out.keep(id)});
  call.has_index = call.has_started = true;
  return started;
}

void CallEvents::send_arguments(Context& context, Started& started, std::string_view piece,
                                bool is_in_window) {
  if (piece.empty()) return;
  const std::uint64_t at = context.out.emitted();
  Call& call = add_event(context, EventKind::call_delta, {at, at});
  call.set({.span = in_answer(context.out, {at, at}), .index = started.index});
  call.has_index = call.has_started = true;
  context.out.last().text = is_in_window ? piece : context.out.keep(piece);
  started.argument_bytes_sent += piece.size();
}

void CallEvents::send_plain(Context& context, std::string_view piece) {
  const bool is_given = !started_.empty() && started_.back().item == announced_items_;
  if (piece.empty() || !is_given) return;  // what must not be called has no pieces
  const std::uint64_t end = context.segment.end;
  if (plain_until_ != end - piece.size()) {
    send_arguments(context, started_.back(), piece, true);
  } else {
    const std::uint64_t at = context.out.emitted();
    Event& event = context.out.add(EventKind::call_delta, {at, at});
    event.element = &context.out.add_same_call();
    event.text = piece;
    started_.back().argument_bytes_sent += piece.size();
  }
  plain_until_ = end;
}

// ---- at the end ------------------------------------------------------------------------------

bool CallEvents::gives_back(const Context& context) const {
  const CallReader& call = *context.calls->open;
  const bool is_tentative = context.rule(call.facts().opener).is_tentative;
  return !has_started() &&
         (is_tentative || context.program->calls.options.bad_calls == BadCalls::content);
}

void CallEvents::give_back(Context& context, const Segment& segment) {
  const CallReader& call = *context.calls->open;
  if (!gives_back(context) || !call.facts().refuted_at || call.facts().is_passed()) return;
  const std::uint64_t until = call.release_until(segment.end);
  if (call.facts().has_ended) {
    context.out.emit_until(segment, EventKind::content, until);
  } else {
    context.emit_flowing(segment, EventKind::content, until);
  }
}

void CallEvents::emit(Context& context) {
  CallReader& call = *context.calls->open;
  const Segment& segment = context.segment;
  Output& out = context.out;
  CallList& list = call.list();
  const std::size_t count = list.size();
  const bool gives_back_errors = gives_back(context);
  if (list.has_failed() && !gives_back_errors) {
    emit_error(context, list.part(segment, 0, out.kept(), context.counters));
    return;
  }
  const std::uint64_t end = call.facts().end_in(segment);
  const bool is_tentative = context.rule(call.facts().opener).is_tentative;
  const Standing standing = list.standing();
  if (gives_back_errors &&
      (list.has_failed() || standing.calls == 0 || (is_tentative && standing.errors != 0))) {
    // A name alone is content.
    const bool is_bare = !call.facts().has_closer || call.facts().content(segment).empty();
    if (call.facts().is_empty && is_bare) {
      out.emit_markup(segment, end);
    } else {
      context.emit_until(EventKind::content, end);
      context.lexer.pass_visible(segment, end);
    }
    if (is_tentative) return;
  }
  out.make_room(count);
  std::uint64_t begin = call.facts().start;
  auto started = started_.begin();
  for (std::size_t item = 0; item < count; ++item) {
    CallPart part = list.part(segment, item, out.kept(), context.counters);
    const Span span{begin, item + 1 == count ? end : part.end};
    Started* own = nullptr;
    if (started != started_.end() && started->item == item) own = &*started++;
    const bool is_call = part.error == CallErrorCode::none;
    if (!is_call && errors_before_ == item) ++errors_before_;
    if (is_call && own == nullptr && !may_call(context, item)) forbid(context, part);
    const std::string_view content =
        count == 1 ? call.facts().content(segment) : trimmed(segment.slice(part.begin, part.end));
    const bool is_content = context.program->calls.options.bad_calls == BadCalls::content &&
                            part.error != CallErrorCode::not_allowed;
    if (part.error != CallErrorCode::none && own == nullptr && is_content) {
      context.emit_until(EventKind::content, span.end);
      quote_error(context, part, content, span);
    } else {
      take_out(context, part, own, content, span);
    }
    begin = span.end;
  }
}

void CallEvents::quote_error(Context& context, const CallPart& part, std::string_view content,
                             Span span) {
  context.out.release_blanks(context.segment);
  const std::uint64_t emitted = context.out.emitted();
  emit_part(context, part, nullptr, content, span);
  context.out.last().span = {emitted, emitted};
}

void CallEvents::take_out(Context& context, const CallPart& part, Started* started,
                          std::string_view content, Span span) {
  context.out.end_stretch(context.segment, span.begin);
  emit_part(context, part, started, content, span);
  context.out.pass(span.end);
}

void CallEvents::emit_part(Context& context, const CallPart& part, Started* started,
                           std::string_view content, Span span) {
  const bool is_error = part.error != CallErrorCode::none;
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
    context.out.emit_notice(span.begin, NoticeCode::unknown_key,
                            "a value holds a tag whose key the tool's schema does not have");
  }
  const bool has_index = !is_error || started != nullptr;
  CallFields fields{.span = in_answer(context.out, span), .tool = part.name, .id = part.id};
  if (has_index) fields.index = started != nullptr ? started->index : next_index_++;
  if (is_error) {
    fields.error = part.error;
    fields.offset = context.out.in_answer(part.offset);
    fields.message = part.message;
  } else {
    fields.arguments = part.arguments;
  }
  Call& call = add_event(context, is_error ? EventKind::call_error : EventKind::call, span);
  context.out.set(call, fields);
  Event& event = context.out.last();
  event.text = content;
  event.is_closed = context.calls->open->facts().has_closer;
  call.has_started = started != nullptr;
  call.has_index = has_index;
  if (!is_error) ++calls_;
  call.is_repaired = part.is_repaired && !is_error;
}

void CallEvents::emit_error(Context& context, const CallPart& part) {
  const CallReader& call = *context.calls->open;
  std::string_view content = call.facts().content(context.segment);
  Span span{call.facts().start, call.facts().end_in(context.segment)};
  if (started_.empty()) {
    take_out(context, part, nullptr, content, span);
    return;
  }
  context.out.make_room(started_.size());
  for (Started& started : started_) {
    take_out(context, part, &started, content, span);
    span.begin = span.end;
    content = {};
  }
}

void CallEvents::emit_too_large(Context& context, std::uint64_t bound) {
  const CallReader& call = *context.calls->open;
  CallPart part;
  part.error = CallErrorCode::too_large;
  part.offset = call.facts().start;
  part.message = "the call is longer than max_held_bytes: its bytes are content";
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

// Precondition: the call's opening tag is in the window.
Call& CallEvents::add_event(Context& context, EventKind kind, Span span) {
  const CallFacts& facts = context.calls->open->facts();
  Output& out = context.out;
  const std::uint64_t start = out.in_answer(facts.opener.begin);
  Call& call = out.add_call(context.element_at(start, facts.opener));
  call.is_recovered = facts.start < context.flow.read_again_until;
  context.out.add(kind, span).element = &call;
  return call;
}

}  // namespace tagstream
