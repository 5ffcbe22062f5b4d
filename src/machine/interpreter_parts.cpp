// What comes out of a tool call: its pieces while it is open, then an event for each call or error
// in its body.

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "machine/interpreter.hpp"

namespace tagstream {

// ---- calls in pieces -------------------------------------------------------------------------

// Only the last item can have something new, and those that have begun since.
void Interpreter::announce_calls(const Segment& segment) {
  OpenCall& call = *calls_->open;
  const std::size_t count = call.item_count();
  for (std::size_t item = calls_->announced_items; item < count; ++item) {
    const CallProgress progress = call.progress(segment, item, counters_);
    calls_->announced_items = item;
    if (progress.name.empty()) continue;
    if (calls_->started.empty() || calls_->started.back().item != item) {
      calls_->started.push_back(start_call(item, progress.name, progress.id));
    }
    give_arguments(calls_->started.back(), progress.fresh, progress.is_in_body);
  }
}

Interpreter::Started Interpreter::start_call(std::size_t item, std::string_view name,
                                             std::string_view id) {
  const Started started{item, calls_->next_index++, 0};
  Event& event = emit_call_event(EventKind::tool_call_start, emitted_, emitted_);
  ToolCall& start = new_call(event);
  start.index = started.index;
  start.has_index = true;
  start.name = keep(retired_, std::string(name));
  start.id = keep(retired_, std::string(id));
  return started;
}

void Interpreter::give_arguments(Started& started, std::string_view piece, bool is_in_window) {
  if (piece.empty()) return;
  Event& event = emit_call_event(EventKind::tool_call_delta, emitted_, emitted_);
  event.text = is_in_window ? piece : keep(retired_, std::string(piece));
  ToolCall& delta = new_call(event);
  delta.index = started.index;
  delta.has_index = true;
  started.given += piece.size();
}

// ---- what was in it --------------------------------------------------------------------------

// For many events at once no more room is taken than they need.
void Interpreter::make_room(std::size_t events) {
  constexpr std::size_t many = 64;
  if (events < many) return;
  const std::size_t needed = events_.size() + events + many;
  if (needed > events_.capacity()) events_.reserve(std::max(needed, events_.capacity() * 3 / 2));
}

void Interpreter::emit_parts(const Segment& segment) {
  OpenCall& call = *calls_->open;
  const std::size_t count = call.part_count(segment, retired_, counters_);
  if (set_->dialect.gives_back && (calls_->started.empty() || !call.has_error())) {
    give_back_parts(segment, count);
    return;
  }
  if (call.has_error()) {
    emit_error(segment, call.part(segment, 0, retired_, counters_));
    return;
  }
  make_room(count);
  const std::uint64_t end = call.has_ended() ? call.end() : segment.end;
  std::uint64_t begin = call.start();
  auto started = calls_->started.begin();
  for (std::size_t item = 0; item < count; ++item) {
    const CallPart part = call.part(segment, item, retired_, counters_);
    const std::uint64_t part_end = item + 1 == count ? end : part.end;
    Started* own = nullptr;
    if (started != calls_->started.end() && started->item == item) own = &*started++;
    const std::string_view content =
        count == 1 ? call.content(segment) : trimmed(segment.slice(part.begin, part.end));
    emit_part(part, own, content, begin, part_end);
    begin = part_end;
  }
}

// As above, but what is no call leaves as content, if it has not started.
void Interpreter::give_back_parts(const Segment& segment, std::size_t count) {
  OpenCall& call = *calls_->open;
  const std::uint64_t end = call.has_ended() ? call.end() : segment.end;
  std::vector<CallPart> parts;
  parts.reserve(count);
  std::size_t errors = 0;
  for (std::size_t item = 0; item < count; ++item) {
    parts.push_back(call.part(segment, item, retired_, counters_));
    if (parts.back().error != ToolErrorCode::none) ++errors;
  }
  const bool is_tentative = set_->rules[call.opener().rule].is_leading;
  const bool is_no_call =
      calls_->started.empty() && (errors == count || (is_tentative && errors != 0));
  if (is_no_call && call.has_nothing()) {
    emit_markup(segment, call.start(), end);
  } else if (is_no_call) {
    emit_until(segment, EventKind::content_delta, end);
    lexer_.pass_visible(segment, end);
  }
  if (is_no_call && is_tentative) return;
  make_room(count);
  std::uint64_t begin = call.start();
  auto started = calls_->started.begin();
  for (std::size_t item = 0; item < count; ++item) {
    const CallPart& part = parts[item];
    const std::uint64_t part_end = item + 1 == count ? end : part.end;
    Started* own = nullptr;
    if (started != calls_->started.end() && started->item == item) own = &*started++;
    const std::string_view content =
        count == 1 ? call.content(segment) : trimmed(segment.slice(part.begin, part.end));
    if (part.error == ToolErrorCode::none || own != nullptr) {
      emit_part(part, own, content, begin, part_end);
    } else {
      emit_until(segment, EventKind::content_delta, part_end);
      quote_error(part, content, begin, part_end);
    }
    begin = part_end;
  }
}

// An error whose bytes have left.
void Interpreter::quote_error(const CallPart& part, std::string_view content, std::uint64_t begin,
                              std::uint64_t end) {
  const std::uint64_t emitted = emitted_;
  emit_part(part, nullptr, content, begin, end);
  Event& event = events_.back();
  event.begin = event.end = emitted_ = emitted;
}

void Interpreter::emit_part(const CallPart& part, Started* started, std::string_view content,
                            std::uint64_t begin, std::uint64_t end) {
  const bool is_error = part.error != ToolErrorCode::none;
  Started new_start;
  if (!is_error && started == nullptr && calls_->policy->options.incremental &&
      !part.arguments.empty()) {
    new_start = start_call(0, part.name, part.id);
    started = &new_start;
  }
  if (!is_error && started != nullptr) {
    give_arguments(*started, part.arguments.substr(std::min(started->given, part.arguments.size())),
                   true);
  }
  const EventKind kind = is_error             ? EventKind::tool_error
                         : started != nullptr ? EventKind::tool_call_end
                                              : EventKind::tool_call;
  Event& event = emit_call_event(kind, begin, end);
  event.text = content;
  event.is_closed = calls_->open->has_closer();
  emitted_ = end;
  ToolCall& call = new_call(event);
  call.has_index = !is_error || started != nullptr;
  if (call.has_index) call.index = started != nullptr ? started->index : calls_->next_index++;
  call.name = part.name;
  call.arguments = part.arguments;
  call.id = part.id;
  call.is_repaired = part.is_repaired && !is_error;
  call.error = part.error;
  if (!is_error) return;
  call.offset = part.offset;
  call.message = part.message;
}

// An error of the whole body: one for each call that has started, the first with the body.
void Interpreter::emit_error(const Segment& segment, const CallPart& part) {
  const std::uint64_t end = calls_->open->has_ended() ? calls_->open->end() : segment.end;
  if (calls_->started.empty()) {
    emit_part(part, nullptr, calls_->open->content(segment), calls_->open->start(), end);
    return;
  }
  make_room(calls_->started.size());
  std::string_view content = calls_->open->content(segment);
  std::uint64_t begin = calls_->open->start();
  for (Started& started : calls_->started) {
    emit_part(part, &started, content, begin, end);
    begin = end;
    content = {};
  }
}

// Precondition: the call's opening tag is in the window.
Event& Interpreter::emit_call_event(EventKind kind, std::uint64_t begin, std::uint64_t end) {
  const Match& opener = calls_->open->opener();
  Event& event = events_.emplace_back();
  event.kind = kind;
  event.begin = event.start_index = begin;
  event.end = event.end_index = end;
  event.raw_tag = window_.segment().slice(opener.begin, opener.end);
  event.tag_name = tag_name(window_.segment(), opener);
  return event;
}

ToolCall& Interpreter::new_call(Event& event) {
  if (calls_->told_count == calls_->told.size())
    calls_->told.push_back(std::make_unique<ToolCall>());
  ToolCall& call = *calls_->told[calls_->told_count++];
  call = ToolCall();
  call.is_recovered = calls_->open->start() < calls_->read_again_until;
  event.call = &call;
  return call;
}

}  // namespace tagstream
