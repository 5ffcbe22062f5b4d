#include "support/seen.hpp"

#include <utility>

namespace tagstream::testing {

namespace {

void copy_element(const Event& event, Seen& seen) {
  seen.tag_name = std::string(event.element->name());
  seen.raw_tag = std::string(event.element->raw_tag());
  seen.is_implied_open = event.element->is_implied_open();
  const Call* const call = event.call();
  seen.start_index = call != nullptr ? call->span().begin : event.element->start();
  if (call != nullptr) seen.end_index = call->span().end;
  if (event.kind == EventKind::section_end) seen.end_index = event.span.end;
}

void copy_call(EventKind kind, const Call& call, Seen& seen) {
  seen.has_index = call.has_index;
  seen.index = call.has_index ? call.index() : 0;
  if (kind == EventKind::tool_call_start || kind == EventKind::tool_call) {
    seen.tool = std::string(call.tool());
    seen.id = std::string(call.id());
  }
  if (!is_call_end(kind)) return;
  seen.error = call.error();
  seen.is_recovered = call.is_recovered;
  if (kind == EventKind::tool_call_error) {
    seen.offset = call.offset();
    return;
  }
  seen.arguments = std::string(call.arguments());
  seen.is_repaired = call.is_repaired;
  seen.has_started = call.has_started;
}

bool joins(const std::vector<Seen>& list, const Seen& seen) {
  return !list.empty() && list.back().kind == seen.kind && list.back().index == seen.index;
}

void append(std::vector<Seen>& list, Seen seen, bool is_piece) {
  if (!is_piece || !joins(list, seen)) {
    list.push_back(std::move(seen));
    return;
  }
  list.back().text += seen.text;
  list.back().end = seen.end;
}

}  // namespace

Seen to_seen(const Event& event) {
  Seen seen{.kind = event.kind, .is_closed = event.is_closed};
  if (event.kind == EventKind::tool_call_delta) seen.text = std::string(event.text);
  if (event.call() != nullptr) copy_call(event.kind, *event.call(), seen);
  if (event.kind == EventKind::tool_call_start || event.kind == EventKind::tool_call_delta) return seen;
  seen.begin = event.span.begin;
  seen.end = event.span.end;
  seen.code = event.code;
  if (is_message(event.kind)) {
    seen.is_closed = false;
    return seen;
  }
  seen.text = std::string(event.text);
  seen.is_truncated = event.is_truncated;
  seen.is_recorded = event.is_recorded;
  if (event.element != nullptr) copy_element(event, seen);
  return seen;
}

void append_joined(std::vector<Seen>& list, Seen seen) {
  const bool is_piece = is_delta(seen.kind);
  append(list, std::move(seen), is_piece);
}

void append_joined(std::vector<Seen>& list, const Event& event) {
  append_joined(list, to_seen(event));
}

void append_parsed(std::vector<Seen>& list, Seen seen) {
  seen.tag_name.clear();
  seen.raw_tag.clear();
  const bool is_piece = is_delta(seen.kind) || seen.kind == EventKind::markup;
  append(list, std::move(seen), is_piece);
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
  return to_string(event.kind) + span_text(event.span.begin, event.span.end) + ": ";
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
  word(" name=", seen.tag_name);
  word(" raw=", seen.raw_tag);
  if (!seen.tag_name.empty() || is_call_end(seen.kind)) {
    out += " at=" + std::to_string(seen.start_index) + ".." + std::to_string(seen.end_index);
  }
  if (seen.error != Code::none) {
    out += std::string(" error=") + to_string(seen.error) + '@' + std::to_string(seen.offset);
  }
  word(" tool=", seen.tool);
  word(" arguments=", seen.arguments);
  word(" id=", seen.id);
  if (seen.has_index) out += " index=" + std::to_string(seen.index);
  flag(seen.is_closed, " closed");
  flag(seen.is_implied_open, " implied");
  flag(seen.is_truncated, " truncated");
  flag(seen.is_recorded, " recorded");
  flag(seen.has_started, " started");
  flag(seen.is_repaired, " repaired");
  flag(seen.is_recovered, " recovered");
  if (seen.unclosed_reasoning) {
    out += " unclosed-reasoning=" + std::to_string(*seen.unclosed_reasoning);
  }
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
