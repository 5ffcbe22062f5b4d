#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "support/describe.hpp"
#include "support/model_of.hpp"
#include "support/signature.hpp"
#include "support/watch.hpp"

/// The subjects of the exhaustive and of the random tests (exhaustive.hpp says what a subject is).
namespace tagstream::testing {

/// A reader made from the given options.
class ReaderSubject {
 public:
  explicit ReaderSubject(const Options& options)
      : options_(options), bounds_(bounds_of(options)), reader_(made(options)), model_(options) {}

  void begin() { reader_.reset(); }
  void feed(std::string_view bytes, Signature& signature) { add(reader_.feed(bytes), signature); }
  void finish(Signature& signature) { add(reader_.finish(), signature); }

  std::string check(std::string_view text) { return check(text, {}, model_(text)); }
  std::string check(std::string_view text, const Cuts& cuts, const std::vector<Seen>& want) {
    return check_reading(text, reader_, bounds_, cuts, want);
  }
  std::string explain(std::string_view text, const Cuts& cuts) {
    const EventRun got = run(text, reader_, bounds_, cuts);
    if (!knows(options_)) return describe(options_) + '\n' + got.failure;
    return describe(options_) + '\n' + got.failure + '\n' + check_same(model_(text), got.items);
  }
  /// Reads the whole text at once, checks the laws, and returns the joined events.
  EventRun read(std::string_view text) { return run(text, reader_, bounds_, {}); }

 private:
  /// Ends the program with what is wrong if random options can't be used.
  static Reader made(const Options& options) {
    Result<Reader> reader = Reader::make(options);
    if (reader) return *std::move(reader);
    const std::string what = describe(options) + '\n' + reader.error().message;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
  }

  /// True if the naive model supports these options.
  static bool knows(const Options& options) {
    if (has_dialect(options)) return options.markdown_code != MarkdownCode::all;
    return options.limits.on_limit == OnLimit::text;
  }
  static void add(std::span<const Event> events, Signature& signature) {
    for (const Event& event : events) signature.add(event);
  }

  Options options_;
  Bounds bounds_;
  Reader reader_;
  ModelOf model_;
};

class TokenSubject {
 public:
  explicit TokenSubject(const TokenizerOptions& options)
      : options_(options), tokenizer_(*Tokenizer::make(options)) {}

  void begin() { tokenizer_.reset(); }
  void feed(std::string_view bytes, Signature& signature) {
    for (const Token& token : tokenizer_.feed(bytes)) signature.add(token);
  }
  void finish(Signature& signature) {
    for (const Token& token : tokenizer_.finish()) signature.add(token);
  }

  std::string check(std::string_view text) { return check(text, {}, model_tokens(text, options_)); }
  std::string check(std::string_view text, const Cuts& cuts, const std::vector<SeenToken>& want) {
    return check_tokens(text, tokenizer_, cuts, want);
  }
  std::string explain(std::string_view text, const Cuts& cuts) {
    const TokenRun got = run_tokens(text, tokenizer_, cuts);
    return describe(options_) + '\n' + got.failure + '\n' +
           check_same(model_tokens(text, options_), got.items);
  }

 private:
  TokenizerOptions options_;
  Tokenizer tokenizer_;
};

}  // namespace tagstream::testing
