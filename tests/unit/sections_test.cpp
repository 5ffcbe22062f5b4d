// Rules that hide, record and unwrap.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

Rules rules_of(Options options) { return *Rules::make(std::move(options)); }

Message message_of(Options options, std::string_view text) {
  return read(text, rules_of(std::move(options)));
}

// The kinds of events, with a blank between two.
std::string kinds_of(std::span<const Event> events) {
  std::string kinds;
  for (const Event& event : events) {
    if (!kinds.empty()) kinds += ' ';
    kinds += to_string(event.kind);
  }
  return kinds;
}

TEST(sections, hide_takes_a_section_out_and_the_message_has_it) {
  const Message message =
      message_of({.hide = {"thinking"}}, "<thinking>I need <tool>data</tool> here</thinking>after");
  EXPECT_EQ(message.content, "after");
  ASSERT_EQ(message.sections.size(), 1U);
  EXPECT_EQ(message.sections[0].name, "thinking");
  EXPECT_EQ(message.sections[0].content, "I need <tool>data</tool> here");
  EXPECT_TRUE(message.sections[0].is_closed);
  EXPECT_EQ(message.sections[0].span, (Span{0, 50}));
}

// A hidden section may be long: who wants its content collects the pieces.
TEST(sections, the_end_of_a_hidden_one_has_no_content_and_that_of_a_recorded_one_has) {
  Reader hides(rules_of({.hide = {"t"}}));
  const auto hidden = hides.feed("a<t k=v>b</t>");
  ASSERT_EQ(kinds_of(hidden), "content section_start section_delta section_end");
  EXPECT_EQ(hidden[1].attribute("k"), "v");
  EXPECT_EQ(hidden[2].text, "b");
  EXPECT_EQ(hidden[3].text, "");
  EXPECT_EQ(hidden[3].raw, "<t k=v>");
  EXPECT_EQ(hidden[3].offset, 1U);
  EXPECT_FALSE(hidden[3].is_recorded);
  Reader records(rules_of({.record = {"t"}}));
  const auto recorded = records.feed("a<t k=v>b</t>");
  const Event& end = recorded.back();
  ASSERT_EQ(end.kind, EventKind::section_end);
  EXPECT_EQ(end.text, "b");
  EXPECT_EQ(end.name, "t");
  EXPECT_EQ(end.raw, "<t k=v>");
  EXPECT_EQ(end.attribute("k"), "v");
  EXPECT_EQ(end.offset, 1U);
  EXPECT_TRUE(end.is_recorded);
  EXPECT_TRUE(quotes_only(end));
}

TEST(sections, a_possible_tag_at_the_end_of_a_chunk_is_held_and_nothing_else) {
  Reader reader(rules_of({.hide = {"thinking"}}));
  EXPECT_EQ(reader.feed("ab<thi")[0].text, "ab");
  EXPECT_EQ(reader.feed("x")[0].text, "<thix");
}

TEST(sections, the_body_of_an_open_section_leaves_at_once) {
  Reader reader(rules_of({.hide = {"t"}}));
  reader.feed("<t>");
  const auto events = reader.feed("abc");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::section_delta);
  EXPECT_EQ(events[0].text, "abc");
}

TEST(sections, a_mention_of_the_tag_inside_a_section_does_not_swallow_the_answer) {
  const Message message = message_of({.hide = {"t"}}, "<t>I wrote <t> here</t>The answer.");
  EXPECT_EQ(message.content, "The answer.");
}

TEST(sections, hidden_ones_nest_unless_the_first_closer_is_asked_for) {
  const std::string_view text = "<t>a<t>b</t>c</t>d";
  EXPECT_EQ(message_of({.hide = {"t"}}, text).content, "d");
  EXPECT_EQ(message_of({.hide = {"t"}, .nesting = Nesting::first_close}, text).content, "c</t>d");
}

TEST(sections, unwrap_drops_tags_and_counts_closers_only_while_one_is_open) {
  const Message message = message_of({.unwrap = {"b"}}, "</b>x<b>y</b>z</b>");
  EXPECT_EQ(message.content, "</b>xyz</b>");
}

TEST(sections, record_leaves_the_text_alone) {
  const Message message = message_of({.hide = {"t"}, .record = {"r"}}, "a<r>b<t>c</t>d</r>e");
  EXPECT_EQ(message.content, "a<r>bd</r>e");
  ASSERT_EQ(message.sections.size(), 2U);
  EXPECT_EQ(message.sections[0].content, "c");
  EXPECT_EQ(message.sections[1].content, "b<t>c</t>d");
}

TEST(sections, a_tag_that_is_recorded_waits_until_it_is_decided_and_is_text) {
  Reader reader(rules_of({.record = {"r"}}));
  EXPECT_EQ(reader.feed("a<r")[0].text, "a");
  EXPECT_TRUE(reader.feed(" a='<r").empty());
  EXPECT_EQ(reader.feed("'>b")[0].text, "<r a='<r'>b");
}

TEST(sections, an_open_record_is_reported_unclosed_at_the_end) {
  const Message message = message_of({.record = {"r", "s"}}, "<r>a<s>b");
  ASSERT_EQ(message.sections.size(), 2U);
  EXPECT_EQ(message.sections[0].name, "s");
  EXPECT_EQ(message.sections[1].content, "a<s>b");
  EXPECT_FALSE(message.sections[1].is_closed);
}

TEST(sections, removing_one_never_joins_a_new_tag) {
  const Message message = message_of({.hide = {"thinking"}}, "<thi<thinking>x</thinking>nking>y");
  EXPECT_EQ(message.content, "<thinking>y");
}

TEST(sections, start_inside_needs_a_rule_that_hides) {
  const auto made = Rules::make({.record = {"t"}, .start_inside = "t"});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Code::bad_option);
  EXPECT_EQ(made.error().message,
            "start_inside: no rule hides `t`: give `hide`, `thought` or `reasoning` for it");
}

TEST(sections, start_inside_reads_the_body_first) {
  const Message message = message_of({.hide = {"t"}, .start_inside = "t"}, "plan</t>answer");
  EXPECT_EQ(message.content, "answer");
  EXPECT_EQ(message.sections[0].content, "plan");
  EXPECT_TRUE(message.sections[0].is_implied_open);
  const Message marker =
      message_of({.hide = {"a", "[T]…[/T]"}, .start_inside = "[T]"}, "plan[/T]answer");
  EXPECT_EQ(marker.content, "answer");
  EXPECT_EQ(marker.sections[0].content, "plan");
  EXPECT_EQ(marker.sections[0].name, "[T]");
}

TEST(sections, markers_that_hold_dots_hide_as_well) {
  const std::vector<std::string> rules = {between("Thinking...", "...done thinking.")};
  const Message message =
      message_of({.hide = rules}, "Thinking... 2 + 2 ... is 4 ...done thinking. Four.");
  EXPECT_EQ(message.content, " Four.");
  EXPECT_EQ(message.sections[0].content, " 2 + 2 ... is 4 ");
}

TEST(sections, deltas_do_not_cut_code_points) {
  Reader reader(rules_of({.hide = {"t"}}));
  EXPECT_EQ(reader.feed("a\xE2\x82")[0].text, "a");
  EXPECT_EQ(reader.feed("\xAC")[0].text, "\xE2\x82\xAC");
}

TEST(sections, bytes_that_can_be_no_code_point_are_not_held) {
  Reader reader(rules_of({.hide = {"t"}}));
  EXPECT_EQ(reader.feed("a\xED\xA0")[0].text, "a\xED\xA0");
  EXPECT_EQ(reader.feed("\xFF")[0].text, "\xFF");
}

TEST(sections, one_set_of_rules_serves_many_readers) {
  const Rules rules = rules_of({.hide = {"t"}});
  Reader a(rules);
  Reader b(rules);
  a.feed("<t>");
  EXPECT_EQ(b.feed("x")[0].kind, EventKind::content);
  EXPECT_EQ(a.feed("x")[0].kind, EventKind::section_delta);
  EXPECT_EQ(rules.options().hide.size(), 1U);
}

TEST(sections, a_stream_ends_once_and_reset_begins_the_next) {
  Reader reader(rules_of({.hide = {"t"}}));
  reader.feed("<t>x");
  EXPECT_EQ(reader.finish().size(), 2U);  // the end, and the notice that it never closed
  EXPECT_TRUE(reader.finish().empty());
  reader.reset();
  EXPECT_EQ(reader.feed("y")[0].span.start, 0U);
}

TEST(sections, an_empty_chunk_changes_nothing) {
  Reader reader(rules_of({.hide = {"t"}}));
  reader.feed("a<");
  EXPECT_TRUE(reader.feed("").empty());
  EXPECT_TRUE(reader.feed({}).empty());
  EXPECT_EQ(reader.finish()[0].text, "<");
}

TEST(sections, a_moved_reader_goes_on) {
  Reader first(rules_of({.hide = {"t"}}));
  first.feed("<t>x");
  Reader second(std::move(first));
  EXPECT_EQ(second.feed("</t>y").back().text, "y");
}

TEST(sections, dialect_none_alone_makes_all_content) {
  EXPECT_EQ(message_of({.dialect = "none"}, "<a>b</a>").content, "<a>b</a>");
}

TEST(sections, stats_are_honest_about_a_settled_section) {
  Reader reader(rules_of({.hide = {"t"}}));
  reader.feed("<t><t></t>abc");
  EXPECT_EQ(reader.stats().bytes_held, 7U);
  reader.finish();
  const Stats stats = reader.stats();
  EXPECT_EQ(stats.bytes_fed, 13U);
  EXPECT_EQ(stats.bytes_held, 0U);
  EXPECT_EQ(stats.bytes_held_max, 7U);
  EXPECT_GE(stats.bytes_examined, 16U);
}

}  // namespace
}  // namespace tagstream
