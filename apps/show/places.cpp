#include "show/places.hpp"

#include <algorithm>
#include <optional>

#include "json/json_writer.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view blanks = " \t\r\n";

// True if the closing tag of a call stands inside its body, without ending it.
bool holds(std::string_view body, std::string_view closer) {
  return closer.starts_with("</") && body.find(closer) != body.npos;
}

// The place at which the body of a call begins in the stream; nothing if it is not known.
std::optional<std::uint64_t> body_begin(const Event& event, const StreamPart& stream) {
  if (quotes_only(event) || event.span.start < stream.begin || event.raw.empty()) {
    return std::nullopt;
  }
  const std::string_view bytes = stream.bytes.substr(0, event.span.end - stream.begin);
  const std::size_t at = bytes.find(event.raw, event.span.start - stream.begin);
  return at == bytes.npos ? std::nullopt : std::optional(stream.begin + at);
}

}  // namespace

Parted parted_at(std::string_view text, std::size_t place) {
  const std::size_t begin = std::min(place, text.size());
  const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
  return {text.substr(0, begin), text.substr(begin, end - begin), text.substr(end)};
}

std::size_t place_in_body(const Event& error, const StreamPart& stream) {
  const auto begin = body_begin(error, stream);
  if (!begin || error.offset < *begin) return error.raw.size();
  return std::min<std::uint64_t>(error.offset - *begin, error.raw.size());
}

TagsAround tags_around(const Event& event, const StreamPart& stream) {
  const Span whole = event.span;
  const auto begin = body_begin(event, stream);
  if (!begin) {  // the body is empty
    const bool is_tag = !quotes_only(event) && event.raw.empty() && whole.start >= stream.begin;
    return {is_tag ? whole : Span{whole.end, whole.end}, {whole.end, whole.end}};
  }
  const auto in_stream = [&](std::uint64_t from, std::uint64_t to) {
    return stream.bytes.substr(from - stream.begin, to - from);
  };
  const std::string_view before = in_stream(whole.start, *begin);
  const std::size_t open = before.find_last_not_of(blanks);
  TagsAround tags{{whole.start, whole.start + (open == before.npos ? 0 : open + 1)}, {}};
  const std::uint64_t body_end = *begin + event.raw.size();
  const std::string_view after = in_stream(body_end, whole.end);
  const std::size_t close = std::min(after.find_first_not_of(blanks), after.size());
  tags.close = {event.is_closed ? body_end + close : whole.end, whole.end};
  return tags;
}

std::string kind_of_thought(const Event& event) {
  std::string words(event.thought_type);
  if (event.confidence < 0) return words;
  if (!words.empty()) words += ' ';
  words += "confidence=";
  JsonWriter(words).value(event.confidence);
  return words;
}

std::string_view hard_moment(const Event& event, const StreamPart& stream) {
  if (event.kind == EventKind::tool_call) {
    if (event.is_repaired) return "not quite JSON: it was read, and written as JSON";
    const Span close = tags_around(event, stream).close;
    const std::string_view closer =
        close.empty() ? "" : stream.bytes.substr(close.start - stream.begin, close.size());
    if (holds(event.raw, closer)) return "a closing tag in a string ends nothing";
  }
  if (event.kind != EventKind::section_end || !event.is_closed || event.is_recorded) return {};
  const bool is_marker = event.raw.size() == event.name.size();
  const std::uint64_t begin = event.offset + event.raw.size();
  if (is_marker || begin < stream.begin || begin > event.span.start) return {};
  const std::string_view body = stream.bytes.substr(begin - stream.begin, event.span.start - begin);
  if (!holds(body, "</" + std::string(event.name) + '>')) return {};
  return "a nested pair: the section ends at its own closing tag";
}

}  // namespace tagstream::cli
