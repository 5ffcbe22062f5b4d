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
#include "dialects/own_rules.hpp"
#include "formats/family_format.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

/// Finds the tags that have stayed in visible text, and of them the closing tags and markers that
/// would end what is looked for: nothing is open there. So it does the openers of reasoning that
/// begin none where they stand. What a tag is, the library's tokenizer says.
class UnmatchedTags {
 public:
  /// Of the tags, or of the family, that is asked for.
  explicit UnmatchedTags(const Arguments& arguments);

  struct Piece {
    std::string_view text;
    std::uint64_t begin = 0;  ///< in the stream
    bool is_tag = false;
    std::vector<Attribute> attributes{};  ///< of a tag
    bool may_be_call = false;             ///< no family writes it: options can say what it is
    bool is_stray = false;
    bool is_no_opener = false;      ///< it opens reasoning elsewhere: this may be meant
    bool is_in_line = false;        ///< the same: text stands before it in its line
    bool is_crossed = false;        ///< what it would end was opened in a section that has ended
    bool is_taken_out = false;      ///< the reader has not left it in the text
    bool may_be_of_prompt = false;  ///< it ends reasoning: the prompt may have opened that

    [[nodiscard]] bool is_said() const { return is_stray || is_no_opener; }
    /// What is wrong with one that is said.
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
      bool may_be_meant = false;
    };

    void add(const Piece& said);
    /// One more is counted only.
    [[nodiscard]] bool is_full() const { return problems_.size() == most; }
    /// All that is to be said.
    [[nodiscard]] std::vector<Problem> take();

   private:
    std::vector<Problem> problems_;
    std::uint64_t more_ = 0;
    std::uint64_t last_ = 0;
    bool may_be_meant_ = true;  // all of those more
  };

  /// What of the visible text is certain with that event: a tag that is not whole waits. The end of
  /// reasoning that was taken out where none was open is the last piece then. Every event is shown
  /// to it, once. The views live until the next call, and no longer than the event.
  [[nodiscard]] std::span<const Piece> see(const Event& event);
  /// The text ends here, or something stands between it and what comes.
  std::span<const Piece> flush();

  /// What goes beside a text that has ended: tags are in it of which nobody has said what they are.
  /// Empty: there is nothing to say.
  [[nodiscard]] std::string_view last_remark() const;

 private:
  using Words = std::vector<std::string>;

  // What opens and closes the reasoning of some families.
  struct Pair {
    Words open;
    Words close;
    std::uint64_t count = 0;  // of openers in the text that nothing has closed
  };

  [[nodiscard]] std::optional<Piece> look_at(const Event& event);
  [[nodiscard]] std::span<const Piece> add(const Event& content);
  void add_row(TokenizerOptions& options, const FamilyFormat* row, bool has_reasoning,
               bool has_calls);
  void add_reasoning(const FamilyFormat& row);
  void add_pair(Pair pair);
  void add_family(TokenizerOptions& options, const Options& asked);
  void add_rule(TokenizerOptions& options, const OwnRule& rule);
  void take(std::span<const Token> tokens);
  void count(std::span<const Token> tokens);
  [[nodiscard]] bool ends_something(const Token& token) const;
  [[nodiscard]] bool opens_nothing(const Token& token);
  [[nodiscard]] bool closes_call(const Token& token);
  [[nodiscard]] bool closes_text(const Token& token);
  void follow_line(const Token& token);
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
  std::vector<Pair> pairs_;  // of reasoning, if a family has no headers
  Words openers_;            // all of those
  Words closers_;
  Words markers_;  // that end something
  // A call that was too large, until it ends; its tag has this name, a marker none.
  std::optional<std::uint64_t> call_in_text_;
  std::string call_name_;
  bool takes_out_ = true;         // an end of reasoning where none is open
  bool is_in_reasoning_ = false;  // or it may be
  bool may_start_inside_ = false;
  bool asks_for_tags_ = false;  // a tag that holds calls by itself is news
  bool is_auto_ = false;        // nobody has said yet which family or which tags it has
  bool goes_by_lines_ = true;   // after text reasoning begins at the start of a line
  bool line_has_text_ = false;
  bool has_unknown_tag_ = false;
};

}  // namespace tagstream::cli
