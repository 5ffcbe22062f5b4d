#pragma once

// A call that is open: where its body ends, and what it says.
//
// The body leads: it is followed byte by byte, and tags are looked for only where it has stopped,
// from the beginning of the string in which it stopped on. So a closing tag inside a string costs
// nothing as long as the string goes on to be JSON.
//
//   body ─▶ tail ─▶ done        value complete: layout, the closing fence, and what ends the call:
//     │      │                  its closing tag, or an opener that stands where that should be
//     │ └────▶ search ─▶ done   broken: the first closing tag in the last string, else the next one
//     │                         or the next opener; the same where the tail goes wrong
//     └───────▶ done            the body knows its own end (XML, raw)

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "body/argument_stream.hpp"
#include "body/control_token.hpp"
#include "machine/call_policy.hpp"
#include "machine/call_search.hpp"
#include "machine/call_value.hpp"

namespace tagstream {

/// What is known of an open call.
struct CallFacts {
  Match opener;
  std::uint64_t start = 0;  // of the call: its opener, or bytes before that lead to it
  std::uint64_t body_begin = 0;
  std::uint64_t content_begin = 0;  // attributes may stand before it
  Purpose purpose = Purpose::collect;
  enum class Stage : std::uint8_t { body, tail, search, done } stage = Stage::body;

  /// One item can't be a call, and in this body none is a call then.
  bool all_or_none_failed = false;
  bool has_ended = false;
  bool has_closer = false;
  bool is_empty = false;  // nothing but blanks stands before its closer, or before its opener again
  /// Open: if the input ended here, the call would end at its first closing tag. Ended: it has.
  bool ends_at_first_closer = false;
  std::uint64_t content_end = 0;  // 0: not known
  std::uint64_t end = 0;
  std::uint64_t value_end = 0;  // of a value that knows its end; 0: it has not come

  /// The byte that cannot stand there: bytes before it may be read again.
  std::optional<std::uint64_t> failed_at{};
  /// The byte from which on it is certain that there is no call in the body, even if its end is not
  /// known.
  std::optional<std::uint64_t> refuted_at{};

  /// True if nothing speaks against it yet: what comes is read, and no more.
  [[nodiscard]] bool is_followed() const {
    return (stage == Stage::body || stage == Stage::tail) && !failed_at && !refuted_at;
  }
  /// Where the call ends, if that is known: else the input ends in it.
  [[nodiscard]] std::uint64_t end_in(const Segment& segment) const {
    return has_ended || end != 0 ? end : segment.end;
  }
  /// The body, trimmed.
  [[nodiscard]] std::string_view content(const Segment& segment) const {
    const bool is_known = has_ended || content_end != 0;
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

  /// A call that begins at `start`, or before it with bytes that only lead to it.
  /// @param name         of the call, if something else than its tag and body says it
  /// @param first_close  the first closing tag of a raw body ends it
  /// Precondition: policy and set outlive the object. `segment` holds the opening tag.
  CallReader(const CallPolicy& policy, const RuleSet& set, const Segment& segment,
             const Match& opener, std::uint64_t start, std::string_view name = {},
             bool first_close = false);
  CallReader(const CallReader&) = delete;
  CallReader& operator=(const CallReader&) = delete;

  /// Reads on. Precondition: the segment holds all from `start` on.
  Outcome read(const Segment& segment, bool at_end, LexerCounters& counters);
  /// It has read all up to `at`: which bytes may end the stretch in which it stands (see
  /// BodyReader)? What comes without one of them need not be read before what follows. With
  /// `gives`: then it is what `progress` would give, if something is given of the call at all.
  [[nodiscard]] const scan::ByteSet* plain_bytes(std::uint64_t at, bool gives) {
    const scan::ByteSet* const bytes = value_.plain_bytes();
    if (bytes == nullptr || !gives || list().announced() == 0) return bytes;
    return stream_.is_level(list(), at) ? bytes : nullptr;
  }
  /// So many bytes have been given without `progress`.
  void note_given(std::size_t size) { stream_.note_given(size); }
  /// Judged, it is read no further than is needed to know whether it is a call, and ends at its own
  /// closer only.
  void set_purpose(Purpose purpose) { facts_.purpose = purpose; }

  [[nodiscard]] const CallFacts& facts() const { return facts_; }
  [[nodiscard]] const CallValue& value() const { return value_; }
  [[nodiscard]] CallList& list() { return value_.list(); }
  [[nodiscard]] const CallSearch& search() const { return search_; }
  /// The bytes before it are no part of what may end the body, or of the markup around it.
  [[nodiscard]] std::uint64_t not_closer_before(std::uint64_t segment_end) const;
  /// True if nothing but the closing tag, or the rest of it, is missing at the end of the input:
  /// then `list` holds what it is.
  bool is_complete(const Segment& segment, LexerCounters& counters);
  /// The input ends in it, and that is an error: all that has come is its content.
  void be_cut_off() { facts_.content_end = facts_.end = 0; }
  /// What has become known of item `index` (option `incremental`).
  CallProgress progress(const Segment& segment, std::size_t index, LexerCounters& counters);

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

  const RuleSet* set_;
  const CompiledRule* rule_;
  CallFacts facts_;
  CallValue value_;
  CallSearch search_;
  ArgumentStream stream_;
  ControlToken token_;              // after the value
  std::uint64_t blanks_until_ = 0;  // after the fence of a whole answer
  bool takes_tokens_;               // such a token ends a call whose value is complete
};

}  // namespace tagstream
