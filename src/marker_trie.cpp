#include "marker_trie.hpp"

#include <algorithm>

namespace tagstream {

MarkerTrie::Marker MarkerTrie::add(std::string_view text) {
  Node node = 0;
  std::vector<Node> path;
  for (char byte : text) {
    Node next = child(node, byte);
    if (next == 0) {
      next = static_cast<Node>(nodes_.size());
      nodes_.emplace_back();
      nodes_[next].depth = nodes_[node].depth + 1;
      nodes_[next].parent = node;
      nodes_[next].byte = byte;
      nodes_[node].edges.push_back({byte, next});
    }
    node = next;
    path.push_back(node);
  }
  if (nodes_[node].marker == none) {
    nodes_[node].marker = static_cast<Marker>(texts_.size());
    texts_.emplace_back(text);
    paths_.push_back(std::move(path));
  }
  return nodes_[node].marker;
}

void MarkerTrie::link() {
  std::vector<Node> order(nodes_.size());
  for (Node node = 0; node < order.size(); ++node) order[node] = node;
  std::stable_sort(order.begin(), order.end(),
                   [&](Node a, Node b) { return nodes_[a].depth < nodes_[b].depth; });
  for (Node node : order) {
    if (node != 0) link_node(node);
  }
}

// Precondition: all nodes of smaller depth are linked.
void MarkerTrie::link_node(Node node) {
  NodeData& data = nodes_[node];
  const NodeData& parent = nodes_[data.parent];
  if (data.depth > 1) {
    Node suffix = parent.fail;
    while (suffix != 0 && child(suffix, data.byte) == 0) suffix = nodes_[suffix].fail;
    data.fail = child(suffix, data.byte);
  }
  const NodeData& fail = nodes_[data.fail];
  data.longest_suffix_marker = fail.marker != none ? data.fail : fail.longest_suffix_marker;

  data.marker_within = data.marker != none ? node : parent.marker_within;
  data.restart_shift = parent.restart_shift;
  auto restart_at = [&](std::uint32_t shift) {
    if (data.restart_shift == 0 || shift < data.restart_shift) data.restart_shift = shift;
  };
  if (data.byte == '<' && data.depth > 1) restart_at(data.depth - 1);
  if (data.longest_suffix_marker != 0) {
    restart_at(data.depth - nodes_[data.longest_suffix_marker].depth);
  }
}

}  // namespace tagstream
