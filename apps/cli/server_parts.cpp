#include "server_parts.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/text.hpp"
#include "io/terminal.hpp"

namespace tagstream::cli {

using wire::Piece;
using wire::PieceKind;

namespace {

std::string both(std::string_view place, std::string_view inner) {
  return fmt::format("{}{}{}", place, place.empty() || inner.empty() ? "" : ", ", inner);
}

}  // namespace

void Notes::add(std::string_view message, std::string_view where) {
  notes_.push_back({std::string(message), std::string(where)});
}

void Notes::add_all(const Notes& others, const std::string& place) {
  for (const Note& note : others.notes_) add(note.message, both(place, note.where));
  has_refused_ = has_refused_ || others.has_refused_;
}

std::string Notes::text() const {
  std::string text;
  for (const Note& note : notes_) {
    const std::string place = both(printable(file_), note.where);
    const std::string message = printable(with_flags(note.message));
    text += fmt::format("tagstream: {}\n", said_with_place(message, place));
  }
  return text;
}

void AnswerResult::add(const AnswerResult& other) {
  findings.add(other.findings);
  has_text = has_text || other.has_text;
  has_kept.resize(std::max(has_kept.size(), other.has_kept.size()));
  for (std::size_t i = 0; i < other.has_kept.size(); ++i) {
    if (other.has_kept[i]) has_kept[i] = true;
  }
  if (seen.empty()) seen = other.seen;
  is_cut_off = is_cut_off || other.is_cut_off;
  stats.bytes_fed += other.stats.bytes_fed;
  stats.bytes_examined += other.stats.bytes_examined;
  stats.bytes_held += other.stats.bytes_held;
  stats.bytes_held_max = std::max(stats.bytes_held_max, other.stats.bytes_held_max);
  stats.events += other.stats.events;
  stats.limit_hits += other.stats.limit_hits;
  if (!limit) limit = other.limit;
  is_stopped = is_stopped || other.is_stopped;
}

void ServerParts::see(const Piece& piece) {
  switch (piece.kind) {
    case PieceKind::reasoning: {
      if (output_ == nullptr) {
        reasoning_ += piece.text;
        return;
      }
      Event event;
      event.kind = EventKind::reasoning;
      event.text = piece.text;
      print(event);
      break;
    }
    case PieceKind::tool_call_start:
      calls_[piece.index] = {std::string(piece.id), std::string(piece.name), {}, piece.offset};
      break;
    case PieceKind::tool_call_delta: calls_[piece.index].arguments += piece.text; break;
    case PieceKind::finish: reason_ = piece.text; break;
    case PieceKind::error:
    case PieceKind::broken: complain(piece); break;
    case PieceKind::end:
    case PieceKind::text: break;
  }
}

void ServerParts::complain(const Piece& piece) {
  is_malformed_ = true;
  const bool is_broken = piece.kind == PieceKind::broken;
  if (output_ == nullptr) {
    return notes_.add(is_broken ? piece.text : fmt::format("the server says: {}", piece.text),
                      fmt::format("byte {}", piece.offset));
  }
  print_error(is_broken ? "broken_event" : "upstream", piece.text, piece.offset);
}

// Prints a native part as an event of this library; its span is empty.
void ServerParts::print(const Event& event) {
  Event native = event;
  native.is_native = true;
  native.span = {here_, here_};
  if (event.kind == EventKind::tool_call_error) native.offset = here_;
  std::string json;
  to_json(json, native);
  output_->line(json);
}

void ServerParts::print_error(std::string_view code, std::string_view text, std::uint64_t offset) {
  write_object(*output_, [&](JsonWriter& json) {
    json.field("kind", "error").field("code", code).field("text", text).field("offset", offset);
  });
}

void ServerParts::finish(std::uint32_t own) {
  std::uint32_t index = own;
  const bool is_cut_off = is_broken_off_ || reason() == "length";
  for (auto one = calls_.begin(); one != calls_.end();) {
    Call& call = one->second;
    call.fault = wire::finish_native_call(call.arguments, is_cut_off);
    call.index = index++;
    print_call(call);
    is_malformed_ = is_malformed_ || call.fault;
    const auto next = std::next(one);
    if (call.fault) broken_calls_.insert(calls_.extract(one));
    one = next;
  }
  if (output_ == nullptr || reason_.empty()) return;
  write_object(*output_, [&](JsonWriter& json) {
    json.field("kind", "finish").field("finish_reason", reason_);
  });
}

void ServerParts::print_call(const Call& call) {
  if (output_ == nullptr) return;
  Event event;
  event.name = call.name;
  event.index = call.index;
  event.has_index = true;
  event.raw = call.arguments;
  if (call.fault) {
    event.kind = EventKind::tool_call_error;
    event.code = call.fault->code;
    event.text = call.fault->text;
  } else {
    event.kind = EventKind::tool_call;
    event.id = call.id;
    event.text = call.arguments;
    event.is_closed = true;
  }
  print(event);
}

void note_broken_calls(const ServerParts& parts, Notes& notes) {
  for (const auto& [number, call] : parts.broken_calls()) {
    notes.add(call.fault->text,
              fmt::format("call of {}, byte {}", in_backticks(call.name), call.offset));
  }
}

void note_unclosed(const Event& event, Notes& notes) {
  const bool is_thought = event.kind == EventKind::thought;
  if (event.is_closed || (!is_thought && event.kind != EventKind::section_end)) return;
  const std::string what = is_thought ? "thought" : "section " + in_backticks(event.name);
  notes.add(fmt::format("the {} never closed", what),
            fmt::format("byte {}", is_thought ? event.span.start : event.offset));
}

std::string place_of(const Event& event, const Options& options) {
  if (event.code == Code::family && !options.model.empty()) return {};
  return fmt::format("byte {}", event.offset);
}

void ServerParts::clear() {
  reasoning_.clear();
  calls_.clear();
  broken_calls_.clear();
  reason_.clear();
  is_broken_off_ = false;
  is_malformed_ = false;
  here_ = 0;
}

}  // namespace tagstream::cli
