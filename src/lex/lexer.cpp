#include "lex/lexer.hpp"

#include <algorithm>
#include <bit>

#include "base/text.hpp"
#include "scan/kernels.hpp"

namespace tagstream {
namespace {

// Two attempts at once, with the markers `<a` and `<a>b` and any tag, in `<a>b`:
//
//   the tag walk      `<a>` is a tag of 3 bytes
//   the marker walk   `<a` at 2 bytes, `<a>b` at 4: the longer one counts
//
// In `<a>c` the marker has 2 bytes and the tag 3, so the tag counts. If `<a>` itself is a marker,
// it counts before the tag of the same bytes.

// True if the byte tables of the window kernels agree with those of the grammar.
constexpr bool windows_know_the_grammar() {
  using C = ByteClass;
  for (unsigned c = 0; c < 256; ++c) {
    const auto byte = static_cast<unsigned char>(c);
    const C kind = class_of(byte);
    const bool is_high = c >= 0x80;
    const bool is_blank = byte == ' ' || scan::tag_bytes.is(byte, scan::control_blank);
    if ((is_high || scan::tag_bytes.is(byte, scan::any_letter)) != (kind == C::letter) ||
        scan::tag_bytes.is(byte, scan::digit) != (kind == C::digit) ||
        scan::tag_bytes.is(byte, scan::dash_dot) != (kind == C::dash_dot) ||
        scan::tag_bytes.is(byte, scan::at_sign) != (kind == C::at) ||
        is_blank != (kind == C::blank)) {
      return false;
    }
  }
  return true;
}
static_assert(windows_know_the_grammar());

// True if enough bytes follow for a window, and a kernel for windows exists on this processor.
bool has_window(const Segment& segment, std::uint64_t from) {
  return segment.end >= from + scan::least_bytes && scan::kernels().read_tag != nullptr;
}

}  // namespace

// The end of the input decides an attempt, so `x <thinking` is text. A marker that was
// found counts, even if it might have begun a longer one: with `=` and `==>`, the text `x==` has
// two markers. In `<a <b>` the second `<` ends the first attempt, so `<a ` is text and <b> a
// tag.
Lexer::Outcome Lexer::next(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                           bool at_end, LexerCounters& counters, Match& match,
                           std::uint64_t* no_run_before) {
  match.cut = Cut::no;
  if (walked_) {
    walked_ = false;
    if (marker_at_ <= segment.end && position_ < start_limit) {
      go_on_from_walk(segment, scope, position_, start_limit);
    }
  }
  for (;;) {
    if (!attempting_) {
      Found found = has_window(segment, position_) && scope.has_windows()
                        ? find_tag(segment, scope, start_limit, counters, match, no_run_before)
                        : find_start(segment, scope, start_limit, counters);
      if (found == Found::start && scope.place == Scope::Place::xml) {
        found = read_element_tag(segment, scope, counters, match);
        if (found == Found::none) continue;
      }
      if (found == Found::tag) return Outcome::match;
      if (found == Found::none) return position_ >= start_limit ? Outcome::limit : Outcome::more;
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
    const bool is_told = write_cut(scope, match);
    move_on(segment, scope, start_limit);
    if (is_told) return Outcome::match;
  }
}

// With `hide: ["x"]` and max_tag_bytes 5, `<x a b>` is text. The match tells the reader,
// which gives a notice; reading goes on at the second byte.
bool Lexer::write_cut(const Scope& scope, Match& match) const {
  const bool is_tag = tag_.walk() == Walk::failed && tag_.rule() != no_rule;
  if (!scope.with_notices || !is_tag || tag_.cut() == Cut::no) return false;
  match = {};
  match.begin = position_;
  match.end = position_ + 1;
  match.rule = tag_.rule();
  match.cut = tag_.cut();
  return true;
}

Lexer::Found Lexer::find_start(const Segment& segment, const Scope& scope,
                               std::uint64_t start_limit, LexerCounters& counters) {
  const std::uint64_t stop = std::min(segment.end, start_limit);
  if (position_ >= stop) return Found::none;
  const scan::ByteSet& after_lt = scope.bytes_after_lt();
  const char* const from = segment.at(position_);
  const char* const to = segment.at(stop);
  const char* hit = scan::find_in_set(from, to, scope.start_bytes());
  std::uint64_t looks = hit == to ? 0 : 1;
  // Most '<' of a text begin no match, and the next byte is enough to see that.
  while (hit != to && *hit == '<' && to - hit > 1 &&
         !after_lt.has(static_cast<unsigned char>(hit[1]))) {
    hit = scan::find_in_set(hit + 1, to, scope.start_bytes());
    looks += 2;
  }
  const auto read = static_cast<std::uint64_t>(hit - from);
  counters.examined += read + looks;
  position_ += read;
  return hit == to ? Found::none : Found::start;
}

// ---- windows ---------------------------------------------------------------------------------

// Reads the tag that begins at `begin`, by one look at 64 bytes: it finds where the tag ends, how
// long its name is and how many attributes it has. Returns `start` if an attempt must decide, as
// for a tag of more than 64 bytes, and `none` if no match that counts begins there.
inline Lexer::Found Lexer::read_tag(const Segment& segment, const Scope& scope, std::uint64_t begin,
                                    LexerCounters& counters, Match& match) {
  using Verdict = scan::TagLook::Verdict;
  const RuleSet& set = *scope.set;
  const char* const at = segment.at(begin);
  const char* const end = segment.at(segment.end);
  ++counters.examined;
  // An attempt compares the tag with the marker that may begin here.
  if (end - at < 2) return Found::start;
  const auto second = static_cast<unsigned char>(at[1]);
  if (set.starts.marker_seconds.has(second) && scope.begins_marker(at)) return Found::start;
  RuleIndex rule = no_rule;
  if (!scope.any_name()) {
    const Scope::Named named = scope.find_name(at, end, rule);
    if (named == Scope::Named::no) return Found::none;
    if (named == Scope::Named::unknown) return Found::start;
  }
  const scan::TagLook look = scan::kernels().read_tag(at, end);
  counters.examined += look.size;
  if (look.verdict == Verdict::undecided || look.attributes > set.limits.max_attributes ||
      (look.verdict == Verdict::empty && !scope.empties)) {
    return Found::start;
  }
  if (look.verdict == Verdict::no_tag) {
    if (failed_tags_ != nullptr && look.attributes != 0) {
      failed_tags_->add(begin, begin + look.size);
    }
    return Found::none;
  }
  const bool closing = look.verdict == Verdict::close;
  match.begin = begin;
  match.end = begin + look.size;
  match.kind = kind_of(look);
  match.name_at = closing ? 2 : 1;
  match.name_size = look.name_size;
  const Scope::Meaning meaning = scope.meaning_of_tag(closing, rule);
  match.rule = meaning.rule;
  match.closes = meaning.closes;
  return Found::tag;
}

// Reads the tag at `position_` in a body of elements, where other bytes than '<' may begin markers,
// so that no windows are searched. Each `<parameter=path>` of such a body would else be an attempt,
// which takes three times as long.
Lexer::Found Lexer::read_element_tag(const Segment& segment, const Scope& scope,
                                     LexerCounters& counters, Match& match) {
  const char* const at = segment.at(position_);
  const bool has_second = segment.end - position_ >= 2;
  if (*at != '<' || !has_second || !has_window(segment, position_) ||
      !scope.set->starts.has_windows) {
    return Found::start;
  }
  const bool closing = at[1] == '/';
  // In a value, the names that count may end an opening tag, and their attributes are not read.
  if (scope.tags != nullptr && !closing) return Found::start;
  const Found found = read_tag(segment, scope, position_, counters, match);
  if (found == Found::start) return found;
  const bool is_tag =
      found == Found::tag &&
      (scope.tags == nullptr || scope.tags->wants(closing, {at + match.name_at, match.name_size},
                                                  is_line_end(at[-1]), scope.set->ignore_case));
  position_ = is_tag ? match.end : position_ + 1;
  return is_tag ? Found::tag : Found::none;
}

// Searches window by window. When a tag is found, the other places of its window are forgotten: the
// tag may change the scope or the limit, and a window takes only a nanosecond or two. In
// `counters.examined` a look at a window counts as one byte, since it costs about as much.
Lexer::Found Lexer::find_tag(const Segment& segment, const Scope& scope, std::uint64_t start_limit,
                             LexerCounters& counters, Match& match, std::uint64_t* no_run_before) {
  const std::uint64_t stop = std::min(segment.end, start_limit);
  const scan::Kernels& kernel = scan::kernels();
  const scan::StartFilter& filter = scope.starts();
  while (position_ < stop) {
    const char* const from = segment.at(position_);
    std::uint64_t starts = 0;
    const char* window = nullptr;
    if (no_run_before == nullptr || position_ > *no_run_before) {
      window = kernel.find_starts(from, segment.at(stop), filter, starts);
    } else {
      const char* run = nullptr;
      window = kernel.find_starts_and_run(from, segment.at(stop), filter, starts, run);
      const auto left = static_cast<std::size_t>(segment.at(stop) - window);
      const char* const searched = window + std::min(scan::window_size, left);
      const std::uint64_t none =
          position_ + static_cast<std::uint64_t>(std::min(run, searched) - from);
      *no_run_before = std::max(*no_run_before, none);
    }
    std::uint64_t begin = position_ + static_cast<std::uint64_t>(window - from);
    const std::uint64_t window_begin = begin;
    ++counters.examined;
    for (; starts != 0; starts &= starts - 1) {
      begin = window_begin + static_cast<std::uint64_t>(std::countr_zero(starts));
      const Found found = read_tag(segment, scope, begin, counters, match);
      if (found == Found::none) continue;
      counters.examined += begin - position_;
      position_ = found == Found::tag ? match.end : begin;
      return found;
    }
    const std::uint64_t read = std::min(window_begin + scan::window_size, stop);
    counters.examined += read - position_;
    position_ = read;
  }
  return Found::none;
}

bool Lexer::may_read_tags(const Segment& segment, const Scope& scope) const {
  return has_window(segment, position_) && !attempting_ && scope.any_name() &&
         scope.place == Scope::Place::everything && scope.set->trie.size() == 0 &&
         scope.has_windows();
}

std::size_t Lexer::read_tags(const Segment& segment, const Scope& scope, scan::TagSpan* spans,
                             LexerCounters& counters) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;  // a span counts in 32 bits
  constexpr std::size_t most_attributes = 255;                  // more than a window holds
  const auto size = static_cast<std::size_t>(std::min(segment.end - position_, most_bytes));
  const auto attributes = static_cast<unsigned>(
      std::min<std::uint64_t>(scope.set->limits.max_attributes, most_attributes));
  std::size_t end = 0;
  const std::size_t count =
      scan::kernels().read_tags(segment.at(position_), size, attributes, spans, end);
  counters.examined += end + count + 1;
  position_ += end;
  return count;
}

// ---- attempts --------------------------------------------------------------------------------

// Begins both walks at `position_`. At a byte other than `<`, such as the `[` of `[THINK]`, there
// is no tag walk.
void Lexer::begin_attempt(const Segment& segment, const Scope& scope) {
  attempting_ = true;
  marker_ = MarkerTrie::none;
  node_ = 0;
  marker_at_ = position_;
  const RuleSet& set = *scope.set;
  marker_walk_ = set.trie.size() == 0 ? Walk::absent : Walk::live;
  const char* const at = segment.at(position_);
  // Most often the second byte says that no marker begins here.
  if (*at == '<' && segment.end - position_ > 1 && set.starts.has_windows &&
      !set.starts.marker_seconds.has(static_cast<unsigned char>(at[1]))) {
    marker_walk_ = Walk::failed;
  }
  if (*at == '<' && (scope.any_tag(false) || scope.any_tag(true))) {
    tag_.begin(position_);
  } else {
    tag_.leave_out();
  }
}

// ---- markers ---------------------------------------------------------------------------------

// True if `marker` changes nothing, and `other` does: then the other one counts, though it may be
// shorter.
bool Lexer::is_weaker(const Scope& scope, MarkerTrie::Marker marker, MarkerTrie::Marker other) {
  return scope.is_only_noted(scope.meaning_of(marker)) &&
         !scope.is_only_noted(scope.meaning_of(other));
}

// `[think]` and `[THINK ]` are not `[THINK]`.
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
    // While the trie does not branch, the same markers lie below, so the scope is not asked again.
    const std::string_view way = trie.only_way(node_);
    const auto left = std::min(way.size(), static_cast<std::size_t>(end - at));
    const auto same = std::mismatch(at, at + left, way.begin()).first - at;
    node_ += static_cast<MarkerTrie::Node>(same);
    at += same;
    const MarkerTrie::Marker here = trie.marker_at(node_);
    if (here == MarkerTrie::none || scope.meaning_of(here).rule == no_rule) continue;
    if (marker_ != MarkerTrie::none && is_weaker(scope, here, marker_)) continue;
    marker_ = here;
    marker_end_ = marker_at_ + static_cast<std::uint64_t>(at - from);
    if (!trie.any_child(node_, leads_on)) marker_walk_ = Walk::matched;
  }
  const auto read = static_cast<std::uint64_t>(at - from);
  counters.examined += read + misses;
  marker_at_ += read;
}

// ---- the outcome of an attempt ---------------------------------------------------------------

// Takes the longer of the two matches. One that changes nothing yields to one that does.
// In a body the one that closes the body wins at equal length. In the dialect think with
// `drop: ["</think>"]`, the `</think>` of `<think>d</think>` closes the reasoning; outside of
// reasoning it is dropped.
bool Lexer::take_match(const Scope& scope, Match& match) {
  const bool tag = tag_.walk() == Walk::matched;
  const bool marker = marker_walk_ == Walk::matched;
  if (!tag && !marker) return false;
  match.begin = position_;
  Scope::Meaning meaning;
  bool marker_wins = marker && (!tag || marker_end_ >= tag_.at());
  if (marker && tag && scope.with_notices) {
    const bool marker_is_noted = scope.is_only_noted(scope.meaning_of(marker_));
    const bool closes = tag_.kind() == TokenKind::close;
    const bool tag_is_noted = scope.is_only_noted(scope.meaning_of_tag(closes, tag_.rule()));
    if (marker_is_noted != tag_is_noted) marker_wins = tag_is_noted;
  }
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

// Goes on after a failed attempt: at its second byte, or at a later one if the marker walk has
// shown that no match begins before it. In `<<thinking>x` the first `<` is text, and the tag
// begins at byte 1.
void Lexer::move_on(const Segment& segment, const Scope& scope, std::uint64_t start_limit) {
  attempting_ = false;
  if (marker_walk_ == Walk::absent || node_ == 0) {
    ++position_;
  } else {
    go_on_from_walk(segment, scope, position_ + 1, start_limit);
  }
}

// Goes on at the first place from `from` on at which a match can begin. The marker walk has read up
// to `marker_at_`, and the trie's links tell what these bytes may begin, so they are not read
// again. Each step along a link moves the place forward, so all steps together are linear.
// With the markers `=` and `==>`, the walk in `==x==>y` fails at the `x`. The marker `=` was found,
// and the next attempt begins at the second `=`, which its walk has read already.
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

// Begins an attempt whose marker walk stands at `node` already. The markers above that node are the
// ones that the walk has found.
void Lexer::begin_attempt_at(MarkerTrie::Node node, const Segment& segment, const Scope& scope) {
  const MarkerTrie& trie = scope.set->trie;
  const std::uint64_t marker_at = marker_at_;
  begin_attempt(segment, scope);
  node_ = node;
  marker_at_ = marker_at;
  for (; node != 0; node = trie.marker_above(node)) {
    const MarkerTrie::Marker here = trie.marker_at(node);
    if (here == MarkerTrie::none || scope.meaning_of(here).rule == no_rule) continue;
    if (marker_ != MarkerTrie::none && !is_weaker(scope, marker_, here)) continue;
    marker_ = here;
    marker_end_ = position_ + trie.depth(node);
    if (!scope.is_only_noted(scope.meaning_of(here))) break;
  }
}

}  // namespace tagstream
