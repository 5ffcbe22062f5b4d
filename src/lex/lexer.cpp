#include "lex/lexer.hpp"

#include <algorithm>

namespace tagstream {

Lexer::Outcome Lexer::next(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                           bool at_end, LexerCounters& counters, Match& match) {
  if (walked_) {
    walked_ = false;
    if (marker_at_ <= segment.end && position_ < start_limit) {
      go_on_from_walk(segment, scope, position_, start_limit);
    }
  }
  for (;;) {
    if (!attempting_) {
      if (!find_start(segment, scope, start_limit, counters)) {
        return position_ >= start_limit ? Outcome::limit : Outcome::more;
      }
      begin_attempt(segment, scope);
    }
    if (marker_walk_ == Walk::live) run_marker(segment, scope, counters);
    if (tag_.walk() == Walk::live) tag_.run(position_, segment, scope, counters);
    if (tag_.walk() == Walk::live || marker_walk_ == Walk::live) {
      if (!at_end) return Outcome::more;
      tag_.give_up();
      marker_walk_ = marker_ == MarkerTrie::none ? Walk::failed : Walk::matched;
    }
    if (take_match(scope, match)) return Outcome::match;
    if (failed_tags_ != nullptr && tag_.quoted_until() != 0) {
      failed_tags_->add(position_, tag_.quoted_until());
    }
    move_on(segment, scope, start_limit);
  }
}

bool Lexer::find_start(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                       LexerCounters& counters) {
  const std::uint64_t stop = std::min(segment.end, start_limit);
  if (position_ >= stop) return false;
  const scan::ByteSet& after_lt = scope.bytes_after_lt();
  const char* const from = segment.at(position_);
  const char* const to = segment.at(stop);
  const char* hit = scan::find_in_set(from, to, scope.start_bytes());
  std::uint64_t looks = hit == to ? 0 : 1;
  // Most '<' of a text begin nothing, and the next byte tells.
  while (hit != to && *hit == '<' && to - hit > 1 &&
         !after_lt.has(static_cast<unsigned char>(hit[1]))) {
    hit = scan::find_in_set(hit + 1, to, scope.start_bytes());
    looks += 2;
  }
  const auto read = static_cast<std::uint64_t>(hit - from);
  counters.examined += read + looks;
  position_ += read;
  return hit != to;
}

void Lexer::begin_attempt(const Segment& segment, const Scope& scope) {
  attempting_ = true;
  marker_ = MarkerTrie::none;
  node_ = 0;
  marker_at_ = position_;
  marker_walk_ = scope.set->trie.size() == 0 ? Walk::absent : Walk::live;
  if (*segment.at(position_) == '<' && (scope.any_tag(false) || scope.any_tag(true))) {
    tag_.begin(position_);
  } else {
    tag_.leave_out();
  }
}

// ---- markers ---------------------------------------------------------------------------------

void Lexer::run_marker(const Segment& segment, const Scope& scope, LexerCounters& counters) {
  const MarkerTrie& trie = scope.set->trie;
  const char* at = segment.at(marker_at_);
  const char* const from = at;
  const char* const end = segment.at(segment.end);
  std::uint64_t misses = 0;
  auto leads_on = [&](MarkerTrie::Node node) { return scope.leads_on(node); };
  while (at != end && marker_walk_ == Walk::live) {
    const MarkerTrie::Node next = trie.child(node_, *at);
    if (next == 0 || !scope.leads_on(next)) {
      marker_walk_ = marker_ == MarkerTrie::none ? Walk::failed : Walk::matched;
      ++misses;
      break;
    }
    node_ = next;
    ++at;
    const MarkerTrie::Marker here = trie.marker_at(node_);
    if (here == MarkerTrie::none || scope.meaning_of(here).rule == no_rule) continue;
    marker_ = here;
    marker_end_ = marker_at_ + static_cast<std::uint64_t>(at - from);
    if (!trie.any_child(node_, leads_on)) marker_walk_ = Walk::matched;
  }
  const auto read = static_cast<std::uint64_t>(at - from);
  counters.examined += read + misses;
  marker_at_ += read;
}

// ---- the outcome of an attempt ---------------------------------------------------------------

bool Lexer::take_match(const Scope& scope, Match& match) {
  const bool tag = tag_.walk() == Walk::matched;
  const bool marker = marker_walk_ == Walk::matched;
  if (!tag && !marker) return false;
  match.begin = position_;
  Scope::Meaning meaning;
  bool marker_wins = marker && (!tag || marker_end_ >= tag_.at());
  if (marker && tag && marker_end_ == tag_.at() && scope.place == Scope::Place::body) {
    marker_wins = scope.meaning_of(marker_).rule == scope.rule;  // what closes the body does
  }
  if (marker_wins) {
    match.end = marker_end_;
    match.kind = TokenKind::marker;
    match.name_at = match.name_size = 0;
    meaning = scope.meaning_of(marker_);
  } else {
    tag_.write(match);
    meaning = scope.meaning_of_tag(match.kind == TokenKind::close, tag_.rule());
  }
  match.rule = meaning.rule;
  match.closes = meaning.closes;
  walked_ = marker_walk_ != Walk::absent && marker_at_ > match.end;
  position_ = match.end;
  attempting_ = false;
  return true;
}

// Goes on after a failed attempt: at its second byte, or as far on as the marker walk has shown
// that nothing can begin.
void Lexer::move_on(const Segment& segment, const Scope& scope, std::uint64_t start_limit) {
  attempting_ = false;
  if (marker_walk_ == Walk::absent || node_ == 0) {
    ++position_;
  } else {
    go_on_from_walk(segment, scope, position_ + 1, start_limit);
  }
}

// The marker walk has read up to `marker_at_`: goes on at the first place from `from` on at which
// something can begin, without walking again over what the trie's links know. Each step down a link
// moves that place, so all of them together are linear.
void Lexer::go_on_from_walk(const Segment& segment, const Scope& scope, std::uint64_t from,
                            std::uint64_t start_limit) {
  const MarkerTrie& trie = scope.set->trie;
  const std::uint64_t walk_begin = marker_at_ - trie.depth(node_);
  const auto first = static_cast<std::uint32_t>(from - walk_begin);
  MarkerTrie::Node link = trie.fail(node_);
  while (link != 0 && (trie.depth(node_) - trie.depth(link) < first || !scope.leads_on(link))) {
    link = trie.fail(link);
  }
  const std::uint32_t link_at = trie.depth(node_) - trie.depth(link);
  const std::uint32_t start = trie.first_start(node_, first, link_at);
  position_ = std::min(walk_begin + start, start_limit);
  if (start == link_at && link != 0 && position_ < start_limit) {
    begin_attempt_at(link, segment, scope);
  }
}

// Begins an attempt whose marker walk has already come to `node`.
void Lexer::begin_attempt_at(MarkerTrie::Node node, const Segment& segment, const Scope& scope) {
  const MarkerTrie& trie = scope.set->trie;
  const std::uint64_t marker_at = marker_at_;
  begin_attempt(segment, scope);
  node_ = node;
  marker_at_ = marker_at;
  for (node = trie.marker_within(node); node != 0; node = trie.marker_within(trie.parent(node))) {
    const MarkerTrie::Marker here = trie.marker_at(node);
    if (scope.meaning_of(here).rule == no_rule) continue;
    marker_ = here;
    marker_end_ = position_ + trie.depth(node);
    break;
  }
}

}  // namespace tagstream
