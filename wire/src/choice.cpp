#include "choice.hpp"

#include <algorithm>
#include <utility>

namespace tagstream::wire {

// The taken ids are shared, so that no two choices of an answer have the same ids.
Choice::Choice(std::uint32_t index, ChoiceSetup& setup)
    : index_(index),
      setup_(setup),
      parser_(setup.rules),
      builder_(seed_of_choice(setup.rules.options().id_seed, index), setup.taken,
               setup.rules.options().id_style) {}

std::span<const Event> Choice::read(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last != text.npos) last_visible_ = fed_ + last + 1;
  fed_ += text.size();
  const Stats before = parser_.stats();
  return note(before, parser_.feed(text));
}

std::span<const Event> Choice::note(const Stats& before, std::span<const Event> events) {
  const Stats after = parser_.stats();
  setup_.held = setup_.held + after.bytes_held - before.bytes_held;
  setup_.bytes_examined += after.bytes_examined - before.bytes_examined;
  for (const Event& event : events) read_until_ = std::max(read_until_, event.span.end);
  return events;
}

void Choice::write(std::span<const Delta> deltas) {
  for (const Delta& delta : deltas) {
    ChunkOutput& one = setup_.add(ChunkOutput::Kind::delta, {});
    one.choice = index_;
    one.is_completion = is_completion_;
    one.delta = delta;
    one.delta.text = setup_.keep(delta.text);
  }
}

// Sends the deltas of events, and the chunks that have waited for the text before them. Such a
// chunk may have come in the middle of an event's text: then the event is cut in two, and the chunk
// goes out between the halves.
void Choice::write(std::span<const Event> events) {
  for (Event event : events) {
    const bool is_text = event.kind == EventKind::content || event.kind == EventKind::reasoning;
    while (is_text && !waiting_.empty()) {
      const std::uint64_t end = waiting_.front().after;
      if (end <= event.span.start || end >= event.span.end) break;
      Event head = event;
      head.span.end = event.span.start = end;
      head.text = event.text.substr(0, head.span.size());
      event.text.remove_prefix(head.text.size());
      write(builder_.add({&head, 1}));
      release_until(end);
    }
    write(builder_.add({&event, 1}));
    release_until(event.span.end);
  }
}

void Choice::finish() {
  if (std::exchange(is_finished_, true)) return;
  const Stats before = parser_.stats();
  write(note(before, parser_.finish()));
  write(builder_.finish());
  release_until(fed_);
}

// A native call with the index 0, after a call of the rewriter with the index 0, becomes 1.
std::vector<CallEdit> Choice::edit_calls(std::span<const DeltaBuilder::CallKey> calls) {
  std::vector<CallEdit> edits;
  for (std::size_t at = 0; at < calls.size(); ++at) {
    const DeltaBuilder::CallKey& came = calls[at];
    const DeltaBuilder::CallKey given = builder_.native_call(came);
    CallEdit edit{at};
    if (given.index != came.index) edit.index = given.index;
    if (given.id != came.id) edit.id = setup_.keep(given.id);
    if (edit.index || edit.id) edits.push_back(edit);
  }
  return edits;
}

void Choice::keep(const ChunkPlace& place, const ChunkChoice* choice, std::size_t bytes,
                  std::uint64_t after) {
  Waiting one{place, {}, choice != nullptr && !choice->text.value_or("").empty(), bytes, after};
  if (choice != nullptr) {
    for (const DeltaBuilder::CallKey& call : choice->calls) {
      one.calls.push_back({call.index, std::string(call.id)});
    }
  }
  setup_.waiting += bytes;
  waiting_.push_back(std::move(one));
  setup_.add(ChunkOutput::Kind::waits, place);
  if (setup_.waiting > setup_.options.max_event_bytes) release_until(fed_);
}

void Choice::release_until(std::uint64_t place) {
  while (!waiting_.empty() && waiting_.front().after <= place) release();
}

// Sends the chunk that has waited longest. Its calls get their indices now, as calls that were held
// before them have got theirs by now. Its text has been read, so it goes out without it.
void Choice::release() {
  const Waiting one = std::move(waiting_.front());
  waiting_.pop_front();
  setup_.waiting -= one.bytes;
  ChoiceEdit edit{one.place.part.value_or(0)};
  std::vector<DeltaBuilder::CallKey> calls;
  for (const WaitingCall& call : one.calls) calls.push_back({call.index, call.id});
  edit.calls = edit_calls(calls);
  if (one.has_text) edit.text = "";
  ChunkOutput& its = setup_.add(ChunkOutput::Kind::chunk, one.place);
  if (!edit.empty()) its.edits.push_back(std::move(edit));
}

void Choice::take_tool_call_errors(std::vector<ChoiceToolCallError>& to) {
  for (ChoiceToolCallError& error : builder_.take_tool_call_errors()) {
    error.choice = index_;
    to.push_back(std::move(error));
  }
}

}  // namespace tagstream::wire
