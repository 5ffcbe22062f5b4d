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

void try_filter(const FilterOptions& options, const Symbols& symbols, std::size_t length) {
  exhaustive(ReaderSubject(options), symbols, length);
}

TEST(exhaustive_bytes, tokens_of_any_tag) { exhaustive(TokenSubject({}), bytes, 7); }

TEST(exhaustive_bytes, tokens_of_one_name) { exhaustive(TokenSubject({.names = {"t"}}), bytes, 7); }

TEST(exhaustive_bytes, hide_balanced) { try_filter({.rules = {hide("t")}}, bytes, 7); }

TEST(exhaustive_bytes, hide_first_close) {
  try_filter({.rules = {hide("t")}, .nesting = Nesting::first_close}, bytes, 7);
}

TEST(exhaustive_bytes, hide_unwrap_record) {
  try_filter({.rules = {unwrap("t")}}, bytes, 6);
  try_filter({.rules = {record("t")}}, bytes, 6);
  try_filter({.rules = {hide("t"), unwrap("x")}}, bytes, 6);
}

TEST(exhaustive_bytes, unclosed_is_text) {
  try_filter({.rules = {hide("t")}, .on_unclosed = UnclosedSection::text}, bytes, 6);
}

TEST(exhaustive_bytes, start_inside) {
  try_filter({.rules = {hide("t")}, .start_inside = "t"}, bytes, 6);
  try_filter({.rules = {hide("t")}, .on_unclosed = UnclosedSection::text, .start_inside = "t"}, bytes,
             6);
}

TEST(exhaustive_bytes, leading_only) {
  try_filter({.rules = {hide("t"), unwrap("x")}, .leading_only = true}, bytes, 6);
}

TEST(exhaustive_bytes, tiny_limits) {
  try_filter({.rules = {hide("t")}, .limits = {.max_tag_bytes = 4}}, bytes, 6);
  try_filter(
      {.rules = {hide("t"), record("x")}, .limits = {.max_section_bytes = 1, .max_attributes = 0}},
      bytes, 6);
}

TEST(exhaustive_bytes, markers_that_overlap_tags) {
  const Symbols few = {"<", ">", "/", "t", "x", "=", "="};
  try_filter({.rules = {hide_between("<t", "t>"), hide("t")}}, bytes, 6);
  try_filter({.rules = {hide_between("=x=", "="), unwrap_between("=", "=x")}}, few, 6);
  try_filter({.rules = {hide_between("==", "=="), record("t")}}, bytes, 6);
  try_filter({.rules = {record_between("==", "=="), unwrap_between("=", "x")}}, bytes, 6);
}

TEST(exhaustive_bytes, markdown_code) {
  const Symbols few = {"<", ">", "t", "/", "`", "\n", "x"};
  try_filter({.rules = {hide("t"), unwrap("x")}, .markdown_code = true}, few, 7);
}

TEST(exhaustive_bytes, code_points) {
  const Symbols few = {"<", "t", ">", "\xE2", "\x82", "\xAC", "\xF0", "x"};
  try_filter({.rules = {hide("t"), unwrap_between("\xAC", "\x82")}}, few, 6);
}

TEST(exhaustive_tags, hide_balanced) { try_filter({.rules = {hide("t"), hide("u")}}, tags, 5); }

TEST(exhaustive_tags, hide_first_close) {
  try_filter({.rules = {hide("t"), hide("u")}, .nesting = Nesting::first_close}, tags, 5);
}

TEST(exhaustive_tags, hide_unwrap_record) {
  try_filter({.rules = {hide("t"), record("u")}}, tags, 5);
  try_filter({.rules = {record("t"), unwrap("u")}}, tags, 5);
}

TEST(exhaustive_tags, tiny_limits) {
  for (const std::size_t held : {0U, 3U, 4U, 5U, 8U}) {
    try_filter({.rules = {hide("t"), record("u")}, .limits = {.max_held_bytes = held}}, tags, 4);
    try_filter({.rules = {hide("t"), unwrap("u")},
                .on_unclosed = UnclosedSection::text,
                .limits = {.max_held_bytes = held}},
               tags, 4);
  }
}

TEST(exhaustive_tags, start_inside) {
  try_filter({.rules = {hide("t"), record("u")}, .start_inside = "t"}, tags, 5);
  try_filter({.rules = {hide("t"), record("u")},
              .on_unclosed = UnclosedSection::text,
              .start_inside = "t",
              .leading_only = true},
             tags, 4);
}

TEST(exhaustive_tags, unclosed_is_text) {
  try_filter({.rules = {hide("t"), record("u")}, .on_unclosed = UnclosedSection::text}, tags, 5);
}

TEST(exhaustive_tags, tokens) { exhaustive(TokenSubject({}), tags, 5); }

TEST(exhaustive_tags, markdown_code) {
  try_filter({.rules = {hide("t"), unwrap("u")}, .markdown_code = true}, code, 5);
}

TEST(exhaustive_tags, markdown_code_and_limits) {
  for (const std::size_t held : {0U, 2U, 4U, 7U}) {
    try_filter({.rules = {hide("t"), record("u")},
                .on_unclosed = held % 4 == 0 ? UnclosedSection::text : UnclosedSection::section,
                .markdown_code = true,
                .limits = {.max_held_bytes = held}},
               code, 4);
  }
}

}  // namespace
}  // namespace tagstream::testing
