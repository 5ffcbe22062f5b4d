#include <tagstream/wire/delta.hpp>
#include <tagstream/wire/stream_reader.hpp>

int main() {
  tagstream::wire::StreamReader reader;
  const auto pieces = reader.feed("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n");
  tagstream::wire::DeltaBuilder builder;
  const auto deltas = builder.finish();
  return pieces.size() == 1 && pieces[0].text == "a" && deltas.empty() ? 0 : 1;
}
