#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/counted_new.hpp"
#include "support/small_stack.hpp"
#include "tagstream/extract.hpp"

/// What a tree takes of the heap and of the stack, whatever the text (L6).
namespace tagstream {
namespace {

using testing::HeapWatch;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t chunk_bytes = 4096;
constexpr std::size_t slack_bytes = std::size_t{64} << 10;
constexpr std::size_t tag_bytes = 56;  // what the headers promise

std::string repeat(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

Extractor make(ExtractOptions options) { return *Extractor::make(std::move(options)); }

Extractor with_last_close(std::string name, bool markdown_code = false) {
  ExtractOptions options;
  options.last_close = {std::move(name)};
  options.markdown_code = markdown_code;
  return make(std::move(options));
}

// The most that one reading takes beside the text it is given.
std::size_t peak_of_extract(const Extractor& extractor, std::string_view text) {
  const HeapWatch heap;
  const Tree tree = extractor.extract(text);
  return heap.peak();
}

std::size_t peak_of_stream(const Extractor& extractor, std::string_view text) {
  const HeapWatch heap;
  ExtractStream stream(extractor);
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    EXPECT_TRUE(stream.feed(text.substr(at, chunk_bytes)));
  }
  stream.finish();
  return heap.peak();
}

TEST(extract_memory, noise_of_code_stays_small) {
  const Extractor any;
  const std::string_view lines[] = {"vector<int> v; ", "std::map<key, std::vector<int>> m;\n",
                                    "if (a <b && c> d) ", "template <class T> f<T>(x<y>);\n"};
  for (const std::string_view line : lines) {
    const std::string text = repeat(line, mebibyte / line.size());
    EXPECT_LT(peak_of_extract(any, text), 64 * mebibyte) << line;
    EXPECT_LT(peak_of_stream(any, text), 64 * mebibyte) << line;
  }
}

TEST(extract_memory, noted_closing_tags_stay_small) {
  const std::string text = "<c>" + repeat("mentions </c> of it ", mebibyte / 20);
  for (const bool markdown_code : {false, true}) {
    const Extractor extractor = with_last_close("c", markdown_code);
    EXPECT_LT(peak_of_extract(extractor, text), 64 * mebibyte);
    EXPECT_LT(peak_of_stream(extractor, text), 64 * mebibyte);
  }
}

TEST(extract_memory, a_tag_takes_what_the_headers_promise) {
  const std::string text = repeat("<a>x</a>", mebibyte / 8);
  const HeapWatch heap;
  const Tree tree = Extractor().extract(std::string_view(text));
  EXPECT_EQ(tree.size(), mebibyte / 8);
  EXPECT_LE(heap.live(), 2 * tag_bytes * tree.size() + slack_bytes);  // vectors double
  const HeapWatch heap_of_copy;
  Tree copy;
  copy = tree;
  EXPECT_LE(heap_of_copy.live(), tag_bytes * copy.size() + slack_bytes);
}

TEST(extract_memory, a_tree_used_again_takes_nothing_new) {
  const std::string text = repeat("<a>x<b/></a>", 10000);
  const Extractor any;
  Tree tree;
  any.extract_into(text, tree);
  const HeapWatch heap;
  any.extract_into(text, tree);
  EXPECT_EQ(tree.size(), 20000U);
  EXPECT_EQ(heap.live(), 0U);
}

TEST(extract_memory, a_stream_keeps_only_what_is_open) {
  const Extractor any;
  const std::string closed = repeat("<a>x</a> and text, a < b, </b> ", 16 * mebibyte / 30);
  // A tree of one chunk, its diagnostics included.
  EXPECT_LT(peak_of_stream(any, closed), 64 * chunk_bytes + slack_bytes);
  EXPECT_LT(peak_of_stream(any, repeat("only text, ", 16 * mebibyte / 11)),
            chunk_bytes + slack_bytes);
}

TEST(extract_memory, a_stream_forgets_names) {
  std::string empty;
  std::string closed;
  for (std::size_t i = 0; i < 400000; ++i) {
    empty += "<e" + std::to_string(i) + "/>";
    closed += "<e" + std::to_string(i) + "></e" + std::to_string(i) + '>';
  }
  EXPECT_LT(peak_of_stream(Extractor(), empty), mebibyte);
  EXPECT_LT(peak_of_stream(Extractor(), closed), mebibyte);
}

TEST(extract_memory, a_stream_that_was_reset_is_small) {
  const Extractor any;
  const HeapWatch heap;
  ExtractStream stream(any);
  EXPECT_TRUE(stream.feed("<t>" + repeat("<a>x</a>", mebibyte)));
  stream.reset();
  EXPECT_LT(heap.live(), slack_bytes);
}

TEST(extract_memory, nothing_is_left_behind) {
  const HeapWatch heap;
  {
    const std::string text = "<p>" + repeat("<c></c><a>`<b>`</a></b><c>", 10000);
    const Extractor extractor = with_last_close("c", true);
    EXPECT_FALSE(extractor.extract(text).empty());
    peak_of_stream(extractor, text);
  }
  EXPECT_EQ(heap.live(), 0U);
}

TEST(extract_memory, inner_takes_none) {
  const std::string text = "<a>" + repeat("<a>x</a>", mebibyte) + "</a>";
  const HeapWatch heap;
  EXPECT_TRUE(inner(text, "a"));
  EXPECT_LT(heap.peak(), slack_bytes);
}

constexpr std::size_t levels = 1000000;

struct Job {
  Extractor extractor;
  std::string text;
  std::size_t tags = 0;
  std::size_t deepest = 0;
  std::size_t printed = 0;
  std::size_t in_stream = 0;
};

// Writes the names with blanks between, each closed behind its children, as a program would print
// a tree.
std::string print(const Tree& tree) {
  std::string out;
  std::vector<std::pair<TagRange::iterator, TagRange::iterator>> rest;
  const TagRange top = tree.tags();
  rest.emplace_back(top.begin(), top.end());
  while (!rest.empty()) {
    auto& [next, end] = rest.back();
    if (next == end) {
      rest.pop_back();
      out += ')';
      continue;
    }
    const Tag tag = *next;
    ++next;
    out += '(';
    out += tag.name();
    const TagRange children = tag.children();
    rest.emplace_back(children.begin(), children.end());
  }
  return out;
}

void do_all(Job& job) {
  Tree copy;
  {
    const Tree tree = job.extractor.extract(std::string_view(job.text));
    job.tags = tree.size();
    copy = tree;
  }
  for (std::size_t i = 0; i < copy.size(); ++i) {
    const std::size_t depth = copy[i].depth();
    if (depth > job.deepest) job.deepest = depth;
    const auto parent = copy[i].parent();
    if (parent && parent->depth() + 1 != depth) job.deepest = ~std::size_t{0};
  }
  job.printed = print(copy).size();
  const Tree moved = std::move(copy);
  job.tags += moved.find_all("a").size();
  ExtractStream stream(job.extractor);
  for (std::size_t at = 0; at < job.text.size(); at += chunk_bytes) {
    const auto tree = stream.feed(std::string_view(job.text).substr(at, chunk_bytes));
    job.in_stream += (*tree)->size();
  }
  job.in_stream += stream.finish().size();
}

void run_on_small_stack(Job& job) {
  ASSERT_TRUE(testing::run_on_small_stack([&job] { do_all(job); }));
}

TEST(extract_stack, a_million_levels_need_no_stack) {
  Job job{Extractor(), repeat("<a>", levels) + repeat("</a>", levels)};
  run_on_small_stack(job);
  EXPECT_EQ(job.tags, 2 * levels);
  EXPECT_EQ(job.deepest, levels);
  EXPECT_EQ(job.printed, 3 * levels + 1);
  EXPECT_EQ(job.in_stream, levels);
}

TEST(extract_stack, a_million_unclosed_levels_need_no_stack) {
  for (const Unclosed unclosed : {Unclosed::extend, Unclosed::empty, Unclosed::text}) {
    ExtractOptions options;
    options.unclosed = unclosed;
    Job job{make(options), repeat("<a>", levels)};
    run_on_small_stack(job);
    const std::size_t tags = unclosed == Unclosed::text ? 0 : levels;
    EXPECT_EQ(job.tags, 2 * tags);
    EXPECT_EQ(job.deepest, unclosed == Unclosed::extend ? levels : tags == 0 ? 0U : 1U);
    EXPECT_EQ(job.printed, 3 * tags + 1);
    EXPECT_EQ(job.in_stream, tags);
  }
}

TEST(extract_stack, a_million_levels_in_last_close_need_no_stack) {
  // The first <c> reaches to the last </c>: the other <c> are content, and most <p> are unclosed.
  Job job{with_last_close("c"), repeat("<p><c></c>", levels) + repeat("</p>", levels)};
  run_on_small_stack(job);
  EXPECT_EQ(job.deepest, levels + 1);
  EXPECT_EQ(job.in_stream, levels + 1);
}

}  // namespace
}  // namespace tagstream
