#include "choice.hpp"

#include <algorithm>
#include <utility>

#include "json/json_writer.hpp"

namespace tagstream::wire {

bool has_one_line(const SseEvent& event) {
  const char* const begin = event.raw.data();
  return event.data.data() >= begin && event.data.data() < begin + event.raw.size();
}

void send(std::string& to, const SseEvent& event, std::string_view data) {
  if (has_one_line(event)) {
    const auto at = static_cast<std::size_t>(event.data.data() - event.raw.data());
    to.append(event.raw.substr(0, at)).append(data);
    to.append(event.raw.substr(at + event.data.size()));
    return;
  }
  if (event.type != "message") to.append("event: ").append(event.type).append("\n");
  for (const std::string_view line : lines_of(data)) {
    to.append("data: ").append(line).append("\n");
  }
  to += '\n';
}

std::string quoted(std::string_view text) {
  std::string json;
  JsonWriter(json).value(text);
  return json;
}

// Choices of one answer must not have the same ids.
Choice::Choice(std::uint32_t index, ChoiceSetup& setup)
    : index_(index),
      setup_(setup),
      parser_(setup.rules),
      builder_(setup.options.id_seed == 0 ? 0 : setup.options.id_seed + index, setup.taken) {
  static_cast<void>(parser_.prime(setup.options.prompt_tail));
}

std::span<const Event> Choice::read(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last != text.npos) inked_ = fed_ + last + 1;
  fed_ += text.size();
  const Stats before = parser_.stats();
  return note(before, parser_.feed(text));
}

std::span<const Event> Choice::note(const Stats& before, std::span<const Event> events) {
  const Stats after = parser_.stats();
  setup_.held = setup_.held + after.bytes_held - before.bytes_held;
  setup_.bytes_examined += after.bytes_examined - before.bytes_examined;
  for (const Event& event : events) settled_ = std::max(settled_, event.span.end);
  return events;
}

void Choice::write(std::string& to, std::span<const Delta> deltas) const {
  for (const Delta& delta : deltas) {
    to.append("data: ").append(setup_.envelope).append("\"choices\":[{\"index\":");
    to += std::to_string(index_);
    std::string json;
    to_json(json, delta, setup_.options.reasoning_field);
    if (!is_completion_) {
      to.append(",\"delta\":").append(json);
    } else if (delta.kind == DeltaKind::content) {
      to += ",\"text\":";
      JsonWriter(to).value(delta.text);
    } else {
      to.append(",\"text\":\"\",").append(json, 1, json.size() - 2);
    }
    to += ",\"logprobs\":null,\"finish_reason\":null}]}\n\n";
  }
}

// What waits goes out behind the text that it came after, which may end inside an event.
void Choice::write(std::string& to, std::span<const Event> events) {
  for (Event event : events) {
    const bool is_text = event.kind == EventKind::content || event.kind == EventKind::reasoning;
    while (is_text && !waiting_.empty()) {
      const std::uint64_t end = waiting_.front().after;
      if (end <= event.span.start || end >= event.span.end) break;
      Event head = event;
      head.span.end = event.span.start = end;
      head.text = event.text.substr(0, head.span.size());
      event.text.remove_prefix(head.text.size());
      write(to, builder_.add({&head, 1}));
      release_until(to, end);
    }
    write(to, builder_.add({&event, 1}));
    release_until(to, event.span.end);
  }
}

void Choice::finish(std::string& to) {
  if (std::exchange(is_finished_, true)) return;
  const Stats before = parser_.stats();
  write(to, note(before, parser_.finish()));
  write(to, builder_.finish());
  release_until(to, fed_);
}

void Choice::edit_calls(std::string_view raw_delta, Json choice, Edits& edits) {
  const auto delta = member(choice, "delta");
  if (!delta) return;
  RawWalk raw(raw_member(raw_delta, "tool_calls"));
  for (const Json call : array_member(*delta, "tool_calls")) {
    if (!raw.next()) return;
    const std::string_view raw_index = raw_member(raw.value(), "index");
    const DeltaBuilder::CallKey came{small_number(raw_index), string_member(call, "id")};
    const DeltaBuilder::CallKey given = builder_.native_call(came);
    if (given.index != came.index) edits.replace(raw_index, std::to_string(*given.index));
    if (given.id != came.id) edits.replace(raw_member(raw.value(), "id"), quoted(given.id));
  }
}

void Choice::keep(std::string& to, const SseEvent& event, std::uint64_t place) {
  Waiting one{std::string(event.raw), std::string(event.type), {}, 0, event.data.size(), place};
  if (has_one_line(event)) {
    one.at = static_cast<std::size_t>(event.data.data() - event.raw.data());
  } else {
    one.data = event.data;
  }
  setup_.waiting += one.bytes();
  waiting_.push_back(std::move(one));
  if (setup_.waiting <= setup_.options.max_event_bytes) return;
  release_until(to, fed_);
}

void Choice::release_until(std::string& to, std::uint64_t place) {
  while (!waiting_.empty() && waiting_.front().after <= place) release(to);
}

// Its first choice is this one, if it has any.
void Choice::release(std::string& to) {
  const Waiting one = std::move(waiting_.front());
  waiting_.pop_front();
  setup_.waiting -= one.bytes();
  SseEvent event;
  event.raw = one.raw;
  event.type = one.type;
  event.data = one.data.empty() ? event.raw.substr(one.at, one.size) : one.data;
  std::string_view data = event.data;
  std::string mended;
  const auto payload = parse_mended(setup_.late_parser, data, mended);
  const auto all = payload ? array_member(*payload, "choices") : std::vector<Json>();
  Edits edits(data);
  if (!all.empty()) {
    const ChoiceBytes bytes = choice_bytes(raw_element(raw_member(data, "choices"), 0));
    edit_calls(bytes.delta, all[0], edits);
    if (is_string(bytes.content)) replace_text(edits, bytes, "\"\"");
  }
  edits.empty() ? static_cast<void>(to += one.raw) : send(to, event, edits.apply());
  if (to.ends_with('\r')) to += '\n';  // which was dropped when it came
}

void Choice::take_broken(std::vector<BrokenCall>& to) {
  for (BrokenCall& call : builder_.take_broken()) {
    call.choice = index_;
    to.push_back(std::move(call));
  }
}

}  // namespace tagstream::wire
