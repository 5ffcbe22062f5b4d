#include "body/line_end.hpp"

#include "base/text.hpp"
#include "lex/rules.hpp"

namespace tagstream {

// The end of a list without a marker, in the dialect pythonic:
//
//   [light(on=True)] \nDone.              a call: its line ends
//   [main()](src/main.c) is where ...     text: the line goes on with `(`
//   [light(on=True)]<|im_end|>            a call: a control token follows
LineEnd::Status LineEnd::read(const Segment& segment, std::uint64_t begin, bool at_end,
                              const RuleSet& set, LexerCounters& counters) {
  if (at_ == 0) at_ = begin;
  const std::uint64_t from = at_;
  const auto is_line_end = [&](char byte) { return !is_last_ && (byte == '\n' || byte == '\r'); };
  while (at_ < segment.end && is_blank(*segment.at(at_)) && !is_line_end(*segment.at(at_))) ++at_;
  counters.examined += at_ - from;
  if (at_ == segment.end) return at_end ? Status::ends : Status::open;
  if (is_line_end(*segment.at(at_))) return Status::ends;
  if (!is_last_ && *segment.at(at_) == '#' && at_ > begin) return Status::ends;  // a comment
  const ControlToken::Status token = token_.read(segment, at_, set.limits.max_tag_bytes, counters);
  read_marker(segment, set, counters);
  if (is_marker_ || token == ControlToken::Status::complete) return Status::ends;
  const bool is_open = node_ != 0 || token == ControlToken::Status::open;
  return is_open && !at_end ? Status::open : Status::goes_on;
}

void LineEnd::read_marker(const Segment& segment, const RuleSet& set, LexerCounters& counters) {
  const bool has_begun = marker_at_ != 0;
  if (is_marker_ || (has_begun && node_ == 0)) return;
  if (!has_begun) marker_at_ = at_;
  const std::uint64_t from = marker_at_;
  while (marker_at_ < segment.end && !is_marker_) {
    node_ = set.trie.child(node_, *segment.at(marker_at_++));
    if (node_ == 0) break;
    const MarkerTrie::Marker marker = set.trie.marker_at(node_);
    if (marker == MarkerTrie::none) continue;
    const RuleIndex rule = set.marker_roles[marker].opens;
    is_marker_ = rule != no_rule && set.rules[rule].role == Role::drop;
  }
  counters.examined += marker_at_ - from;
}

}  // namespace tagstream
