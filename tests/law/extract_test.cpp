#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/cuts.hpp"
#include "support/environment.hpp"
#include "support/extract_model.hpp"
#include "support/guarded_chunk.hpp"
#include "tagstream/extract.hpp"

/// Every text of a small alphabet up to some length, whole and in pieces: always the same tags and
/// diagnostics (L1, L7), and those of the model.
namespace tagstream::testing {
namespace {

// A running hash of tags and one of diagnostics: between these two a stream may choose the order.
class Signature {
 public:
  explicit Signature(std::string_view text) : text_(text) {}

  void add(const Tree& tree) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const tagstream::Tag tag = tree[i];
      const auto parent = tag.parent();
      add_tag(tag.start_index(), tag.end_index(), tag.content_start(), tag.content_end());
      check(tag.name() == slice(tag.start_index() + 1, tag.name().size()));
      check(tag.content() == slice(tag.content_start(), tag.content_end() - tag.content_start()));
      mix(tags_, tag.name().size());
      mix(tags_, tag.depth());
      mix(tags_, parent ? before_ + parent->index() : SeenTag::no_parent);
      mix(tags_, (tag.is_closed() ? 1U : 0U) | (tag.is_self_closing() ? 2U : 0U));
    }
    before_ += tree.size();
    for (const Diagnostic& one : tree.diagnostics()) add_diagnostic(one);
  }

  void add(const SeenTree& seen) {
    for (const SeenTag& tag : seen.tags) {
      add_tag(tag.start, tag.end, tag.content_start, tag.content_end);
      mix(tags_, tag.name.size());
      mix(tags_, tag.depth);
      mix(tags_, tag.parent);
      mix(tags_, (tag.is_closed ? 1U : 0U) | (tag.is_self_closing ? 2U : 0U));
    }
    for (const SeenDiagnostic& one : seen.diagnostics) add_diagnostic(one);
  }

  [[nodiscard]] std::uint64_t value() const {
    return is_broken_ ? 0 : (tags_ * 0x9E3779B97F4A7C15U ^ diagnostics_) | 1U;
  }

 private:
  [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t size) const {
    return begin <= text_.size() ? text_.substr(begin, size) : std::string_view();
  }

  void check(bool holds) { is_broken_ = is_broken_ || !holds; }

  static void mix(std::uint64_t& hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }

  void add_tag(std::uint64_t start, std::uint64_t end, std::uint64_t content_start,
               std::uint64_t content_end) {
    for (const std::uint64_t place : {start, end, content_start, content_end}) mix(tags_, place);
  }

  template <class One>
  void add_diagnostic(const One& one) {
    mix(diagnostics_, static_cast<std::uint64_t>(one.kind));
    mix(diagnostics_, one.offset);
    mix(diagnostics_, one.line);
    mix(diagnostics_, one.column);
    for (const char byte : one.name) mix(diagnostics_, static_cast<unsigned char>(byte));
  }

  std::string_view text_;
  std::uint64_t tags_ = 0x243F6A8885A308D3U;
  std::uint64_t diagnostics_ = 0x13198A2E03707344U;
  std::size_t before_ = 0;  // tags of earlier trees
  bool is_broken_ = false;
};

enum class Pieces : std::uint8_t {
  all,  ///< every cut in two, and byte by byte
  few,  ///< byte by byte
};

class Subject {
 public:
  Subject(const ExtractOptions& options, Pieces pieces)
      : options_(options),
        pieces_(pieces),
        extractor_(*Extractor::make(options)),
        stream_(extractor_) {}

  // False when this text is not read the same way always.
  bool try_text(std::string_view text) {
    Signature model(text);
    model.add(model_extract(text, options_));
    const std::uint64_t want = model.value();
    if (extracted(text) != want) return fail(text, "extract");
    if (in_pieces(text, text.size()) != want) return fail(text, "whole");
    if (in_pieces(text, 0) != want) return fail(text, "byte by byte");
    for (std::size_t cut = 1; pieces_ == Pieces::all && cut < text.size(); ++cut) {
      if (in_pieces(text, cut) != want) return fail(text, "cut at " + std::to_string(cut), cut);
    }
    return true;
  }

 private:
  std::uint64_t extracted(std::string_view text) {
    extractor_.extract_into(text, tree_);
    Signature signature(text);
    signature.add(tree_);
    return signature.value();
  }

  void feed(std::string_view piece, Signature& signature) {
    const GuardedChunk chunk(piece);
    signature.add(stream_.feed(chunk.view()));
  }

  // In two pieces, or byte by byte if there is no cut.
  std::uint64_t in_pieces(std::string_view text, std::size_t cut) {
    Signature signature(text);
    stream_.reset();
    for (std::size_t i = 0; cut == 0 && i < text.size(); ++i) feed(text.substr(i, 1), signature);
    if (cut > 0) feed(text.substr(0, cut), signature);
    if (cut > 0 && cut < text.size()) feed(text.substr(cut), signature);
    signature.add(stream_.finish());
    return signature.value();
  }

  bool fail(std::string_view text, const std::string& how, std::size_t cut = 0) {
    Cuts cuts = cut > 0 ? Cuts{cut} : cut_by_size(text.size(), 1);
    if (how == "whole") cuts.clear();
    std::string broken;
    const SeenTree got = how == "extract" ? to_seen(extractor_.extract(text))
                                          : read_stream(text, stream_, cuts, broken);
    ADD_FAILURE() << escaped(text) << ", " << how << ", " << to_text(options_) << '\n'
                  << "expected:\n"
                  << to_text(model_extract(text, options_)) << "got:\n"
                  << to_text(got) << broken;
    return false;
  }

  ExtractOptions options_;
  Pieces pieces_;
  Extractor extractor_;
  ExtractStream stream_;
  Tree tree_;
};

using Symbols = std::vector<std::string>;

// Calls `visit(text)` for all texts of up to `length` symbols, until it has said no five times.
template <class Visit>
void for_each_text(const Symbols& symbols, std::size_t length, Visit visit) {
  constexpr int max_failures = 5;
  int failures = 0;
  const std::uint64_t every = every_nth_text();
  std::uint64_t count = 0;
  std::vector<std::size_t> digits;
  std::string text;
  while (failures < max_failures) {
    if (count++ % every == 0 && !visit(std::string_view(text))) ++failures;
    std::size_t last = digits.size();
    while (last > 0 && digits[last - 1] + 1 == symbols.size()) --last;
    if (last == 0) {
      if (digits.size() == length) return;
      digits.assign(digits.size() + 1, 0);
    } else {
      ++digits[last - 1];
      std::fill(digits.begin() + static_cast<std::ptrdiff_t>(last), digits.end(), 0);
    }
    text.clear();
    for (const std::size_t digit : digits) text += symbols[digit];
  }
}

void try_all(const ExtractOptions& options, const Symbols& symbols, std::size_t length,
             Pieces pieces = Pieces::all) {
  Subject subject(options, pieces);
  for_each_text(symbols, length, [&](std::string_view text) { return subject.try_text(text); });
}

const Symbols bytes = {"<", ">", "/", "t", "x", "\"", "=", " "};
const Symbols tags = {"<a>", "</a>", "<b>", "</b>", "<a/>", "<c ", "\"", "x", ">"};
const Symbols pairs = {"<a>", "</a>", "<b>", "</b>", "<c>", "</c>"};
const Symbols code = {"<a>", "</a>", "`", "``", "\n", " ", "x", "```", "\n~~~", "<b"};

ExtractOptions with_unclosed(Unclosed unclosed, std::vector<std::string> last_close = {}) {
  ExtractOptions options;
  options.unclosed = unclosed;
  options.last_close = std::move(last_close);
  return options;
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

TEST(extract_bytes, one_name) {
  ExtractOptions options;
  options.names = {"t"};
  try_all(options, bytes, 6);
}

TEST(extract_bytes, beginnings_of_a_name) {
  ExtractOptions options;
  options.names = {"tx", "t"};
  options.last_close = {"tx"};
  try_all(options, {"<", ">", "/", "t", "x", "\"", " "}, 6);
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
  ExtractOptions options;
  options.ignore_case = true;
  options.names = {"T"};
  options.last_close = {"t"};
  try_all(options, {"<", ">", "/", "t", "T", "x"}, 7);
}

TEST(extract_bytes, lines_and_columns) {
  try_all({}, {"<t>", "</t", ">", "\r", "\n", "\xC3", "\xA9", "x"}, 5);
}

TEST(extract_bytes, markdown_code) {
  ExtractOptions options;
  options.markdown_code = true;
  try_all(options, {"<", ">", "t", "/", "`", "\n", "x"}, 6);
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
  ExtractOptions options;
  options.names = {"b", "c"};
  try_all(options, tags, 5);
  options.last_close = {"b"};
  try_all(options, tags, 5);
}

TEST(extract_tags, markdown_code) {
  ExtractOptions options;
  options.markdown_code = true;
  try_all(options, code, 5);
  options.last_close = {"a"};
  try_all(options, code, 5);
  options.unclosed = Unclosed::text;
  try_all(options, code, 5, Pieces::few);
}

void try_inner(const Symbols& symbols, std::size_t length, std::string_view name,
               bool ignore_case) {
  for_each_text(symbols, length, [&](std::string_view text) {
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
