#include "tagstream/tree.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tagstream/extract.hpp"

namespace tagstream {
namespace {

Tree tree_of(std::string text) { return extract(std::move(text)); }

std::string names_of(const std::vector<Tag>& tags) {
  std::string names;
  for (const Tag tag : tags) names += std::string(tag.name()) + " ";
  return names;
}

TEST(tree, of_nothing_is_empty) {
  const Tree none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.diagnostics().empty());
  const Tree tree = tree_of("no tags");
  EXPECT_TRUE(tree.tags().empty());
  EXPECT_EQ(tree.text(), "no tags");
}

TEST(tree, tags_and_children_are_ranges_in_text_order) {
  const Tree tree = tree_of("<a><b></b><c><d/></c></a><e></e>");
  EXPECT_EQ(names_of(tree.tags()), "a e ");
  EXPECT_EQ(names_of(tree[0].children()), "b c ");
  EXPECT_EQ(names_of(tree[2].children()), "d ");
  EXPECT_TRUE(tree[1].children().empty());
}

TEST(tree, a_tag_tells_all_about_itself) {
  const Tree tree = tree_of("x<a k='v' on>in<b/></a>");
  const Tag tag = tree[0];
  EXPECT_EQ(tag.name(), "a");
  EXPECT_EQ(tag.raw_tag(), "<a k='v' on>");
  EXPECT_EQ(tag.attribute("k"), "v");
  EXPECT_EQ(tag.attribute("on"), "");
  EXPECT_EQ(tag.attribute("off"), std::nullopt);
  EXPECT_EQ(tag.content(), "in<b/>");
  EXPECT_EQ(tag.start(), 1U);
  EXPECT_EQ(tag.content_start(), 13U);
  EXPECT_EQ(tag.content_end(), 19U);
  EXPECT_EQ(tag.end(), 23U);
  EXPECT_TRUE(tag.is_closed());
  EXPECT_FALSE(tag.is_self_closing());
  EXPECT_EQ(tag.depth(), 1U);
  EXPECT_EQ(tag.parent(), std::nullopt);
}

TEST(tree, a_child_knows_its_parent) {
  const Tree tree = tree_of("<a><b><c></c></b></a>");
  EXPECT_EQ(tree[2].depth(), 3U);
  EXPECT_EQ(tree[2].parent()->name(), "b");
  EXPECT_EQ(tree[2].parent()->index(), 1U);
}

TEST(tree, find_is_depth_first) {
  const Tree tree = tree_of("<a><x>1</x></a><x>2</x>");
  EXPECT_EQ(tree.find("x")->content(), "1");
  EXPECT_EQ(tree.find("y"), std::nullopt);
  EXPECT_EQ(tree.find_all("x").size(), 2U);
  EXPECT_EQ(tree.find_all("x")[1].content(), "2");
}

TEST(tree, a_copy_and_a_moved_tree_stand_by_themselves) {
  Tree first = tree_of("<a>1</a></z>");
  Tree copy = first;
  const Tree moved = std::move(first);
  first = tree_of("<b>another, longer text than the first</b>");
  EXPECT_EQ(copy[0].content(), "1");
  EXPECT_EQ(moved[0].content(), "1");
  EXPECT_EQ(copy.diagnostics()[0].name, "z");
  EXPECT_EQ(moved.diagnostics()[0].name, "z");
}

TEST(tree, an_empty_one_can_be_copied_and_moved) {
  Tree none;
  Tree copy = none;
  const Tree moved = std::move(copy);
  EXPECT_TRUE(moved.empty());
  EXPECT_TRUE(moved.diagnostics().empty());
  none = tree_of("<a>1</a>");
  EXPECT_EQ(none[0].content(), "1");
  none = Tree();
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.text().empty());
}

TEST(tree, a_view_of_an_owned_text_outlives_a_move) {
  Tree tree = tree_of("<a>1</a>");
  const std::string_view content = tree[0].content();
  const Tree moved = std::move(tree);
  EXPECT_EQ(moved[0].content().data(), content.data());
}

TEST(tree, a_copy_with_its_own_text_outlives_the_stream_it_came_from) {
  Tree kept;
  {
    ExtractStream stream;
    static_cast<void>(stream.feed("some text <a b=c>"));
    const Tree& tree = stream.feed(std::string("x</a>"));
    kept = tree.with_own_text();
    EXPECT_NE(kept.text().data(), tree.text().data());
    EXPECT_EQ(kept.text_start(), tree.text_start());
  }
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].content(), "x");
  EXPECT_EQ(kept[0].attribute("b"), "c");
  EXPECT_EQ(kept[0].start(), 10U);
  EXPECT_EQ(kept.text_start(), 10U);
}

TEST(tree, diagnostics_can_be_walked_and_counted) {
  const Tree tree = tree_of("</a></b><c>");
  std::string names;
  for (const Diagnostic& diagnostic : tree.diagnostics()) names += diagnostic.name;
  EXPECT_EQ(names, "abc");
  EXPECT_EQ(tree.diagnostics().size(), 3U);
  EXPECT_FALSE(tree.diagnostics().empty());
  EXPECT_EQ(tree.diagnostics()[1].offset, 4U);
}

TEST(tree, diagnostics_have_line_and_column) {
  const Tree tree = tree_of("a\r\n\xC3\xA9<b>\r</c>\n<d");
  const std::vector<Diagnostic> diagnostics = tree.diagnostics();
  ASSERT_EQ(diagnostics.size(), 3U);
  EXPECT_EQ(diagnostics[0].kind, Code::unclosed);
  EXPECT_EQ(diagnostics[0].line, 2U);
  EXPECT_EQ(diagnostics[0].column, 2U);
  EXPECT_EQ(diagnostics[1].kind, Code::stray_close);
  EXPECT_EQ(diagnostics[1].line, 3U);
  EXPECT_EQ(diagnostics[1].column, 1U);
  EXPECT_EQ(diagnostics[2].kind, Code::incomplete_tag);
  EXPECT_EQ(diagnostics[2].line, 4U);
  EXPECT_EQ(diagnostics[2].offset, 14U);
  EXPECT_EQ(diagnostics[2].name, "d");
}

}  // namespace
}  // namespace tagstream
