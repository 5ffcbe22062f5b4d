#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/counted_new.hpp"
#include "support/small_stack.hpp"
#include "support/tool_reading.hpp"
#include "support/tool_shapes.hpp"
#include "tagstream/tool.hpp"

/// What a tool reader takes of the heap and of the stack, whatever the text (L6).
namespace tagstream::testing {
namespace {

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t mebibyte = 1024 * kibibyte;
constexpr std::size_t chunk_bytes = 4096;

std::string repeat(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

// The most that a reader takes of the heap beside its rules, in pieces of 4 KiB.
std::size_t peak_of(std::string_view text, const ToolRules& rules) {
  const HeapWatch heap;
  ToolReader reader(rules);
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    reader.feed(text.substr(at, chunk_bytes));
  }
  reader.finish();
  return heap.peak();
}

constexpr std::size_t held_bytes = 256 * kibibyte;
constexpr std::size_t events_bytes = 128 * chunk_bytes;  // of a chunk that is nothing but tags

class tool_memory_of : public ::testing::TestWithParam<ToolShape> {};

TEST_P(tool_memory_of, shape_takes_little_memory) {
  const std::string text = GetParam().make(4 * mebibyte);
  for (const bool is_incremental : {false, true}) {
    for (const CallBody body : {CallBody::automatic, CallBody::xml, CallBody::raw}) {
      SCOPED_TRACE(is_incremental ? "incremental" : "whole calls");
      SCOPED_TRACE("body format " + std::to_string(static_cast<int>(body)));
      ToolOptions options;
      options.rules = {call("tool", body)};
      options.incremental = is_incremental;
      options.limits.max_held_bytes = held_bytes;
      const ToolRules rules = *ToolRules::make(options);
      // In pieces the smallest call of a list, 13 bytes, takes three events.
      const std::size_t factor = is_incremental ? 24 : 12;
      const std::size_t allowed =
          factor * (held_bytes + options.limits.max_tag_bytes) + events_bytes;
      EXPECT_LT(peak_of(text, rules), allowed);
    }
  }
}

std::string name_of(const ::testing::TestParamInfo<ToolShape>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(tools, tool_memory_of,
                         ::testing::ValuesIn(tool_shapes().begin(), tool_shapes().end()), name_of);

TEST(tool_memory, a_reader_that_was_reset_is_small) {
  const ToolRules rules = *ToolRules::make({});
  for (const char* start : {"<tool>{\"a\":\"", "<tool><a>", "<tool>[", "<tool>"}) {
    const HeapWatch heap;
    ToolReader reader(rules);
    reader.feed(start);
    for (int i = 0; i < 1000; ++i) reader.feed("[[[[\"</tool>\",{\"a\":1},");
    reader.reset();
    EXPECT_LT(heap.live(), 8 * kibibyte) << start;
  }
}

// What the opening tag says is there once, however many calls its body holds.
TEST(tool_memory, the_calls_of_a_list_share_what_the_tag_says) {
  const ToolRules rules = *ToolRules::make({});
  const std::string list = "[" + repeat(R"({"name":"f"},)", 40000) + "{}]</tool>";
  const std::string nameless =
      "[" + repeat(R"({"a":1},{"name":"f","args":{}},)", 16000) + "{}]</tool>";
  const std::string word(60 * kibibyte, 'A');
  const std::string id = "<tool id=\"" + word + "\">";
  const std::string short_id = "<tool id=\"" + word.substr(0, 256) + "\">";
  const std::string name = "<tool name=\"" + word + "\">";
  for (const std::string& text : {id + list, short_id + list, name + list, name + nameless}) {
    EXPECT_LT(peak_of(text, rules), 32 * mebibyte);
  }
}

TEST(tool_memory, nothing_is_left_after) {
  const HeapWatch heap;
  {
    const ToolRules rules = *ToolRules::make({});
    for (const ToolShape& shape : tool_shapes()) peak_of(shape.make(16 * kibibyte), rules);
  }
  EXPECT_EQ(heap.live(), 0U);
}

constexpr std::size_t levels = 1000000;

struct Job {
  ToolRules rules;
  std::string text;
  ToolTotals totals{};
};

void read_all(Job& job) {
  for (const std::size_t size : {chunk_bytes, job.text.size()}) {
    ToolReader reader(job.rules);
    ToolReading reading(job.text);
    for (std::size_t at = 0; at < job.text.size(); at += size) {
      reading.take(reader.feed(std::string_view(job.text).substr(at, size)));
    }
    reading.take(reader.finish());
    job.totals = reading.totals();
  }
}

ToolTotals read_on_small_stack(const ToolOptions& options, std::string text) {
  Job job{*ToolRules::make(options), std::move(text)};
  EXPECT_TRUE(run_on_small_stack([&job] { read_all(job); }));
  return job.totals;
}

ToolOptions with_body(CallBody body) {
  ToolOptions options;
  options.rules = {call("tool", body)};
  return options;
}

TEST(tool_stack, a_million_levels_of_json_need_no_stack) {
  const std::string arrays = repeat("[", levels) + repeat("]", levels);
  const std::string objects = repeat(R"({"a":)", levels) + "1" + repeat("}", levels);
  for (const std::string& value : {"{\"a\":" + arrays + "}", objects}) {
    const std::string text = R"(<tool>{"name":"f","arguments":)" + value + "}</tool>";
    for (const bool is_on : {false, true}) {
      ToolOptions options;
      options.strict_json = options.incremental = is_on;
      const ToolTotals totals = read_on_small_stack(options, text);
      EXPECT_EQ(totals.calls, 1U);
      EXPECT_EQ(totals.arguments, value.size());
    }
  }
}

TEST(tool_stack, a_million_levels_in_a_quoted_object_need_no_stack) {
  const std::string value = R"({\"a\":)" + repeat("[", levels) + repeat("]", levels) + "}";
  const ToolTotals totals =
      read_on_small_stack({}, R"(<tool>{"name":"f","arguments":")" + value + "\"}</tool>");
  EXPECT_EQ(totals.calls, 1U);
  EXPECT_EQ(totals.arguments, value.size() - 2);
}

TEST(tool_stack, a_million_levels_that_fail_or_never_end_need_no_stack) {
  const std::string open = R"(<tool>{"a":)" + repeat("[", levels);
  EXPECT_EQ(read_on_small_stack({}, open).content, open.size());
  EXPECT_EQ(read_on_small_stack({}, open + "x</tool>y").errors, 1U);
}

TEST(tool_stack, a_million_levels_of_typed_values_need_no_stack) {
  ToolOptions options = with_body(CallBody::xml);
  options.schemas = {{"", {{"k", ValueTypes::array | ValueTypes::object}}}};
  const std::string arrays = repeat("[", levels) + repeat("]", levels);
  const ToolTotals totals = read_on_small_stack(
      options, "<tool><function=f><parameter=k>" + arrays + "</parameter></function></tool>");
  EXPECT_EQ(totals.calls, 1U);
  EXPECT_EQ(totals.arguments, arrays.size() + 6);
}

TEST(tool_stack, a_million_calls_in_calls_need_no_stack) {
  const std::string text = repeat("<tool>", levels) + repeat("</tool>", levels);
  EXPECT_EQ(read_on_small_stack(with_body(CallBody::raw), text).calls, 1U);
  read_on_small_stack(with_body(CallBody::xml), text);
  read_on_small_stack({}, text);
}

TEST(tool_stack, bodies_that_fail_are_read_again_without_recursion) {
  const std::string text = repeat(R"(<tool>{"</tool>)", levels / 4);
  read_on_small_stack({}, text);
}

}  // namespace
}  // namespace tagstream::testing
