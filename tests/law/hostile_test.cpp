#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/guarded_chunk.hpp"
#include "support/hostile.hpp"

/// A filter and a tokenizer in shapes that make careless readers quadratic.
namespace tagstream::testing {
namespace {

constexpr std::size_t length = 512 * kibibyte;
constexpr std::size_t large = 16 * mebibyte;

Totals read_filter(std::string_view text, const Rules& rules, std::size_t size, unsigned factor) {
  Reader filter(rules);
  return read_by_laws(text, filter, bounds_of(rules.options()), size, factor).totals;
}

struct Shape {
  const char* name;
  TextOfSize make;
  Options options;
  unsigned factor = 8;
  std::size_t size = length;
};

// For gtest, which would print the bytes.
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

void try_shape(const Shape& shape) {
  const auto rules = Rules::make(shape.options);
  ASSERT_TRUE(rules) << rules.error().message;
  read_at_sizes(shape.make, shape.size, [&](std::string_view text, std::size_t piece) {
    return read_filter(text, *rules, piece, shape.factor);
  });
}

Options options_of(const std::vector<Rule>& rules) { return with_rules(rules); }

Options changed(Options options, void (*change)(Options&)) {
  change(options);
  return options;
}

Options with_large_tags(Options options) {
  options.limits.max_tag_bytes = large;
  options.limits.max_attributes = large;
  return options;
}

Options with_held(Options options, std::size_t bytes) {
  options.limits.max_held_bytes = bytes;
  return options;
}

Options with_code(Options options) {
  options.markdown_code = MarkdownCode::all;
  return options;
}

Options unclosed_is_text(Options options) {
  options.unclosed_section = UnclosedSection::text;
  return options;
}

std::vector<Rule> many(Rule (*rule)(std::string), std::size_t count) {
  std::vector<Rule> rules;
  for (std::size_t i = 0; i < count; ++i) rules.push_back(rule("r" + std::to_string(i)));
  return rules;
}

const Options& thinking() {
  static const Options options = options_of({hide("thinking")});
  return options;
}

class hostile : public ::testing::TestWithParam<Shape> {};

TEST_P(hostile, shape_is_read_in_linear_time) { try_shape(GetParam()); }

const Shape tag_shapes[] = {
    {"endless_section", flood("<thinking>", "a"), thinking()},
    {"less_than_signs", flood("", "<"), thinking()},
    {"openers_almost", flood("", "<thinkin"), thinking()},
    {"closers_almost", flood("<thinking>", "</thinkin"), thinking()},
    {"openers_without_end", flood("", "<thinking "), thinking()},
    {"closers_without_end", flood("<thinking>", "</thinking "), thinking()},
    {"openers_unclosed", flood("", "<thinking>"), thinking()},
    {"openers_unclosed_text", flood("", "<thinking>"), unclosed_is_text(thinking()), 16},
    {"names_distinct", numbered("", "<a", ">", ~std::size_t{0}), thinking()},
    {"names_longer", flood("", "<thinkingX>"), thinking()},
    {"openers_then_other_closers", halves("<a>", "</b>"), options_of({record("a"), unwrap("b")})},
    {"crossed", flood("", "<a><b></a></b>"), options_of({record("a"), record("b")})},
    {"crossed_hidden", flood("", "<a><b></a></b>"), options_of({hide("a"), hide("b")}), 16},
    {"attributes", numbered("<e", " a", "=\"\"", ~std::size_t{0}),
     with_large_tags(options_of({hide("e")})), 8, 12 * length},
    {"attributes_too_many", flood("<e", " a=''"), options_of({hide("e")})},
    {"blanks_in_a_tag", flood("<e", " "), with_large_tags(options_of({hide("e")})), 8, 4 * length},
    {"blanks_in_a_tag_too_many", flood("<e", " "), options_of({hide("e")})},
    {"blanks_in_a_closer", flood("<e></", " "), with_large_tags(options_of({hide("e")}))},
    {"endless_name", flood("<", "n"), thinking(), 8, 2 * length},
    {"quote_never_closed", flood("<e a=\"", "</t>"), options_of({hide("e"), hide("t")}), 16},
    {"quote_never_closed_large", flood("<e a=\"", "<t>x</t>"),
     with_large_tags(options_of({hide("e"), hide("t")})), 16},
    {"stray_quotes", flood("<a x=\"", "<b y=z\" x=\""), options_of({hide("a"), hide("b")})},
    {"quotes_of_both_kinds", flood("", "<r a=\"<r b='"), options_of({record("r")})},
    {"quotes_of_both_kinds_large", flood("", "<r a=\"<r b='<r c="),
     with_large_tags(options_of({record("r")}))},
    {"quotes_then_long_text", flood("", "<r a=\"<r b='<r c=" + std::string(5000, 'x')),
     options_of({record("r")})},
    {"quotes_one_inside_another", flood("", "<r a='\"<r b=\"'"), options_of({record("r")})},
    {"comments", flood("", "<!--"), thinking()},
    {"cdata", flood("", "<![CDATA["), thinking()},
    {"tags_just_too_long", flood("", "<e a='" + std::string(65530, 'x') + "'>"),
     options_of({hide("e")})},
    {"attributes_one_too_many", flood("", "<e a a a a a a a a a>"),
     changed(options_of({hide("e")}), [](Options& o) { o.limits.max_attributes = 8; })},
};

const Shape rule_shapes[] = {
    {"thousand_rules", numbered("", "<r", ">", 1000), options_of(many(unwrap, 1000))},
    {"thousand_rules_recorded", numbered("", "<r", "/>", 1000), options_of(many(record, 1000))},
    {"thousand_rules_nested", numbered("", "<r", ">", 1000), options_of(many(record, 1000)), 8,
     length / 16},
    {"sixty_four_open_records",
     [](std::size_t size) { return numbered("", "<r", ">", 64)(500) + std::string(size, 'x'); },
     options_of(many(record, 64)), 8, length / 4},
    {"mentions_of_the_opener", flood("<thinking>", "</thinking><thinking><thinking>"), thinking(),
     16},
    {"mentions_of_many_openers",
     [](std::size_t size) {
       std::string text;
       for (std::size_t i = 0; text.size() < size; i = (i + 1) % 64) {
         const std::string name = "r" + std::to_string(i) + ">";
         text += "<" + name + "<" + name + "</" + name;
       }
       return text;
     },
     options_of(many(hide, 64)), 16},
    {"mentions_and_little_room", flood("<thinking>", "</thinking><thinking><thinking>"),
     with_held(thinking(), 4096), 16},
    {"mentions_and_little_room_text", flood("", "<thinking><thinking></thinking>x"),
     with_held(unclosed_is_text(thinking()), 64), 16},
    {"held_for_text", flood("<thinking>", "a"), unclosed_is_text(thinking()), 16},
    {"held_for_text_in_little_room", flood("", "<thinking>aaaaaaaaaaaaaaaa</thinking>"),
     with_held(unclosed_is_text(thinking()), 16), 16},
    {"records_unclosed", flood("", "<r>"), options_of({record("r")})},
    {"records_empty", flood("", "<r/>"), options_of({record("r")})},
    {"unwrap_openers", flood("", "<b>"), options_of({unwrap("b")})},
    {"unwrap_closers", flood("", "</b>"), options_of({unwrap("b")})},
    {"leading_blanks", flood("", " \n"),
     changed(thinking(), [](Options& o) { o.leading_only = true; })},
    {"implied_then_blanks", flood("", " \n"),
     changed(unclosed_is_text(thinking()), [](Options& o) { o.start_inside = "thinking"; }), 16},
    {"truncated_content", flood("<thinking>", "abc"),
     changed(thinking(), [](Options& o) { o.limits.max_section_bytes = 1000; })},
};

const Shape marker_shapes[] = {
    {"marker_flood", flood("", "<｜tool▁sep｜>"),
     options_of({unwrap_between("<｜tool▁sep｜>", "x")})},
    {"marker_flood_almost", flood("", "<｜tool▁sep｜"),
     options_of({unwrap_between("<｜tool▁sep｜>", "<｜tool▁sep｜/>")})},
    {"marker_flood_hidden", flood("<｜tool▁sep｜>", "<｜tool▁sep｜"),
     options_of({hide_between("<｜tool▁sep｜>", "<｜tool▁sep｜/>")})},
    {"marker_on_its_own_parts", flood("", "="), options_of({hide_between("===X===", "===Y===")})},
    {"marker_in_a_body_of_its_parts", flood("===X===", "==="),
     options_of({hide_between("===X===", "===X===X")})},
    {"markers_equal", flood("", "=="), options_of({hide_between("==", "==")})},
    {"markers_equal_odd", flood("", "==="), options_of({record_between("==", "==")})},
    {"marker_of_one_letter", flood("", "a"),
     options_of({hide_between(std::string(1000, 'a') + "b", "c"), unwrap_between("aa", "d")})},
    {"marker_long", flood("", std::string(999, 'a') + "c"),
     options_of({hide_between(std::string(1000, 'a') + "b", "c")})},
    {"marker_prefixes", flood("", "<|a<|a|<|"),
     options_of({hide_between("<|a|>", "</|a|>"), unwrap_between("<|", "|"), hide("a")})},
};

const Shape code_shapes[] = {
    {"spans_on_one_line", growing_runs("<t>"), with_code(options_of({hide("t")})), 16},
    {"spans_on_one_line_unwrap", growing_runs("<t>"), with_code(options_of({unwrap("t")})), 16},
    {"spans_on_one_line_little_room", growing_runs("<t>"),
     with_held(with_code(options_of({unwrap("t")})), 4096), 16},
    {"spans_on_one_line_no_room", growing_runs("<t>"),
     with_held(with_code(options_of({unwrap("t")})), 8), 16},
    {"spans_on_lines", growing_runs("<t>\n"), with_code(options_of({unwrap("t")})), 16},
    {"span_never_closed", flood("`", "<t>"), with_code(options_of({unwrap("t")})), 16},
    {"span_never_closed_little_room", flood("`", "<t>"),
     with_held(with_code(options_of({unwrap("t")})), 1000), 16},
    {"spans_never_closed_little_room", flood("", "`<t>``<t>```<t>````<t>x"),
     with_held(with_code(options_of({unwrap("t")})), 40), 16},
    {"spans_of_three_lengths", flood("", "`<t>``<t>```<t>"), with_code(options_of({unwrap("t")})),
     16},
    {"spans_and_hidden_bodies", flood("", "`<t>`</t>"), with_code(options_of({hide("t")})), 16},
    {"spans_and_records", flood("", "``<t>`"), with_code(options_of({record("t")})), 16},
    {"spans_in_attributes", flood("", "<t a=\"`\">`"), with_code(options_of({unwrap("t")})), 16},
    {"backticks", flood("", "`"), with_code(options_of({unwrap("t")})), 16},
    {"backticks_in_little_room", flood("a", "`"),
     with_held(with_code(options_of({unwrap("t")})), 64), 16},
    {"fences", flood("", "```\n"), with_code(options_of({unwrap("t")})), 16},
    {"fences_with_info", flood("", "```x `<t>`\n"), with_code(options_of({unwrap("t")})), 16},
    {"fence_info_without_end", flood("```", "x<t>"), with_code(options_of({unwrap("t")})), 16},
    {"fence_info_without_end_little_room", flood("```", "x<t>"),
     with_held(with_code(options_of({unwrap("t")})), 100), 16},
    {"fence_never_closed", flood("~~~\n", "~~ <t>\n"), with_code(options_of({unwrap("t")})), 16},
    {"fence_closers_almost", flood("````\n", "``` x\n"), with_code(options_of({unwrap("t")})), 16},
    {"indents", flood("", "   \n    ```\n"), with_code(options_of({unwrap("t")})), 16},
};

const Shape byte_shapes[] = {
    {"nul", flood("", std::string("<thinking\0>", 11)), thinking()},
    {"leads_only", flood("", "\xF0"), thinking()},
    {"continuations_only", flood("", "\x80"), thinking()},
    {"code_points_cut_short", flood("", "\xE2\x82"), thinking()},
    {"code_points", flood("<thinking>", "\xF0\x9F\x98\x80"), thinking()},
    {"line_ends", flood("", "\r\n"), with_code(thinking())},
};

INSTANTIATE_TEST_SUITE_P(tags, hostile, ::testing::ValuesIn(tag_shapes), name_of_shape<Shape>);
INSTANTIATE_TEST_SUITE_P(rules, hostile, ::testing::ValuesIn(rule_shapes), name_of_shape<Shape>);
INSTANTIATE_TEST_SUITE_P(markers, hostile, ::testing::ValuesIn(marker_shapes),
                         name_of_shape<Shape>);
INSTANTIATE_TEST_SUITE_P(code, hostile, ::testing::ValuesIn(code_shapes), name_of_shape<Shape>);
INSTANTIATE_TEST_SUITE_P(bytes, hostile, ::testing::ValuesIn(byte_shapes), name_of_shape<Shape>);

TEST(hostile_name, of_four_mebibytes_is_read) {
  const std::string name(std::size_t{4} << 20, 'n');
  const auto rules = Rules::make(with_large_tags(options_of({hide(name)})));
  ASSERT_TRUE(rules);
  const std::string text = '<' + name + ">a</" + name + ">b<" + name.substr(1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{64}, text.size()}) {
    const Totals totals = read_filter(text, *rules, piece, 8);
    EXPECT_EQ(totals.hidden, 1U);
    EXPECT_EQ(totals.content, 1 + name.size());
  }
}

struct TokenShape {
  const char* name;
  TextOfSize make;
  TokenizerOptions options;
};

void PrintTo(const TokenShape& shape, std::ostream* out) { *out << shape.name; }

class hostile_tokens : public ::testing::TestWithParam<TokenShape> {};

std::uint64_t count_tokens(std::string_view text, const TokenizerOptions& options,
                           std::size_t size) {
  auto tokenizer = Tokenizer::make(options);
  std::uint64_t tags = 0;
  std::uint64_t position = 0;
  const auto take = [&](std::span<const Token> tokens) {
    for (const Token& token : tokens) {
      EXPECT_EQ(token.begin, position);
      position = token.end();
      if (token.kind != TokenKind::text) ++tags;
    }
  };
  for (std::size_t at = 0; at < text.size(); at += size) {
    const GuardedChunk chunk(text.substr(at, size));
    take(tokenizer->feed(chunk.view()));
  }
  take(tokenizer->finish());
  const Stats stats = tokenizer->stats();
  EXPECT_EQ(position, text.size());
  EXPECT_EQ(check_work(stats, 8), "");
  EXPECT_LE(stats.bytes_held_max, options.limits.max_tag_bytes + size);
  return tags;
}

TEST_P(hostile_tokens, shape_is_read_in_linear_time) {
  const TokenShape& shape = GetParam();
  read_at_sizes(shape.make, length, [&](std::string_view text, std::size_t piece) {
    return count_tokens(text, shape.options, piece);
  });
}

TokenizerOptions large_tags() {
  return {.limits = {.max_tag_bytes = large, .max_attributes = large}};
}

TokenizerOptions marked(std::vector<std::string> markers) {
  return {.markers = std::move(markers)};
}

TokenizerOptions thousand_names() {
  TokenizerOptions options;
  for (int i = 0; i < 1000; ++i) options.names.push_back("r" + std::to_string(i));
  return options;
}

const TokenShape token_shapes[] = {
    {"less_than_signs", flood("", "<"), {}},
    {"endless_name", flood("<", "n"), {}},
    {"endless_name_large", flood("<", "n"), large_tags()},
    {"blanks", flood("<e", " "), large_tags()},
    {"attributes", numbered("<e", " a", "=\"\"", ~std::size_t{0}), large_tags()},
    {"quote_never_closed", flood("<e a=\"", "</t>"), {}},
    {"quote_never_closed_large", flood("<e a=\"", "</t>"), large_tags()},
    {"stray_quotes", flood("<a x=\"", "<b y=z\" x=\""), large_tags()},
    {"quotes_of_both_kinds", flood("", "<r a=\"<r b='<r c="), large_tags()},
    {"names_distinct", numbered("", "<a", ">", ~std::size_t{0}), {}},
    {"thousand_names", numbered("", "<r", ">", 1001), thousand_names()},
    {"markers", flood("", "<｜tool▁sep｜>"), marked({"<｜tool▁sep｜>"})},
    {"marker_parts", flood("", "="), marked({"===X===", "=="})},
    {"comments", flood("", "<!--"), {}},
};

INSTANTIATE_TEST_SUITE_P(tokens, hostile_tokens, ::testing::ValuesIn(token_shapes),
                         name_of_shape<TokenShape>);

}  // namespace
}  // namespace tagstream::testing
