#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/extract_model.hpp"
#include "support/signature.hpp"
#include "tagstream/extract.hpp"

/// Every text of a small alphabet up to some length, whole and in pieces: always the same tags and
/// diagnostics (L1, L7), and those of the model.
namespace tagstream::testing {
namespace {

enum class Pieces : std::uint8_t {
  all,  ///< every cut in two, and byte by byte
  few,  ///< byte by byte
};

class TreeSubject {
 public:
  explicit TreeSubject(const ExtractOptions& options)
      : options_(options),
        extractor_(*Extractor::make(options)),
        stream_(*ExtractStream::make(options)) {}

  void begin() { stream_.reset(); }
  void feed(std::string_view bytes, Signature& signature) { signature.add(stream_.feed(bytes)); }
  void finish(Signature& signature) { signature.add(stream_.finish()); }

  std::string check(std::string_view text) {
    extractor_.extract_into(text, tree_);
    const SeenTree want = model_extract(text, options_);
    if (to_seen(tree_) != want) return "extract:\n" + to_text(to_seen(tree_));
    Signature signature;
    signature.add(tree_);
    return signature_of(*this, text, {}) == signature.value() ? "" : "as a stream, ";
  }
  std::string explain(std::string_view text, const Cuts& cuts) {
    std::string broken;
    const SeenTree got = read_stream(text, stream_, cuts, broken);
    return describe(options_) + "\nexpected:\n" + to_text(model_extract(text, options_)) +
           "got:\n" + to_text(got) + broken;
  }

 private:
  ExtractOptions options_;
  Extractor extractor_;
  ExtractStream stream_;
  Tree tree_;
};

void try_all(const ExtractOptions& options, const Symbols& symbols, std::size_t length,
             Pieces pieces = Pieces::all) {
  TreeSubject subject(options);
  for_each_text({{}, symbols, length}, [&](std::string_view text, bool) {
    return try_text(subject, text, pieces == Pieces::all);
  });
}

const Symbols bytes = {"<", ">", "/", "t", "x", "\"", "=", " "};
const Symbols tags = {"<a>", "</a>", "<b>", "</b>", "<a/>", "<c ", "\"", "x", ">"};
const Symbols pairs = {"<a>", "</a>", "<b>", "</b>", "<c>", "</c>"};
const Symbols code = {"<a>", "</a>", "`", "``", "\n", " ", "x", "```", "\n~~~", "<b"};

ExtractOptions with_unclosed(Unclosed unclosed, std::vector<std::string> last_close = {}) {
  return {.unclosed = unclosed, .last_close = std::move(last_close)};
}

ExtractOptions with_last_close(std::vector<std::string> names) {
  return with_unclosed(Unclosed::extend, std::move(names));
}

ExtractOptions with_depth(std::size_t depth, Unclosed unclosed = Unclosed::extend) {
  ExtractOptions options = with_unclosed(unclosed);
  options.max_depth = depth;
  return options;
}

TEST(extract_bytes, all_names) { try_all({}, bytes, 7); }

TEST(extract_bytes, one_name) { try_all({.names = {"t"}}, bytes, 6); }

TEST(extract_bytes, beginnings_of_a_name) {
  try_all({.names = {"tx", "t"}, .last_close = {"tx"}}, {"<", ">", "/", "t", "x", "\"", " "}, 6);
}

TEST(extract_bytes, tiny_limits) {
  ExtractOptions options;
  options.limits.max_tag_bytes = 4;
  try_all(options, bytes, 6);
  options.limits.max_tag_bytes = Limits::none;
  options.limits.max_attributes = 0;
  try_all(options, bytes, 6);
}

TEST(extract_bytes, ignore_case) {
  ExtractOptions options{.names = {"T"}, .ignore_case = true, .last_close = {"t"}};
  try_all(options, {"<", ">", "/", "t", "T", "x"}, 7);
}

TEST(extract_bytes, lines_and_columns) {
  try_all({}, {"<t>", "</t", ">", "\r", "\n", "\xC3", "\xA9", "x"}, 5);
}

TEST(extract_bytes, markdown_code) {
  try_all({.markdown_code = MarkdownCode::all}, {"<", ">", "t", "/", "`", "\n", "x"}, 6);
}

TEST(extract_tags, all_names) { try_all({}, tags, 6, Pieces::few); }

TEST(extract_tags, all_cuts) {
  try_all({}, tags, 5);
  try_all(with_last_close({"a", "b"}), tags, 5);
}

TEST(extract_tags, unclosed_is_empty) {
  try_all(with_unclosed(Unclosed::empty), tags, 5);
  try_all(with_unclosed(Unclosed::empty), pairs, 7, Pieces::few);
}

TEST(extract_tags, unclosed_is_text) {
  try_all(with_unclosed(Unclosed::text), tags, 5);
  try_all(with_unclosed(Unclosed::text), pairs, 7, Pieces::few);
}

TEST(extract_tags, max_depth) {
  try_all(with_depth(1), tags, 6, Pieces::few);
  try_all(with_depth(2), tags, 5);
}

TEST(extract_tags, max_depth_and_unclosed) {
  for (const Unclosed unclosed : {Unclosed::empty, Unclosed::text}) {
    for (const std::size_t depth : {1U, 2U}) {
      try_all(with_depth(depth, unclosed), pairs, 6, Pieces::few);
    }
  }
}

TEST(extract_tags, last_close_of_one) { try_all(with_last_close({"a"}), tags, 6, Pieces::few); }

TEST(extract_tags, last_close_of_two) {
  try_all(with_last_close({"a", "b"}), tags, 6, Pieces::few);
}

TEST(extract_tags, last_close_in_nested_elements) {
  try_all(with_last_close({"a"}), pairs, 7, Pieces::few);
}

TEST(extract_tags, last_close_of_two_in_nested_elements) {
  try_all(with_last_close({"b", "a"}), pairs, 8, Pieces::few);
}

TEST(extract_tags, last_close_and_unclosed) {
  for (const Unclosed unclosed : {Unclosed::empty, Unclosed::text}) {
    try_all(with_unclosed(unclosed, {"a"}), pairs, 6, Pieces::few);
    try_all(with_unclosed(unclosed, {"a", "b"}), pairs, 6, Pieces::few);
  }
}

TEST(extract_tags, last_close_of_three_deep_down) {
  try_all(with_last_close({"a", "b", "c"}), pairs, 7, Pieces::few);
}

TEST(extract_tags, names) {
  ExtractOptions options{.names = {"b", "c"}};
  try_all(options, tags, 5);
  options.last_close = {"b"};
  try_all(options, tags, 5);
}

TEST(extract_tags, markdown_code) {
  ExtractOptions options{.markdown_code = MarkdownCode::all};
  try_all(options, code, 5);
  options.last_close = {"a"};
  try_all(options, code, 5);
  options.unclosed = Unclosed::text;
  try_all(options, code, 5, Pieces::few);
}

void try_inner(const Symbols& symbols, std::size_t length, std::string_view name,
               bool ignore_case) {
  for_each_text({{}, symbols, length}, [&](std::string_view text, bool) {
    const auto want = model_inner(text, name, ignore_case);
    const auto got = inner(text, name, ignore_case);
    const bool is_same = want ? got && got->data() == want->data() && *got == *want : !got;
    EXPECT_TRUE(is_same) << escaped(text) << ", expected " << (want ? escaped(*want) : "nothing")
                         << ", got " << (got ? escaped(*got) : "nothing");
    return is_same;
  });
}

TEST(extract_inner, of_bytes) {
  try_inner(bytes, 6, "t", false);
  try_inner({"<", ">", "/", "t", "T", "x"}, 7, "T", true);
}

TEST(extract_inner, of_tags) {
  try_inner(tags, 6, "a", false);
  try_inner({"<a>", "</a>", "<a/>", "<A", ">", "<b x=\"", "\">", "</A"}, 6, "A", true);
}

TEST(extract_inner, of_a_name_that_is_none) {
  for (const char* const name : {"", " ", "-a", "a b", "<a>", "a>", ".", "/a", "a=", "a/"}) {
    try_inner({"<a>", "</a>", "<a b>", "</>", "<>", "<-a>", "<a/>"}, 4, name, false);
  }
}

}  // namespace
}  // namespace tagstream::testing
