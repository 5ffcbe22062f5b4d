#include <tagstream/wire/stream_reader.hpp>

int main() {
  tagstream::wire::StreamReader reader;
  const auto pieces = reader.feed("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n");
  return pieces.size() == 1 && pieces[0].text == "a" ? 0 : 1;
}
