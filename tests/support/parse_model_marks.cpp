#include "support/parse_model_marks.hpp"

#include <algorithm>

#include "support/tool_model_parts.hpp"

namespace tagstream::testing {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.';
}

}  // namespace

Marker marker_of(std::string_view word) {
  Marker marker;
  marker.word = word;
  if (word.size() < 3 || word.front() != '<' || word.back() != '>') return marker;
  std::string_view name = word.substr(1, word.size() - 2);
  const bool closes = name.front() == '/';
  if (closes) name.remove_prefix(1);
  if (name.empty() || name[0] == '-' || name[0] == '.') return marker;
  if (!std::all_of(name.begin(), name.end(), is_name_byte)) return marker;
  marker.tag = name;
  marker.closes = closes;
  return marker;
}

ParseMarks::ParseMarks(const ParseOptions& options) : options_(options) {
  const auto row = [](const std::string& name) {
    return name.empty() ? nullptr : find_dialect(name);
  };
  const Dialect* const both = row(options.dialect);
  const Dialect* const thinks = both != nullptr ? both : row(options.reasoning);
  const Dialect* const calls = both != nullptr ? both : row(options.tool_format);
  if (thinks != nullptr) reasoning = thinks->reasoning;
  if (calls != nullptr) tools = calls->tools;
  if (reasoning != nullptr) add_reasoning();
  if (tools != nullptr) add_tools();
  for (const Dialect* one : {thinks, calls}) {
    if (one != nullptr) add_all(Mark::drop, one->drop, true);
  }
  for (const std::string& token : options.drop) add(Mark::drop, token, true);
  if (tools != nullptr) {
    calls_in_reasoning = options.calls_in_reasoning.value_or(tools->calls_in_reasoning);
    on_unclosed = options.on_unclosed_call.value_or(tools->on_unclosed);
  }
  if (header == nullptr) return;
  add(Mark::header, header->start, true);
  if (!header->channel.empty()) add(Mark::header, header->channel, true);
  add_all(Mark::header_close, header->close, true);
}

void ParseMarks::add_reasoning() {
  add_all(Mark::reasoning_open, reasoning->open, false);
  add_all(Mark::reasoning_close, reasoning->close, false);
  add_all(Mark::ends_before, reasoning->ends_before, true);
  add_all(Mark::drop, reasoning->drop, true);
  for (std::string_view name : reasoning->unwrap) {
    Marker marker;
    marker.mark = Mark::unwrap;
    marker.word = marker.tag = name;
    marker.is_either = true;
    markers_.push_back(marker);
  }
  has_header_reasoning = reasoning->header.is_given();
  if (has_header_reasoning) header = &reasoning->header;
}

void ParseMarks::add_tools() {
  for (const CallFormat& format : tools->calls) add_all(Mark::call, format.open, false, &format);
  add_all(Mark::wrap_open, tools->wrap_open, true);
  add_all(Mark::wrap_close, tools->wrap_close, true);
  has_header_calls = tools->header.is_given();
  if (has_header_calls) header = &tools->header;
}

void ParseMarks::add(Mark mark, std::string_view word, bool is_literal, const CallFormat* format) {
  Marker marker = marker_of(word);
  if (is_literal) marker.tag.clear();
  marker.mark = mark;
  marker.format = format;
  markers_.push_back(marker);
}

void ParseMarks::add_all(Mark mark, const WordList& words, bool is_literal,
                         const CallFormat* format) {
  for (std::string_view word : words) add(mark, word, is_literal, format);
}

std::optional<MarkHit> ParseMarks::match(const Marker& marker, std::string_view text,
                                         std::size_t at) const {
  MarkHit hit;
  hit.mark = marker.mark;
  hit.begin = at;
  hit.format = marker.format;
  if (marker.tag.empty()) {
    if (!text.substr(at).starts_with(marker.word)) return std::nullopt;
    hit.end = at + marker.word.size();
    return hit;
  }
  if (text[at] != '<') return std::nullopt;
  const std::optional<Tag> tag = read_tag(text, at, options_.limits);
  if (!tag || !same_name(tag->name, marker.tag, options_.ignore_case)) return std::nullopt;
  if (!marker.is_either && (tag->kind == TokenKind::close) != marker.closes) return std::nullopt;
  hit.end = tag->end;
  hit.kind = tag->kind;
  return hit;
}

std::optional<MarkHit> ParseMarks::at(std::string_view text, std::size_t at,
                                      const MarkCounts& counts) const {
  std::optional<MarkHit> best;
  std::size_t drop_end = 0;
  std::vector<MarkHit> all;
  for (const Marker& marker : markers_) {
    if (const auto hit = match(marker, text, at)) all.push_back(*hit);
  }
  for (const MarkHit& hit : all) {
    if (hit.mark == Mark::drop) drop_end = std::max(drop_end, hit.end);
  }
  for (MarkHit& hit : all) {
    hit.is_dropped = hit.end <= drop_end;
    if (!counts(hit)) continue;
    const bool is_better =
        !best || hit.end > best->end || (hit.end == best->end && hit.mark < best->mark);
    if (is_better) best = hit;
  }
  return best;
}

std::optional<MarkHit> ParseMarks::word_at(std::string_view text, std::size_t at,
                                           const WordList& words) const {
  std::optional<MarkHit> best;
  for (std::string_view word : words) {
    const auto hit = match(marker_of(word), text, at);
    if (hit && (!best || hit->end > best->end)) best = hit;
  }
  return best;
}

bool ParseMarks::may_become(std::string_view text, std::size_t at, const WordList& words) const {
  for (std::string_view word : words) {
    const Marker marker = marker_of(word);
    for (std::size_t from = 0; from <= word.size(); ++from) {
      const std::string more = std::string(text) + std::string(word.substr(from));
      const auto hit = match(marker, more, at);
      if (hit && hit->end > text.size()) return true;
    }
  }
  return false;
}

std::size_t ParseMarks::quoted_by(std::string_view text, std::size_t at,
                                  std::optional<Mark> only) const {
  if (text[at] != '<') return 0;
  for (const Marker& marker : markers_) {
    if (marker.tag.empty() || marker.closes) continue;
    if (only && marker.mark != *only) continue;
    const std::string_view name = text.substr(at + 1, marker.tag.size());
    if (!same_name(name, marker.tag, options_.ignore_case)) continue;
    const std::size_t end = failed_tag_end(text, at, name.size(), options_.limits);
    if (end != 0) return end;
  }
  return 0;
}

}  // namespace tagstream::testing
