// A function for the package alone. It reads nothing: it says in one number what most chunks of a
// stream give, since JavaScript takes longer to look at an event in memory than this takes to write
// it.

#include <cstddef>
#include <cstdint>

#include "tagstream.h"

namespace {

// Twice as much is a small integer in JavaScript.
constexpr std::uint64_t end_of_numbers = 1 << 29;

}  // namespace

/// Feeds a chunk, like `tagstream_feed`.
/// @return twice the offset of the end of the chunk, if all of the chunk is the text of one event;
///     one more if that is reasoning, not content. Else 0: then the events are in `events`.
extern "C" __attribute__((export_name("tagstream_feed_whole"))) std::uint32_t tagstream_feed_whole(
    tagstream_events* events, tagstream_reader* reader, const char* chunk, std::size_t size) {
  const tagstream_events given = tagstream_feed(reader, chunk, size);
  if (given.size == 1) {
    const tagstream_event& event = *given.data;
    const bool is_whole = event.kind <= TAGSTREAM_REASONING && event.text.data == chunk &&
                          event.text.size == size && event.end - event.start == size &&
                          event.end < end_of_numbers;
    if (is_whole) return static_cast<std::uint32_t>(event.end) * 2 + event.kind;
  }
  *events = given;
  return 0;
}
