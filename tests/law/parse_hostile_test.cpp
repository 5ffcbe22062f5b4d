#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/hostile.hpp"
#include "support/parse_shapes.hpp"
#include "support/sampling.hpp"

/// Answers of every family in shapes that make careless readers quadratic, under all
/// options. The number of events counts, too.
namespace tagstream::testing {
namespace {

// A call that is written as a message, or as the smallest item of a list, takes this many.
constexpr std::uint64_t most_events_of(std::uint64_t bytes) { return 2 * bytes + 64; }

Outcome read(std::string_view text, const Rules& rules, std::size_t size) {
  Reader parser(rules);
  const Outcome outcome = read_by_laws(text, parser, bounds_of(rules.options()), size);
  EXPECT_GE(parser.stats().bytes_examined, parser.stats().bytes_fed);
  EXPECT_LE(outcome.events, most_events_of(text.size()));
  return outcome;
}

void read_shape(const ParseShape& shape, const Rules& rules, std::size_t size) {
  std::vector<std::uint64_t> events;  // of each length, read at once
  read_at_sizes(shape.make, size, [&](std::string_view text, std::size_t piece) {
    const Outcome outcome = read(text, rules, piece);
    if (piece == text.size()) events.push_back(outcome.events);
    return outcome.totals;
  });
  if (::testing::Test::HasFailure()) return;
  ASSERT_EQ(events.size(), 3U);
  // The start of a text, which is not repeated, may take fewer; and what is held back until there
  // is no more room has no events, though each token that is dropped, of four bytes or more, has
  // one.
  const std::size_t room = rules.options().limits.max_held_bytes;
  const std::uint64_t start = 64 + (room < size ? room / 4 : 0);
  EXPECT_LE(events[1], 4 * events[0] + 3 * start);
  EXPECT_LE(events[2], 2 * events[1] + start);
}

Options options_for(const std::string& dialect) { return {.dialect = dialect}; }

// One way to read; the row is named later.
struct Way {
  const char* name;
  Options options;
};

const Way ways[] = {
    {"settle", {.calls_in_reasoning = CallsInReasoning::settle}},
    {"end", {.calls_in_reasoning = CallsInReasoning::end}},
    {"keep", {.calls_in_reasoning = CallsInReasoning::keep}},
    {"extract", {.calls_in_reasoning = CallsInReasoning::extract}},
    {"incremental", {.incremental = true}},
    {"inside", {.start_in_reasoning = true}},
    {"inside_extract",
     {.start_in_reasoning = true,
      .calls_in_reasoning = CallsInReasoning::extract,
      .incremental = true}},
    {"unclosed_is_a_call", {.unclosed_call = UnclosedCall::call}},
    {"unclosed_is_an_error", {.unclosed_call = UnclosedCall::error, .incremental = true}},
    {"strict_code", {.markdown_code = MarkdownCode::all, .ignore_case = true, .strict_json = true}},
    {"drop", {.drop = {"so", " \n", "<|im_end|>"}}},
    {"little_room", {.limits = {.max_held_bytes = 1000}}},
    {"hardly_room", {.limits = {.max_held_bytes = 100}}},
    {"no_room", {.limits = {.max_held_bytes = 8}}},
    {"little_room_settle",
     {.calls_in_reasoning = CallsInReasoning::settle,
      .markdown_code = MarkdownCode::all,
      .limits = {.max_held_bytes = 1000}}},
    {"hardly_room_extract",
     {.calls_in_reasoning = CallsInReasoning::extract,
      .incremental = true,
      .limits = {.max_held_bytes = 100}}},
    {"hardly_room_unclosed",
     {.unclosed_call = UnclosedCall::call, .limits = {.max_held_bytes = 100}}},
};

class hostile_parse : public ::testing::TestWithParam<ParseShape> {};

std::uint64_t number_of(const ParseShape& shape) {
  return std::hash<std::string>()(shape.dialect + shape.name);
}

TEST_P(hostile_parse, shape_is_read_in_linear_time) {
  if (!is_sampled(number_of(GetParam()), sample_beyond(25))) return;
  const Rules rules = *Rules::make(options_for(GetParam().dialect));
  read_shape(GetParam(), rules, 64 * kibibyte);
}

TEST_P(hostile_parse, shape_is_read_in_linear_time_in_every_way) {
  for (std::size_t i = 0; i < std::size(ways); ++i) {
    if (!is_sampled(number_of(GetParam()) + i)) continue;
    SCOPED_TRACE(ways[i].name);
    Options options = ways[i].options;
    options.dialect = GetParam().dialect;
    const auto rules = Rules::make(options);
    if (!rules && options.start_in_reasoning) continue;  // the row has none to be in
    ASSERT_TRUE(rules) << rules.error().message;
    read_shape(GetParam(), *rules, 8 * kibibyte);
    if (::testing::Test::HasFailure()) return;
  }
}

std::string name_of(const ::testing::TestParamInfo<ParseShape>& info) {
  return info.param.dialect + '_' + info.param.name;
}

INSTANTIATE_TEST_SUITE_P(parse, hostile_parse,
                         ::testing::ValuesIn(parse_shapes(parse_shape_rows())), name_of);

INSTANTIATE_TEST_SUITE_P(parse_xml, hostile_parse, ::testing::ValuesIn(xml_parse_shapes()),
                         name_of);

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

Totals read_settling(const char* dialect, CallsInReasoning policy, std::string_view text) {
  Options options = options_for(dialect);
  options.calls_in_reasoning = policy;
  const Rules rules = *Rules::make(options);
  const Totals whole = read(text, rules, text.size()).totals;
  EXPECT_EQ(read(text, rules, 4096).totals, whole);
  EXPECT_EQ(whole.errors, 0U);
  EXPECT_LE(whole.notices,
            1U);  // that the reasoning never closed, or that its closer closes nothing
  return whole;
}

class calls_in_reasoning : public ::testing::TestWithParam<const char*> {};

TEST_P(calls_in_reasoning, are_calls_if_nothing_else_follows) {
  const Settling texts = settling_of(GetParam());
  for (const CallsInReasoning policy :
       {CallsInReasoning::settle, CallsInReasoning::end, CallsInReasoning::extract}) {
    const Totals totals = read_settling(GetParam(), policy, texts.calls);
    EXPECT_EQ(totals.calls, texts.count) << to_string(policy);
    EXPECT_EQ(totals.reasoning + totals.content, 0U) << to_string(policy);
    EXPECT_EQ(totals.markup, texts.think.size()) << to_string(policy);
  }
}

TEST_P(calls_in_reasoning, are_what_the_policy_says_if_words_follow) {
  const Settling texts = settling_of(GetParam());
  const std::string& text = texts.calls_and_words;
  const std::uint64_t words = texts.count * texts.word.size();
  const Totals settle = read_settling(GetParam(), CallsInReasoning::settle, text);
  EXPECT_EQ(settle.calls, 0U);
  EXPECT_EQ(settle.reasoning, text.size() - texts.think.size());
  const Totals end = read_settling(GetParam(), CallsInReasoning::end, text);
  EXPECT_EQ(end.calls, texts.count);
  EXPECT_EQ(end.content, words);
  const Totals extract = read_settling(GetParam(), CallsInReasoning::extract, text);
  EXPECT_EQ(extract.calls, texts.count);
  EXPECT_EQ(extract.reasoning, words);
}

TEST_P(calls_in_reasoning, are_reasoning_if_it_is_kept_whole) {
  const Settling texts = settling_of(GetParam());
  const Totals totals = read_settling(GetParam(), CallsInReasoning::keep, texts.calls_and_words);
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
    const Rules rules = *Rules::make(options_for(dialect));
    for (const std::size_t size : {std::size_t{1}, 4 * kibibyte, text.size()}) {
      EXPECT_EQ(read(text, rules, size).totals.calls, count) << dialect;
      const Totals none = read(text.substr(0, text.size() - 1), rules, size).totals;
      EXPECT_EQ(none.calls, 0U) << dialect;
      EXPECT_EQ(none.content, text.size() - 1) << dialect;
    }
  }
}

}  // namespace
}  // namespace tagstream::testing
