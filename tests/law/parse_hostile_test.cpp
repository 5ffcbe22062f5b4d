#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/environment.hpp"
#include "support/guarded_chunk.hpp"
#include "support/laws.hpp"
#include "support/parse_shapes.hpp"
#include "tagstream/parse.hpp"

/// Answers of every family in shapes that make careless readers quadratic, at a length and at twice
/// that length, in pieces of several sizes, under all options. What counts is bytes looked at (L5),
/// bytes held (L6) and events, never time.
namespace tagstream::testing {
namespace {

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t mebibyte = 1024 * kibibyte;
constexpr unsigned work_factor = 16;

struct Outcome {
  ParseTotals totals;
  std::uint64_t events = 0;
};

// A call that is written as a message, or as the smallest item of a list, takes this many.
constexpr std::uint64_t most_events_of(std::uint64_t bytes) { return 2 * bytes + 64; }

Outcome read(std::string_view text, const ParseRules& rules, std::size_t size) {
  Parser parser(rules);
  ParseReading reading(text);
  bool is_early = false;  // an event speaks of bytes that have not come
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    reading.take(parser.feed(chunk.view()));
    is_early = is_early || reading.position() > at + chunk.view().size();
  }
  reading.take(parser.finish());
  EXPECT_FALSE(is_early);
  const Stats stats = parser.stats();
  EXPECT_EQ(reading.fault(), "");
  EXPECT_EQ(reading.position(), text.size());
  EXPECT_EQ(stats.bytes_fed, text.size());
  EXPECT_EQ(stats.bytes_held, 0U);
  EXPECT_EQ(stats.events, reading.events());
  EXPECT_EQ(check_work(stats, work_factor), "");
  EXPECT_GE(stats.bytes_examined, stats.bytes_fed);
  const Limits& limits = rules.options().limits;
  const FilterBounds bounds{limits.max_held_bytes + limits.max_tag_bytes + 64, 0};
  EXPECT_EQ(check_held(stats, bounds, std::min(size, text.size())), "");
  EXPECT_LE(reading.events(), most_events_of(text.size()));
  return {reading.totals(), reading.events()};
}

// Gives how many events there are when the text is read whole.
std::uint64_t read_in_pieces(const std::string& text, const ParseRules& rules,
                             const std::vector<std::size_t>& pieces) {
  SCOPED_TRACE(std::to_string(text.size()) + " bytes");
  const Outcome whole = read(text, rules, text.size());
  for (const std::size_t piece : pieces) {
    if (::testing::Test::HasFailure()) break;
    SCOPED_TRACE("pieces of " + std::to_string(piece));
    EXPECT_EQ(read(text, rules, piece).totals, whole.totals);
  }
  return whole.events;
}

void read_at_both_lengths(const ParseShape& shape, const ParseRules& rules, std::size_t length,
                          const std::vector<std::size_t>& pieces) {
  const std::uint64_t events = read_in_pieces(shape.make(length), rules, pieces);
  if (::testing::Test::HasFailure()) return;
  EXPECT_LE(read_in_pieces(shape.make(2 * length), rules, pieces), 2 * events + 64);
}

ParseOptions options_for(const std::string& dialect) {
  ParseOptions options;
  options.dialect = dialect;
  return options;
}

// One way to read, changed from the row's own.
struct Way {
  const char* name;
  void (*change)(ParseOptions&);
};

void with_room(ParseOptions& options, std::size_t bytes) { options.limits.max_held_bytes = bytes; }

const Way ways[] = {
    {"settle", [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::settle; }},
    {"end", [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::end; }},
    {"keep", [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::keep; }},
    {"extract", [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::extract; }},
    {"incremental", [](ParseOptions& o) { o.incremental = true; }},
    {"no_reasoning", [](ParseOptions& o) { o.no_reasoning = true; }},
    {"inside", [](ParseOptions& o) { o.start_in_reasoning = true; }},
    {"inside_extract",
     [](ParseOptions& o) {
       o.start_in_reasoning = o.incremental = true;
       o.calls_in_reasoning = CallsInReasoning::extract;
     }},
    {"unclosed_is_a_call", [](ParseOptions& o) { o.on_unclosed_call = OnUnclosedCall::call; }},
    {"unclosed_is_an_error",
     [](ParseOptions& o) {
       o.on_unclosed_call = OnUnclosedCall::error;
       o.incremental = true;
     }},
    {"strict_code",
     [](ParseOptions& o) { o.strict_json = o.markdown_code = o.ignore_case = true; }},
    {"drop",
     [](ParseOptions& o) {
       o.drop = {"so", " \n", "<|im_end|>"};
     }},
    {"little_room", [](ParseOptions& o) { with_room(o, 1000); }},
    {"hardly_room", [](ParseOptions& o) { with_room(o, 100); }},
    {"no_room", [](ParseOptions& o) { with_room(o, 8); }},
    {"little_room_settle",
     [](ParseOptions& o) {
       with_room(o, 1000);
       o.calls_in_reasoning = CallsInReasoning::settle;
       o.markdown_code = true;
     }},
    {"hardly_room_extract",
     [](ParseOptions& o) {
       with_room(o, 100);
       o.calls_in_reasoning = CallsInReasoning::extract;
       o.incremental = true;
     }},
    {"hardly_room_unclosed",
     [](ParseOptions& o) {
       with_room(o, 100);
       o.on_unclosed_call = OnUnclosedCall::call;
       o.no_reasoning = true;
     }},
};

class hostile_parse : public ::testing::TestWithParam<ParseShape> {};

TEST_P(hostile_parse, shape_is_read_in_linear_time) {
  const ParseRules rules = *ParseRules::make(options_for(GetParam().dialect));
  read_at_both_lengths(GetParam(), rules, 16 * kibibyte, {1, 3, 4});
  if (::testing::Test::HasFailure() || every_nth_text() > 1) return;  // the latter: a slow build
  const std::uint64_t events = read_in_pieces(GetParam().make(mebibyte), rules, {});
  const std::string twice = GetParam().make(2 * mebibyte);
  SCOPED_TRACE(std::to_string(twice.size()) + " bytes in pieces of 64 KiB");
  EXPECT_LE(read(twice, rules, 64 * kibibyte).events, 2 * events + 256);
}

TEST_P(hostile_parse, shape_is_read_in_linear_time_in_every_way) {
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    ParseOptions options = options_for(GetParam().dialect);
    way.change(options);
    const auto rules = ParseRules::make(options);
    if (!rules && options.start_in_reasoning) continue;  // the row has none to be in
    ASSERT_TRUE(rules) << rules.error().message;
    read_at_both_lengths(GetParam(), *rules, 4 * kibibyte, {1});
    if (::testing::Test::HasFailure()) return;
  }
}

std::string name_of(const ::testing::TestParamInfo<ParseShape>& info) {
  return info.param.dialect + '_' + info.param.name;
}

INSTANTIATE_TEST_SUITE_P(parse, hostile_parse,
                         ::testing::ValuesIn(parse_shapes(parse_shape_rows())), name_of);

// ---- what is in open reasoning -----------------------------------------------------------------

struct Settling {
  std::string think, call, word = " so ";
  std::size_t count = 0;
  std::string calls, calls_and_words;
};

Settling settling_of(const char* dialect) {
  const ParseWords words = parse_words(*find_dialect(dialect));
  Settling texts;
  texts.think = words.think;
  texts.call = words.call();
  texts.count = mebibyte / texts.call.size();
  texts.calls = texts.calls_and_words = words.think;
  for (std::size_t i = 0; i < texts.count; ++i) {
    texts.calls += texts.call;
    texts.calls_and_words += texts.call + texts.word;
  }
  return texts;
}

ParseTotals read_settling(const char* dialect, CallsInReasoning policy, std::string_view text) {
  ParseOptions options = options_for(dialect);
  options.calls_in_reasoning = policy;
  const ParseRules rules = *ParseRules::make(options);
  const ParseTotals whole = read(text, rules, text.size()).totals;
  EXPECT_EQ(read(text, rules, 4096).totals, whole);
  EXPECT_EQ(whole.errors + whole.notices, 0U);
  return whole;
}

class calls_in_reasoning : public ::testing::TestWithParam<const char*> {};

TEST_P(calls_in_reasoning, are_calls_if_nothing_else_follows) {
  const Settling texts = settling_of(GetParam());
  for (const CallsInReasoning policy :
       {CallsInReasoning::settle, CallsInReasoning::end, CallsInReasoning::extract}) {
    const ParseTotals totals = read_settling(GetParam(), policy, texts.calls);
    EXPECT_EQ(totals.calls, texts.count) << to_string(policy);
    EXPECT_EQ(totals.reasoning + totals.content, 0U) << to_string(policy);
    EXPECT_EQ(totals.markup, texts.think.size()) << to_string(policy);
  }
}

TEST_P(calls_in_reasoning, are_what_the_policy_says_if_words_follow) {
  const Settling texts = settling_of(GetParam());
  const std::string& text = texts.calls_and_words;
  const std::uint64_t words = texts.count * texts.word.size();
  const ParseTotals settle = read_settling(GetParam(), CallsInReasoning::settle, text);
  EXPECT_EQ(settle.calls, 0U);
  EXPECT_EQ(settle.reasoning, text.size() - texts.think.size());
  const ParseTotals end = read_settling(GetParam(), CallsInReasoning::end, text);
  EXPECT_EQ(end.calls, texts.count);
  EXPECT_EQ(end.content, words);
  const ParseTotals extract = read_settling(GetParam(), CallsInReasoning::extract, text);
  EXPECT_EQ(extract.calls, texts.count);
  EXPECT_EQ(extract.reasoning, words);
}

TEST_P(calls_in_reasoning, are_reasoning_if_it_is_kept_whole) {
  const Settling texts = settling_of(GetParam());
  const ParseTotals totals =
      read_settling(GetParam(), CallsInReasoning::keep, texts.calls_and_words);
  const ParseWords words = parse_words(*find_dialect(GetParam()));
  // A closer that both have closes the reasoning.
  const bool is_shared = words.think_end == words.closer;
  EXPECT_EQ(totals.calls, is_shared ? texts.count - 1 : 0);
  EXPECT_EQ(totals.content, is_shared ? texts.count * texts.word.size() : 0);
}

constexpr const char* rows_with_both[] = {"hermes",    "mistral", "deepseek_v3",  "deepseek_v31",
                                          "kimi_k2",   "granite", "apertus",      "inkling",
                                          "internlm2", "ernie45", "hunyuan_a13b", "xlam"};

std::string name_of_row(const ::testing::TestParamInfo<const char*>& row) { return row.param; }

INSTANTIATE_TEST_SUITE_P(parse, calls_in_reasoning, ::testing::ValuesIn(rows_with_both),
                         name_of_row);

TEST(leading_list, of_ten_thousand_calls_is_as_many) {
  constexpr std::size_t count = 10000;
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) {
    text += (i == 0 ? "" : ",") + std::string(R"({"name":"f","arguments":{"a":)") +
            std::to_string(i) + "}}";
  }
  text += "]";
  for (const char* const dialect : {"json", "xlam"}) {
    const ParseRules rules = *ParseRules::make(options_for(dialect));
    for (const std::size_t size : {std::size_t{1}, 4 * kibibyte, text.size()}) {
      EXPECT_EQ(read(text, rules, size).totals.calls, count) << dialect;
      const ParseTotals none = read(text.substr(0, text.size() - 1), rules, size).totals;
      EXPECT_EQ(none.calls, 0U) << dialect;
      EXPECT_EQ(none.content, text.size() - 1) << dialect;
    }
  }
}

}  // namespace
}  // namespace tagstream::testing
