#include "tree/finish.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace tagstream {
namespace {

// Removes elements and moves their children up, in one pass in order of opening. In `<a><b>1</b>2`
// with `unclosed` = `text`, <a> is removed and <b> moves up to depth 1. With `empty`, <a> stays
// without content, and <b> stands beside it at depth 1.
void move_up(GrowingArray<Node>& nodes, Unclosed unclosed, std::size_t max_depth) {
  GrowingArray<NodeIndex> holders;  // by node: the node that its children now belong to
  holders.reserve(nodes.size());
  NodeIndex kept = 0;
  for (Node node : nodes.view()) {
    node.parent = node.parent == no_node ? no_node : holders[node.parent];
    node.depth = node.parent == no_node ? 1 : nodes[node.parent].depth + 1;
    const bool gives_away = node.close_size == 0 && unclosed != Unclosed::extend;
    if (gives_away) node.content_end = node.start + node.raw_size;
    const bool goes = (gives_away && unclosed == Unclosed::text) || node.depth > max_depth;
    holders.push_back(gives_away || goes ? node.parent : kept);
    if (!goes) nodes[kept++] = node;
  }
  nodes.truncate(kept);
}

}  // namespace

void settle_nodes(GrowingArray<Node>& nodes, Unclosed unclosed, std::size_t max_depth) {
  if (unclosed == Unclosed::extend && max_depth >= nodes.size()) return;  // they are as they were
  move_up(nodes, unclosed, max_depth);
  for (NodeIndex i = 0; i < nodes.size(); ++i) nodes[i].subtree_end = i + 1;
  for (auto i = static_cast<NodeIndex>(nodes.size()); i-- > 0;) {
    if (nodes[i].parent == no_node) continue;
    NodeIndex& end = nodes[nodes[i].parent].subtree_end;
    end = std::max(end, nodes[i].subtree_end);
  }
}

void write_findings(const Segment& segment, std::span<const Node> nodes,
                    std::span<const Oddity> oddities, LineCounter& lines,
                    GrowingArray<Finding>& findings) {
  const auto is_unclosed = [](const Node& node) { return node.close_size == 0; };
  const auto unclosed = std::count_if(nodes.begin(), nodes.end(), is_unclosed);
  findings.reserve(findings.size() + static_cast<std::size_t>(unclosed) + oddities.size());
  const auto write = [&](const Oddity& odd) {
    lines.advance(segment, odd.offset);
    findings.push_back(
        {odd.offset, lines.line(), lines.column(), odd.name_at, odd.name_size, odd.kind});
  };
  auto odd = oddities.begin();
  for (const Node& node : nodes) {
    if (!is_unclosed(node)) continue;
    for (; odd != oddities.end() && odd->offset < node.start; ++odd) write(*odd);
    write({node.start, 1, node.name_size, Code::unclosed});
  }
  for (; odd != oddities.end(); ++odd) write(*odd);
}

// CR, LF, and CR LF are one line end each. The plain loops run over the whole stretch, so that
// compilers can vectorize them: first every CR and LF is counted, then each CR LF pair is taken off
// once.
void LineCounter::advance(const Segment& segment, std::uint64_t to) {
  if (to <= position_) return;
  std::string_view text = segment.slice(position_, to);
  position_ = to;
  if (after_cr_ && text.front() == '\n') text.remove_prefix(1);
  if (text.empty()) {
    after_cr_ = false;
    return;
  }
  after_cr_ = text.back() == '\r';
  std::uint64_t line_ends = 0;
  auto is = [&](std::size_t i, char byte) { return static_cast<unsigned>(text[i] == byte); };
  for (std::size_t i = 0; i < text.size(); ++i) line_ends += is(i, '\n') | is(i, '\r');
  for (std::size_t i = 1; i < text.size(); ++i) line_ends -= is(i, '\n') & is(i - 1, '\r');
  if (line_ends != 0) {
    line_ += line_ends;
    column_ = 1;
    text.remove_prefix(text.find_last_of("\r\n") + 1);
  }
  for (char byte : text) column_ += is_utf8_continuation(byte) ? 0 : 1;
}

}  // namespace tagstream
