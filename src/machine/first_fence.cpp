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

// A call that need not be one waits anyway, and R374 decides about it.
bool FirstFence::is_before(const Context& context, const Match& match) {
  const CompiledRule& rule = context.rule(match);
  const bool opens_wrapper = rule.role == Role::wrap_open && match.kind != TokenKind::empty &&
                             !closes_wrapper(context.program->rules, match);
  if (!(rule.role == Role::call || opens_wrapper) || rule.is_tentative) return false;
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

// Looks for text or a call behind the fence in the events of the copy.
FirstFence::Behind FirstFence::find(std::span<const Event> events) const {
  const std::uint64_t end = ahead_->first_fence_end();
  for (const Event& event : events) {
    switch (event.kind) {
      case EventKind::content: {
        if (event.span.end <= end) break;
        const auto behind = static_cast<std::size_t>(
            std::min<std::uint64_t>(event.span.end - end, event.text.size()));
        const std::string_view text = event.text.substr(event.text.size() - behind);
        if (!std::all_of(text.begin(), text.end(), is_blank)) return Behind::text;
        break;
      }
      case EventKind::tool_call_start:
      case EventKind::tool_call:
      case EventKind::tool_call_error:
        if (event.span.start >= end) return Behind::call;
        break;
      default: break;
    }
  }
  return Behind::unknown;
}

}  // namespace tagstream
