#include "tagstream/wire/delta.hpp"

#include <algorithm>
#include <utility>

#include "delta_fields.hpp"
#include "json/json_writer.hpp"

namespace tagstream::wire {

namespace {

// Ends the arguments of a call that failed, so that no client can read them. Outside of a string,
// `{{` is not JSON. Inside a string the quote ends it, and a `{` follows, which is not JSON either.
// So not even a reader that completes unfinished JSON takes them for arguments:
//
//   {"a": 1{{"{          {"a": "x{{"{
constexpr std::string_view spoiler = "{{\"{";

}  // namespace

const char* to_string(ReasoningField field) noexcept {
  switch (field) {
    case ReasoningField::reasoning_content: return "reasoning_content";
    case ReasoningField::reasoning: return "reasoning";
    case ReasoningField::both: return "both";
  }
  return "unknown";
}

std::vector<std::string_view> names_of(ReasoningField field) {
  if (field == ReasoningField::both) return {"reasoning_content", "reasoning"};
  return {to_string(field)};
}

void to_json(std::string& out, const Delta& delta, ReasoningField field) {
  JsonWriter json(out);
  json.begin_object();
  write_deltas(json, {&delta, 1}, field);
  json.end_object();
}

CallIds client_ids(IdStyle style, std::uint64_t seed) {
  return CallIds(style == IdStyle::counted ? IdStyle::openai : style, seed);
}

DeltaBuilder::DeltaBuilder(std::uint64_t id_seed, std::shared_ptr<TakenIds> taken, IdStyle id_style)
    : ids_(client_ids(id_style, id_seed)),
      taken_(taken ? std::move(taken) : std::make_shared<TakenIds>()) {}
// These are defined here, where the shared pointer was made. A program built with a sanitizer would
// look for the type of the counter, and a library without type information has none.
DeltaBuilder::DeltaBuilder(const DeltaBuilder&) = default;
DeltaBuilder::DeltaBuilder(DeltaBuilder&&) noexcept = default;
DeltaBuilder& DeltaBuilder::operator=(const DeltaBuilder&) = default;
DeltaBuilder& DeltaBuilder::operator=(DeltaBuilder&&) noexcept = default;
DeltaBuilder::~DeltaBuilder() = default;

std::span<const Delta> DeltaBuilder::add(std::span<const Event> events) & {
  deltas_.clear();
  kept_.clear();
  for (const Event& event : events) add_event(event);
  return deltas_;
}

std::vector<ChoiceToolCallError> DeltaBuilder::take_tool_call_errors() {
  is_cut_off_ = false;
  return std::exchange(errors_, {});
}

void DeltaBuilder::add_event(const Event& event) {
  switch (event.kind) {
    case EventKind::content:
      deltas_.push_back({DeltaKind::content, 0, event.text, {}, {}});
      note_cut_off(event);
      break;
    case EventKind::reasoning:
      deltas_.push_back({DeltaKind::reasoning, 0, event.text, {}, {}});
      break;
    case EventKind::tool_call_start: static_cast<void>(open(event)); break;
    case EventKind::tool_call_delta: send(open(event), event.text); break;
    case EventKind::tool_call: end_call(event); break;
    case EventKind::tool_call_error:
      errors_.push_back({{event.code, std::string(event.text), std::string(event.name),
                          std::string(event.raw), event.offset},
                         0,
                         event.has_started});
      if (event.has_index) make_unreadable(event.index);
      break;
    case EventKind::notice:
      if (event.code != Code::unclosed_call) break;
      is_cut_off_ = true;
      errors_.push_back({{Code::unclosed, std::string(event.text), {}, {}, 0}, 0, false});
      note_cut_off(event);
      break;
    default: break;
  }
}

// After the notice that a call was cut off only the bytes of this call follow, as content. They are
// collected for the report.
void DeltaBuilder::note_cut_off(const Event& event) {
  if (!is_cut_off_) return;
  if (event.kind == EventKind::content) errors_.back().raw += event.text;
  errors_.back().offset = event.span.end;
}

std::span<const Delta> DeltaBuilder::add(const Piece& piece) & {
  deltas_.clear();
  kept_.clear();
  if (piece.kind == PieceKind::reasoning) {
    deltas_.push_back({DeltaKind::reasoning, 0, piece.text, {}, {}});
  } else if (piece.kind == PieceKind::tool_call_start) {
    const std::uint32_t index = next_index_++;
    native_calls_[piece.index] = {index, 0, {}};
    start(index, piece.id, piece.name);
    deltas_.back().is_native = true;
    has_calls_ = true;
  } else if (piece.kind == PieceKind::tool_call_delta) {
    Open& call = native_calls_[piece.index];
    call.sent += piece.text.size();
    add_arguments(call.index, piece.text, true);
  }
  return deltas_;
}

std::span<const Delta> DeltaBuilder::finish(bool is_whole) & {
  deltas_.clear();
  kept_.clear();
  for (auto& [number, call] : native_calls_) {
    if (call.sent > 0) continue;
    const std::string_view arguments = is_whole ? "{}" : spoiler;
    add_arguments(call.index, arguments, true);
    call.sent = arguments.size();
  }
  while (!open_.empty()) make_unreadable(open_.begin()->first);
  return deltas_;
}

// Makes the arguments of a failed call unreadable. Without that a client could take missing
// arguments for {}, or complete the ones that it has, and call the tool.
void DeltaBuilder::make_unreadable(std::uint64_t number) {
  const auto failed = open_.find(number);
  if (failed == open_.end()) return;
  add_arguments(failed->second.index, spoiler);
  open_.erase(failed);
}

DeltaBuilder::CallKey DeltaBuilder::native_call(CallKey native) & {
  // Without an index, a client counts the calls while it joins the pieces, so the next index is one
  // more. An index that is far too large counts as missing: otherwise the indices of calls after it
  // could overflow.
  constexpr std::uint32_t most_calls = std::uint32_t{1} << 20;
  if (!native.index || *native.index >= most_calls) {
    if (!native.id.empty() && !taken_->contains(native.id)) ++next_index_;
    return {std::nullopt, native_id(native.id)};
  }
  const auto [entry, is_new] = native_.try_emplace(*native.index);
  Native& call = entry->second;
  if (is_new) {
    call.index = std::max(*native.index, next_index_);
    next_index_ = call.index + 1;
  }
  if (!native.id.empty() && native.id != call.id) {
    call.id = native.id;
    call.given = native_id(native.id);
  }
  return {call.index, native.id.empty() ? native.id : call.given};
}

// The id to send for a native call: its own, or a new one if the builder has made up the same id
// before. Two native calls with the same id keep it, as the server has given it.
std::string_view DeltaBuilder::native_id(std::string_view id) {
  if (id.empty()) return id;
  const auto [taken, is_new] = taken_->try_emplace(std::string(id), false);
  return taken->second ? new_id({}) : std::string_view(taken->first);
}

std::string_view DeltaBuilder::new_id(std::string_view own) {
  std::string id(own);
  while (true) {
    if (id.empty()) id = ids_.next({}, 0);
    const auto [taken, is_new] = taken_->try_emplace(id, true);
    if (is_new) return taken->first;
    id.clear();
  }
}

std::string DeltaBuilder::finish_reason(std::string_view reason) const {
  std::string word = openai_finish_reason(reason.empty() ? "stop" : reason);
  return word == "stop" && has_calls_ ? "tool_calls" : word;
}

DeltaBuilder::Open& DeltaBuilder::open(const Event& call) {
  const auto [entry, is_new] = open_.try_emplace(call.index);
  if (is_new) {
    entry->second.index = next_index_++;
    start(entry->second.index, call.id, call.name);
  }
  return entry->second;
}

void DeltaBuilder::start(std::uint32_t index, std::string_view id, std::string_view name) {
  deltas_.push_back({DeltaKind::tool_call_start, index, {}, new_id(id), names_.emplace_back(name)});
}

void DeltaBuilder::add_arguments(std::uint32_t index, std::string_view text, bool is_native) {
  if (text.empty()) return;
  deltas_.push_back({DeltaKind::tool_call_delta, index, text, {}, {}, is_native});
}

// Sends a piece of arguments, but holds a `}` at its end: it may be the brace that completes the
// arguments, while the call may still fail. `{}` is held whole, so that it is one piece.
void DeltaBuilder::send(Open& call, std::string_view text) {
  if (text.empty()) return;
  const auto give = [&](std::string_view part) {
    call.sent += part.size();
    add_arguments(call.index, part);
  };
  give(std::exchange(call.held, {}));
  const bool is_empty_object = call.sent == 0 && text == "{}";
  const std::size_t held = is_empty_object ? 2 : text.ends_with('}') ? 1 : 0;
  call.held = std::string_view("{}").substr(2 - held);
  give(text.substr(0, text.size() - held));
}

void DeltaBuilder::end_call(const Event& event) {
  Open& opened = open(event);
  const std::string_view arguments = event.arguments().empty() ? "{}" : event.arguments();
  add_arguments(opened.index, arguments.substr(std::min(opened.sent, arguments.size())));
  open_.erase(event.index);
  has_calls_ = true;
}

}  // namespace tagstream::wire
