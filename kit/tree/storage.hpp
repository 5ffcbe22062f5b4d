#pragma once

// The data of a tree: nodes and findings, both in the order of their offsets in the text. For
// `x<a>1</a></b>` there is one node with start 1, content_end 5 and close_size 4, and one finding,
// `stray_close` at 9.

#include <cstdint>
#include <string>

#include "base/growing_array.hpp"
#include "tagstream/tree.hpp"

namespace tagstream {

/// One element, as offsets into the text. Nodes stand in the order of their opening tags, so the
/// descendants of a node follow it, up to `subtree_end`.
struct Node {
  /// The `close_size` of a self-closing element. A real closing tag has at least 4 bytes.
  static constexpr std::uint32_t self_closing = 1;

  std::uint64_t start = 0;  ///< of the opening tag
  std::uint64_t content_end = 0;
  std::uint32_t raw_size = 0;    ///< of the opening tag
  std::uint32_t close_size = 0;  ///< of the closing tag; 0 if none came
  std::uint32_t name_size = 0;
  std::uint32_t parent = ~std::uint32_t{0};
  std::uint32_t subtree_end = 0;  ///< index after the last descendant
  std::uint32_t depth = 1;

  [[nodiscard]] std::uint64_t end() const {
    return content_end + (close_size == self_closing ? 0 : close_size);
  }
};

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = ~NodeIndex{0};

/// A diagnostic whose name still lies in the text.
struct Finding {
  std::uint64_t offset;
  std::uint64_t line;
  std::uint64_t column;
  std::uint32_t name_at;  // from offset
  std::uint32_t name_size;
  Code kind;
};

struct Tree::Storage {
  GrowingArray<Node> nodes;
  GrowingArray<Finding> findings;
  std::string owned;  // the text, if the tree was given a temporary
  bool is_owner = false;
};

}  // namespace tagstream
