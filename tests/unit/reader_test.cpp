#include "tagstream/reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/options.hpp"
#include "readers/tokenizer.hpp"

namespace tagstream {
namespace {

// One of each, as what they have in common.
std::vector<Reader> all_readers(const Limits& limits = {}) {
  std::vector<Reader> readers;
  readers.push_back(*Reader::make({.hide = {"t"}, .limits = limits}));
  readers.push_back(*Reader::make({.hide = {"t"}, .call = {"f"}, .bad_calls = BadCalls::hide, .limits = limits}));
  readers.push_back(*Reader::make({.dialect = "hermes", .limits = limits}));
  return readers;
}

// Too long to stand inside a string object: its bytes are in the heap.
std::string long_text(char byte) { return std::string(200, byte); }

// Takes the memory that a string as long as `long_text` has left.
std::vector<std::string> reuse_memory() { return std::vector<std::string>(8, long_text('#')); }

TEST(reader, keeps_a_temporary_string_until_the_next_feed) {
  for (Reader& reader : all_readers()) {
    const auto events = reader.feed(long_text('a'));
    const std::vector<std::string> others = reuse_memory();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, long_text('a'));
    std::string given;
    for (const Event& event : reader.feed(long_text('b'))) {
      const std::vector<std::string> more = reuse_memory();
      given += event.text;
    }
    EXPECT_EQ(given, long_text('b'));
    std::string moved = long_text('c');
    const auto last = reader.feed(std::move(moved));
    const std::vector<std::string> more = reuse_memory();
    ASSERT_EQ(last.size(), 1U);
    EXPECT_EQ(last[0].text, long_text('c'));
  }
}

const std::string constant_text(char byte) { return long_text(byte); }

TEST(reader, keeps_a_constant_temporary_string_too) {
  for (Reader& reader : all_readers()) {
    const auto events = reader.feed(constant_text('a'));
    const std::vector<std::string> others = reuse_memory();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, long_text('a'));
  }
}

TEST(reader, keeps_a_temporary_string_of_which_it_holds_the_end) {
  for (Reader& reader : all_readers()) {
    auto events = reader.feed(long_text('a') + "<");
    const std::vector<std::string> others = reuse_memory();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, long_text('a'));
    events = reader.feed(" " + long_text('b') + "<");
    const std::vector<std::string> more = reuse_memory();
    std::string given;
    for (const Event& event : events) given += event.text;
    EXPECT_EQ(given, "< " + long_text('b'));
    events = reader.finish();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text, "<");
  }
}

TEST(reader, keeps_a_temporary_string_for_the_views_of_elements_and_calls) {
  Reader filter = *Reader::make({.hide = {"t"}});
  const auto sections = filter.feed("<t a='" + long_text('v') + "'>" + long_text('x') + "</t>");
  const std::vector<std::string> others = reuse_memory();
  ASSERT_EQ(sections.size(), 3U);
  EXPECT_EQ(sections[0].element->attributes().find("a"), long_text('v'));
  EXPECT_EQ(sections[2].text, long_text('x'));
  Reader tools = *Reader::make({});
  const auto calls = tools.feed(R"(<tool>{"name":"f","id":")" + long_text('i') +
                                R"(","args":{"x":")" + long_text('x') + R"("}}</tool>)");
  const std::vector<std::string> more = reuse_memory();
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].call()->id(), long_text('i'));
  EXPECT_EQ(calls[0].call()->arguments(), "{\"x\":\"" + long_text('x') + "\"}");
}

TEST(reader, a_tokenizer_keeps_a_temporary_string_too) {
  Tokenizer tokenizer;
  auto tokens = tokenizer.feed(long_text('a') + "<");
  const std::vector<std::string> others = reuse_memory();
  ASSERT_EQ(tokens.size(), 1U);
  EXPECT_EQ(tokens[0].raw, long_text('a'));
  tokens = tokenizer.feed("a b='" + long_text('b') + "'>" + long_text('c'));
  const std::vector<std::string> more = reuse_memory();
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].attributes().find("b"), long_text('b'));
  EXPECT_EQ(tokens[1].raw, long_text('c'));
}

TEST(reader, does_not_copy_what_is_not_a_temporary) {
  const std::string text = long_text('a');
  for (Reader& reader : all_readers()) {
    const auto events = reader.feed(text);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].text.data(), text.data());
  }
}

TEST(reader, stops_with_an_event_that_is_its_last) {
  Limits limits{.max_held_bytes = 8, .on_limit = OnLimit::stop};
  const std::string_view texts[] = {"a<t><t></t>long enough", "a<f>{\"long\":\"enough",
                                    "a<tool_call>{\"long\":\"enough"};
  std::size_t which = 0;
  for (Reader& reader : all_readers(limits)) {
    const auto events = reader.feed(texts[which++]);
    ASSERT_GE(events.size(), 3U);
    EXPECT_EQ(events[0].text, "a");
    std::uint64_t at = 0;  // all that was held has come out
    for (const Event& event : events) {
      EXPECT_EQ(event.kind == EventKind::stopped, &event == &events.back());
      if (quotes_only(event)) continue;
      EXPECT_EQ(event.span.start, at);
      at = event.span.end;
    }
    EXPECT_GE(at, 1 + limits.max_held_bytes);
    ASSERT_NE(reader.error(), nullptr);
    EXPECT_EQ(reader.error()->code, Errc::limit_exceeded);
    EXPECT_EQ(events.back().text, reader.error()->message);
    EXPECT_TRUE(quotes_only(events.back()));
    EXPECT_EQ(events.back().element, nullptr);
    EXPECT_TRUE(reader.feed("more").empty());
    EXPECT_TRUE(reader.feed(long_text('m')).empty());
    EXPECT_TRUE(reader.finish().empty());
    EXPECT_EQ(reader.stats().limit_hits, 1U);
    reader.reset();
    EXPECT_EQ(reader.error(), nullptr);
    EXPECT_EQ(reader.stats().bytes_fed, 0U);
    const auto again = reader.feed("b");
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(again[0].span, (Span{0, 1}));
  }
}

TEST(reader, goes_on_without_a_stop_if_not_asked) {
  Limits limits{.max_held_bytes = 8};
  for (Reader& reader : all_readers(limits)) {
    for (const Event& event : reader.feed("a<t><t></t>long enough<f>{<tool_call>{ as well")) {
      EXPECT_NE(event.kind, EventKind::stopped);
    }
    EXPECT_EQ(reader.error(), nullptr);
  }
}

TEST(reader, reset_forgets_what_was_held) {
  for (Reader& reader : all_readers()) {
    reader.feed(long_text('a') + "<");
    EXPECT_GT(reader.stats().bytes_held, 0U);
    reader.reset();
    EXPECT_EQ(reader.stats().bytes_held, 0U);
    EXPECT_TRUE(reader.finish().empty());
    reader.reset();
    const auto events = reader.feed("b");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].span, (Span{0, 1}));
  }
}

#ifndef NDEBUG
TEST(reader, must_not_be_fed_after_the_end) {
  for (Reader& reader : all_readers()) {
    reader.finish();
    EXPECT_DEATH(reader.feed("a"), "");
  }
  Tokenizer tokenizer;
  tokenizer.finish();
  EXPECT_DEATH(tokenizer.feed("a"), "");
}
#endif

}  // namespace
}  // namespace tagstream
