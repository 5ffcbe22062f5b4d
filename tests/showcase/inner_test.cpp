// The content of one tag.
//
// `inner(text, name)` gives the text between `<name>` and the `</name>` that belongs to it. Tags of
// the same name inside are counted, so a nested pair does not end the outer one. Of several pairs
// it gives the first; where there is none it gives nothing, which is not the same as empty text.
//
// In each test: the text, the name, and what stands inside.
#include <optional>

#include "showcase/every_cut.hpp"

namespace tagstream::showcase {
namespace {

// The content of the first complete element of that name: a stream's way to the same answer.
std::optional<std::string> inner_of_stream(std::string_view text, ExtractStream& stream,
                                           const Cuts& cuts) {
  std::optional<std::string> content;
  const auto look = [&content](const Tree& tree) {
    for (const Tag tag : tree.tags()) {
      if (!content && tag.is_closed() && !tag.is_self_closing()) content = tag.content();
    }
  };
  stream.reset();
  testing::for_each_piece(text, cuts, [&](std::string_view piece) {
    look(stream.feed(std::string(piece)));
    return true;
  });
  look(stream.finish());
  return content;
}

// `inner` takes a whole text. Of a text that has not come to its end it says nothing, or what it
// says of the whole; and a stream of these tags finds the same, wherever the text is cut.
std::optional<std::string> inner_at_every_cut(std::string_view text, std::string_view name) {
  const std::optional<std::string_view> whole = inner(text, name);
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto so_far = inner(text.substr(0, size), name);
    EXPECT_TRUE(!so_far || so_far == whole) << "in the first " << size << " bytes";
  }
  ExtractStream stream = ExtractStream::make({.names = {std::string(name)}}).value();
  for (const Cuts& cuts : every_cut(text)) {
    EXPECT_EQ(inner_of_stream(text, stream, cuts), whole) << to_text(cuts);
  }
  return whole ? std::optional<std::string>(*whole) : std::nullopt;
}

TEST(inner, is_what_stands_between_the_tags) {
  EXPECT_EQ(inner_at_every_cut("before <break>inside</break> after", "break"), "inside");
}

TEST(inner, reaches_to_the_closing_tag_of_the_outermost_pair) {
  EXPECT_EQ(inner_at_every_cut("<break>outer <break>inner</break> after</break>", "break"),
            "outer <break>inner</break> after");
}

TEST(inner, of_two_pairs_is_that_of_the_first) {
  EXPECT_EQ(inner_at_every_cut("<break>first</break> and <break>second</break>", "break"), "first");
}

TEST(inner, may_hold_several_pairs_side_by_side) {
  EXPECT_EQ(inner_at_every_cut("<a>1<a>2</a>3<a>4</a>5</a>6", "a"), "1<a>2</a>3<a>4</a>5");
}

TEST(inner, may_be_many_levels_deep) {
  EXPECT_EQ(inner_at_every_cut("<a><a><a><a><a>x</a></a></a></a></a>", "a"),
            "<a><a><a><a>x</a></a></a></a>");
}

TEST(inner, holds_other_tags_as_they_are) {
  EXPECT_EQ(inner_at_every_cut("<a>x <b c='d'>y</b> <br/> z</a>", "a"), "x <b c='d'>y</b> <br/> z");
}

TEST(inner, is_found_inside_other_tags_too) {
  EXPECT_EQ(inner_at_every_cut("<plan><step>one</step><step>two</step></plan>", "step"), "one");
}

TEST(inner, keeps_its_blanks_and_line_ends) {
  EXPECT_EQ(inner_at_every_cut("<a>\n  x\n</a>", "a"), "\n  x\n");
}

TEST(inner, may_be_empty) { EXPECT_EQ(inner_at_every_cut("<a></a>", "a"), ""); }

TEST(inner, does_not_need_a_plain_opening_tag) {
  EXPECT_EQ(inner_at_every_cut(R"(<a b="</a>" c>x</a>)", "a"), "x");
  EXPECT_EQ(inner_at_every_cut("<a >x</ a >", "a"), "x");
}

TEST(inner, does_not_count_tags_that_close_themselves) {
  EXPECT_EQ(inner_at_every_cut("<a/>x<a>y</a>", "a"), "y");
  EXPECT_EQ(inner_at_every_cut("<a>x<a/>y</a>z", "a"), "x<a/>y");
}

TEST(inner, does_not_count_longer_names) {
  EXPECT_EQ(inner_at_every_cut("<breaker>x</breaker><break>y</breaker></break>", "break"),
            "y</breaker>");
}

TEST(inner, does_not_count_closing_tags_before_it) {
  EXPECT_EQ(inner_at_every_cut("</a>x<a>y</a>", "a"), "y");
}

TEST(inner, is_not_disturbed_by_what_is_no_tag) {
  EXPECT_EQ(inner_at_every_cut("<a>1 < 2, <b and </c></a>", "a"), "1 < 2, <b and </c>");
}

TEST(inner, of_no_tag_is_nothing) {
  EXPECT_EQ(inner_at_every_cut("no tag at all", "a"), std::nullopt);
  EXPECT_EQ(inner_at_every_cut("<b>x</b>", "a"), std::nullopt);
  EXPECT_EQ(inner_at_every_cut("", "a"), std::nullopt);
  EXPECT_EQ(inner_at_every_cut("<a/>", "a"), std::nullopt);
}

TEST(inner, of_a_tag_that_is_never_closed_is_nothing) {
  EXPECT_EQ(inner_at_every_cut("<a>x", "a"), std::nullopt);
  EXPECT_EQ(inner_at_every_cut("<a>x</a", "a"), std::nullopt);
}

// The outermost pair is meant: what stands in one that is still open is not it.
TEST(inner, of_an_open_tag_around_a_pair_is_nothing) {
  EXPECT_EQ(inner_at_every_cut("<a>x <a>y</a>", "a"), std::nullopt);
}

TEST(inner, counts_capitals_unless_they_are_ignored) {
  EXPECT_EQ(inner_at_every_cut("<Break>x</BREAK>", "break"), std::nullopt);
  EXPECT_EQ(inner("<Break>x</BREAK>", "break", true), "x");
}

}  // namespace
}  // namespace tagstream::showcase
