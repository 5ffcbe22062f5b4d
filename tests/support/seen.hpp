#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/call.hpp"
#include "tagstream/event.hpp"
#include "tagstream/token.hpp"

namespace tagstream::testing {

/// An owned copy of one `Event`, to be kept, joined and compared.
struct Seen {
  EventKind kind = EventKind::content;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string text;  ///< left empty for notices and stops: their wording is not compared
  std::string tag_name;
  std::string raw_tag;
  std::uint64_t start_index = 0;
  std::uint64_t end_index = 0;
  bool is_closed = false;
  bool is_implied_open = false;
  bool is_truncated = false;
  bool is_recorded = false;
  NoticeCode code = NoticeCode::none;

  friend bool operator==(const Seen&, const Seen&) = default;
};

/// An owned copy of one `Token`.
struct SeenToken {
  TokenKind kind = TokenKind::text;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string raw;
  std::string name;

  friend bool operator==(const SeenToken&, const SeenToken&) = default;
};

/// Copies an event. Of a notice and of a stop only the code and the place are kept.
[[nodiscard]] inline Seen to_seen(const Event& event) {
  Seen seen;
  seen.kind = event.kind;
  seen.begin = event.span.begin;
  seen.end = event.span.end;
  seen.code = event.code;
  if (event.kind == EventKind::notice || event.kind == EventKind::stopped) return seen;
  seen.text = std::string(event.text);
  seen.is_closed = event.is_closed;
  seen.is_truncated = event.is_truncated;
  seen.is_recorded = event.is_recorded;
  if (event.element == nullptr) return seen;
  seen.tag_name = std::string(event.element->name());
  seen.raw_tag = std::string(event.element->raw_tag());
  seen.is_implied_open = event.element->is_implied_open();
  const Call* const call = event.call();
  seen.start_index = call != nullptr ? call->span.begin : event.element->start();
  if (call != nullptr) seen.end_index = call->span.end;
  if (event.kind == EventKind::section_end) seen.end_index = event.span.end;
  return seen;
}

/// Adds an event; neighbouring content deltas become one, and so do neighbouring section deltas.
inline void append_joined(std::vector<Seen>& list, Seen seen) {
  const bool is_delta = seen.kind == EventKind::content || seen.kind == EventKind::section_delta;
  if (is_delta && !list.empty() && list.back().kind == seen.kind) {
    list.back().text += seen.text;
    list.back().end = seen.end;
    return;
  }
  list.push_back(std::move(seen));
}

inline void append_joined(std::vector<Seen>& list, const Event& event) {
  append_joined(list, to_seen(event));
}

/// Adds a token; neighbouring text tokens become one.
inline void append_joined(std::vector<SeenToken>& list, SeenToken token) {
  if (token.kind == TokenKind::text && !list.empty() && list.back().kind == TokenKind::text) {
    list.back().raw += token.raw;
    list.back().end = token.end;
    return;
  }
  list.push_back(std::move(token));
}

inline void append_joined(std::vector<SeenToken>& list, const Token& token) {
  append_joined(list, SeenToken{token.kind, token.begin, token.end(), std::string(token.raw),
                                std::string(token.name())});
}

/// `bytes` in quotes, on one line, every byte but printable ASCII escaped.
[[nodiscard]] inline std::string escaped(std::string_view bytes) {
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

/// The name of a kind, not taken from the library.
[[nodiscard]] inline const char* kind_name(EventKind kind) {
  switch (kind) {
    case EventKind::content: return "content";
    case EventKind::reasoning: return "reasoning";
    case EventKind::section_start: return "section_start";
    case EventKind::section_delta: return "section_delta";
    case EventKind::section_end: return "section_end";
    case EventKind::markup: return "markup";
    case EventKind::notice: return "notice";
    case EventKind::call_start: return "call_start";
    case EventKind::call_delta: return "call_delta";
    case EventKind::call: return "call";
    case EventKind::call_error: return "call_error";
    case EventKind::stopped: return "stopped";
  }
  return "?";
}

[[nodiscard]] inline const char* kind_name(TokenKind kind) {
  switch (kind) {
    case TokenKind::text: return "text";
    case TokenKind::open: return "open";
    case TokenKind::close: return "close";
    case TokenKind::empty: return "empty";
    case TokenKind::marker: return "marker";
  }
  return "?";
}

[[nodiscard]] inline std::string span_text(std::uint64_t begin, std::uint64_t end) {
  return " [" + std::to_string(begin) + "," + std::to_string(end) + ")";
}

/// What an event is and where, for failure messages.
[[nodiscard]] inline std::string place_of(const Event& event) {
  return kind_name(event.kind) + span_text(event.span.begin, event.span.end) + ": ";
}

/// One line per event, for failure messages.
[[nodiscard]] inline std::string to_text(const std::vector<Seen>& list) {
  std::string out;
  for (const Seen& seen : list) {
    out += kind_name(seen.kind) + span_text(seen.begin, seen.end);
    const bool is_section =
        seen.kind == EventKind::section_start || seen.kind == EventKind::section_end;
    if (seen.kind == EventKind::notice) {
      out += seen.code == NoticeCode::max_held_bytes ? " max_held_bytes" : " none";
    } else if (seen.kind != EventKind::section_start && seen.kind != EventKind::stopped) {
      out += ' ' + escaped(seen.text);
    }
    if (is_section) {
      out += " name=" + escaped(seen.tag_name) + " raw=" + escaped(seen.raw_tag);
      out += " at=" + std::to_string(seen.start_index);
      if (seen.kind == EventKind::section_end) out += ".." + std::to_string(seen.end_index);
    }
    if (seen.is_closed) out += " closed";
    if (seen.is_implied_open) out += " implied";
    if (seen.is_truncated) out += " truncated";
    if (seen.is_recorded) out += " recorded";
    out += '\n';
  }
  return out;
}

/// One line per token, for failure messages.
[[nodiscard]] inline std::string to_text(const std::vector<SeenToken>& list) {
  std::string out;
  for (const SeenToken& token : list) {
    out += kind_name(token.kind) + span_text(token.begin, token.end) + ' ' + escaped(token.raw);
    if (!token.name.empty()) out += " name=" + escaped(token.name);
    out += '\n';
  }
  return out;
}

}  // namespace tagstream::testing
