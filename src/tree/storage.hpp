#pragma once

// What a tree is made of. Both arrays stand in order of their offsets in the text.

#include <cstdint>
#include <string>

#include "base/growing_array.hpp"
#include "tagstream/tree.hpp"

namespace tagstream {

using Node = detail::Node;
using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = ~NodeIndex{0};

/// A diagnostic without the copy of its name.
struct Finding {
  std::uint64_t offset;
  std::uint64_t line;
  std::uint64_t column;
  std::uint32_t name_at;  // from offset
  std::uint32_t name_size;
  DiagnosticKind kind;
};

struct Tree::Storage {
  GrowingArray<Node> nodes;
  GrowingArray<Finding> findings;
  std::string owned;  // the text, if the tree was given a temporary
  bool is_owner = false;
};

}  // namespace tagstream
