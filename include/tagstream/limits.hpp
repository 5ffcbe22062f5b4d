#pragma once

#include <cstddef>
#include <cstdint>

#include "tagstream/policy.hpp"

namespace tagstream {

/// The most bytes that a reader may hold, counted in bytes of the text.
///
/// A limit counts from the start of the construct (or of the undecided region), not the fill of a
/// buffer. So a construct that is one byte too long reaches the limit however the text is cut. All
/// limits can be set. No byte of the text is lost at a limit.
/// @source docs/filter.md#limits ; L6
struct Limits {
  /// The value of a limit that means: no limit.
  static constexpr std::size_t none = ~std::size_t{0};

  /// A tag of more bytes than this is content. Raise it for huge attributes. At least 1; a
  /// tag longer than 4 GiB - 1 is always content.
  std::size_t max_tag_bytes = std::size_t{64} << 10;

  /// The most bytes of a region that must be complete before it is emitted: a call, calls in open
  /// reasoning, a section after its first closing tag if it does not balance, a section with
  /// `unclosed_section` = `text`, an open code span. See `on_limit`.
  std::size_t max_held_bytes = std::size_t{16} << 20;

  /// The most bytes of a recorded section or thought that its last event has as text. A longer text
  /// is cut, and the event is marked `is_truncated`.
  std::size_t max_section_bytes = std::size_t{64} << 20;

  /// A tag with more attributes than this is content.
  std::size_t max_attributes = 1024;

  /// The reader's answer when `max_held_bytes` is reached.
  OnLimit on_limit = OnLimit::text;
};

/// Counters of a reader. They are measurements, not part of its result: except for `bytes_fed`,
/// they may depend on how the input was cut.
struct Stats {
  std::uint64_t bytes_fed = 0;       ///< bytes handed to `feed`
  std::uint64_t bytes_examined = 0;  ///< bytes examined, also by searches and second readings (L5)
  std::uint64_t bytes_held = 0;      ///< bytes that the reader holds now, between feeds
  std::uint64_t bytes_held_max = 0;  ///< the most that `bytes_held` has been
  std::uint64_t events = 0;          ///< events returned; of an `ExtractStream` tags
  std::uint64_t limit_hits = 0;      ///< how often a limit was reached
};

}  // namespace tagstream
