// Show the answer, keep the rest apart.
//
// A model thinks in a tag, `<thinking>…</thinking>`. The user sees the text around that tag, at
// once and unchanged, whatever other tags it has. Hidden text is not lost: it is a section, with
// its name and its content.
//
// In each test: the text, the rules, what is shown, and the sections.
#include <utility>

#include "showcase/every_cut.hpp"

namespace tagstream::showcase {
namespace {

// Names and contents.
using Sections = std::vector<std::pair<std::string, std::string>>;

Sections sections_of(const Message& message) {
  Sections sections;
  for (const Section& section : message.sections) {
    sections.emplace_back(section.name, section.content);
  }
  return sections;
}

void expect(std::string_view text, const Options& options, std::string_view content,
            const Sections& sections) {
  const Message message = read_at_every_cut(text, options);
  EXPECT_EQ(message.content, content);
  EXPECT_EQ(sections_of(message), sections);
}

const Options hide_thinking{.hide = {"thinking"}};

// ---- what stays --------------------------------------------------------------------------------

TEST(filter, text_without_tags_is_shown_as_it_is) {
  expect("Nothing to hide here.\n", hide_thinking, "Nothing to hide here.\n", {});
  expect("", hide_thinking, "", {});
}

TEST(filter, a_tag_that_no_rule_names_stays) {
  expect("See <result>42</result>.", hide_thinking, "See <result>42</result>.", {});
}

TEST(filter, tags_that_no_rule_names_stay_where_they_nest) {
  expect("<plan><step>one</step><step>two</step></plan>", hide_thinking,
         "<plan><step>one</step><step>two</step></plan>", {});
  expect("<a><a>twice</a></a>", hide_thinking, "<a><a>twice</a></a>", {});
}

TEST(filter, attributes_and_self_closing_tags_stay_byte_for_byte) {
  expect(R"(<file  name="a > b.c" mode='r'>x</file> <br/> <hr />)", hide_thinking,
         R"(<file  name="a > b.c" mode='r'>x</file> <br/> <hr />)", {});
}

TEST(filter, tags_stay_beside_a_section_that_goes) {
  expect("<thinking>plan</thinking><tool>{}</tool> done", hide_thinking, "<tool>{}</tool> done",
         {{"thinking", "plan"}});
}

TEST(filter, blanks_around_a_section_stay) {
  expect("Sure. <thinking>2 + 2</thinking>\nIt is 4.", hide_thinking, "Sure. \nIt is 4.",
         {{"thinking", "2 + 2"}});
}

TEST(filter, text_in_other_scripts_is_never_cut_inside_a_character) {
  expect("Größe <thinking>größer als 4 €?</thinking>→ 5 €", hide_thinking, "Größe → 5 €",
         {{"thinking", "größer als 4 €?"}});
}

// ---- what goes ---------------------------------------------------------------------------------

TEST(filter, a_hidden_section_keeps_the_tags_inside_it_as_they_are) {
  expect("<thinking>I need <tool>data</tool> here</thinking>after", hide_thinking, "after",
         {{"thinking", "I need <tool>data</tool> here"}});
}

TEST(filter, several_sections_come_in_order) {
  const Options options{.hide = {"thinking", "note"}};
  expect("<thinking>1</thinking>a<note>2</note>b<thinking>3</thinking>", options, "ab",
         {{"thinking", "1"}, {"note", "2"}, {"thinking", "3"}});
}

TEST(filter, a_section_of_one_rule_inside_that_of_another_is_its_content) {
  const Options options{.hide = {"thinking", "note"}};
  expect("<thinking>a <note>b</note> c</thinking>d", options, "d",
         {{"thinking", "a <note>b</note> c"}});
}

TEST(filter, an_empty_section_is_one_too) {
  expect("a<thinking></thinking>b<thinking/>c", hide_thinking, "abc",
         {{"thinking", ""}, {"thinking", ""}});
}

TEST(filter, a_section_has_its_attributes_and_its_place) {
  const Message message =
      read_at_every_cut("So <thinking depth='2'>hm</thinking>yes", hide_thinking);
  EXPECT_EQ(message.content, "So yes");
  ASSERT_EQ(message.sections.size(), 1U);
  const Section& section = message.sections[0];
  EXPECT_EQ(section.raw_tag, "<thinking depth='2'>");
  EXPECT_EQ(section.attribute("depth"), "2");
  EXPECT_EQ(section.span, (Span{3, 36}));
  EXPECT_TRUE(section.is_closed);
}

TEST(filter, sections_of_the_same_name_nest) {
  expect("<thinking>a<thinking>b</thinking>c</thinking>d", hide_thinking, "d",
         {{"thinking", "a<thinking>b</thinking>c"}});
}

TEST(filter, a_tag_that_is_only_mentioned_does_not_swallow_the_answer) {
  expect("<thinking>I think in <thinking> tags.</thinking>The answer.", hide_thinking,
         "The answer.", {{"thinking", "I think in <thinking> tags."}});
}

TEST(filter, the_first_closing_tag_ends_a_section_where_that_is_asked_for) {
  const Options options{.hide = {"thinking"}, .nesting = Nesting::first_close};
  expect("<thinking>a<thinking>b</thinking>c</thinking>d", options, "c</thinking>d",
         {{"thinking", "a<thinking>b"}});
}

// ---- inside what stays -------------------------------------------------------------------------

TEST(filter, a_section_inside_a_tag_that_stays_goes_all_the_same) {
  expect("<attempt_completion>Done <thinking>t</thinking> result</attempt_completion>",
         hide_thinking, "<attempt_completion>Done  result</attempt_completion>",
         {{"thinking", "t"}});
}

TEST(filter, a_recorded_tag_stays_and_is_a_section_as_well) {
  const Options options{.record = {"attempt_completion"}};
  expect("Well: <attempt_completion>Done.</attempt_completion>", options,
         "Well: <attempt_completion>Done.</attempt_completion>", {{"attempt_completion", "Done."}});
}

TEST(filter, what_is_recorded_is_raw_and_what_is_hidden_in_it_goes) {
  const Options options{.hide = {"thinking"}, .record = {"attempt_completion"}};
  expect("<attempt_completion>Done <thinking>t</thinking> result</attempt_completion>", options,
         "<attempt_completion>Done  result</attempt_completion>",
         {{"thinking", "t"}, {"attempt_completion", "Done <thinking>t</thinking> result"}});
}

TEST(filter, unwrap_takes_only_the_tags_out) {
  const Options options{.hide = {"thinking"}, .unwrap = {"answer"}};
  expect("<thinking>plan</thinking><answer>It is <b>4</b>.</answer>", options, "It is <b>4</b>.",
         {{"thinking", "plan"}});
}

TEST(filter, what_stands_around_a_section_never_joins_into_a_tag) {
  expect("<thi<thinking>x</thinking>nking>y", hide_thinking, "<thinking>y", {{"thinking", "x"}});
}

// ---- what is broken ----------------------------------------------------------------------------

TEST(filter, angle_brackets_that_are_no_tags_are_text) {
  expect("a < b, x <- y, 1 <= 2, <> and <<", hide_thinking, "a < b, x <- y, 1 <= 2, <> and <<", {});
  expect("<<thinking>t</thinking>>", hide_thinking, "<>", {{"thinking", "t"}});
}

TEST(filter, longer_and_shorter_names_are_other_names) {
  expect("<thinkingX>a</thinkingX> <think-er>b</think-er> <think>c</think>", hide_thinking,
         "<thinkingX>a</thinkingX> <think-er>b</think-er> <think>c</think>", {});
}

TEST(filter, a_tag_that_the_text_ends_in_is_text) {
  expect("So <thinking", hide_thinking, "So <thinking", {});
  expect("So <thinking depth='2", hide_thinking, "So <thinking depth='2", {});
}

TEST(filter, a_closing_tag_that_closes_nothing_is_text) {
  expect("a</thinking>b", hide_thinking, "a</thinking>b", {});
}

TEST(filter, a_section_that_is_never_closed_stays_hidden_and_says_so) {
  const std::string_view text = "Sure. <thinking>2 + 2 is";
  expect(text, hide_thinking, "Sure. ", {{"thinking", "2 + 2 is"}});
  EXPECT_FALSE(read_at_every_cut(text, hide_thinking).sections[0].is_closed);
}

TEST(filter, a_section_that_is_never_closed_may_be_text_instead) {
  const Options options{.hide = {"thinking"}, .unclosed_section = UnclosedSection::text};
  expect("Sure. <thinking>2 + 2 is", options, "Sure. <thinking>2 + 2 is", {});
}

TEST(filter, capitals_count_unless_they_are_ignored) {
  expect("<Thinking>t</THINKING>a", hide_thinking, "<Thinking>t</THINKING>a", {});
  const Options options{.hide = {"thinking"}, .ignore_case = true};
  expect("<Thinking>t</THINKING>a", options, "a", {{"Thinking", "t"}});
}

// ---- other ways to begin and end ---------------------------------------------------------------

TEST(filter, markers_hide_as_tags_do) {
  const Options options{.hide = {"[THINK]…[/THINK]"}};
  expect("[THINK]2 + 2[/THINK]It is 4.", options, "It is 4.", {{"[THINK]", "2 + 2"}});
}

TEST(filter, the_prompt_may_have_opened_the_section) {
  const Options options{.hide = {"thinking"}, .start_inside = "thinking"};
  expect("2 + 2</thinking>It is 4.", options, "It is 4.", {{"thinking", "2 + 2"}});
}

TEST(filter, only_sections_before_the_answer_go_where_that_is_asked_for) {
  const Options options{.hide = {"thinking"}, .leading_only = true};
  expect("\n<thinking>a</thinking>Write <thinking>b</thinking>.", options,
         "\nWrite <thinking>b</thinking>.", {{"thinking", "a"}});
}

TEST(filter, tags_in_code_stay_where_that_is_asked_for) {
  const Options options{.hide = {"thinking"}, .markdown_code = MarkdownCode::all};
  expect("<thinking>a</thinking>Write `<thinking>b</thinking>`.", options,
         "Write `<thinking>b</thinking>`.", {{"thinking", "a"}});
}

// ---- when it is shown --------------------------------------------------------------------------

TEST(filter, a_tag_may_come_in_pieces) {
  Reader reader = Reader::make(hide_thinking).value();
  EXPECT_EQ(content_of(reader.feed("Sure. <thi")), "Sure. ");
  EXPECT_EQ(content_of(reader.feed("nking>2 + 2</thin")), "");
  EXPECT_EQ(content_of(reader.feed("king>It is")), "It is");
  EXPECT_EQ(content_of(reader.feed(" 4 < 5.\n")), " 4 < 5.\n");
  EXPECT_EQ(content_of(reader.finish()), "");
}

TEST(filter, only_what_may_still_become_a_tag_of_a_rule_waits) {
  Reader reader = Reader::make(hide_thinking).value();
  EXPECT_EQ(content_of(reader.feed("x < y")), "x < y");
  EXPECT_EQ(content_of(reader.feed(" <too")), " <too");
  EXPECT_EQ(content_of(reader.feed("l> <thi")), "l> ");
  EXPECT_EQ(content_of(reader.feed("x")), "<thix");
  EXPECT_EQ(content_of(reader.feed("<think")), "");
  EXPECT_EQ(content_of(reader.finish()), "<think");
}

}  // namespace
}  // namespace tagstream::showcase
