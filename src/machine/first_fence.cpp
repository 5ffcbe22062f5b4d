#include "machine/first_fence.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "machine/calls.hpp"
#include "machine/machine.hpp"
#include "machine/text.hpp"

namespace tagstream {

using Go = Next::Go;

FirstFence::FirstFence(const Match& match, std::unique_ptr<Machine> ahead)
    : match_(match), ahead_(std::move(ahead)), examined_before_(ahead_->stats().bytes_examined) {}

FirstFence::~FirstFence() = default;

// A call that need not be one waits anyway: it counts if a fence around it is the whole
// answer.
bool FirstFence::is_before(const Context& context, const Match& match) {
  const CompiledRule& rule = context.rule(match);
  const bool opens_wrapper = rule.role == Role::wrap_open && match.kind != TokenKind::empty &&
                             !closes_wrapper(context.program->rules, match);
  if (!(rule.role == Role::call || opens_wrapper) || rule.call.is_tentative) return false;
  return !context.flow.priming && context.lexer.is_undecided();
}

// With `max_held_bytes` = 30 only the first 30 bytes from the opener on decide. If they don't, the
// call is text, and so are all calls after it, since the end of the fence is not known.
Next FirstFence::step(Context& context, bool at_end) {
  const std::uint64_t bound = match_.begin + context.limits().max_held_bytes;
  const Readable part = context.readable(bound, at_end);
  const bool is_last = part.then != Readable::Then::more;
  Behind behind = find(ahead_->read_ahead(part.segment, is_last));
  if (behind == Behind::unknown) {
    if (!is_last) return Next::to(Go::more);
    behind = part.ends_input() ? Behind::call : Behind::text;
    if (part.is_bounded()) overflow(context);
  }
  context.counters.examined += ahead_->stats().bytes_examined - examined_before_;
  match_.is_in_code = behind == Behind::text;
  if (match_.is_in_code) {
    const std::uint64_t end = ahead_->first_fence_end();
    context.lexer.first_fence().let_first_quote(end == Fences::no_end ? 0 : end);
  } else {
    context.lexer.first_fence().let_first_count();
  }
  return Text::accept(context, match_);
}

void FirstFence::overflow(Context& context) const {
  context.note_limit(match_.begin);
  context.calls->are_over = true;
  if (context.limits().on_limit != OnLimit::stop) return;
  context.stop(match_.begin, "more than max_held_bytes in a code fence with a tool call");
}

// Looks for text or a call after the fence in the events of the copy. A broken call counts as the
// text that it is. Its bytes may leave as content before its end shows that the fence ends in them.
FirstFence::Behind FirstFence::find(std::span<const Event> events) {
  const std::uint64_t end = ahead_->first_fence_end();
  if (text_until_ > end) return Behind::text;
  for (const Event& event : events) {
    const bool is_behind = event.span.start >= end;
    switch (event.kind) {
      case EventKind::content: {
        const std::size_t size = trimmed_back(event.text).size();
        if (size != 0) text_until_ = event.span.end - (event.text.size() - size);
        if (text_until_ > end) return Behind::text;
        break;
      }
      case EventKind::tool_call:
        if (is_behind) return Behind::call;
        break;
      case EventKind::tool_call_error:
        if (is_behind && !event.span.empty()) return Behind::text;
        break;
      default: break;
    }
  }
  return Behind::unknown;
}

}  // namespace tagstream
