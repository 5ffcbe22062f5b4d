#pragma once

// One attempt at a tag: from its '<' through the table of the grammar, as long as its name may be
// one that counts. Resumable at any byte; the bytes from its start must still be there then.

#include <cstdint>

#include "lex/grammar.hpp"
#include "lex/scope.hpp"
#include "lex/segment.hpp"

namespace tagstream {

/// How far a walk has come.
enum class Walk : std::uint8_t { absent, live, matched, failed };

class TagWalk {
 public:
  /// There is none at this place.
  void leave_out() { walk_ = Walk::absent; }
  /// Begins after the '<' at `start`.
  void begin(std::uint64_t start) {
    walk_ = Walk::live;
    state_ = TagState::lt;
    at_ = start + 1;
    rule_ = no_rule;
    attributes_ = 0;
    name_size_ = 0;
    is_cut_off_ = false;
  }
  /// Reads on to the end of the segment, or to the byte that decides. Precondition: it is live.
  void run(std::uint64_t start, const Segment& segment, const Scope& scope,
           LexerCounters& counters);
  /// Nothing follows.
  void give_up() {
    if (walk_ != Walk::live) return;
    walk_ = Walk::failed;
    is_cut_off_ = true;
  }

  [[nodiscard]] Walk walk() const { return walk_; }
  /// The next byte; matched: where the tag ends.
  [[nodiscard]] std::uint64_t at() const { return at_; }
  /// Writes what has matched, its rule aside.
  void write(Match& match) const {
    match.end = at_;
    match.kind = state_ == TagState::is_close   ? TokenKind::close
                 : state_ == TagState::is_empty ? TokenKind::empty
                                                : TokenKind::open;
    match.name_at = name_at_;
    match.name_size = name_size_;
  }
  /// The rule that has its name.
  [[nodiscard]] RuleIndex rule() const { return rule_; }
  /// The name as far as it is read, from `start`; size 0 if it has come to none.
  [[nodiscard]] std::uint32_t name_at() const { return name_at_; }
  [[nodiscard]] std::uint32_t name_size() const { return walk_ == Walk::live ? name_size_ : 0; }
  /// Where ends what its attributes may have quoted, though it has failed; 0: it has none.
  [[nodiscard]] std::uint64_t quoted_until() const {
    if (walk_ != Walk::failed || attributes_ == 0) return 0;
    return is_cut_off_ ? at_ : at_ - 1;
  }

 private:
  const char* read_less_than(const char* start, const char* at, const Scope& scope);
  const char* read_name(const char* start, const char* at, const char* end, const Scope& scope,
                        LexerCounters& counters);
  [[nodiscard]] std::size_t shared_size(const RuleSet& set) const;
  const char* read_shared(const char* at, const char* end, const RuleSet& set);
  [[nodiscard]] bool is_nested(const char* start, char next, const Scope& scope) const;
  [[nodiscard]] bool is_wanted(const char* start, const Scope& scope) const;
  const char* go_on(const char* at, const char* end, const Limits& limits, LexerCounters& counters);
  const char* skip_quoted(const char* at, const char* end, char quote);
  const char* skip_close_value(const char* at, const char* end);
  bool narrow_first(const char* at, const Scope& scope);
  void count_attribute(const Limits& limits, LexerCounters& counters);

  std::uint64_t at_ = 0;  // next byte; after the tag when matched
  NameRange range_;       // names that begin like what is read
  RuleIndex rule_ = no_rule;
  std::uint32_t attributes_ = 0;
  std::uint32_t name_at_ = 0;
  std::uint32_t name_size_ = 0;
  bool is_cut_off_ = false;  // it has failed at max_tag_bytes, or where the input ends
  Walk walk_ = Walk::absent;
  TagState state_ = TagState::lt;
};

}  // namespace tagstream
