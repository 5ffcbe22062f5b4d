#pragma once

// What is done once with finished nodes: their place in the tree, and the diagnostics.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/growing_array.hpp"
#include "lex/segment.hpp"
#include "tagstream/policy.hpp"
#include "tree/storage.hpp"

namespace tagstream {

/// Settles unclosed elements as `unclosed` says: an element ends early or is removed. Removes what
/// is deeper than `max_depth`.
void settle_nodes(GrowingArray<Node>& nodes, Unclosed unclosed, std::size_t max_depth);

/// Counts lines and columns up to places that only go forward.
class LineCounter {
 public:
  /// Goes on to `to`. Precondition: the bytes from `position()` on are in the segment.
  void advance(const Segment& segment, std::uint64_t to);
  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[nodiscard]] std::uint64_t column() const { return column_; }

 private:
  std::uint64_t position_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;
  bool after_cr_ = false;
};

/// A diagnostic in the making, of a tag that no node stands for.
struct Oddity {
  std::uint64_t offset;
  std::uint32_t name_at;  // from offset
  std::uint32_t name_size;
  Code kind;
};

/// Writes the diagnostics of `nodes`, which are not settled yet, and of `oddities`, both in order
/// of their offsets.
void write_findings(const Segment& segment, std::span<const Node> nodes,
                    std::span<const Oddity> oddities, LineCounter& lines,
                    GrowingArray<Finding>& findings);

}  // namespace tagstream
