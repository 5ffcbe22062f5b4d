// Compiles as it is. With BAD defined to a number clang must warn: each is a view that outlives
// what it points into, where nothing but `[[clang::lifetimebound]]` says so.
#include <string>

#include "tagstream/tagstream.hpp"

using tagstream::Event;
using tagstream::Filter;
using tagstream::FilterRules;
using tagstream::Tokenizer;

std::size_t read(const FilterRules& rules) {
  Filter filter(rules);
  const std::string text = "a";
  std::size_t found = filter.feed(text).size();
  for (const Event& event : filter.feed(std::string("b"))) found += event.text.size();
  for (const Event& event : filter.feed("c")) found += event.text.size();
  for (const Event& event : filter.finish()) found += event.text.size();
#if BAD == 1
  const auto events = Filter(rules).feed("d");
  found += events.size();
#elif BAD == 2
  for (const Event& event : Filter(rules).feed("d")) found += event.text.size();
#elif BAD == 3
  for (const Event& event : Filter(rules).finish()) found += event.text.size();
#elif BAD == 4
  const tagstream::Error* const error = Filter(rules).error();
  found += error == nullptr ? 0U : 1U;
#elif BAD == 5
  const auto tokens = Tokenizer().feed("d");
  found += tokens.size();
#elif BAD == 6
  for (const Event& event : Filter(rules).feed(std::string("d"))) found += event.text.size();
#endif
  return found;
}
