#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/own_rules.hpp"
#include "formats/family_format.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/event.hpp"
#include "tagstream/options.hpp"

namespace tagstream::cli {

/// Finds tags that have stayed in visible text. It reports closing tags and markers of something
/// that is read but not open there, as `</think>` in `a</think>b`, and openers of reasoning that
/// begin none where they stand. The library's tokenizer decides what a tag is.
class UnmatchedTags {
 public:
  /// Looks for the closers of the tags, or of the family, that the options name.
  explicit UnmatchedTags(const Options& asked);

  struct Piece {
    std::string_view text;
    std::uint64_t begin = 0;  ///< in the stream
    bool is_tag = false;
    std::vector<Attribute> attributes{};  ///< of a tag
    bool may_be_call = false;             ///< no family writes such a tag: an option can name it
    bool is_stray = false;
    bool is_no_opener = false;      ///< a marker that opens reasoning in other places
    bool is_in_line = false;        ///< such a marker, with text before it in its line
    bool is_crossed = false;        ///< its opener stands in a section that has ended
    bool is_taken_out = false;      ///< the reader has taken the tag out
    bool may_be_of_prompt = false;  ///< ends reasoning, which the prompt may have opened

    [[nodiscard]] bool is_said() const { return is_stray || is_no_opener; }
    /// The sentence about this tag.
    [[nodiscard]] std::string sentence() const;
  };

  /// The problems of one text, which are printed after it. The first ones are kept one by one; of
  /// the others only the number.
  class Found {
   public:
    static constexpr std::size_t most = 100;

    struct Problem {
      std::string sentence;
      std::uint64_t offset = 0;
      bool may_be_meant = false;
    };

    void add(const Piece& said);
    /// True if a further problem is only counted.
    [[nodiscard]] bool is_full() const { return problems_.size() == most; }
    /// Takes all problems to print.
    [[nodiscard]] std::vector<Problem> take();

   private:
    std::vector<Problem> problems_;
    std::uint64_t more_ = 0;
    std::uint64_t last_ = 0;
    bool may_be_meant_ = true;  // all of those more
  };

  /// Takes the next event, and returns the pieces of visible text that are certain with it; a tag
  /// that is not complete waits. If a closer of reasoning was taken out where none was open, it is
  /// the last piece. Call it once for each event. The views live until the next call, and no longer
  /// than the event.
  [[nodiscard]] std::span<const Piece> see(const Event& event);
  /// Ends the text, or its part before something else: returns the piece that waits.
  std::span<const Piece> flush();

  /// True for a notice, which was seen, that the text has ended in reasoning. Of half a closer of a
  /// section the end of the section says so.
  [[nodiscard]] bool leaves_reasoning_open(const Event& notice) const {
    return notice.code == Code::unclosed_reasoning ||
           (notice.code == Code::half_closer && notice.offset != unclosed_section_ &&
            opens_reasoning(notice.name));
  }

  /// True for a notice that the output says in its own words: beside the tag, or in the section.
  [[nodiscard]] bool says(const Event& notice) const;

  /// A remark after the end of a text that holds tags which no option names.
  /// Empty if there is no remark.
  [[nodiscard]] std::string_view last_remark() const;

 private:
  using Words = std::vector<std::string>;

  // The opener and the closer of the reasoning of some families.
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
  [[nodiscard]] bool opens_reasoning(std::string_view name) const;
  [[nodiscard]] bool is_one_of(const Words& markers, std::string_view markup) const;
  std::uint64_t& open_inside(std::string_view name);

  bool ignores_case_ = false;
  Words names_;                         // of tags that would end something
  std::optional<Tokenizer> tokenizer_;  // not set: tags are not looked for
  std::optional<Tokenizer> inside_;     // of hidden text; not set: no closer can be unmatched
  // By name, the number of elements that are open inside hidden text.
  std::vector<std::pair<std::string, std::uint64_t>> open_inside_;
  std::vector<Piece> pieces_;
  std::uint64_t fed_ = 0;
  std::uint64_t end_ = 0;  // the end of the added text in the stream
  bool is_flushed_ = false;
  std::vector<Pair> pairs_;  // of reasoning, if a family has no headers
  Words openers_;            // all of those
  Words closers_;
  Words markers_;  // that end something
  // A call that was too large, until the call ends; its tag has the name `call_name_`, which is
  // empty if a marker opened the call.
  std::optional<std::uint64_t> call_in_text_;
  std::string call_name_;
  std::optional<std::uint64_t> quoted_;            // the last tag that a notice calls quoted
  std::optional<std::uint64_t> unclosed_section_;  // the last one, or thought, that stays hidden
  bool takes_out_ = true;                          // an end of reasoning where none is open
  bool is_in_reasoning_ = false;                   // or it may be
  bool may_start_inside_ = false;
  bool asks_for_tags_ = false;  // a tag that holds calls by itself is news
  bool is_auto_ = false;        // the options name no family and no tags
  bool goes_by_lines_ = true;   // after text reasoning begins at the start of a line
  bool line_has_text_ = false;
  bool has_unknown_tag_ = false;
};

}  // namespace tagstream::cli
