#pragma once

// The text of a format after it has been read: lines of templates, and options. The text
//
//   <think>REASONING</think>
//   - trims
//
// becomes a Family with one Line, of `Role::reasoning`, with one template (template.hpp), and the
// option `Option::trims`.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/notation.hpp"
#include "dialects/template.hpp"
#include "tagstream/error.hpp"

namespace tagstream::notation {

/// `text` as a format must spell it so that it stands for itself, without placeholders: `NAME` as
/// `\NAME`, a line end as `\n`.
[[nodiscard]] std::string escaped(std::string_view text);

/// A line of a format from its parts: text that stands for itself, then something of the notation,
/// such as NAME or `...`, then text again, and so on. {"<t>", "NAME", " CALL"} is `<t>NAME \CALL`.
[[nodiscard]] std::string line_of(std::span<const std::string_view> parts);

/// A place in the text of a format. Lines and columns count from 1, and columns count bytes.
struct Place {
  std::size_t offset = 0;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// A line of a format, with its alternatives (`a | b`) as templates. A reader reads all of them;
/// the writer uses the first one that can say the text.
struct Line {
  Role role = Role::none;
  std::vector<Template> ways{};
  Place place{};
};

/// The text of a format, read.
struct Family {
  std::string name;  ///< of the row; empty for a user's own format
  std::vector<Line> lines;
  /// The options, each with the words after it: {Option::drop, "<eos> <pad>"} for the line
  /// `- drop <eos> <pad>`. The words are empty for an option that takes none.
  std::vector<std::pair<Option, std::string>> options;
  std::vector<Place> option_places;
  bool has_heading = false;  ///< names stand above the lines

  [[nodiscard]] bool has(Option option) const;
  /// The words after each option of this kind, in their order.
  [[nodiscard]] std::vector<std::string_view> words(Option option) const;
  /// The words after an option that stands in a format once; empty if it does not stand there.
  [[nodiscard]] std::string_view word(Option option) const;
  /// The alternatives of all lines of this role, in their order.
  [[nodiscard]] std::vector<View> ways(Role role) const;
  /// The format as the subject of a sentence: "the dialect `qwen3`", or "the format".
  [[nodiscard]] std::string subject() const;
};

/// The words of a text, which blanks separate.
[[nodiscard]] std::vector<std::string_view> words_in(std::string_view text);

/// The other spellings of a marker, if the family has words that are alike:
/// `<|DSML|invoke` for `<｜DSML｜invoke`. Lines of the family have the first of these words.
[[nodiscard]] std::vector<std::string> others_of(const Family& family, std::string_view marker);
/// The same, where the words after the options `alike` are given.
[[nodiscard]] std::vector<std::string> others_of(const std::vector<std::string_view>& all_alike,
                                                 std::string_view marker);

/// The error for a mistake at `place`: "line 2, column 5: sentence: `text`". The part of the
/// sentence after `; ` says what to do, and stands after the text.
/// @param beside  other text that `text` can't stand beside; empty: none
[[nodiscard]] Error error_at(const Place& place, std::string_view sentence, std::string_view text,
                             std::string_view beside = {});

/// Reads the lines of a format.
/// @error bad_option — "line 2, column 5: sentence: `bytes`; did you mean `word`?"; `offset` is
///                     the byte
/// @cost  O(n)
[[nodiscard]] Result<Family> read_family(std::string_view text);

/// As `read_family`, for a format that a user has written: a text without any line is an error.
[[nodiscard]] Result<Family> read_own_family(std::string_view text);

}  // namespace tagstream::notation
