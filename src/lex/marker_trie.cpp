#include "lex/marker_trie.hpp"

#include <algorithm>

namespace tagstream {

// The markers `abc` and `bcd`, node by node:
//
//   0 -a-> 1 -b-> 2 -c-> 3 (abc)        fail of 2 is 4, since `ab` ends with `b`
//   0 -b-> 4 -c-> 5 -d-> 6 (bcd)        fail of 3 is 5, since `abc` ends with `bc`
//
// Of two markers the leftmost counts. In `abcd` that is `abc`, and `d` is text.
// A marker matches only itself. `[think]` and `[THINK ]` are not `[THINK]`, not even with
// `ignore_case`.
MarkerTrie::Marker MarkerTrie::add(std::string_view text) {
  Node node = 0;
  std::vector<Node> path;
  for (char byte : text) {
    ++steps_;
    const Node next = child(node, byte);
    node = next != 0 ? next : add_child(node, byte);
    path.push_back(node);
  }
  if (nodes_[node].marker == none) {
    nodes_[node].marker = static_cast<Marker>(texts_.size());
    texts_.emplace_back(text);
    paths_.push_back(std::move(path));
  }
  return nodes_[node].marker;
}

MarkerTrie::Node MarkerTrie::add_child(Node parent, char byte) {
  const auto node = static_cast<Node>(nodes_.size());
  NodeData& data = nodes_.emplace_back();
  data.depth = nodes_[parent].depth + 1;
  data.parent = parent;
  data.byte = byte;
  data.through = static_cast<Marker>(texts_.size());
  std::vector<Edge>& edges = nodes_[parent].edges;
  edges.insert(std::ranges::lower_bound(edges, byte, {}, &Edge::byte), {byte, node});
  return node;
}

void MarkerTrie::link() {
  std::vector<Node> order = {0};  // each level after the one above it
  order.reserve(nodes_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const Edge& edge : nodes_[order[i]].edges) order.push_back(edge.to);
  }
  for (Node node : order) {
    if (node != 0) link_node(node);
  }
  // Nodes that one call of `add` has added follow each other in number.
  for (Node node = static_cast<Node>(nodes_.size()); node-- > 1;) {
    NodeData& data = nodes_[node];
    const bool is_only = data.marker == none && data.edges.size() == 1;
    if (is_only && data.edges[0].to == node + 1) data.only_way = nodes_[node + 1].only_way + 1;
  }
  inner_ends_.resize(texts_.size());
  for (Marker marker = 0; marker < texts_.size(); ++marker) note_inner_markers(marker);
}

// Notes where other markers stand inside `marker`. At each place at most one marker begins that
// does not begin with another one, so the table has one entry a byte. For the marker `xabcy` beside
// `abc`, `ends[1]` is 4: `abc` begins at place 1 and ends before place 4. A walk that fails after
// `xabc` begins anew at place 1.
void MarkerTrie::note_inner_markers(Marker marker) {
  std::vector<std::uint32_t>& ends = inner_ends_[marker];
  ends.assign(texts_[marker].size(), none);
  for (Node node : paths_[marker]) {
    ++steps_;
    const std::uint32_t end = nodes_[node].depth;
    for (Node inner = shortest_after(node); inner != 0; inner = shortest_after(inner), ++steps_) {
      ends[end - nodes_[inner].depth] = end;
    }
  }
}

std::uint32_t MarkerTrie::first_start(Node node, std::uint32_t from, std::uint32_t to) const {
  const Marker marker = nodes_[node].through;
  for (; from < to; ++from) {
    if (texts_[marker][from] == '<' || inner_ends_[marker][from] <= nodes_[node].depth) break;
  }
  return from;
}

// Precondition: all nodes of smaller depth are linked.
void MarkerTrie::link_node(Node node) {
  NodeData& data = nodes_[node];
  const NodeData& parent = nodes_[data.parent];
  if (data.depth > 1) {
    Node suffix = parent.fail;
    for (; suffix != 0 && child(suffix, data.byte) == 0; ++steps_) suffix = nodes_[suffix].fail;
    data.fail = child(suffix, data.byte);
  }
  ++steps_;
  const bool is_shortest = data.marker != none && parent.marker_within == 0;
  data.shortest = is_shortest ? node : shortest_after(node);
  data.marker_within = data.marker != none ? node : parent.marker_within;
}

}  // namespace tagstream
