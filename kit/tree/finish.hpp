#pragma once

// The last step for finished nodes: their places in the tree, and the diagnostics. `<a>1<b>2</a>`
// has the unclosed <b>: with `unclosed` = `extend` it ends before `</a>`, with `empty` it ends
// after its opening tag, and with `text` it is removed. In each case there is one diagnostic,
// `unclosed`, at offset 4, line 1, column 5.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/growing_array.hpp"
#include "lex/segment.hpp"
#include "tagstream/policy.hpp"
#include "tree/storage.hpp"

namespace tagstream {

/// Settles unclosed elements as `unclosed` says: an element ends early or is removed. Removes
/// elements deeper than `max_depth`; their tags stay in the content of the element around them.
void settle_nodes(GrowingArray<Node>& nodes, Unclosed unclosed, std::size_t max_depth);

/// Counts lines and columns, both from 1, for places that only go forward. A column is a code
/// point.
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

/// A diagnostic of a tag that has no node, before its line and column are counted.
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
