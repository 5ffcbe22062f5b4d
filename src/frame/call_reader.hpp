#pragma once

// Reads an open call: finds the end of its body, and the calls in it.
//
// The body is read first, byte by byte. In sound JSON no tag is searched for: a closing tag inside
// a string is a part of that string. The search for tags begins where the body ends or is wrong,
// and if that is inside a string, at the start of the string.
//
//   body ─▶ tail ─▶ done          the value is complete: layout and the closing fence follow, then
//     │      │                    the closing tag, or an opener in its place
//     │      └─▶ search ─▶ done   the tail has a wrong byte: the end is searched for, as below
//     ├────────▶ search ─▶ done   the body is broken: it ends at the first closing tag in the last
//     │                           string, else at the next closing tag or opener
//     └────────▶ done             the body finds its own end (XML, raw)
//
// `<tool>{"name":"f","arguments":{"a":"</tool>"}}</tool>` is one call: the first `</tool>` lies in
// a string of sound JSON.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "body/argument_stream.hpp"
#include "body/control_token.hpp"
#include "frame/call_opening.hpp"
#include "frame/call_search.hpp"
#include "frame/call_value.hpp"

namespace tagstream {

/// The facts about an open call, as far as they are known. These can be, between two feeds
/// (`is_sound`):
///
///   stage    value_end    failed_at    refuted_at
///   body     none         none         none
///   tail     known        none         any
///   search   one of these is known     any
///
/// A call that is `done` is over, and only then `has_closer` and `is_empty` are known.
struct CallFacts {
  Match opener;
  std::uint64_t start = 0;
  std::uint64_t body_begin = 0;
  std::uint64_t content_begin = 0;  // of the body without attributes before it
  Purpose purpose = Purpose::collect;
  enum class Stage : std::uint8_t { body, tail, search, done } stage = Stage::body;

  /// Some item can't be a call, and this body is all or nothing: so no item is a call.
  bool all_or_none_failed = false;
  bool has_closer = false;
  bool is_empty = false;  // only blanks stand before its closer, or before the same opener again
  std::uint64_t content_end = 0;  // 0: not known
  std::uint64_t end = 0;
  std::uint64_t value_end = 0;  // of a complete value; 0: the value is not complete

  /// The byte at which the body failed. Bytes before it may be read again.
  std::optional<std::uint64_t> failed_at{};
  /// The byte at which it became certain that the body has no call. The end of the body may still
  /// be unknown.
  std::optional<std::uint64_t> refuted_at{};

  [[nodiscard]] bool has_ended() const { return stage == Stage::done; }
  /// True if the facts can stand together, for assertions.
  [[nodiscard]] bool is_sound() const {
    const bool is_whole = value_end != 0;
    if (has_closer || is_empty) return false;
    switch (stage) {
      case Stage::body: return !is_whole && !failed_at && !refuted_at;
      case Stage::tail: return is_whole && !failed_at;
      case Stage::search: return is_whole != failed_at.has_value();
      case Stage::done: break;
    }
    return false;
  }
  /// True if the call is sound so far: the next bytes only go on with its body or its tail.
  [[nodiscard]] bool is_followed() const {
    return (stage == Stage::body || stage == Stage::tail) && !failed_at && !refuted_at;
  }
  /// The end of the call, or the end of the segment if the call's end is not known.
  [[nodiscard]] std::uint64_t end_in(const Segment& segment) const {
    return has_ended() || end != 0 ? end : segment.end;
  }
  /// The body, trimmed.
  [[nodiscard]] std::string_view content(const Segment& segment) const {
    const bool is_known = has_ended() || content_end != 0;
    return trimmed(segment.slice(content_begin, is_known ? content_end : segment.end));
  }
};

class CallReader {
 public:
  enum class Outcome : std::uint8_t {
    more,
    ended,
    not_a_call,  ///< the opening tag is content; reading goes on after it
  };

  explicit CallReader(const CallOpening& call);
  CallReader(const CallReader&) = delete;
  CallReader& operator=(const CallReader&) = delete;

  /// Reads to the end of the segment or of the call. Precondition: the segment holds all bytes from
  /// `start` on.
  Outcome read(const Segment& segment, bool at_end, LexerCounters& counters);
  /// The bytes that may end the string or text up to which all is read (see BodyReader). A chunk
  /// without these bytes need not be read before the next one. Null: any byte may end it.
  [[nodiscard]] const scan::ByteSet* plain_bytes() const { return value_.plain_bytes(); }
  /// True if `given` bytes are all arguments of the open item up to `at`, so that `progress` would
  /// give a chunk without `plain_bytes` as it stands.
  [[nodiscard]] bool is_level(std::uint64_t at, std::size_t given) {
    return stream_.is_level(list(), at, given);
  }

  [[nodiscard]] const CallFacts& facts() const { return facts_; }
  [[nodiscard]] CallList& list() { return value_.list(); }
  /// True if the call is inside the value of its body, so that the next bytes only make it longer.
  [[nodiscard]] bool in_value() const {
    return facts_.stage == Stage::body && value_.in() != CallValue::In::no_value;
  }
  /// True if the body may quote a closer in a string now.
  [[nodiscard]] bool may_quote() const {
    return facts_.has_ended() || value_.in() == CallValue::In::strings;
  }
  /// The string that is open, or in which the body has failed.
  [[nodiscard]] Shield shield() const { return value_.shield(); }
  /// Names the string that is open where the input ends, at `end`. Empty if none is open.
  [[nodiscard]] std::string about_open_string(const Segment& segment, std::uint64_t end) const;
  /// The first place at which a marker may begin that has the byte at `at`.
  [[nodiscard]] std::uint64_t overlap_begin(std::uint64_t at) const {
    return search_.overlap_begin(at, std::max(shield().last_end, facts_.body_begin));
  }
  /// Adds the tags that have failed in the call.
  void add_failed_tags(QuotedStretches& failed) const {
    failed.add(search_.failed_tags());
    value_.add_failed_tags(failed);
  }
  /// The place before which no byte belongs to a closer of the body, or to other markup at its end.
  [[nodiscard]] std::uint64_t not_closer_before(std::uint64_t segment_end) const;
  /// True if at the end of the input only the closing tag, or its rest, is missing. `list` then has
  /// the calls.
  bool is_complete(const Segment& segment, LexerCounters& counters);
  /// The input ends inside the call, and that is an error: the content reaches to the end.
  void be_cut_off() { facts_.content_end = facts_.end = 0; }
  /// The news of item `index`, with the option `incremental`. @param given  how many bytes of its
  /// arguments were given before
  CallProgress progress(const Segment& segment, std::size_t index, std::size_t given,
                        LexerCounters& counters);

 private:
  using Stage = CallFacts::Stage;

  Outcome read_body(const BodyInput& input);
  void complete_value(const BodyInput& input, std::uint64_t at);
  void fail_value(const BodyInput& input, std::uint64_t at);
  void read_tail(const BodyInput& input);
  void end_with_answer(const BodyInput& input, std::uint64_t end);
  void read_search(const BodyInput& input);
  void refute_failed(const BodyInput& input);
  bool is_text();
  void end_at(const BodyInput& input, const Match& match);
  void fail_at(const Segment& segment, std::uint64_t at);
  void check_tail(const BodyInput& input, const Match& match);

  const RuleSet* set_;
  const CompiledRule* rule_;
  CallFacts facts_;
  CallValue value_;
  CallSearch search_;
  ArgumentStream stream_;
  ControlToken token_;              // after the value
  std::uint64_t blanks_until_ = 0;  // after the fence of a whole answer
};

}  // namespace tagstream
