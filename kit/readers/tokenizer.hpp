#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lex/token.hpp"
#include "tagstream/error.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"

namespace tagstream {

struct Program;

struct TokenizerOptions {
  /// Tags of other names are text, decided at the name. Empty: every tag counts.
  std::vector<std::string> names{};

  /// Read no tags at all, markers only.
  bool markers_only = false;

  /// Literal byte strings that are tokens of their own. Leftmost wins, then longest.
  std::vector<std::string> markers{};

  /// Fold ASCII case of tag names (markers stay exact).
  bool ignore_case = false;

  /// `max_tag_bytes` and `max_attributes` count here.
  Limits limits{};
};

/// Checked and compiled options: immutable, cheap to copy, shared by any number of tokenizers.
class TokenRules {
 public:
  /// @error  bad_option — a name that is not a tag name, an empty marker, one twice
  static Result<TokenRules> make(TokenizerOptions options);

 private:
  friend class Tokenizer;
  explicit TokenRules(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;
};

/// Cuts a stream into tags, markers and the text between them. The tokens do not depend on the
/// chunks in which the stream arrives, except that text may come in several tokens. `a<`, `b>c`
/// gives "a" from the first chunk; the second one gives `<b>` at 1..4 and "c".
///
/// One tokenizer reads one stream and belongs to one thread at a time.
class Tokenizer {
 public:
  explicit Tokenizer(TokenRules rules);
  /// Compiles `options` and makes a tokenizer of them. @error as `TokenRules::make`
  static Result<Tokenizer> make(TokenizerOptions options);
  /// A tokenizer for every tag, with default limits.
  Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  /// The tokens that this chunk completes. Text does not wait: each chunk gives its own text
  /// tokens.
  ///
  /// An unfinished tag or marker at the end of the chunk is held; the bytes before it are returned.
  /// @param chunk  bytes, cut anywhere, may be empty
  /// @return       tokens in stream order; views live until the next feed, finish or reset, and no
  ///               longer than the bytes that were fed
  /// @cost         O(chunk) amortised; holds at most `Limits::max_tag_bytes` or the longest marker
  /// Precondition: `finish` has not been called since the last reset.
  /// @source       docs/grammar.md ; L1 L3 L4 L5
  std::span<const Token> feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND)
      TAGSTREAM_LIFETIMEBOUND;

  /// As `feed`, for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
  std::span<const Token> feed(S&& chunk) TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(chunk)));
  }

  /// Ends the stream: held bytes are returned as text. A second call returns nothing.
  std::span<const Token> finish() TAGSTREAM_LIFETIMEBOUND;

  /// Forgets the stream, keeps the rules, and is ready for the next one.
  void reset();

  [[nodiscard]] Stats stats() const;

 private:
  std::span<const Token> feed_kept(std::string chunk) TAGSTREAM_LIFETIMEBOUND;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Cuts a whole text: `feed(text)`, then `finish()`. Views point into `text`.
[[nodiscard]] std::vector<Token> tokenize(std::string_view text TAGSTREAM_LIFETIMEBOUND,
                                          const TokenRules& rules);

}  // namespace tagstream
