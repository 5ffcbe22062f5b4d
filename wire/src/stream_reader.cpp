#include "tagstream/wire/stream_reader.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "json.hpp"

namespace tagstream::wire {

namespace {

constexpr std::string_view an_array = "the stream is one JSON array, which is read as ndjson is";
constexpr std::string_view too_long = "the event is longer than the limit";

// Reads a stream in one of three forms: server-sent events, JSON lines, or, instead of lines, one
// JSON array of payloads, `[{...},\n{...}]`, as Gemini sends it.

// True if a stretch that is no event looks like a JSON object. A server that can't answer sends
// such an object, with the error, instead of a stream.
bool looks_like_json(std::string_view raw) {
  const std::size_t first = raw.find_first_not_of(" \t\r\n");
  return first != raw.npos && raw[first] == '{';
}

}  // namespace

std::span<const Piece> StreamReader::feed(std::string_view chunk) & {
  payloads_.clear();
  stats_.bytes_fed += chunk.size();
  return returned(options_.framing == Framing::sse ? read_events(sse_.feed(chunk))
                  : is_array(chunk)                ? read_elements(chunk, false)
                                                   : read_lines(chunk, false));
}

std::span<const Piece> StreamReader::finish() & {
  payloads_.clear();
  if (options_.framing == Framing::sse) {
    read_events(sse_.finish());
  } else {
    is_array({}) ? read_elements({}, true) : read_lines({}, true);
  }
  return returned(payloads_.finish());
}

Stats StreamReader::stats() const {
  Stats stats = stats_;
  stats.bytes_examined += sse_.stats().bytes_examined;
  return stats;
}

std::span<const Piece> StreamReader::returned(std::span<const Piece> pieces) {
  stats_.events += pieces.size();
  stats_.bytes_held = options_.framing == Framing::sse ? sse_.bytes_held() : line_.size();
  stats_.bytes_held_max = std::max(stats_.bytes_held_max, stats_.bytes_held);
  return pieces;
}

void StreamReader::read_payload(std::string_view payload, std::uint64_t offset) {
  stats_.bytes_examined += payload.size();
  payloads_.read_more(payload, offset);
}

void StreamReader::read_event(const SseEvent& event) {
  // Some servers of completions end their stream with an event `done` instead of `[DONE]`.
  const bool is_done = event.type == "done" && event.data == "{}";
  if (is_done) return read_payload("[DONE]", event.span.start);
  if (event.type != "error") return read_payload(event.data, event.span.start);
  stats_.bytes_examined += event.data.size();
  payloads_.read_failure(event.data, event.span.start);
}

void StreamReader::read_other(const SseEvent& event) {
  const std::uint64_t offset = event.span.start;
  const std::string_view text = offset == 0 ? without_mark(event.raw) : event.raw;
  if (looks_like_json(text)) read_payload(event.raw, offset);
  if (offset == 0 && text.starts_with('[')) payloads_.add_broken(an_array, offset);
}

void StreamReader::refuse(std::uint64_t offset) {
  ++stats_.limit_hits;
  payloads_.add_broken(too_long, offset);
}

void StreamReader::reset() { *this = StreamReader(options_); }

std::span<const Piece> StreamReader::read_events(std::span<const SseEvent> events) {
  for (const SseEvent& event : events) {
    const std::uint64_t offset = event.span.start;
    switch (event.kind) {
      case SseKind::event: read_event(event); break;
      case SseKind::other: read_other(event); break;
      case SseKind::too_long: refuse(offset); break;
      case SseKind::comment:
      case SseKind::skipped: break;
    }
  }
  return payloads_.read_more({}, 0);
}

// Reads complete lines, and holds the rest in `line_`. The rest of a line that is too long is
// passed.
std::span<const Piece> StreamReader::read_lines(std::string_view chunk, bool is_end) {
  stats_.bytes_examined += chunk.size();  // for line ends
  while (true) {
    const std::size_t end = chunk.find('\n');
    if (end == chunk.npos) break;
    read_line(chunk.substr(0, end));
    ++offset_;
    chunk.remove_prefix(end + 1);
  }
  if (is_end) {
    read_line(chunk);
  } else if (is_too_long_) {
    offset_ += chunk.size();
  } else if (line_.size() + chunk.size() > options_.max_event_bytes) {
    refuse(offset_);
    is_too_long_ = true;
    offset_ += line_.size() + chunk.size();
    line_ = {};
  } else {
    line_ += chunk;
  }
  return payloads_.read_more({}, 0);
}

// Reads a line. `rest` is the part in this chunk, without the line feed; `line_` has the part
// before.
void StreamReader::read_line(std::string_view rest) {
  const std::uint64_t begin = offset_;
  offset_ += line_.size() + rest.size();
  if (is_too_long_) {
    is_too_long_ = false;
    return;
  }
  if (line_.size() + rest.size() > options_.max_event_bytes) {
    refuse(begin);
  } else {
    if (!line_.empty()) line_ += rest;
    read_payload(line_.empty() ? rest : line_, begin);
  }
  line_.clear();
}

// ---- one array -------------------------------------------------------------------------------

// True if the stream is one array: its first byte that is no blank is `[`. Until that byte has
// come, all is read as lines.
bool StreamReader::is_array(std::string_view chunk) {
  if (form_ != Lines::unknown) return form_ == Lines::array;
  const std::size_t first = chunk.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == chunk.npos) return false;
  form_ = chunk[first] == '[' ? Lines::array : Lines::lines;
  if (form_ == Lines::lines) return false;
  offset_ += line_.size();
  line_.clear();
  return true;
}

// Reads the array. Its objects are payloads; between them stand blanks, commas and the brackets of
// the array. An object ends where all of its brackets are closed.
std::span<const Piece> StreamReader::read_elements(std::string_view chunk, bool is_end) {
  stats_.bytes_examined += chunk.size();
  while (!chunk.empty()) {
    if (element_.depth == 0 && chunk[0] != '{') {
      see_between(chunk[0]);
      chunk.remove_prefix(1);
      continue;
    }
    std::size_t end = 0;
    do {
      element_.see(chunk[end++]);
    } while (end < chunk.size() && element_.depth > 0);
    add_to_element(chunk.substr(0, end));
    chunk.remove_prefix(end);
    if (element_.depth == 0) end_element();
  }
  if (is_end && element_.depth > 0) end_element();
  return payloads_.read_more({}, 0);
}

// Follows brackets and strings to the end of the element; a bracket in a string does not count. It
// is found as the blank line after an event is found, and not as JSON is read: `{"a": oops}` ends
// at its brace, too, so that the element after it is read. `PayloadReader` reads whole elements.
void StreamReader::Element::see(char c) {
  if (is_in_string) {
    const bool ends = c == '"' && !is_escaped;
    is_escaped = c == '\\' && !is_escaped;
    is_in_string = !ends;
  } else if (c == '"') {
    is_in_string = true;
  } else if (c == '{' || c == '[') {
    ++depth;
  } else if (c == '}' || c == ']') {
    --depth;
  }
}

// Any other byte between two objects is a mistake, which is reported once for each gap.
void StreamReader::see_between(char c) {
  constexpr std::string_view known = " \t\r\n[],";
  const bool is_known =
      known.find(c) != known.npos || (offset_ < 3 && c == byte_order_mark[offset_]);
  if (!is_known && !element_.is_stray) payloads_.add_broken("the payload is not JSON", offset_);
  element_.is_stray = c != ',' && (element_.is_stray || !is_known);
  ++offset_;
}

void StreamReader::add_to_element(std::string_view part) {
  element_.size += part.size();
  if (is_too_long_) return;
  if (element_.size > options_.max_event_bytes) {
    refuse(offset_);
    is_too_long_ = true;
    line_ = {};
  } else {
    line_ += part;
  }
}

void StreamReader::end_element() {
  if (!is_too_long_) read_payload(line_, offset_);
  offset_ += element_.size;
  element_ = {};
  is_too_long_ = false;
  line_.clear();
}

}  // namespace tagstream::wire
