#pragma once

// The state of a reader that reads tool calls: the open call, its events, and quoted text. It is
// allocated apart from the context, so that a filter, which reads no calls, stays small. After
// `a <tool_call>{"na` in hermes, `open` is the call that begins at 2, and 15 bytes wait.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "frame/call_reader.hpp"
#include "machine/call_events.hpp"
#include "machine/closer_ahead.hpp"
#include "machine/context.hpp"
#include "machine/first_fence.hpp"
#include "machine/quoted.hpp"
#include "machine/wrapper.hpp"

namespace tagstream {

/// A name in the header of a message. If a call's body of text begins where the header ends, it is
/// the name of that call.
struct HeaderName {
  std::uint64_t end;
  std::string name;
};

/// True if the call is known to be none, so that its bytes are emitted as text before its end.
[[nodiscard]] inline bool is_already_text(const CallReader& call) {
  return call.facts().all_or_none_failed && call.in_value();
}

/// The result of a step in the open call.
struct CallStep {
  enum class Way : std::uint8_t {
    more,        ///< the call goes on, and more bytes must come
    ended,       ///< the call has ended
    not_a_call,  ///< the opening tag is content
    refuted,     ///< judged: it can't be a call
    closes,      ///< judged: the reasoning closes inside the call
    reads_on,    ///< judged: the call may quote the closer of the reasoning that it was read up to
    too_long,    ///< the limit stands inside the call
    cut_off,     ///< the input ends inside the call
  };
  Way way = Way::more;
  Segment text;             // what the call may read
  std::uint64_t bound = 0;  // the limit
};

/// The state of the open call between two feeds. It decides whether a short chunk may be passed on.
struct Followed {
  std::uint64_t until = 0;  // up to here the next bytes may be read by the call alone
  /// The bytes that may end its open string or text; null: any byte may.
  const scan::ByteSet* ends = nullptr;
  /// The bytes that may begin a closer of reasoning; null if such closers do not count in the call.
  const scan::ByteSet* closers = nullptr;
};

/// The readers of the bytes that wait. A copy has none of them, and reads these bytes again.
struct OpenCall {
  OpenCall() = default;
  OpenCall(const OpenCall& /*other*/) {}
  OpenCall& operator=(const OpenCall&) = delete;
  ~OpenCall() = default;

  std::unique_ptr<FirstFence> fence;
  CallReader* open = nullptr;
  std::string open_name;  // as `CallOpening::name`
  Followed followed;
  // An allocation takes longer than a short call, so the next call uses the memory again if it
  // comes soon.
  std::unique_ptr<std::optional<CallReader>> room;
  static constexpr std::uint8_t feeds_with_room = 32;  // not counting those that are only passed on
  std::uint8_t feeds_since_call = 0;
};

struct Calls : OpenCall {
  Apart<HeaderName> named;
  CallEvents events;
  Quoted quoted;
  WrapperTag wrapper;
  /// A call was longer than `max_held_bytes`, so no later call of the answer is called.
  bool are_over = false;
  bool reads_ahead = false;         // for FirstFence, which needs whole calls
  Apart<CloserAhead> closer_ahead;  // of open reasoning with calls in it

  /// Opens the call that `match` begins. The call's span begins at `start`.
  void begin(Context& context, const Match& match, std::uint64_t start, Purpose purpose,
             std::string_view name = {}) {
    const Program& program = *context.program;
    feeds_since_call = 0;
    if (room == nullptr) room = std::make_unique<std::optional<CallReader>>();
    const CallOpening call{program.calls, program.rules, context.segment, match,
                           start,         name,          purpose};
    open_name = name;
    open = &room->emplace(call);
  }
  /// Reads on in the open call. Each step of a call, in text and in a region, is made here, but for
  /// a short chunk that changes nothing else: `Machine::feed_in_call` reads it.
  /// @param from     where the bytes begin that wait with the call
  /// @param closers  the closers of the reasoning around a judged call; null: none counts in it
  CallStep step(Context& context, std::uint64_t from, bool at_end, const Scope* closers = nullptr);
  /// True if the arguments of the open call are given piece by piece. In reasoning, where calls are
  /// only judged, they are not.
  [[nodiscard]] bool gives_pieces(const Program& program) const {
    return program.calls.options.incremental && open->facts().purpose == Purpose::collect &&
           !reads_ahead;
  }
  /// Forgets the open call, which is over.
  void forget(Output& out) {
    open->add_failed_tags(quoted.failed_tags());
    room->reset();
    open = nullptr;
    events.forget_call(out);
  }
  /// True if the state is one that can be, for assertions. A call that is open now is read with
  /// this purpose.
  [[nodiscard]] bool is_sound(Purpose purpose) const {
    if (open == nullptr) return !events.has_started() && followed.until == 0;
    return !are_over && open->facts().purpose == purpose && open->facts().is_sound();
  }
  /// A feed or the stream ends. After a number of feeds without a call its memory is freed.
  void end_feed(bool is_over) {
    if (open != nullptr || room == nullptr) return;
    if (is_over || ++feeds_since_call > feeds_with_room) room.reset();
  }
  /// If the body has failed inside a string, that string goes on as quoted text.
  void note_quote() {
    const char quote = open->shield().quote;
    const std::optional<std::uint64_t> failed_at = open->facts().failed_at;
    if (failed_at && quote != 0) quoted.begin_string(quote, *failed_at);
  }
  /// True if a call opener at `offset` is text: calls are over, or the opener is quoted.
  [[nodiscard]] bool refuses(Context& context, std::uint64_t offset) {
    return are_over || quoted.holds(context.segment, offset, context.counters);
  }
};

/// True if only a call may follow this separator. A separator that is a blank may be layout.
[[nodiscard]] inline bool asks_for_call(char separator) {
  return separator != 0 && !is_blank(separator);
}

/// True if `byte` begins the body of a call. It is the first byte, blanks aside, after the
/// opening tag of a wrapper. Code may begin with any byte but the `<` of a call in the wrapper.
[[nodiscard]] inline bool begins_call(const CompiledRule& wrapper, char byte) {
  if (!wrapper.takes_value) return false;
  return wrapper.call.body == CallBody::pythonic ? byte != '<' : byte == '{' || byte == '[';
}

/// The byte between a call of this rule and the next one; 0: none, or no rule.
[[nodiscard]] inline char separator_after(const Context& context, RuleIndex call) {
  return call == no_rule ? '\0' : context.program->rules.rules[call].call.separator;
}

/// The call that an object at `at` is, which no marker opens, after a separator that asks for a
/// call and follows a call of this rule: in `auto` the second one of `<|python_tag|>{…}; {…}`.
[[nodiscard]] inline std::optional<Match> object_after(Context& context, RuleIndex call,
                                                       std::uint64_t at) {
  const RuleIndex next = context.program->rules.rules[call].call.next;
  const bool is_one = next != no_rule && *context.segment.at(at) == '{';
  if (!is_one || context.calls->refuses(context, at)) return std::nullopt;
  Match object;
  object.begin = object.end = at;
  object.rule = next;
  return object;
}

/// Passes over blanks and separators from `at` on. If `separator` is 0, there are only blanks.
/// Returns true if a separator was among them.
inline bool skip_between_calls(const Segment& segment, char separator, std::uint64_t& at,
                               LexerCounters& counters) {
  const std::uint64_t from = at;
  bool has_separator = false;
  for (; at < segment.end; ++at) {
    const char byte = *segment.at(at);
    const bool is_separator = separator != 0 && byte == separator;
    if (!is_separator && !is_blank(byte)) break;
    has_separator = has_separator || is_separator;
  }
  counters.examined += at - from + 1;
  return has_separator;
}

}  // namespace tagstream
