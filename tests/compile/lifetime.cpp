// Compiles as it is. With BAD defined, clang must warn of each function that begins with `// bad`:
// its view outlives what it points into, and nothing but `[[clang::lifetimebound]]` says so.
#include <span>
#include <string>

#include "tagstream/tagstream.hpp"
#include "tagstream/wire/sse.hpp"

using tagstream::Event;
using tagstream::Reader;
using tagstream::Rules;

std::size_t read(const Rules& rules) {
  Reader reader(rules);
  const std::string text = "a";
  std::size_t found = reader.feed(text).size();
  for (const Event& event : reader.feed(std::string("b"))) found += event.text.size();
  for (const Event& event : reader.feed("c")) found += event.text.size();
  for (const Event& event : reader.finish()) found += event.text.size();
  return found;
}

#ifdef BAD
std::span<const tagstream::wire::SseEvent> decode() {  // bad
  tagstream::wire::SseDecoder decoder;
  return decoder.feed("data: d\n\n");
}
#endif
