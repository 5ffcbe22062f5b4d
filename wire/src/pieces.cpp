#include "payload.hpp"

#include <algorithm>
#include <utility>

namespace tagstream::wire {

namespace {

// How the pieces of calls are joined. By OpenAI's API a call may come as
//
//   {"index":0,"id":"a"}   {"index":0,"function":{"name":"f"}}   {"index":0,"function":
//   {"arguments":"{}"}}
//
// The first two parts only wait. With the arguments the call becomes two pieces, tool_call_start
// and tool_call_delta. A call whose name never comes is broken: "a call has no name".

// The most bytes that the calls of a stream take, those of all choices together. A call beyond it
// is broken.
constexpr std::size_t most_kept = std::size_t{64} << 20;

constexpr std::string_view no_name = "a call has no name";
constexpr std::string_view too_many = "there are too many calls";

}  // namespace

std::string_view Pieces::keep(std::string_view text) {
  if (text.empty()) return {};
  return strings_.emplace_back(text);
}

// Snapshots and waiting calls that came before this piece must become pieces before it.
void Pieces::add(PieceKind kind, std::uint32_t choice, std::string_view text) {
  if (kind != PieceKind::text && kind != PieceKind::reasoning) end_payload();
  if (kind == PieceKind::end) {
    finish();
  } else if (kind != PieceKind::broken) {
    tell_waiting(choice, kind == PieceKind::finish);
  }
  push(kind, choice, text);
}

void Pieces::finish() {
  for (const auto& [choice, state] : choices_) tell_waiting(choice, true);
}

void Pieces::push(PieceKind kind, std::uint32_t choice, std::string_view text) {
  Piece piece;
  piece.kind = kind;
  piece.choice = choice;
  piece.offset = offset_;
  piece.text = keep(text);
  pieces_.push_back(piece);
}

void Pieces::add_text(PieceKind kind, std::uint32_t choice, std::string_view text) {
  if (text.empty()) return;  // a field that is missing is not a snapshot either
  if (!options_.snapshots) return add(kind, choice, text);
  Snapshot& snapshot = choices_[choice].snapshot(kind);
  if (snapshot.now.empty()) {
    tell_waiting(choice, false);
    snapshot.place = pieces_.size();
    with_snapshots_.emplace_back(kind, choice);
  }
  snapshot.now += text;
}

// Puts the new end of each snapshot at the place among the pieces where its first part came. It
// goes from the last snapshot to the first, so that the places of those before stay right.
void Pieces::end_payload() {
  const auto ended = std::exchange(with_snapshots_, {});
  for (auto one = ended.rbegin(); one != ended.rend(); ++one) {
    const auto [kind, choice] = *one;
    Snapshot& snapshot = choices_[choice].snapshot(kind);
    const std::string whole = std::exchange(snapshot.now, {});
    const Result<std::string_view> added = snapshot.before.feed(whole);
    if (added && added->empty()) continue;
    push(added ? kind : PieceKind::broken, choice, added ? *added : added.error().message);
    std::rotate(pieces_.begin() + static_cast<std::ptrdiff_t>(snapshot.place), pieces_.end() - 1,
                pieces_.end());
  }
}

// Some servers give all calls the index 0 and no id. Their second call shows after the complete
// arguments of the first, with which nothing can go on: by another name, or by arguments once more.
// A server that repeats the name of a call in each of its parts has none to add by then.
bool Pieces::is_another(const Known& call, const CallHead& head, std::string_view arguments) {
  const bool is_complete = call.is_piece && call.end.is_complete();
  if (!head.id.empty() || head.name.empty() || !is_complete) return false;
  return head.name != call.name || (call.id.empty() && arguments.find('{') != arguments.npos);
}

// Three cases: the call is known and goes on; another call has the key, and is dropped or has
// become a piece before; or the key is new. At most 64 calls wait at a time.
void Pieces::begin_call(std::uint32_t choice, std::uint64_t key, const CallHead& head,
                        std::string_view arguments) {
  const auto& [id, name, is_all] = head;
  Choice& state = choices_[choice];
  state.last_key = key;
  const auto known = state.calls.find(key);
  if (known != state.calls.end()) {
    Known& call = known->second;
    const bool has_no_id = call.id.empty() && !call.is_piece;
    const bool goes_on = id.empty() || id == call.id || has_no_id;
    if (goes_on && !is_another(call, head, arguments)) {
      if (!call.is_piece) {
        kept_ -= call.bytes();
        if (has_no_id) call.id = id;
        const bool is_again = is_all && name == call.name;
        if (!is_again) call.name += name;
        kept_ += call.bytes();
        if (kept_ > most_kept) return drop(choice, key, too_many);
        if (!call.held.empty() && !call.name.empty()) tell(choice, key);
      }
      return add_arguments(choice, key, arguments);
    }
  }
  constexpr std::size_t most_waiting = 64;
  tell_waiting(choice, state.waiting.size() >= most_waiting);
  if (state.calls.contains(key)) drop(choice, key, no_name);  // another one
  Known call;
  call.id = id;
  call.name = name;
  call.offset = offset_;
  kept_ += call.bytes();
  state.calls[key] = std::move(call);
  state.waiting.push_back(key);
  if (kept_ > most_kept) return drop(choice, key, too_many);
  add_arguments(choice, key, arguments);
}

// Forgets a call. If it has not become a piece, a broken piece says why it never will.
void Pieces::drop(std::uint32_t choice, std::uint64_t key, std::string_view why) {
  Choice& state = choices_[choice];
  const auto known = state.calls.find(key);
  kept_ -= known->second.bytes();
  if (!known->second.is_piece) {
    push(PieceKind::broken, choice, why);
    pieces_.back().offset = known->second.offset;
    std::erase(state.waiting, key);
  }
  state.calls.erase(known);
}

// Makes a piece of a call, with the arguments that came before its name.
void Pieces::tell(std::uint32_t choice, std::uint64_t key) {
  Choice& state = choices_[choice];
  Known& call = state.calls[key];
  call.is_piece = true;
  call.number = state.count++;
  std::erase(state.waiting, key);
  push(PieceKind::tool_call_start, choice, {});
  Piece& piece = pieces_.back();
  piece.offset = call.offset;
  piece.index = call.number;
  piece.id = keep(call.id);
  piece.name = keep(call.name);
  if (call.held.empty()) return;
  kept_ -= call.held.size();
  push(PieceKind::tool_call_delta, choice, std::exchange(call.held, {}));
  pieces_.back().index = call.number;
}

// Makes pieces of the waiting calls that have a name. At the end, a call without a name is broken.
void Pieces::tell_waiting(std::uint32_t choice, bool is_end) {
  const auto state = choices_.find(choice);
  if (state == choices_.end() || state->second.waiting.empty()) return;
  const std::vector<std::uint64_t> waiting = state->second.waiting;
  for (const std::uint64_t key : waiting) {
    if (!state->second.calls[key].name.empty()) {
      tell(choice, key);
    } else if (is_end) {
      drop(choice, key, no_name);
    }
  }
}

void Pieces::add_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text) {
  Choice& state = choices_[choice];
  const auto known = state.calls.find(key);
  if (known == state.calls.end() || text.empty()) return;
  Known& call = known->second;
  call.has_arguments = true;
  call.end.see(text);
  if (!call.is_piece && call.name.empty()) {  // the arguments wait for the name
    call.held += text;
    kept_ += text.size();
    if (kept_ > most_kept) drop(choice, key, no_name);
    return;
  }
  if (!call.is_piece) tell(choice, key);
  push(PieceKind::tool_call_delta, choice, text);
  pieces_.back().index = call.number;
}

void Pieces::add_all_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text) {
  const auto known = choices_[choice].calls.find(key);
  if (known == choices_[choice].calls.end() || known->second.has_arguments) return;
  add_arguments(choice, key, text);
}

void Pieces::add_call(std::uint32_t choice, std::string_view id, std::string_view name,
                      std::string_view arguments) {
  const std::uint64_t key = choices_[choice].new_key();
  begin_call(choice, key, {id, name, true}, arguments);
  tell_waiting(choice, true);  // nothing more can come
}

std::uint64_t Pieces::key_for(std::uint32_t choice, bool has_id, bool has_name) const {
  const auto found = choices_.find(choice);
  if (found == choices_.end()) return 0;
  const Choice& state = found->second;
  const bool wants_name =
      !state.waiting.empty() && state.calls.at(state.waiting.back()).name.empty();
  return has_id || (has_name && !wants_name) ? state.new_key() : state.last_key;
}

void Pieces::clear() {
  pieces_.clear();
  strings_.clear();
}

void Pieces::reset() {
  clear();
  choices_.clear();
  kept_ = 0;
}

}  // namespace tagstream::wire
