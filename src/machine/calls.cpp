#include "machine/calls.hpp"

namespace tagstream {

// The steps of `<think>Now <function=plot>\n<parameter=note>\nno </think> here` in qwen3_coder,
// with the region at the `<` of the call:
//
//   after `\nno`          more
//   after `\nno </thi`    more: the call reads up to the `<`
//   after `</think> h`    closes: the reasoning ends inside the call
//
// In auto, `<think>a <tool_call>{"note":"</think>` is read up to the closer first, and then on: the
// body has turned out to be JSON, and the closer stands in a string.
CallStep Calls::step(Context& context, std::uint64_t from, bool at_end, const Scope* closers) {
  using Way = CallStep::Way;
  const std::uint64_t bound = from + context.limits().max_held_bytes;
  const Readable part = context.readable(bound, at_end);
  CallStep step{Way::more, part.segment, bound};
  if (part.is_bounded() && bound < open->facts().body_begin) {
    step.way = Way::too_long;
    return step;
  }
  Segment text = part.segment;
  bool closes = false;
  if (closers != nullptr && !open->may_quote()) {
    if (closer_ahead == nullptr) closer_ahead.make();
    closes = closer_ahead->cut_off(text, *closers, open->facts().body_begin, part.ends_input(),
                                   context.counters);
  }
  const CallReader::Outcome outcome =
      open->read(text, part.ends_input() && !closes, context.counters);
  if (outcome == CallReader::Outcome::not_a_call) {
    step.way = Way::not_a_call;
  } else if (open->facts().purpose == Purpose::judge && open->facts().refuted_at) {
    step.way = Way::refuted;
  } else if (outcome == CallReader::Outcome::ended) {
    step.way = Way::ended;
  } else if (text.end < part.segment.end && open->may_quote()) {
    step.way = Way::reads_on;  // the string may quote the closer
  } else if (closes) {
    step = {Way::closes, text, bound};
  } else if (part.then != Readable::Then::more) {
    step.way = part.is_bounded() ? Way::too_long : Way::cut_off;
  }
  const bool goes_on =
      step.way == Way::more || step.way == Way::too_long || step.way == Way::cut_off;
  if (goes_on && is_already_text(*open)) {
    context.emit_flowing(part.segment, context.flow.kind, open->not_closer_before(0));
  }
  return step;
}

}  // namespace tagstream
