#include "lex/lexer.hpp"

#include <algorithm>

namespace tagstream {

using S = TagState;

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
    if (marker_part_ == Part::live) run_marker(segment, scope, counters);
    if (tag_part_ == Part::live) run_tag(segment, scope, counters);
    if (tag_part_ == Part::live || marker_part_ == Part::live) {
      if (!at_end) return Outcome::more;
      if (tag_part_ == Part::live) tag_part_ = Part::failed;
      marker_part_ = marker_ == MarkerTrie::none ? Part::failed : Part::matched;
    }
    if (take_match(scope, match)) return Outcome::match;
    if (failed_tags_ != nullptr && tag_part_ == Part::failed && attributes_ != 0) {
      failed_tags_->add(position_, is_too_long_ ? tag_at_ : tag_at_ - 1);
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
  marker_part_ = scope.set->trie.size() == 0 ? Part::absent : Part::live;
  begin_tag(segment, scope);
}

void Lexer::begin_tag(const Segment& segment, const Scope& scope) {
  tag_part_ = Part::absent;
  if (*segment.at(position_) != '<' || !(scope.any_tag(false) || scope.any_tag(true))) return;
  tag_part_ = Part::live;
  state_ = S::lt;
  tag_at_ = position_ + 1;
  attributes_ = 0;
  name_size_ = 0;
  is_too_long_ = false;
  tag_rule_ = no_rule;
}

// ---- tags ------------------------------------------------------------------------------------

void Lexer::run_tag(const Segment& segment, const Scope& scope, LexerCounters& counters) {
  const Limits& limits = scope.set->limits;
  const std::uint64_t longest = position_ + limits.max_tag_bytes;
  const std::uint64_t stop = std::min(segment.end, std::max(longest, position_ + 1));
  const char* at = segment.at(tag_at_);
  const char* const from = at;
  const char* const end = segment.at(stop);
  while (at != end && tag_part_ == Part::live) {
    switch (state_) {
      case S::lt:
      case S::close_lt: at = read_less_than(segment.at(position_), at, scope); break;
      case S::open_name:
      case S::close_name: at = read_name(segment.at(position_), at, end, scope, counters); break;
      case S::in_double_quotes: at = skip_quoted(at, end, '"'); break;
      case S::in_single_quotes: at = skip_quoted(at, end, '\''); break;
      default: at = walk(at, end, limits, counters); break;
    }
  }
  counters.examined += static_cast<std::uint64_t>(at - from);
  tag_at_ += static_cast<std::uint64_t>(at - from);
  if (!scope.empties && (state_ == S::slash || state_ == S::is_empty)) tag_part_ = Part::failed;
  if (tag_part_ == Part::live && tag_at_ >= longest) {
    tag_part_ = Part::failed;
    is_too_long_ = true;
    ++counters.limit_hits;
  }
}

// Reads the byte after '<' or '</'.
const char* Lexer::read_less_than(const char* start, const char* at, const Scope& scope) {
  if (is_name_start(*at)) {
    const bool closing = state_ == S::close_lt;
    state_ = closing ? S::close_name : S::open_name;
    name_at_ = static_cast<std::uint32_t>(at - start);
    if (!narrow_first(at, scope)) tag_part_ = Part::failed;
    return at + 1;
  }
  if (state_ == S::lt && *at == '/' && scope.any_tag(true)) {
    state_ = S::close_lt;
  } else if (state_ != S::close_lt || !is_blank(*at)) {
    tag_part_ = Part::failed;
  }
  return at + 1;
}

bool Lexer::narrow_first(const char* at, const Scope& scope) {
  name_size_ = 1;
  if (scope.any_name()) return true;
  range_ = scope.names_from(state_ == S::close_name, *at);
  return !range_.empty();
}

// Reads on in the only name that is left, as far as it agrees.
const char* Lexer::read_only_name(const char* at, const char* end, const RuleSet& set) {
  const std::string& name = set.names[range_.first].text;
  while (at != end && name_size_ < name.size()) {
    const char byte = set.ignore_case ? fold(*at) : *at;
    if (byte != name[name_size_]) break;
    ++at;
    ++name_size_;
  }
  return at;
}

// Reads on in a name, to the byte after it if that is there.
const char* Lexer::read_name(const char* start, const char* at, const char* end, const Scope& scope,
                             LexerCounters& counters) {
  const RuleSet& set = *scope.set;
  const bool closing = state_ == S::close_name;
  const char* const from = at;
  if (scope.any_name()) {
    while (at != end && is_name_byte(*at)) ++at;
    name_size_ += static_cast<std::uint32_t>(at - from);
    if (at == end) return at;
    if (scope.tags != nullptr && !is_wanted(start, scope)) {
      tag_part_ = Part::failed;
      return at + 1;
    }
  } else {
    if (range_.last - range_.first == 1) at = read_only_name(at, end, set);
    for (; at != end && is_name_byte(*at); ++at) {
      const NameRange narrowed = set.narrow(range_, name_size_, *at);
      const bool is_same = narrowed.first == range_.first && narrowed.last == range_.last;
      range_ = narrowed;
      if (!is_same && !scope.counts(closing, range_)) {
        tag_part_ = Part::failed;
        return at + 1;
      }
      ++name_size_;
    }
    if (at == end) return at;
    const RuleSet::Name& name = set.names[range_.first];
    tag_rule_ = name.rule;
    range_.last = range_.first + 1;
    if (name.text.size() != name_size_ || !scope.counts(closing, range_)) {
      tag_part_ = Part::failed;
      return at + 1;
    }
  }
  if (*at == '=' && !closing) count_attribute(set.limits, counters);
  if (tag_part_ == Part::live) state_ = closing ? S::name_end_close : S::name_end_open;
  return tag_part_ == Part::live ? at : at + 1;
}

// Precondition: the byte before the tag is in memory.
bool Lexer::is_wanted(const char* start, const Scope& scope) const {
  const char before = start[-1];
  return scope.tags->wants(state_ == S::close_name, {start + name_at_, name_size_},
                           before == '\n' || before == '\r', scope.set->ignore_case);
}

const char* Lexer::walk(const char* at, const char* end, const Limits& limits,
                        LexerCounters& counters) {
  TagState state = state_;
  do {
    state = next_state(state, *at++);
    if (state < S::attr_start) continue;
    if (state == S::attr_start) {
      state = S::attr_name;
      count_attribute(limits, counters);
      if (tag_part_ == Part::live) continue;
    }
    if (state == S::is_content) tag_part_ = Part::failed;
    if (state > S::close_name && state != S::is_content) tag_part_ = Part::matched;
    break;
  } while (at != end);
  state_ = state;
  return at;
}

const char* Lexer::skip_quoted(const char* at, const char* end, char quote) {
  const char* hit = scan::find_byte(at, end, static_cast<unsigned char>(quote));
  if (hit == end) return end;
  state_ = S::after_quoted;
  return hit + 1;
}

void Lexer::count_attribute(const Limits& limits, LexerCounters& counters) {
  if (++attributes_ <= limits.max_attributes) return;
  tag_part_ = Part::failed;
  ++counters.limit_hits;
}

// ---- markers ---------------------------------------------------------------------------------

void Lexer::run_marker(const Segment& segment, const Scope& scope, LexerCounters& counters) {
  const MarkerTrie& trie = scope.set->trie;
  const char* at = segment.at(marker_at_);
  const char* const from = at;
  const char* const end = segment.at(segment.end);
  std::uint64_t misses = 0;
  auto leads_on = [&](MarkerTrie::Node node) { return scope.leads_on(node); };
  while (at != end && marker_part_ == Part::live) {
    const MarkerTrie::Node next = trie.child(node_, *at);
    if (next == 0 || !scope.leads_on(next)) {
      marker_part_ = marker_ == MarkerTrie::none ? Part::failed : Part::matched;
      ++misses;
      break;
    }
    node_ = next;
    ++at;
    const MarkerTrie::Marker here = trie.marker_at(node_);
    if (here == MarkerTrie::none || scope.meaning_of(here).rule == no_rule) continue;
    marker_ = here;
    marker_end_ = marker_at_ + static_cast<std::uint64_t>(at - from);
    if (!trie.any_child(node_, leads_on)) marker_part_ = Part::matched;
  }
  const auto read = static_cast<std::uint64_t>(at - from);
  counters.examined += read + misses;
  marker_at_ += read;
}

// ---- the outcome of an attempt ---------------------------------------------------------------

bool Lexer::take_match(const Scope& scope, Match& match) {
  const bool tag = tag_part_ == Part::matched;
  const bool marker = marker_part_ == Part::matched;
  if (!tag && !marker) return false;
  match.begin = position_;
  Scope::Meaning meaning;
  bool marker_wins = marker && (!tag || marker_end_ >= tag_at_);
  if (marker && tag && marker_end_ == tag_at_ && scope.place == Scope::Place::body) {
    marker_wins = scope.meaning_of(marker_).rule == scope.rule;  // what closes the body does
  }
  if (marker_wins) {
    match.end = marker_end_;
    match.kind = TokenKind::marker;
    match.name_at = match.name_size = 0;
    meaning = scope.meaning_of(marker_);
  } else {
    match.end = tag_at_;
    match.kind = state_ == S::is_close   ? TokenKind::close
                 : state_ == S::is_empty ? TokenKind::empty
                                         : TokenKind::open;
    match.name_at = name_at_;
    match.name_size = name_size_;
    meaning = scope.meaning_of_tag(match.kind == TokenKind::close, tag_rule_);
  }
  match.rule = meaning.rule;
  match.closes = meaning.closes;
  walked_ = marker_part_ != Part::absent && marker_at_ > match.end;
  position_ = match.end;
  attempting_ = false;
  return true;
}

// Goes on after a failed attempt: at its second byte, or as far on as the marker walk has shown
// that nothing can begin.
void Lexer::move_on(const Segment& segment, const Scope& scope, std::uint64_t start_limit) {
  attempting_ = false;
  if (marker_part_ == Part::absent || node_ == 0) {
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
