#pragma once

// A call that is open: where its body ends, and what it says.
//
// JSON leads: it is followed byte by byte, and tags are looked for only where it has stopped, from
// the beginning of the string in which it stopped on. So a closing tag inside a string costs
// nothing as long as the string goes on to be JSON.
//
//   head ─▶ json ─▶ json_end          value complete: its closing tag follows
//     │       └───▶ json_string ─▶    not JSON: at the first closing tag in the last string,
//     │                     broken       else at the next one, or before the next opener
//     ├──▶ xml                        see XmlCall
//     ├──▶ blind                      not aware of JSON: the first closing tag
//     └──▶ raw                        the closing tag that balances

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "call_part.hpp"
#include "json_call.hpp"
#include "lexer.hpp"
#include "section.hpp"
#include "tagstream/tool.hpp"
#include "xml_call.hpp"

namespace tagstream {

/// How calls are read; outlives the readers.
struct CallPolicy {
  ToolOptions options;
  SchemaTable schemas;
};

class OpenCall {
 public:
  enum class Outcome : std::uint8_t {
    more,
    ended,
    not_a_call,  ///< the opening tag is content; reading goes on behind it
  };

  /// Precondition: policy and set outlive the object. `segment` holds the opening tag.
  OpenCall(const CallPolicy& policy, const RuleSet& set, const Segment& segment,
           const Match& opener);
  OpenCall(const OpenCall&) = delete;
  OpenCall& operator=(const OpenCall&) = delete;

  /// Reads on. Precondition: the segment holds all from `start()` on, or from `keep_from()` on if
  /// `pass` was called.
  Outcome read(const Segment& segment, bool at_end, LexerCounters& counters);

  /// The same inside a JSON value: true if that goes on behind the segment.
  [[nodiscard]] bool is_in_json() const { return phase_ == Phase::json && !is_passed_; }
  bool read_on(const Segment& segment, LexerCounters& counters) {
    return read_json(segment, counters) == Outcome::more;
  }

  /// The bytes of this call leave as content: nothing of it is collected any more.
  void pass();
  [[nodiscard]] bool is_passed() const { return is_passed_; }
  [[nodiscard]] std::uint64_t passed_until(std::uint64_t segment_end) const;
  [[nodiscard]] std::uint64_t keep_from() const;

  [[nodiscard]] std::uint64_t start() const { return opener_.begin; }
  [[nodiscard]] std::uint64_t body_begin() const { return opener_.end; }
  [[nodiscard]] const Match& opener() const { return opener_; }
  /// Where the body and the call end. Precondition: `ended`.
  [[nodiscard]] std::uint64_t content_end() const { return content_end_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }
  [[nodiscard]] bool has_ended() const { return end_ != 0; }
  /// The body, trimmed.
  [[nodiscard]] std::string_view content(const Segment& segment) const;
  [[nodiscard]] bool has_closer() const { return has_closer_; }
  /// If the body is not JSON, the byte that showed it: bytes before it may be read again. Else 0.
  [[nodiscard]] std::uint64_t failed_at() const { return has_failed_ ? failed_at_ : 0; }

  /// Adds the tags in the body that came to nothing.
  void note_quoted(FailedTags& failed) const;
  /// The quote of the string in which the body has failed, if it did not end in that string.
  [[nodiscard]] char open_quote() const;

  /// Looks at the body. Number of calls and errors in it. Precondition: `ended`, or `is_complete`.
  std::size_t part_count(const Segment& segment, RetiredStrings& owned, LexerCounters& counters);
  /// True if there is one error instead of what the body holds.
  [[nodiscard]] bool has_error() const { return whole_ && whole_->error != ToolErrorCode::none; }
  /// One of them, to be asked for once.
  CallPart part(const Segment& segment, std::size_t index, RetiredStrings& owned,
                LexerCounters& counters);
  /// True if nothing but the closing tag is missing at the end of the input.
  [[nodiscard]] bool is_complete(const Segment& segment);

  /// Calls whose name may be known, and what is known of them (`ToolOptions::incremental`).
  [[nodiscard]] std::size_t item_count() const;
  CallProgress progress(const Segment& segment, std::size_t index, LexerCounters& counters);

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  enum class Phase : std::uint8_t { head, json, json_end, json_string, broken, blind, raw, xml };

  Outcome read_head(const Segment& segment, LexerCounters& counters);
  Outcome read_json(const Segment& segment, LexerCounters& counters);
  Outcome read_to_closer(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome read_string(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome read_xml(const Segment& segment, bool at_end, LexerCounters& counters);
  Outcome end_before_or_at(const Match& match);
  bool read_blind(const Segment& segment);
  void fail_json();
  [[nodiscard]] Scope closer_scope() const;
  [[nodiscard]] Scope end_scope() const;
  [[nodiscard]] std::uint64_t certain_until(const Segment& segment, LexerCounters& counters);
  [[nodiscard]] CallPart error_part(ToolErrorCode code, std::uint64_t offset,
                                    std::string_view message) const;
  [[nodiscard]] CallHead head() const;
  [[nodiscard]] CallPart empty_part(std::uint64_t offset, RetiredStrings& owned) const;
  [[nodiscard]] CallPart json_error(const Segment& segment, RetiredStrings& owned) const;
  std::optional<CallPart> whole_body(const Segment& segment, RetiredStrings& owned,
                                     LexerCounters& counters);
  [[nodiscard]] bool is_named() const { return !name_.empty(); }

  const CallPolicy* policy_;
  const RuleSet* set_;
  Match opener_;
  std::string name_;  // by attribute
  std::string id_;
  BodyFormat format_;
  Lexer lexer_;
  FailedTags failed_tags_;
  JsonCall json_;
  std::unique_ptr<XmlCall> xml_;
  std::uint64_t depth_ = 0;  // raw
  std::uint64_t head_at_;    // head: only blanks before
  std::uint64_t content_end_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t failed_at_ = 0;
  std::uint64_t watched_string_ = none;  // progress: the string that `watch_` reads
  std::uint64_t watched_closer_ = none;  // the first closing tag in it
  Lexer watch_;
  Phase phase_ = Phase::head;
  bool has_failed_ = false;
  bool has_closer_ = false;
  bool is_passed_ = false;
  std::optional<CallPart> whole_;  // what the body as a whole is, if it is read no further
};

}  // namespace tagstream
