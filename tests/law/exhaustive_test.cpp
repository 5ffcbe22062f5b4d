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

void try_filter(const Options& options, const Symbols& symbols, std::size_t length) {
  exhaustive(ReaderSubject(options), symbols, length);
}

TEST(exhaustive_bytes, tokens_of_any_tag) { exhaustive(TokenSubject({}), bytes, 7); }

TEST(exhaustive_bytes, tokens_of_one_name) { exhaustive(TokenSubject({.names = {"t"}}), bytes, 7); }

TEST(exhaustive_bytes, hide_balanced) { try_filter({.hide = {"t"}}, bytes, 7); }

TEST(exhaustive_bytes, hide_first_close) {
  try_filter({.hide = {"t"}, .nesting = Nesting::first_close}, bytes, 7);
}

TEST(exhaustive_bytes, hide_unwrap_record) {
  try_filter({.unwrap = {"t"}}, bytes, 6);
  try_filter({.record = {"t"}}, bytes, 6);
  try_filter({.hide = {"t"}, .unwrap = {"x"}}, bytes, 6);
}

TEST(exhaustive_bytes, unclosed_is_text) {
  try_filter({.hide = {"t"}, .unclosed_section = UnclosedSection::text}, bytes, 6);
}

TEST(exhaustive_bytes, start_inside) {
  try_filter({.hide = {"t"}, .start_inside = "t"}, bytes, 6);
  try_filter({.hide = {"t"}, .start_inside = "t", .unclosed_section = UnclosedSection::text}, bytes,
             6);
}

TEST(exhaustive_bytes, leading_only) {
  try_filter({.hide = {"t"}, .unwrap = {"x"}, .leading_only = true}, bytes, 6);
}

TEST(exhaustive_bytes, tiny_limits) {
  try_filter({.hide = {"t"}, .limits = {.max_tag_bytes = 4}}, bytes, 6);
  try_filter(
      {.hide = {"t"}, .record = {"x"}, .limits = {.max_section_bytes = 1, .max_attributes = 0}},
      bytes, 6);
}

TEST(exhaustive_bytes, markers_that_overlap_tags) {
  const Symbols few = {"<", ">", "/", "t", "x", "=", "="};
  try_filter({.hide = {"<t…t>", "t"}}, bytes, 6);
  try_filter({.hide = {"=x=…="}, .unwrap = {"=…=x"}}, few, 6);
  try_filter({.hide = {"==…=="}, .record = {"t"}}, bytes, 6);
  try_filter({.record = {"==…=="}, .unwrap = {"=…x"}}, bytes, 6);
}

TEST(exhaustive_bytes, markdown_code) {
  const Symbols few = {"<", ">", "t", "/", "`", "\n", "x"};
  try_filter({.hide = {"t"}, .unwrap = {"x"}, .markdown_code = MarkdownCode::all}, few, 7);
}

TEST(exhaustive_bytes, code_points) {
  const Symbols few = {"<", "t", ">", "\xE2", "\x82", "\xAC", "\xF0", "x"};
  try_filter({.hide = {"t"}, .unwrap = {between("\xAC", "\x82")}}, few, 6);
}

TEST(exhaustive_tags, hide_balanced) { try_filter({.hide = {"t", "u"}}, tags, 5); }

TEST(exhaustive_tags, hide_first_close) {
  try_filter({.hide = {"t", "u"}, .nesting = Nesting::first_close}, tags, 5);
}

TEST(exhaustive_tags, hide_unwrap_record) {
  try_filter({.hide = {"t"}, .record = {"u"}}, tags, 5);
  try_filter({.record = {"t"}, .unwrap = {"u"}}, tags, 5);
}

TEST(exhaustive_tags, tiny_limits) {
  for (const std::size_t held : {0U, 3U, 4U, 5U, 8U}) {
    try_filter({.hide = {"t"}, .record = {"u"}, .limits = {.max_held_bytes = held}}, tags, 4);
    try_filter({.hide = {"t"},
                .unwrap = {"u"},
                .unclosed_section = UnclosedSection::text,
                .limits = {.max_held_bytes = held}},
               tags, 4);
  }
}

TEST(exhaustive_tags, start_inside) {
  try_filter({.hide = {"t"}, .record = {"u"}, .start_inside = "t"}, tags, 5);
  try_filter({.hide = {"t"},
              .record = {"u"},
              .start_inside = "t",
              .unclosed_section = UnclosedSection::text,
              .leading_only = true},
             tags, 4);
}

TEST(exhaustive_tags, unclosed_is_text) {
  try_filter({.hide = {"t"}, .record = {"u"}, .unclosed_section = UnclosedSection::text}, tags, 5);
}

TEST(exhaustive_tags, tokens) { exhaustive(TokenSubject({}), tags, 5); }

TEST(exhaustive_tags, markdown_code) {
  try_filter({.hide = {"t"}, .unwrap = {"u"}, .markdown_code = MarkdownCode::all}, code, 5);
}

TEST(exhaustive_tags, markdown_code_and_limits) {
  for (const std::size_t held : {0U, 2U, 4U, 7U}) {
    try_filter(
        {.hide = {"t"},
         .record = {"u"},
         .unclosed_section = held % 4 == 0 ? UnclosedSection::text : UnclosedSection::section,
         .markdown_code = MarkdownCode::all,
         .limits = {.max_held_bytes = held}},
        code, 4);
  }
}

}  // namespace
}  // namespace tagstream::testing
