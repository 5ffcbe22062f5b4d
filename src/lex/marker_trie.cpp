#include "lex/marker_trie.hpp"

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
      nodes_[next].through = static_cast<Marker>(texts_.size());
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
  inner_ends_.resize(texts_.size());
  for (Marker marker = 0; marker < texts_.size(); ++marker) note_inner_markers(marker);
}

void MarkerTrie::note_inner_markers(Marker marker) {
  const std::string& text = texts_[marker];
  std::vector<std::uint32_t>& ends = inner_ends_[marker];
  ends.assign(text.size(), none);
  for (std::size_t begin = 1; begin < text.size(); ++begin) {
    Node node = 0;
    for (std::size_t at = begin; at < text.size(); ++at) {
      node = child(node, text[at]);
      if (node == 0) break;
      if (nodes_[node].marker == none) continue;
      ends[begin] = static_cast<std::uint32_t>(at + 1);
      break;
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
    while (suffix != 0 && child(suffix, data.byte) == 0) suffix = nodes_[suffix].fail;
    data.fail = child(suffix, data.byte);
  }
  const NodeData& fail = nodes_[data.fail];
  data.suffix_is_marker = data.marker != none || fail.suffix_is_marker;
  data.has_inner_start =
      parent.has_inner_start || fail.suffix_is_marker || (data.byte == '<' && data.depth > 1);
  data.marker_within = data.marker != none ? node : parent.marker_within;
}

}  // namespace tagstream
