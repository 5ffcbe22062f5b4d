#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/hostile.hpp"
#include "support/options.hpp"
#include "support/parse_shapes.hpp"
#include "support/sampling.hpp"
#include "support/small_stack.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/reader.hpp"

/// Depth costs no stack: the deepest shapes are read in a thread that has next to none (L6).
namespace tagstream::testing {
namespace {

constexpr std::size_t chunk_bytes = 4096;
// In a sample a tenth: 16 bytes of stack for a level would be too many for it.
const std::size_t levels = is_sanitized || sample_every() > 1 ? 100000 : 1000000;
const std::size_t depth = levels / 5;

void read_all(const Rules& rules, std::string_view text, std::size_t size, Totals& totals) {
  Reader reader(rules);
  std::uint64_t position = 0;
  const auto take = [&](std::span<const Event> events) {
    totals.add(events);
    for (const Event& event : events) {
      if (quotes_only(event)) continue;
      EXPECT_EQ(event.span.start, position);
      position = event.span.end;
    }
  };
  for (std::size_t at = 0; at < text.size(); at += size) take(reader.feed(text.substr(at, size)));
  take(reader.finish());
  EXPECT_EQ(position, text.size());
}

// In pieces of each of these sizes, and at once; what the last reading comes to.
Totals read_on_small_stack(const Options& options, const std::string& text,
                           std::vector<std::size_t> sizes = {}) {
  const Rules rules = *Rules::make(options);
  if (sizes.empty()) sizes = {chunk_bytes, text.size()};
  Totals totals;
  for (const std::size_t size : sizes) {
    totals = {};
    EXPECT_TRUE(run_on_small_stack([&] { read_all(rules, text, size, totals); }));
  }
  return totals;
}

TEST(stack_of_sections, hidden_elements_nest_without_recursion) {
  for (const std::size_t size : {std::size_t{7}, std::size_t{65536}}) {
    const std::string text = repeated("<t>", depth) + repeated("</t>", depth) + "x";
    const Totals totals = read_on_small_stack({.hide = {"t"}}, text, {size});
    EXPECT_EQ(totals.content, 1U);
    EXPECT_EQ(totals.sections, 1U);
  }
}

TEST(stack_of_sections, unclosed_hidden_elements_are_settled_without_recursion) {
  const std::string text = repeated("<t>", depth) + repeated("</t><t>", depth);
  const Totals totals = read_on_small_stack({.hide = {"t"}}, text, {4096});
  EXPECT_EQ(totals.content, 0U);
  EXPECT_EQ(totals.sections, depth + 1);
}

TEST(stack_of_sections, recorded_elements_nest_without_recursion) {
  const std::string text = repeated("<t>", depth) + repeated("</t>", depth);
  const Totals totals = read_on_small_stack({.record = {"t"}}, text, {4096});
  EXPECT_EQ(totals.content, depth * 7);
  EXPECT_EQ(totals.sections, 1U);
}

TEST(stack_of_sections, failed_tags_are_read_again_without_recursion) {
  const std::string text = repeated("<t a=\"<t b='<t c=", depth / 4);
  EXPECT_EQ(read_on_small_stack({.hide = {"t"}}, text, {64}).content, text.size());
}

TEST(stack_of_sections, a_large_piece_needs_no_large_stack) {
  const std::string text = repeated("<t a=\"1\" b>x</t>", depth);
  EXPECT_EQ(read_on_small_stack({.unwrap = {"t"}}, text, {4 * mebibyte}).content, depth);
}

Options tool_calls() { return {.call = {"tool"}, .bad_calls = BadCalls::hide}; }

TEST(stack_of_calls, a_million_levels_of_json_need_no_stack) {
  const std::string arrays = repeated("[", levels) + repeated("]", levels);
  const std::string objects = repeated(R"({"a":)", levels) + "1" + repeated("}", levels);
  for (const std::string& value : {"{\"a\":" + arrays + "}", objects}) {
    const std::string text = R"(<tool>{"name":"f","arguments":)" + value + "}</tool>";
    for (const bool is_on : {false, true}) {
      Options options = tool_calls();
      options.strict_json = options.incremental = is_on;
      const Totals totals = read_on_small_stack(options, text);
      EXPECT_EQ(totals.calls, 1U);
      EXPECT_EQ(totals.arguments, value.size());
    }
  }
}

TEST(stack_of_calls, a_million_levels_in_a_quoted_object_need_no_stack) {
  const std::string value = R"({\"a\":)" + repeated("[", levels) + repeated("]", levels) + "}";
  const Totals totals = read_on_small_stack(
      tool_calls(), R"(<tool>{"name":"f","arguments":")" + value + "\"}</tool>");
  EXPECT_EQ(totals.calls, 1U);
  EXPECT_EQ(totals.arguments, value.size() - 2);
}

TEST(stack_of_calls, a_million_levels_that_fail_or_never_end_need_no_stack) {
  const std::string open = R"(<tool>{"a":)" + repeated("[", levels);
  EXPECT_EQ(read_on_small_stack(tool_calls(), open).content, open.size());
  EXPECT_EQ(read_on_small_stack(tool_calls(), open + "x</tool>y").errors, 1U);
}

TEST(stack_of_calls, a_million_levels_of_typed_values_need_no_stack) {
  Options options = tool_calls();
  options.tools = json_of({{"", {{"k", ValueTypes::array | ValueTypes::object}}}});
  const std::string arrays = repeated("[", levels) + repeated("]", levels);
  const Totals totals = read_on_small_stack(
      options, "<tool><function=f><parameter=k>" + arrays + "</parameter></function></tool>");
  EXPECT_EQ(totals.calls, 1U);
  EXPECT_EQ(totals.arguments, arrays.size() + 6);
}

TEST(stack_of_calls, a_million_calls_in_calls_need_no_stack) {
  const std::string text = repeated("<tool>", levels) + repeated("</tool>", levels);
  EXPECT_EQ(read_on_small_stack({.hide = {"tool"}}, text).sections, 1U);
  read_on_small_stack({.call = {"<tool>NAME(KEY=PYTHON, ...)</tool>"}}, text);
  read_on_small_stack(tool_calls(), text);
}

TEST(stack_of_calls, bodies_that_fail_are_read_again_without_recursion) {
  const std::string text = repeated(R"(<tool>{"</tool>)", levels / 4);
  read_on_small_stack(tool_calls(), text);
}

Options options_for(const char* dialect) { return {.dialect = dialect}; }

TEST(stack_of_dialects, a_million_levels_of_json_need_none) {
  const std::string value = R"({"a":)" + repeated("[", levels) + repeated("]", levels) + "}";
  for (const char* const dialect : {"hermes", "mistral", "kimi_k2", "granite", "harmony"}) {
    const ParseWords words = parse_words(*find_dialect(dialect));
    const std::string small = R"({"a":1})";
    std::string body = words.body;
    body.replace(body.find(small), small.size(), value);
    Options options = options_for(dialect);
    const std::string call = words.opener + body + words.closer;
    const Totals text = read_on_small_stack(options, call);
    EXPECT_EQ(text.calls, 1U) << dialect;
    EXPECT_EQ(text.arguments, value.size()) << dialect;
    EXPECT_EQ(read_on_small_stack(options, words.think + call).calls, 1U) << dialect;
    const std::string cut_off = words.opener + words.half;
    read_on_small_stack(
        options, words.think + cut_off.substr(0, cut_off.size() - 1) + repeated("[", levels) + "x");
  }
}

TEST(stack_of_dialects, a_million_levels_of_literals_need_none) {
  for (const char* const dialect : {"llama4_pythonic", "olmo3", "gemma4"}) {
    const ParseWords words = parse_words(*find_dialect(dialect));
    const std::string small = R"({"a":1})";
    for (const auto& [open, close] : {std::pair{"[", "]"}, {R"({"a":)", "}"}, {"(1,", ")"}}) {
      if (open[0] == '(' && dialect == std::string_view("gemma4")) continue;
      const std::string value = repeated(open, levels) + "1" + repeated(close, levels);
      std::string body = words.body;
      body.replace(body.find(small), small.size(), value);
      for (const bool is_incremental : {false, true}) {
        Options options = options_for(dialect);
        options.incremental = is_incremental;
        const std::string call = words.opener + body + words.closer;
        EXPECT_EQ(read_on_small_stack(options, call).calls, 1U) << dialect << open;
        read_on_small_stack(options, call.substr(0, call.size() / 2) + "!" + words.closer);
      }
    }
  }
}

TEST(stack_of_dialects, a_million_changes_of_place_need_none) {
  for (const char* const dialect :
       {"hermes", "mistral", "kimi_k2", "granite", "harmony", "olmo3"}) {
    const ParseWords words = parse_words(*find_dialect(dialect));
    const Options options = options_for(dialect);
    const std::size_t count = levels / 20;
    read_on_small_stack(options, repeated(words.think, count) + repeated(words.think_end, count));
    read_on_small_stack(options, repeated(words.opener, count) + repeated(words.closer, count));
    read_on_small_stack(options, repeated(words.half_call() + words.think_end, count));
    read_on_small_stack(options, repeated(words.think + words.half_call(), count));
    read_on_small_stack(options, words.think + repeated(words.call() + "a", count));
  }
}

struct TreeJob {
  ExtractOptions options;
  std::string text;
  std::size_t tags = 0;
  std::size_t deepest = 0;
  std::size_t printed = 0;
  std::size_t in_stream = 0;
};

// Writes the names with blanks between, each closed after its children, as a program would print
// a tree.
std::string print(const Tree& tree) {
  std::string out;
  struct Siblings {
    std::vector<Tag> tags;
    std::size_t next = 0;
  };
  std::vector<Siblings> rest;
  rest.push_back({tree.tags()});
  while (!rest.empty()) {
    auto& [tags, next] = rest.back();
    if (next == tags.size()) {
      rest.pop_back();
      out += ')';
      continue;
    }
    const Tag tag = tags[next++];
    out += '(';
    out += tag.name();
    rest.push_back({tag.children()});
  }
  return out;
}

void do_all(TreeJob& job) {
  Tree copy;
  {
    const Tree tree = *extract(std::string_view(job.text), job.options);
    job.tags = tree.size();
    copy = tree;
  }
  for (std::size_t i = 0; i < copy.size(); ++i) {
    const std::size_t level = copy[i].depth();
    if (level > job.deepest) job.deepest = level;
    const auto parent = copy[i].parent();
    if (parent && parent->depth() + 1 != level) job.deepest = ~std::size_t{0};
  }
  job.printed = print(copy).size();
  const Tree moved = std::move(copy);
  job.tags += moved.find_all("a").size();
  ExtractStream stream = *ExtractStream::make(job.options);
  for (std::size_t at = 0; at < job.text.size(); at += chunk_bytes) {
    job.in_stream += stream.feed(std::string_view(job.text).substr(at, chunk_bytes)).size();
  }
  job.in_stream += stream.finish().size();
}

void do_on_small_stack(TreeJob& job) {
  ASSERT_TRUE(run_on_small_stack([&job] { do_all(job); }));
}

TEST(stack_of_an_extractor, a_million_levels_need_no_stack) {
  TreeJob job{{}, repeated("<a>", levels) + repeated("</a>", levels)};
  do_on_small_stack(job);
  EXPECT_EQ(job.tags, 2 * levels);
  EXPECT_EQ(job.deepest, levels);
  EXPECT_EQ(job.printed, 3 * levels + 1);
  EXPECT_EQ(job.in_stream, levels);
}

TEST(stack_of_an_extractor, a_million_unclosed_levels_need_no_stack) {
  for (const Unclosed unclosed : {Unclosed::extend, Unclosed::empty, Unclosed::text}) {
    TreeJob job{{.unclosed = unclosed}, repeated("<a>", levels)};
    do_on_small_stack(job);
    const std::size_t tags = unclosed == Unclosed::text ? 0 : levels;
    EXPECT_EQ(job.tags, 2 * tags);
    EXPECT_EQ(job.deepest, unclosed == Unclosed::extend ? levels : tags == 0 ? 0U : 1U);
    EXPECT_EQ(job.printed, 3 * tags + 1);
    EXPECT_EQ(job.in_stream, tags);
  }
}

TEST(stack_of_an_extractor, a_million_levels_in_last_close_need_no_stack) {
  // The first <c> reaches to the last </c>: the other <c> are content, and most <p> are unclosed.
  TreeJob job{{.last_close = {"c"}}, repeated("<p><c></c>", levels) + repeated("</p>", levels)};
  do_on_small_stack(job);
  EXPECT_EQ(job.deepest, levels + 1);
  EXPECT_EQ(job.in_stream, levels + 1);
}

}  // namespace
}  // namespace tagstream::testing
