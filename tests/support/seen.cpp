#include "support/seen.hpp"

#include <utility>

namespace tagstream::testing {

namespace {

bool goes_on(const std::vector<Seen>& list, const Seen& seen) {
  return is_joined(seen.kind) && !list.empty() && list.back().kind == seen.kind &&
         list.back().index == seen.index;
}

}  // namespace

Seen to_seen(const Event& event) {
  Seen seen{.kind = event.kind};
  seen.has_index = event.has_index;
  seen.index = event.index;
  // The models know the rule of a notice only where thoughts and sections are told apart. The
  // golden cases show all.
  const bool tells_apart =
      event.code == Code::unclosed_section || event.code == Code::unclosed_thought;
  if (!is_message(event.kind) || tells_apart) seen.name = std::string(event.name);
  const bool has_place = event.kind != EventKind::tool_call_start && !is_quoted_piece(event.kind);
  if (has_place) {
    seen.begin = event.span.start;
    seen.end = event.span.end;
  }
  const bool is_sentence = is_message(event.kind) || event.kind == EventKind::tool_call_error;
  if (!is_sentence) seen.text = std::string(event.text);
  seen.raw = std::string(event.raw);
  seen.id = std::string(event.id);
  seen.thought_type = std::string(event.thought_type);
  seen.offset = event.offset;
  seen.confidence = event.confidence;
  seen.code = event.code;
  seen.is_closed = event.is_closed;
  seen.is_recorded = event.is_recorded;
  seen.is_implied_open = event.is_implied_open;
  seen.is_truncated = event.is_truncated;
  seen.has_attributes = event.has_attributes;
  seen.has_started = event.has_started;
  seen.is_repaired = event.is_repaired;
  seen.is_recovered = event.is_recovered;
  return seen;
}

void append_joined(std::vector<Seen>& list, Seen seen) {
  if (!goes_on(list, seen)) {
    list.push_back(std::move(seen));
    return;
  }
  list.back().text += seen.text;
  list.back().end = seen.end;
}

void append_joined(std::vector<Seen>& list, const Event& event) {
  append_joined(list, to_seen(event));
}

void append_joined(std::vector<SeenToken>& list, SeenToken token) {
  if (token.kind == TokenKind::text && !list.empty() && list.back().kind == TokenKind::text) {
    list.back().raw += token.raw;
    list.back().end = token.end;
    return;
  }
  list.push_back(std::move(token));
}

void append_joined(std::vector<SeenToken>& list, const Token& token) {
  append_joined(list, SeenToken{token.kind, token.begin, token.end(), std::string(token.raw),
                                std::string(token.name())});
}

std::string escaped(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += byte;
    } else if (byte == '\n') {
      out += "\\n";
    } else if (value >= 0x20 && value < 0x7f) {
      out += byte;
    } else {
      out += "\\x";
      out += digits[value >> 4];
      out += digits[value & 15];
    }
  }
  return out + '"';
}

std::string span_text(std::uint64_t begin, std::uint64_t end) {
  return " [" + std::to_string(begin) + "," + std::to_string(end) + ")";
}

std::string place_of(const Event& event) {
  return to_string(event.kind) + span_text(event.span.start, event.span.end) + ": ";
}

std::string to_text(const Seen& seen) {
  std::string out = to_string(seen.kind) + span_text(seen.begin, seen.end);
  const auto word = [&](const char* key, const std::string& value) {
    if (!value.empty()) out += key + escaped(value);
  };
  const auto flag = [&](bool is_set, const char* name) {
    if (is_set) out += name;
  };
  if (seen.code != Code::none) out += std::string(" ") + to_string(seen.code);
  if (!is_message(seen.kind)) out += ' ' + escaped(seen.text);
  word(" name=", seen.name);
  word(" raw=", seen.raw);
  word(" id=", seen.id);
  word(" type=", seen.thought_type);
  if (seen.offset != 0) out += " offset=" + std::to_string(seen.offset);
  if (seen.has_index) out += " index=" + std::to_string(seen.index);
  if (seen.confidence >= 0) out += " confidence=" + std::to_string(seen.confidence);
  flag(seen.is_closed, " closed");
  flag(seen.is_implied_open, " implied");
  flag(seen.is_truncated, " truncated");
  flag(seen.is_recorded, " recorded");
  flag(seen.has_started, " started");
  flag(seen.is_repaired, " repaired");
  flag(seen.is_recovered, " recovered");
  return out + '\n';
}

std::string to_text(const std::vector<Seen>& list) {
  std::string out;
  for (const Seen& seen : list) out += to_text(seen);
  return out;
}

std::string to_text(const std::vector<SeenToken>& list) {
  std::string out;
  for (const SeenToken& token : list) {
    out += to_string(token.kind) + span_text(token.begin, token.end) + ' ' + escaped(token.raw);
    if (!token.name.empty()) out += " name=" + escaped(token.name);
    out += '\n';
  }
  return out;
}

}  // namespace tagstream::testing
