// Every tag of a text, as a tree.
#include <iostream>

#include "tagstream/extract.hpp"

int fail(const tagstream::Error& error) {
  std::cerr << error.message << '\n';
  return 1;
}

int main() {
  tagstream::ExtractOptions options;
  options.names = {"plan", "step", "file"};  // all else is content
  options.last_close = {"file"};             // a file may mention </file>
  const auto tree = tagstream::extract(
      "If x < 3:\n"
      "<plan goal=\"greet\"><step>write</step><step done>test</step></plan>\n"
      "<file name=\"hello.txt\">Hello <b>you</b>, </file> is no end here.</file>\n",
      options);
  if (!tree) return fail(tree.error());
  for (const tagstream::Tag& tag : tree->tags()) {
    std::cout << tag.name() << ": " << tag.content() << '\n';
    for (const tagstream::Attribute& attribute : tag.attributes()) {
      std::cout << "  " << attribute.name << " is " << attribute.value << '\n';
    }
    for (const tagstream::Tag& step : tag.children()) {
      std::cout << "  " << step.content() << (step.attribute("done") ? ", done\n" : "\n");
    }
  }
}
