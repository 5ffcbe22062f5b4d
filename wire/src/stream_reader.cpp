#include "tagstream/wire/stream_reader.hpp"

namespace tagstream::wire {

namespace {

constexpr std::string_view too_long = "the event is longer than the limit";

// A server that can't answer sends one JSON object instead of a stream.
bool looks_like_json(std::string_view raw) {
  const std::size_t first = raw.find_first_not_of(" \t\r\n");
  return first != raw.npos && raw[first] == '{';
}

}  // namespace

std::span<const Piece> StreamReader::feed(std::string_view chunk) {
  payloads_.clear();
  return options_.framing == Framing::sse ? read_events(sse_.feed(chunk))
                                          : read_lines(chunk, false);
}

std::span<const Piece> StreamReader::finish() {
  payloads_.clear();
  return options_.framing == Framing::sse ? read_events(sse_.finish()) : read_lines({}, true);
}

void StreamReader::reset() { *this = StreamReader(options_); }

std::span<const Piece> StreamReader::read_events(std::span<const SseEvent> events) {
  for (const SseEvent& event : events) {
    const std::uint64_t offset = event.span.begin;
    switch (event.kind) {
      case SseKind::event: payloads_.read_more(event.data, offset); break;
      case SseKind::other:
        if (looks_like_json(event.raw)) payloads_.read_more(event.raw, offset);
        break;
      case SseKind::too_long: payloads_.add_broken(too_long, offset); break;
      case SseKind::comment:
      case SseKind::skipped: break;
    }
  }
  return payloads_.read_more({}, 0);
}

std::span<const Piece> StreamReader::read_lines(std::string_view chunk, bool is_end) {
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
    payloads_.add_broken(too_long, offset_);
    is_too_long_ = true;
    offset_ += line_.size() + chunk.size();
    line_ = {};
  } else {
    line_ += chunk;
  }
  return payloads_.read_more({}, 0);
}

// The rest of the line, without its end.
void StreamReader::read_line(std::string_view rest) {
  const std::uint64_t begin = offset_;
  offset_ += line_.size() + rest.size();
  if (is_too_long_) {
    is_too_long_ = false;
    return;
  }
  if (line_.size() + rest.size() > options_.max_event_bytes) {
    payloads_.add_broken(too_long, begin);
  } else if (line_.empty()) {
    payloads_.read_more(rest, begin);
  } else {
    line_ += rest;
    payloads_.read_more(line_, begin);
  }
  line_.clear();
}

}  // namespace tagstream::wire
