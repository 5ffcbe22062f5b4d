#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "tagstream/event.hpp"
#include "tagstream/tokenizer.hpp"

namespace tagstream::cli {

/// Finds the tags that have stayed in visible text, and of them the closing tags and markers that
/// would end what is looked for: nothing is open there. What a tag is, the library's tokenizer
/// says.
class Strays {
 public:
  /// Of the tags, or of the family, that is asked for.
  explicit Strays(const Arguments& arguments);

  struct Piece {
    std::string_view text;
    std::uint64_t begin = 0;  ///< in the stream
    bool is_tag = false;
    AttributeRange attributes{};  ///< of a tag
    bool may_be_call = false;     ///< no family writes it: options can say what it is
    bool is_stray = false;
    bool is_crossed = false;        ///< what it would end was opened in a section that has ended
    bool is_taken_out = false;      ///< the reader has not left it in the text
    bool may_be_of_prompt = false;  ///< it ends reasoning: the prompt may have opened that

    /// What is wrong with a stray one.
    [[nodiscard]] std::string sentence() const;
  };

  /// Those of one text, as they are said after it: one by one, so many of them. Of what follows
  /// only the number is kept.
  class Found {
   public:
    static constexpr std::size_t most = 100;

    struct Problem {
      std::string sentence;
      std::uint64_t offset = 0;
    };

    void add(const Piece& stray);
    /// One more is counted only.
    [[nodiscard]] bool is_full() const { return problems_.size() == most; }
    /// All that is to be said.
    [[nodiscard]] std::vector<Problem> take();

   private:
    std::vector<Problem> problems_;
    std::uint64_t more_ = 0;
    std::uint64_t last_ = 0;
  };

  /// Looks at what stands in sections and in reasoning. Every event is shown to it, once. Gives the
  /// end of reasoning that was taken out where none was open.
  [[nodiscard]] std::optional<Piece> see(const Event& event);

  /// What an event of content makes certain: a tag that is not whole waits. The views live until
  /// the next call, and no longer than the event.
  [[nodiscard]] const std::vector<Piece>& add(const Event& content);
  /// The text ends here, or something stands between it and what comes.
  [[nodiscard]] const std::vector<Piece>& flush();

 private:
  using Words = std::vector<std::string>;

  void add_row(TokenizerOptions& options, const Dialect* row, bool has_reasoning, bool has_calls);
  void add_reasoning(const Dialect& row);
  void add_family(TokenizerOptions& options, const Arguments& arguments);
  void take(std::span<const Token> tokens);
  void count(std::span<const Token> tokens);
  [[nodiscard]] bool ends_something(const Token& token) const;
  [[nodiscard]] bool is_same(std::string_view one, std::string_view other) const;
  [[nodiscard]] bool is_one_of(const Words& markers, std::string_view markup) const;
  std::uint64_t& open_inside(std::string_view name);

  bool ignores_case_ = false;
  Words names_;                         // of tags that would end something
  std::optional<Tokenizer> tokenizer_;  // none: tags are not looked for
  std::optional<Tokenizer> inside_;     // of what is not visible; none: nothing can be a stray
  // By name: opened there, and not closed.
  std::vector<std::pair<std::string, std::uint64_t>> open_inside_;
  std::vector<Piece> pieces_;
  std::uint64_t fed_ = 0;
  std::uint64_t end_ = 0;  // of what has been added, in the stream
  bool is_flushed_ = false;
  Words openers_;  // of reasoning, if a family has no headers
  Words closers_;
  bool takes_out_ = true;         // an end of reasoning where none is open
  bool is_in_reasoning_ = false;  // or it may be
  bool may_start_inside_ = false;
  bool asks_for_tags_ = false;  // a tag that holds calls by itself is news
};

}  // namespace tagstream::cli
