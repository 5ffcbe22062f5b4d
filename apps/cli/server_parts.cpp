#include "server_parts.hpp"

#include <fmt/core.h>

#include "base/text.hpp"

namespace tagstream::cli {

using wire::Piece;
using wire::PieceKind;

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
void ServerParts::print(const Event& event, CallIds* ids) {
  Event native = event;
  native.is_native = true;
  native.span = {here_, here_};
  if (event.kind == EventKind::tool_call_error) native.offset = here_;
  std::string json;
  to_json(json, native, ids);
  output_->line(json);
}

void ServerParts::print_error(std::string_view code, std::string_view text, std::uint64_t offset) {
  write_object(*output_, [&](JsonWriter& json) {
    json.field("kind", "error").field("code", code).field("text", text).field("offset", offset);
  });
}

void ServerParts::finish(std::uint32_t own, CallIds* ids) {
  std::uint32_t index = own;
  const bool is_cut_off = is_broken_off_ || reason() == "length";
  for (auto one = calls_.begin(); one != calls_.end();) {
    Call& call = one->second;
    call.fault = wire::finish_native_call(call.arguments, is_cut_off);
    call.index = index++;
    print_call(call, ids);
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

void ServerParts::print_call(const Call& call, CallIds* ids) {
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
  print(event, ids);
}

void note_broken_calls(const ServerParts& parts, Notes& notes) {
  for (const auto& [number, call] : parts.broken_calls()) {
    notes.add(call.fault->text,
              fmt::format("call of {}, byte {}", in_backticks(call.name), call.offset));
  }
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
