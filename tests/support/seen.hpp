#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/event.hpp"
#include "tagstream/event.hpp"
#include "lex/token.hpp"

namespace tagstream::testing {

/// An owned copy of one `Event`, to be kept, joined and compared. Wordings of messages are not
/// kept; what only one kind of event has is left at its default in the others.
struct Seen {
  EventKind kind = EventKind::content;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string text{};
  std::string tag_name{};
  std::string raw_tag{};
  std::uint64_t start_index = 0;  ///< of a section or call
  std::uint64_t end_index = 0;
  bool is_closed = false;
  bool is_implied_open = false;
  bool is_truncated = false;
  bool is_recorded = false;
  Code code = Code::none;

  std::string tool{};
  std::string arguments{};
  std::string id{};
  std::uint64_t index = 0;
  std::uint64_t offset = 0;  ///< call_error
  Code error = Code::none;
  bool has_index = false;
  bool has_started = false;  ///< call
  bool is_repaired = false;
  bool is_recovered = false;

  /// Of the last one: the text has ended in reasoning that begins here.
  std::optional<std::uint64_t> unclosed_reasoning{};

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

/// True for a piece of text that is what the input says.
[[nodiscard]] inline bool is_text(EventKind kind) {
  return kind == EventKind::content || kind == EventKind::reasoning;
}

/// True for what joins with its neighbour of the same kind.
[[nodiscard]] inline bool is_delta(EventKind kind) {
  return is_text(kind) || kind == EventKind::section_delta || kind == EventKind::tool_call_delta;
}

/// True for what tells of a message: it covers nothing, and its text is not the input's.
[[nodiscard]] inline bool is_message(EventKind kind) {
  return kind == EventKind::notice || kind == EventKind::stopped;
}

/// True for a call that is complete, and for an error.
[[nodiscard]] inline bool is_call_end(EventKind kind) {
  return kind == EventKind::tool_call || kind == EventKind::tool_call_error;
}

[[nodiscard]] inline bool is_call_kind(EventKind kind) {
  return is_call_end(kind) || kind == EventKind::tool_call_start || kind == EventKind::tool_call_delta;
}

/// Copies an event. Of a notice and of a stop only the code and the place are kept. The start of a
/// call has its name, id and index; a delta its bytes and index; an error no name, id or arguments.
/// The place of starts and deltas is left to those who watch the spans.
[[nodiscard]] Seen to_seen(const Event& event);

/// Adds an event; neighbouring deltas of one kind (and of one call) become one.
void append_joined(std::vector<Seen>& list, Seen seen);
void append_joined(std::vector<Seen>& list, const Event& event);

/// The same as a parser's are compared: markup is joined, too, and how the opening tag of a call
/// was written is left out.
void append_parsed(std::vector<Seen>& list, Seen seen);

/// Adds a token; neighbouring text tokens become one.
void append_joined(std::vector<SeenToken>& list, SeenToken token);
void append_joined(std::vector<SeenToken>& list, const Token& token);

/// `bytes` in quotes, on one line, every byte but printable ASCII escaped.
[[nodiscard]] std::string escaped(std::string_view bytes);

/// " [1,2)".
[[nodiscard]] std::string span_text(std::uint64_t begin, std::uint64_t end);

/// What an event is and where, for failure messages.
[[nodiscard]] std::string place_of(const Event& event);

/// One line per event or token, for failure messages.
[[nodiscard]] std::string to_text(const Seen& seen);
[[nodiscard]] std::string to_text(const std::vector<Seen>& list);
[[nodiscard]] std::string to_text(const std::vector<SeenToken>& list);

}  // namespace tagstream::testing
