#include "tagstream/wire/stream_reader.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/cuts.hpp"

namespace tagstream::wire {
namespace {

// tests/golden/wire shows what it gives; here is what a golden can't hold.

std::string event(std::size_t size) {
  return "data: {\"choices\":[{\"text\":\"" + std::string(size, 'a') + "\"}]}\n\n";
}

std::string kinds(StreamReader& reader, const std::string& text, std::size_t size) {
  std::string kinds;
  const auto see = [&](std::span<const Piece> pieces) {
    for (const Piece& piece : pieces) {
      kinds += std::string(to_string(piece.kind)) + "@" + std::to_string(piece.offset) + ";";
    }
  };
  testing::for_each_piece(text, testing::cut_by_size(text.size(), size), [&](std::string_view one) {
    see(reader.feed(one));
    return true;
  });
  see(reader.finish());
  return kinds;
}

TEST(stream_reader, an_event_of_more_than_a_mebibyte_is_broken_and_the_next_is_read) {
  const std::string text = event(2 << 20) + event(1);
  for (const std::size_t size : {std::size_t{4096}, text.size()}) {
    StreamReader reader;
    EXPECT_EQ(kinds(reader, text, size),
              "broken@0;text@" + std::to_string(event(2 << 20).size()) + ";");
  }
}

TEST(stream_reader, a_line_has_the_same_limit) {
  const std::string line = "{\"response\":\"a\",\"done\":false}";
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
    StreamReader fits({Framing::ndjson, {}, line.size()});
    EXPECT_EQ(kinds(fits, line + "\n" + line, size), "text@0;text@30;");
    StreamReader short_one({Framing::ndjson, {}, line.size() - 1});
    EXPECT_EQ(kinds(short_one, line + "\n{}\n" + line, size), "broken@0;broken@33;");
  }
}

TEST(stream_reader, reset_begins_a_new_stream) {
  StreamReader reader;
  reader.feed("data: [DONE]\n\ndata: {");
  reader.reset();
  EXPECT_EQ(kinds(reader, event(1), 5), "text@0;");
}

}  // namespace
}  // namespace tagstream::wire
