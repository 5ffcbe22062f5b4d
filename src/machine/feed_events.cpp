#include "machine/feed_events.hpp"

#include <algorithm>

namespace tagstream {

// A list of many calls in one body gives all its events in one feed: room for these and 64 more, or
// for a sixteenth more than there is. For a few events the array grows by itself.
void FeedEvents::make_room(std::size_t events) {
  constexpr std::size_t many = 64;
  if (events < many) return;
  const std::size_t needed = events_.size() + events + many;
  if (needed > events_.capacity()) events_.reserve(std::max(needed, events_.capacity() * 17 / 16));
}

}  // namespace tagstream
