// Finds a stretch by its line ends alone, and reads its fields when it is complete. So only bytes
// and places are kept when the stream is cut. Of `data: a\nda` the first line is complete, but not
// the event: `begin_` is 0, `line_` is 8, and all 10 bytes are held.

#include "tagstream/wire/sse.hpp"

#include <algorithm>
#include <charconv>

#include "base/utf8.hpp"

namespace tagstream::wire {

namespace {

constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The place of the first line end from `from` on; the size of the text if there is none.
std::size_t find_line_end(std::string_view text, std::size_t from) {
  const auto found =
      std::find_if(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), is_line_end);
  return static_cast<std::size_t>(found - text.begin());
}

std::optional<std::uint64_t> number_in(std::string_view digits) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || stop != end || digits.empty()) return std::nullopt;
  return number;
}

}  // namespace

// While nothing is held, the chunk itself is read, and only its incomplete end is copied.
std::span<const SseEvent> SseDecoder::feed(std::string_view chunk) & {
  stats_.bytes_fed += chunk.size();
  events_.clear();
  joined_.clear();
  while (ids_.size() > 1) ids_.pop_front();
  buffer_.erase(0, begin_);
  offset_ += begin_;
  line_ -= begin_;
  searched_ -= begin_;
  begin_ = 0;
  if (!buffer_.empty()) {
    buffer_ += chunk;
    read(buffer_);
    return returned();
  }
  read(chunk);
  // Places are counted from the buffer's first byte from now on.
  offset_ += begin_;
  buffer_ = chunk.substr(begin_);
  line_ -= begin_;
  searched_ -= begin_;
  begin_ = 0;
  return returned();
}

std::span<const SseEvent> SseDecoder::finish() & {
  feed({});
  stats_.events -= events_.size();  // they are returned again
  const std::string_view text = buffer_;
  if (text.empty()) return returned();
  if (is_skipping_) {
    give(SseKind::skipped, text, text.size());
  } else {
    dispatch(text, text.size(), false);
  }
  return returned();
}

std::span<const SseEvent> SseDecoder::returned() {
  stats_.events += events_.size();
  stats_.bytes_held = bytes_held();
  stats_.bytes_held_max = std::max(stats_.bytes_held_max, stats_.bytes_held);
  return events_;
}

void SseDecoder::reset() { *this = SseDecoder(max_event_bytes_); }

void SseDecoder::read(std::string_view text) {
  while (read_line(text)) {
  }
  if (is_skipping_ && begin_ < text.size()) give(SseKind::skipped, text, text.size());
}

// Reads the next complete line, or notes that the event is too long. Returns false if no complete
// line is left.
bool SseDecoder::read_line(std::string_view text) {
  const bool is_whole = text.size() - begin_ <= max_event_bytes_ || is_skipping_;
  const std::string_view readable = is_whole ? text : text.substr(0, begin_ + max_event_bytes_);
  const std::size_t end = find_line_end(readable, searched_);
  stats_.bytes_examined += end - searched_;
  searched_ = end;
  if (end < readable.size()) {
    end_line(text, end);
    return true;
  }
  if (is_skipping_) {
    has_line_ = has_line_ || line_ < end;
    return false;
  }
  if (is_whole) return false;
  is_skipping_ = true;
  ++stats_.limit_hits;
  has_line_ = line_ < end;
  give(SseKind::too_long, text, end);
  line_ = searched_ = end;
  return true;
}

// A line ends at `end`. A blank line completes an event; a comment is complete by itself, if no
// field came before it. The LF of a CRLF belongs to the line end before it.
void SseDecoder::end_line(std::string_view text, std::size_t end) {
  const std::size_t next = end + 1;
  const bool is_second = after_return_ && end == line_ && text[end] == '\n' && !has_line_;
  after_return_ = text[end] == '\r';
  const std::size_t line_begin = line_;
  line_ = searched_ = next;
  if (is_second) {  // of CRLF
    if (end == begin_ && !is_skipping_) give(SseKind::other, text, next);
    return;
  }
  const bool is_blank = line_begin == end && !has_line_;
  has_line_ = false;
  if (is_skipping_) {
    if (!is_blank) return;
    give(SseKind::skipped, text, next);
    is_skipping_ = false;
    return;
  }
  std::size_t first = begin_;
  if (offset_ + begin_ == 0 && text.starts_with(byte_order_mark)) first += byte_order_mark.size();
  const bool is_first = line_begin <= first;
  const std::size_t line = std::max(line_begin, first);
  if (line == end) {
    is_first ? give(SseKind::other, text, next) : dispatch(text, next, true);
  } else if (is_first && text[line] == ':') {
    give(SseKind::comment, text, next);
    events_.back().data = text.substr(line + 1, end - line - 1);
  }
}

// Adds the stretch up to `end`; the next one begins there.
void SseDecoder::give(SseKind kind, std::string_view text, std::size_t end) {
  SseEvent event;
  event.kind = kind;
  event.span = {offset_ + begin_, offset_ + end};
  event.raw = text.substr(begin_, end - begin_);
  events_.push_back(event);
  begin_ = line_ = searched_ = end;
}

// Reads the fields of a complete stretch. Without a `data:` line it is no event, as the standard
// says.
void SseDecoder::dispatch(std::string_view text, std::size_t end, bool is_complete) {
  const bool is_start = offset_ + begin_ == 0;
  give(SseKind::other, text, end);
  SseEvent& event = events_.back();
  stats_.bytes_examined += 2 * event.raw.size();  // line ends again, and colons
  event.is_complete = is_complete;
  std::string_view rest = event.raw;
  if (is_start && rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  bool has_data = false;
  while (!rest.empty()) {
    const std::size_t line_end = find_line_end(rest, 0);
    see_field(event, rest.substr(0, line_end), has_data);
    rest.remove_prefix(std::min(line_end + 1, rest.size()));
  }
  if (!ids_.empty()) event.id = ids_.back();
  if (has_data) event.kind = SseKind::event;
  if (has_data && event.type.empty()) event.type = "message";
}

// Reads one field, such as `data: x`. One space after the colon is not a part of the value. Data of
// one line are a view of the event's bytes; those of several lines are joined in a copy.
void SseDecoder::see_field(SseEvent& event, std::string_view line, bool& has_data) {
  const std::size_t colon = std::min(line.find(':'), line.size());
  const std::string_view name = line.substr(0, colon);
  std::string_view value = line.substr(std::min(colon + 1, line.size()));
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (name == "data") {
    if (!has_data) {
      event.data = value;
    } else {
      const bool is_joined = !joined_.empty() && joined_.back().data() == event.data.data();
      if (!is_joined) joined_.emplace_back(event.data);
      joined_.back().append("\n").append(value);
      event.data = joined_.back();
    }
    has_data = true;
  } else if (name == "event") {
    event.type = value;
  } else if (name == "id") {
    if (value.find('\0') == value.npos) ids_.emplace_back(value);
  } else if (name == "retry") {
    if (const auto number = number_in(value)) retry_ = number;
  }
}

}  // namespace tagstream::wire
