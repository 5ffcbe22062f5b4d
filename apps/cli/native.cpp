#include "native.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "io/terminal.hpp"

namespace tagstream::cli {

using wire::Piece;
using wire::PieceKind;

namespace {

constexpr std::string_view cut_off = "the call is cut off";

}  // namespace

void Notes::add(std::string_view message, std::string_view where) {
  notes_.push_back({std::string(message), std::string(where)});
}

void Notes::add_all(const Notes& others, const std::string& before) {
  for (const Note& note : others.notes_) add(note.message, before + note.where);
  has_refused_ = has_refused_ || others.has_refused_;
}

std::string Notes::text() const {
  std::string text;
  for (const Note& note : notes_) {
    text += fmt::format("tagstream: {}: {}{}{}\n", printable(note.message), printable(file_),
                        file_.empty() ? "" : ", ", note.where);
  }
  return text;
}

void Verdict::add(const Verdict& other) {
  has_found = has_found || other.has_found;
  is_malformed = is_malformed || other.is_malformed;
  is_cut_off = is_cut_off || other.is_cut_off;
  stats.bytes_fed += other.stats.bytes_fed;
  stats.bytes_examined += other.stats.bytes_examined;
  stats.bytes_held += other.stats.bytes_held;
  stats.bytes_held_max = std::max(stats.bytes_held_max, other.stats.bytes_held_max);
  stats.events += other.stats.events;
  stats.limit_hits += other.stats.limit_hits;
  if (!limit) limit = other.limit;
}

void Native::see(const Piece& piece) {
  switch (piece.kind) {
    case PieceKind::reasoning:
      if (output_ == nullptr) {
        reasoning_ += piece.text;
        return;
      }
      write_object(*output_, [&](JsonWriter& json) {
        json.field("kind", "reasoning-delta").field("native", true).field("delta", piece.text);
      });
      break;
    case PieceKind::call_start:
      calls_[piece.call] = {std::string(piece.id), std::string(piece.name), {}, piece.offset};
      break;
    case PieceKind::call_arguments: calls_[piece.call].arguments += piece.text; break;
    case PieceKind::finish: reason_ = piece.text; break;
    case PieceKind::error:
    case PieceKind::broken: complain(piece); break;
    case PieceKind::end:
    case PieceKind::text: break;
  }
}

void Native::complain(const Piece& piece) {
  is_malformed_ = true;
  const bool is_broken = piece.kind == PieceKind::broken;
  if (output_ == nullptr) {
    return notes_.add(is_broken ? piece.text : fmt::format("the server says: {}", piece.text),
                      fmt::format("byte {}", piece.offset));
  }
  write_object(*output_, [&](JsonWriter& json) {
    json.field("kind", "error").field("code", is_broken ? "broken-event" : "upstream");
    json.field("message", piece.text).field("offset", piece.offset);
  });
}

void Native::finish() {
  const bool is_cut_off = is_broken_off_ || reason() == "length";
  for (auto one = calls_.begin(); one != calls_.end();) {
    NativeCall& call = one->second;
    call.fault = fault_of(call.arguments);
    call.is_cut_off = is_cut_off && call.fault;
    if (call.is_cut_off) {
      call.fault->sentence =
          fmt::format("{}, byte {} of its arguments", cut_off, call.arguments.size());
    } else if (call.arguments.empty()) {
      call.arguments = "{}";
      call.fault.reset();
    }
    print_call(one->first, call);
    is_malformed_ = is_malformed_ || call.fault;
    const auto next = std::next(one);
    if (call.is_cut_off) cut_off_calls_.insert(calls_.extract(one));
    one = next;
  }
  if (output_ == nullptr || reason_.empty()) return;
  write_object(*output_,
               [&](JsonWriter& json) { json.field("kind", "finish").field("reason", reason_); });
}

void Native::print_call(std::uint32_t number, const NativeCall& call) {
  const bool is_whole = !call.is_cut_off;
  if (output_ == nullptr) {
    if (!is_whole) notes_.add(cut_off, fmt::format("byte {}", call.offset));
    return;
  }
  write_object(*output_, [&](JsonWriter& json) {
    json.field("kind", is_whole ? "tool-call" : "tool-error").field("native", true);
    if (!is_whole) json.field("code", "unclosed").field("message", cut_off);
    json.field("name", call.name).field(is_whole ? "arguments" : "content", call.arguments);
    if (!call.id.empty()) json.field("id", call.id);
    if (!is_whole) json.field("offset", call.offset);
    json.field("index", number);
  });
  if (!is_whole || !call.fault) return;
  write_object(*output_, [&](JsonWriter& json) {
    json.field("kind", "error").field("code", "invalid-arguments");
    json.field("message", call.fault->sentence).field("index", number);
  });
}

std::string Native::calls_as_json() const {
  std::string elements;
  for (const auto& [number, call] : calls_) {
    JsonWriter json(next_element(elements));
    json.begin_object().field("native", true).field("name", call.name);
    json.field("arguments", call.arguments);
    if (!call.id.empty()) json.field("id", call.id);
    json.field("index", number).end_object();
  }
  return elements;
}

void note_faults(const Native& native, Notes& notes) {
  for (const auto& [number, call] : native.calls()) {
    if (call.fault) notes.add(call.fault->sentence, fmt::format("call {}", number));
  }
}

void Native::clear() {
  reasoning_.clear();
  calls_.clear();
  cut_off_calls_.clear();
  reason_.clear();
  is_broken_off_ = false;
  is_malformed_ = false;
}

}  // namespace tagstream::cli
