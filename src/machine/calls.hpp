#pragma once

// What a reader of tool calls has beside a filter: the call that is open, what comes out of it, and
// what has been quoted. Apart from the context, so that an idle filter stays small.

#include <cstdint>
#include <memory>
#include <optional>

#include "machine/call_events.hpp"
#include "machine/call_reader.hpp"
#include "machine/closer_ahead.hpp"
#include "machine/context.hpp"
#include "machine/quoted.hpp"
#include "machine/wrapper.hpp"

namespace tagstream {

/// The name in a header: it is that of a call whose text begins where the header ends.
struct HeaderName {
  std::uint64_t end;
  std::string name;
};

/// True unless the call is in a string, which may quote a closer of the reasoning.
[[nodiscard]] inline bool reasoning_can_close_in(const CallReader& call) {
  return !call.facts().has_ended && call.value().in() != CallValue::In::strings;
}

/// True if it is in the value of its body: what comes only makes that longer.
[[nodiscard]] inline bool is_in_value(const CallReader& call) {
  return call.facts().stage == CallFacts::Stage::body &&
         call.value().in() != CallValue::In::no_value;
}

/// True if it is known to be no call: its bytes leave as text before its end.
[[nodiscard]] inline bool is_already_text(const CallReader& call) {
  return call.facts().all_or_none_failed && is_in_value(call);
}

/// What is known of the open call when all has been read that there is.
struct Followed {
  std::uint64_t until = 0;  // so far, what comes is only read by that call
  /// What may end the stretch in which it stands; null: any byte.
  const scan::ByteSet* ends = nullptr;
  /// Where closers of reasoning count in it: what may begin one. Else null.
  const scan::ByteSet* closers = nullptr;
  bool gives_pieces = false;  // in reasoning it is only judged: nothing is said of it yet
};

struct Calls {
  CallReader* open = nullptr;
  Followed followed;
  std::unique_ptr<HeaderName> named;
  CallEvents events;
  Quoted quoted;
  WrapperTag wrapper;
  /// R298: a call was longer than `max_held_bytes`. Nothing that follows in the answer is called.
  bool are_over = false;
  std::unique_ptr<CloserAhead> closer_ahead;  // of open reasoning with calls in it
  // Of the open call. It takes longer to find room than to read a short call, so the next one uses
  // it again, if it comes soon.
  std::unique_ptr<std::optional<CallReader>> room;
  static constexpr std::uint8_t feeds_with_room = 32;  // not counting those that are only passed on
  std::uint8_t feeds_since_call = 0;

  /// Opens the call that `match` begins. Bytes from `start` on lead to it.
  void begin(Context& context, const Match& match, std::uint64_t start,
             std::string_view name = {}) {
    const Program& program = *context.program;
    feeds_since_call = 0;
    if (room == nullptr) room = std::make_unique<std::optional<CallReader>>();
    open = &room->emplace(program.calls, program.rules, context.segment, match, start, name,
                          context.flow.first_close_for_all);
  }
  /// The open call is over.
  void forget(Output& out) {
    quoted.failed_tags().add(open->search().failed_tags());
    open->value().note_quoted(quoted.failed_tags());
    room->reset();
    open = nullptr;
    events.forget_call(out);
  }
  /// A feed ends, or the stream: an idle reader keeps no room for a call.
  void end_feed(bool is_over) {
    if (open != nullptr || room == nullptr) return;
    if (is_over || ++feeds_since_call > feeds_with_room) room.reset();
  }
  /// Where a body has failed in a string, that string goes on.
  void note_quote() {
    const char quote = open->value().shield().quote;
    const std::optional<std::uint64_t> failed_at = open->facts().failed_at;
    if (failed_at && quote != 0) quoted.begin_string(quote, *failed_at);
  }
  /// True if the opener of a call that begins at `offset` is text: nothing is called any more, or
  /// it has been quoted.
  [[nodiscard]] bool refuses(Context& context, std::uint64_t offset) {
    return are_over || quoted.holds(context.segment, offset, context.counters);
  }
};

/// True if after a separator only a call may follow: one that is a blank may be layout.
[[nodiscard]] inline bool asks_for_call(char separator) {
  return separator != 0 && !is_blank(separator);
}

/// R379: true if `byte`, blanks aside the first after the opening tag of a wrapper, begins a value
/// that is the body of a call.
[[nodiscard]] inline bool begins_call(const CompiledRule& wrapper, char byte) {
  return wrapper.takes_value && (byte == '{' || byte == '[');
}

/// Passes over blanks and separators from `at` on. A separator of 0 is none.
inline void skip_between_calls(const Segment& segment, char separator, std::uint64_t& at,
                               bool& has_separator, LexerCounters& counters) {
  const std::uint64_t from = at;
  for (; at < segment.end; ++at) {
    const char byte = *segment.at(at);
    const bool is_separator = separator != 0 && byte == separator;
    if (!is_separator && !is_blank(byte)) break;
    has_separator = has_separator || is_separator;
  }
  counters.examined += at - from + 1;
}

}  // namespace tagstream
