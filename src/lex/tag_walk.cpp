#include "lex/tag_walk.hpp"

#include <algorithm>

namespace tagstream {

using S = TagState;

// With max_tag_bytes 5, `<abc>` is a tag and `<abcd>` is text. The bytes of a failed tag are
// read again, from its second byte on.
void TagWalk::run(std::uint64_t start, const Segment& segment, const Scope& scope,
                  LexerCounters& counters) {
  const Limits& limits = scope.set->limits;
  const std::uint64_t longest = start + limits.max_tag_bytes;
  const std::uint64_t stop = std::min(segment.end, std::max(longest, start + 1));
  const char* at = segment.at(at_);
  const char* const from = at;
  const char* const end = segment.at(stop);
  while (at != end && walk_ == Walk::live) {
    switch (state_) {
      case S::lt:
      case S::close_lt: at = read_less_than(segment.at(start), at, scope); break;
      case S::open_name:
      case S::close_name: at = read_name(segment.at(start), at, end, scope, counters); break;
      case S::in_double_quotes: at = skip_quoted(at, end, '"'); break;
      case S::in_single_quotes: at = skip_quoted(at, end, '\''); break;
      case S::close_value: at = skip_close_value(at, end); break;
      default: at = go_on(at, end, limits, counters); break;
    }
  }
  counters.examined += static_cast<std::uint64_t>(at - from);
  at_ += static_cast<std::uint64_t>(at - from);
  if (!scope.empties && (state_ == S::slash || state_ == S::is_empty)) walk_ = Walk::failed;
  if (walk_ == Walk::live && at_ >= longest) {
    walk_ = Walk::failed;
    is_cut_off_ = true;
    if (!is_in_name()) cut_ = Cut::bytes;
    ++counters.limit_hits;
  }
}

// Reads the byte after '<' or '</'. Blanks may follow `</`, so `</ a>` closes.
const char* TagWalk::read_less_than(const char* start, const char* at, const Scope& scope) {
  if (is_name_start(*at)) {
    const bool closing = state_ == S::close_lt;
    state_ = closing ? S::close_name : S::open_name;
    name_at_ = static_cast<std::uint32_t>(at - start);
    if (!narrow_first(at, scope)) walk_ = Walk::failed;
    return at + 1;
  }
  if (state_ == S::lt && *at == '/' && scope.any_tag(true)) {
    state_ = S::close_lt;
  } else if (state_ != S::close_lt || !is_blank(*at)) {
    walk_ = Walk::failed;
  }
  return at + 1;
}

// Looks up the first byte of a name. With `hide: ["thinking"]` no name begins with the `b` of
// `<b>`: the walk fails, and the `<` need not wait for the rest of the name (L4).
bool TagWalk::narrow_first(const char* at, const Scope& scope) {
  name_size_ = 1;
  if (scope.any_name()) return true;
  range_ = scope.names_from(state_ == S::close_name, *at);
  return !range_.empty();
}

// The number of bytes with which all names in the range begin. The names are sorted, so the first
// and the last name decide. Often that is a prefix with a colon: 3 for `ns:a` and `ns:b`.
std::size_t TagWalk::shared_size(const RuleSet& set) const {
  const std::string& first = set.names[range_.first].text;
  const std::string& last = set.names[range_.last - 1].text;
  const auto differs =
      std::mismatch(first.begin() + name_size_, first.end(), last.begin() + name_size_, last.end());
  return static_cast<std::size_t>(differs.first - first.begin());
}

// Reads on while the text agrees with the only name that is left, or with the bytes that all names
// left begin with.
const char* TagWalk::read_shared(const char* at, const char* end, const RuleSet& set) {
  const std::string& name = set.names[range_.first].text;
  std::size_t size = name.size();
  if (range_.last - range_.first != 1) {
    const std::string& last = set.names[range_.last - 1].text;
    if (name[name_size_] != last[name_size_]) return at;
    size = shared_size(set);
  }
  while (at != end && name_size_ < size) {
    const char byte = set.ignore_case ? fold(*at) : *at;
    if (byte != name[name_size_]) break;
    ++at;
    ++name_size_;
  }
  return at;
}

// Reads a name where each name counts, or those of `scope.tags`.
const char* TagWalk::read_any_name(const char* start, const char* at, const char* end,
                                   const Scope& scope) {
  const char* const from = at;
  while (at != end && is_name_byte(*at)) ++at;
  name_size_ += static_cast<std::uint32_t>(at - from);
  if (at == end) return at;
  if (state_ == S::open_name && is_nested(start, *at, scope)) {
    state_ = S::is_open;
    walk_ = Walk::matched;
  } else if (scope.tags != nullptr && !is_wanted(start, scope)) {
    walk_ = Walk::failed;
  }
  return at;
}

// Reads a name where the names of some rules count. With `hide: ["thinking"]`,
// `<thinkingX>` and `<think-er>` fail at the first byte that the name does not have, and
// `<b class="x` fails at the `b`.
const char* TagWalk::read_known_name(const char* at, const char* end, const Scope& scope) {
  const RuleSet& set = *scope.set;
  const bool closing = state_ == S::close_name;
  at = read_shared(at, end, set);
  while (at != end && is_name_byte(*at)) {
    const NameRange narrowed = set.narrow(range_, name_size_, *at);
    const bool is_same = narrowed.first == range_.first && narrowed.last == range_.last;
    range_ = narrowed;
    if (!is_same && !scope.counts(closing, range_)) {
      walk_ = Walk::failed;
      return at;
    }
    ++name_size_;
    ++at;
    if (!is_same) at = read_shared(at, end, set);
  }
  if (at == end) return at;
  const RuleSet::Name& name = set.names[range_.first];
  rule_ = name.rule;
  range_.last = range_.first + 1;
  if (name.text.size() != name_size_ || !scope.counts(closing, range_)) walk_ = Walk::failed;
  return at;
}

// Reads a name, and looks at the byte after it if that has arrived. Returns the place after the
// byte that fails.
const char* TagWalk::read_name(const char* start, const char* at, const char* end,
                               const Scope& scope, LexerCounters& counters) {
  at = scope.any_name() ? read_any_name(start, at, end, scope) : read_known_name(at, end, scope);
  if (at == end || walk_ == Walk::matched) return at;
  if (walk_ == Walk::failed) return at + 1;
  const bool closing = state_ == S::close_name;
  if (*at == '=' && closing && scope.place == Scope::Place::xml) {
    state_ = S::close_value;
    return at + 1;
  }
  if (*at == '=' && !closing) count_attribute(scope.set->limits, counters);
  if (walk_ == Walk::failed) return at + 1;
  state_ = closing ? S::name_end_close : S::name_end_open;
  return at;
}

// Precondition: the byte before the tag is in memory.
bool TagWalk::is_wanted(const char* start, const Scope& scope) const {
  const char before = start[-1];
  return scope.tags->wants(state_ == S::close_name, {start + name_at_, name_size_},
                           before == '\n' || before == '\r', scope.set->ignore_case);
}

// True for an opening tag inside a line of a value. Its attributes are not read, since quotes in a
// text need not be closed. In the value `write <parameter=x> so\n</parameter>` of qwen3_coder
// the tag inside the line makes the next closing tag text.
bool TagWalk::is_nested(const char* start, char next, const Scope& scope) const {
  const ValueTags* const tags = scope.tags;
  if (tags == nullptr || !tags->openers_nest || start[-1] == '\n' || start[-1] == '\r')
    return false;
  const bool ends_name = is_blank(next) || next == '=' || next == '>';
  return ends_name &&
         same_name({start + name_at_, name_size_}, tags->opener, scope.set->ignore_case);
}

// Reads the bytes after the name, one state for each: see `next_state`. It stops where another
// reader is faster: at a quoted value, whose end is searched for.
const char* TagWalk::go_on(const char* at, const char* end, const Limits& limits,
                           LexerCounters& counters) {
  TagState state = state_;
  do {
    state = next_state(state, *at++);
    if (state < S::attr_start) continue;
    if (state == S::attr_start) {
      state = S::attr_name;
      count_attribute(limits, counters);
      if (walk_ == Walk::live) continue;
    }
    if (state == S::is_content) walk_ = Walk::failed;
    if (state > S::close_name && state != S::is_content) walk_ = Walk::matched;
    break;
  } while (at != end);
  state_ = state;
  return at;
}

// In a quoted value only its own quote counts: `<a b="x > y">` ends at the second `>`.
const char* TagWalk::skip_quoted(const char* at, const char* end, char quote) {
  const char* hit = scan::find_byte(at, end, static_cast<unsigned char>(quote));
  if (hit == end) return end;
  state_ = S::after_quoted;
  return hit + 1;
}

// A closing tag may repeat the key of its element: `</parameter=city>`.
const char* TagWalk::skip_close_value(const char* at, const char* end) {
  while (at != end && *at != '<' && *at != '>') ++at;
  if (at == end) return at;
  walk_ = *at == '>' ? Walk::matched : Walk::failed;
  state_ = S::is_close;
  return at + 1;
}

// With max_attributes 1, `<f=v>` is a tag and `<f=v a>` is text.
void TagWalk::count_attribute(const Limits& limits, LexerCounters& counters) {
  if (++attributes_ <= limits.max_attributes) return;
  walk_ = Walk::failed;
  cut_ = Cut::attributes;
  ++counters.limit_hits;
}

}  // namespace tagstream
