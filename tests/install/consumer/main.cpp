// The first program of a user: hides a section whose tags arrive in pieces.
#include <tagstream/tagstream.hpp>

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace {

void append_visible(std::string& visible, std::span<const tagstream::Event> events) {
  for (const tagstream::Event& event : events) visible += event.content();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || std::string_view(argv[1]) != tagstream::version()) {
    std::fprintf(stderr, "consumer: the library says it is version %s\n", tagstream::version());
    return 1;
  }

  const auto rules = tagstream::Rules::make({.hide = {"thinking"}});
  if (!rules) return 1;
  tagstream::Reader reader(*rules);

  std::string visible;
  for (std::string_view chunk : {"Hello <thi", "nking>hm</think", "ing>world"}) {
    append_visible(visible, reader.feed(chunk));
  }
  append_visible(visible, reader.finish());
  std::puts(visible.c_str());
  return visible == "Hello world" ? 0 : 1;
}
