#include "tagstream/wire/sse.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/cuts.hpp"
#include "support/guarded_chunk.hpp"

namespace tagstream::wire {
namespace {

using testing::Cuts;

// The standard's words for a whole stream, written down naively: normalised line ends, lines.
std::vector<std::string> model(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    plain += text[i] == '\r' ? '\n' : text[i];
  }
  std::vector<std::string> events;
  std::string data, type, id, last_id;
  bool has_data = false;
  for (std::size_t end = plain.find('\n'); end != plain.npos; end = plain.find('\n')) {
    const std::string line = plain.substr(0, end);
    plain.erase(0, end + 1);
    if (line.empty()) {
      last_id = id;
      if (has_data) {
        events.push_back((type.empty() ? "message" : type) + "|" + data + "|" + last_id);
      }
      data = type = "";
      has_data = false;
      continue;
    }
    if (line[0] == ':') continue;
    const std::size_t colon = line.find(':');
    const std::string name = line.substr(0, colon);
    std::string value = colon == line.npos ? "" : line.substr(colon + 1);
    if (value.starts_with(' ')) value.erase(0, 1);
    if (name == "data") {
      data += has_data ? "\n" + value : value;
      has_data = true;
    }
    if (name == "event") type = value;
    if (name == "id") id = value;
  }
  return events;
}

// One reading, checked on the way: spans tile, views are the bytes.
class Reading {
 public:
  explicit Reading(std::size_t limit = 1 << 20) : decoder_(limit) {}

  void read(const std::string& text, const Cuts& cuts) {
    text_ = text;
    testing::for_each_piece(text, cuts, [&](std::string_view piece) {
      const testing::GuardedChunk chunk(piece);
      see(decoder_.feed(chunk.view()));
      return true;
    });
    see(decoder_.finish());
    EXPECT_EQ(at_, text.size());
    EXPECT_TRUE(decoder_.finish().empty());
  }

  std::vector<std::string> events;  // complete ones: type, data, id
  std::vector<std::string> others;  // what else there was; pieces that are skipped are joined
  SseDecoder& decoder() { return decoder_; }

 private:
  void see(std::span<const SseEvent> given) {
    for (const SseEvent& event : given) {
      EXPECT_EQ(event.span.start, at_);
      EXPECT_EQ(event.raw, text_.substr(event.span.start, event.span.size()));
      EXPECT_FALSE(event.raw.empty());
      at_ = event.span.end;
      const std::string raw(event.raw);
      switch (event.kind) {
        case SseKind::event: {
          const std::string all =
              std::string(event.type) + "|" + std::string(event.data) + "|" + std::string(event.id);
          event.is_complete ? events.push_back(all) : others.push_back("cut off " + all);
          break;
        }
        case SseKind::comment: others.push_back("comment " + std::string(event.data)); break;
        case SseKind::other: others.push_back("other " + raw); break;
        case SseKind::too_long: others.push_back("too long " + raw); break;
        case SseKind::skipped:
          ASSERT_FALSE(others.empty());
          others.back() += raw;
          break;
      }
    }
  }

  SseDecoder decoder_;
  std::string text_;
  std::uint64_t at_ = 0;
};

void check_all_cuts(const std::string& text, std::size_t limit = 1 << 20) {
  Reading whole(limit);
  whole.read(text, {});
  if (limit > text.size()) {
    EXPECT_EQ(whole.events, model(text)) << text;
  }
  for (const Cuts& cuts : testing::all_small_cuts(text.size())) {
    Reading reading(limit);
    reading.read(text, cuts);
    EXPECT_EQ(reading.events, whole.events) << text << ", " << testing::to_text(cuts);
    EXPECT_EQ(reading.others, whole.others) << text << ", " << testing::to_text(cuts);
  }
}

std::vector<std::string> events_of(const std::string& text) {
  Reading reading;
  reading.read(text, {});
  check_all_cuts(text);
  return reading.events;
}

using Strings = std::vector<std::string>;

TEST(sse, an_event_ends_with_a_blank_line) {
  EXPECT_EQ(events_of("data: a\n\ndata:b\n\n"), (Strings{"message|a|", "message|b|"}));
}

TEST(sse, lines_end_in_three_ways) {
  const Strings want = {"message|a|", "message|b\nc|"};
  EXPECT_EQ(events_of("data: a\r\n\r\ndata: b\r\ndata: c\r\n\r\n"), want);
  EXPECT_EQ(events_of("data: a\r\rdata: b\rdata: c\r\r"), want);
  EXPECT_EQ(events_of("data: a\n\r\ndata: b\rdata: c\n\r"), want);
}

TEST(sse, a_line_feed_after_a_carriage_return_is_not_waited_for) {
  SseDecoder decoder;
  ASSERT_EQ(decoder.feed("data: a\r\n\r").size(), 1U);
  const auto rest = decoder.feed("\n");
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].kind, SseKind::other);
}

TEST(sse, a_byte_order_mark_counts_only_at_the_start) {
  EXPECT_EQ(events_of("\xEF\xBB\xBF"
                      "data: a\n\n"),
            (Strings{"message|a|"}));
  EXPECT_EQ(events_of("\xEF\xBB\xBF:c\n\xEF\xBB\xBF"
                      "data: a\n\n"),
            Strings());
  EXPECT_EQ(events_of("\xEF\xBB\xBF\ndata: a\n\n"), (Strings{"message|a|"}));
}

TEST(sse, a_line_that_begins_where_a_mark_would_end_is_a_line) {
  EXPECT_EQ(events_of("da\n\ndata: a\n\n"), (Strings{"message|a|"}));
}

TEST(sse, fields_are_those_of_the_standard) {
  EXPECT_EQ(events_of("event: x\nid: 7\ndata: a\nfoo: b\n: c\nretry: 20\n\ndata\n\n"),
            (Strings{"x|a|7", "message||7"}));
  EXPECT_EQ(events_of("data:  two blanks\ndata:\ndata\n\n"), (Strings{"message| two blanks\n\n|"}));
  EXPECT_EQ(events_of("event: lost\n\ndata: a\n\n"), (Strings{"message|a|"}));
}

TEST(sse, an_id_with_a_nul_is_passed_over) {
  SseDecoder decoder;
  using namespace std::string_view_literals;
  EXPECT_EQ(decoder.feed("id: 1\nid: 2\0\ndata: a\n\n"sv).front().id, "1");
}

TEST(sse, retry_is_a_number) {
  SseDecoder decoder;
  decoder.feed("retry: 250\n\nretry: soon\n\nretry:\n\n");
  EXPECT_EQ(decoder.retry(), 250U);
}

TEST(sse, a_comment_leaves_with_its_line) {
  SseDecoder decoder;
  const auto events = decoder.feed(": ping\n");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, SseKind::comment);
  EXPECT_EQ(events[0].data, " ping");
}

TEST(sse, an_event_without_its_blank_line_is_marked) {
  check_all_cuts("data: a\n\ndata: {");
  Reading reading;
  reading.read("data: a\n\nevent: x\ndata: {", {});
  EXPECT_EQ(reading.others, (Strings{"cut off x|{|"}));
}

TEST(sse, a_long_line_and_many_short_ones_have_the_same_limit) {
  const std::string line = "data: " + std::string(16 << 20, 'a') + "\n\ndata: b\n\n";
  Reading one;
  one.read(line, testing::cut_by_size(line.size(), 1 << 16));
  ASSERT_EQ(one.others.size(), 1U);
  EXPECT_TRUE(one.others[0].starts_with("too long data: aaa"));
  EXPECT_EQ(one.events, (Strings{"message|b|"}));
  std::string lines;
  for (int i = 0; i < 300000; ++i) lines += "data: a\n";
  lines += "\ndata: b\n\n";
  Reading many;
  many.read(lines, testing::cut_by_size(lines.size(), 1 << 16));
  EXPECT_EQ(many.others.size(), 1U);
  EXPECT_EQ(many.events, one.events);
}

TEST(sse, the_limit_counts_bytes_of_the_event_however_it_is_cut) {
  const std::string text = "data: abc\n\n";  // 11 bytes
  Reading fits(11);
  fits.read(text, {});
  EXPECT_EQ(fits.events, (Strings{"message|abc|"}));
  for (std::size_t limit = 1; limit <= 14; ++limit) {
    check_all_cuts(text + "data: d\r\n\r\ndata: e\ndata: f\n\n:c\n\n", limit);
    check_all_cuts("data: d\r\rdata: efghijk\r\n\r\n\r\ndata: f", limit);
  }
}

TEST(sse, held_bytes_are_those_of_one_event) {
  SseDecoder decoder;
  decoder.feed("data: a\n\ndata");
  EXPECT_EQ(decoder.bytes_held(), 4U);
  decoder.feed("\n\n");
  EXPECT_EQ(decoder.bytes_held(), 0U);
}

TEST(sse, a_temporary_string_is_kept) {
  SseDecoder decoder;
  const auto events = decoder.feed("data: " + std::string(200, 'a') + "\n\n");
  EXPECT_EQ(events[0].data, std::string(200, 'a'));  // the address sanitizer looks on
}

TEST(sse, reset_begins_a_new_stream) {
  SseDecoder decoder;
  decoder.feed("id: 1\ndata: a");
  decoder.reset();
  const auto events = decoder.feed(
      "\xEF\xBB\xBF"
      "data: b\n\n");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].data, "b");
  EXPECT_EQ(events[0].id, "");
  EXPECT_EQ(events[0].span.start, 0U);
}

TEST(sse, all_short_streams_are_read_as_the_model_does) {
  const Strings words = {"data:", " ", "a", ":", "\n", "\r", "id:"};
  std::mt19937_64 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string text = i % 5 == 0 ? "\xEF\xBB\xBF" : "";
    for (std::size_t left = random() % 14; left > 0; --left) text += words[random() % words.size()];
    Reading whole;
    whole.read(text, {});
    ASSERT_EQ(whole.events, model(text)) << text;
    for (const std::size_t limit : {std::size_t{1} << 20, std::size_t{9}}) {
      Reading first(limit);
      first.read(text, {});
      for (const Cuts& cuts :
           {testing::cut_by_size(text.size(), 1), testing::cut_with_empty_pieces(text.size()),
            testing::cut_randomly(text.size(), random)}) {
        Reading reading(limit);
        reading.read(text, cuts);
        ASSERT_EQ(reading.events, first.events) << text;
        ASSERT_EQ(reading.others, first.others) << text;
      }
    }
  }
}

}  // namespace
}  // namespace tagstream::wire
