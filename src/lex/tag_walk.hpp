#pragma once

// One attempt at a tag. It walks from the '<' through the table of the grammar, as long as the name
// may be one that counts. With the name `thinking` alone, `<thinkX` fails at the `X`, byte 6, and
// `<thinking a` is live at its end. The walk can stop and go on at any byte; the bytes from the '<'
// on must then still be in memory.

#include <cstdint>

#include "lex/grammar.hpp"
#include "lex/scope.hpp"
#include "lex/segment.hpp"

namespace tagstream {

/// How far a walk has come.
enum class Walk : std::uint8_t { absent, live, matched, failed };

class TagWalk {
 public:
  /// No tag can begin at this place.
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
    cut_ = Cut::no;
  }
  /// Reads to the end of the segment, or to the byte that decides. Precondition: the walk is live.
  void run(std::uint64_t start, const Segment& segment, const Scope& scope,
           LexerCounters& counters);
  /// The input ends here: a live walk fails.
  void give_up() {
    if (walk_ != Walk::live) return;
    walk_ = Walk::failed;
    is_cut_off_ = true;
    if (opens()) cut_ = Cut::input;
  }

  [[nodiscard]] Walk walk() const { return walk_; }
  /// The offset of the next byte. After a match: the end of the tag.
  [[nodiscard]] std::uint64_t at() const { return at_; }
  /// Precondition: the walk has matched.
  [[nodiscard]] TokenKind kind() const {
    return state_ == TagState::is_close   ? TokenKind::close
           : state_ == TagState::is_empty ? TokenKind::empty
                                          : TokenKind::open;
  }
  /// Writes the matched tag to `match`, without its rule.
  void write(Match& match) const {
    match.end = at_;
    match.kind = kind();
    match.name_at = name_at_;
    match.name_size = name_size_;
  }
  /// The rule that has the tag's name.
  [[nodiscard]] RuleIndex rule() const { return rule_; }
  /// The limit at which a tag with a name that counts has failed.
  [[nodiscard]] Cut cut() const { return cut_; }
  /// The part of the name that was read, as an offset from the '<'; size 0 if no name has begun.
  [[nodiscard]] std::uint32_t name_at() const { return name_at_; }
  [[nodiscard]] std::uint32_t name_size() const { return walk_ == Walk::live ? name_size_ : 0; }
  /// The end of the bytes that a failed tag may have quoted as attributes; 0 if it had none.
  [[nodiscard]] std::uint64_t quoted_until() const {
    if (walk_ != Walk::failed || attributes_ == 0) return 0;
    return is_cut_off_ ? at_ : at_ - 1;
  }

 private:
  const char* read_less_than(const char* start, const char* at, const Scope& scope);
  const char* read_any_name(const char* start, const char* at, const char* end, const Scope& scope);
  const char* read_known_name(const char* at, const char* end, const Scope& scope);
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
  /// True for an opening tag whose name has ended.
  [[nodiscard]] bool opens() const {
    if (state_ >= TagState::name_value) return state_ <= TagState::in_single_quotes;
    return state_ >= TagState::before_attr && state_ <= TagState::slash;
  }
  /// True until a byte after the name was read.
  [[nodiscard]] bool is_in_name() const {
    return state_ >= TagState::lt && state_ <= TagState::close_name;
  }

  std::uint64_t at_ = 0;  // next byte; after the tag when matched
  NameRange range_;       // names that begin with the bytes read so far
  RuleIndex rule_ = no_rule;
  std::uint32_t attributes_ = 0;
  std::uint32_t name_at_ = 0;
  std::uint32_t name_size_ = 0;
  bool is_cut_off_ = false;  // the walk has failed at max_tag_bytes, or at the end of the input
  Walk walk_ = Walk::absent;
  Cut cut_ = Cut::no;
  TagState state_ = TagState::lt;
};

}  // namespace tagstream
