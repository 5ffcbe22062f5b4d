#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/guarded_chunk.hpp"
#include "support/laws.hpp"
#include "support/tool_reading.hpp"
#include "support/tool_shapes.hpp"
#include "tagstream/tool.hpp"

/// Tool calls in shapes that make careless readers quadratic, in pieces of several sizes, under all
/// options. What counts is bytes looked at (L5) and bytes held (L6), never time.
namespace tagstream::testing {
namespace {

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t mebibyte = 1024 * kibibyte;
constexpr std::size_t chunk_bytes = 4096;
constexpr std::size_t small_pieces_up_to = 256 * kibibyte;
constexpr unsigned work_factor = 16;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

void check(const ToolReading& reading, std::string_view text, const Stats& stats,
           const Limits& limits, std::size_t piece) {
  EXPECT_EQ(reading.fault(), "");
  EXPECT_EQ(reading.position(), text.size());
  EXPECT_EQ(stats.bytes_fed, text.size());
  EXPECT_EQ(stats.bytes_held, 0U);
  EXPECT_EQ(check_work(stats, work_factor), "");
  const FilterBounds bounds{limits.max_held_bytes + limits.max_tag_bytes + 64, 0};
  EXPECT_EQ(check_held(stats, bounds, std::min(piece, text.size())), "");
}

ToolTotals read(std::string_view text, const ToolRules& rules, std::size_t size) {
  ToolReader reader(rules);
  ToolReading reading(text);
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    reading.take(reader.feed(chunk.view()));
  }
  reading.take(reader.finish());
  check(reading, text, reader.stats(), rules.options().limits, size);
  return reading.totals();
}

void read_in_pieces(const std::string& text, const ToolRules& rules) {
  SCOPED_TRACE(std::to_string(text.size()) + " bytes");
  const ToolTotals whole = read(text, rules, text.size());
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, chunk_bytes}) {
    if (piece < chunk_bytes && text.size() > small_pieces_up_to) continue;
    SCOPED_TRACE("pieces of " + std::to_string(piece));
    EXPECT_EQ(read(text, rules, piece), whole);
    if (::testing::Test::HasFailure()) return;
  }
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
  for (const std::size_t size :
       {small_pieces_up_to / 2, small_pieces_up_to, mebibyte, 2 * mebibyte}) {
    read_in_pieces(GetParam().make(size), rules);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST_P(hostile_tools, shape_is_read_in_linear_time_in_every_way) {
  for (const Way& way : ways) {
    SCOPED_TRACE(way.name);
    ToolOptions options;
    way.change(options);
    const bool has_markers = options.rules[0].name.empty();
    const auto rules = ToolRules::make(options);
    ASSERT_TRUE(rules) << rules.error().message;
    for (const std::size_t size : {16 * kibibyte, 32 * kibibyte}) {
      std::string text = GetParam().make(size);
      if (has_markers) text = replaced(replaced(text, "<tool>", "[T]"), "</tool>", "[/T]");
      read_in_pieces(text, *rules);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

std::string name_of(const ::testing::TestParamInfo<ToolShape>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(tools, hostile_tools,
                         ::testing::ValuesIn(tool_shapes().begin(), tool_shapes().end()), name_of);

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
    for (const std::size_t size : {std::size_t{1}, chunk_bytes, text.size()}) {
      const ToolTotals totals = read(text, rules, size);
      EXPECT_EQ(totals.calls, count);
      EXPECT_EQ(totals.starts, is_incremental ? count : 0);
      EXPECT_EQ(totals.deltas, is_incremental ? totals.arguments : 0);
    }
  }
}

}  // namespace
}  // namespace tagstream::testing
