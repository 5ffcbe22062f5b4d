// Compiles as it is. With BAD defined to a number clang must warn: each is a view that outlives
// what it points into, where nothing but `[[clang::lifetimebound]]` says so.
#include <string>

#include "tagstream/tagstream.hpp"

using tagstream::Event;
using tagstream::Reader;
using tagstream::Rules;
using tagstream::Snapshots;

std::size_t read(const Rules& rules) {
  Reader reader(rules);
  const std::string text = "a";
  std::size_t found = reader.feed(text).size();
  for (const Event& event : reader.feed(std::string("b"))) found += event.text.size();
  for (const Event& event : reader.feed("c")) found += event.text.size();
  for (const Event& event : reader.finish()) found += event.text.size();
#if BAD == 1
  const auto events = Reader(rules).feed("d");
  found += events.size();
#elif BAD == 2
  for (const Event& event : Reader(rules).feed("d")) found += event.text.size();
#elif BAD == 3
  for (const Event& event : Reader(rules).finish()) found += event.text.size();
#elif BAD == 4
  const tagstream::Error* const error = Reader(rules).error();
  found += error == nullptr ? 0U : 1U;
#elif BAD == 5
  const auto added = Snapshots().feed(std::string("d"));
  found += added->size();
#elif BAD == 6
  for (const Event& event : Reader(rules).feed(std::string("d"))) found += event.text.size();
#endif
  return found;
}
