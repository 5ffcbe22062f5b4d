#include <string>
#include <string_view>
#include <vector>

#include "support/hostile.hpp"
#include "support/options.hpp"
#include "support/tool_shapes.hpp"

/// Tool calls in shapes that make careless readers quadratic, under all options.
namespace tagstream::testing {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

Totals read(std::string_view text, const Rules& rules, std::size_t size) {
  Reader reader(rules);
  return read_by_laws(text, reader, bounds_of(rules.options()), size).totals;
}

// One way to read.
struct Way {
  const char* name;
  Options options;
};

Options tool(Options options = {}) {
  options.bad_calls = BadCalls::hide;
  if (options.call.empty()) options.call = {"tool"};
  return options;
}

const std::string typed = json_of({{"", {{"b", ValueTypes::integer}, {"k", ValueTypes::array}}}});

const Way ways[] = {
    {"hide", tool({.hide = {"think"}})},
    {"record", tool({.record = {"a"}, .unwrap = {"think"}})},
    {"markers", tool({.call = {"[T]…[/T]"}})},
    {"json", tool({.call = {R"(<tool>{"name": "NAME", "arguments": ARGUMENTS}</tool>)"}})},
    {"pythonic", tool({.call = {"<tool>[NAME(KEY=PYTHON, ...)]</tool>"}})},
    {"with_a_schema", tool({.tools = typed})},
    {"incremental", tool({.incremental = true})},
    {"strict", tool({.strict_json = true})},
    {"unclosed_is_a_call", tool({.unclosed_call = UnclosedCall::call})},
    {"unclosed_is_an_error", tool({.unclosed_call = UnclosedCall::error})},
    {"code", tool({.markdown_code = MarkdownCode::all})},
    {"ignore_case", tool({.ignore_case = true})},
    {"little_room", tool({.limits = {.max_held_bytes = 1000}})},
    {"no_room", tool({.limits = {.max_held_bytes = 8}})},
    {"little_room_pythonic",
     tool({.call = {"<tool>[NAME(KEY=PYTHON, ...)]</tool>"}, .limits = {.max_held_bytes = 1000}})},
    {"little_room_incremental", tool({.incremental = true, .limits = {.max_held_bytes = 1000}})},
    {"opener_alone", tool({.call = {"[T]…"}})},
    {"bad_calls_are_content", {.hide = {"think"}, .call = {"tool"}}},
    {"bad_calls_are_content_and_whole_ones_are_calls",
     {.call = {"tool"}, .unclosed_call = UnclosedCall::call, .incremental = true}},
    {"markers_incremental_strict", tool({.hide = {"think"},
                                         .call = {"[T]…[/T]"},
                                         .unclosed_call = UnclosedCall::error,
                                         .strict_json = true,
                                         .incremental = true})},
};

class hostile_tools : public ::testing::TestWithParam<ToolShape> {};

TEST_P(hostile_tools, shape_is_read_in_linear_time) {
  const Rules rules = *Rules::make(tool());
  read_at_sizes(GetParam().make, 512 * kibibyte,
                [&](std::string_view text, std::size_t piece) { return read(text, rules, piece); });
}

TEST_P(hostile_tools, shape_is_read_in_linear_time_in_every_way) {
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    const bool has_markers = way.options.call[0].starts_with("[T]");
    const auto rules = Rules::make(way.options);
    ASSERT_TRUE(rules) << rules.error().message;
    const auto make = [&](std::size_t size) {
      std::string text = GetParam().make(size);
      if (has_markers) text = replaced(replaced(text, "<tool>", "[T]"), "</tool>", "[/T]");
      return text;
    };
    read_at_sizes(make, 16 * kibibyte, [&](std::string_view text, std::size_t piece) {
      return read(text, *rules, piece);
    });
    if (::testing::Test::HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(tools, hostile_tools,
                         ::testing::ValuesIn(tool_shapes().begin(), tool_shapes().end()),
                         name_of_shape<ToolShape>);

TEST(tool_array, of_ten_thousand_items_is_as_many_calls) {
  constexpr std::size_t count = 10000;
  std::string text = "<tool>[";
  for (std::size_t i = 0; i < count; ++i) {
    text += (i == 0 ? "" : ",") + std::string(R"({"name":"f","arguments":{"a":)") +
            std::to_string(i) + "}}";
  }
  text += "]</tool>";
  for (const bool is_incremental : {false, true}) {
    const Rules rules = *Rules::make(
        {.call = {"tool"}, .bad_calls = BadCalls::hide, .incremental = is_incremental});
    for (const std::size_t size : {std::size_t{1}, 4 * kibibyte, text.size()}) {
      const Totals totals = read(text, rules, size);
      EXPECT_EQ(totals.calls, count);
      EXPECT_EQ(totals.starts, is_incremental ? count : 0);
      EXPECT_EQ(totals.deltas, is_incremental ? totals.arguments : 0);
    }
  }
}

}  // namespace
}  // namespace tagstream::testing
