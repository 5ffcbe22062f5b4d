#include "payload.hpp"

namespace tagstream::wire {

std::string_view Pieces::keep(std::string_view text) {
  if (text.empty()) return {};
  return strings_.emplace_back(text);
}

void Pieces::add(PieceKind kind, std::uint32_t choice, std::string_view text) {
  Piece piece;
  piece.kind = kind;
  piece.choice = choice;
  piece.offset = offset_;
  piece.text = keep(text);
  pieces_.push_back(piece);
}

void Pieces::add_text(PieceKind kind, std::uint32_t choice, std::string_view text) {
  if (text.empty()) return;  // a field that is missing is no snapshot either
  if (!options_.snapshots) return add(kind, choice, text);
  Choice& state = choices_[choice];
  Snapshots& snapshots = kind == PieceKind::text ? state.text : state.reasoning;
  const Result<std::string_view> added = snapshots.feed(text);
  if (!added) return add(PieceKind::broken, choice, added.error().message);
  if (!added->empty()) add(kind, choice, *added);
}

void Pieces::begin_call(std::uint32_t choice, std::uint64_t key, std::string_view id,
                        std::string_view name) {
  Choice& state = choices_[choice];
  state.last_key = key;
  const auto known = state.calls.find(key);
  if (known != state.calls.end() && (id.empty() || id == known->second.id)) return;
  const std::uint32_t number = state.count++;
  state.calls[key] = {number, std::string(id), false};
  add(PieceKind::call_start, choice, {});
  Piece& piece = pieces_.back();
  piece.call = number;
  piece.id = keep(id);
  piece.name = keep(name);
}

void Pieces::add_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text) {
  Choice& state = choices_[choice];
  const auto known = state.calls.find(key);
  if (known == state.calls.end() || text.empty()) return;
  known->second.has_arguments = true;
  add(PieceKind::call_arguments, choice, text);
  pieces_.back().call = known->second.number;
}

void Pieces::add_all_arguments(std::uint32_t choice, std::uint64_t key, std::string_view text) {
  const auto known = choices_[choice].calls.find(key);
  if (known == choices_[choice].calls.end() || known->second.has_arguments) return;
  add_arguments(choice, key, text);
}

void Pieces::add_call(std::uint32_t choice, std::string_view id, std::string_view name,
                      std::string_view arguments) {
  const std::uint64_t key = new_key(choice);
  begin_call(choice, key, id, name);
  add_arguments(choice, key, arguments);
}

std::uint64_t Pieces::last_key(std::uint32_t choice) const {
  const auto state = choices_.find(choice);
  return state == choices_.end() ? 0 : state->second.last_key;
}

std::uint64_t Pieces::new_key(std::uint32_t choice) const {
  const auto state = choices_.find(choice);
  if (state == choices_.end() || state->second.calls.empty()) return 0;
  return state->second.calls.rbegin()->first + 1;
}

void Pieces::clear() {
  pieces_.clear();
  strings_.clear();
}

void Pieces::reset() {
  clear();
  choices_.clear();
}

}  // namespace tagstream::wire
