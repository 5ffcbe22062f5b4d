// Compiles as it is. With BAD defined to a number it must not: each is a view that would outlive
// what it points into.
#include <string>

#include "tagstream/extract.hpp"

using tagstream::Extractor;

int main() {
  const Extractor extractor;
  const std::string text = "<a>1</a>";
  const tagstream::Tree tree = extractor.extract(text);
  std::size_t found = 0;
  for (const tagstream::Tag tag : tree.tags()) found += tag.content().size();
  const tagstream::Tree owner = extractor.extract(std::string("<b></b>"));
  found += owner.find("b").has_value() ? 1U : 0U;
  found += tagstream::inner(text, "a")->size();
#if BAD == 1
  for (const tagstream::Tag tag : extractor.extract(text).tags()) found += tag.content().size();
#elif BAD == 2
  found += extractor.extract(text).find("a")->content().size();
#elif BAD == 3
  found += extractor.extract(text).find_all("a").size();
#elif BAD == 4
  found += tagstream::inner(std::string("<a>1</a>"), "a")->size();
#elif BAD == 5
  found += extractor.extract(text)[0].content().size();
#elif BAD == 6
  tagstream::Tree reused;
  extractor.extract_into(std::string("<a>1</a>"), reused);
#elif BAD == 7
  found += extractor.extract(text).text().size();
#elif BAD == 8
  const auto constant = []() -> const std::string { return "<a>1</a>"; };
  found += tagstream::inner(constant(), "a")->size();
#endif
  return found == 3 ? 0 : 1;
}
