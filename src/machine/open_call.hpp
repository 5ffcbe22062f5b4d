#pragma once

// A call that is open: where its body ends, and what it says.
//
// JSON leads: it is followed byte by byte, and tags are looked for only where it has stopped, from
// the beginning of the string in which it stopped on. So a closing tag inside a string costs
// nothing as long as the string goes on to be JSON.
//
//   head ─▶ json ─▶ json_end          value complete: its closing tag follows, if it has one
//     │ │     └───▶ json_string ─▶    not JSON: at the first closing tag in the last string,
//     │ └▶ name           broken         else at the next one, or before the next opener
//     ├──▶ xml                        see XmlCall
//     └──▶ raw                        the closing tag that balances

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/kept_strings.hpp"
#include "body/call_name.hpp"
#include "body/call_part.hpp"
#include "body/json_body.hpp"
#include "body/xml_body.hpp"
#include "lex/lexer.hpp"
#include "machine/call_policy.hpp"

namespace tagstream {

class OpenCall {
 public:
  enum class Outcome : std::uint8_t {
    more,
    ended,
    not_a_call,  ///< the opening tag is content; reading goes on behind it
  };

  /// A call that begins at `start`, or before it with bytes that only lead to it.
  /// @param name  of the call, if something else than its tag and body says it
  /// Precondition: policy and set outlive the object. `segment` holds the opening tag.
  OpenCall(const CallPolicy& policy, const RuleSet& set, const Segment& segment,
           const Match& opener, std::uint64_t start, std::string_view name = {});
  OpenCall(const OpenCall&) = delete;
  OpenCall& operator=(const OpenCall&) = delete;

  /// Reads on. Precondition: the segment holds all from `start()` on, or from `keep_from()` on if
  /// `pass` was called.
  Outcome read(const Segment& segment, bool at_end, LexerCounters& counters);

  /// The same inside a JSON value: true if that goes on behind the segment.
  [[nodiscard]] bool is_in_json() const { return phase_ == Phase::json && !is_passed_; }
  bool read_on(const Segment& segment, LexerCounters& counters) {
    return read_json(segment, counters) == Outcome::more && !leaves_early();
  }
  /// True if its bytes leave before its end, since nothing is told of them.
  [[nodiscard]] bool leaves_early() const {
    return (is_checked_ || rule_->is_leading) && is_hopeless();
  }

  /// The bytes of this call leave as content: nothing of it is collected any more.
  void pass();
  [[nodiscard]] bool is_passed() const { return is_passed_; }
  [[nodiscard]] std::uint64_t passed_until(std::uint64_t segment_end) const;
  [[nodiscard]] std::uint64_t keep_from() const;

  [[nodiscard]] std::uint64_t start() const { return start_; }
  [[nodiscard]] std::uint64_t body_begin() const { return body_begin_; }
  [[nodiscard]] const Match& opener() const { return opener_; }
  /// The first byte at which a marker may begin that holds the byte at `at`: not in a string.
  [[nodiscard]] std::uint64_t overlap_begin(std::uint64_t at) const;
  /// Reads no further than is needed to know whether it is a call, and asks for no end but its own.
  void only_check() { is_checked_ = true; }

  /// Where the body and the call end. Precondition: `ended`.
  [[nodiscard]] std::uint64_t content_end() const { return content_end_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  [[nodiscard]] bool has_ended() const { return end_ != 0; }
  /// The body, trimmed.
  [[nodiscard]] std::string_view content(const Segment& segment) const;
  [[nodiscard]] bool has_closer() const { return has_closer_; }
  /// If the body is not JSON, the byte that showed it: bytes before it may be read again. Else 0.
  [[nodiscard]] std::uint64_t failed_at() const { return has_failed_ ? failed_at_ : 0; }

  /// True as soon as it is certain that there is no call in the body, even if its end is not known.
  [[nodiscard]] bool is_refuted() const { return is_refuted_; }
  /// The byte that showed it. Precondition: `is_refuted`.
  [[nodiscard]] std::uint64_t refuted_at() const { return refuted_at_; }
  /// True if it is certain that not all of it are calls, though its JSON is followed to its end:
  /// what its strings quote is not read.
  [[nodiscard]] bool is_hopeless() const {
    return phase_ == Phase::json && json_.is_hopeless(head());
  }
  /// How far its bytes can be no closing tag, and nothing else that ends it. Precondition: as
  /// above.
  [[nodiscard]] std::uint64_t hopeless_until() const;
  /// How far the bytes of a refuted body can be no closing tag, and nothing else that ends it.
  [[nodiscard]] std::uint64_t refuted_until(std::uint64_t segment_end) const;
  /// The string in which the body has failed, or which is open: where it begins; else nothing.
  [[nodiscard]] std::optional<std::uint64_t> string_begin() const;
  [[nodiscard]] bool in_string() const { return phase_ == Phase::json && json_.in_string(); }
  /// True if nothing but blanks is in it. Precondition: `ended`.
  [[nodiscard]] bool has_nothing() const;
  struct Tally {
    std::size_t calls = 0;
    std::size_t errors = 0;
  };
  /// What is in it. Precondition: `ended`, or `is_complete`.
  Tally tally(const Segment& segment, LexerCounters& counters);

  /// Adds the tags in the body that came to nothing.
  void note_quoted(FailedTags& failed) const;
  /// The quote of the string in which the body has failed: wherever the body ends, that string goes
  /// on.
  [[nodiscard]] char open_quote() const {
    const bool is_open = has_failed_ && json_.in_string();
    return is_open ? json_.quote() : '\0';
  }

  /// Looks at the body. Number of calls and errors in it. Precondition: `ended`, or `is_complete`.
  std::size_t part_count(const Segment& segment, KeptStrings& owned, LexerCounters& counters);
  /// True if there is one error instead of what the body holds.
  [[nodiscard]] bool has_error() const { return whole_ && whole_->error != CallErrorCode::none; }
  /// One of them, to be asked for once.
  CallPart part(const Segment& segment, std::size_t index, KeptStrings& owned,
                LexerCounters& counters);
  /// True if nothing but the closing tag is missing at the end of the input.
  [[nodiscard]] bool is_complete(const Segment& segment);

  /// Calls whose name may be known, and what is known of them (`ToolOptions::incremental`).
  [[nodiscard]] std::size_t item_count() const;
  CallProgress progress(const Segment& segment, std::size_t index, LexerCounters& counters);

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  enum class Phase : std::uint8_t {
    head,
    name,  // of the call, before its arguments
    json,
    json_end,     // behind the value
    json_junk,    // behind the value stands more
    json_string,  // back in the string in which it has failed
    overlap,      // markers that begin before the byte that failed
    broken,
    raw,
    xml,
  };

  Outcome read_head(const Segment& segment, LexerCounters& counters);
  Outcome read_name(const Segment& segment, LexerCounters& counters);
  Outcome read_json(const Segment& segment, LexerCounters& counters);
  Outcome read_json_end(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome read_empty(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome read_overlap(const Segment& segment, bool at_end, LexerCounters& counters);
  void take_name(const Segment& segment);
  void complete_json();
  void end_at(std::uint64_t end, bool has_closer);
  void refute(std::uint64_t offset);
  void refute_failed(const Segment& segment);
  void break_off();
  [[nodiscard]] bool is_searching() const;
  [[nodiscard]] bool is_blank_until_failure() const;
  [[nodiscard]] bool may_begin_closer(std::string_view text) const;
  Outcome read_to_closer(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome read_string(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome read_xml(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome end_before_or_at(const Match& match);
  void fail_json();
  [[nodiscard]] Scope closer_scope() const;
  [[nodiscard]] Scope end_scope() const;
  [[nodiscard]] std::uint64_t certain_until(const Segment& segment, LexerCounters& counters);
  [[nodiscard]] CallPart error_part(CallErrorCode code, std::uint64_t offset,
                                    std::string_view message) const;
  [[nodiscard]] CallHead head() const;
  [[nodiscard]] CallPart empty_part(std::uint64_t offset, KeptStrings& owned) const;
  [[nodiscard]] CallPart json_error(const Segment& segment, KeptStrings& owned) const;
  std::optional<CallPart> whole_body(const Segment& segment, KeptStrings& owned,
                                     LexerCounters& counters);
  /// True if what should name the tool does not: its tag, or what stands before the arguments.
  [[nodiscard]] bool is_nameless() const {
    if (call_name_) return call_name_->name_begin() != 0 && name_.empty();
    return takes_arguments() && name_.empty();
  }
  [[nodiscard]] bool takes_arguments() const { return rule_->body == CallBody::arguments; }
  [[nodiscard]] bool is_named() const { return !name_.empty(); }

  const CallPolicy* policy_;
  const RuleSet* set_;
  const CompiledRule* rule_;
  Match opener_;
  std::uint64_t start_;
  std::uint64_t body_begin_;
  std::string name_;  // by attribute, or before the arguments
  std::string id_;
  CallBody body_;
  Lexer lexer_;
  FailedTags failed_tags_;
  std::optional<CallName> call_name_;
  JsonCall json_;
  std::unique_ptr<XmlCall> xml_;
  std::uint64_t depth_ = 0;  // raw
  std::uint64_t head_at_;    // head: only blanks before
  std::uint64_t content_end_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t failed_at_ = 0;
  std::uint64_t refuted_at_ = 0;
  std::uint64_t watched_string_ = none;  // progress: the string that `watch_` reads
  std::uint64_t watched_closer_ = none;  // the first closing tag in it
  Lexer watch_;
  Phase phase_ = Phase::head;
  bool has_failed_ = false;
  bool is_named_by_header_ = false;
  bool is_refuted_ = false;
  bool has_closer_ = false;
  bool is_closer_cut_ = false;   // the input ends in its closing tag
  bool has_wrong_byte_ = false;  // the byte that failed is there, behind the body
  bool is_passed_ = false;
  bool is_checked_ = false;
  std::optional<CallPart> whole_;  // what the body as a whole is, if it is read no further
};

}  // namespace tagstream
