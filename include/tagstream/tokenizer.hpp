#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/token.hpp"

namespace tagstream {

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

/// Cuts a stream into tags, markers and the text between, whatever the pieces it arrives in.
///
/// One tokenizer reads one stream and belongs to one thread at a time.
class Tokenizer {
 public:
  /// A tokenizer for `options`.
  /// @error  bad_option — a name that is no tag name, an empty marker, one given twice
  static Result<Tokenizer> make(const TokenizerOptions& options);

  /// A tokenizer for every tag, with default limits.
  Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  /// The tokens that this chunk completes; text leaves at once, in as many pieces as it comes.
  ///
  /// An unfinished tag or marker at the end of the chunk is held back, the bytes before it are not.
  /// @param chunk  bytes, cut anywhere, may be empty; not kept after the call
  /// @return       tokens in stream order; views live until the next feed, finish or reset
  /// @error        finished — called after `finish`
  /// @cost         O(chunk) amortised; holds at most `Limits::max_tag_bytes` or the longest marker
  /// @source       docs/grammar.md ; L1 L3 L4 L5
  Result<std::span<const Token>> feed(std::string_view chunk);

  /// The end of the stream: what was held is released as text. A second call gives nothing.
  std::span<const Token> finish();

  /// Forgets the stream, keeps the options, and is ready for the next one.
  void reset();

  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream
