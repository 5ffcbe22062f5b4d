#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/guarded_chunk.hpp"
#include "support/hostile.hpp"
#include "tagstream/extract.hpp"

/// Shapes that make careless tree builders quadratic.
namespace tagstream::testing {
namespace {

constexpr std::size_t length = 256 * kibibyte;

struct TreeTotals {
  std::uint64_t tags = 0;
  std::uint64_t closed = 0;
  std::uint64_t content = 0;  // bytes, those of nested tags again and again
  std::uint64_t depths = 0;
  std::uint64_t diagnostics = 0;
  std::uint64_t lines = 0;
  friend bool operator==(const TreeTotals&, const TreeTotals&) = default;
};

// For gtest.
std::ostream& operator<<(std::ostream& out, const TreeTotals& totals) {
  return out << totals.tags << " tags, " << totals.closed << " closed, " << totals.content
             << " bytes, depths " << totals.depths << ", " << totals.diagnostics
             << " diagnostics, lines " << totals.lines;
}

void add(TreeTotals& totals, const Tree& tree) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Tag tag = tree[i];
    ++totals.tags;
    totals.closed += tag.is_closed() ? 1 : 0;
    totals.content += tag.content_end() - tag.content_start();
    totals.depths += tag.depth();
  }
  for (const Diagnostic& one : tree.diagnostics()) {
    ++totals.diagnostics;
    totals.lines += one.line + one.column;
  }
}

TreeTotals read_in_pieces(std::string_view text, const Extractor& extractor, std::size_t size,
                          unsigned factor) {
  ExtractStream stream = *ExtractStream::make(extractor.options());
  TreeTotals totals;
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    add(totals, stream.feed(chunk.view()));
  }
  add(totals, stream.finish());
  const Stats stats = stream.stats();
  EXPECT_EQ(stats.bytes_fed, text.size());
  EXPECT_EQ(check_work(stats, factor), "");
  EXPECT_GE(stats.bytes_examined, text.size());
  return totals;
}

struct Shape {
  const char* name;
  TextOfSize make;
  ExtractOptions options{};
  unsigned factor = 8;
  std::size_t size = length;
};

// For gtest, which would print the bytes.
std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << shape.name; }

class ExtractHostile : public ::testing::TestWithParam<Shape> {};

TEST_P(ExtractHostile, shape_is_read_in_linear_time) {
  const Shape& shape = GetParam();
  const auto extractor = Extractor::make(shape.options);
  ASSERT_TRUE(extractor) << extractor.error().message;
  read_at_sizes(shape.make, shape.size, [&](std::string_view text, std::size_t piece) {
    const TreeTotals totals = read_in_pieces(text, *extractor, piece, shape.factor);
    if (piece == text.size()) {
      TreeTotals extracted;
      add(extracted, extractor->extract(text));
      EXPECT_EQ(extracted, totals);
    }
    return totals;
  });
}

ExtractOptions with_unclosed(Unclosed unclosed) { return {.unclosed = unclosed}; }

ExtractOptions with_names(std::vector<std::string> names) { return {.names = std::move(names)}; }

ExtractOptions with_last_close(std::vector<std::string> names) {
  return {.last_close = std::move(names)};
}

ExtractOptions with_code(ExtractOptions options = {}) {
  options.markdown_code = MarkdownCode::all;
  return options;
}

ExtractOptions with_folding(ExtractOptions options = {}) {
  options.ignore_case = true;
  return options;
}

ExtractOptions with_depth(std::size_t depth) { return {.max_depth = depth}; }

std::vector<std::string> many_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("r" + std::to_string(i));
  return names;
}

constexpr std::size_t no_end = ~std::size_t{0};

TextOfSize followed(TextOfSize first, std::string end) {
  return [first = std::move(first), end = std::move(end)](std::size_t size) {
    return first(size) + end;
  };
}

// Names that differ ever later, then a short one, which none of them is, again and again.
std::string names_in_a_chain(std::size_t size) {
  std::string text;
  for (std::size_t zeros = 0; text.size() < size / 2; ++zeros) {
    for (const char last : {'1', '2', '4', '8', 'p'}) {
      text += "<a" + std::string(zeros, '0') + last + "/>";
    }
  }
  while (text.size() < size) text += "</a>";
  return text;
}

const Shape tag_shapes[] = {
    {"depth", flood("", "<a>")},
    {"depth_folded", flood("", "<A>"), with_folding()},
    {"depth_closed", halves("<a>", "</a>")},
    {"depth_closed_at_once", followed(flood("<t>", "<a>"), "</t>")},
    {"depth_empty", flood("", "<a>"), with_unclosed(Unclosed::empty)},
    {"depth_text", flood("", "<a>"), with_unclosed(Unclosed::text)},
    {"depth_too_deep", flood("", "<a>"), with_depth(1)},
    {"depth_closed_too_deep", halves("<a>", "</a>"), with_depth(100)},
    {"siblings", flood("", "<a></a>")},
    {"names_in_a_chain", names_in_a_chain},
    {"siblings_inside", flood("<t>", "<a></a>")},
    {"siblings_inside_empty", flood("<t>", "<a></a>"), with_unclosed(Unclosed::empty)},
    {"siblings_inside_text", flood("<t>", "<a></a>"), with_unclosed(Unclosed::text)},
    {"self_closing", flood("", "<a/>")},
    {"self_closing_inside", flood("<t>", "<a/>")},
    {"unclosed_in_siblings", flood("", "<a><b></a>"), with_unclosed(Unclosed::empty)},
    {"names_distinct", numbered("", "<a", ">", no_end)},
    {"names_distinct_self_closing", numbered("", "<a", "/>", no_end)},
    {"names_distinct_closers", numbered("", "</a", ">", no_end)},
    {"names_longer_and_longer",
     [](std::size_t size) {
       std::string text;
       for (std::string name = "n"; text.size() < size; name += 'n') text += '<' + name + '>';
       return text;
     }},
    {"name_endless", flood("<", "n")},
    {"name_endless_folded", flood("<", "N"), with_folding(with_names({"n"}))},
    {"closers_mismatched", halves("<a>", "</b>")},
    {"closers_stray", flood("", "</b>")},
    {"closers_stray_inside", flood("<t>", "</b>")},
    {"crossed", flood("", "<a><b></a></b>")},
    {"crossed_inside", flood("<t>", "<a><b></a></b>")},
    {"crossed_text", flood("", "<a><b></a></b>"), with_unclosed(Unclosed::text)},
    {"crossed_deep",
     [](std::size_t size) {
       return flood("", "<a><b>")(size / 2) + flood("", "</a></b>")(size / 2);
     }},
    {"attributes", numbered("<e", " a", "=\"\"", no_end), {}, 8, 4 * length},
    {"attributes_finished",
     followed(numbered("<e", " a", "='x'", no_end), ">x</e>"),
     {},
     8,
     4 * length},
    {"attributes_too_many", flood("<e", " a=''"),
     [] {
       ExtractOptions options;
       options.limits.max_attributes = 8;
       return options;
     }()},
    {"tags_too_long", flood("", "<e a='xxxxxxxxxxxxxxxx"),
     [] {
       ExtractOptions options;
       options.limits.max_tag_bytes = 1000;
       return options;
     }()},
    {"less_than_signs", flood("", "<")},
    {"unfinished", flood("", "<a ")},
    {"unfinished_closers", flood("", "</a ")},
    {"blanks_in_a_tag", flood("<e", " ")},
    {"quote_never_closed", flood("<e a=\"", "<t></t>")},
    {"quotes_stray", flood("<a x=\"", "<b y=z\" x=\"")},
    {"quotes_of_both_kinds", flood("", "<r a=\"<r b='<r c=")},
    {"quotes_one_inside_another", flood("", "<r a='\"<r b=\"'")},
    {"comments", flood("", "<!--")},
    {"templates", flood("", "std::vector<int> f(std::map<int, std::vector<int>> m);\n")},
    {"templates_text", flood("", "vector<int> v; "), with_unclosed(Unclosed::text)},
    {"lines_of_unclosed", flood("", "<a>\n")},
    {"lines_of_strays", flood("", "</a>\r\n\r")},
    {"names_a_thousand", numbered("", "<r", ">", 1001), with_names(many_names(1000))},
    {"names_a_thousand_strays", numbered("", "</r", ">", 1001), with_names(many_names(1000))},
    {"nul_bytes", flood("", std::string("<a\0></a>", 8))},
};

// Elements of listed names, each in another with an ordinary one between, and each with a closing
// tag before that; then long content; then the ordinary ones end, one after the other.
TextOfSize nested_last_close(std::size_t count) {
  return [count](std::size_t size) {
    std::string text;
    for (const std::string& name : many_names(count)) {
      text.append("<").append(name).append("></").append(name).append("><q>");
    }
    while (text.size() < size) text += "<x/>";
    for (std::size_t i = 0; i < count; ++i) text += "</q>";
    return text;
  };
}

const Shape last_close_shapes[] = {
    {"opened_again", flood("<p><c></c>", "<c>"), with_last_close({"c"}), 16},
    {"opened_again_and_again", flood("", "<p><c></c><c>"), with_last_close({"c"}), 16},
    {"closed_again", flood("<c>", "</c>"), with_last_close({"c"}), 16},
    {"closed_again_folded", flood("<c>", "</C>"), with_folding(with_last_close({"c"})), 16},
    {"never_closed", flood("<c>", "<d></d>"), with_last_close({"c"}), 16},
    {"closed_early", flood("<c></c>", "<d></d>"), with_last_close({"c"}), 16},
    {"closed_early_in_each", flood("", "<p><c></c><d><c></p>"), with_last_close({"c"}), 16},
    {"siblings", flood("<p>", "<c></c>"), with_last_close({"c"}), 16},
    {"siblings_text", flood("<p>", "<c></c>"),
     [] {
       ExtractOptions options = with_last_close({"c"});
       options.unclosed = Unclosed::text;
       return options;
     }(),
     16},
    {"parents", flood("", "<p><c></c></p>"), with_last_close({"c"}), 16},
    {"two", flood("", "<c><d></c></d>"), with_last_close({"c", "d"}), 16},
    {"two_and_parents", flood("", "<p><c><q><d></c></q></d></p>"), with_last_close({"c", "d"}), 16},
    {"two_opened_again", flood("<c><d></d></c>", "<d><c>"), with_last_close({"c", "d"}), 16},
    {"two_closed_again", flood("<c><d>", "</c></d>"), with_last_close({"c", "d"}), 16},
    {"parents_end_early", flood("", "<p><c><p></c></p>"), with_last_close({"c"}), 16},
    {"parents_end_early_deep",
     [](std::size_t size) {
       return flood("", "<p><c><p></c>")(size / 2) + flood("", "</p></p>")(size / 2);
     },
     with_last_close({"c"}), 16},
    {"nested_2", nested_last_close(2), with_last_close(many_names(2)), 16},
    {"nested_64", nested_last_close(64), with_last_close(many_names(64)), 16},
    {"code", flood("<c>", "`</c>` </c>\n"), with_code(with_last_close({"c"})), 16},
    {"code_parents", flood("", "<p><c></c>`<d>` ``</p>\n"), with_code(with_last_close({"c"})), 16},
    {"code_parents_on_one_line", growing_runs("<p><c></c><d></p>"),
     with_code(with_last_close({"c"})), 16},
    {"code_closed_early", flood("<c></c>", "`<d>` </d>\n"), with_code(with_last_close({"c"})), 16},
};

const Shape code_shapes[] = {
    {"spans_on_one_line", growing_runs("<t>"), with_code(), 16},
    {"spans_on_lines", growing_runs("<t>\n"), with_code(), 16},
    {"span_never_closed", flood("`", "<t>"), with_code(), 16},
    {"spans_of_three_lengths", flood("", "`<t>``<t>```<t>"), with_code(), 16},
    {"spans_in_attributes", flood("", "<t a=\"`\">`"), with_code(), 16},
    {"backticks", flood("", "`"), with_code(), 16},
    {"fences", flood("", "```\n<t>\n"), with_code(), 16},
    {"fences_with_info", flood("", "```x `<t>`\n"), with_code(), 16},
    {"fence_never_closed", flood("~~~\n", "~~ <t>\n"), with_code(), 16},
};

INSTANTIATE_TEST_SUITE_P(tags, ExtractHostile, ::testing::ValuesIn(tag_shapes),
                         name_of_shape<Shape>);
INSTANTIATE_TEST_SUITE_P(last_close, ExtractHostile, ::testing::ValuesIn(last_close_shapes),
                         name_of_shape<Shape>);
INSTANTIATE_TEST_SUITE_P(code, ExtractHostile, ::testing::ValuesIn(code_shapes),
                         name_of_shape<Shape>);

constexpr std::size_t many = 100000;

// The name that no table may be slow on: all begin alike, all are of one length.
std::string long_name(std::size_t number) {
  const std::string digits = std::to_string(number);
  return "a_name_that_begins_as_all_the_others_do_" + std::string(6 - digits.size(), '0') + digits;
}

enum class Order : std::uint8_t { none, same, reverse, other };

std::string long_names(Order closers) {
  std::string text;
  for (std::size_t i = 0; i < many; ++i) text += '<' + long_name(i) + '>';
  for (std::size_t i = 0; closers != Order::none && i < many; ++i) {
    const std::size_t number = closers == Order::reverse ? many - 1 - i : i;
    text += "</" + long_name(closers == Order::other ? number + many : number) + '>';
  }
  return text;
}

TEST(extract_names, many_that_begin_alike_are_told_apart_in_linear_time) {
  for (const Order order : {Order::none, Order::same, Order::reverse, Order::other}) {
    SCOPED_TRACE("order " + std::to_string(static_cast<int>(order)));
    const std::string text = long_names(order);
    const TreeTotals whole = read_in_pieces(text, Extractor(), text.size(), 8);
    EXPECT_EQ(whole.tags, many);
    EXPECT_EQ(whole.closed, order == Order::reverse ? many : order == Order::same ? 1 : 0);
    EXPECT_EQ(read_in_pieces(text, Extractor(), 4096, 8), whole);
  }
}

TEST(extract_names, many_that_are_wanted_are_found_in_linear_time) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < many; i += 10) names.push_back(long_name(i));
  const auto extractor = Extractor::make(with_names(names));
  ASSERT_TRUE(extractor);
  const std::string text = long_names(Order::reverse);
  EXPECT_EQ(read_in_pieces(text, *extractor, text.size(), 8).closed, many / 10);
}

// The list is in the table of names from the start, and a stream forgets names.
TEST(extract_names, a_long_last_close_list_costs_a_stream_nothing) {
  const Extractor extractor = *Extractor::make(with_last_close(many_names(20000)));
  const std::string text = flood("", "<x></x>")(1 << 16);
  EXPECT_EQ(read_in_pieces(text, extractor, 4096, 16).tags, text.size() / 7);
  std::string names;
  for (std::size_t i = 0; i < many; ++i) names += "<e" + std::to_string(i) + "/>";
  EXPECT_EQ(read_in_pieces(names, extractor, 4096, 8).tags, many);
}

// Sizes inside a tag have 32 bits. The pages between are those that nobody has written to: all are
// one, so this takes no memory.
TEST(extract_names, a_tag_of_4_gib_is_content) {
  constexpr std::size_t longest = (std::size_t{1} << 32) - 1;
  constexpr std::string_view begin = "<a b=\"";
  constexpr std::string_view end = "\">x</a>";
  constexpr std::size_t size = longest + end.size();
  void* const block = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(block, MAP_FAILED);
  char* const text = static_cast<char*>(block);
  std::copy(begin.begin(), begin.end(), text);
  for (const std::size_t tag_size : {longest, longest + 1}) {
    char* const tail = text + tag_size - 2;
    std::copy(end.begin(), end.end(), tail);
    const auto found = inner(std::string_view(text, tag_size + end.size() - 2), "a");
    EXPECT_EQ(found.has_value(), tag_size == longest);
    if (found) {
      EXPECT_EQ(*found, "x");
    }
    std::fill_n(tail, end.size(), '\0');
  }
  munmap(block, size);
}

bool finds(const std::string& text) { return inner(std::string_view(text), "a").has_value(); }

TEST(extract_inner_hostile, floods_are_read) {
  const std::string deep = halves("<a>", "</a>")(4 * length);
  EXPECT_FALSE(finds(deep));  // closing tags are longer, so there are fewer of them
  EXPECT_TRUE(finds(deep + deep.substr(deep.size() / 2)));
  EXPECT_FALSE(finds(flood("<b x=\"", "<a y=z\" x=\"")(4 * length)));
  EXPECT_FALSE(finds(flood("", "<a x=\"<a y='<a z=")(4 * length)));
  EXPECT_FALSE(finds(flood("<", "a")(4 * length)));
}

}  // namespace
}  // namespace tagstream::testing
