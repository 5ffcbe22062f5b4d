#include "support/options.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream {
namespace {

Rules rules_of(Options options) { return *Rules::make(std::move(options)); }

Message filtered(Options options, std::string_view text) {
  return *read(text, rules_of(std::move(options)));
}

TEST(filter, hides_a_section_and_records_it) {
  const Message result = filtered({.hide = {"thinking"}},
                                  "<thinking>I need <tool>data</tool> here</thinking>after");
  EXPECT_EQ(result.content, "after");
  ASSERT_EQ(result.sections.size(), 1U);
  EXPECT_EQ(result.sections[0].tag_name, "thinking");
  EXPECT_EQ(result.sections[0].content, "I need <tool>data</tool> here");
  EXPECT_TRUE(result.sections[0].is_closed);
  EXPECT_EQ(result.sections[0].span, (Span{0, 50}));
}

TEST(filter, a_possible_tag_at_the_end_of_a_chunk_is_held_and_nothing_else) {
  Reader filter(rules_of({.hide = {"thinking"}}));
  EXPECT_EQ(filter.feed("ab<thi")[0].text, "ab");
  EXPECT_EQ(filter.feed("x")[0].text, "<thix");
}

TEST(filter, the_body_of_an_open_section_leaves_at_once) {
  Reader filter(rules_of({.hide = {"t"}}));
  filter.feed("<t>");
  const auto events = filter.feed("abc");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::section_delta);
  EXPECT_EQ(events[0].text, "abc");
}

TEST(filter, a_mention_of_the_tag_inside_a_section_does_not_swallow_the_answer) {
  const Message result = filtered({.hide = {"t"}}, "<t>I wrote <t> here</t>The answer.");
  EXPECT_EQ(result.content, "The answer.");
}

TEST(filter, unwrap_drops_tags_and_counts_closers_only_while_one_is_open) {
  const Message result = filtered({.unwrap = {"b"}}, "</b>x<b>y</b>z</b>");
  EXPECT_EQ(result.content, "</b>xyz</b>");
}

TEST(filter, record_leaves_the_text_alone) {
  const Message result = filtered({.hide = {"t"}, .record = {"r"}}, "a<r>b<t>c</t>d</r>e");
  EXPECT_EQ(result.content, "a<r>bd</r>e");
  ASSERT_EQ(result.sections.size(), 2U);
  EXPECT_EQ(result.sections[0].content, "c");
  EXPECT_EQ(result.sections[1].content, "b<t>c</t>d");
}

TEST(filter, a_tag_that_is_recorded_waits_until_it_is_decided_and_is_text) {
  Reader filter(rules_of({.record = {"r"}}));
  EXPECT_EQ(filter.feed("a<r")[0].text, "a");
  EXPECT_TRUE(filter.feed(" a='<r").empty());
  EXPECT_EQ(filter.feed("'>b")[0].text, "<r a='<r'>b");
}

TEST(filter, an_open_record_is_reported_unclosed_at_the_end) {
  const Message result = filtered({.record = {"r", "s"}}, "<r>a<s>b");
  ASSERT_EQ(result.sections.size(), 2U);
  EXPECT_EQ(result.sections[0].tag_name, "s");
  EXPECT_EQ(result.sections[1].content, "a<s>b");
  EXPECT_FALSE(result.sections[1].is_closed);
}

TEST(filter, removing_a_section_never_joins_a_new_tag) {
  const Message result =
      filtered({.hide = {"thinking"}}, "<thi<thinking>x</thinking>nking>y");
  EXPECT_EQ(result.content, "<thinking>y");
}

TEST(filter, start_inside_needs_a_hide_rule) {
  const auto made = Rules::make({.record = {"t"}, .start_inside = "t"});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Errc::bad_option);
  EXPECT_EQ(made.error().message, "start_inside names 't', which no hide rule has");
}

TEST(filter, start_inside_reads_the_body_first) {
  const Message result = filtered({.hide = {"t"}, .start_inside = "t"}, "plan</t>answer");
  EXPECT_EQ(result.content, "answer");
  EXPECT_EQ(result.sections[0].content, "plan");
  EXPECT_TRUE(result.sections[0].is_implied_open);
}

TEST(filter, deltas_do_not_cut_code_points) {
  Reader filter(rules_of({.hide = {"t"}}));
  EXPECT_EQ(filter.feed("a\xE2\x82")[0].text, "a");
  EXPECT_EQ(filter.feed("\xAC")[0].text, "\xE2\x82\xAC");
}

TEST(filter, bytes_that_can_be_no_code_point_are_not_held) {
  Reader filter(rules_of({.hide = {"t"}}));
  EXPECT_EQ(filter.feed("a\xED\xA0")[0].text, "a\xED\xA0");
  EXPECT_EQ(filter.feed("\xFF")[0].text, "\xFF");
}

TEST(filter, one_set_of_rules_serves_many_filters) {
  const Rules rules = rules_of({.hide = {"t"}});
  Reader a(rules);
  Reader b(rules);
  a.feed("<t>");
  EXPECT_EQ(b.feed("x")[0].kind, EventKind::content);
  EXPECT_EQ(a.feed("x")[0].kind, EventKind::section_delta);
  EXPECT_EQ(rules.options().rules.size(), 1U);
}

TEST(filter, a_stream_ends_once_and_reset_begins_the_next) {
  Reader filter(rules_of({.hide = {"t"}}));
  filter.feed("<t>x");
  EXPECT_EQ(filter.finish().size(), 1U);
  EXPECT_TRUE(filter.finish().empty());
  filter.reset();
  EXPECT_EQ(filter.feed("y")[0].span.start, 0U);
}

TEST(filter, an_empty_chunk_changes_nothing) {
  Reader filter(rules_of({.hide = {"t"}}));
  filter.feed("a<");
  EXPECT_TRUE(filter.feed("").empty());
  EXPECT_TRUE(filter.feed({}).empty());
  EXPECT_EQ(filter.finish()[0].text, "<");
}

TEST(filter, a_moved_filter_goes_on) {
  Reader first(rules_of({.hide = {"t"}}));
  first.feed("<t>x");
  Reader second(std::move(first));
  EXPECT_EQ(second.feed("</t>y").back().text, "y");
}

TEST(filter, without_rules_all_is_content) {
  EXPECT_EQ(filtered({}, "<a>b</a>").content, "<a>b</a>");
}

TEST(filter, stats_are_honest_about_a_settled_section) {
  Reader filter(rules_of({.hide = {"t"}}));
  filter.feed("<t><t></t>abc");
  EXPECT_EQ(filter.stats().bytes_held, 7U);
  filter.finish();
  const Stats stats = filter.stats();
  EXPECT_EQ(stats.bytes_fed, 13U);
  EXPECT_EQ(stats.bytes_held, 0U);
  EXPECT_EQ(stats.bytes_held_max, 7U);
  EXPECT_GE(stats.bytes_examined, 16U);
}

}  // namespace
}  // namespace tagstream
