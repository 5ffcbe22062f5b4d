#include "show/places.hpp"

#include <algorithm>
#include <string>

#include "tagstream/event.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view blanks = " \t\r\n";

// The element's own closing tag in its body: it has not ended it.
bool holds_own_closer(const Event& event) {
  if (event.element->is_marker()) return false;
  const std::string closer = "</" + std::string(event.element->name()) + '>';
  return event.text.find(closer) != event.text.npos;
}

}  // namespace

Parted parted_at(std::string_view text, std::size_t place) {
  const std::size_t begin = std::min(place, text.size());
  const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
  return {text.substr(0, begin), text.substr(begin, end - begin), text.substr(end)};
}

std::size_t place_in_body(const Event& error, const Stretch& stream) {
  const Call& call = *error.call();
  const std::uint64_t opened = call.start() + call.raw_tag().size();
  if (call.is_implied_open() || opened < stream.begin) return error.text.size();
  const std::uint64_t at = opened - stream.begin;
  const std::string_view rest =
      stream.bytes.substr(std::min<std::uint64_t>(at, stream.bytes.size()));
  const std::size_t skipped = std::min(rest.find_first_not_of(" \t\r\n\f"), rest.size());
  const std::uint64_t begin = opened + skipped;
  const bool is_inside = rest.substr(skipped).starts_with(error.text) && call.offset() >= begin;
  return is_inside ? std::min<std::uint64_t>(call.offset() - begin, error.text.size())
                   : error.text.size();
}

std::optional<Span> closer_of(const Event& event, const Stretch& stream) {
  const Call& call = *event.call();
  if (quotes_only(event) || !event.is_closed || call.start() < stream.begin) return std::nullopt;
  const std::uint64_t opened = call.start() + call.raw_tag().size();
  const std::size_t body = std::max(opened, event.span.begin) - stream.begin;
  const std::string_view raw = stream.bytes.substr(0, event.span.end - stream.begin);
  const std::size_t at = raw.find(event.text, body);
  if (at == raw.npos) return std::nullopt;
  const std::size_t closer = raw.find_first_not_of(blanks, at + event.text.size());
  if (closer == raw.npos) return std::nullopt;
  return Span{stream.begin + closer, event.span.end};
}

std::string_view hard_moment(const Event& event) {
  switch (event.kind) {
    case EventKind::tool_call:
      if (event.call()->is_repaired) return "not quite JSON: read all the same, and made JSON";
      if (holds_own_closer(event)) return "a closing tag in a string ends nothing";
      return {};
    case EventKind::section_end:
      if (event.is_closed && holds_own_closer(event)) {
        return "a pair inside it: the section goes on to its own closing tag";
      }
      return {};
    default: return {};
  }
}

}  // namespace tagstream::cli
