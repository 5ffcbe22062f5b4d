#include <string>
#include <utility>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/subjects.hpp"

/// Every text of a small alphabet up to some length, in every two pieces and byte by byte: always
/// the same events (L1), and those of the model.
namespace tagstream::testing {
namespace {

const Symbols bytes = {"<", ">", "/", "t", "x", "\"", "=", " "};
const Symbols tags = {"<t>", "</t>", "<t/>", "<u>", "</u>",    "<u",
                      "x",   " ",    "<",    "\"",  "<t a=\"", "/>"};
const Symbols code = {"<t>", "</t>", "<u>", "</u>", "`", "``", "\n", " ", "x", "```", "\n~~~", "<"};

FilterOptions with_rules(std::vector<Rule> rules) {
  FilterOptions options;
  options.rules = std::move(rules);
  return options;
}

template <class Change>
void try_filter(std::vector<Rule> rules, const Symbols& symbols, std::size_t length,
                Change change) {
  FilterOptions options = with_rules(std::move(rules));
  change(options);
  exhaustive(ReaderSubject(options), symbols, length);
}

void keep(FilterOptions&) {}

TEST(exhaustive_bytes, tokens_of_any_tag) { exhaustive(TokenSubject({}), bytes, 7); }

TEST(exhaustive_bytes, tokens_of_one_name) {
  TokenizerOptions options;
  options.names = {"t"};
  exhaustive(TokenSubject(options), bytes, 7);
}

TEST(exhaustive_bytes, hide_balanced) { try_filter({hide("t")}, bytes, 7, keep); }

TEST(exhaustive_bytes, hide_first_close) {
  try_filter({hide("t")}, bytes, 7, [](FilterOptions& o) { o.nesting = Nesting::first_close; });
}

TEST(exhaustive_bytes, hide_unwrap_record) {
  try_filter({unwrap("t")}, bytes, 6, keep);
  try_filter({record("t")}, bytes, 6, keep);
  try_filter({hide("t"), unwrap("x")}, bytes, 6, keep);
}

TEST(exhaustive_bytes, unclosed_is_text) {
  try_filter({hide("t")}, bytes, 6, [](FilterOptions& o) { o.on_unclosed = OnUnclosed::text; });
}

TEST(exhaustive_bytes, start_inside) {
  try_filter({hide("t")}, bytes, 6, [](FilterOptions& o) { o.start_inside = "t"; });
  try_filter({hide("t")}, bytes, 6, [](FilterOptions& o) {
    o.start_inside = "t";
    o.on_unclosed = OnUnclosed::text;
  });
}

TEST(exhaustive_bytes, leading_only) {
  try_filter({hide("t"), unwrap("x")}, bytes, 6, [](FilterOptions& o) { o.leading_only = true; });
}

TEST(exhaustive_bytes, tiny_limits) {
  try_filter({hide("t")}, bytes, 6, [](FilterOptions& o) { o.limits.max_tag_bytes = 4; });
  try_filter({hide("t"), record("x")}, bytes, 6, [](FilterOptions& o) {
    o.limits.max_attributes = 0;
    o.limits.max_section_bytes = 1;
  });
}

TEST(exhaustive_bytes, markers_that_overlap_tags) {
  const Symbols few = {"<", ">", "/", "t", "x", "=", "="};
  try_filter({hide_between("<t", "t>"), hide("t")}, bytes, 6, keep);
  try_filter({hide_between("=x=", "="), unwrap_between("=", "=x")}, few, 6, keep);
  try_filter({hide_between("==", "=="), record("t")}, bytes, 6, keep);
  try_filter({record_between("==", "=="), unwrap_between("=", "x")}, bytes, 6, keep);
}

TEST(exhaustive_bytes, markdown_code) {
  const Symbols few = {"<", ">", "t", "/", "`", "\n", "x"};
  try_filter({hide("t"), unwrap("x")}, few, 7, [](FilterOptions& o) { o.markdown_code = true; });
}

TEST(exhaustive_bytes, code_points) {
  const Symbols few = {"<", "t", ">", "\xE2", "\x82", "\xAC", "\xF0", "x"};
  try_filter({hide("t"), unwrap_between("\xAC", "\x82")}, few, 6, keep);
}

TEST(exhaustive_tags, hide_balanced) { try_filter({hide("t"), hide("u")}, tags, 5, keep); }

TEST(exhaustive_tags, hide_first_close) {
  try_filter({hide("t"), hide("u")}, tags, 5,
             [](FilterOptions& o) { o.nesting = Nesting::first_close; });
}

TEST(exhaustive_tags, hide_unwrap_record) {
  try_filter({hide("t"), record("u")}, tags, 5, keep);
  try_filter({record("t"), unwrap("u")}, tags, 5, keep);
}

TEST(exhaustive_tags, tiny_limits) {
  for (const std::size_t held : {0U, 3U, 4U, 5U, 8U}) {
    try_filter({hide("t"), record("u")}, tags, 4,
               [&](FilterOptions& o) { o.limits.max_held_bytes = held; });
    try_filter({hide("t"), unwrap("u")}, tags, 4, [&](FilterOptions& o) {
      o.limits.max_held_bytes = held;
      o.on_unclosed = OnUnclosed::text;
    });
  }
}

TEST(exhaustive_tags, start_inside) {
  try_filter({hide("t"), record("u")}, tags, 5, [](FilterOptions& o) { o.start_inside = "t"; });
  try_filter({hide("t"), record("u")}, tags, 4, [](FilterOptions& o) {
    o.start_inside = "t";
    o.on_unclosed = OnUnclosed::text;
    o.leading_only = true;
  });
}

TEST(exhaustive_tags, unclosed_is_text) {
  try_filter({hide("t"), record("u")}, tags, 5,
             [](FilterOptions& o) { o.on_unclosed = OnUnclosed::text; });
}

TEST(exhaustive_tags, tokens) { exhaustive(TokenSubject({}), tags, 5); }

TEST(exhaustive_tags, markdown_code) {
  try_filter({hide("t"), unwrap("u")}, code, 5, [](FilterOptions& o) { o.markdown_code = true; });
}

TEST(exhaustive_tags, markdown_code_and_limits) {
  for (const std::size_t held : {0U, 2U, 4U, 7U}) {
    try_filter({hide("t"), record("u")}, code, 4, [&](FilterOptions& o) {
      o.markdown_code = true;
      o.limits.max_held_bytes = held;
      o.on_unclosed = held % 4 == 0 ? OnUnclosed::text : OnUnclosed::section;
    });
  }
}

}  // namespace
}  // namespace tagstream::testing
