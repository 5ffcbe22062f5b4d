// Every tag of a text, as a tree.
//
// The text need not be XML: it has no root, text stands between the tags, and tags may be open,
// crossed or cut off. Each tag says its name, its attributes, its content as written, where it
// begins and ends, and which tags stand in it. A tag that is never closed, closes nothing or is cut
// off is reported in a list beside the tree, and reading goes on.
//
// In each test: the text, and the tree. A line of the tree is a tag: its opening tag as written,
// where the element begins and ends (one past its last byte), and its content. Tags that stand in
// it follow, indented. Last come the diagnostics.
#include <ostream>

#include "showcase/every_cut.hpp"

namespace tagstream::showcase {
namespace {

std::string outline(const Tree& tree) {
  std::string text;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Tag tag = tree[i];
    text += std::string(2 * (tag.depth() - 1), ' ') + std::string(tag.raw_tag());
    text += " " + std::to_string(tag.start()) + ".." + std::to_string(tag.end());
    if (!tag.is_self_closing()) text += " [" + std::string(tag.content()) + "]";
    text += tag.is_closed() ? "\n" : " not closed\n";
  }
  for (const Diagnostic& one : tree.diagnostics()) {
    text += std::string(to_string(one.kind)) + " " + one.name + " at line " +
            std::to_string(one.line) + ", column " + std::to_string(one.column) + "\n";
  }
  return text;
}

void expect(std::string_view text, const ExtractOptions& options, std::string_view tree) {
  EXPECT_EQ(outline(extract_at_every_cut(text, options)), tree);
}
void expect(std::string_view text, std::string_view tree) { expect(text, {}, tree); }

// ---- tags --------------------------------------------------------------------------------------

TEST(extract, the_tags_of_a_text_come_in_order) {
  expect("First <a>one</a>, then <b>two</b>.",
         "<a> 6..16 [one]\n"
         "<b> 23..33 [two]\n");
}

TEST(extract, a_text_without_tags_has_none) {
  expect("a < b, x <- y, 1 <= 2, <>, <john@example.com>, <!-- no -->", "");
  expect("", "");
}

TEST(extract, tags_inside_a_tag_are_its_children) {
  expect("<plan><step>one</step><step>two <b>now</b></step></plan>",
         "<plan> 0..56 [<step>one</step><step>two <b>now</b></step>]\n"
         "  <step> 6..22 [one]\n"
         "  <step> 22..49 [two <b>now</b>]\n"
         "    <b> 32..42 [now]\n");
}

TEST(extract, tags_of_the_same_name_nest) {
  expect("<a>1<a>2</a>3</a>",
         "<a> 0..17 [1<a>2</a>3]\n"
         "  <a> 4..12 [2]\n");
}

TEST(extract, a_tag_may_close_itself) {
  expect("<br/> and <hr width=\"3\" />",
         "<br/> 0..5\n"
         "<hr width=\"3\" /> 10..26\n");
}

TEST(extract, content_keeps_blanks_and_line_ends) {
  expect("<a>\n  x\n</a>", "<a> 0..12 [\n  x\n]\n");
}

TEST(extract, places_are_counted_in_bytes) { expect("é<a>ü</a>", "<a> 2..11 [ü]\n"); }

TEST(extract, a_tag_says_all_of_this) {
  const Tree tree = extract_at_every_cut("So <file name=\"a.c\">int <i>x</i>;</file>");
  ASSERT_EQ(tree.size(), 2U);
  const Tag file = *tree.tags().begin();
  EXPECT_EQ(file.name(), "file");
  EXPECT_EQ(file.attribute("name"), "a.c");
  EXPECT_EQ(file.raw_tag(), "<file name=\"a.c\">");
  EXPECT_EQ(file.content(), "int <i>x</i>;");
  EXPECT_EQ(file.start(), 3U);
  EXPECT_EQ(file.content_start(), 20U);
  EXPECT_EQ(file.content_end(), 33U);
  EXPECT_EQ(file.end(), 40U);
  EXPECT_TRUE(file.is_closed());
  EXPECT_FALSE(file.is_self_closing());
  EXPECT_EQ((*file.children().begin()).content(), "x");
  EXPECT_EQ(tree[1].parent()->name(), "file");
}

// ---- attributes --------------------------------------------------------------------------------

struct Written {
  std::string name;
  std::string value;
  bool has_value = true;

  friend bool operator==(const Written&, const Written&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Written& written) {
    return out << written.name << (written.has_value ? "=" + written.value : "");
  }
};

std::vector<Written> attributes_at_every_cut(std::string_view text) {
  std::vector<Written> attributes;
  const Tree tree = extract_at_every_cut(text);
  for (const Attribute& one : tree[0].attributes()) {
    attributes.push_back({std::string(one.name), std::string(one.value), one.has_value});
  }
  return attributes;
}

using Attributes = std::vector<Written>;

TEST(extract, attributes_may_be_quoted_in_two_ways_or_not_at_all) {
  EXPECT_EQ(attributes_at_every_cut(R"(<file name="a.c" mode='r w' line=3></file>)"),
            (Attributes{{"name", "a.c"}, {"mode", "r w"}, {"line", "3"}}));
}

TEST(extract, an_attribute_without_a_value_is_not_one_with_an_empty_value) {
  EXPECT_EQ(attributes_at_every_cut(R"(<a open name="">x</a>)"),
            (Attributes{{"open", "", false}, {"name", "", true}}));
}

TEST(extract, angle_brackets_and_quotes_may_stand_in_quotes) {
  EXPECT_EQ(attributes_at_every_cut(R"(<a if="1 < 2 > 0" say='"hi"' tag="</a>"/>)"),
            (Attributes{{"if", "1 < 2 > 0"}, {"say", "\"hi\""}, {"tag", "</a>"}}));
}

TEST(extract, blanks_and_line_ends_may_stand_between_attributes) {
  EXPECT_EQ(attributes_at_every_cut("<a\n  b = \"1\"\n  c='2'\n/>"),
            (Attributes{{"b", "1"}, {"c", "2"}}));
}

TEST(extract, an_attribute_may_come_twice) {
  EXPECT_EQ(attributes_at_every_cut("<a b=1 b=2/>"), (Attributes{{"b", "1"}, {"b", "2"}}));
}

TEST(extract, a_value_may_follow_the_name_of_the_tag) {
  EXPECT_EQ(attributes_at_every_cut("<function=search>x</function>"), (Attributes{{"", "search"}}));
}

TEST(extract, looking_up_an_attribute_gives_its_first_value_or_nothing) {
  const Tree tree = extract_at_every_cut("<a b=1 b=2 c>x</a>");
  const Tag tag = tree[0];
  EXPECT_EQ(tag.attribute("b"), "1");
  EXPECT_EQ(tag.attribute("c"), "");
  EXPECT_EQ(tag.attribute("B"), std::nullopt);
  EXPECT_EQ(tag.attribute("d"), std::nullopt);
}

TEST(extract, values_are_as_written_and_entities_are_decoded_on_request) {
  const Tree tree = extract_at_every_cut("<a if='1 &lt; 2 &amp; 3'/>");
  EXPECT_EQ(tree[0].attribute("if"), "1 &lt; 2 &amp; 3");
  EXPECT_EQ(decode_entities(*tree[0].attribute("if")), "1 < 2 & 3");
}

// ---- finding -----------------------------------------------------------------------------------

TEST(extract, tags_are_found_by_name_at_any_depth) {
  const Tree tree = extract_at_every_cut("<a><b>1</b></a><b>2</b>");
  EXPECT_EQ(tree.find("b")->content(), "1");
  ASSERT_EQ(tree.find_all("b").size(), 2U);
  EXPECT_EQ(tree.find_all("b")[1].content(), "2");
  EXPECT_EQ(tree.find("c"), std::nullopt);
}

TEST(extract, capitals_count_unless_they_are_ignored) {
  expect("<File>x</FILE>",
         "<File> 0..14 [x</FILE>] not closed\n"
         "unclosed File at line 1, column 1\n"
         "stray_close FILE at line 1, column 8\n");
  const ExtractOptions options{.ignore_case = true};
  expect("<File>x</FILE>", options, "<File> 0..14 [x]\n");
  const Tree tree = extract_at_every_cut("<File NAME=a>x</FILE>", options);
  EXPECT_EQ(tree.find("file")->attribute("name"), "a");
}

TEST(extract, only_some_names_may_be_tags) {
  expect("<p>1 <b>2</p> 3</b>", {.names = {"b"}}, "<b> 5..19 [2</p> 3]\n");
}

// ---- what is broken ----------------------------------------------------------------------------

TEST(extract, a_tag_that_is_never_closed_reaches_to_the_end) {
  expect("x <a>y <b>z</b>",
         "<a> 2..15 [y <b>z</b>] not closed\n"
         "  <b> 7..15 [z]\n"
         "unclosed a at line 1, column 3\n");
}

TEST(extract, a_closing_tag_closes_what_is_open_inside_its_element) {
  expect("<a>1<b>2</a>3</b>",
         "<a> 0..12 [1<b>2]\n"
         "  <b> 4..8 [2] not closed\n"
         "unclosed b at line 1, column 5\n"
         "stray_close b at line 1, column 14\n");
}

TEST(extract, a_closing_tag_that_closes_nothing_is_text) {
  expect("x</a>\ny</b> <c>z</c>",
         "<c> 12..20 [z]\n"
         "stray_close a at line 1, column 2\n"
         "stray_close b at line 2, column 2\n");
}

TEST(extract, a_tag_that_the_text_ends_in_is_text) {
  expect("x\n<a b=\"c", "incomplete_tag a at line 2, column 1\n");
}

TEST(extract, a_tag_that_never_ends_does_not_hide_the_next) {
  expect("<a <b>x</b>", "<b> 3..11 [x]\n");
  expect("<a b=\"c <b>x</b>",
         "<b> 8..16 [x]\n"
         "incomplete_tag a at line 1, column 1\n");
}

TEST(extract, an_unclosed_tag_may_stand_for_itself_alone) {
  expect("<p>a<br>b<i>c</i></p>", {.unclosed = Unclosed::empty},
         "<p> 0..21 [a<br>b<i>c</i>]\n"
         "  <br> 4..8 [] not closed\n"
         "  <i> 9..17 [c]\n"
         "unclosed br at line 1, column 5\n");
}

TEST(extract, an_unclosed_tag_may_be_text) {
  expect("use vector<int> <i>here</i>", {.unclosed = Unclosed::text},
         "<i> 16..27 [here]\n"
         "unclosed int at line 1, column 11\n");
}

// ---- files and code ----------------------------------------------------------------------------

TEST(extract, a_file_may_mention_its_own_closing_tag) {
  expect("<file>say </file> twice</file> ok", {.last_close = {"file"}},
         "<file> 0..30 [say </file> twice]\n");
}

TEST(extract, tags_in_code_are_text_where_that_is_asked_for) {
  expect("Write `<a>`, not <b>x</b>.\n```\n<c>\n```\n", {.markdown_code = MarkdownCode::all},
         "<b> 17..25 [x]\n");
}

// ---- depth, and streams ------------------------------------------------------------------------

TEST(extract, deeper_tags_may_stay_as_they_are) {
  expect("<a><b><c>x</c></b></a>", {.max_depth = 2},
         "<a> 0..22 [<b><c>x</c></b>]\n"
         "  <b> 3..18 [<c>x</c>]\n");
}

TEST(extract, a_hundred_thousand_levels_are_no_more_than_a_long_text) {
  constexpr std::size_t levels = 100'000;
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) text += "<a>";
  for (std::size_t i = 0; i < levels; ++i) text += "</a>";
  const Tree tree = extract(text);
  ASSERT_EQ(tree.size(), levels);
  EXPECT_EQ(tree[levels - 1].depth(), levels);
  EXPECT_TRUE(tree.diagnostics().empty());
}

TEST(extract, a_stream_gives_each_top_level_tag_when_it_is_complete) {
  ExtractStream stream;
  EXPECT_EQ(outline(stream.feed("So <a>1<b")), "");
  EXPECT_EQ(outline(stream.feed(">2</b></")), "");
  EXPECT_EQ(outline(stream.feed("a> <c>3")),
            "<a> 3..19 [1<b>2</b>]\n"
            "  <b> 7..15 [2]\n");
  EXPECT_EQ(outline(stream.finish()),
            "<c> 20..24 [3] not closed\n"
            "unclosed c at line 1, column 21\n");
}

}  // namespace
}  // namespace tagstream::showcase
