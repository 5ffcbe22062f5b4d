#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heap.hpp"
#include "tagstream/extract.hpp"

/// The heap that a tree takes, whatever the text (L6).
namespace tagstream::testing {
namespace {

constexpr std::size_t tag_bytes = 40;  // what the headers promise

Extractor make(ExtractOptions options) { return *Extractor::make(std::move(options)); }

Extractor with_last_close(std::string name, MarkdownCode markdown_code = MarkdownCode::off) {
  ExtractOptions options{.last_close = {std::move(name)}, .markdown_code = markdown_code};
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
  ExtractStream stream = *ExtractStream::make(extractor.options());
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    stream.feed(text.substr(at, chunk_bytes));
  }
  stream.finish();
  return heap.peak();
}

TEST(extract_memory, noise_of_code_stays_small) {
  const Extractor any;
  const std::string_view lines[] = {"vector<int> v; ", "std::map<key, std::vector<int>> m;\n",
                                    "if (a <b && c> d) ", "template <class T> f<T>(x<y>);\n"};
  for (const std::string_view line : lines) {
    const std::string text = repeated(line, mebibyte / line.size());
    EXPECT_LT(peak_of_extract(any, text), 64 * mebibyte) << line;
    EXPECT_LT(peak_of_stream(any, text), 64 * mebibyte) << line;
  }
}

TEST(extract_memory, noted_closing_tags_stay_small) {
  const std::string text = "<c>" + repeated("mentions </c> of it ", mebibyte / 20);
  for (const MarkdownCode markdown_code : {MarkdownCode::off, MarkdownCode::all}) {
    const Extractor extractor = with_last_close("c", markdown_code);
    EXPECT_LT(peak_of_extract(extractor, text), 64 * mebibyte);
    EXPECT_LT(peak_of_stream(extractor, text), 64 * mebibyte);
  }
}

TEST(extract_memory, a_tag_takes_what_the_headers_promise) {
  const std::string text = repeated("<a>x</a>", mebibyte / 8);
  const HeapWatch heap;
  const Tree tree = extract(std::string_view(text));
  EXPECT_EQ(tree.size(), mebibyte / 8);
  EXPECT_LE(heap.live(), tag_bytes * tree.size() / 4 * 5 + slack_bytes);  // room to grow
  const HeapWatch heap_of_copy;
  Tree copy;
  copy = tree;
  EXPECT_LE(heap_of_copy.live(), tag_bytes * copy.size() + slack_bytes);
}

// The texts that take most: one shape each.
struct Dense {
  const char* name;
  std::string start;
  std::string piece;
  ExtractOptions options;
};

ExtractOptions with(Unclosed unclosed) { return {.unclosed = unclosed}; }

ExtractOptions with_list(std::vector<std::string> last_close,
                         MarkdownCode markdown_code = MarkdownCode::off) {
  return {.last_close = std::move(last_close), .markdown_code = markdown_code};
}

std::vector<Dense> dense_shapes() {
  ExtractOptions shallow{.max_depth = 2};
  return {
      {"unclosed", "", "<c>", {}},
      {"unclosed, empty", "", "<c>", with(Unclosed::empty)},
      {"unclosed, text", "", "<c>", with(Unclosed::text)},
      {"unclosed, too deep", "", "<c>", shallow},
      {"unclosed after a complete half", "", "", {}},
      {"unclosed, two names", "", "<a><b>", {}},
      {"unclosed inside", "", "<a><b></a>", {}},
      {"empty", "", "<a/>", {}},
      {"empty and a quote", "", "<a/>\"", {}},
      {"closed", "", "<a></a>", {}},
      {"strays", "", "</x>", {}},
      {"strays inside", "<r>", "</x>", {}},
      {"strays and tags", "", "<a/></x>", {}},
      {"attributes", "", "<a b=\"c\" d>", {}},
      {"an attribute", "", "<a b>", {}},
      {"a long attribute", "<a b=\"", "x", {}},
      {"cut off", "", "<a <", {}},
      {"code", "", "<c>`", with_list({}, MarkdownCode::all)},
      {"last_close, noted", "<c>", "</c>", with_list({"c"})},
      {"last_close, noted in code", "<c>", "</c>", with_list({"c"}, MarkdownCode::all)},
      {"last_close, four", "<a><b><c><d>", "</d></c></b></a>", with_list({"a", "b", "c", "d"})},
      {"last_close, many", "<r>", "<p><c></c></p>", with_list({"c"})},
      {"last_close, open", "", "<p><c></c>", with_list({"c"})},
  };
}

std::string text_of(const Dense& shape, std::size_t size) {
  if (!shape.piece.empty()) return shape.start + repeated(shape.piece, size / shape.piece.size());
  return repeated("<a/>", size / 8) + repeated("<c>", size / 6);
}

TEST(extract_memory, a_byte_takes_less_than_40) {
  constexpr std::size_t size = mebibyte / 2;
  for (const Dense& shape : dense_shapes()) {
    const Extractor extractor = make(shape.options);
    const std::string text = text_of(shape, size);
    EXPECT_LT(peak_of_extract(extractor, text), 40 * text.size()) << shape.name;
    const HeapWatch heap;
    ExtractStream stream = *ExtractStream::make(extractor.options());
    stream.feed(text);
    stream.finish();
    EXPECT_LT(heap.peak(), 40 * text.size()) << shape.name << ", in a stream";
  }
}

TEST(extract_memory, a_new_name_takes_less_than_40_a_byte) {
  std::string text;
  for (std::size_t i = 0; text.size() < 2 * mebibyte; ++i) {
    text += "<a";
    for (std::size_t rest = i; rest != 0; rest /= 64) {
      text += "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"[rest % 64];
    }
    text += '>';
  }
  EXPECT_LT(peak_of_extract(Extractor(), text), 40 * text.size());
}

// A closing tag that is noted beside runs of backticks of ever other lengths knows none of them.
TEST(extract_memory, candidates_do_not_know_their_line) {
  std::string text = "<c>";
  for (std::size_t length = 1000; length > 0; --length) text += std::string(length, '`') + ' ';
  text += repeated("</c>", 100000);
  EXPECT_LT(peak_of_extract(with_last_close("c", MarkdownCode::all), text), 40 * text.size());
}

TEST(extract_memory, a_tree_used_again_takes_nothing_new) {
  const std::string text = repeated("<a>x<b/></a>", 10000);
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
  const std::string closed = repeated("<a>x</a> and text, a < b, </b> ", 16 * mebibyte / 30);
  // A tree of one chunk, its diagnostics included.
  EXPECT_LT(peak_of_stream(any, closed), 64 * chunk_bytes + slack_bytes);
  EXPECT_LT(peak_of_stream(any, repeated("only text, ", 16 * mebibyte / 11)),
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
  ExtractStream stream = *ExtractStream::make(any.options());
  EXPECT_TRUE(stream.feed("<t>" + repeated("<a>x</a>", mebibyte)).empty());
  stream.reset();
  EXPECT_LT(heap.live(), slack_bytes);
}

TEST(extract_memory, nothing_is_left_after) {
  const HeapWatch heap;
  {
    const std::string text = "<p>" + repeated("<c></c><a>`<b>`</a></b><c>", 10000);
    const Extractor extractor = with_last_close("c", MarkdownCode::all);
    EXPECT_FALSE(extractor.extract(text).empty());
    peak_of_stream(extractor, text);
  }
  EXPECT_EQ(heap.live(), 0U);
}

TEST(extract_memory, inner_takes_none) {
  const std::string text = "<a>" + repeated("<a>x</a>", mebibyte) + "</a>";
  const HeapWatch heap;
  EXPECT_TRUE(inner(text, "a"));
  EXPECT_LT(heap.peak(), slack_bytes);
}

}  // namespace
}  // namespace tagstream::testing
