#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/environment.hpp"
#include "support/guarded_chunk.hpp"
#include "support/parse_model.hpp"
#include "support/parse_run.hpp"
#include "support/parse_text.hpp"

/// Every short text of each family's own pieces: what the model says, byte by byte and, the shorter
/// ones, in every two pieces (L1), and all that `run_parser` watches.
namespace tagstream::testing {
namespace {

// A running hash of events, the same in however many pieces text comes.
class Signature {
 public:
  void add(const Event& event) {
    const EventKind kind = event.kind;
    const bool is_piece = kind == EventKind::content || kind == EventKind::reasoning ||
                          kind == EventKind::markup || kind == EventKind::call_delta;
    const Call* const call = event.call();
    const std::uint64_t index = call == nullptr ? 0 : call->index;
    if (!is_piece || kind != piece_ || index != index_) {
      mix(static_cast<std::uint64_t>(kind));
      mix(kind == EventKind::call_delta || kind == EventKind::call_start ? 0 : event.span.begin);
      mix(index);
    }
    piece_ = is_piece ? kind : EventKind::notice;
    index_ = index;
    if (kind != EventKind::notice) mix_bytes(event.text);
    if (is_piece || kind == EventKind::call_start) return;
    mix(event.span.end);
    mix((event.is_closed ? 1U : 0U) | static_cast<unsigned>(event.code) << 2U);
    if (call != nullptr) add_call(*call);
  }

  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  void add_call(const Call& call) {
    mix(call.span.begin);
    mix(call.span.end);
    mix_bytes(call.tool);
    mix_bytes(call.arguments);
    mix_bytes(call.id);
    mix(call.offset);
    mix((call.has_index ? 1U : 0U) | (call.is_repaired ? 2U : 0U) | (call.is_recovered ? 4U : 0U) |
        (call.has_started ? 8U : 0U) | static_cast<unsigned>(call.error) << 4U);
  }

  void mix(std::uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9E3779B97F4A7C15U;
    hash_ ^= hash_ >> 29;
  }
  void mix_bytes(std::string_view bytes) {
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    }
  }

  std::uint64_t hash_ = 0x243F6A8885A308D3U;
  EventKind piece_ = EventKind::notice;  // notice: none
  std::uint64_t index_ = 0;
};

// Hands over pieces that are overwritten when the feed is over.
class Feeder {
 public:
  explicit Feeder(Parser& parser) : parser_(parser) { parser_.reset(); }

  void feed(std::string_view bytes) {
    std::array<char, 512> block;
    bytes.copy(block.data(), block.size());
    const std::string_view chunk(block.data(), bytes.size());
    for (const Event& event : parser_.feed(chunk)) signature_.add(event);
    poison(block.data(), bytes.size());
  }
  std::uint64_t finish() {
    for (const Event& event : parser_.finish()) signature_.add(event);
    return signature_.value();
  }

 private:
  Parser& parser_;
  Signature signature_;
};

std::uint64_t in_two_pieces(Parser& parser, std::string_view text, std::size_t cut) {
  Feeder feeder(parser);
  feeder.feed(text.substr(0, cut));
  feeder.feed(text.substr(cut));
  return feeder.finish();
}

std::uint64_t byte_by_byte(Parser& parser, std::string_view text) {
  Feeder feeder(parser);
  for (std::size_t at = 0; at < text.size(); ++at) feeder.feed(text.substr(at, 1));
  return feeder.finish();
}

class Trial {
 public:
  explicit Trial(const ParseOptions& options)
      : options_(options), parser_(*Parser::make(options)) {}

  // False when this text is not read the same way always.
  bool try_text(std::string_view text, bool with_all_cuts) {
    const std::vector<SeenTool> want = model_parse(text, options_);
    const ParserRun whole = run_parser(text, parser_, options_, {});
    if (!whole.failure.empty() || whole.items != want) return fail(text, want, {});
    const std::uint64_t same = in_two_pieces(parser_, text, text.size());
    if (byte_by_byte(parser_, text) != same) return fail(text, want, cut_by_size(text.size(), 1));
    if (!with_all_cuts) return true;
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
      if (in_two_pieces(parser_, text, cut) != same) return fail(text, want, {cut});
    }
    return true;
  }

 private:
  bool fail(std::string_view text, const std::vector<SeenTool>& want, const Cuts& cuts) {
    const ParserRun run = run_parser(text, parser_, options_, cuts);
    ADD_FAILURE() << escaped(text) << ", " << to_text(cuts) << ',' << to_text(options_) << '\n'
                  << run.failure << '\n'
                  << compare_parsed(want, run.items);
    return false;
  }

  ParseOptions options_;
  Parser parser_;
};

// How long the texts are, counted in pieces.
struct Sizes {
  std::size_t pieces = 15;  // that texts are made of, at most
  std::size_t longest = 4;
  std::size_t longest_cut = 3;  // those up to here in every two pieces
  std::size_t cut_every = 64;   // and each so many of the longer ones
};

// All these texts. Gives up at the third that fails.
void try_all(const ParseOptions& options, const Sizes& sizes) {
  constexpr int max_failures = 3;
  std::vector<std::string> pieces = parse_pieces(options);
  if (pieces.size() > sizes.pieces) pieces.resize(sizes.pieces);
  Trial trial(options);
  int failures = 0;
  const std::uint64_t every = every_nth_text();
  std::uint64_t count = 0;
  std::vector<std::size_t> digits;
  std::string text;
  while (failures < max_failures) {
    const bool with_all_cuts =
        digits.size() <= sizes.longest_cut || count / every % sizes.cut_every == 0;
    if (count++ % every == 0 && !trial.try_text(text, with_all_cuts)) ++failures;
    std::size_t last = digits.size();
    while (last > 0 && digits[last - 1] + 1 == pieces.size()) --last;
    if (last == 0) {
      if (digits.size() == sizes.longest) return;
      digits.assign(digits.size() + 1, 0);
    } else {
      ++digits[last - 1];
      std::fill(digits.begin() + static_cast<std::ptrdiff_t>(last), digits.end(), 0);
    }
    text.clear();
    for (const std::size_t digit : digits) text += pieces[digit];
  }
}

using Change = void (*)(ParseOptions&);
constexpr std::array<Change, 10> changes = {
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::settle; },
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::end; },
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::keep; },
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::extract; },
    [](ParseOptions& o) { o.on_unclosed_call = OnUnclosedCall::call; },
    [](ParseOptions& o) { o.on_unclosed_call = OnUnclosedCall::error; },
    [](ParseOptions& o) { o.incremental = true; },
    [](ParseOptions& o) { o.no_reasoning = true; },
    [](ParseOptions& o) { o.strict_json = true; },
    [](ParseOptions& o) {
      o.incremental = true;
      o.on_unclosed_call = OnUnclosedCall::call;
    },
};

class ParseRow : public ::testing::TestWithParam<std::string> {};

TEST_P(ParseRow, short_texts) {
  ParseOptions options;
  options.dialect = GetParam();
  try_all(options, {});
}

// Rows that read alike are tried once.
std::vector<std::string> different_rows() {
  std::vector<std::string> names;
  std::vector<const Dialect*> seen;
  for (const Dialect& row : dialects()) {
    const bool is_known = std::any_of(seen.begin(), seen.end(), [&](const Dialect* other) {
      return other->reasoning == row.reasoning && other->tools == row.tools;
    });
    if (is_known) continue;
    seen.push_back(&row);
    names.emplace_back(row.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(parse, ParseRow, ::testing::ValuesIn(different_rows()),
                         [](const auto& row) { return row.param; });

class ParsePolicy : public ::testing::TestWithParam<std::string> {};

TEST_P(ParsePolicy, short_texts) {
  for (const bool starts_inside : {false, true}) {
    for (const Change change : changes) {
      ParseOptions options;
      options.dialect = GetParam();
      options.start_in_reasoning = starts_inside;
      change(options);
      try_all(options, {14, 3, 3, 1});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(parse, ParsePolicy, ::testing::Values("hermes", "kimi_k2", "mistral"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace tagstream::testing
