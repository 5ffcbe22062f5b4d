#include "tagstream/limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "readers/tokenizer.hpp"
#include "support/options.hpp"

namespace tagstream {
namespace {

std::string visible_of(const Options& options, std::string_view text) {
  return read(text, *Rules::make(options)).content;
}

TEST(limits, the_defaults_are_the_documented_ones) {
  const Limits limits;
  EXPECT_EQ(limits.max_tag_bytes, 65536U);
  EXPECT_EQ(limits.max_held_bytes, 16777216U);
  EXPECT_EQ(limits.max_section_bytes, 67108864U);
  EXPECT_EQ(limits.max_attributes, 1024U);
  EXPECT_EQ(limits.on_limit, OnLimit::text);
}

TEST(limits, a_tag_of_exactly_max_tag_bytes_is_a_tag) {
  Options options{.hide = {"t"}};
  options.limits.max_tag_bytes = 5;
  EXPECT_EQ(visible_of(options, "<t a>x</t>y"), "y");
  options.limits.max_tag_bytes = 4;
  EXPECT_EQ(visible_of(options, "<t a>x</t>y"), "<t a>x</t>y");
}

TEST(limits, an_unfinished_tag_is_released_with_the_byte_that_makes_it_too_long) {
  Options options{.hide = {"t"}};
  options.limits.max_tag_bytes = 4;
  Reader reader(*Rules::make(options));
  EXPECT_TRUE(reader.feed("<t ").empty());
  const auto events = reader.feed("a");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].code, Code::max_tag_bytes);
  EXPECT_EQ(events[1].text, "<t a");
  EXPECT_EQ(reader.stats().limit_hits, 1U);
}

TEST(limits, a_tag_with_one_attribute_too_many_is_content) {
  Options options{.hide = {"t"}};
  options.limits.max_attributes = 2;
  EXPECT_EQ(visible_of(options, "<t a b>x</t>y"), "y");
  EXPECT_EQ(visible_of(options, "<t a b c>x</t>y"), "<t a b c>x</t>y");
  EXPECT_EQ(visible_of(options, "<t=v a b>x</t>y"), "<t=v a b>x</t>y");
}

TEST(limits, what_is_collected_of_a_recorded_section_is_cut_but_its_text_goes_on) {
  Options options{.record = {"t"}};
  options.limits.max_section_bytes = 3;
  Reader reader(*Rules::make(options));
  const auto events = reader.feed("<t>abcde</t>");
  ASSERT_GE(events.size(), 2U);
  std::string text;
  for (const Event& event : events) text += event.content();
  EXPECT_EQ(text, "<t>abcde</t>");
  const Event& end = *std::find_if(events.begin(), events.end(), [](const Event& event) {
    return event.kind == EventKind::section_end;
  });
  EXPECT_EQ(end.text, "abc");
  EXPECT_TRUE(end.is_truncated);
}

// A hidden section keeps nothing, so nothing is cut.
TEST(limits, the_pieces_of_a_hidden_section_are_never_cut) {
  Options options{.hide = {"t"}};
  options.limits.max_section_bytes = 3;
  Reader reader(*Rules::make(options));
  const auto events = reader.feed("<t>abcde</t>");
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[1].text, "abcde");
  EXPECT_EQ(events[2].text, "");
  EXPECT_FALSE(events[2].is_truncated);
  EXPECT_EQ(reader.stats().limit_hits, 0U);
  EXPECT_EQ(read("<t>abcde</t>", options).value().sections.at(0).content, "abcde");
}

TEST(limits, a_section_that_balances_within_max_held_bytes_is_not_settled) {
  Options options{.hide = {"t"}};
  options.limits.max_held_bytes = 9;  // "</t>x</t>"
  EXPECT_EQ(visible_of(options, "<t><t></t>x</t>y"), "y");
  options.limits.max_held_bytes = 8;
  EXPECT_EQ(visible_of(options, "<t><t></t>x</t>y"), "x</t>y");
}

TEST(limits, stop_stops_the_reader_which_gives_what_was_read) {
  Options options{.hide = {"t"}};
  options.limits.max_held_bytes = 4;
  options.limits.on_limit = OnLimit::stop;
  Reader reader(*Rules::make(options));
  const auto events = reader.feed("a<t><t></t>bc");
  ASSERT_NE(reader.error(), nullptr);
  EXPECT_EQ(reader.error()->code, Code::limit_exceeded);
  EXPECT_EQ(reader.error()->offset, 7U);
  ASSERT_EQ(events.size(), 7U);
  EXPECT_EQ(events[0].text, "a");
  EXPECT_EQ(events[2].text, "<t>");
  EXPECT_EQ(events[3].kind, EventKind::notice);
  EXPECT_EQ(events[4].text, "</t>");
  EXPECT_EQ(events[5].kind, EventKind::section_end);
  EXPECT_FALSE(events[5].is_closed);
  EXPECT_EQ(events[5].span.end, 11U);
  EXPECT_EQ(events[6].kind, EventKind::stopped);
  EXPECT_EQ(events[6].text, reader.error()->message);
  EXPECT_TRUE(quotes_only(events[6]));
  EXPECT_TRUE(reader.feed("more").empty());
  EXPECT_TRUE(reader.finish().empty());
  EXPECT_TRUE(reader.finish().empty());
}

TEST(limits, after_reset_a_stopped_reader_reads_again) {
  Options options{.hide = {"t"}};
  options.limits.max_held_bytes = 4;
  options.limits.on_limit = OnLimit::stop;
  Reader reader(*Rules::make(options));
  reader.feed("<t><t></t>bc");
  ASSERT_NE(reader.error(), nullptr);
  reader.reset();
  EXPECT_EQ(reader.error(), nullptr);
  const auto events = reader.feed("ok");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].text, "ok");
}

TEST(limits, each_kind_of_overflow_is_counted) {
  Options options{.hide = {"t"}, .markdown_code = MarkdownCode::all};
  options.limits.max_held_bytes = 4;
  Reader reader(*Rules::make(options));
  reader.feed("`<t>long enough");  // a tag in a code span that is not closed in time
  EXPECT_EQ(reader.stats().limit_hits, 1U);
  reader.feed("</t><t><t></t>abc");  // one that does not balance in time
  EXPECT_EQ(reader.stats().limit_hits, 2U);
}

TEST(limits, the_largest_values_mean_none) {
  Options options{.hide = {"t"}};
  options.limits.max_tag_bytes = options.limits.max_held_bytes = Limits::none;
  options.limits.max_section_bytes = options.limits.max_attributes = Limits::none;
  EXPECT_EQ(visible_of(options, "<t><t a></t>x"), "x");
}

TEST(limits, a_tokenizer_counts_the_same_way) {
  Tokenizer tokenizer = *Tokenizer::make({.limits = {.max_tag_bytes = 3}});
  const auto tokens = tokenizer.feed("<a><bc>");
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].raw, "<a>");
  EXPECT_EQ(tokens[1].kind, TokenKind::text);
  EXPECT_EQ(tokens[1].raw, "<bc>");
}

}  // namespace
}  // namespace tagstream
