#pragma once

#include <cstddef>
#include <cstdint>

#include "tagstream/policy.hpp"

namespace tagstream {

/// How much a reader may hold, in bytes of the text itself.
///
/// Limits count from the start of the construct (or of the undecided region), never the fill of a
/// buffer, so a construct one byte too long overflows in one piece too. All are settable; each has
/// an overflow that loses nothing.
/// @source docs/filter.md#limits ; L6
struct Limits {
  /// Of any limit: there is none.
  static constexpr std::size_t none = ~std::size_t{0};

  /// An unfinished tag longer than this is content. Raise it for huge attributes. At least 1; no
  /// tag is longer than 4 GiB - 1, whatever stands here.
  std::size_t max_tag_bytes = std::size_t{64} << 10;

  /// A region that must be complete before it can leave: a call, calls in open reasoning, a section
  /// after its first closing tag if it does not balance, a section under `unclosed_section` `text`,
  /// an open code span. See `on_limit`.
  std::size_t max_held_bytes = std::size_t{16} << 20;

  /// What is collected of a recorded section for `section_end`; beyond it that is cut and marked
  /// `is_truncated`.
  std::size_t max_section_bytes = std::size_t{64} << 20;

  /// A tag with more attributes than this is content.
  std::size_t max_attributes = 1024;

  /// What to do when `max_held_bytes` is reached.
  OnLimit on_limit = OnLimit::text;
};

/// What a reader has done so far. Measurements, not part of its result: they may depend on how the
/// input was cut, except `bytes_fed`.
struct Stats {
  std::uint64_t bytes_fed = 0;       ///< bytes handed to `feed`
  std::uint64_t bytes_examined = 0;  ///< looks at a byte: searches and reading again included (L5)
  std::uint64_t bytes_held = 0;      ///< bytes held in the reader between feeds, now
  std::uint64_t bytes_held_max = 0;  ///< the most that `bytes_held` has been
  std::uint64_t events = 0;          ///< events (or tokens) returned
  std::uint64_t limit_hits = 0;      ///< how often a limit was reached
};

}  // namespace tagstream
