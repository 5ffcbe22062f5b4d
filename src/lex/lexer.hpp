#pragma once

// Finds the next tag or marker that counts. It can stop and go on at any byte. With the rule
// `hide: ["b"]`, `a<b x="1">c` gives one match: the bytes 1..10, a tag of that rule. Cut into
// `a<b x=` and `"1">c`, the first segment keeps an attempt at 1, and the second completes it.
//
// The lexer searches for a byte that may begin a tag or marker. From there it makes an *attempt*: a
// walk through the tag table, a walk down the marker trie, or both at once. The longer match wins;
// at equal length the marker wins. If neither matches, the search goes on after the first byte of
// the attempt, or at a later place that the trie's links give.
//
// Where only '<' may begin a match, a kernel searches windows of 64 bytes. It also reads a tag that
// lies completely in the 64 bytes from its '<' on, without an attempt. If the window does not
// decide, an attempt begins.
//
// An attempt at the end of a segment is kept, and goes on with the next segment, which must still
// hold the bytes from the attempt's start on.
//
// Cost: on any byte at most three tag attempts overlap, one per quote state (docs/grammar.md).

#include <algorithm>
#include <cstdint>

#include "lex/quoted_stretches.hpp"
#include "lex/scope.hpp"
#include "lex/segment.hpp"
#include "lex/tag_walk.hpp"
#include "scan/tags.hpp"

namespace tagstream {

/// The kind of a tag that a window has found.
constexpr TokenKind kind_of(const scan::TagLook& tag) {
  switch (tag.verdict) {
    case scan::TagLook::Verdict::close: return TokenKind::close;
    case scan::TagLook::Verdict::empty: return TokenKind::empty;
    default: return TokenKind::open;
  }
}

class Lexer {
 public:
  enum class Outcome : std::uint8_t {
    match,  ///< `match` is filled in, reading goes on after it
    limit,  ///< nothing that counts begins before `start_limit`, reading goes on there
    more,   ///< the segment is read; see `position` and `in_attempt`
  };
  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

  /// Forgets any attempt and reads on from `offset`.
  void restart(std::uint64_t offset) {
    position_ = offset;
    attempting_ = false;
    walked_ = false;
  }

  /// Reads on. The scope must not change while an attempt is kept.
  /// @param start_limit  only matches that begin before this offset count
  /// @param at_end       the input ends with the segment, so no attempt is kept
  /// @param no_run_before  between the place of reading and this offset no backtick and no tilde
  ///                     stands. Bytes in which `next` finds none make it larger. May be null
  Outcome next(const Segment& segment, const Scope& scope, std::uint64_t start_limit, bool at_end,
               LexerCounters& counters, Match& match, std::uint64_t* no_run_before = nullptr);

  /// True if `read_tags` may be called: every tag counts, no marker does, and no attempt is kept.
  [[nodiscard]] bool may_read_tags(const Segment& segment, const Scope& scope) const;
  /// Reads a batch of tags, as long as each lies completely in the 64 bytes from its '<' on.
  /// Returns their number. `spans` has room for `scan::most_spans`; its offsets count from
  /// `position()` before the call. After the call `position()` is the place at which `next` must go
  /// on.
  std::size_t read_tags(const Segment& segment, const Scope& scope, scan::TagSpan* spans,
                        LexerCounters& counters);

  /// Adds tags that fail after an attribute to `list` from now on; null stops that. The list must
  /// outlive the lexer unless it is replaced.
  void record_failed_tags(QuotedStretches* list) { failed_tags_ = list; }
  [[nodiscard]] QuotedStretches* failed_tags() const { return failed_tags_; }

  /// The start of the kept attempt. Without an attempt: the place up to which all bytes are read.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The place up to which bytes were looked at: beyond `position` if an attempt is kept.
  [[nodiscard]] std::uint64_t reached() const {
    return attempting_ || walked_ ? std::max({position_, tag_.at(), marker_at_}) : position_;
  }
  [[nodiscard]] bool in_attempt() const { return attempting_; }
  /// True if the kept attempt has found a marker, but may still find a longer one.
  [[nodiscard]] bool has_marker() const { return attempting_ && marker_ != MarkerTrie::none; }

  /// The name that the kept attempt has read so far; its size is 0 if no name has begun.
  [[nodiscard]] std::uint32_t name_at() const { return tag_.name_at(); }
  [[nodiscard]] std::uint32_t name_size() const { return attempting_ ? tag_.name_size() : 0; }

 private:
  enum class Found : std::uint8_t {
    tag,    // a whole tag, which counts
    start,  // at `position_` something may begin
    none,   // nothing up to the limit
  };
  Found find_tag(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                 LexerCounters& counters, Match& match, std::uint64_t* no_run_before);
  inline Found read_tag(const Segment& segment, const Scope& scope, std::uint64_t begin,
                        LexerCounters& counters, Match& match);
  Found find_start(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                   LexerCounters& counters);
  Found read_element_tag(const Segment& segment, const Scope& scope, LexerCounters& counters,
                         Match& match);
  void begin_attempt(const Segment& segment, const Scope& scope);
  void run_marker(const Segment& segment, const Scope& scope, LexerCounters& counters);
  bool take_match(const Scope& scope, Match& match);
  bool write_cut(const Scope& scope, Match& match) const;
  static bool is_weaker(const Scope& scope, MarkerTrie::Marker marker, MarkerTrie::Marker other);
  void move_on(const Segment& segment, const Scope& scope, std::uint64_t start_limit);
  void go_on_from_walk(const Segment& segment, const Scope& scope, std::uint64_t from,
                       std::uint64_t start_limit);
  void begin_attempt_at(MarkerTrie::Node node, const Segment& segment, const Scope& scope);

  std::uint64_t position_ = 0;  // start of the attempt, or where the search goes on
  std::uint64_t marker_at_ = 0;
  std::uint64_t marker_end_ = 0;  // of the longest marker found so far
  MarkerTrie::Marker marker_ = MarkerTrie::none;
  MarkerTrie::Node node_ = 0;
  QuotedStretches* failed_tags_ = nullptr;
  TagWalk tag_;
  Walk marker_walk_ = Walk::absent;
  bool attempting_ = false;
  bool walked_ = false;  // the marker walk has read beyond the last match, up to `marker_at_`
};

}  // namespace tagstream
