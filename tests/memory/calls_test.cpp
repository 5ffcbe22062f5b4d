#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heap.hpp"
#include "support/options.hpp"
#include "support/sampling.hpp"
#include "support/tool_shapes.hpp"

/// The heap that calls take, whatever the text (L6).
namespace tagstream::testing {
namespace {

constexpr std::size_t held_bytes = 64 * kibibyte;
constexpr std::size_t events_bytes = 128 * chunk_bytes;  // of a chunk that is nothing but tags

class tool_memory_of : public ::testing::TestWithParam<ToolShape> {};

TEST_P(tool_memory_of, shape_takes_little_memory) {
  if (!is_sampled(std::hash<std::string>()(GetParam().name), sample_beyond(3))) return;
  const std::string text = GetParam().make(2 * mebibyte);
  for (const bool is_incremental : {false, true}) {
    for (const char* const rule : {"tool", "<tool>NAME(KEY=PYTHON, ...)</tool>"}) {
      SCOPED_TRACE(is_incremental ? "incremental" : "whole calls");
      SCOPED_TRACE(rule);
      const Options options{
          .call = {rule}, .incremental = is_incremental, .limits = {.max_held_bytes = held_bytes}};
      const Rules rules = *Rules::make(options);
      // In pieces the smallest call of a list, 13 bytes, takes three events.
      const std::size_t factor = is_incremental ? 24 : 12;
      const std::size_t allowed =
          factor * (held_bytes + options.limits.max_tag_bytes) + events_bytes;
      EXPECT_LT(peak_of(text, rules), allowed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(tools, tool_memory_of,
                         ::testing::ValuesIn(tool_shapes().begin(), tool_shapes().end()),
                         name_of_shape<ToolShape>);

TEST(tool_memory, a_reader_that_was_reset_is_small) {
  const Rules rules = *Rules::make({.call = {"tool"}});
  for (const char* start : {"<tool>{\"a\":\"", "<tool><a>", "<tool>[", "<tool>"}) {
    const HeapWatch heap;
    Reader reader(rules);
    reader.feed(start);
    for (int i = 0; i < 1000; ++i) reader.feed("[[[[\"</tool>\",{\"a\":1},");
    reader.reset();
    EXPECT_LT(heap.live(), 8 * kibibyte) << start;
  }
}

// Blanks after a comma, and zeros that a number may begin with, wait until it is known what becomes
// of them. They are not copied again with each piece.
TEST(tool_memory, bytes_that_wait_are_kept_once) {
  struct Wait {
    const char* dialect;
    const char* start;
    const char* filling;
  };
  for (const Wait& wait :
       {Wait{"hermes", "<tool_call>{\"name\": \"f\", \"arguments\": {'a': [1,", " "},
        Wait{"pythonic", "[f(a=[1,", " "}, Wait{"olmo3", "<function_calls>f(a=0x", "0"},
        Wait{"gemma4", "<|tool_call>call:f{a:[1,", " "}}) {
    for (const bool is_incremental : {false, true}) {
      Reader reader = *Reader::make({.dialect = wait.dialect, .incremental = is_incremental});
      reader.feed(wait.start);
      const HeapWatch heap;
      constexpr std::size_t pieces = 20000;
      for (std::size_t i = 0; i < pieces; ++i) reader.feed(wait.filling);
      EXPECT_LT(heap.taken(), 32 * pieces) << wait.dialect << (is_incremental ? ", in pieces" : "");
    }
  }
}

// The text of the opening tag is there once, however many calls its body holds.
TEST(tool_memory, the_calls_of_a_list_share_what_the_tag_says) {
  const Rules rules = *Rules::make({.call = {"tool"}});
  const std::string list = "[" + repeated(R"({"name":"f"},)", 40000) + "{}]</tool>";
  const std::string nameless =
      "[" + repeated(R"({"a":1},{"name":"f","args":{}},)", 16000) + "{}]</tool>";
  const std::string word(60 * kibibyte, 'A');
  const std::string id = "<tool id=\"" + word + "\">";
  const std::string short_id = "<tool id=\"" + word.substr(0, 256) + "\">";
  const std::string name = "<tool name=\"" + word + "\">";
  for (const std::string& text : {id + list, short_id + list, name + list, name + nameless}) {
    EXPECT_LT(peak_of(text, rules), 32 * mebibyte);
  }
}

// Names of calls that have started live until the feed after the body.
TEST(tool_memory, names_of_a_list_go_when_text_follows) {
  constexpr std::size_t calls = 2000;
  const std::string name(200, 'f');
  std::string list = "<tool>[";
  for (std::size_t i = 0; i < calls; ++i) {
    list += R"({"name":")" + name + std::to_string(i) + R"("},)";
  }
  list.back() = ']';
  const Rules rules = *Rules::make({.call = {"tool"}, .incremental = true});
  Reader reader(rules);
  const HeapWatch heap;
  for (std::size_t at = 0; at < list.size(); at += chunk_bytes) {
    reader.feed(std::string_view(list).substr(at, chunk_bytes));
  }
  reader.feed("</tool>");
  const std::size_t with_names = heap.live();
  reader.feed("some words, a < b; and some more words\n");
  EXPECT_LT(heap.live() + list.size() + calls * name.size(), with_names);  // the body goes as well
}

TEST(tool_memory, nothing_is_left_after) {
  const HeapWatch heap;
  {
    const Rules rules = *Rules::make({.call = {"tool"}});
    for (const ToolShape& shape : tool_shapes()) peak_of(shape.make(16 * kibibyte), rules);
  }
  EXPECT_EQ(heap.live(), 0U);
}

}  // namespace
}  // namespace tagstream::testing
