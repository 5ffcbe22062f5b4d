#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heap.hpp"
#include "support/options.hpp"
#include "support/parse_shapes.hpp"
#include "support/sampling.hpp"

/// The heap that the reader of a dialect takes, whatever the text (L6).
namespace tagstream::testing {
namespace {

// The events of a feed are kept, 128 each, and where Markdown code is, 192.
constexpr std::size_t idle_bytes = 2 * kibibyte + 128 + 192;
constexpr std::size_t bytes_per_call = 512;
constexpr std::size_t events_bytes = 128 * chunk_bytes;  // of a chunk that is nothing but tags

Options options_for(const char* dialect) { return {.dialect = dialect}; }

Rules rules_for(const char* dialect) { return *Rules::make(options_for(dialect)); }

std::string think_of(const char* dialect) { return parse_words(*find_dialect(dialect)).think; }

class parse_memory_of_shapes : public ::testing::TestWithParam<const char*> {};

TEST_P(parse_memory_of_shapes, is_little) {
  constexpr std::size_t held_bytes = 16 * kibibyte;
  const char* const dialect = GetParam();
  std::uint64_t number = 0;
  for (const ParseShape& shape : parse_shapes({{dialect}})) {
    if (!is_sampled(number++, sample_beyond(3))) continue;
    const std::string text = shape.make(mebibyte);
    for (const bool is_incremental : {false, true}) {
      Options options = options_for(dialect);
      options.incremental = is_incremental;
      options.limits.max_held_bytes = options.limits.max_tag_bytes = held_bytes;
      // In pieces the smallest call of a list takes three events.
      const ToolFormat& tools = *format_named(dialect)->tools;
      const bool is_code = tools.calls[0].body == CallBody::pythonic;  // f(), has 4 bytes, not 13
      const std::size_t factor = (is_incremental ? 24 : 12) * (is_code ? 3 : 1);
      const std::size_t allowed = 2 * factor * held_bytes + events_bytes;
      EXPECT_LT(peak_of(text, *Rules::make(options)), allowed) << dialect << ' ' << shape.name;
    }
  }
}

std::string name_of_row(const ::testing::TestParamInfo<const char*>& row) { return row.param; }

INSTANTIATE_TEST_SUITE_P(parse, parse_memory_of_shapes,
                         ::testing::Values("hermes", "mistral", "kimi_k2", "llama3_json", "harmony",
                                           "olmo3", "gemma4", "pythonic"),
                         name_of_row);

class parse_memory_of : public ::testing::TestWithParam<const char*> {};

TEST_P(parse_memory_of, a_new_reader_and_one_that_was_reset_is_little) {
  const Rules rules = rules_for(GetParam());
  const ParseWords words = parse_words(*find_dialect(GetParam()));
  const HeapWatch heap;
  Reader reader(rules);
  EXPECT_LT(heap.live(), idle_bytes);
  for (const std::string& start : {words.think, words.opener, words.half_call(),
                                   words.think + words.half_call(), words.think + words.call()}) {
    const std::string text = start + repeated(words.call() + "\",{\"a\":", 2000);
    reader.feed(text);
    reader.reset();
    EXPECT_LT(heap.live(), text.capacity() + 2 * idle_bytes) << start;
    reader.feed(text);
    reader.finish();
    reader.reset();
    EXPECT_LT(heap.live(), text.capacity() + 2 * idle_bytes) << start;
  }
}

// It is kept for the calls that follow soon. A feed of text this long is read, not only passed on.
TEST_P(parse_memory_of, a_call_gives_its_room_back_when_text_follows) {
  const Rules rules = rules_for(GetParam());
  const std::string call = parse_words(*find_dialect(GetParam())).call();
  const std::string line = repeated("some words, a < b; ", 5) + '\n';
  const HeapWatch heap;
  Reader reader(rules);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t at = 0; at < call.size(); at += 4) reader.feed(call.substr(at, 4));
    for (std::size_t lines = 0; lines < 40; ++lines) reader.feed(line);
    EXPECT_LT(heap.live(), idle_bytes);
  }
}

TEST_P(parse_memory_of, text_and_reasoning_is_constant) {
  const Rules rules = rules_for(GetParam());
  const std::string words = "some words, a < b and c; ";
  EXPECT_LT(peak_of_stream("", words, 8 * mebibyte, rules), slack_bytes);
  const std::string think = think_of(GetParam());
  if (think.empty()) return;
  EXPECT_LT(peak_of_stream(think, words, 8 * mebibyte, rules), slack_bytes);
  if (format_named(GetParam())->tools == nullptr) return;
  const Rules plain = *Rules::make({.calls_of = GetParam()});
  EXPECT_LT(peak_of_stream(think, words, 8 * mebibyte, plain), slack_bytes);
}

TEST_P(parse_memory_of, nothing_is_left_after) {
  const std::vector<ParseShape> shapes = parse_shapes({{GetParam()}});
  std::vector<std::string> texts;
  texts.reserve(shapes.size());
  for (const ParseShape& shape : shapes) texts.push_back(shape.make(8 * kibibyte));
  const HeapWatch heap;
  for (const std::string& text : texts) peak_of(text, rules_for(GetParam()));
  EXPECT_EQ(heap.live(), 0U);
}

INSTANTIATE_TEST_SUITE_P(parse, parse_memory_of,
                         ::testing::ValuesIn(parse_shape_rows().begin(), parse_shape_rows().end()),
                         name_of_row);

// ---- calls that wait in open reasoning ---------------------------------------------------------

TEST(parse_memory, of_calls_that_settle_is_a_few_times_their_bytes) {
  for (const char* const dialect : {"hermes", "mistral", "deepseek_v3", "apertus", "granite"}) {
    const ParseWords words = parse_words(*find_dialect(dialect));
    const std::string call = words.call();
    const std::string text = words.think + repeated(call, mebibyte / call.size());
    Options options = options_for(dialect);
    options.calls_in_reasoning = CallsInReasoning::settle;
    const Rules rules = *Rules::make(options);
    const HeapWatch heap;
    Reader reader(rules);
    for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
      reader.feed(std::string_view(text).substr(at, chunk_bytes));
    }
    // While it waits, the bytes alone; at the end, an event and a call for each at once. Vectors
    // that double take up to twice as much, and half of that again while they grow.
    EXPECT_LT(heap.peak(), 3 * text.size() + slack_bytes) << dialect;
    const std::size_t count = reader.finish().size();
    EXPECT_GE(count, mebibyte / call.size()) << dialect;
    EXPECT_LT(heap.peak(), 3 * text.size() + slack_bytes + bytes_per_call * count) << dialect;
  }
}

TEST(parse_memory, of_calls_that_could_settle_keeps_its_limit) {
  constexpr std::size_t held_bytes = 64 * kibibyte;
  for (const char* const dialect : {"hermes", "mistral", "deepseek_v3", "apertus", "granite"}) {
    const ParseWords words = parse_words(*find_dialect(dialect));
    Options options = options_for(dialect);
    options.calls_in_reasoning = CallsInReasoning::settle;
    options.limits.max_held_bytes = held_bytes;
    const Rules rules = *Rules::make(options);
    for (const std::string& filling : {words.call(), words.call() + "\n", std::string(" \n")}) {
      const std::size_t peak = peak_of_stream(words.think + words.call(), filling, mebibyte, rules);
      EXPECT_LT(peak, 4 * held_bytes + events_bytes) << dialect << ' ' << filling;
    }
  }
}

}  // namespace
}  // namespace tagstream::testing
