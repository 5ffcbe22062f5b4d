#pragma once

// All literal markers of a rule set in one automaton (Aho and Corasick, 1975). It is a trie with a
// link from each node to the node of its longest proper suffix. With the markers `abc` and `bd` the
// text `abd` fails after `ab`; the link of `ab` leads to `b`, and `bd` is found without reading the
// `b` again. So a text made of beginnings of markers is read in linear time.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream {

class MarkerTrie {
 public:
  using Node = std::uint32_t;    // 0 is the root
  using Marker = std::uint32_t;  // in order of `add`
  static constexpr Marker none = ~std::uint32_t{0};

  /// Adds a marker and returns its number. A marker that was added before keeps its number.
  /// Precondition: `text` is not empty, and `link` was not called.
  Marker add(std::string_view text);

  /// Computes the links. Call once, after the last `add`.
  void link();

  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] const std::string& text(Marker marker) const { return texts_[marker]; }

  /// The node after `node` for `byte`, or the root if there is none.
  [[nodiscard]] Node child(Node node, char byte) const {
    const std::vector<Edge>& edges = nodes_[node].edges;
    if (edges.size() > few_edges) {
      const auto at = std::ranges::lower_bound(edges, byte, {}, &Edge::byte);
      return at != edges.end() && at->byte == byte ? at->to : 0;
    }
    for (const Edge& edge : edges) {
      if (edge.byte == byte) return edge.to;
    }
    return 0;
  }
  /// The bytes that must follow `node`, up to the next node that ends a marker or has branches. The
  /// node after the first n of these bytes is `node` + n.
  [[nodiscard]] std::string_view only_way(Node node) const {
    const NodeData& data = nodes_[node];
    return std::string_view(texts_[data.through]).substr(data.depth, data.only_way);
  }
  [[nodiscard]] std::uint32_t depth(Node node) const { return nodes_[node].depth; }
  [[nodiscard]] Marker marker_at(Node node) const { return nodes_[node].marker; }
  [[nodiscard]] Node fail(Node node) const { return nodes_[node].fail; }

  /// The nearest node above `node` that ends a marker, or the root.
  [[nodiscard]] Node marker_above(Node node) const {
    return nodes_[nodes_[node].parent].marker_within;
  }

  /// The first place in [from, to) of the text of `node` at which a whole marker or a '<' stands;
  /// an attempt must begin there. `to` if there is no such place. Precondition: 0 < from.
  [[nodiscard]] std::uint32_t first_start(Node node, std::uint32_t from, std::uint32_t to) const;

  /// True if `node` lies on the way to `marker` (or is its end).
  [[nodiscard]] bool leads_to(Node node, Marker marker) const {
    const std::uint32_t at = nodes_[node].depth;
    return at == 0 || (at <= paths_[marker].size() && paths_[marker][at - 1] == node);
  }

  /// Calls `visit(node)` for each node on the way to `marker`, its end included.
  template <class Visit>
  void each_on_path(Marker marker, Visit visit) const {
    for (Node node : paths_[marker]) visit(node);
  }
  [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }

  /// The cost of building the trie, in bytes and links visited: O(total length of the markers).
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

  /// True if any child of `node` fulfils `test`.
  template <class Test>
  [[nodiscard]] bool any_child(Node node, Test test) const {
    for (const Edge& edge : nodes_[node].edges) {
      if (test(edge.to)) return true;
    }
    return false;
  }

 private:
  struct Edge {
    char byte;
    Node to;
  };
  static constexpr std::size_t few_edges = 8;  // up to here a linear search is faster
  struct NodeData {
    std::vector<Edge> edges;  // sorted
    std::uint32_t depth = 0;
    Node parent = 0;
    Node fail = 0;
    // The longest suffix of this node's text (the text itself included) that is a marker and does
    // not begin with another marker.
    Node shortest = 0;
    Node marker_within = 0;      // nearest node upwards that ends a marker
    Marker marker = none;        // the marker that ends here
    Marker through = none;       // some marker whose path has this node
    std::uint32_t only_way = 0;  // how many bytes `only_way` has
    char byte = 0;
  };

  Node add_child(Node parent, char byte);
  void link_node(Node node);
  void note_inner_markers(Marker marker);
  // As `shortest`, but without the node's whole text.
  [[nodiscard]] Node shortest_after(Node node) const { return nodes_[nodes_[node].fail].shortest; }

  std::vector<NodeData> nodes_ = std::vector<NodeData>(1);  // the root
  std::vector<std::string> texts_;
  std::vector<std::vector<Node>> paths_;
  // Per marker and place in it: where the shortest marker that begins there ends, or `none`.
  std::vector<std::vector<std::uint32_t>> inner_ends_;
  std::uint64_t steps_ = 0;
};

}  // namespace tagstream
