#pragma once

// What the files of the parse model share: the markers of the rows that were asked for.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/model_tags.hpp"
#include "tagstream/parse.hpp"

namespace tagstream::testing {

/// What a marker is, the more important first: of two that are equally long the first counts.
enum class Mark {
  reasoning_close,
  ends_before,
  header_close,
  drop,
  reasoning_open,
  unwrap,
  wrap_close,
  wrap_open,
  call,
  header,  ///< `start` or `channel`
};

/// A marker that stands in the text.
struct MarkHit {
  Mark mark = Mark::drop;
  std::size_t begin = 0;
  std::size_t end = 0;
  const CallFormat* format = nullptr;  ///< call
  TokenKind kind = TokenKind::marker;  ///< of a tag
  bool is_dropped = false;             ///< the same bytes are a token to drop
};

/// A marker of a row: a literal, or a tag.
struct Marker {
  Mark mark = Mark::drop;
  std::string word;
  std::string tag;  ///< its name; empty for a literal
  bool closes = false;
  bool is_either = false;  ///< a tag that opens or closes
  const CallFormat* format = nullptr;
};

using MarkCounts = std::function<bool(const MarkHit&)>;

/// The rows that options ask for.
class ParseMarks {
 public:
  explicit ParseMarks(const ParseOptions& options);

  /// The marker at `at` that counts: the longest.
  [[nodiscard]] std::optional<MarkHit> at(std::string_view text, std::size_t at,
                                          const MarkCounts& counts) const;

  /// As `at`, of one list of words.
  [[nodiscard]] std::optional<MarkHit> word_at(std::string_view text, std::size_t at,
                                               const WordList& words) const;

  /// True if the end of `text`, from `at` on, may go on as one of these words.
  [[nodiscard]] bool may_become(std::string_view text, std::size_t at, const WordList& words) const;

  /// Where an opening tag (or only one of a kind) at `at` failed that had attributes; 0 if there is
  /// none.
  [[nodiscard]] std::size_t quoted_by(std::string_view text, std::size_t at,
                                      std::optional<Mark> only = std::nullopt) const;

  /// What reasoning, calls and headers are read; null: none.
  const ReasoningFormat* reasoning = nullptr;
  const ToolFormat* tools = nullptr;
  const HeaderFormat* header = nullptr;
  bool has_header_reasoning = false;
  bool has_header_calls = false;
  CallsInReasoning calls_in_reasoning = CallsInReasoning::settle;
  OnUnclosedCall on_unclosed = OnUnclosedCall::text;

 private:
  void add(Mark mark, std::string_view word, bool is_literal, const CallFormat* format = nullptr);
  void add_all(Mark mark, const WordList& words, bool is_literal,
               const CallFormat* format = nullptr);
  void add_reasoning();
  void add_tools();
  [[nodiscard]] std::optional<MarkHit> match(const Marker& marker, std::string_view text,
                                             std::size_t at) const;

  const ParseOptions& options_;
  std::vector<Marker> markers_;
};

/// A marker of the table as the model reads it.
[[nodiscard]] Marker marker_of(std::string_view word);

}  // namespace tagstream::testing
