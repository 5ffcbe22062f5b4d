// Rewrites server-sent events in their own bytes: a value that must change is replaced in place,
// and new deltas are sent before or after the event, in copies of its envelope. So nothing else can
// change. For `data: {"id":"x","choices":[...]}` the envelope is `{"id":"x",`.

#include "tagstream/wire/rewriter.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "chunk_bytes.hpp"
#include "delta_fields.hpp"
#include "edits.hpp"
#include "json/json_writer.hpp"
#include "response_rewriter.hpp"
#include "tagstream/wire/sse.hpp"

namespace tagstream::wire {

namespace {

// True if the data of an event stand in its bytes in one piece: it has one `data:` line.
bool has_one_line(const SseEvent& event) {
  const char* const begin = event.raw.data();
  return event.data.data() >= begin && event.data.data() < begin + event.raw.size();
}

// Appends the event with other data. If the data stood in one line, nothing else changes; else the
// event is written anew, with its type and its data alone.
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

void edit_calls(std::span<const CallEdit> calls, const JsonValues& values, Edits& edits) {
  if (calls.empty()) return;
  const std::vector<Json> all = values.list();
  for (const CallEdit& call : calls) {
    const Json json = all[call.place];
    if (call.index) edits.replace(raw_member(json, "index"), std::to_string(*call.index));
    if (call.id) edits.replace(raw_member(json, "id"), quoted(*call.id));
  }
}

// The data of a chunk with its edits. `payload` is the same data as JSON.
std::string edited(Json payload, std::string_view data, const ChunkOutput& its) {
  Edits edits(data);
  const std::vector<Json> choices = array_member(payload, "choices").list();
  for (const ChoiceEdit& one : its.edits) {
    const ChoiceBytes bytes = choice_bytes(choices[its.part ? 0 : one.place]);
    if (one.text) replace_text(edits, bytes, quoted(*one.text));
    if (one.finish_reason) edits.replace(bytes.finish, quoted(*one.finish_reason));
    edit_calls(one.calls, bytes.calls, edits);
  }
  return edits.apply();
}

// An event, and the data that were read: its own, or a copy with U+FFFD for broken UTF-8.
struct Source {
  SseEvent event;
  std::string_view data;
};

// A copy of the event.
struct WaitingEvent {
  explicit WaitingEvent(const Source& source)
      : raw(source.event.raw),
        type(source.event.type),
        is_one_line(has_one_line(source.event)),
        size(source.event.data.size()) {
    const char* const data_begin = source.event.data.data();
    if (is_one_line) at = static_cast<std::size_t>(data_begin - source.event.raw.data());
    if (!is_one_line || source.data.data() != data_begin) data = source.data;
  }

  [[nodiscard]] Source source() const {
    Source its;
    its.event.raw = raw;
    its.event.type = type;
    its.event.data = is_one_line ? its.event.raw.substr(at, size) : data;
    its.data = data.empty() ? its.event.data : data;
    return its;
  }

  std::string raw;
  std::string type;
  bool is_one_line;
  std::size_t size;    // of the data in `raw`
  std::size_t at = 0;  // the place of the data in `raw`
  std::string data{};  // the data that were read, if they are not those in `raw`
};

}  // namespace

struct Rewriter::Impl {
  Impl(Rules its_rules, RewriteOptions options)
      : rules(its_rules),
        sse(options.max_event_bytes),
        chunks(std::move(its_rules), std::move(options)) {}

  void begin() {
    out.clear();
    errors.clear();
  }
  void see(SseEvent event);
  void see_event(const SseEvent& event);
  void rewrite(const SseEvent& event);
  void rewrite_response();
  void end_response();
  bool write_responses(const std::vector<ResponseRewriter::Sent>& all);
  void read(Chunk& chunk);
  void write(std::span<const ChunkOutput> all);
  void keep(const ChunkOutput& its);
  void write_chunk(const ChunkOutput& its);
  void write_deltas(const ChunkOutput& its, std::span<const Delta> deltas);
  Source part_of_now(std::size_t part, std::string& bytes, std::string& data) const;
  std::string edited_again(std::string_view data, const ChunkOutput& its);
  void pass(std::string_view raw);
  void note_held();

  Rules rules;
  SseDecoder sse;
  ChunkRewriter chunks;
  std::unique_ptr<ResponseRewriter> responses;  // null: the stream is none of that API
  std::size_t held_by_responses = 0;            // counted after each of their events
  JsonParser json_parser;                       // of the event that is rewritten
  JsonParser other_parser;                      // of one that has waited, or of a part
  std::optional<Json> payload;                  // of the event that is rewritten
  std::vector<Json> parts;                      // its choices
  std::vector<ChunkChoice> choices;
  std::string envelope = "{";  // of the last chunk
  std::string out;
  std::vector<ChoiceToolCallError> errors;
  Source now;                // the event that is rewritten
  std::uint64_t number = 0;  // its own
  bool is_out = false;       // it has gone out, whole
  std::map<std::pair<std::uint64_t, std::optional<std::size_t>>, WaitingEvent> waiting;
  bool drops_line_feed = false;  // of a CRLF whose event was replaced
  Stats stats{};                 // without what the decoder and the chunks examine
};

// A byte order mark goes out first: new chunks may come before the event with which it came.
void Rewriter::Impl::see(SseEvent event) {
  if (event.span.start == 0) {
    const std::string_view rest = without_mark(event.raw);
    out += event.raw.substr(0, event.raw.size() - rest.size());
    event.raw = rest;
  }
  see_event(event);
}

// Comments, blank lines and too long events pass, and so does everything after the end.
void Rewriter::Impl::see_event(const SseEvent& event) {
  if (event.kind != SseKind::event || chunks.is_at_end()) return pass(event.raw);
  if (event.data == "[DONE]") {
    end_response();
    write(chunks.finish());
    return pass(event.raw);
  }
  rewrite(event);
}

// An event that is not JSON is a chunk without choices: it passes, after text that is held.
void Rewriter::Impl::rewrite(const SseEvent& event) {
  now = {event, event.data};
  stats.bytes_examined += event.data.size();
  std::string mended;
  payload = parse_mended(json_parser, now.data, mended);
  if (payload && ResponseRewriter::is_one(*payload)) return rewrite_response();
  if (responses != nullptr && payload) {  // an error, or a sign that the server is there
    const std::string_view type = string_member(*payload, "type");
    if (event.type == "error" || type == "error") end_response();
    return rewrite_response();
  }
  Chunk chunk;
  chunk.number = ++number;
  chunk.bytes = event.raw.size() + (has_one_line(event) ? 0 : event.data.size());
  parts.clear();
  choices.clear();
  if (payload) read(chunk);
  if (event.type == "error") chunk.is_error = true;
  if (has_other_fields(event.raw)) chunk.says_more = true;
  drops_line_feed = event.raw.ends_with('\r');
  write(chunks.feed(chunk));
  is_out = false;
}

void Rewriter::Impl::rewrite_response() {
  if (responses == nullptr) responses = std::make_unique<ResponseRewriter>(rules);
  const bool is_last = write_responses(responses->feed(*payload, now.data));
  drops_line_feed = now.event.raw.ends_with('\r') && !is_last;
}

void Rewriter::Impl::end_response() {
  if (responses != nullptr) write_responses(responses->finish());
}

// Sends the events of a response. The event that was fed keeps its bytes but for what changes.
// Returns true if that event is the last one, with its own end. Else the line feed of a CRLF that
// comes after it must be dropped.
bool Rewriter::Impl::write_responses(const std::vector<ResponseRewriter::Sent>& all) {
  bool is_last = false;
  bool ends_in_return = false;
  for (const ResponseRewriter::Sent& one : all) {
    if (one.is_fed) {
      const bool is_same = one.data == now.data;
      is_same ? void(out += now.event.raw) : send(out, now.event, one.data);
      is_last = is_same || has_one_line(now.event);
      ends_in_return = out.ends_with('\r');
      continue;
    }
    if (std::exchange(ends_in_return, false)) out += '\n';
    is_last = false;
    out.append("event: ").append(one.type).append("\n");
    for (const std::string_view line : lines_of(one.data)) {
      out.append("data: ").append(line).append("\n");
    }
    out += '\n';
  }
  for (ChoiceToolCallError& error : responses->take_tool_call_errors())
    errors.push_back(std::move(error));
  held_by_responses = responses->bytes_held();
  return is_last;
}

void Rewriter::Impl::read(Chunk& chunk) {
  const JsonValues fields(*payload);
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    const FieldHolds holds = holds_of(*field);
    const bool is_text = holds == FieldHolds::text;
    chunk.add_field(field.key(), holds, is_text ? *as_string(*field) : "");
  }
  parts = array_member(*payload, "choices").list();
  if (parts.empty()) return;
  envelope = envelope_of(*payload);
  for (const Json part : parts) choices.push_back(read_choice(part));
  chunk.choices = choices;
}

void Rewriter::Impl::write(std::span<const ChunkOutput> all) {
  ChunkSizes sizes;
  std::vector<Delta> deltas;
  while (!all.empty()) {
    const ChunkOutput& one = all[0];
    std::size_t count = 1;
    switch (one.kind) {
      case ChunkOutput::Kind::chunk: write_chunk(one); break;
      case ChunkOutput::Kind::waits: keep(one); break;
      case ChunkOutput::Kind::delta:
        count = sizes.next(all.size(), [&](std::size_t at) {
          const ChunkOutput& other = all[at];
          return other.kind == one.kind && other.choice == one.choice && is_of_call(other.delta);
        });
        deltas.clear();
        for (const ChunkOutput& its : all.first(count)) deltas.push_back(its.delta);
        write_deltas(one, deltas);
    }
    all = all.subspan(count);
  }
  for (ChoiceToolCallError& error : chunks.take_tool_call_errors())
    errors.push_back(std::move(error));
}

// One choice of the present event as an event of its own. The last choice takes all other fields of
// the event along. `bytes` and `data` become the storage of the new event.
Source Rewriter::Impl::part_of_now(std::size_t part, std::string& bytes, std::string& data) const {
  const std::string its = '[' + std::string(raw(parts[part])) + ']';
  const bool is_last = part + 1 == parts.size();
  SseEvent alone;
  alone.type = now.event.type;
  if (is_last) {
    Edits edits(now.data);
    edits.replace(raw_member(*payload, "choices"), its);
    data = edits.apply();
  } else {
    data = envelope + "\"choices\":" + its + '}';
  }
  send(bytes, is_last ? now.event : alone, data);
  alone.raw = bytes;
  const std::size_t at = bytes.find(data);
  alone.data = at == bytes.npos ? std::string_view(data) : alone.raw.substr(at, data.size());
  return {alone, data};
}

// The data, with edits, of an event that is not the present one: they are parsed again.
std::string Rewriter::Impl::edited_again(std::string_view data, const ChunkOutput& its) {
  stats.bytes_examined += data.size();
  return edited(*other_parser.parse(data), data, its);
}

void Rewriter::Impl::keep(const ChunkOutput& its) {
  std::string raw, data;
  waiting.emplace(std::pair(its.number, its.part),
                  its.part ? part_of_now(*its.part, raw, data) : now);
}

// Sends a chunk. If the end of its event was replaced, the line feed of a CRLF that comes after it
// as a stretch of its own must be dropped.
void Rewriter::Impl::write_chunk(const ChunkOutput& its) {
  const auto kept = waiting.find({its.number, its.part});
  std::string raw, data;
  Source source = now;
  if (kept != waiting.end()) {
    source = kept->second.source();
  } else if (its.part) {
    source = part_of_now(*its.part, raw, data);
  }
  const bool is_now = kept == waiting.end() && !its.part;
  if (its.edits.empty()) {
    out += source.event.raw;
  } else {
    const std::string text =
        is_now ? edited(*payload, source.data, its) : edited_again(source.data, its);
    send(out, source.event, text);
  }
  if (!is_now) {
    if (kept != waiting.end()) waiting.erase(kept);
    if (out.ends_with('\r')) out += '\n';
    return;
  }
  is_out = true;
  if (its.edits.empty() || has_one_line(source.event)) drops_line_feed = false;
}

void Rewriter::Impl::write_deltas(const ChunkOutput& its, std::span<const Delta> deltas) {
  if (is_out && out.ends_with('\r')) {
    drops_line_feed = true;
    out += '\n';
  }
  out.append("data: ").append(envelope).append("\"choices\":[");
  JsonWriter json(out);
  write_choice(json, its, deltas, chunks.options().reasoning_field);
  out += "]}\n\n";
}

void Rewriter::Impl::pass(std::string_view raw) {
  if (std::exchange(drops_line_feed, false) && raw == "\n") return;
  out += raw;
}

void Rewriter::Impl::note_held() {
  stats.bytes_held = sse.bytes_held() + chunks.stats().bytes_held;
  stats.bytes_held += held_by_responses;
  stats.bytes_held_max = std::max(stats.bytes_held_max, stats.bytes_held);
}

Rewriter::Rewriter(Rules rules, RewriteOptions options)
    : impl_(std::make_unique<Impl>(std::move(rules), std::move(options))) {}
Rewriter::Rewriter(Rewriter&&) noexcept = default;
Rewriter& Rewriter::operator=(Rewriter&&) noexcept = default;
Rewriter::~Rewriter() = default;

std::string_view Rewriter::feed(std::string_view chunk) & {
  impl_->begin();
  for (const SseEvent& event : impl_->sse.feed(chunk)) impl_->see(event);
  impl_->note_held();
  return impl_->out;
}

std::string_view Rewriter::finish() & {
  impl_->begin();
  std::string rest;  // an event that is cut off passes, but is not read
  for (const SseEvent& event : impl_->sse.finish()) rest += event.raw;
  impl_->end_response();
  impl_->write(impl_->chunks.finish());
  impl_->pass(rest);
  impl_->note_held();
  return impl_->out;
}

std::span<const ChoiceToolCallError> Rewriter::tool_call_errors() const& { return impl_->errors; }

Stats Rewriter::stats() const {
  Stats stats = impl_->sse.stats();
  stats.bytes_examined += impl_->stats.bytes_examined + impl_->chunks.stats().bytes_examined;
  stats.bytes_held = impl_->stats.bytes_held;
  stats.bytes_held_max = impl_->stats.bytes_held_max;
  return stats;
}

void Rewriter::reset() {
  impl_ = std::make_unique<Impl>(impl_->rules, RewriteOptions(impl_->chunks.options()));
}

}  // namespace tagstream::wire
