// The streams of servers: their pieces, and the rewriter. With the rules of qwen3,
//
//   tagstream_rewriter_feed(rewriter, "data: …", 9)     the bytes to send on
//   tagstream_rewriter_errors_json(rewriter)            "[]", or the calls that failed in this feed

#include <deque>
#include <span>
#include <string>
#include <vector>

#include "handles.hpp"
#include "print/write.hpp"
#include "rules.hpp"
#include "tagstream/wire/native_call.hpp"
#include "tagstream/wire/rewriter.hpp"
#include "tagstream/wire/stream_reader.hpp"

using namespace tagstream;
using namespace tagstream::c;

struct tagstream_stream_reader {
  tagstream_framing framing;
  wire::StreamReader stream;
  wire::PayloadReader objects{};  // of TAGSTREAM_OBJECTS
  std::vector<tagstream_piece> pieces{};
  std::deque<std::string> reasons{};  // of these pieces
};

struct tagstream_rewriter {
  wire::Rewriter rewriter;
  mutable std::string errors{};  // as JSON, once asked for
};

namespace {

tagstream_pieces take(tagstream_stream_reader& reader, std::span<const wire::Piece> pieces) {
  reader.pieces.clear();
  reader.reasons.clear();
  for (const wire::Piece& piece : pieces) {
    std::string_view text = piece.text;
    if (piece.kind == wire::PieceKind::finish) {
      text = reader.reasons.emplace_back(wire::openai_finish_reason(text));
    }
    reader.pieces.push_back({piece.offset,
                             view_of(text),
                             view_of(piece.id),
                             view_of(piece.name),
                             piece.choice,
                             piece.index,
                             static_cast<std::uint8_t>(piece.kind),
                             {}});
  }
  return {reader.pieces.data(), reader.pieces.size(), sizeof(tagstream_piece)};
}

tagstream_pieces no_pieces() { return {nullptr, 0, sizeof(tagstream_piece)}; }

wire::StreamOptions options_of(tagstream_framing framing) {
  const bool is_lines = framing == TAGSTREAM_NDJSON;
  return {.framing = is_lines ? wire::Framing::ndjson : wire::Framing::sse};
}

wire::RewriteOptions options_of(tagstream_reasoning_field field, std::size_t max_event_bytes) {
  return {static_cast<wire::ReasoningField>(field), max_event_bytes};
}

std::string errors_json(std::span<const wire::ChoiceToolCallError> errors) {
  std::string out;
  JsonWriter json(out);
  json.begin_array();
  for (const wire::ChoiceToolCallError& error : errors) {
    json.begin_object().field("choice", error.choice).field("code", to_string(error.code));
    json.field("text", error.text).field("name", error.name).field("raw", error.raw);
    json.field("offset", error.offset).field("has_started", error.has_started).end_object();
  }
  json.end_array();
  return out;
}

}  // namespace

tagstream_stream_reader* tagstream_stream_reader_new(tagstream_framing framing) noexcept {
  return new tagstream_stream_reader{framing, wire::StreamReader(options_of(framing))};
}

tagstream_pieces tagstream_stream_reader_feed(tagstream_stream_reader* reader, const char* chunk,
                                              size_t size) noexcept {
  if (reader == nullptr) return no_pieces();
  const std::string_view text = text_of(chunk, size);
  if (reader->framing == TAGSTREAM_OBJECTS) return take(*reader, reader->objects.read(text));
  return take(*reader, reader->stream.feed(text));
}

tagstream_pieces tagstream_stream_reader_finish(tagstream_stream_reader* reader) noexcept {
  if (reader == nullptr) return no_pieces();
  if (reader->framing == TAGSTREAM_OBJECTS) {
    reader->objects.clear();  // the pieces of the last object were given
    return take(*reader, reader->objects.finish());
  }
  return take(*reader, reader->stream.finish());
}

void tagstream_stream_reader_reset(tagstream_stream_reader* reader) noexcept {
  if (reader == nullptr) return;
  reader->stream.reset();
  reader->objects.reset();
}

void tagstream_stream_reader_free(tagstream_stream_reader* reader) noexcept { delete reader; }

const char* tagstream_piece_kind_word(uint32_t kind) noexcept {
  constexpr auto last = static_cast<std::uint32_t>(wire::PieceKind::end);
  return kind > last ? nullptr : wire::to_string(static_cast<wire::PieceKind>(kind));
}

tagstream_status tagstream_check_native_call(const char* arguments, size_t arguments_size,
                                             bool is_cut_off, char** checked, size_t* size,
                                             tagstream_error** error) noexcept {
  if (checked != nullptr) *checked = nullptr;
  if (size != nullptr) *size = 0;
  if (checked == nullptr) return fail_null(error, __func__);
  std::string text(text_of(arguments, arguments_size));
  if (auto fault = wire::finish_native_call(text, is_cut_off)) {
    return fail(error, {fault->code, fault->place, std::move(fault->text)});
  }
  *checked = owned(text, size);
  return succeed(error);
}

tagstream_rewriter* tagstream_rewriter_new(const tagstream_rules* rules,
                                           tagstream_reasoning_field field,
                                           size_t max_event_bytes) noexcept {
  if (rules == nullptr) return nullptr;
  return new tagstream_rewriter{wire::Rewriter(rules->rules, options_of(field, max_event_bytes))};
}

tagstream_string tagstream_rewriter_feed(tagstream_rewriter* rewriter, const char* chunk,
                                         size_t size) noexcept {
  if (rewriter == nullptr) return view_of({});
  return view_of(rewriter->rewriter.feed(text_of(chunk, size)));
}

tagstream_string tagstream_rewriter_finish(tagstream_rewriter* rewriter) noexcept {
  return rewriter == nullptr ? view_of({}) : view_of(rewriter->rewriter.finish());
}

tagstream_string tagstream_rewriter_errors_json(const tagstream_rewriter* rewriter) noexcept {
  if (rewriter == nullptr) return view_of({});
  rewriter->errors = errors_json(rewriter->rewriter.tool_call_errors());
  return view_of(rewriter->errors);
}

void tagstream_rewriter_reset(tagstream_rewriter* rewriter) noexcept {
  if (rewriter != nullptr) rewriter->rewriter.reset();
}

void tagstream_rewriter_free(tagstream_rewriter* rewriter) noexcept { delete rewriter; }

char* tagstream_rewrite_answer(const tagstream_rules* rules, tagstream_reasoning_field field,
                               const char* body, size_t body_size, size_t* size, char** errors,
                               size_t* errors_size) noexcept {
  if (size != nullptr) *size = 0;
  if (errors != nullptr) *errors = nullptr;
  if (errors_size != nullptr) *errors_size = 0;
  if (rules == nullptr) return nullptr;
  std::vector<wire::ChoiceToolCallError> failed;
  const wire::RewriteOptions options = options_of(field, wire::RewriteOptions{}.max_event_bytes);
  const std::string out =
      wire::rewrite_answer(rules->rules, text_of(body, body_size), options, &failed);
  if (errors != nullptr) *errors = owned(errors_json(failed), errors_size);
  return owned(out, size);
}
