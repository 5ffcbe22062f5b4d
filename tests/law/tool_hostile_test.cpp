#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/hostile.hpp"
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

Totals read(std::string_view text, const ToolRules& rules, std::size_t size) {
  ToolReader reader(rules);
  return read_by_laws(text, reader, bounds_of(rules.options()), size).totals;
}

// One way to read, changed from the defaults.
struct Way {
  const char* name;
  void (*change)(ToolOptions&);
};

void with_rules(ToolOptions& options, std::vector<Rule> rules) { options.rules = std::move(rules); }

const Way ways[] = {
    {"hide",
     [](ToolOptions& o) {
       with_rules(o, {call("tool"), hide("think")});
     }},
    {"record",
     [](ToolOptions& o) {
       with_rules(o, {call("tool"), record("a"), unwrap("think")});
     }},
    {"markers", [](ToolOptions& o) { with_rules(o, {call_between("[T]", "[/T]")}); }},
    {"json", [](ToolOptions& o) { with_rules(o, {call("tool", CallBody::json)}); }},
    {"xml", [](ToolOptions& o) { with_rules(o, {call("tool", CallBody::xml)}); }},
    {"xml_with_a_schema",
     [](ToolOptions& o) {
       with_rules(o, {call("tool", CallBody::xml)});
       o.schemas = {{"", {{"b", ValueTypes::integer}, {"k", ValueTypes::array}}}};
     }},
    {"raw", [](ToolOptions& o) { with_rules(o, {call("tool", CallBody::raw)}); }},
    {"text", [](ToolOptions& o) { with_rules(o, {call("tool", CallBody::text)}); }},
    {"text_between_brackets",
     [](ToolOptions& o) { with_rules(o, {call_between("[[", "]]", CallBody::text)}); }},
    {"little_room_text",
     [](ToolOptions& o) {
       with_rules(o, {call("tool", CallBody::text)});
       o.limits.max_held_bytes = 1000;
     }},
    {"incremental", [](ToolOptions& o) { o.incremental = true; }},
    {"strict", [](ToolOptions& o) { o.strict_json = true; }},
    {"unclosed_is_a_call", [](ToolOptions& o) { o.on_unclosed_call = OnUnclosedCall::call; }},
    {"unclosed_is_an_error", [](ToolOptions& o) { o.on_unclosed_call = OnUnclosedCall::error; }},
    {"code", [](ToolOptions& o) { o.markdown_code = true; }},
    {"ignore_case", [](ToolOptions& o) { o.ignore_case = true; }},
    {"little_room", [](ToolOptions& o) { o.limits.max_held_bytes = 1000; }},
    {"no_room", [](ToolOptions& o) { o.limits.max_held_bytes = 8; }},
    {"little_room_xml",
     [](ToolOptions& o) {
       with_rules(o, {call("tool", CallBody::xml)});
       o.limits.max_held_bytes = 1000;
     }},
    {"little_room_raw",
     [](ToolOptions& o) {
       with_rules(o, {call("tool", CallBody::raw)});
       o.limits.max_held_bytes = 1000;
     }},
    {"little_room_incremental",
     [](ToolOptions& o) {
       o.limits.max_held_bytes = 1000;
       o.incremental = true;
     }},
    {"opener_alone", [](ToolOptions& o) { with_rules(o, {call_between("[T]", "")}); }},
    {"bad_calls_are_content",
     [](ToolOptions& o) {
       with_rules(o, {call("tool"), hide("think")});
       o.bad_calls = BadCalls::content;
     }},
    {"bad_calls_are_content_and_whole_ones_are_calls",
     [](ToolOptions& o) {
       o.bad_calls = BadCalls::content;
       o.on_unclosed_call = OnUnclosedCall::call;
       o.incremental = true;
     }},
    {"markers_incremental_strict",
     [](ToolOptions& o) {
       with_rules(o, {call_between("[T]", "[/T]"), hide("think")});
       o.incremental = o.strict_json = true;
       o.on_unclosed_call = OnUnclosedCall::error;
     }},
};

class hostile_tools : public ::testing::TestWithParam<ToolShape> {};

TEST_P(hostile_tools, shape_is_read_in_linear_time) {
  const ToolRules rules = *ToolRules::make({});
  read_at_sizes(GetParam().make, 512 * kibibyte,
                [&](std::string_view text, std::size_t piece) { return read(text, rules, piece); });
}

TEST_P(hostile_tools, shape_is_read_in_linear_time_in_every_way) {
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    ToolOptions options;
    way.change(options);
    const bool has_markers = options.rules[0].name.empty();
    const auto rules = ToolRules::make(options);
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
    ToolOptions options;
    options.incremental = is_incremental;
    const ToolRules rules = *ToolRules::make(options);
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
