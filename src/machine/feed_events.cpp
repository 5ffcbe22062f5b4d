#include "machine/feed_events.hpp"

#include <algorithm>

namespace tagstream {

// A body with a long list of calls emits all its events in one feed. There is then room for these
// and 64 more, or for a sixteenth more than before, whichever is larger. For fewer than 64 events
// the array grows as usual. With 1000 calls, room is made once for 1064 events.
void FeedEvents::make_room(std::size_t events) {
  constexpr std::size_t many = 64;
  if (events < many) return;
  const std::size_t needed = events_.size() + events + many;
  if (needed > events_.capacity()) events_.reserve(std::max(needed, events_.capacity() * 17 / 16));
}

}  // namespace tagstream
