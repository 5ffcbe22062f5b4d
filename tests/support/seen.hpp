#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lex/token.hpp"
#include "tagstream/event.hpp"

namespace tagstream::testing {

/// An owned copy of one `Event`, to be kept, joined and compared. The wording of a message is not
/// kept. A field that the kind of event does not have keeps its default value.
struct Seen {
  EventKind kind = EventKind::content;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string text{};  ///< pieces, and what they make: the arguments of a call; of `record`, of a
                       ///< thought
  std::string name{};
  std::string raw{};
  std::string id{};
  std::string thought_type{};
  std::uint64_t index = 0;
  std::uint64_t offset = 0;
  double confidence = -1;
  Code code = Code::none;
  bool is_closed = false;
  bool is_recorded = false;
  bool is_implied_open = false;
  bool is_truncated = false;
  bool has_attributes = false;
  bool has_index = false;
  bool has_started = false;
  bool is_repaired = false;
  bool is_recovered = false;

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

/// True for a piece of text whose bytes stand in the input as they are.
[[nodiscard]] inline bool is_text(EventKind kind) {
  return kind == EventKind::content || kind == EventKind::reasoning;
}

/// True for a piece of a call or thought that is still open. Such an event covers no input.
[[nodiscard]] inline bool is_quoted_piece(EventKind kind) {
  return kind == EventKind::tool_call_delta || kind == EventKind::thought_delta;
}

/// True for a piece of text, of a call or of a thought.
[[nodiscard]] inline bool is_delta(EventKind kind) {
  return is_text(kind) || kind == EventKind::section_delta || is_quoted_piece(kind);
}

/// True for an event that is a piece. Neighbours of one kind (and of one call) are joined before
/// they are compared.
[[nodiscard]] inline bool is_joined(EventKind kind) {
  return is_delta(kind) || kind == EventKind::markup;
}

/// True for an event with a sentence for people. Such an event covers no input, and its text does
/// not stand in the input.
[[nodiscard]] inline bool is_message(EventKind kind) {
  return kind == EventKind::notice || kind == EventKind::stopped;
}

/// True for a call that is complete, and for an error.
[[nodiscard]] inline bool is_call_end(EventKind kind) {
  return kind == EventKind::tool_call || kind == EventKind::tool_call_error;
}

[[nodiscard]] inline bool is_call_kind(EventKind kind) {
  return is_call_end(kind) || kind == EventKind::tool_call_start ||
         kind == EventKind::tool_call_delta;
}

/// Copies an event without the wording of a message. The span of a call's start, of its pieces and
/// of a thought's pieces is not copied: `Watch` checks it.
[[nodiscard]] Seen to_seen(const Event& event);

/// Adds an event, or joins it with the one before.
void append_joined(std::vector<Seen>& list, Seen seen);
void append_joined(std::vector<Seen>& list, const Event& event);

/// Adds a token; neighbouring text tokens become one.
void append_joined(std::vector<SeenToken>& list, SeenToken token);
void append_joined(std::vector<SeenToken>& list, const Token& token);

/// `bytes` in quotes, on one line, every byte but printable ASCII escaped.
[[nodiscard]] std::string escaped(std::string_view bytes);

/// " [1,2)".
[[nodiscard]] std::string span_text(std::uint64_t begin, std::uint64_t end);

/// The kind of an event and its span, for failure messages.
[[nodiscard]] std::string place_of(const Event& event);

/// One line per event or token, for failure messages.
[[nodiscard]] std::string to_text(const Seen& seen);
[[nodiscard]] std::string to_text(const std::vector<Seen>& list);
[[nodiscard]] std::string to_text(const std::vector<SeenToken>& list);

}  // namespace tagstream::testing
