#include <gtest/gtest.h>

#include "c/handles.hpp"
#include "support/as_json.hpp"
#include "support/extract_seen.hpp"
#include "support/golden.hpp"

/// The golden cases of `extract` and `inner` by the C interface: its flat arrays are the tree.
namespace tagstream::testing {
namespace {

// Adds the tags after those that are there; what is wrong with the arrays, if something is.
std::string append(SeenTree& seen, const tagstream_tree* tree) {
  const std::size_t first = seen.tags.size();
  const tagstream_tags tags = tagstream_tree_tags(tree);
  for (std::size_t i = 0; i < tags.size; ++i) {
    const tagstream_tag& tag = *tagstream_tag_at(tags, i);
    SeenTag copy{.start = tag.start,
                 .end = tag.end,
                 .content_start = tag.content_start,
                 .content_end = tag.content_end,
                 .name = std::string(to_view(tag.name)),
                 .raw_tag = std::string(to_view(tag.raw_tag)),
                 .content = std::string(to_view(tag.content)),
                 .depth = tag.depth};
    if (tag.parent != TAGSTREAM_NO_PARENT) copy.parent = first + tag.parent;
    copy.is_closed = tag.is_closed == 1;
    copy.is_self_closing = tag.is_self_closing == 1;
    seen.tags.push_back(std::move(copy));
    std::size_t last = i + 1;
    while (last < tags.size && tagstream_tag_at(tags, last)->depth > tag.depth) ++last;
    if (tag.subtree_end != last) return "the subtree of tag " + std::to_string(i);
  }
  const tagstream_diagnostics odd = tagstream_tree_diagnostics(tree);
  for (std::size_t i = 0; i < odd.size; ++i) {
    const tagstream_diagnostic& one = *tagstream_diagnostic_at(odd, i);
    seen.diagnostics.push_back({static_cast<Code>(one.kind), one.offset, one.line, one.column,
                                std::string(to_view(one.name))});
  }
  return {};
}

std::string check_stream(const std::string& text, const CExtractOptions& options,
                         const SeenTree& want) {
  tagstream_extract_stream* made = nullptr;
  tagstream_extract_stream_new(options.get(), &made, nullptr);
  const CExtractStream stream(made);
  for (const Cuts& cuts : all_small_cuts(text.size())) {
    tagstream_extract_stream_reset(made);
    SeenTree seen;
    std::string failure;
    for_each_piece(text, cuts, [&](std::string_view piece) {
      const GuardedChunk chunk(piece);
      const std::string_view view = chunk.view();
      failure = append(seen, tagstream_extract_stream_feed(made, view.data(), view.size()));
      return failure.empty();
    });
    if (failure.empty()) failure = append(seen, tagstream_extract_stream_finish(made));
    if (failure.empty()) failure = difference(to_text(want), to_text(seen));
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

std::string check_extract_by_c(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = extract_of(block);
  if (!parsed) return parsed.error().message;
  const std::string& text = golden.input;
  const CExtractOptions options(tagstream_extract_options_new());
  std::string failure = set_all(options.get(), tagstream_extract_options_set, parsed->named);
  if (!failure.empty()) return failure;
  tagstream_tree* made = nullptr;
  tagstream_error* error = nullptr;
  tagstream_extract(options.get(), text.data(), text.size(), &made, &error);
  const CTree tree(made);
  failure = taken(error);
  if (!failure.empty()) return failure;

  // C++ gives what the block says, too.
  const Tree by_cpp = *extract(text, parsed->options);
  if (parsed->is_finished) failure = check_lines(golden, block, to_lines(by_cpp, *parsed));
  SeenTree seen;
  if (failure.empty()) failure = append(seen, tree.get());
  const SeenTree want = to_seen(by_cpp);
  if (failure.empty() && !(seen == want)) failure = difference(to_text(want), to_text(seen));
  return failure.empty() ? check_stream(text, options, want) : failure;
}

std::string check_inner_by_c(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = inner_of(block);
  if (!parsed) return parsed.error().message;
  const std::string_view text = golden.input;
  const CExtractOptions options(tagstream_extract_options_new());
  const std::string_view ignore_case = parsed->ignore_case ? "true" : "false";
  tagstream_extract_options_set(options.get(), "ignore_case", 11, ignore_case.data(),
                                ignore_case.size(), nullptr);
  tagstream_content inner;
  tagstream_inner(options.get(), text.data(), text.size(), parsed->name.data(), parsed->name.size(),
                  &inner, nullptr);
  const std::string_view content = to_view(inner.text);
  if (inner.is_found == 0 && !content.empty()) return "a content that is not there";
  if (text.substr(inner.start, inner.end - inner.start) != content) return "a wrong span";
  return check_lines(golden, block,
                     to_line(text, inner.is_found == 1 ? std::optional(content) : std::nullopt));
}

// inner takes the options of extract.
TEST(c_extract, inner_takes_the_options_of_extract) {
  const std::string_view text = "`<a>1</a>` <A>2</a>";
  constexpr std::string_view json = R"({"ignore_case": true, "markdown_code": "all"})";
  tagstream_extract_options* made = nullptr;
  ASSERT_EQ(tagstream_extract_options_from_json(json.data(), json.size(), &made, nullptr),
            TAGSTREAM_OK);
  const CExtractOptions options(made);
  tagstream_content inner;
  ASSERT_EQ(tagstream_inner(options.get(), text.data(), text.size(), "a", 1, &inner, nullptr),
            TAGSTREAM_OK);
  EXPECT_EQ(inner.is_found, 1);
  EXPECT_EQ(to_view(inner.text), "2");
  EXPECT_EQ(inner.start, 14U);
  EXPECT_EQ(inner.end, 15U);
  ASSERT_EQ(tagstream_inner(nullptr, text.data(), text.size(), "b", 1, &inner, nullptr),
            TAGSTREAM_OK);
  EXPECT_EQ(inner.is_found, 0);
  EXPECT_EQ(inner.end, 0U);
}

TEST(c_golden, extract_and_inner_give_what_is_said_however_they_are_cut) {
  replay(read_goldens("extract", {"extract", "inner"}), 350,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           return block.reader == "inner" ? check_inner_by_c(golden, block)
                                          : check_extract_by_c(golden, block);
         });
}

// Tags down to a depth have their content.
TEST(c_golden, extract_as_json_is_what_the_program_prints) {
  const std::string text = "<a x='1'><b>2</b></a></c>";
  char* json = nullptr;
  ASSERT_EQ(tagstream_extract_json(nullptr, text.data(), text.size(), &json, nullptr, nullptr),
            TAGSTREAM_OK);
  const Tree tree = extract(text);
  std::string want = "{\"tags\":[" + as_json(*tree.tags().begin()) + "],\"diagnostics\":[";
  EXPECT_EQ(taken(json), want + as_json(tree.diagnostics()[0]) + "]}");
}

}  // namespace
}  // namespace tagstream::testing
