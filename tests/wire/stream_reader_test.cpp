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

// Gemini without alt=sse: one array over the whole stream, with line ends anywhere.
TEST(stream_reader, the_objects_of_an_array_are_read_as_they_come) {
  const std::string first =
      "{\n \"response\": \"a]},{\\\"\\\\\", \"x\": [{}, {\"y\": []}], \"done\": false}";
  const std::string one = "{\"response\":\"b\",\"done\":false}";
  const std::string text = "\xEF\xBB\xBF [" + first + "\n,\r\n" + one + ",{\"respo";
  const std::string second = std::to_string(text.find(one));
  const std::string third = std::to_string(text.find(one) + one.size() + 1);
  for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}, text.size()}) {
    StreamReader reader({Framing::ndjson});
    EXPECT_EQ(kinds(reader, text, size), "text@5;text@" + second + ";broken@" + third + ";")
        << size;
    reader.reset();
    EXPECT_EQ(kinds(reader, "[" + one + "\n]\n", size), "text@1;");
    reader.reset();
    EXPECT_EQ(kinds(reader, "[1 \"2\", {}, null, " + one + "] x", size),
              "broken@1;broken@12;text@18;broken@49;");
    reader.reset();
    EXPECT_EQ(kinds(reader, "[{\"a\": oops {}}," + one + "]", size), "broken@1;text@16;");
    reader.reset();
    EXPECT_EQ(kinds(reader, one + "\n[" + one + "]\n", size), "text@0;");
    StreamReader short_one({Framing::ndjson, {}, one.size()});
    EXPECT_EQ(kinds(short_one, "[{ " + one.substr(1) + "," + one + "]", size), "broken@1;text@32;");
    EXPECT_LE(short_one.stats().bytes_held_max, one.size());
  }
}

TEST(stream_reader, an_array_instead_of_events_is_told) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{100}}) {
    StreamReader reader;
    EXPECT_EQ(kinds(reader, "[{\n  \"candidates\": []\n}\n]\n", size), "broken@0;");
  }
}

TEST(stream_reader, reset_begins_a_new_stream) {
  StreamReader reader;
  reader.feed("data: [DONE]\n\ndata: {");
  reader.reset();
  EXPECT_EQ(kinds(reader, event(1), 5), "text@0;");
}

TEST(stream_reader, figures) {
  for (const Framing framing : {Framing::sse, Framing::ndjson}) {
    const std::string long_one(2000, 'x');
    const std::string text =
        framing == Framing::sse
            ? event(5) + "data: " + long_one + "\n\ndata: {\"cho"
            : "{\"choices\":[{\"text\":\"a\"}]}\n" + long_one + "\n{\"choices\"";
    for (const std::size_t size : {std::size_t{1}, std::size_t{7}, text.size()}) {
      StreamReader reader({framing, {}, 1000});
      kinds(reader, text, size);
      const Stats stats = reader.stats();
      EXPECT_EQ(stats.bytes_fed, text.size());
      EXPECT_GE(stats.bytes_examined, text.size());
      EXPECT_LE(stats.bytes_examined, 4 * text.size());
      EXPECT_EQ(stats.events, 3U);  // text, too long, and what breaks off
      EXPECT_EQ(stats.limit_hits, 1U);
      EXPECT_EQ(stats.bytes_held, 0U);
      EXPECT_LE(stats.bytes_held_max, 1000U);
      EXPECT_GE(stats.bytes_held_max, 10U);
    }
    StreamReader reader({framing, {}, 1000});
    reader.feed("data: {\"a");
    EXPECT_EQ(reader.stats().bytes_held, 9U);
    reader.reset();
    EXPECT_EQ(reader.stats().bytes_fed, 0U);
  }
}

}  // namespace
}  // namespace tagstream::wire
