#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/environment.hpp"
#include "support/grammar_text.hpp"
#include "support/guarded_chunk.hpp"
#include "support/laws.hpp"
#include "support/model.hpp"

/// Every text of a small alphabet up to some length, in every two pieces and byte by byte: always
/// the same events (L1), and those of the model.
namespace tagstream::testing {
namespace {

// A running hash of joined events. Deltas are compared with the input at once, and hashed when they
// end, so that it doesn't matter in how many pieces they came.
class Signature {
 public:
  explicit Signature(std::string_view text) : text_(text) {}

  void add(EventKind kind, std::uint64_t begin, std::uint64_t end, std::string_view text) {
    const bool is_delta = kind == EventKind::content || kind == EventKind::section_delta;
    if (begin != position_) is_broken_ = true;
    position_ = end;
    if (is_delta && (end > text_.size() || text_.substr(begin, end - begin) != text)) {
      is_broken_ = true;
    }
    if (is_delta && kind == delta_) return;
    end_delta(begin);
    if (is_delta) {
      delta_ = kind;
      delta_begin_ = begin;
      return;
    }
    mix(static_cast<std::uint64_t>(kind));
    mix(begin);
    mix(end);
  }

  void add(const Event& event) {
    add(event.kind, event.span.begin, event.span.end, event.text);
    add_fields(event);
    if (event.kind == EventKind::markup || event.kind == EventKind::section_end) mix(event.text);
  }

  void add(const Seen& seen) {
    add(seen.kind, seen.begin, seen.end, seen.text);
    add_fields(seen);
    if (seen.kind == EventKind::markup || seen.kind == EventKind::section_end) mix(seen.text);
  }

  // Text is a delta like content; other tokens are told apart by their kind.
  void add(TokenKind kind, std::uint64_t begin, std::string_view raw, std::string_view name) {
    const bool is_text = kind == TokenKind::text;
    add(is_text ? EventKind::content : EventKind::markup, begin, begin + raw.size(), raw);
    if (is_text) return;
    mix(static_cast<std::uint64_t>(kind));
    mix(raw);
    mix(name);
  }

  [[nodiscard]] std::uint64_t finish() {
    end_delta(position_);
    if (position_ != text_.size()) is_broken_ = true;
    return is_broken_ ? 0 : hash_ | 1;
  }

 private:
  void add_fields(const Event& event) {
    if (event.kind == EventKind::notice) mix(static_cast<std::uint64_t>(event.code));
    if (event.kind != EventKind::section_start && event.kind != EventKind::section_end) return;
    const Element& element = *event.element;
    mix(element.name());
    mix(element.raw_tag());
    mix(element.start());
    mix_flags(event, element.is_implied_open());
  }

  void add_fields(const Seen& seen) {
    if (seen.kind == EventKind::notice) mix(static_cast<std::uint64_t>(seen.code));
    if (seen.kind != EventKind::section_start && seen.kind != EventKind::section_end) return;
    mix(seen.tag_name);
    mix(seen.raw_tag);
    mix(seen.start_index);
    mix_flags(seen, seen.is_implied_open);
  }

  template <class Item>
  void mix_flags(const Item& item, bool is_implied_open) {
    mix((item.is_closed ? 1U : 0U) | (is_implied_open ? 2U : 0U) | (item.is_truncated ? 4U : 0U) |
        (item.is_recorded ? 8U : 0U));
  }

  void end_delta(std::uint64_t end) {
    if (delta_ == EventKind::notice) return;
    mix(static_cast<std::uint64_t>(delta_));
    mix(delta_begin_);
    mix(end);
    delta_ = EventKind::notice;
  }

  void mix(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15U;
    hash_ ^= hash_ >> 29;
  }

  void mix(std::string_view bytes) {
    mix(bytes.size());
    for (const char byte : bytes)
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
  }

  std::string_view text_;
  std::uint64_t hash_ = 0x243F6A8885A308D3U;
  std::uint64_t position_ = 0;
  std::uint64_t delta_begin_ = 0;
  EventKind delta_ = EventKind::notice;  // notice: none
  bool is_broken_ = false;
};

// A piece in a place of its own, overwritten when the feed is over.
class Piece {
 public:
  explicit Piece(std::string_view bytes) : size_(bytes.copy(block_.data(), block_.size())) {}
  Piece(const Piece&) = delete;
  Piece& operator=(const Piece&) = delete;
  ~Piece() { poison(block_.data(), size_); }
  [[nodiscard]] std::string_view view() const { return {block_.data(), size_}; }

 private:
  std::array<char, 64> block_;
  std::size_t size_;
};

class FilterSubject {
 public:
  explicit FilterSubject(const FilterOptions& options)
      : options_(options), filter_(*Filter::make(options)) {}

  void reset() { filter_.reset(); }
  void feed(std::string_view bytes, Signature& signature) {
    const Piece piece(bytes);
    for (const Event& event : filter_.feed(piece.view())) signature.add(event);
  }
  void finish(Signature& signature) {
    for (const Event& event : filter_.finish()) signature.add(event);
  }
  [[nodiscard]] std::uint64_t model(std::string_view text) const {
    Signature signature(text);
    for (const Seen& seen : model_filter(text, options_)) signature.add(seen);
    return signature.finish();
  }
  std::string explain(std::string_view text, const Cuts& cuts) {
    const FilterRun run = run_filter(text, filter_, options_, cuts);
    return to_text(options_) + '\n' + run.failure + '\n' +
           check_same(model_filter(text, options_), run.items);
  }

 private:
  FilterOptions options_;
  Filter filter_;
};

class TokenSubject {
 public:
  explicit TokenSubject(const TokenizerOptions& options)
      : options_(options), tokenizer_(*Tokenizer::make(options)) {}

  void reset() { tokenizer_.reset(); }
  void feed(std::string_view bytes, Signature& signature) {
    const Piece piece(bytes);
    for (const Token& token : tokenizer_.feed(piece.view())) {
      signature.add(token.kind, token.begin, token.raw, token.name());
    }
  }
  void finish(Signature& signature) {
    for (const Token& token : tokenizer_.finish()) {
      signature.add(token.kind, token.begin, token.raw, token.name());
    }
  }
  [[nodiscard]] std::uint64_t model(std::string_view text) const {
    Signature signature(text);
    for (const SeenToken& token : model_tokens(text, options_)) {
      signature.add(token.kind, token.begin, token.raw, token.name);
    }
    return signature.finish();
  }
  std::string explain(std::string_view text, const Cuts& cuts) {
    const TokenRun run = run_tokens(text, tokenizer_, cuts);
    return to_text(options_) + '\n' + run.failure + '\n' +
           check_same(model_tokens(text, options_), run.items);
  }

 private:
  TokenizerOptions options_;
  Tokenizer tokenizer_;
};

template <class Subject>
std::uint64_t in_two_pieces(Subject& subject, std::string_view text, std::size_t cut) {
  Signature signature(text);
  subject.reset();
  subject.feed(text.substr(0, cut), signature);
  if (cut < text.size()) subject.feed(text.substr(cut), signature);
  subject.finish(signature);
  return signature.finish();
}

template <class Subject>
std::uint64_t byte_by_byte(Subject& subject, std::string_view text) {
  Signature signature(text);
  subject.reset();
  for (std::size_t i = 0; i < text.size(); ++i) subject.feed(text.substr(i, 1), signature);
  subject.finish(signature);
  return signature.finish();
}

// False when this text is not read the same way always.
template <class Subject>
bool try_text(Subject& subject, std::string_view text) {
  const auto fail = [&](const Cuts& cuts) {
    ADD_FAILURE() << '"' << printable(text) << "\", " << to_text(cuts) << ','
                  << subject.explain(text, cuts);
    return false;
  };
  const std::uint64_t want = subject.model(text);
  if (in_two_pieces(subject, text, text.size()) != want || want == 0) return fail({});
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    if (in_two_pieces(subject, text, cut) != want) return fail({cut});
  }
  if (byte_by_byte(subject, text) != want) return fail(cut_by_size(text.size(), 1));
  return true;
}

using Symbols = std::vector<std::string>;

// All texts of up to `length` symbols; gives up at the fifth that fails.
template <class Subject>
void try_all(Subject subject, const Symbols& symbols, std::size_t length) {
  constexpr int max_failures = 5;
  int failures = 0;
  const std::uint64_t every = every_nth_text();
  std::uint64_t count = 0;
  std::vector<std::size_t> digits;
  std::string text;
  while (failures < max_failures) {
    if (count++ % every == 0 && !try_text(subject, text)) ++failures;
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
  try_all(FilterSubject(options), symbols, length);
}

void keep(FilterOptions&) {}

TEST(exhaustive_bytes, tokens_of_any_tag) { try_all(TokenSubject({}), bytes, 7); }

TEST(exhaustive_bytes, tokens_of_one_name) {
  TokenizerOptions options;
  options.names = {"t"};
  try_all(TokenSubject(options), bytes, 7);
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

TEST(exhaustive_tags, tokens) { try_all(TokenSubject({}), tags, 5); }

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
